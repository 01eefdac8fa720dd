"""The reference of the command, made of its own options and arguments."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from urlkey.cli.failure import EXIT_CODES
from urlkey.cli.group import SECTIONS, SUMMARIES, cli

if TYPE_CHECKING:
    from collections.abc import Callable


def cell(text: str) -> str:
    """Fit a table: a bar would end the cell."""
    return text.replace("|", r"\|")


def usage(command: click.Command, context: click.Context) -> str:
    """How a command is called, without its options one by one."""
    return " ".join(["urlkey", command.name or "", *command.collect_usage_pieces(context)])


def spelling(option: click.Option) -> str:
    """The names of an option, with what it takes."""
    takes = ""
    if not option.is_flag:
        choices = option.type.choices if isinstance(option.type, click.Choice) else ()
        takes = f" {'|'.join(choices) or option.metavar or option.type.name.upper()}"
    return ", ".join(f"`{name}{takes}`" for name in option.opts)


def about(option: click.Option) -> str:
    """What an option does, and its default if it takes one."""
    if isinstance(option.show_default, str):
        return f"{option.help} Default: {option.show_default}."
    default = f" Default: `{option.to_info_dict()['default']}`." if option.show_default else ""
    return f"{option.help}{default}"


def section(name: str) -> str:
    """A command: its summary, its usage, and a table of its options."""
    context = click.Context(cli, info_name="urlkey")
    _, command, _ = cli.resolve_command(context, [name])
    if command is None:
        raise LookupError(name)
    rows = [
        f"| {cell(spelling(option))} | {cell(about(option))} |"
        for option in command.params
        if isinstance(option, click.Option)
    ]
    parts = [SUMMARIES[name], f"```text\n{usage(command, context)}\n```"]
    if rows:
        parts.append("\n".join(["| option | what it does |", "| --- | --- |", *rows]))
    return "\n\n".join(parts)


def overview() -> str:
    """Every command with its summary."""
    rows = [
        f"| [`{name}`](#urlkey-{name}) | {summary} |"
        for commands in SECTIONS.values()
        for name, summary in commands.items()
    ]
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def exit_codes() -> str:
    """Every exit code with its meaning."""
    rows = [f"| {code} | {cell(text)} |" for code, text in EXIT_CODES]
    return "\n".join(["| code | when |", "| --- | --- |", *rows])


TABLES: dict[str, Callable[[], str]] = {
    "commands": overview,
    "exit-codes": exit_codes,
    **{f"command-{name}": partial(section, name) for name in SUMMARIES},
}
