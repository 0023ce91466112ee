#!/usr/bin/env python3
"""Compares recipes/lobpcg with SciPy: eigenvalues, iterations, and times.

    scripts/compare-lobpcg.py LOBPCG PRECONDITIONER[,..] MATRIX.mtx[.gz]...

For each matrix SciPy's eigsh (shift-invert at 0, by SuperLU) gives the four
smallest eigenvalues, and LOBPCG, a program of docs/recipes/lobpcg.md, the same
with each preconditioner. A line of the table has the iterations, the largest
differences of an eigenvalue, relative to itself and to ||A|| (the greatest sum of
a row's absolute values), the largest residual relative to its eigenvalue, and
LOBPCG's time (reading excepted) in times of eigsh. The exit status is 1 where the
difference is more than 1e-8 of the eigenvalue and more than 4 epsilon ||A||.
Needs numpy and scipy.
"""

import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse.csgraph
import scipy.sparse.linalg

COUNT = 4


def smallest(matrix):
    """The smallest eigenvalues of a connected component."""
    if matrix.shape[0] <= 3 * COUNT:
        return np.linalg.eigvalsh(matrix.toarray())[:COUNT]
    matrix = matrix.tocsc()
    factors = scipy.sparse.linalg.splu(
        matrix,
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0,
        options={"SymmetricMode": True},
    )
    inverse = scipy.sparse.linalg.LinearOperator(matrix.shape, factors.solve)
    start = np.random.default_rng(1).standard_normal(matrix.shape[0])
    return scipy.sparse.linalg.eigsh(
        matrix, COUNT, sigma=0, v0=start, OPinv=inverse
    )[0]


def reference(path):
    """The smallest eigenvalues, ||A|| and seconds. Components are solved one by one:
    Lanczos' method finds an eigenvalue that several have once."""
    matrix = scipy.sparse.csr_matrix(scipy.io.mmread(path), dtype=float)
    start = time.perf_counter()
    labels = scipy.sparse.csgraph.connected_components(matrix, directed=False)[1]
    rows = np.split(np.argsort(labels, kind="stable"), np.cumsum(np.bincount(labels))[:-1])
    parts = [smallest(matrix[some][:, some]) for some in rows]
    seconds = time.perf_counter() - start
    values = np.sort(np.concatenate(parts))[:COUNT]
    return values, abs(matrix).sum(axis=1).max(), seconds


def lobpcg(program, preconditioner, path):
    """Iterations, eigenvalues, relative residuals and seconds."""
    command = [program, f"-preconditioner={preconditioner}", "-progress=0"]
    command += [f"-eigenvalues={COUNT}", "-max-iterations=5000", path]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{path}: {preconditioner}: {done.stderr}")
    pairs = re.findall(r"^ +\d+ +(\S+) +\S+ +(\S+)$", done.stdout, re.M)
    iterations = int(re.search(r"^iterations: (\d+)", done.stdout, re.M)[1])
    seconds = float(re.search(r"^total +(\S+)", done.stdout, re.M)[1])
    values, residuals = np.array(pairs, dtype=float).T
    return iterations, values, residuals, seconds


def main(program, preconditioners, *paths):
    agree = True
    print("| matrix | with | iterations | difference | of the norm | residual | time |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for path in paths:
        values, norm, seconds = reference(path)
        for preconditioner in preconditioners.split(","):
            iterations, found, residuals, took = lobpcg(program, preconditioner, path)
            difference = abs(found - values)
            relative = (difference / values).max()
            of_norm = difference.max() / norm
            bound = np.maximum(1e-8 * values, 4 * np.finfo(float).eps * norm)
            agree &= bool((difference <= bound).all())
            name = Path(path).name.split(".")[0]
            print(
                f"| {name} | {preconditioner} | {iterations} | {relative:.1e} | "
                f"{of_norm:.1e} | {residuals.max():.1e} | {took / seconds:.2f} |",
                flush=True,
            )
    return 0 if agree else "lobpcg and eigsh differ"


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
