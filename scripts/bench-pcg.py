#!/usr/bin/env python3
"""Times recipes/pcg: pcg-serial, and pcg with 1 and 2 threads.

    scripts/bench-pcg.py BUILD ROUNDS PRECONDITIONER[,..] MATRIX.mtx.gz...

The programs of BUILD (docs/recipes/pcg.md) take turns, ROUNDS times each. A
line of the table is for one matrix and preconditioner; a cell has the medians of
pcg-serial / pcg with 1 / with 2 threads. Product, preconditioner and vectors are
per iteration; inspection is in iterations of the same run, cold. The speedup is
that of the whole run but for reading the matrix. Iterations and residuals that
differ are an error.
"""

import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

PARTS = ["inspection", "factorization", "product", "preconditioner", "vectors"]


def run(program, threads, preconditioner, matrix):
    """Iterations, the true residual as printed, and seconds by part."""
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    command = [program, f"-preconditioner={preconditioner}", matrix]
    command.append("-max-iterations=100000")
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    )
    values = dict(re.findall(r"^(\w+) +(\S+) +\S+ %$", done.stdout, re.M))
    iterations = int(re.search(r"^iterations: (\d+)$", done.stdout, re.M)[1])
    residual = re.search(r"^true residual .*: (\S+)$", done.stdout, re.M)[1]
    return iterations, residual, {k: float(v) for k, v in values.items()}


def medians(runs):
    parts = PARTS + ["total"]
    return {k: statistics.median(times[k] for _, _, times in runs) for k in parts}


def measure(build, rounds, preconditioner, matrix):
    """Prints the line of one matrix and preconditioner."""
    programs = [("pcg-serial", 1), ("pcg", 1), ("pcg", 2)]
    runs = {program: [] for program in programs}
    for _ in range(rounds):
        for name, threads in programs:
            made = run(f"{build}/{name}", threads, preconditioner, matrix)
            runs[name, threads].append(made)
    found = {made[:2] for several in runs.values() for made in several}
    if len(found) != 1:
        sys.exit(f"{matrix}, {preconditioner}: results differ: {sorted(found)}")
    iterations, residual = found.pop()
    serial = [times["total"] for _, _, times in runs["pcg-serial", 1]]
    columns = []
    for several in runs.values():
        times = medians(several)
        each = [1e6 * times[k] / iterations for k in PARTS[2:]]
        gains = [s / t["total"] for s, (_, _, t) in zip(serial, several)]
        inspection = 1e6 * times["inspection"] / sum(each)
        column = [f"{1e3 * times['factorization']:.1f}"]
        column += [f"{value:.0f}" for value in each]
        column += [f"{1e3 * times['total']:.0f}"]
        columns.append(column + [f"{statistics.median(gains):.2f}", f"{inspection:.1f}"])
    cells = [" / ".join(texts) for texts in zip(*columns)]
    # Nothing to inspect, or to compare with, in pcg-serial.
    cells[-2:] = [cell.split(" / ", 1)[1] for cell in cells[-2:]]
    name = Path(matrix).name.split(".")[0]
    cells = [name, preconditioner, str(iterations), residual] + cells
    print("| " + " | ".join(cells) + " |", flush=True)


def main(build, rounds, preconditioners, *matrices):
    head = "matrix|with|iterations|true residual|factorization, ms|product, us"
    head += "|preconditioner, us|vectors, us|whole run, ms|speedup|inspection"
    print("| " + " | ".join(head.split("|")) + " |")
    print("|---|---" + "|--:" * 9 + "|")
    for matrix in matrices:
        for preconditioner in preconditioners.split(","):
            measure(build, int(rounds), preconditioner, matrix)


main(*sys.argv[1:])
