"""`urlkey key`: the canonical key of each URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from urlkey.cli.convert import Conversion, each, output_options, reason, run
from urlkey.cli.options import Context, compiled, context_options, ruleset_options

if TYPE_CHECKING:
    from urlkey.profiles import Profile


@click.command("key", short_help="Print the canonical key: what to compare and group by.")
@click.argument("urls", nargs=-1, metavar="[URL]...")
@click.option("--digest", is_flag=True, help="Print the key's digest (XXH3-128, hex) in its place.")
@output_options
@ruleset_options
@context_options
@click.pass_context
def command(
    ctx: click.Context,
    urls: tuple[str, ...],
    digest: bool,
    form: str | None,
    profile: Profile,
    context: Context,
) -> None:
    """Print the canonical key: what to compare and group by.

    Not the CDX "urlkey" (SURT) of web archives: that is `urlkey surt`.

    URLs come from the arguments, or one a line from standard input (-). Each input line gives
    exactly one output line, so that `paste` works: empty where it is invalid, with the reason and
    line number on standard error. In --tsv a tab in the original is written \\t.

    \b
    urlkey key 'HTTP://Example.com:80/a/../b?utm_source=x'
    urlkey key < links.txt | paste links.txt -
    """
    canonicalizer = compiled(profile)
    extra = context.arguments()
    if digest:
        conversion = Conversion(
            "digest",
            each(lambda line: canonicalizer.digest(line, **extra).hex()),
            reason(lambda line: canonicalizer.key(line, **extra)),
        )
    else:
        conversion = Conversion(
            "key",
            lambda lines: canonicalizer.keys(lines, **extra),
            reason(lambda line: canonicalizer.key(line, **extra)),
        )
    ctx.exit(run(urls, form, conversion))
