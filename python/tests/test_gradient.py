"""Gradients: C loops that are derived, and those of the user's."""

import copy
import pickle
import unittest
import warnings

import numpy as np
from support import SPMV, TestCase, matrix, vector
from test_torch import tensors, torch

import sparsec

CSR = 'parallel(s, "i")\n'
SPMM = """
#pragma sparsec csr(n, m, index, col, a)
void spmm(int n, int m, int k, const int *restrict index,
          const int *restrict col, const double *restrict a,
          const double x[restrict m][k], double alpha, double y[restrict n][k]) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < k; c++) {
      double sum = 0;
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += a[j] * x[col[j]][c];
      y[i][c] = alpha * sum;
    }
}
"""
SDDMM = """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(out, index[n])
void sddmm(int n, int m, int k, const int *restrict index,
           const int *restrict col, const double *restrict a,
           const double d[restrict n][k], const double e[restrict m][k],
           double *restrict out) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      double dot = 0;
      for (int c = 0; c < k; c++)
        dot += d[i][c] * e[col[j]][c];
      out[j] = a[j] * dot;
    }
}
"""
WEIGHTED = """
#pragma sparsec csr(n, m, index, col, a)
void weighted(int b, int n, int m, int k, const int *restrict index,
              const int *restrict col, const double *restrict a,
              const double w[restrict n], const double x[restrict b][m][k],
              double y[restrict b][n][k]) {
  for (int t = 0; t < b; t++)
    for (int i = 0; i < n; i++)
      for (int j = index[i]; j < index[i + 1]; j++)
        for (int r = 0; r < k; r++)
          y[t][i][r] += w[i] * a[j] * x[t][col[j]][r] - a[j] * a[j] / 3;
}
"""
EXPONENTIAL = """
#include <math.h>
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void softened(int n, int m, const int *restrict index, const int *restrict col,
              const double *restrict a, const double *restrict x,
              double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * exp(x[col[j]]);
}
"""
BACKWARD = """
#include <math.h>
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(grad_x, m)
#pragma sparsec extent(grad_y, n)
void back(int n, int m, const int *restrict index, const int *restrict col,
          const double *restrict a, const double *restrict x,
          const double *restrict grad_y, double *restrict grad_x) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      grad_x[col[j]] += a[j] * exp(x[col[j]]) * grad_y[i];
}
"""
SERIAL = 'novector(s, "i")\n'


def random(*shape):
    made = np.random.default_rng(7).random(shape)
    return torch.from_numpy(made).requires_grad_()


@unittest.skipUnless(torch, "there is no torch")
class Gradients(TestCase):
    def setUp(self):
        self.index, self.col, a = tensors(matrix(6, 5, 0.4))
        self.a = a.requires_grad_()

    def check(self, op, *operands):
        """With respect to all of a and the operands, once and twice."""
        def product(a, *others):
            return op(self.index, self.col, a, *others)

        self.assertTrue(torch.autograd.gradcheck(product, (self.a, *operands)))
        self.assertTrue(torch.autograd.gradgradcheck(product, (self.a, *operands)))

    def test_product(self):
        self.check(sparsec.compile(SPMV, CSR, openmp=False, cflags=["-O1"]).op, random(5))

    def test_columns(self):
        """Through a local, with a number that is no tensor."""
        f = sparsec.compile(SPMM, 'parallel(S0, "i")\n', openmp=False, cflags=["-O1"])
        self.check(f.op, random(5, 3), 1.5)

    def test_copies(self):
        """Models are copied, and sent to other processes, with their operators."""
        f = sparsec.compile(SPMV, CSR, openmp=False, cflags=["-O1"])
        op, x = f.op, random(5)
        by_user = sparsec.compile(EXPONENTIAL, CSR, openmp=False, cflags=["-O1"])
        given = by_user.op.backward(BACKWARD, SERIAL, openmp=False, cflags=["-O1"])
        for made in (op, given):
            expected = made(self.index, self.col, self.a, x)
            grad, = torch.autograd.grad(expected.sum(), x)
            for copied in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
                found = copied(self.index, self.col, self.a, x)
                self.assertTrue(torch.equal(found, expected))
                again, = torch.autograd.grad(found.sum(), x)
                self.assertTrue(torch.equal(again, grad))
                self.assertEqual(repr(copied), repr(made))

    def test_no_warnings(self):
        """Of a recipe that is not the user's."""
        with warnings.catch_warnings():
            warnings.simplefilter("error", sparsec.Warning)
            for source, names in (SPMV, "ax"), (SPMM, "ax"), (SDDMM, "ax"), (WEIGHTED, "ax"):
                f = sparsec.compile(source, 'parallel(S0, "i")\n', openmp=False, cflags=["-O1"])
                for name in set(names) & set(f._contract.arguments):
                    f.gradient(name)

    def test_sampled(self):
        f = sparsec.compile(SDDMM, 'parallel(S0, "i")\n', openmp=False, cflags=["-O1"])
        self.check(f.op, random(6, 3), random(5, 3))

    def test_weighted_batches(self):
        """A sum of two products, one with a square."""
        f = sparsec.compile(WEIGHTED, 'parallel(s, "i")\n', openmp=False, cflags=["-O1"])
        self.check(f.op, random(6), random(2, 5, 3))

    def test_those_of_the_user(self):
        f = sparsec.compile(EXPONENTIAL, CSR, openmp=False, cflags=["-O1"])
        x = random(5)
        with self.refused(sparsec.Error, "gradient", "'exp'", "sum of products"):
            f.op(self.index, self.col, self.a, x).sum().backward()
        op = f.op.backward(BACKWARD, SERIAL, openmp=False, cflags=["-O1"])
        self.assertIs(op, f.op)
        self.assertTrue(
            torch.autograd.gradcheck(
                lambda a, x: op(self.index, self.col, a, x), (self.a, x)
            )
        )
        torch.library.opcheck(op._packet, (self.index, self.col, self.a, x))

    def test_refused_functions(self):
        f = sparsec.compile(SPMV, CSR, openmp=False, cflags=["-O1"])
        with self.refused(TypeError, "it writes 'y'", "grad_x"):
            f.op.backward(SPMV, CSR)
        unknown = BACKWARD.replace("grad_y", "gradient")
        with self.refused(TypeError, "nothing tells", "'gradient'"):
            f.op.backward(unknown, SERIAL)
        with self.refused(TypeError, "a recipe is missing"):
            f.op.backward(BACKWARD)
        with self.refused(sparsec.Error, "'col'", "int"):
            f.gradient("col")
        with self.refused(sparsec.Error, "'y'", "the loops write it"):
            f.gradient("y")
        with self.refused(TypeError, "no argument 'z'"):
            f.gradient("z")

    def test_place_of_what_is_refused(self):
        f = sparsec.compile(EXPONENTIAL, CSR, openmp=False)
        with self.assertRaises(sparsec.Error) as caught:
            f.gradient("x")
        line = EXPONENTIAL.splitlines()[caught.exception.line - 1]
        self.assertEqual("y[i] += a[j] * exp(x[col[j]]);", line.strip())
        self.assertIn(line.strip() + "\n", str(caught.exception))

    def test_bits(self):
        """Threads round as the loops on one thread do."""
        for source in (SPMV, SPMM, SDDMM, WEIGHTED):
            first = "s" if source in (SPMV, WEIGHTED) else "S0"
            f = sparsec.compile(source, f'parallel({first}, "i")\n', openmp=False, cflags=["-O1"])
            A, name = matrix(60, 40), "e" if source is SDDMM else "x"
            # What compilers contract to fused operations rounds otherwise.
            exact = {"cflags": ["-O2", "-ffp-contract=off"]}
            parallel = f.gradient(name, openmp=True, **exact)
            serial = f.gradient(name, 'use("lib/gradient-serial.script")()\n', **exact)
            self.assertIn("parallel", " ".join(parallel._contract.steps))
            known = parallel._contract
            values = {"n": 60, "m": 40, "k": 3, "b": 2, "alpha": 1.5,
                      "index": A.indptr, "col": A.indices, "a": A.data}
            values = {n: v for n, v in values.items() if n in known.arguments}
            for n in known.arrays:
                if n not in values and n not in known.written:
                    shape = [
                        A.nnz if isinstance(length, list) else values[length]
                        for length in known.arguments[n]["lengths"]
                    ]
                    values[n] = np.random.default_rng(3).random(shape)
            np.testing.assert_array_equal(parallel(**values), serial(**values))

    def test_without_torch(self):
        f, A = sparsec.compile(SPMV, CSR), matrix()
        np.testing.assert_allclose(f.gradient("x")(A, vector(30)), A.T @ vector(30))


if __name__ == "__main__":
    unittest.main()
