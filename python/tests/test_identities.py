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
    def turned(self):
        return torch.from_numpy(self.A @ vector(20)[::-1])

    def test_memory_taken_from_a_tensor(self):
        """Another tensor does not get it as long as its address is known."""
        for take in (
            lambda t: setattr(t, "data", t.clone()), lambda t: t.set_(t.clone()),
        ):
            index, col, a = tensors(self.A)
            self.op(index, col, a, self.x)  # whose memory the plan has
            array = self.A.indices.copy()
            memory, col = weakref.ref(array), torch.from_numpy(array)
            del array
            self.op(index, col, a, self.x)
            take(col)
            self.assertIsNotNone(memory())
            col.copy_(19 - col)
            self.equal(self.op(index, col, a, self.x), self.turned())

    def test_another_tensor_of_the_memory(self):
        index, col, a = tensors(self.A)
        self.op(index, col, a, self.x)
        other = col.data  # counts for itself
        col.copy_(19 - col)
        self.equal(self.op(index, other, a, self.x), self.turned())

    def test_numbers(self):
        """Those that no plan depends on are the caller's."""
        op = self.operator(SUMS, SERIAL)
        parts, p = tensors(self.A), torch.ones(20, dtype=torch.float64)
        full = torch.from_numpy(self.A.sum(axis=1)) > 0
        known = op._registered.known
        for alpha, sign in ((0.0, 1), (-0.0, -1), (0.0, 1)):
            found = op(*parts, alpha, p)
            self.equal(found[full], torch.full_like(found[full], sign * torch.inf))
        for step in range(20):
            op(*parts, float(step), p)
            op(*parts, float("nan"), p)
        self.assertEqual(len(known), 1)

    def test_those_used_last_stay(self):
        parts = tensors(self.A)
        self.op(*parts, self.x)
        known = self.op._registered.known
        entry = next(reversed(known.entries.values()))
        for seed in range(20):
            self.op(*tensors(matrix(seed=seed)), self.x)
            self.op(*parts, self.x)
        self.assertIs(next(reversed(known.entries.values())), entry)

    def test_graphs_vouch_for_nothing(self):
        from torch.fx.experimental.proxy_tensor import make_fx

        parts = tensors(self.A)
        for mode in ("real", "fake"):
            graph = make_fx(lambda x: self.op(*parts, x), tracing_mode=mode,
                            _allow_non_fake_inputs=True)(self.x)
            self.assertNotIn("known", graph.code)
            self.equal(graph(self.x), self.y)
        self.assertNotIn("known", self.op.schema)
        # In a graph a call finds nothing by identity.
        parts = tensors(matrix(seed=5))
        before = list(self.op._registered.known.entries)
        make_fx(self.op)(*parts, self.x)(*parts, self.x)
        self.assertEqual(list(self.op._registered.known.entries), before)

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
