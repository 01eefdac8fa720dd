"""`urlkey surt`: the key of web archives."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from urlkey.cli.convert import Conversion, each, output_options, reason, run

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., object]")

OPTIONS = (
    (("--with-scheme",), "Write http://(com,example)/ in place of com,example)/."),
    (("--trailing-comma",), "Write a comma behind the host and its port."),
    (("--no-reverse-ipaddr",), "Leave IPv4 addresses as they are: 1.2.3.4)/."),
    (("--no-host-massage",), "Keep a leading www. or www12."),
    (("--public-suffix",), "Write the registrable domain in place of the host."),
)


def surt_options(command: Command) -> Command:
    """The options of the key, as flags."""
    for names, text in reversed(OPTIONS):
        command = click.option(*names, is_flag=True, help=text)(command)
    return command


@click.command("surt", short_help='Print the key of web archives (SURT, the CDX "urlkey").')
@click.argument("urls", nargs=-1, metavar="[URL]...")
@output_options
@surt_options
@click.pass_context
def command(
    ctx: click.Context,
    urls: tuple[str, ...],
    form: str | None,
    with_scheme: bool,
    trailing_comma: bool,
    no_reverse_ipaddr: bool,
    no_host_massage: bool,
    public_suffix: bool,
) -> None:
    """Print the key of web archives (SURT, the CDX "urlkey").

    The same bytes as the Python package surt 0.3.1 gives. To compare links use urlkey key instead:
    this key drops the scheme and www, and puts everything in lower case.

    URLs come from the arguments, or one a line from standard input (-). Each input line gives
    exactly one output line: empty where the reference fails, with the reason and line number on
    standard error. The key of an empty line is -.

    \b
    urlkey surt 'http://www.Example.com/Path/?b=2&a=1'
    urlkey surt < links.txt | paste - links.txt | LC_ALL=C sort
    """
    from urlkey import surt

    def convert(line: bytes) -> str:
        return surt(
            line,
            with_scheme=with_scheme,
            trailing_comma=trailing_comma,
            reverse_ipaddr=not no_reverse_ipaddr,
            host_massage=not no_host_massage,
            public_suffix=public_suffix,
        )

    ctx.exit(run(urls, form, Conversion("surt", each(convert), reason(convert))))
