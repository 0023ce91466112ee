"""f.op: what torch asks of operators, and what is refused."""

import os
import subprocess
import sys
import threading
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
from support import ELL, SPMV, TestCase, matrix, vector
from test_plans import in_fork

import sparsec

try:
    import torch
    from torch.autograd import forward_ad
    from torch.overrides import TorchFunctionMode
    from torch.utils._python_dispatch import TorchDispatchMode
except ImportError:
    torch = None

CSR = 'parallel(s, "i")\n'
TOTAL = """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(low, n)
double split(int n, int m, const int *restrict index, const int *restrict col,
             const double *restrict a, double lambda, int self,
             double *restrict low) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++) {
      low[i] += lambda * a[j];
      sum += self * a[j];
    }
  return sum;
}
"""

QUOTIENTS = """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void quotients(int n, int m, const int *restrict index, const int *restrict col,
               const double *restrict a, double alpha, const double *restrict x,
               double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]] / alpha;
}
"""


def tensors(A):
    """index, col, a: copies."""
    return [torch.from_numpy(part.copy()) for part in (A.indptr, A.indices, A.data)]


@unittest.skipUnless(torch, "there is no torch")
class Operators(TestCase):
    def setUp(self):
        self.A = matrix()
        self.x = torch.from_numpy(vector(20))
        self.y = torch.from_numpy(self.A @ vector(20))

    def equal(self, found, expected):
        torch.testing.assert_close(found, expected)

    def operator(self, recipe=ELL):
        return sparsec.compile(SPMV, recipe, cflags=["-O1"], openmp=False).op

    def test_calls(self):
        for recipe in (ELL, CSR):
            op = self.operator(recipe)
            parts = tensors(self.A)
            self.equal(op(*parts, self.x), self.y)
            self.equal(op(*parts, self.x, n=30), self.y)
            y = torch.ones(30, dtype=torch.float64)
            self.assertIs(op(*parts, self.x, out=y), y)
            self.equal(y, 1 + self.y)
            S = torch.sparse_csr_tensor(*parts, (30, 20))
            self.equal(op(S, self.x), self.y)

    def test_results_and_scalars(self):
        """A value, an array, numbers, and names that torch has words for."""
        f = sparsec.compile(TOTAL, 'novector(S1, "i")\n', openmp=False)
        total, low = f.op(*tensors(self.A), 0.5, 3, m=20)
        self.equal(total, torch.tensor([3 * self.A.data.sum()]))
        self.equal(low, torch.from_numpy(0.5 * self.A.sum(axis=1)))

    def test_registered_once(self):
        op, other = self.operator(), self.operator()
        self.assertIs(op._packet, other._packet)
        self.assertIsNot(op._packet, self.operator(CSR)._packet)
        self.assertIn("Tensor index, Tensor col, Tensor a, Tensor x", op.schema)

    def test_changes_in_place(self):
        """Of the pattern torch counts them; values are compared."""
        op = self.operator()
        index, col, a = tensors(self.A)
        op(index, col, a, self.x)
        a *= 2
        self.equal(op(index, col, a, self.x), 2 * self.y)
        a.data.mul_(2)
        self.equal(op(index, col, a, self.x), 4 * self.y)
        col.copy_(19 - col)
        turned = torch.from_numpy(self.A @ vector(20)[::-1])
        self.equal(op(index, col, a, self.x), 4 * turned)

    def test_memory_that_is_used_again(self):
        op = self.operator()
        for seed in range(30):
            A = matrix(seed=seed)
            self.equal(op(*tensors(A), self.x), torch.from_numpy(A @ vector(20)))
        with torch.inference_mode():
            self.equal(op(*tensors(self.A), self.x), self.y)

    def test_empty(self):
        op = self.operator(CSR)
        for rows, columns in ((0, 0), (3, 0), (0, 3), (3, 3)):
            A = matrix(rows, columns, 0)
            made = op(*tensors(A), torch.ones(columns, dtype=torch.float64))
            self.assertEqual(made.shape, (rows,))
            self.assertEqual(made.abs().sum().item(), 0)

    def test_refusals(self):
        op = self.operator()
        index, col, a = tensors(self.A)
        x = self.x
        with self.refused(TypeError, "'col'", "torch.int64", "col.to(torch.int32)"):
            op(index, col.long(), a, x)
        with self.refused(TypeError, "'x'", "torch.float32", "torch.float64"):
            op(index, col, a, x.float())
        with self.refused(TypeError, "'x'", "not contiguous", "x.contiguous()"):
            op(index, col, a, torch.stack([x, x], 1)[:, 0])
        with self.refused(TypeError, "'x'", "21 elements", "20"):
            op(index, col, a, torch.ones(21, dtype=torch.float64), m=20)
        with self.refused(TypeError, "'a'", "119", "120"):
            op(index, col, a[1:], x)
        with self.refused(TypeError, "'y'", "29", "30"):
            op(index, col, a, x, out=torch.zeros(29, dtype=torch.float64))
        with self.refused(TypeError, "'y'", "shares memory with 'x'"):
            both = torch.zeros(30, dtype=torch.float64)
            op(index, col, a, both[:20], out=both)
        with self.refused(TypeError, "index, col, a, x", "3 operands"):
            op(index, col, a)
        with self.refused(sparsec.Error, "does not hold"):
            op(index, col + 20, a, x)
        with self.refused(TypeError, "'x'", "torch.sparse_coo"):
            op(index, col, a, x.to_sparse())
        self.equal(op(index, col, a, x), self.y)

    def test_refused_numbers(self):
        op = sparsec.compile(TOTAL, 'novector("S1", "i")\n', cflags=["-O1"]).op
        index, col, a = tensors(self.A)
        with self.refused(TypeError, "'self'", "no integer", "declares int"):
            op(index, col, a, 2.0, 3.5, m=20)
        with self.refused(TypeError, "'lambda'", "no number", "declares double"):
            op(index, col, a, "2", 3, m=20)
        with self.refused(TypeError, "'self'", "does not fit", "int"):
            op(index, col, a, 2.0, 2**31, m=20)
        total, low = op(index, col, a, 2, 3, m=20)
        with self.refused(TypeError, "out: 1 tensors", op.outputs[0] + ", low"):
            op(index, col, a, 2, 3, m=20, out=low)
        outs = [torch.zeros_like(total), torch.zeros_like(low)]
        op(index, col, a, 2, 3, m=20, out=outs)
        self.equal(outs, [total, low])

    def test_devices_without_elements(self):
        # Torch asks for what is fake when one operand is on meta.
        op = self.operator()
        index, col, a = tensors(self.A)
        for parts in ((index, col, a, self.x.to("meta")),
                      (index.to("meta"), col, a, self.x)):
            with self.refused(TypeError, "on meta" if parts[0] is index else "'col'"):
                op(*parts)
            with self.refused(TypeError, "meta"):
                op(*parts, out=torch.zeros(30, dtype=torch.float64))
        y = torch.zeros(30, dtype=torch.float64, device="meta")
        with self.refused(TypeError, "'y'", "on meta", "others are on cpu"):
            op(index, col, a, self.x, out=y)
        made = op(*(part.to("meta") for part in (index, col, a, self.x)))
        self.assertEqual((made.device.type, made.shape), ("meta", (30,)))

    def test_opcheck(self):
        for recipe in (ELL, CSR):
            op = self.operator(recipe)
            index, col, a = tensors(self.A)
            x = self.x.clone().requires_grad_()
            torch.library.opcheck(op._packet, (index, col, a.requires_grad_(), x))
            torch.library.opcheck(
                op._packet_out,
                (index, col, a.detach(), self.x, torch.zeros(30, dtype=torch.float64)),
            )

    def test_who_listens(self):
        """Calls are past the dispatcher, and not where somebody asks to see them."""
        op, parts = self.operator(), tensors(self.A)
        with mock.patch.object(op, "_packet", None):
            self.equal(op(*parts, self.x), self.y)
            x = torch.nn.Parameter(self.x)
            op(*parts, x).sum().backward()
        with mock.patch.object(op._registered.gradients.function_for("x").op, "_packet", None):
            op(*parts, x).sum().backward()
        x.grad /= 2
        ones = torch.ones(30, dtype=torch.float64)
        self.equal(x.grad, torch.from_numpy(self.A.T @ ones.numpy()))
        seen = []

        class Functions(TorchFunctionMode):
            def __torch_function__(self, func, types, args=(), kwargs=None):
                seen.append(func)
                return func(*args, **(kwargs or {}))

        class Dispatched(TorchDispatchMode):
            def __torch_dispatch__(self, func, types, args=(), kwargs=None):
                seen.append(func)
                return func(*args, **(kwargs or {}))

        class Own(torch.Tensor):
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                seen.append(func)
                return super().__torch_function__(func, types, args, kwargs)

        for mode in (Functions, Dispatched):
            with mode():
                self.equal(op(*parts, self.x), self.y)
            self.assertIn(op._packet, seen)
            seen.clear()
        self.equal(op(*parts, self.x.as_subclass(Own)).as_subclass(torch.Tensor), self.y)
        self.assertIn(op._packet, seen)
        with torch.autograd.profiler.profile() as profile:
            op(*parts, self.x)
        names = [event.name for event in profile.function_events]
        self.assertIn(f"sparsec::{op.__name__}", names)
        # Twice the same shapes with other types: each is checked.
        with self.refused(TypeError, "'x'", "float32"):
            op(*parts, self.x.float())
        with self.refused(TypeError, "'x'", "contiguous"):
            op(*parts, torch.stack([self.x, self.x], 1)[:, 0])
        with self.refused(sparsec.Error, "col[18] = 19 is not in [0, 19)"):
            op(*parts, self.x[:-1])

    def test_views_that_are_more(self):
        """What is of torch.Tensor's type, and not its memory."""
        op, parts = self.operator(), tensors(self.A)
        for _ in range(2):
            self.equal(op(*parts, self.x), self.y)
            self.equal(op(*parts, torch._neg_view(self.x)), -self.y)
        wrapped = torch._to_functional_tensor(self.x)
        self.equal(torch._from_functional_tensor(op(*parts, wrapped)), self.y)
        x = self.x.clone().requires_grad_()
        y, one = op(*parts, x), torch.eye(30, dtype=torch.float64)
        rows, = torch.autograd.grad(y, x, one, is_grads_batched=True, retain_graph=True)
        self.equal(rows, torch.from_numpy(self.A.toarray()))
        row, = torch.autograd.grad(y, x, torch._neg_view(one[0]))
        self.equal(row, -rows[0])
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(self.x, self.x)
            with self.refused(TypeError, "dual numbers"):
                op(*parts, dual)

    def test_gradients_by_numbers(self):
        """Of each call its own: the sign of zero is one."""
        op = sparsec.compile(QUOTIENTS, CSR, cflags=["-O1"], openmp=False).op
        parts = tensors(matrix(6, 5, 0.4))
        for alpha in (2.0, 4.0, 0.0, -0.0):
            x = torch.ones(5, dtype=torch.float64, requires_grad=True)
            op(*parts, alpha, x).sum().backward()
            exact = torch.from_numpy(matrix(6, 5, 0.4).T @ np.ones(6))
            self.equal(x.grad, exact / torch.tensor(alpha, dtype=torch.float64))

    def test_second_gradients(self):
        """Through the gradient's own operators."""
        op, (index, col, a) = self.operator(CSR), tensors(matrix(6, 5, 0.4))
        x = torch.from_numpy(vector(5)).requires_grad_()
        a.requires_grad_()
        self.assertTrue(torch.autograd.gradgradcheck(
            lambda a, x: op(index, col, a, x), (a, x)
        ))

    def test_threads(self):
        op, wrong = self.operator(), []

        def work(seed):
            A = matrix(seed=seed % 3)
            parts, y = tensors(A), torch.from_numpy(A @ vector(20))
            for _ in range(30):
                if not torch.allclose(op(*parts, self.x), y):
                    wrong.append(seed)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_fork(self):
        op, parts = sparsec.compile(SPMV, ELL).op, tensors(self.A)
        op(*parts, self.x)
        self.assertIn("'spawn'", in_fork(lambda: op(*parts, self.x)))
        alone = self.operator()
        alone(*parts, self.x)
        equal = in_fork(lambda: torch.equal(alone(*parts, self.x), self.y))
        self.assertIn(equal, ("True", "False"))  # bits may differ from scipy's


@unittest.skipUnless(torch, "there is no torch")
class Compiled(TestCase):
    def test_model(self):
        """In one graph, with gradients, for shapes that change."""
        op = sparsec.compile(SPMV, ELL, openmp=False).op
        index, col, a = tensors(matrix())

        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weights = torch.nn.Parameter(a.clone())

            def forward(self, x):
                # The pattern is made in the graph, too: its memory may be reused.
                return op(index, col + 0, 2 * self.weights, x).sin().sum()

        model = Model()
        compiled = torch.compile(model, fullgraph=True)
        for scale in (1, 3):
            x = (scale * torch.from_numpy(vector(20))).requires_grad_()
            found = torch.autograd.grad(compiled(x), [x, model.weights])
            expected = torch.autograd.grad(model(x), [x, model.weights])
            torch.testing.assert_close(found, expected)

    def test_model_from_disk(self):
        """Torch keeps graphs; another process has theirs without tracing them."""
        folder = self.folder()
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-m", "unittest", "test_torch.Compiled.test_model"],
                cwd=Path(__file__).parent, capture_output=True, text=True, check=False,
                env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(folder)},
            )
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])

    def test_shapes(self):
        op = sparsec.compile(SPMV, CSR, openmp=False).op
        compiled = torch.compile(lambda *p: op(*p) + 1, fullgraph=True, dynamic=True)
        for rows, columns in ((30, 20), (17, 9), (5, 11)):
            A = matrix(rows, columns)
            x = torch.from_numpy(vector(columns))
            torch.testing.assert_close(
                compiled(*tensors(A), x), 1 + torch.from_numpy(A @ vector(columns))
            )


if __name__ == "__main__":
    unittest.main()
