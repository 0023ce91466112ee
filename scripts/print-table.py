#!/usr/bin/env python3
"""Prints rows of `sparsec-bench -csv` as one table.

usage: print-table.py ROWS.csv [--ratios]

--ratios leaves out times and sizes: one line per recipe and matrix, the speedup
over the original loop for each number of threads.
"""

import csv
import sys


def seconds(text):
    """0.000330 as '330.0 us'."""
    value = float(text)
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if value * factor >= 1:
            return f"{value * factor:.1f} {unit}"
    return f"{value * 1e9:.1f} ns"


def inspector_runs(row):
    return f"{float(row['inspect_s']) / float(row['original_s']):.1f}"


def full_table(rows):
    head = ["recipe", "matrix", "rows", "nnz", "threads", "original", "execute"]
    head += ["speedup", "inspect", "in runs", "GB/s", "GFLOP/s", "max error"]
    yield head
    for row in rows:
        yield [
            *(row[key] for key in ("recipe", "matrix", "rows", "nnz", "threads")),
            seconds(row["original_s"]),
            seconds(row["execute_s"]),
            f"{float(row['speedup']):.2f}",
            seconds(row["inspect_s"]),
            inspector_runs(row),
            f"{float(row['gbps']):.1f}",
            f"{float(row['gflops']):.2f}",
            f"{float(row['max_rel_error']):.0e}",
        ]


def ratio_table(rows):
    threads = sorted({int(row["threads"]) for row in rows})
    yield ["recipe", "matrix", "nnz", "inspector in runs"] + [
        f"speedup, {count} thread{'s' if count > 1 else ''}" for count in threads
    ]
    cases = {}
    for row in rows:
        key = (row["recipe"], row["matrix"], row["nnz"])
        cases.setdefault(key, {})[int(row["threads"])] = row
    for key, found in cases.items():
        speedups = [
            f"{float(found[count]['speedup']):.2f}" if count in found else "-"
            for count in threads
        ]
        yield [*key, inspector_runs(found[min(found)]), *speedups]


def main(path, ratios=""):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    lines = list(ratio_table(rows) if ratios == "--ratios" else full_table(rows))
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        names = [cell.ljust(width) for cell, width in zip(line[:2], widths)]
        numbers = [cell.rjust(width) for cell, width in zip(line[2:], widths[2:])]
        print("  ".join(names + numbers))


if __name__ == "__main__":
    main(*sys.argv[1:])
