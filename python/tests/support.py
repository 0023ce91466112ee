"""What the tests share."""

import os
import tempfile
import unittest
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import sparsec

RECIPES = Path(__file__).resolve().parents[2] / "recipes"
SPMV = RECIPES / "spmv" / "spmv.c"
ELL = RECIPES / "spmv" / "ell.script"

# A row sum with a value that is returned, scalars by value, two dimensions.
SCALED = """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void scaled(double *restrict y, int n, int m, const int *restrict index,
            const int *restrict col, const double *restrict a, double alpha,
            const double *restrict x) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += alpha * a[j] * x[col[j]];
}
"""
ROWS = """
#pragma sparsec extent(x, n, k)
#pragma sparsec extent(y, n)
void rows(int n, int k, const float x[n][k], float y[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      y[i] += x[i][j];
}
"""
PARALLEL = 'parallel(s, "i")\n'


def matrix(rows=30, columns=20, density=0.2, seed=1):
    random = np.random.default_rng(seed)
    made = sp.random(rows, columns, density, format="csr", random_state=random)
    return sp.csr_array(made)


def vector(length, seed=2):
    return np.random.default_rng(seed).random(length)


class TestCase(unittest.TestCase):
    def spmv(self, **options):
        return sparsec.compile(SPMV, ELL, **{"cflags": ["-O1"], **options})

    def refused(self, kind, *parts):
        """A context in which `kind` is raised, with all parts in its text."""
        return Refused(self, kind, parts)

    def folder(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        return Path(made.name)

    def with_environment(self, **values):
        old = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(old)))
        for name, value in values.items():
            os.environ[name] = str(value)


class Refused:
    def __init__(self, case, kind, parts):
        self.case, self.kind, self.parts = case, kind, parts

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        self.case.assertIsNotNone(kind, f"no {self.kind.__name__}")
        if not issubclass(kind, self.kind):
            return False
        for part in self.parts:
            self.case.assertIn(part, str(error))
        self.error = error
        return True
