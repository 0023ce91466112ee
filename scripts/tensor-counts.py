#!/usr/bin/env python3
"""What SpMM by windows of rows does on a matrix, before any of it is run.

  scripts/tensor-counts.py MATRIX.mtx[.gz]... [-columns N] [-reuse RHO | -traces]

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

With -traces the lines are of rows as traces (recipes/lib/row-traces.script) in steps
of 8, 2 and 1 pieces, and of rows by classes of their length: how many rows have
entries, steps of all, the fill, entries per place of a step, instructions, and bytes
that the loads of X move, of which each has one sector of 32 bytes at least for each
entry.
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


# Classes of rows: the most pieces that a row of it may have, and those of its steps.
CLASSES = [(1, 1), (4, 2), (None, 8)]


def traces_of(places, columns):
    """A line for each instruction and number of pieces, and for each class of rows."""
    lengths = list(Counter(row for row, _ in places).values())
    for name, size, m, _, depth in INSTRUCTIONS:
        if m == 8:
            continue

        def line(label, rows, pieces):
            steps = sum(up(each, pieces * depth) for each in rows)
            beside = m // pieces
            # A load of an instruction has 8 neighbours at most.
            moved = up(min(beside, 8) * size, 32) * 32 * up(columns, min(beside, 8))
            fill = sum(rows) / max(steps * pieces * depth, 1)
            counts = [len(rows), steps, f"{fill:.2f}", steps * up(columns, beside)]
            return [name, label, pieces, *counts, sum(rows) * moved]

        for pieces in (8, 2, 1):
            yield line("all", lengths, pieces)
        left, of_classes = lengths, []
        for most, pieces in CLASSES:
            rows = [each for each in left if most is None or each <= most * depth]
            left = [each for each in left if most is not None and each > most * depth]
            of_classes.append(line("class", rows, pieces))
        yield from of_classes
        sums = [sum(each[at] for each in of_classes) for at in (3, 4, 6, 7)]
        yield [name, "classes", "", sums[0], sums[1], "", *sums[2:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("matrices", nargs="+", type=Path)
    parser.add_argument("-columns", type=int, default=128)
    parser.add_argument("-reuse", type=float)
    parser.add_argument("-pieces", type=int)
    parser.add_argument("-traces", action="store_true")
    options = parser.parse_args()
    titles = ["instruction", "rows", "listed", "rho", "fill", "steps", "longest"]
    titles += ["instructions", "gathered", "values", "gathered by rows", "masked"]
    if options.pieces is not None:
        titles.insert(7, "pieces")
    if options.reuse is not None:
        titles[2:2] = ["chosen", "part"]
    for path in options.matrices:
        if not path.is_file():
            raise SystemExit(f"{path}: no such file")
        rows, columns, places = entries(path)
        print(f"{path.name}: {rows} x {columns}, {len(places)} entries")
        if options.traces:
            titles = ["instruction", "rows", "pieces", "number", "steps", "fill"]
            titles += ["instructions", "moved"]
            lines = traces_of(places, options.columns)
        else:
            lines = rows_of(places, options.columns, options.reuse, options.pieces)
        table = [titles, *lines]
        widths = [max(len(str(cell)) for cell in cells) for cells in zip(*table)]
        for line in table:
            cells = [str(cell).rjust(width) for cell, width in zip(line, widths)]
            print("  ".join(cells).rstrip())


if __name__ == "__main__":
    main()
