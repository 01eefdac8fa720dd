"""`urlkey clean`: each link without its tracking parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from urlkey.cli.convert import Conversion, each, output_options, reason, run
from urlkey.cli.options import Context, compiled, context_options, ruleset_options

if TYPE_CHECKING:
    from urlkey.profiles import Profile


@click.command("clean", short_help="Print the clean URL: the link without its tracking parameters.")
@click.argument("urls", nargs=-1, metavar="[URL]...")
@output_options
@ruleset_options
@context_options
@click.pass_context
def command(
    ctx: click.Context,
    urls: tuple[str, ...],
    form: str | None,
    profile: Profile,
    context: Context,
) -> None:
    """Print the clean URL: the link without its tracking parameters.

    A link to share or store: order, spelling and fragment stay, and a signed URL is left alone.
    URLs come from the arguments, or one a line from standard input (-). Each input line gives
    exactly one output line: empty where it is invalid, with the reason and line number on standard
    error.

    \b
    urlkey clean 'https://example.com/a?id=7&utm_source=x#part'
    urlkey clean --keep utm_term < links.txt
    """
    canonicalizer = compiled(profile)
    extra = context.arguments()

    def convert(line: bytes) -> str:
        return canonicalizer.clean_url(line, **extra)

    ctx.exit(run(urls, form, Conversion("clean_url", each(convert), reason(convert))))
