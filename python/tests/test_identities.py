"""f.op: what it knows by the identity of tensors, and changes of operands."""

import unittest
import weakref

from support import ELL, SCALED, SPMV, TestCase, matrix, vector
from test_torch import tensors, torch

import sparsec

SUMS = """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(p, m)
#pragma sparsec extent(y, n)
void sums(int n, int m, const int *restrict index, const int *restrict col,
          const double *restrict a, double alpha, const double *restrict p,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += p[col[j]] / alpha;
}
"""
MOVE = """
#pragma sparsec extent(from, n)
#pragma sparsec extent(to, n)
void move(int n, const int *restrict from, int *restrict to) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
"""
SERIAL = 'novector(s, "i")\n'


class OfTorch(TestCase):
    def setUp(self):
        self.A = matrix()
        self.x = torch.from_numpy(vector(20))
        self.y = torch.from_numpy(self.A @ vector(20))
        self.op = self.operator(SPMV, ELL)

    def operator(self, source, recipe):
        return sparsec.compile(source, recipe, cflags=["-O1"], openmp=False).op

    def equal(self, found, expected):
        torch.testing.assert_close(found, expected)


@unittest.skipUnless(torch, "there is no torch")
class Changes(OfTorch):
    """Of out=."""

    def test_are_counted(self):
        parts = tensors(self.A)
        y = torch.zeros(30, dtype=torch.float64)
        for count in (1, 2):
            self.op(*parts, self.x, out=y)
            self.assertEqual(y._version, count)
        with torch.inference_mode():
            self.op(*parts, self.x, out=y)
            self.assertEqual(y._version, 3)
            own = torch.zeros(30, dtype=torch.float64)
            self.equal(self.op(*parts, self.x, out=own), self.y)

    def test_of_a_pattern(self):
        """One operator writes what the other knows."""
        index, col, a = tensors(self.A)
        move, turned = self.operator(MOVE, SERIAL), 19 - col
        self.equal(self.op(index, col, a, self.x), self.y)
        move(turned, out=col)
        self.equal(
            self.op(index, col, a, self.x), torch.from_numpy(self.A @ vector(20)[::-1])
        )

    def test_of_what_is_saved(self):
        q = torch.ones(30, dtype=torch.float64, requires_grad=True)
        y = torch.ones(30, dtype=torch.float64)
        z = (q * y).sum()
        self.op(*tensors(self.A), self.x, out=y)
        with self.refused(RuntimeError, "modified by an inplace operation"):
            z.backward()

    def test_have_no_gradients(self):
        parts, x = tensors(self.A), self.x.clone().requires_grad_()
        y = torch.zeros(30, dtype=torch.float64)
        with self.refused(RuntimeError, "requires", "without out=", "no_grad"):
            self.op(*parts, x, out=y)
        leaf = torch.zeros(30, dtype=torch.float64, requires_grad=True)
        with self.refused(RuntimeError, "requires", "without out=", "no_grad"):
            self.op(*parts, self.x, out=leaf)
        self.assertEqual(leaf.abs().sum().item(), 0)
        with torch.no_grad():
            self.equal(self.op(*parts, x, out=y), self.y)
            self.op(*parts, x, out=leaf)
        self.equal(leaf.detach(), self.y)
        with torch.autograd.forward_ad.dual_level():
            dual = torch.autograd.forward_ad.make_dual(self.x, self.x)
            with self.refused(RuntimeError, "without out="):
                self.op(*parts, dual, out=y)

    def test_compiled(self):
        parts = tensors(self.A)

        @torch.compile(fullgraph=True)
        def twice(x):
            y = torch.zeros(30, dtype=torch.float64)
            self.op(*parts, x, out=y)
            return 2 * self.op(*parts, x, out=y)

        self.equal(twice(self.x), 4 * self.y)


@unittest.skipUnless(torch, "there is no torch")
class Identities(OfTorch):
    def test_conjugated(self):
        """Plans on a GPU read memory, which does not have it."""
        from sparsec._cuda import check_device
        from sparsec._device_arrays import of_torch

        op_of = sparsec.compile(SCALED, SERIAL, openmp=False)
        argument = {"name": "z", "element": {
            "kind": "complex", "bytes": 16, "type": "double _Complex"}}
        z = torch.ones(3, dtype=torch.complex128)
        check_device(op_of._contract, argument, of_torch(z), (3,), "execute")
        with self.refused(TypeError, "'z'", "z.resolve_conj()"):
            check_device(op_of._contract, argument, of_torch(z.conj()), (3,), "execute")
        negated = z.conj().imag
        self.assertTrue(of_torch(negated).is_lazy)


if __name__ == "__main__":
    unittest.main()
