"""Tensors of torch in memory, in calls that are none of an operator."""

import unittest

import numpy as np
from support import ELL, PARALLEL, SCALED, SPMV, TestCase, matrix, vector

import sparsec

try:
    import torch
except ImportError:
    torch = None


def sparse(A, index=None):
    index = index or torch.int32
    return torch.sparse_csr_tensor(
        torch.from_numpy(A.indptr).to(index), torch.from_numpy(A.indices).to(index),
        torch.from_numpy(A.data), size=A.shape, check_invariants=True,
    )


@unittest.skipUnless(torch, "there is no torch")
class Tensors(TestCase):
    def setUp(self):
        self.A, self.x, self.f = matrix(), vector(20), self.spmv()
        self.S, self.t = sparse(self.A), torch.from_numpy(self.x)
        self.expected = self.A @ self.x

    def test_calls(self):
        A, x, f = self.A, self.x, self.f
        arrays = (A.indptr, A.indices, A.data)
        tensors = tuple(map(torch.from_numpy, arrays))
        for given in (self.S, self.t), (tensors, self.t), (arrays, self.t), (self.S, x):
            y = f(*given)
            self.assertIsInstance(y, torch.Tensor)
            np.testing.assert_allclose(y.numpy(), self.expected)
        self.assertIsInstance(f(A, x), np.ndarray)
        self.assertLess(f.verify(self.S, self.t), 1e-14)

    def test_what_is_written(self):
        """It is the caller's memory, and torch hears of the change."""
        y = torch.ones(30, dtype=torch.float64)
        version = y._version
        self.assertIs(self.f(self.S, self.t, out=y), y)
        np.testing.assert_allclose(y.numpy(), 1 + self.expected)
        self.assertGreater(y._version, version)
        saved = torch.ones(30, dtype=torch.float64, requires_grad=True) * y
        product = saved * y
        self.f(self.S, self.t, out=y)
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace operation"):
            product.sum().backward()

    def test_updated_values_that_are_written(self):
        """A call gives back the tensor that the plan has now."""
        f = sparsec.compile(
            """
#pragma sparsec csr(n, m, index, col, a); extent(d, n)
void scale(int n, int m, const int *index, const int *col, double *a, const double *d) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      a[j] *= d[i];
}
""",
            recipe='parallel("S0", "i")', cflags=["-O1"],
        )
        d = torch.full((30,), 3.0, dtype=torch.float64)
        with f.plan(self.S) as plan:
            new = torch.ones(self.A.nnz, dtype=torch.float64)
            plan.update(new)
            version = new._version
            self.assertIs(plan(d), new)
            self.assertEqual(new.tolist(), [3.0] * self.A.nnz)
            self.assertGreater(new._version, version)

    def test_sources_that_count_from_one(self):
        f = sparsec.compile(
            """
#pragma sparsec csr_base1(n, m, index, col, a); extent(x, m); extent(y, n)
void from_one(int n, int m, const int *index, const int *col, const double *a,
              const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i] - 1; j < index[i + 1] - 1; j++)
      y[i] += a[j] * x[col[j] - 1];
}
""",
            recipe='parallel("S0", "i")', cflags=["-O1"],
        )
        for given in (self.A, self.S):
            with self.assertRaisesRegex(TypeError, "counts from 1"):
                f(given, self.x)

    def test_plans(self):
        with self.f.plan(self.S) as plan:
            y = torch.zeros(30, dtype=torch.float64)
            version = y._version
            self.assertIs(plan(self.t, out=y), y)
            self.assertGreater(y._version, version)
            np.testing.assert_allclose(y.numpy(), self.expected)
            self.assertIsInstance(plan(self.t), torch.Tensor)
            np.testing.assert_allclose(plan(self.x), self.expected)
            plan.update(2 * self.S.values())
            np.testing.assert_allclose(plan(self.x), 2 * self.expected)
            plan.update(sparse(3 * self.A))
            np.testing.assert_allclose(plan(self.x), 3 * self.expected)

    def test_numbers(self):
        f = sparsec.compile(SCALED, PARALLEL)
        y = f(self.S, torch.tensor(2.0).item(), self.t)
        np.testing.assert_allclose(y.numpy(), 2 * self.expected)

    def test_refusals(self):
        f = self.f
        with self.refused(
            TypeError, "'A.crow_indices()'", "torch.int64", ".to(torch.int32)"
        ):
            f(sparse(self.A, torch.int64), self.t)
        with self.refused(TypeError, "'x'", "torch.float32", "x.to(torch.float64)"):
            f(self.S, self.t.float())
        with self.refused(TypeError, "'x'", "not contiguous", "x.contiguous()"):
            f(self.S, torch.zeros(40, dtype=torch.float64)[::2])
        with self.refused(TypeError, "'x'", "requires a gradient", "x.detach()", "f.op"):
            f(self.S, self.t.clone().requires_grad_())
        with torch.no_grad():
            f(self.S, self.t.clone().requires_grad_())
        with self.refused(TypeError, "'A'", "torch.sparse_coo", "A.to_sparse_csr()"):
            f(self.S.to_sparse_coo(), self.t)
        with self.refused(TypeError, "'A'", "a batch"):
            S = self.S
            parts = S.crow_indices()[None], S.col_indices()[None], S.values()[None]
            f(torch.sparse_csr_tensor(*parts, size=(1, 30, 20)), self.t)
        with self.refused(TypeError, "'x'", "torch.sparse_csr"):
            f(self.S, self.S)
        with self.refused(TypeError, "'A'", "no sparse matrix"):
            f(self.t, self.t)

    def test_own_forms(self):
        """The same of a recipe that pads, whose plan has a copy of the values."""
        f = sparsec.compile(SPMV, ELL, cflags=["-O1"])
        for factor in 1, 2:
            y = f(sparse(factor * self.A), self.t)
            np.testing.assert_allclose(y.numpy(), factor * self.expected)


@unittest.skipUnless(torch, "there is no torch")
class Operands(TestCase):
    """What torch would answer wrongly, or in words of its own."""

    def setUp(self):
        self.op = self.spmv().op
        A = matrix()
        self.parts = list(map(torch.from_numpy, (A.indptr, A.indices, A.data)))
        self.x = torch.from_numpy(vector(20))

    def of(self, x):
        return self.op(*self.parts, x)

    def test_forward_derivatives(self):
        forward = torch.autograd.forward_ad
        with self.refused(TypeError, "no derivatives forward"):
            torch.func.jvp(self.of, (self.x,), (self.x,))
        with forward.dual_level():
            with self.refused(TypeError, "no derivatives forward"):
                self.of(forward.make_dual(self.x, self.x))
            torch.testing.assert_close(self.of(2 * self.x), self.of(self.x) * 2)
        with self.refused(TypeError, "torch.autograd.grad"):
            torch.func.grad(lambda x: self.of(x).sum())(self.x)
        each = torch.func.vmap(self.of)(torch.stack([self.x, 2 * self.x]))
        torch.testing.assert_close(each[1], 2 * self.of(self.x))

    def test_names(self):
        torch.testing.assert_close(self.op(*self.parts, x=self.x), self.of(self.x))
        torch.testing.assert_close(
            self.op(*self.parts, x=self.x, m=20), self.of(self.x)
        )
        with self.refused(TypeError, "no operand 'z'", "index, col, a, x"):
            self.op(*self.parts, self.x, z=1)
        with self.refused(TypeError, "argument 'x'", "ndarray", "torch.as_tensor(x)"):
            self.op(*self.parts, self.x.numpy())


if __name__ == "__main__":
    unittest.main()
