"""The group of commands: what there is, and loading a command only when it is called."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

from urlkey.cli.failure import EXIT_CODES, guarded

if TYPE_CHECKING:
    from collections.abc import Sequence

SECTIONS: dict[str, dict[str, str]] = {
    "One URL a line": {
        "key": "Print the canonical key: what to compare and group by.",
        "fetch": "Print the fetch URL: what a browser would request.",
        "clean": "Print the clean URL: the link without its tracking parameters.",
        "surt": 'Print the key of web archives (SURT, the CDX "urlkey").',
        "site": "Print the site: the registrable domain, as in example.co.uk.",
    },
    "Reasons": {
        "explain": "Show, rung by rung, how a URL gets its key.",
        "compare": "Tell whether two URLs are one page, and why.",
        "check": "List the invalid and the suspicious URLs of a file.",
        "reputation": "Tell whether URLs are on a list of hash prefixes.",
    },
    "Lists": {
        "dedupe": "Print each page of a list once.",
    },
    "Definitions": {
        "profiles": "List the profiles, or show one.",
        "rungs": "List the rungs of the ladder, or show one.",
        "errors": "List the errors and warnings, or show one.",
        "completion": "Print the completion script for a shell.",
    },
}
"""The commands by section, each with its summary: `--help` must not load them all to list them."""

SUMMARIES = {name: text for section in SECTIONS.values() for name, text in section.items()}


class LazyGroup(click.Group):
    """A group whose commands live in `urlkey.cli.<name>` and are imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the sections."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the module of a command."""
        if cmd_name not in SUMMARIES:
            return None
        module = importlib.import_module(f"urlkey.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for an unknown one say which is meant, or that a URL needs one."""
        name = args[0]
        if name not in SUMMARIES and not name.startswith("-"):
            ctx.fail(f"There is no command {name!r}. {suggestion(name)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands by section, from the summaries alone."""
        for title, rows in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(rows.items()), col_max=12)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> click.Context:
        """Read the options of the group itself."""
        with guarded():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; whatever goes wrong ends in one line and a documented code."""
        with guarded():
            return super().invoke(ctx)


def suggestion(name: str) -> str:
    """What may have been meant by a name that is no command."""
    if ":" in name or "." in name or "/" in name:
        return f"For a URL, say what you want of it: urlkey key {name!r}"
    from difflib import get_close_matches

    close = get_close_matches(name, SUMMARIES, n=1)
    return f"Did you mean {close[0]!r}?" if close else f"There are {', '.join(SUMMARIES)}."


def show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the version and leave."""
    if wanted and not ctx.resilient_parsing:
        from urlkey import __version__

        click.echo(f"urlkey {__version__}")
        ctx.exit()


def epilog(codes: Sequence[tuple[str, str]]) -> str:
    """The table of exit codes, kept from being rewrapped."""
    return "\b\nExit codes:\n" + "\n".join(f"  {code:<5} {text}" for code, text in codes)


@click.group(
    cls=LazyGroup,
    epilog=epilog(EXIT_CODES),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Canonical URL keys: which links are the same page, and why.

    \b
    urlkey dedupe links.txt > unique.txt     each page once
    urlkey dedupe links.txt --groups         which spellings fell together, and why
    urlkey explain 'HTTP://Example.com:80/a/../b?utm_source=x'
    """
