#!/usr/bin/env python3
"""What SpMM by windows of rows does on a matrix, before any of it is run.

  scripts/tensor-counts.py MATRIX.mtx[.gz]... [-columns N]

For windows of 8 and 16 rows (recipes/lib/row-windows.script): how many columns
they list, the sum of the numbers of different columns of each window; the reuse
rho, entries per listed column, by which fewer rows of X are gathered than by a
product row by row; the fill, entries per stored value; how many instructions of a
warp one product has; and bytes of X that it gathers and of values that it reads,
beside what a product row by row gathers. X has N columns (128 unless given).
"""

import argparse
import gzip
from collections import defaultdict
from pathlib import Path

# Instruction, bytes of a factor, its sizes of rows, columns and sums: the table of
# lib/IR/TensorAtoms.cpp.
INSTRUCTIONS = [
    ("m8n8k4.f64", 8, 8, 8, 4),
    ("m16n8k8.tf32", 4, 16, 8, 8),
    ("m16n8k16.f16", 2, 16, 8, 16),
]


def entries(path):
    """Rows, columns, and the positions (row, column) of a Matrix Market file."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        head = file.readline().lower().split()
        if len(head) < 5 or head[:3] != ["%%matrixmarket", "matrix", "coordinate"]:
            raise SystemExit(f"{path}: not a Matrix Market file of coordinates")
        both = head[4] != "general"
        lines = (line for line in file if line.strip() and line[0] != "%")
        rows, columns = (int(word) for word in next(lines).split()[:2])
        places = set()
        for line in lines:
            row, column = (int(word) - 1 for word in line.split()[:2])
            places.add((row, column))
            if both:
                places.add((column, row))
    return rows, columns, places


def windows(places, height):
    """How many different columns each window with an entry has."""
    found = defaultdict(set)
    for row, column in places:
        found[row // height].add(column)
    return [len(columns) for columns in found.values()]


def up(number, size):
    return -(-number // size)


def rows_of(places, columns):
    """A line for each instruction and height of windows that it has."""
    for name, size, m, n, depth in INSTRUCTIONS:
        for height in sorted({m, n}):
            lanes = m if height == n else n
            lengths = windows(places, height)
            listed = sum(lengths)
            steps = sum(up(length, depth) for length in lengths)
            yield [
                name,
                height,
                listed,
                f"{len(places) / max(listed, 1):.2f}",
                f"{len(places) / max(listed * height, 1):.2f}",
                steps,
                steps * up(columns, lanes),
                listed * columns * size,
                listed * height * size,
                len(places) * columns * size,
            ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("matrices", nargs="+", type=Path)
    parser.add_argument("-columns", type=int, default=128)
    options = parser.parse_args()
    titles = ["instruction", "rows", "listed", "rho", "fill", "steps"]
    titles += ["instructions", "gathered", "values", "gathered by rows"]
    for path in options.matrices:
        rows, columns, places = entries(path)
        print(f"{path.name}: {rows} x {columns}, {len(places)} entries")
        table = [titles, *rows_of(places, options.columns)]
        widths = [max(len(str(line[at])) for line in table) for at in range(10)]
        for line in table:
            cells = [str(cell).rjust(width) for cell, width in zip(line, widths)]
            print("  ".join(cells).rstrip())


if __name__ == "__main__":
    main()
