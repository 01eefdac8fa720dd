"""Time urlkey and its peers side by side, and say how right each answer is.

Run it with ``make bench``, or ``python -m bench.compare`` from the root of the project in an
environment that has the package and its ``bench`` dependencies. What the columns mean is in
``bench/README.md``.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import time
import timeit
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.judge import Judge, Verdict
from bench.peers import PEERS, Pace, Peer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
CORPORA = ("top100.txt.gz", "web-a.txt.gz")
TARGET_CORPUS = "top100"
COMMAND = "make bench"

SEED = 20_26
# Of a corpus, in Python, by the peer's pace: the rest is left out by a seeded draw.
LINES: dict[Pace, int] = {"fast": 120_000, "medium": 30_000, "slow": 6_000}
JUDGED_LINES = 5_000
URLS_A_ROUND = 20_000  # a short list is passed over until this many were read

CALL = """
for _ in range(passes):
    for u in lines:
        try:
            {expression}
        except Exception:
            pass
"""
WHOLE = """
for _ in range(passes):
    {expression}
"""


@dataclass
class Result:
    """One row: who, and what came out."""

    name: str
    what: str
    ns: list[float] = field(default_factory=list)
    verdict: Verdict | None = None
    rejected: int | None = None
    lines: int = 0

    @property
    def median(self) -> float:
        """The figure that counts."""
        return statistics.median(self.ns)


@dataclass
class Settings:
    """How thorough a run is."""

    rounds: int
    lines: dict[Pace, int]
    judged_lines: int
    urls_a_round: int
    cargo: tuple[str, ...]
    rust: tuple[str, ...]
    smoke: bool


FULL = Settings(7, LINES, JUDGED_LINES, URLS_A_ROUND, (), (), smoke=False)
# The profile of the tests, whose build is there already when the checks come to the bench.
SMOKE_LINES: dict[Pace, int] = {"fast": 500, "medium": 200, "slow": 50}
SMOKE = Settings(2, SMOKE_LINES, 100, 0, ("--profile", "ci"), ("--limit", "500"), smoke=True)


# ---------------------------------------------------------------- input


def corpora() -> list[Path]:
    """Find the lists to work on: the shared corpora, or the list of the demo."""
    found = [shared() / "corpus" / name for name in CORPORA]
    found = [path for path in found if path.exists()]
    if not found:
        print(f"no corpora in $URLKEY_SHARED/corpus: using {Path('examples/links.txt')}")
        found = [ROOT / "examples" / "links.txt"]
    return found


def shared() -> Path:
    """Find the folder with outside data."""
    return Path(os.environ.get("URLKEY_SHARED") or ROOT.parent / "shared")


def stem(path: Path) -> str:
    """Name a corpus without its endings."""
    return path.name.partition(".")[0]


def shown(path: Path) -> str:
    """Name a file as it is called in any clone."""
    return f"{path.parent.name}/{path.name}"


def read(path: Path) -> list[str]:
    """Read the lines that are UTF-8, as the Rust bench does."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    lines = []
    for line in raw.removesuffix(b"\n").split(b"\n"):
        try:
            lines.append(line.removesuffix(b"\r").decode("utf-8"))
        except UnicodeDecodeError:
            continue
    return lines


def draw(lines: Sequence[str], count: int) -> list[str]:
    """Draw lines, the same ones each time, in their order."""
    if len(lines) <= count:
        return list(lines)
    chosen = random.Random(SEED).sample(range(len(lines)), count)
    return [lines[i] for i in sorted(chosen)]


# ---------------------------------------------------------------- Rust


def output(command: Sequence[str], text: str = "") -> str:
    """Run a command and give what it prints; its failure is ours."""
    done = subprocess.run(
        command, check=False, cwd=ROOT, input=text, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(f"failed with status {done.returncode}: {' '.join(command)}")
    return done.stdout


def build(settings: Settings) -> str:
    """Build the Rust bench and find its program."""
    locked = ["--locked"] if os.environ.get("CI") else []
    target = ["--package", "urlkey-core", "--bench", "peers"]
    quiet = ["--no-run", "--message-format=json-render-diagnostics"]
    messages = output(["cargo", "bench", *quiet, *locked, *settings.cargo, *target])
    for line in messages.splitlines():
        message = json.loads(line)
        if message.get("executable") and message["target"]["name"] == "peers":
            return str(message["executable"])
    sys.exit("cargo built no program")


def rust_answers(program: str, name: str) -> Callable[[Sequence[str]], list[str | None]]:
    """Ask a contestant of the Rust bench."""

    def answers(lines: Sequence[str]) -> list[str | None]:
        text = "".join(json.dumps(line) + "\n" for line in lines)
        answered = output([program, "--answer", name], text)
        return [json.loads(line) for line in answered.splitlines()]

    return answers


def rust(program: str, path: Path, judge: Judge, settings: Settings) -> list[Result]:
    """Run the Rust bench on a corpus, and judge those who give an answer of their own."""
    rounds = ("--rounds", str(settings.rounds))
    outcome = json.loads(output([program, "--json", *rounds, *settings.rust, str(path)]))
    results = []
    for row in outcome["rows"]:
        result = Result(row["name"], row["what"], [row["min"], row["ns"], row["max"]])
        result.rejected = row["rejected"]
        result.lines = outcome["lines"]
        if row["name"] in {"key", "fetch", "clean", "ada-href", "url-crate"}:
            result.verdict = judge.verdict(rust_answers(program, row["name"]))
        results.append(result)
    return results


# ---------------------------------------------------------------- Python


def python_answers(peer: Peer) -> Callable[[Sequence[str]], list[str | None]]:
    """Ask a Python peer: an exception, None and an empty answer are rejections."""
    function = peer.function()

    def answer(line: str) -> str | None:
        try:
            return function(line) or None
        except Exception:  # noqa: BLE001 - peers raise what they like
            return None

    return lambda lines: [answer(line) for line in lines]


def installed(peers: Sequence[Peer]) -> list[Peer]:
    """Keep the peers that can be imported, and name the others."""
    found = []
    for peer in peers:
        module = peer.package.replace("-", "_")
        if module and importlib.util.find_spec(module) is None:
            print(f"left out: {peer.name}, because {peer.package} is not installed")
        else:
            found.append(peer)
    return found


def timer(peer: Peer, lines: list[str], passes: int) -> Callable[[], float]:
    """Compile a peer's loop; calling the result runs a round and gives its ns per URL."""
    names: dict[str, Any] = {**peer.names(), "lines": lines, "passes": passes}
    statement = (WHOLE if peer.whole else CALL).format(expression=peer.expression)
    # The clock is this thread's, and the garbage collector rests while it runs.
    timed = timeit.Timer(statement, timer=time.thread_time_ns, globals=names)
    return lambda: timed.timeit(number=1) / (len(lines) * passes)


def python(lines: Sequence[str], judge: Judge, settings: Settings) -> list[Result]:
    """Time the Python peers in this process, in rounds A B C A B C …, and judge them."""
    peers = installed(PEERS)
    drawn = {pace: draw(lines, count) for pace, count in settings.lines.items()}
    results, timers = [], []
    for peer in peers:
        read_by = drawn[peer.pace]
        enough = min(settings.urls_a_round, settings.lines[peer.pace])
        passes = max(1, enough // len(read_by))
        results.append(Result(peer.name, peer.expression, lines=len(read_by)))
        timers.append(timer(peer, read_by, passes))
    for round_number in range(settings.rounds + 1):
        for result, run in zip(results, timers, strict=True):
            ns = run()
            if round_number:  # the first one warms up
                result.ns.append(ns)
    for peer, result in zip(peers, results, strict=True):
        if peer.judged:
            result.verdict = judge.verdict(python_answers(peer), peer.host)
            result.rejected = result.verdict.rejected
            result.lines = len(judge.lines)
    return results


# ---------------------------------------------------------------- output


def percent(value: float | None) -> str:
    """Format a share so that 100 % means all."""
    if value is None:
        return "-"
    return "100 %" if value == 1 else f"{min(value * 100, 99.99):.2f} %"


def table(results: Sequence[Result], ours: str) -> list[str]:
    """Lay out the rows as a Markdown table that is also readable as it stands."""
    yardstick = next(result.median for result in results if result.name == ours)
    head = ["", "call", "ns/URL", "min-max", f"to {ours}", "rejected"]
    rows = [[*head, "idempotent", "WPT host", "query kept"]]
    for result in results:
        verdict = result.verdict or Verdict(0, None, None, None)
        rejected = "-" if result.rejected is None else f"{result.rejected} of {result.lines}"
        timing = [f"{result.median:,.1f}", f"{min(result.ns):,.1f}-{max(result.ns):,.1f}"]
        judged = [verdict.idempotent, verdict.wpt_host, verdict.query_kept]
        what = f"`{result.what}`" if "(" in result.what else result.what
        ratio = f"{result.median / yardstick:.2f}"
        rows.append([result.name, what, *timing, ratio, rejected, *map(percent, judged)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i < 2 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"| {' | '.join(cells)} |")
    rule = ["-" * width if i < 2 else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    lines.insert(1, f"| {' | '.join(rule)} |")
    return lines


def targets(core: Sequence[Result], peers: Sequence[Result]) -> list[str]:
    """Set what we aim at beside what was measured. Information: a timing decides no test."""
    ns = {result.name: result.median for result in [*core, *peers]}
    aims = [
        ("core key + digest to ada parse + href", "≤ 0.6", ("key+digest", "ada-href")),
        ("c.key(u) to can_ada.parse(u).href", "≤ 0.6", ("urlkey c.key", "can_ada")),
        ("c.keys(list) to can_ada.parse(u).href", "≤ 0.4", ("urlkey c.keys", "can_ada")),
        ("w3lib.canonicalize_url to c.key(u)", "≥ 40", ("w3lib", "urlkey c.key")),
        ("surt.surt(u) to urlkey.surt(u), both on their samples", "≥ 100", ("surt", "urlkey.surt")),
        ("surt.surt(u) to urlkey.surts(list)", "≥ 100", ("surt", "urlkey.surts")),
    ]
    return [
        f"{what}: target {aim}, measured {ns[a] / ns[b]:.2f}"
        for what, aim, (a, b) in aims
        if a in ns and b in ns
    ]


def processor() -> str:
    """Name the processor, where the system tells."""
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*:\s*(.+)", info.read_text()) if info.exists() else None
    return found[1] if found else platform.machine()


def versions() -> str:
    """Name what was measured."""
    rustc = output(["rustc", "--version"]).split(" (")[0].strip()
    crates = re.findall(
        r'name = "(ada-url|url|xxhash-rust)"\nversion = "(.+)"', (ROOT / "Cargo.lock").read_text()
    )
    packages = dict.fromkeys(peer.version() for peer in installed(PEERS))
    rust_versions = ", ".join(f"{name} {version}" for name, version in crates)
    return (
        f"Rust: {rust_versions}, {rustc}. Python: {', '.join(packages)}. Processor: {processor()}."
    )


def report(program: str, path: Path, settings: Settings) -> list[str]:
    """Run everything on one corpus."""
    lines = read(path)
    judge = Judge(draw(lines, settings.judged_lines), shared())
    if judge.wpt is None:
        print("skipped: the column WPT host, because $URLKEY_SHARED/wpt is not there")
    core = rust(program, path, judge, settings)
    peers = python(lines, judge, settings)
    wpt = "no WPT data" if judge.wpt is None else f"{len(judge.wpt)} WPT rows"
    body = [
        f"# {stem(path)}",
        "",
        f"{len(lines):,} lines. CPU time of one thread, median of {settings.rounds} rounds.",
        f"Judged on {len(judge.lines):,} lines drawn with a seed, and {wpt}.",
        "",
        "## Rust",
        "",
        *table(core, "key+digest"),
        "",
        "## Python",
        "",
        *table(peers, "urlkey c.key"),
    ]
    if stem(path) == TARGET_CORPUS and not settings.smoke:
        body += ["", "## Targets", "", *(f"* {line}" for line in targets(core, peers))]
    return body


def check(results: Sequence[str]) -> None:
    """Fail a smoke run that measured nothing of ours."""
    if not any("urlkey c.key" in line for line in results):
        sys.exit("the run has no row for urlkey")


def main(argv: list[str] | None = None) -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="lists of URLs instead of the corpora")
    parser.add_argument("--smoke", action="store_true", help="only see that everything runs")
    parser.add_argument("--write", action="store_true", help="also write bench/results/CORPUS.md")
    parser.add_argument("--rounds", type=int, default=FULL.rounds, help="at least 5 (7)")
    options = parser.parse_args(argv)
    settings = SMOKE if options.smoke else replace(FULL, rounds=max(5, options.rounds))
    program = build(settings)
    files = [path.resolve() for path in options.files] or corpora()
    for path in files[:1] if options.smoke else files:
        print(f"measuring {shown(path)} …", file=sys.stderr)
        body = report(program, path, settings)
        print("\n".join(body), end="\n\n")
        check(body)
        if options.write and not options.smoke:
            RESULTS.mkdir(exist_ok=True)
            source = f"Made by `{COMMAND} BENCH_ARGS=--write` on `{shown(path)}`. {versions()}"
            text = "\n".join([*body, "", source, ""])
            (RESULTS / f"{stem(path)}.md").write_text(text, encoding="utf-8")
    print(versions())


if __name__ == "__main__":
    main()
