"""`urlkey key`: the canonical key of each URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from urlkey.cli import attribution
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
    line number on standard error. In --tsv a tab in the original is written \\t; --json also says
    who sent the visitor: campaign (what the key lost of it), unwrapped and credited.

    \b
    urlkey key 'HTTP://Example.com:80/a/../b?utm_source=x'
    urlkey key < links.txt | paste links.txt -
    """
    canonicalizer = compiled(profile)
    extra = context.arguments()

    def details(line: bytes, valid: bool) -> dict[str, object]:
        return attribution.as_data(canonicalizer.canonicalize(line, **extra) if valid else None)

    why = reason(lambda line: canonicalizer.key(line, **extra))
    if digest:
        convert = each(lambda line: canonicalizer.digest(line, **extra).hex())
        conversion = Conversion("digest", convert, why, details)
    else:
        conversion = Conversion(
            "key", lambda lines: canonicalizer.keys(lines, **extra), why, details
        )
    ctx.exit(run(urls, form, conversion))
