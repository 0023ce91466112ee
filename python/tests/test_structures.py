"""Structures as arguments: of a scipy matrix, of objects and of dicts."""

import pickle
import unittest
from types import SimpleNamespace

import numpy as np
import scipy.sparse as sp
from support import PARALLEL, TestCase, matrix, vector

import sparsec

CSR = """
struct csr { int n, m, nnz; int *index, *col; double *a; };
#pragma sparsec csr(A->n, A->m, A->index, A->col, A->a)
#pragma sparsec extent(x, A->m); extent(y, A->n)
void spmv(const struct csr *A, const double *restrict x, double *restrict y) {
  for (int i = 0; i < A->n; i++)
    for (int j = A->index[i]; j < A->index[i + 1]; j++)
      y[i] += A->a[j] * x[A->col[j]];
}
"""
BY_VALUE = CSR.replace("const struct csr *A", "struct csr A").replace("A->", "A.")
# A copy of the values, which an update renews.
ELL = """
assume_finite()
normalize(s, "j")
measure(s, "j", "M")
tile(s, "j", "M", {outer = "jj"})
local padded = compact_and_pad(s, "jj", {"A->a", "A->col"})
parallel(padded, "i")
"""
# Structures inside, an array in one, numbers, and what the loops write of them.
NESTED = """
typedef struct { int n; double weight[3]; } sizes;
typedef struct { sizes of; double alpha, *x, sums[2]; } task;
#pragma sparsec extent(t->x, t->of.n); t->of.n <= 2
void scale(task *t) {
  for (int i = 0; i < t->of.n; i++)
    t->sums[i] = t->alpha * t->of.weight[i] * t->x[i];
}
"""


class Structures(TestCase):
    def test_scipy_matrix(self):
        A, x = matrix(), vector(20)
        for source in CSR, BY_VALUE:
            f = sparsec.compile(source, PARALLEL)
            self.assertEqual(str(f.__signature__), "(A, x, y=None)")
            self.assertIn("A: a scipy.sparse csr matrix, or an object", f.__doc__)
            np.testing.assert_allclose(f(A, x), A @ x)
            y = np.ones(30)
            self.assertIs(f(A, x, out=y), y)
            np.testing.assert_allclose(y, 1 + A @ x)
            self.assertEqual(f.verify(A, x), 0)
            again = pickle.loads(pickle.dumps(f))
            np.testing.assert_allclose(again(2 * A, x), 2 * (A @ x))
            for shape in (0, 0), (0, 3), (3, 0):
                found = f(sp.csr_array(shape), np.zeros(shape[1]))
                self.assertEqual(found.tolist(), [0.0] * shape[0])

    def test_objects(self):
        f = sparsec.compile(CSR, PARALLEL)
        A, x = matrix(), vector(20)
        parts = {"index": A.indptr, "col": A.indices, "a": A.data}
        # Its sizes may be left to the lengths, but for what none tells.
        for given in (
            {**parts, "n": 30, "m": 20}, {**parts, "m": 20}, {**parts, "n": None},
        ):
            np.testing.assert_allclose(f(given, x), A @ x)
            np.testing.assert_allclose(f(SimpleNamespace(**given), x), A @ x)
        with self.refused(TypeError, "argument 'A'", "dict gives no 'col'", "a, col, index"):
            f({"index": A.indptr, "a": A.data}, x)
        with self.refused(TypeError, "argument 'A'", "ndarray gives no"):
            f(A.toarray(), x)
        with self.refused(
            TypeError, "argument 'A.index'", "int64", "A.index.astype('int32')"
        ):
            f({**parts, "index": A.indptr.astype(np.int64)}, x)
        with self.refused(TypeError, "argument 'A.n'", "no integer"):
            f({**parts, "n": 1.5}, x)
        with self.refused(TypeError, "argument 'y'", "29 elements, but 30"):
            f.verify(A, x, np.zeros(29))
        with self.refused(TypeError, "format is coo", "A.tocsr()"):
            f(A.tocoo(), x)
        with self.refused(TypeError, "no argument 'n'", "A, x, y"):
            f(A, x, n=30)
        broken = A.indices.copy()
        broken[3] = 20
        with self.refused(sparsec.Error, "A->col[3] = 20 is not in [0, 20)"):
            f({**parts, "col": broken, "m": 20}, x)

    def test_plans(self):
        A, x = matrix(), vector(20)
        for recipe in PARALLEL, ELL:
            f = sparsec.compile(CSR, recipe)
            with f.plan(A) as plan:
                np.testing.assert_allclose(plan(x), A @ x)
                np.testing.assert_allclose(plan(x), A @ x)
                self.assertIn("A->col", plan.frozen)
                if recipe == ELL:
                    plan.update(2 * A)
                    np.testing.assert_allclose(plan(x), 2 * (A @ x))
                    plan.update(3 * A.data)
                    np.testing.assert_allclose(plan(x), 3 * (A @ x))
            # New values of one pattern: never the old ones.
            for factor in 1, 2, 5:
                np.testing.assert_allclose(f(factor * A, x), factor * (A @ x))

    def test_bench(self):
        row = sparsec.compile(CSR, PARALLEL).bench(matrix(), seconds=0.001)
        self.assertEqual((row["rows"], row["nnz"]), (30, 120))

    def test_inside(self):
        f = sparsec.compile(NESTED, 'parallel(s, "i")')
        weight, x = np.array([2.0, 3.0, 4.0]), np.array([10.0, 20.0])
        sums = np.full(2, 7.0)
        task = {"of": {"n": 2, "weight": weight}, "alpha": 0.5, "x": x, "sums": sums}
        self.assertIs(f(task), sums)
        self.assertEqual(sums.tolist(), [10.0, 30.0])
        self.assertLess(f.verify(task), 1e-15)
        with self.refused(TypeError, "argument 't.of.weight'", "2 elements"):
            f({**task, "of": {"n": 2, "weight": weight[:2]}})
        with self.refused(TypeError, "gives no 'of.weight'"):
            f({**task, "of": {"n": 2}})
        with self.refused(TypeError, "argument 't.alpha'", "no number"):
            f({**task, "alpha": "1"})

    def test_refusals(self):
        with self.refused(sparsec.Error, "'e[].v'", "structures in an array"):
            sparsec.compile(
                "struct entry { double v; };\n#pragma sparsec extent(e, n)\n"
                "void twice(int n, struct entry *e) {\n"
                "  for (int i = 0; i < n; i++)\n    e[i].v *= 2;\n}\n",
                PARALLEL,
            )
        with self.refused(sparsec.Error, "'A->part->n'", "behind another pointer"):
            sparsec.compile(
                "struct part { int n; double *x; }; struct all { struct part *part; };\n"
                "#pragma sparsec extent(A->part->x, A->part->n)\n"
                "void twice(struct all *A) {\n  for (int i = 0; i < A->part->n; i++)\n"
                "    A->part->x[i] *= 2;\n}\n",
                PARALLEL,
            )
        try:
            f = sparsec.compile(CSR, PARALLEL)
            import torch  # noqa: F401
        except ImportError:
            return
        with self.refused(sparsec.Error, "'A' is a structure", "parameters of their own"):
            f.op


if __name__ == "__main__":
    unittest.main()
