"""Products of SciPy against sparsec.sparse, through Python, on the demo's matrices.

    SPARSEC=build/bin build/python-env/bin/python scripts/compare-scipy.py [--turns 60]
        [--threads 1 2] [--columns 8] [--only NAME ...]

SciPy, and ours on each number of threads, take turns in one process, in a new order
each time, so that what else the machine does meets all of them. Prints a Markdown
table of microseconds: the least and, in brackets, the quarter-way points of each;
gains are of the least ones, which a machine that others use disturbs least. Products
of every size are ours here, from the first on. Then the cost of a call
that has nearly nothing to compute, and the memory that one takes.
"""

import argparse
import ctypes
import gzip
import os
import random
import statistics
import time
import tracemalloc
from pathlib import Path

import numpy as np
import scipy
import scipy.io
import scipy.sparse as sp

import sparsec.sparse
from sparsec.sparse import _products

ROOT = Path(__file__).resolve().parents[1]
REAL = ROOT.parent / "shared" / "matrices" / "real"
OWN = ROOT / "test" / "Inputs" / "matrices"


def stencil(side):
    """The five points of sparsec-bench's stencil2d."""
    one = sp.diags_array([-1.0, 2.0, -1.0], offsets=[-1, 0, 1], shape=(side, side))
    eye = sp.eye_array(side)
    return sp.csr_array(sp.kron(one, eye) + sp.kron(eye, one))


def blocks(rows, size, count):
    """Blocks of size x size at random places, as sparsec-bench's blocks."""
    numbers = np.random.default_rng(1)
    side = rows // size
    col = np.sort(numbers.integers(0, side, (side, count)), axis=1).ravel()
    index = np.arange(0, side * count + 1, count)
    data = numbers.standard_normal((len(col), size, size))
    made = sp.bsr_array((data, col, index), shape=(side * size, side * size))
    return sp.csr_array(made.tocsr())


def read(path):
    with gzip.open(path) as file:
        return sp.csr_array(scipy.io.mmread(file)).astype(float)


def matrices(only):
    files = {
        "gr_30_30": OWN / "gr_30_30.mtx.gz",
        "cryg2500": REAL / "small" / "cryg2500.mtx.gz",
        "shallow_water1": REAL / "bench" / "shallow_water1.mtx.gz",
        "s3rmt3m3": REAL / "bench" / "s3rmt3m3.mtx.gz",
        "bcsstk16": REAL / "bench" / "bcsstk16.mtx.gz",
    }
    made = {
        "stencil2d:500": lambda: stencil(500),
        "blocks:20000,6,6,4": lambda: blocks(120000, 6, 4),
    }
    for name, path in files.items():
        if path.exists():
            made[name] = lambda path=path: read(path)
    for name, make in made.items():
        if only and name not in only:
            continue
        A = make()
        A.indices, A.indptr = A.indices.astype(np.int32), A.indptr.astype(np.int32)
        yield name, A


def in_turns(runs, turns):
    """Microseconds of each, a list per run; after each has run once."""
    times, order = [[] for _ in runs], random.Random(1)
    for turn in range(turns + 1):
        for at in order.sample(range(len(runs)), len(runs)):
            prepare, run = runs[at]
            prepare()
            start = time.perf_counter()
            run()
            if turn:
                times[at].append(1e6 * (time.perf_counter() - start))
    return times


def cell(times):
    low, _, high = statistics.quantiles(times, n=4)
    return f"{min(times):.0f} ({low:.0f}-{high:.0f})"


def products(A, columns):
    """(name, SciPy's, ours): functions of no argument."""
    draw = np.random.default_rng(2).random
    x, X = draw(A.shape[1]), draw((A.shape[1], columns))
    z, B = draw(A.shape[0]), sparsec.sparse.csr_array(A)
    T, U = A.T, B.T
    yield "A @ x", (lambda: A @ x), (lambda: B @ x)
    yield f"A @ X, {columns} columns", (lambda: A @ X), (lambda: B @ X)
    yield "A.T @ z", (lambda: T @ z), (lambda: U @ z)


def row(name, A, product, scipys, ours, options, threads_of):
    np.testing.assert_allclose(ours(), scipys(), rtol=1e-9, atol=1e-9)
    runs = [(lambda: None, scipys)]
    for count in options.threads:
        runs.append((lambda count=count: threads_of(count), ours))
    before = sparsec.sparse.statistics().get("sparsec", 0)
    times = in_turns(runs, options.turns)
    is_ours = sparsec.sparse.statistics().get("sparsec", 0) > before
    ratio = min(times[0]) / min(map(min, times[1:]))
    cells = [name, f"{A.shape[0]}", f"{A.nnz}", product, *map(cell, times)]
    print("|", " | ".join([*cells, f"{ratio:.2f}" if is_ours else "SciPy's"]), "|",
          flush=True)


def overhead(turns):
    """Of a call: on one entry there is nothing to gain."""
    A = sp.csr_array(np.ones((1, 1)))
    B, x = sparsec.sparse.csr_array(A), np.ones(1)
    scipys, ours, left = [], [], []
    for _ in range(20 * turns):
        for times, matrix, minimum in ((scipys, A, 0), (ours, B, 0), (left, B, 20_000)):
            with sparsec.sparse.use(minimum=minimum, after=0, classes="own"):
                start = time.perf_counter()
                matrix @ x
                times.append(1e6 * (time.perf_counter() - start))
    print(
        f"\nA call, one entry, 1 thread, in microseconds: SciPy {cell1(scipys)}, ours "
        f"{cell1(ours)}, ours where it leaves the product to SciPy {cell1(left)}."
    )


def cell1(times):
    low, _, high = statistics.quantiles(times, n=4)
    return f"{min(times):.1f} ({low:.1f}-{high:.1f})"


def memory(A):
    """Of one product beyond its result, and whether the plan got the arrays."""
    B, x, got = sparsec.sparse.csr_array(A), np.ones(A.shape[1]), []
    run = _products.execute
    for _ in range(2):
        B @ x
    _products.execute = lambda plan, entry, values, shapes: (
        got.extend(v.ctypes.data for v in values), run(plan, entry, values, shapes))
    tracemalloc.start()
    y = B @ x
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    _products.execute = run
    own = [B.indptr, B.indices, B.data, x]
    same = sum(array.ctypes.data in got for array in own)
    print(
        f"\nMemory of a product with {A.nnz} entries: {peak} bytes at most, of which "
        f"{y.nbytes} are the result; {same} of the {len(own)} arrays are read where "
        "they lie."
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--columns", type=int, default=8)
    parser.add_argument("--only", nargs="+", default=[])
    options = parser.parse_args()
    # Plans use the OpenMP of gcc, which this finds as they do.
    openmp = ctypes.CDLL("libgomp.so.1")
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"numpy {np.__version__}, scipy {scipy.__version__}; {os.cpu_count()} "
          f"processors, load {load} at the start\n")
    heads = [f"ours, {count}" for count in options.threads]
    print("| matrix | rows | entries | product | SciPy |", " | ".join(heads), "| gain |")
    print("|---|--:|--:|---|--:|" + "--:|" * len(heads) + "--:|")
    last = None
    with sparsec.sparse.use(minimum=0, after=0, classes="own"):
        for name, A in matrices(options.only):
            last = A if last is None or A.nnz > last.nnz else last
            for product, scipys, ours in products(A, options.columns):
                row(name, A, product, scipys, ours, options, openmp.omp_set_num_threads)
        openmp.omp_set_num_threads(1)
        overhead(options.turns)
        memory(last)
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"\nload {load} at the end")


main()
