#!/usr/bin/env python3
"""What SpMM by windows of rows does on a matrix, before any of it is run.

  scripts/tensor-counts.py MATRIX.mtx[.gz]... [-columns N] [-reuse RHO]

For windows of 8 and 16 rows (recipes/lib/row-windows.script): how many columns
they list, the sum of the numbers of different columns of each window; the reuse
rho, entries per listed column, by which fewer rows of X are gathered than by a
product row by row; the fill, entries per stored value; steps of all windows and of the
longest one, which one warp does one after the other; how many instructions of a
warp one product has; and bytes of X that it gathers and of values that it reads,
beside what a product row by row gathers, and of values without zeros (`masks` of the
recipe: a bit for each row, a position, and entries). X has N columns (128 unless
given).

With -reuse only windows with at least so many entries per listed column go to
instructions, as by recipes/lib/chosen-windows.script, and the lines are of these
and of the rows of all others: `chosen` windows, of all that have entries, the
`part` of all entries that is in them, and what both gather.

With -pieces a warp has so many steps at most (`pieces` of the recipe): the longest
part of a window has no more, and there is the number of these parts, each of which
adds its sums to Y.
"""

import argparse
import gzip
from collections import Counter, defaultdict
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
    """How many entries and different columns each window with an entry has."""
    found, entries = defaultdict(set), Counter()
    for row, column in places:
        found[row // height].add(column)
        entries[row // height] += 1
    return [(entries[at], len(columns)) for at, columns in found.items()]


def up(number, size):
    return -(-number // size)


def rows_of(places, columns, reuse, pieces):
    """A line for each instruction and height of windows that it has."""
    for name, size, m, n, depth in INSTRUCTIONS:
        for height in sorted({m, n}):
            lanes = m if height == n else n
            every = windows(places, height)
            chosen = [one for one in every if one[0] >= (reuse or 0) * one[1]]
            listed = sum(length for _, length in chosen)
            inside = sum(entries for entries, _ in chosen)
            steps = [up(length, depth) for _, length in chosen]
            longest = max(steps, default=0)
            instructions = sum(steps) * up(columns, lanes)
            row = columns * size
            line = [
                name,
                height,
                listed,
                f"{inside / max(listed, 1):.2f}",
                f"{inside / max(listed * height, 1):.2f}",
                sum(steps),
                min(longest, pieces or longest),
                instructions,
                (listed + len(places) - inside) * row,
                listed * height * size,
                len(places) * row,
                listed * (height // 8 + 4) + inside * size,
            ]
            if pieces is not None:
                line.insert(7, sum(up(each, pieces) for each in steps))
            if reuse is not None:
                part = inside / max(len(places), 1)
                line[2:2] = [f"{len(chosen)} of {len(every)}", f"{part:.2f}"]
            yield line


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("matrices", nargs="+", type=Path)
    parser.add_argument("-columns", type=int, default=128)
    parser.add_argument("-reuse", type=float)
    parser.add_argument("-pieces", type=int)
    options = parser.parse_args()
    titles = ["instruction", "rows", "listed", "rho", "fill", "steps", "longest"]
    titles += ["instructions", "gathered", "values", "gathered by rows", "masked"]
    if options.pieces is not None:
        titles.insert(7, "pieces")
    if options.reuse is not None:
        titles[2:2] = ["chosen", "part"]
    for path in options.matrices:
        rows, columns, places = entries(path)
        print(f"{path.name}: {rows} x {columns}, {len(places)} entries")
        table = [titles, *rows_of(places, options.columns, options.reuse, options.pieces)]
        widths = [max(len(str(cell)) for cell in cells) for cells in zip(*table)]
        for line in table:
            cells = [str(cell).rjust(width) for cell, width in zip(line, widths)]
            print("  ".join(cells).rstrip())


if __name__ == "__main__":
    main()
