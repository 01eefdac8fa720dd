"""Take ten million lines through ``urlkey dedupe``: lines a second, memory, and the exact result.

Run it with ``make bench-dedupe``. The list is made by ``bench/generate_lines.py`` in a temporary
folder. The command runs as people run it, as a process of its own; afterwards this process works
out by itself which lines had to be kept, and compares every byte.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GENERATOR = ROOT / "bench" / "generate_lines.py"
LINES = 10_000_000
TARGET_RATE = 1_000_000
TARGET_RSS = 1024  # MiB


@dataclass
class Run:
    """What one run of the command took."""

    wall: float  # seconds
    cpu: float  # seconds
    peak: float  # MiB


def dedupe(source: Path, kept: Path) -> Run:
    """Run the command.

    The kernel counts this process's memory as the child's until the child is a program of its own,
    so this must run while this process is small.
    """
    command = Path(sys.executable).parent / "urlkey"
    start = time.perf_counter()
    child = subprocess.Popen([command, "dedupe", source, "-o", kept], stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"urlkey dedupe failed with status {child.returncode}")
    unit = 1 << 20 if platform.system() == "Darwin" else 1 << 10
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def check(source: Path, kept: Path) -> tuple[int, int, str]:
    """Keep the first line of each key, compare with what was kept; count lines and pages."""
    import urlkey

    digest = urlkey.Canonicalizer("dedup").digest
    seen: set[int] = set()
    lines = 0
    with source.open("rb") as given, kept.open("rb") as found:
        for line in given:
            lines += 1
            try:
                page = int.from_bytes(digest(line.rstrip(b"\r\n"))[:8])
            except urlkey.InvalidURL:
                continue
            if page in seen:
                continue
            seen.add(page)
            output = found.readline()
            if output.rstrip(b"\r\n") != line.rstrip(b"\r\n"):
                return lines, len(seen), f"line {lines} had to be kept: {line!r}, not {output!r}"
        rest = found.readline()
    return lines, len(seen), f"kept, and had to go: {rest!r}" if rest else ""


def main(argv: list[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        prog="make bench-dedupe", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--lines", type=int, default=LINES, help=f"how many ({LINES})")
    parser.add_argument("--seed", type=int, default=1, help="of the generated list (1)")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="urlkey-bench-") as folder:
        source, kept = Path(folder, "lines.txt"), Path(folder, "kept.txt")
        print(f"generating {options.lines:,} lines …", file=sys.stderr)
        size = ["--lines", str(options.lines), "--seed", str(options.seed)]
        generate = [sys.executable, str(GENERATOR), *size, "--output", str(source)]
        done = subprocess.run(generate, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        told = int(done.stdout.split()[-2])  # N lines, M pages

        one = Path(folder, "one.txt")
        one.write_text("http://example.com/\n", encoding="ascii")
        start_up = min((dedupe(one, kept) for _ in range(3)), key=lambda run: run.wall)
        run = dedupe(source, kept)

        print("checking …", file=sys.stderr)
        lines, pages, wrong = check(source, kept)
        megabytes = source.stat().st_size / 1e6
        print(f"input: {lines:,} lines, {megabytes:,.0f} MB; {pages:,} pages")
        print(f"start-up: {start_up.wall:.2f} s, {start_up.cpu:.2f} s CPU")
        print(f"in all: {run.wall:.2f} s, {run.cpu:.2f} s CPU")
        rate = lines / max(run.wall - start_up.wall, 1e-9)
        print(f"lines a second after start-up: target ≥ {TARGET_RATE:,}, measured {rate:,.0f}")
        print(f"peak RSS: target ≤ {TARGET_RSS:,} MiB, measured {run.peak:,.0f}")
        rate = lines / max(run.cpu - start_up.cpu, 1e-9)
        print(f"lines a CPU second after start-up: {rate:,.0f}")
        if not wrong and pages != told:
            wrong = f"{pages} pages were kept, the generator made {told}"
        print(f"exact: {wrong or 'yes, every line'}")
        if wrong:
            sys.exit(1)


if __name__ == "__main__":
    main()
