"""Matrices with a whole diagonal, and where it is.

diagonal.py FOLDER MATRIX... writes FOLDER/NAME.mtx and FOLDER/NAME.txt for each
MATRIX: a square Matrix Market file, .gz or not; grid:K, the 5 points of a
K x K grid; random:N, not symmetric; arrow:N, the last row and column full. Rows
are sorted, duplicates merged, and the diagonal dominates. NAME.txt has the
position of each row's diagonal entry. NAME-filled.mtx is what elimination makes
of the pattern and its mirror image.
"""

import gzip
import os
import random
import sys


def read(path):
    """The entries of the file as (rows, {(row, column)}), from 0."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        symmetric = "symmetric" in next(file)
        lines = [line.split() for line in file if not line.startswith("%")]
    places = {(int(line[0]) - 1, int(line[1]) - 1) for line in lines[1:] if line}
    mirrored = {(j, i) for i, j in places} if symmetric else set()
    return int(lines[0][0]), places | mirrored


def make(kind, size):
    if kind == "arrow":
        return size, {(i, size - 1) for i in range(size)} | {
            (size - 1, i) for i in range(size)
        }
    if kind == "random":
        return size, {
            (random.randrange(size), random.randrange(size)) for _ in range(3 * size)
        }
    steps = {(i, i + size) for i in range(size * (size - 1))}
    steps |= {(i, i + 1) for i in range(size * size) if (i + 1) % size}
    return size * size, steps | {(j, i) for i, j in steps}


def fill(rows):
    """The rows of L + U for the symmetric pattern around the given one."""
    below = [set() for _ in rows]
    for i, row in enumerate(rows):
        for j in row:
            below[min(i, j)].add(max(i, j))
    for i, column in enumerate(below):
        column.discard(i)
        if column:
            below[min(column)] |= column - {min(column)}
    filled = [column | {i} for i, column in enumerate(below)]
    for i, column in enumerate(below):
        for j in column:
            filled[j].add(i)
    return filled


def write_matrix(path, rows):
    with open(path, "w") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{len(rows)} {len(rows)} {sum(map(len, rows))}\n")
        for i, row in enumerate(rows):
            for j in sorted(row):
                value = random.random() + (len(row) if i == j else -0.5)
                file.write(f"{i + 1} {j + 1} {value:.6f}\n")


def write(folder, name):
    kind, _, size = name.partition(":")
    n, places = make(kind, int(size)) if size else read(name)
    rows = [{i} for i in range(n)]
    for i, j in places:
        rows[i].add(j)
    base = name.replace(":", "") if size else os.path.basename(name).split(".")[0]
    path = os.path.join(folder, base)
    write_matrix(path + ".mtx", rows)
    write_matrix(path + "-filled.mtx", fill(rows))
    with open(path + ".txt", "w") as diagonal:
        position = 0
        for i, row in enumerate(rows):
            diagonal.write(f"{position + sorted(row).index(i)}\n")
            position += len(row)


random.seed(1)
for argument in sys.argv[2:]:
    write(sys.argv[1], argument)
