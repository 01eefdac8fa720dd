"""Build the sdist, a wheel from it, and use that wheel where nothing of the repository is.

Run by `make wheel-check`, with the interpreter of `.venv`, which holds maturin. The checks:

* the sdist holds what a build needs, and the wheel what a user needs, no more and no less;
* the wheel installs into an empty environment with the runtime dependencies alone;
* library and command work there, from a folder that is not the repository;
* `import urlkey` and `urlkey --help` stay within their CPU budgets.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]

# CPU above a bare `python -c pass`. A command that is run once per shell line must not be felt.
IMPORT_BUDGET_MS = 30.0
HELP_BUDGET_MS = 100.0
ROUNDS = 15

SDIST_NEEDS = (
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "PKG-INFO",
    "README.md",
    "crates/urlkey-core/Cargo.toml",
    "crates/urlkey-core/data/tracking.toml",
    "crates/urlkey-core/src/lib.rs",
    "crates/urlkey-py/Cargo.toml",
    "crates/urlkey-py/src/lib.rs",
    "pyproject.toml",
    "python/urlkey/__init__.py",
    "python/urlkey/_core.pyi",
    "python/urlkey/py.typed",
)
WHEEL_NEEDS = (
    "urlkey/__init__.py",
    "urlkey/_core.pyi",
    "urlkey/py.typed",
    "urlkey/cli/__init__.py",
)

# What an environment with the wheel may hold: the runtime dependencies, theirs, and pip's own.
ALLOWED = {
    "urlkey",
    "click",
    "colorama",  # click, on Windows
    "rich",
    "markdown-it-py",  # rich
    "mdurl",  # rich
    "pygments",  # rich
    "zstandard",
    "pip",
    "setuptools",  # comes with every new environment on Python 3.11
}

MESSY = "HTTP://News.Example.com:80/a/./b/../story?utm_source=x&id=7#top"
KEY = "http://news.example.com/a/story?id=7"

LIBRARY_USE = f"""
import urlkey
from pathlib import Path

assert "site-packages" in str(Path(urlkey.__file__)), urlkey.__file__
assert urlkey.key({MESSY!r}) == {KEY!r}, urlkey.key({MESSY!r})
assert len(urlkey.digest({MESSY!r})) == 16
assert urlkey.Canonicalizer("safe").keys([{KEY!r}, "no scheme"]) == [{KEY!r}, None]
try:
    urlkey.key("no scheme")
except urlkey.InvalidURL as error:
    assert isinstance(error, ValueError) and error.code == "missing-scheme", error.code
else:
    raise AssertionError("an invalid URL was accepted")
"""


@dataclass
class Report:
    """Counts what was checked, so that a run that checked nothing is seen."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)

    def check(self, what: str, problem: str = "") -> None:
        """Record one check: it failed if there is a problem to tell."""
        if problem:
            self.failed.append(what)
            print(f"  FAILED  {what}: {problem}", flush=True)
        else:
            self.passed += 1
            print(f"  ok      {what}", flush=True)


def outside_environment() -> dict[str, str]:
    """The caller's environment without anything that could lend the wheel a hand."""
    lent = {"VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH", "URLKEY_SHARED"}
    return {name: value for name, value in os.environ.items() if name not in lent}


def run(
    command: list[str | Path], cwd: Path, *, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command outside the repository and keep what it says."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=outside_environment(),
        input=stdin if stdin is not None else "",
        capture_output=True,
        text=True,
        check=False,
    )


def must(command: list[str | Path], cwd: Path) -> str:
    """Run a command without which nothing else can be checked."""
    done = run(command, cwd)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_sdist(work: Path) -> Path:
    """Build the sdist from the repository."""
    out = work / "sdist"
    must([sys.executable, "-m", "maturin", "sdist", "--out", out], REPO)
    (sdist,) = out.glob("*.tar.gz")
    return sdist


def build_wheel(sdist: Path, work: Path) -> Path:
    """Build a wheel from the sdist, away from the repository, as pip does for a user."""
    out = work / "wheel"
    must(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", out, sdist],
        work,
    )
    (wheel,) = out.glob("*.whl")
    return wheel


def check_contents(sdist: Path, wheel: Path, report: Report) -> None:
    """Look into both archives."""
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in SDIST_NEEDS if name not in inside]
    report.check("the sdist holds what a build needs", ", ".join(missing))
    built = [name for name in inside if name.endswith((".so", ".pyd")) or "/target/" in name]
    report.check("the sdist holds sources only", ", ".join(built))

    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    missing = [name for name in WHEEL_NEEDS if name not in names]
    report.check("the wheel holds package, stubs and type marker", ", ".join(missing))
    core = [name for name in names if name.startswith("urlkey/_core.") and "abi3" in name]
    report.check("the wheel holds one extension for every Python", "" if core else "no abi3 _core")
    licences = {"LICENSE", "LICENSE-MIT", "LICENSE-APACHE"} - {Path(name).name for name in names}
    report.check("the wheel holds the licences", ", ".join(sorted(licences)))
    roots = {name.partition("/")[0] for name in names}
    foreign = {root for root in roots if root != "urlkey" and not root.startswith("urlkey-")}
    report.check("the wheel installs nothing but urlkey", ", ".join(sorted(foreign)))


def check_environment(python: Path, work: Path, report: Report) -> None:
    """See that only runtime dependencies came along."""
    listed = json.loads(must([python, "-m", "pip", "list", "--format", "json"], work))
    extra = {entry["name"].lower() for entry in listed} - ALLOWED
    report.check("no development dependency was installed", ", ".join(sorted(extra)))


def check_use(python: Path, command: Path, work: Path, report: Report) -> None:
    """Use library and command as a user would."""
    used = run([python, "-I", "-c", LIBRARY_USE], work)
    report.check("the library works", used.stderr)

    def expect(what: str, arguments: list[str], expected: str, stdin: str | None = None) -> None:
        done = run([command, *arguments], work, stdin=stdin)
        problem = ""
        if done.returncode != 0 or expected not in done.stdout:
            problem = f"exit {done.returncode}, {done.stdout!r}, {done.stderr!r}"
        report.check(what, problem)

    expect("urlkey --help", ["--help"], "dedupe")
    expect("urlkey --version", ["--version"], ".")
    expect("urlkey key URL", ["key", MESSY], KEY)
    expect("urlkey key, from standard input", ["key"], KEY, stdin=MESSY + "\n")
    expect("urlkey explain URL", ["explain", MESSY], KEY)

    links = work / "links.txt"
    links.write_text(f"{MESSY}\n{KEY}\nhttps://example.org/\n", encoding="utf-8")
    deduped = run([command, "dedupe", links], work)
    report.check(
        "urlkey dedupe FILE",
        ""
        if deduped.returncode == 0 and deduped.stdout == f"{MESSY}\nhttps://example.org/\n"
        else f"exit {deduped.returncode}, {deduped.stdout!r}, {deduped.stderr!r}",
    )


def cpu_ms(command: list[str | Path], work: Path) -> float:
    """CPU time of one run of a command, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    must(command, work)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def check_start_up(python: Path, command: Path, work: Path, report: Report) -> None:
    """Measure start-up against a bare interpreter, in interleaved rounds.

    The least of all rounds is judged: other work on the machine only ever adds.
    """
    commands: dict[str, list[str | Path]] = {
        "bare": [python, "-c", "pass"],
        "import urlkey": [python, "-c", "import urlkey"],
        "urlkey --help": [command, "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, line in commands.items():
            times[name].append(cpu_ms(line, work))
    for name, budget in (("import urlkey", IMPORT_BUDGET_MS), ("urlkey --help", HELP_BUDGET_MS)):
        least = min(times[name]) - min(times["bare"])
        median = statistics.median(times[name]) - statistics.median(times["bare"])
        told = f"{least:.0f} ms CPU above a bare python (median {median:.0f}), budget {budget:.0f}"
        report.check(f"{name}: {told}", "over budget" if least > budget else "")


def main() -> int:
    """Run every check and return the exit code."""
    report = Report()
    with tempfile.TemporaryDirectory(prefix="urlkey-wheel-") as name:
        work = Path(name)
        sdist = build_sdist(work)
        print(f"built {sdist.name}", flush=True)
        wheel = build_wheel(sdist, work)
        print(f"built {wheel.name} from it ({wheel.stat().st_size // 1024} KiB)", flush=True)
        check_contents(sdist, wheel, report)

        empty = work / "empty"
        venv.create(empty, with_pip=True)
        binaries = empty / ("Scripts" if os.name == "nt" else "bin")
        python, command = binaries / "python", binaries / "urlkey"
        must([python, "-m", "pip", "install", "--quiet", wheel], work)
        check_environment(python, work, report)
        check_use(python, command, work, report)
        check_start_up(python, command, work, report)
    print(f"wheel: {report.passed} passed, {len(report.failed)} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
