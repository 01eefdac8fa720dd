"""`urlkey dedupe`: each page of a list once."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from urlkey.cli import failure
from urlkey.cli.options import Context, compiled, context_options, ruleset_options
from urlkey.cli.sources import chunks_of, list_options, refuse_endless, regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from urlkey.canonical import Canonicalizer
    from urlkey.dedupe import Groups, Trial
    from urlkey.profiles import Profile


@dataclass(frozen=True)
class Request:
    """What is asked for, besides the profile."""

    files: tuple[str, ...]
    groups: bool
    keys: bool
    output: str | None
    dropped: str | None
    what_if: str | None
    samples: int
    any_format: bool
    as_json: bool
    quiet: bool


@click.command("dedupe", short_help="Print each page of a list once.")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--groups", is_flag=True, help="Print which spellings fell together, and by which rung."
)
@click.option("--keys", is_flag=True, help="Print the key of each page instead of its first line.")
@click.option("-o", "--output", metavar="FILE", help="Write to FILE, when all went well.")
@click.option("--dropped", metavar="FILE", help="Write the lines that were merged to FILE.")
@click.option(
    "--what-if",
    metavar="RUNG[=VALUE],...",
    help="Count what else would merge if these rungs were on, with samples; change nothing.",
)
@click.option(
    "--samples",
    default=3,
    show_default=True,
    type=click.IntRange(min=0),
    metavar="N",
    help="How many merges --what-if shows for a rung.",
)
@list_options
@click.option("--json", "as_json", is_flag=True, help="Print groups and summary as JSON.")
@click.option(
    "-q", "--quiet", is_flag=True, help="No summary and no progress, only what --what-if found."
)
@ruleset_options
@context_options
def command(profile: Profile, context: Context, **options: Any) -> None:  # noqa: ANN401 - click's
    """Print each page of a list once.

    Lists are text, one URL a line, plain, gzip or Zstandard; several are read as one, and - is
    standard input. Order is kept, and of each page the first spelling. Invalid and blank lines are
    left out and counted (`urlkey check` shows them). The summary goes to standard error.

    \b
    urlkey dedupe links.txt > unique.txt
    urlkey dedupe links.txt.gz --groups
    urlkey dedupe links.txt -o unique.txt --what-if trailing-slash,scheme
    """
    request = Request(**options)
    if not request.files and sys.stdin.isatty():
        message = "no file given, and standard input is a terminal"
        raise click.UsageError(f"{message}: give files, or pipe a list in, or - to type one")
    if request.groups and request.keys:
        message = "--groups prints spellings and --keys prints keys: choose one"
        raise click.UsageError(message)
    if request.dropped == "-" and request.output in {None, "-"}:
        message = "--dropped - writes to standard output, and so does the list: add -o FILE"
        raise click.UsageError(message)
    refuse_overwriting(request)
    with terminating():
        run(request, compiled(profile), context)


def refuse_overwriting(request: Request) -> None:
    """An output that is an input would lose the lines that are left out, without a copy."""
    outputs = {"-o": request.output, "--dropped": request.dropped}
    seen = {
        os.path.realpath(name): f"the input {name!r}"
        for name in request.files
        if name != "-" and os.path.isfile(name)  # noqa: PTH113 - raises for no name
    }
    given = None if request.files and "-" not in request.files else regular(0)
    for option, name in outputs.items():
        if name is None or name == "-":
            continue
        path = os.path.realpath(name)
        if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - as above
            continue  # a device or a pipe
        if given and regular(path) == given:
            seen[path] = "standard input"
        if path in seen:
            message = f"{option} {name!r} is {seen[path]}"
            raise failure.Failure(message, "write to another file, then rename it with mv")
        seen[path] = f"the file of {option}"
    if request.output in {None, "-"} or request.dropped == "-":
        refuse_endless(request.files)


def run(request: Request, canonicalizer: Canonicalizer, context: Context) -> None:
    """Deduplicate, then print what was asked for."""
    from urlkey.cli import summary
    from urlkey.dedupe import dedupe

    with ExitStack() as stack:
        groups = groups_for(request, stack, canonicalizer, context)
        trial = trial_for(request, stack, canonicalizer, context)
        with ExitStack() as files:
            write = writer(request.output, files) or sys.stdout.buffer.write
            dropped = writer(request.dropped, files)
            if request.dropped == "-":
                dropped = sys.stdout.buffer.write
            chunks = chunks_of(
                request.files,
                command="dedupe",
                any_format=request.any_format,
                progress=not request.quiet,
            )
            found = dedupe(
                chunks,
                None if groups else write,
                profile=canonicalizer,
                keys=request.keys,
                dropped=dropped,
                groups=groups,
                trial=trial,
                **context.arguments(),
            )
            if groups:
                styled = request.output is None and sys.stdout.isatty()
                summary.write_groups(groups, write, as_json=request.as_json, styled=styled)
        sys.stdout.flush()
        outcomes = list(trial.outcomes()) if trial else []
        if not request.quiet or trial:
            shown = None if request.quiet else found
            summary.show(shown, outcomes, canonicalizer.profile, as_json=request.as_json)


def writer(name: str | None, files: ExitStack) -> Callable[[bytes], object] | None:
    """What writes to the file of that name, None for standard output."""
    from urlkey.dedupe import written

    if name is None or name == "-":
        return None
    return files.enter_context(written(name)).write


def groups_for(
    request: Request, stack: ExitStack, canonicalizer: Canonicalizer, context: Context
) -> Groups | None:
    """What remembers the groups, if they are asked for."""
    from urlkey.dedupe import Groups

    if not request.groups:
        return None
    return stack.enter_context(closing(Groups(canonicalizer, **context.arguments())))


def trial_for(
    request: Request, stack: ExitStack, canonicalizer: Canonicalizer, context: Context
) -> Trial | None:
    """What tries other settings, if it is asked for."""
    from urlkey.cli.options import split
    from urlkey.dedupe import Trial
    from urlkey.errors import ProfileError

    if request.what_if is None:
        return None
    settings = [setting.strip() for setting in request.what_if.split(",") if setting.strip()]
    pairs = [split(setting, "--what-if") for setting in settings]
    changes = {rung.replace("_", "-"): value for rung, value in pairs}
    if not changes:
        raise click.BadParameter("name a rung, as in trailing-slash", param_hint="'--what-if'")
    if len(changes) < len(pairs):
        message = "a rung is named twice: try one setting of it at a time"
        raise click.BadParameter(message, param_hint="'--what-if'")
    for rung in changes.keys() & {"drop", "keep", "keep-only"}:
        message = f"{rung!r} is no rung; `urlkey rungs` lists them"
        raise click.BadParameter(message, param_hint="'--what-if'")
    try:
        trial = Trial(
            canonicalizer.profile, changes, samples=request.samples, **context.arguments()
        )
    except ProfileError as error:
        raise click.BadParameter(str(error), param_hint="'--what-if'") from None
    return stack.enter_context(closing(trial))


@contextmanager
def terminating() -> Iterator[None]:
    """Let a signal that ends the process run what removes unfinished files first."""

    def leave(number: int, _frame: FrameType | None) -> None:
        raise click.exceptions.Exit(128 + number)

    numbers = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    try:
        before = {number: signal.signal(number, leave) for number in numbers}
    except ValueError:  # not the main thread: there signals are someone else's
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
