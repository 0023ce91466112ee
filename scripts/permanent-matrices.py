#!/usr/bin/env python3
"""Writes the random matrices of docs/permanent.md as Matrix Market files.

    scripts/permanent-matrices.py FOLDER [N ...]

er-N-P.mtx: each place is filled with probability P, values uniform in (0, 1);
dense-N.mtx: all places. The seed is 100 N + 100 P, or the first one after it
whose matrix has no empty row or column; it is in the file's second line.
"""
import argparse
import os
import random


def entries(n, p, seed):
    rng = random.Random(seed)
    return [(i, j, rng.random()) for i in range(n) for j in range(n)
            if rng.random() < p]


def write(path, n, p):
    seed = 100 * n + round(100 * p)
    while True:
        found = entries(n, p, seed)
        if len({i for i, _, _ in found}) == len({j for _, j, _ in found}) == n:
            break
        seed += 1
    with open(path, "w") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n"
                   f"% Python's random.Random({seed}), p = {p}\n"
                   f"{n} {n} {len(found)}\n")
        for i, j, value in found:
            file.write(f"{i + 1} {j + 1} {value!r}\n")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("sizes", metavar="N", nargs="*", type=int,
                        default=[36, 38, 40])
    folder, sizes = vars(parser.parse_args()).values()
    os.makedirs(folder, exist_ok=True)
    for n in sizes:
        for p in (0.1, 0.2, 0.3, 0.4, 0.5):
            write(f"{folder}/er-{n}-{p}.mtx", n, p)
        write(f"{folder}/dense-{n}.mtx", n, 1.1)


main()
