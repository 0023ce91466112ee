"""Matrices of grids for pcg, in Matrix Market format.

grid.py KIND K writes the matrix of a K x K grid whose edges and unknowns are
weighted at random: `definite`, `singular` (the Laplacian, scaled so that its
rows do not add up to zero), `indefinite` (less than the Laplacian), `laplacian`
(not scaled).
"""

import random
import sys


def entries(kind, k):
    """The lower triangle as {(row, column): value}, from 0."""
    random.seed(1)
    scale = [1 if kind == "laplacian" else 0.5 + random.random() for _ in range(k * k)]
    extra = {"definite": 1e-3, "indefinite": -1e-3}.get(kind, 0)
    values = {(i, i): extra for i in range(k * k)}
    for i in range(k * k):
        right, below = i + 1, i + k
        for j in [right] * (right % k > 0) + [below] * (below < k * k):
            weight = random.random() + 0.1
            values[i, i] += weight
            values[j, j] += weight
            values[j, i] = -weight
    return {(i, j): value * scale[i] * scale[j] for (i, j), value in values.items()}


def main(kind, k):
    values = entries(kind, int(k))
    print("%%MatrixMarket matrix coordinate real symmetric")
    print(int(k) ** 2, int(k) ** 2, len(values))
    for (i, j), value in values.items():
        print(i + 1, j + 1, repr(value))


main(*sys.argv[1:])
