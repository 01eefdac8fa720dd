"""`urlkey site`: the registrable domain of each URL."""

from __future__ import annotations

import click

from urlkey.cli.convert import Conversion, each, output_options, reason, run
from urlkey.cli.options import Context, context_options


@click.command("site", short_help="Print the site: the registrable domain, as in example.co.uk.")
@click.argument("urls", nargs=-1, metavar="[URL]...")
@click.option(
    "--no-private",
    is_flag=True,
    help="Ask registries alone: github.io is one site, not a suffix like co.uk.",
)
@output_options
@context_options
@click.pass_context
def command(
    ctx: click.Context,
    urls: tuple[str, ...],
    no_private: bool,
    form: str | None,
    context: Context,
) -> None:
    """Print the site: the registrable domain, as in example.co.uk.

    It is told by the public suffix list. An address is its own site, and so is a host that is a
    public suffix. URLs come from the arguments, or one a line from standard input (-). Each input
    line gives exactly one output line: empty where there is no host (mailto:) or where it is
    invalid, then with the reason and line number on standard error.

    \b
    urlkey site 'https://shop.example.co.uk/a?b=c'
    urlkey site < links.txt | sort | uniq -c | sort -rn
    """
    from urlkey import site

    extra = context.arguments()

    def convert(line: bytes) -> str:
        return site(line, private=not no_private, **extra) or ""

    ctx.exit(run(urls, form, Conversion("site", each(convert), reason(convert))))
