#!/usr/bin/env python3
"""Times the loops of test/Real and prints one table.

  scripts/real-table.py [NAME...]      all of them; give it an idle machine

Every loop that says how large its input is to be, in a line `// TIME: OPTIONS`
of sparsec-bench, is built with its recipe by gcc and by clang-19, with
`-O3 -march=native -fopenmp-simd`, and run with 1 and 2 threads beside the source
as that compiler makes it. `speedup` is over the faster one of the two sources,
of the faster one of the two results. Results are verified before they are timed.

  -bench FILE    sparsec-bench (build/bin/sparsec-bench)
  -threads LIST  numbers of threads (1,2)
  -seconds S     for each measurement (0.2)
  -csv FILE      all rows of sparsec-bench, with the compiler
"""

import argparse
import csv
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REAL = ROOT / "test/Real"
FLAGS = "-O3 -march=native -fopenmp-simd"
COMPILERS = ["gcc", "clang-19"]


def options_of(source):
    """What the TIME line says, None without one."""
    found = re.search(r"^// TIME: (.*)$", source.read_text(), re.MULTILINE)
    return shlex.split(found.group(1)) if found else None


def timed(source, compiler, args):
    """The rows of sparsec-bench, or its last lines in a ValueError."""
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        command = [args.bench, source, "-recipe", source.with_suffix(".script")]
        command += ["-cc", compiler, "-cflags", FLAGS, "-threads", args.threads]
        command += ["-seconds", args.seconds, "-csv", rows, *options_of(source)]
        run = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True
        )
        if run.returncode or not rows.exists():
            raise ValueError((run.stderr or run.stdout).strip()[-400:])
        with open(rows, newline="") as file:
            return [dict(row, compiler=compiler) for row in csv.DictReader(file)]


def milliseconds(seconds):
    return f"{seconds * 1e3:.2f}"


def line_of(name, rows, threads):
    """The source's times, then for each number of threads the result's."""
    sources = []
    for compiler in COMPILERS:
        own = [float(row["original_s"]) for row in rows if row["compiler"] == compiler]
        sources.append(min(own, default=float("nan")))
    line = [name, *map(milliseconds, sources)]
    best = min(time for time in sources if time == time)
    for count in threads:
        own = [float(row["execute_s"]) for row in rows if row["threads"] == count]
        line += [milliseconds(min(own)), f"{best / min(own):.2f}"]
    inspect = min(float(row["inspect_s"]) for row in rows)
    return [*line, f"{inspect / best:.1f}"]


def print_table(lines):
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        cells = [cell.rjust(width) for cell, width in zip(line, widths)]
        cells[0] = line[0].ljust(widths[0])
        print("  ".join(cells))


def parse():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("-bench", default=ROOT / "build/bin/sparsec-bench")
    parser.add_argument("-threads", default="1,2")
    parser.add_argument("-seconds", default="0.2")
    parser.add_argument("-csv")
    return parser.parse_args()


def main():
    args = parse()
    sources = [REAL / f"{name}.c" for name in args.names] or sorted(REAL.glob("*.c"))
    threads = args.threads.split(",")
    head = ["loop, ms", *(f"by {compiler}" for compiler in COMPILERS)]
    for count in threads:
        head += [f"{count} thread" + "s" * (count != "1"), "speedup"]
    lines, everything, failed = [[*head, "inspect, runs"]], [], False
    for source in sources:
        if options_of(source) is None:
            print(f"{source.stem}: has no TIME line", file=sys.stderr)
            continue
        rows = []
        for compiler in COMPILERS:
            try:
                rows += timed(source, compiler, args)
            except ValueError as error:
                print(f"{source.stem}, {compiler}: {error}", file=sys.stderr)
                failed = True
        everything += rows
        if rows:
            lines.append(line_of(source.stem, rows, threads))
    print_table(lines)
    if args.csv and everything:
        with open(args.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, everything[0].keys())
            writer.writeheader()
            writer.writerows(everything)
    return failed


if __name__ == "__main__":
    sys.exit(main())
