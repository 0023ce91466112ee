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
