"""`urlkey fetch`: what a browser would request for each URL."""

from __future__ import annotations

import click

from urlkey.cli.convert import Conversion, each, output_options, reason, run
from urlkey.cli.options import Context, context_options


@click.command("fetch", short_help="Print the fetch URL: what a browser would request.")
@click.argument("urls", nargs=-1, metavar="[URL]...")
@output_options
@context_options
@click.pass_context
def command(ctx: click.Context, urls: tuple[str, ...], form: str | None, context: Context) -> None:
    """Print the fetch URL: what a browser would request.

    It is the WHATWG serialization without the fragment, and depends on no profile. URLs come from
    the arguments, or one a line from standard input (-). Each input line gives exactly one output
    line: empty where it is invalid, with the reason and line number on standard error.

    \b
    urlkey fetch 'http:example.com\\a b#c'
    urlkey fetch --base https://example.com/dir/ ../page < links.txt
    """
    from urlkey import fetch_url

    extra = context.arguments()

    def convert(line: bytes) -> str:
        return fetch_url(line, **extra)

    ctx.exit(run(urls, form, Conversion("fetch_url", each(convert), reason(convert))))
