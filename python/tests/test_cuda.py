"""Plans on GPUs: on one where there is one, with torch's and cupy's arrays; else
emulated, with arrays in memory that say they are on a GPU."""

import contextlib
import ctypes
import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy as np
import test_given
import test_structures
from support import RECIPES, SCALED, SPMV, TestCase, matrix, vector

import sparsec

try:
    import torch
except ImportError:
    torch = None
try:
    import cupy
except ImportError:
    cupy = None

HERE = Path(__file__).resolve().parent
IS_EMULATED = not (torch and torch.cuda.is_available())
EMULATED = str(HERE / "emulated_nvcc.sh")
ELL = SPMV.with_name("ell.script")
SCALAR = """
inspector("cuda")
tile(s, "i", 64, {outer = "ii"})
cudaize(s, "rows", {block = {"ii"}, thread = {"i"}})
"""
# A value that is returned.
TOTAL = """
#pragma sparsec csr(n, m, index, col, a)
double total(int n, int m, const int *restrict index, const int *restrict col,
             const double *restrict a) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      sum += a[j];
  return sum;
}
"""
ADDED_UP = """
inspector("cuda")
allow_reassociation()
update_in_place(S2)
cudaize(S0, "zero")
tile(S1, "i", 64, {outer = "ii"})
reduce(S1, "ii", {method = "atomic"})
reduce(S1, "i", {method = "atomic"})
cudaize(S1, "rows", {block = {"ii"}, thread = {"i"}})
"""
# Slices, with a copy of the values.
SLICED = 'inspector("cuda")\nassume_finite()\n'


class Device:
    """An array in the emulation's memory, which says it is on a GPU."""

    def __init__(self, array):
        self.array = array

    @classmethod
    def of(cls, array):
        place = ctypes.c_void_p()
        size = max(array.nbytes, 1)
        # cudaMalloc(void **, size_t), as C++ has it.
        OnGpu.emulation._Z10cudaMallocPPvm(ctypes.byref(place), ctypes.c_size_t(size))
        memory = (ctypes.c_char * size).from_address(place.value)
        made = np.frombuffer(memory, array.dtype, array.size).reshape(array.shape)
        made[...] = array
        return cls(made)

    shape = property(lambda self: self.array.shape)

    @property
    def __cuda_array_interface__(self):
        return {**self.array.__array_interface__, "version": 3}

    def __getitem__(self, at):
        return self.array[at]


def makers():
    """(name, numpy's array to one on the GPU, and back)"""
    if IS_EMULATED:
        return [("emulated", Device.of, lambda made: made.array)]
    made = [("torch", lambda a: torch.from_numpy(a).cuda(), lambda t: t.cpu().numpy())]
    if cupy:
        made.append(("cupy", cupy.asarray, cupy.asnumpy))
    return made


def slice_of(array, at):
    return Device(array.array[at]) if IS_EMULATED else array[at]


def every_second(array):
    return slice_of(array, slice(None, None, 2))


class OnGpu(TestCase):
    emulation = None

    def setUp(self):
        if IS_EMULATED:
            library = Path(tempfile.gettempdir()) / f"sparsec-emulation-{os.getpid()}.so"
            self.with_environment(NVCC=EMULATED, EMULATED_CUDA=library)
            # A cache of its own: what is in there needs this process's library.
            self.with_environment(SPARSEC_CACHE=OnGpu.folder_of_all())
        self.A, self.x = matrix(300, 200), vector(200)

    @classmethod
    def folder_of_all(cls):
        if cls.emulation is None:
            cls.cache = tempfile.TemporaryDirectory()
            library = os.environ["EMULATED_CUDA"]
            subprocess.run([EMULATED, "-o", library], check=True)
            cls.emulation = ctypes.CDLL(library)
        return cls.cache.name

    def arrays(self, to_gpu, A=None):
        A = self.A if A is None else A
        return tuple(to_gpu(part.copy()) for part in (A.indptr, A.indices, A.data))

    def test_all_on_the_gpu(self):
        recipes = (SCALAR, SLICED + ELL.read_text(encoding="utf-8"))
        for name, to_gpu, back in makers():
            for recipe in recipes:
                with self.subTest(name):
                    f = sparsec.compile(SPMV, recipe, target="cuda")
                    with f.plan(self.arrays(to_gpu), m=200) as plan:
                        y = to_gpu(np.zeros(300))
                        self.assertIs(plan(to_gpu(self.x), out=y), y)
                        np.testing.assert_allclose(back(y), self.A @ self.x)
                        if not IS_EMULATED:
                            made = plan(to_gpu(self.x))
                            np.testing.assert_allclose(back(made), self.A @ self.x)
                        plan.update(to_gpu(2 * self.A.data))
                        y = to_gpu(np.zeros(300))
                        plan(to_gpu(self.x), out=y)
                        np.testing.assert_allclose(back(y), 2 * (self.A @ self.x))

    def test_inspected_in_memory(self):
        """A matrix of scipy, and vectors on the GPU."""
        for _, to_gpu, back in makers():
            plan = sparsec.compile(SPMV, ELL).cuda.plan(self.A)
            y = to_gpu(np.ones(300))
            plan(to_gpu(self.x), out=y)
            np.testing.assert_allclose(back(y), 1 + self.A @ self.x)
            plan.update(3 * self.A.data)
            y = to_gpu(np.zeros(300))
            plan(to_gpu(self.x), out=y)
            np.testing.assert_allclose(back(y), 3 * (self.A @ self.x))

    def test_refusals(self):
        _, to_gpu, _ = makers()[0]
        f = sparsec.compile(SPMV, SCALAR, target="cuda")
        index, col, a = self.arrays(to_gpu)
        x, y = to_gpu(self.x), to_gpu(np.zeros(300))
        wide = to_gpu(self.A.indices.astype(np.int64))
        with self.refused(TypeError, "'col'", "8 bytes", "int", "int32"):
            f.plan((index, wide, a), m=200)
        wrong = self.A.indices.copy()
        wrong[7] = 200
        with self.refused(sparsec.Error, "does not hold", "col[7] = 200"):
            f.plan((index, to_gpu(wrong), a), m=200)
        with self.refused(TypeError, "'index'", "not on a GPU", "cuda()"):
            f.plan((self.A.indptr, col, a), m=200)
        plan = f.plan((index, col, a), m=200)
        with self.refused(TypeError, "'x'", "not on a GPU"):
            plan(self.x, out=y)
        with self.refused(TypeError, "'x'", "199 elements", "200"):
            plan(to_gpu(self.x[1:].copy()), out=y)
        with self.refused(TypeError, "'x'", "not contiguous"):
            plan(every_second(to_gpu(np.repeat(self.x, 2))), out=y)
        with self.refused(TypeError, "'y'", "shares memory with 'x'"):
            both = to_gpu(np.zeros(300))
            plan(slice_of(both, slice(200)), out=both)
        with self.refused(TypeError, "'x'", "on a GPU", "f.cuda.plan"):
            sparsec.compile(SPMV, ELL)(self.A, x)
        with self.refused(TypeError, "'index'", "on a GPU", 'inspector("cuda")'):
            sparsec.compile(SPMV, ELL).plan((index, col, a), m=200)
        plan.close()
        with self.refused(sparsec.Error, "the plan is closed"):
            plan(x, out=y)

    def test_truths(self):
        """As numbers, where the loops read them; CUDA's C++ has no _Bool."""
        _, to_gpu, back = makers()[0]
        truths, numbers = np.array([True, False]), np.array([1, 0], np.uint8)

        def plan_of(stated):
            source = test_given.TRUTHS.replace("TRUTH", stated)
            return sparsec.compile(source, SCALAR, target="cuda").plan(n=2)

        plan = plan_of("unsigned char")
        for given in truths, numbers:
            y = to_gpu(np.zeros_like(numbers))
            plan(to_gpu(given), out=y)
            self.assertEqual(back(y).tolist(), [1, 0])
        with self.refused(TypeError, "'y'", "truth elements", "unsigned char"):
            plan(to_gpu(truths), out=to_gpu(truths))
        with self.refused(TypeError, "'x'", "truth elements", "signed char"):
            plan_of("signed char")(to_gpu(truths), out=to_gpu(numbers.view(np.int8)))

    def test_empty(self):
        _, to_gpu, back = makers()[0]
        f = sparsec.compile(SPMV, SCALAR, target="cuda")
        for rows, columns in ((0, 0), (3, 0), (0, 3), (3, 3)):
            plan = f.plan(self.arrays(to_gpu, matrix(rows, columns, 0)), m=columns)
            y = to_gpu(np.ones(rows))
            plan(to_gpu(np.ones(columns)), out=y)
            np.testing.assert_array_equal(back(y), np.ones(rows))

    def test_structures(self):
        recipe = SCALAR.replace('inspector("cuda")', "")
        with self.refused(
            sparsec.Error, "'A->", "plans on a GPU do not take", "parameters of their own"
        ):
            sparsec.compile(test_structures.CSR, recipe, target="cuda")


@unittest.skipUnless(IS_EMULATED and torch, "there is no torch, or a GPU")
class EmulatedOperators(TestCase):
    """What operators do of plans on a GPU, with torch's tensors in memory of the
    emulation in place of those that it would have there."""

    setUp = OnGpu.setUp

    @staticmethod
    def tensor(array):
        return torch.from_numpy(Device.of(array).array)

    def emulate(self):
        """From here on tensors say that they are on a GPU."""
        from sparsec import _device_arrays, _torch_cuda

        def is_on_gpu(value):
            return isinstance(value, torch.Tensor)

        for module in (sparsec._cuda, _device_arrays):
            patched = mock.patch.object(module, "is_on_gpu", is_on_gpu, create=True)
            self.enterContext(patched)
        patched = mock.patch.object(
            _torch_cuda, "copy_of", lambda copied: self.tensor(copied.numpy())
        )
        self.enterContext(patched)
        self.enterContext(
            mock.patch.object(_torch_cuda, "is_capturing", lambda: False)
        )
        for name, value in (
            ("stream_of", 0), ("on_device", contextlib.nullcontext()), ("stream_on", 0),
            ("on_torch", contextlib.nullcontext()),
        ):
            patched = mock.patch.object(sparsec._cuda, name, lambda _, v=value: v)
            self.enterContext(patched)

    def test_changes_count(self):
        """As of what is written in memory."""
        self.emulate()
        f = sparsec.compile(SPMV, SCALAR, target="cuda")
        A, y = self.A, self.tensor(np.zeros(300))
        parts = [self.tensor(part) for part in (A.indptr, A.indices, A.data)]
        with f.plan(parts, m=200) as plan:
            version = y._version
            self.assertIs(plan(self.tensor(self.x), out=y), y)
            self.assertGreater(y._version, version)
        np.testing.assert_allclose(y.numpy(), A @ self.x)

    def test_plans(self):
        from sparsec._torch_cuda import Runner
        from sparsec._torch_known import token

        tensor = self.tensor
        self.emulate()
        for recipe in (SCALAR, SLICED + ELL.read_text(encoding="utf-8")):
            f = sparsec.compile(SPMV, recipe, target="cuda")
            runner, A = Runner(f), self.A
            values = {"index": tensor(A.indptr), "col": tensor(A.indices),
                      "a": tensor(A.data), "x": tensor(self.x)}

            def run(key, y):
                found = runner.run({**values, "y": tensor(np.zeros(300))}, ["y"], key)
                np.testing.assert_allclose(found[0].numpy(), y)

            key = token(values["index"]), token(values["col"])
            for scale in (1, 2):
                values["a"].data.mul_(scale)
                run(key, scale * (A @ self.x))
            self.assertEqual(len(runner.entries), 1)
            # Not known by identity: a copy is kept, and found by its contents.
            run(None, 2 * (A @ self.x))
            run(None, 2 * (A @ self.x))
            self.assertEqual(len(runner.entries), 2)
            values["col"].copy_(199 - values["col"])
            run(None, 2 * (A @ self.x[::-1]))
            self.assertEqual(len(runner.entries), 3)
        # Numbers that no inspector takes are those of each call.
        f = sparsec.compile(SCALED, SCALAR, target="cuda")
        runner = Runner(f)
        for alpha in (2.0, 3.0):
            given = {**values, "alpha": alpha, "y": tensor(np.zeros(300))}
            y = runner.run(given, ["y"], key)[0].numpy()
            np.testing.assert_allclose(y, alpha * 2 * (A @ self.x[::-1]))
        self.assertEqual(len(runner.entries), 1)

    def test_prepared(self):
        """Calls that differ from a checked one by memory and numbers alone."""
        from sparsec._operands import Operands
        from sparsec._torch_cuda import Prepared, Runner
        from sparsec._torch_seen import Signatures

        tensor = self.tensor
        self.emulate()
        f = sparsec.compile(SCALED, SCALAR, target="cuda")
        runner, signatures = Runner(f), Signatures(Operands(f._contract))
        A, count = self.A, 0
        values = {"index": tensor(A.indptr), "col": tensor(A.indices),
                  "a": tensor(A.data)}
        executed = Prepared.execute

        def counted(prepared, given):
            nonlocal count
            made = executed(prepared, given)
            count += made is not None
            return made

        self.enterContext(mock.patch.object(Prepared, "execute", counted))

        def check(x, alpha, prepared, **more):
            given = {**values, "x": x, "alpha": alpha, **more}
            seen = signatures.of(given)
            found = runner.run(given, ["y"], runner.keys.of(given, seen), seen)[0]
            np.testing.assert_allclose(found.numpy(), alpha * (A @ x.numpy()))
            self.assertEqual(count, prepared)
            return found

        first = check(tensor(self.x), 2.0, 0)
        second = check(tensor(self.x + 1), 3.0, 1)
        self.assertNotEqual(first.data_ptr(), second.data_ptr())
        values["a"] = tensor(2 * A.data)
        A = 2 * A
        check(tensor(self.x), 4.0, 2)
        # Into memory of the caller's, and where that begins at no element: as before.
        y = tensor(np.zeros(300))
        self.assertIs(check(tensor(self.x), 4.0, 2, y=y), y)
        check(tensor(self.x), 5.0, 3)
        self.check_returned(values)
        raw = Device.of(np.zeros(201 * 8, dtype=np.uint8)).array
        crooked = torch.from_numpy(raw[4:1604].view(np.float64))
        with self.refused(TypeError, "'x'", "multiple of 8 bytes"):
            check(crooked, 1.0, 3)

    def test_extrema(self):
        """Their gradient by X: one plan of the edges, whatever was found."""
        from sparsec._compile import Build, options_of
        from sparsec._gradient import source_of
        from sparsec._torch_cuda import Runner
        from sparsec.gnn import _kernels

        self.emulate()
        source = RECIPES / "gnn" / _kernels.CHOSEN_SOURCES.source
        recipe = _kernels._derived_recipe(_kernels.CHOSEN_SOURCES, _kernels._of_lanes(6))
        text = source_of(Build(**options_of(source, recipe)), "X")
        runner = Runner(sparsec.compile(text, recipe, target="cuda"))
        A = self.A
        edge = np.random.default_rng(3).permutation(A.nnz).astype(np.int32)
        w = vector(A.nnz).astype(np.float32)
        of_Y = vector(1200).reshape(200, 6).astype(np.float32)
        row = np.repeat(np.arange(300), np.diff(A.indptr))
        for seed in range(3):
            random = np.random.default_rng(seed)
            found = np.full((200, 6), -1, dtype=np.int32)
            for node in np.unique(A.indices):
                found[node] = random.choice(edge[A.indices == node], 6)
            given = {"index": A.indptr, "col": A.indices, "edge": edge, "w": w,
                     "from": found, "grad_Y": of_Y}
            expected = np.zeros((300, 6))
            np.add.at(expected, row, np.where(
                found[A.indices] == edge[:, None], of_Y[A.indices] * w[edge, None], 0
            ))
            made = runner.run(
                {n: self.tensor(v) for n, v in given.items()}
                | {"grad_X": self.tensor(np.zeros((300, 6), dtype=np.float32))},
                ["grad_X"], "edges",
            )
            np.testing.assert_allclose(made[0].numpy(), expected, rtol=1e-5)
        self.assertEqual(len(runner.entries), 1)

    def test_made_for_layers(self):
        """What layers on a GPU need is compiled for it alone, once, and all together;
        nothing is said of it."""
        from sparsec.gnn import _kernels

        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("error", sparsec.Warning)
        f32, flag = torch.float32, _kernels.MESSAGES["u_mul_e"].flag
        lanes = _kernels._of_lanes(16)
        teams, attention = (*lanes, *_kernels.TEAMS), _kernels._of_attention(4)
        gat = tuple((f, attention) for f in ("gat", "gat targets", "gat sources"))
        for count, make in (
            (2, lambda: _kernels.operator("mean", f32, flag, ("X",), teams)),
            (2, lambda: _kernels.extremum("max", f32, flag, ("X",), teams)),
            (3, lambda: _kernels.operators(gat, f32)),
            (1, lambda: _kernels.operator("heads", f32, flag, (), lanes)),
        ):
            self.with_environment(SPARSEC_CACHE=self.folder())
            made_now = make()
            made = sparsec.cache_folder() / "plans"
            self.assertEqual(len(list(made.glob("*/plan.cu"))), count)
            self.assertEqual(list(made.glob("*/plan.c")), [])
            for op in made_now if isinstance(made_now, list) else []:
                # The number of features, which the recipe is told, is X's.
                self.assertNotIn("features", op._registered.operands.names)
            for function in (_kernels.operator, _kernels.operators, _kernels.extremum):
                function.cache_clear()

    def test_captured(self):
        """While a CUDA graph is captured plans that are there launch and do nothing that
        waits; they stay as long as the operator, as the graph may run again. No plan is
        made then."""
        from sparsec import _torch_cuda
        from sparsec._operands import Operands
        from sparsec._torch_cuda import KNOWN_PLANS, Runner
        from sparsec._torch_seen import Signatures

        self.emulate()
        f = sparsec.compile(SCALED, SLICED + ELL.read_text(encoding="utf-8"), target="cuda")
        runner, signatures = Runner(f), Signatures(Operands(f._contract))
        A, tensor = self.A, self.tensor

        def values():
            return {"index": tensor(A.indptr), "col": tensor(A.indices),
                    "a": tensor(A.data), "x": tensor(self.x), "alpha": 2.0}

        def run(given):
            seen = signatures.of(given)
            found = runner.run(given, ["y"], runner.keys.of(given, seen), seen)[0]
            np.testing.assert_allclose(found.numpy(), 2 * (A @ self.x))

        self.addCleanup(lambda: OnGpu.emulation.cudaEmulateCapture(0))

        def capturing(is_capturing):
            OnGpu.emulation.cudaEmulateCapture(int(is_capturing))
            return mock.patch.object(_torch_cuda, "is_capturing", lambda: is_capturing)

        given = values()
        with capturing(True), self.refused(RuntimeError, "'index', 'col'", "before"):
            run(given)
        with capturing(False):
            run(given)
        with capturing(True):
            run(given)
        with capturing(False):
            plan = next(iter(runner.captured.values())).plan
            kept = [values() for _ in range(KNOWN_PLANS + 1)]
            for others in kept:
                run(others)
        self.assertEqual(len(runner.entries), KNOWN_PLANS)
        self.assertTrue(plan.is_open)
        # The emulation refuses what a capture does.
        with capturing(True):
            place = ctypes.c_void_p()
            self.assertEqual(
                OnGpu.emulation._Z10cudaMallocPPvm(ctypes.byref(place), 8), 900
            )
        capturing(False)
        OnGpu.emulation._Z16cudaGetLastErrorv()

    def check_returned(self, values):
        """What a function returns goes where the caller says, in each call."""
        from sparsec._operands import Operands
        from sparsec._torch_cuda import Runner
        from sparsec._torch_seen import Signatures

        f = sparsec.compile(TOTAL, ADDED_UP, target="cuda")
        runner, signatures = Runner(f), Signatures(Operands(f._contract))
        name = f._contract.result
        for _ in range(3):
            out = self.tensor(np.zeros(1))
            given = {**values, "m": 200, name: out}
            seen = signatures.of(given)
            runner.run(given, [name], runner.keys.of(given, seen), seen)
            np.testing.assert_allclose(out.numpy(), values["a"].numpy().sum())


@unittest.skipIf(IS_EMULATED, "there is no GPU for torch")
class Operators(TestCase):
    def setUp(self):
        self.A = matrix(300, 200)
        parts = (self.A.indptr, self.A.indices, self.A.data)
        self.parts = [torch.from_numpy(part.copy()).cuda() for part in parts]
        self.x = torch.from_numpy(vector(200)).cuda()
        self.y = torch.from_numpy(self.A @ vector(200)).cuda()

    def test_operator(self):
        for recipe in (SCALAR, SLICED + ELL.read_text(encoding="utf-8")):
            op = sparsec.compile(SPMV, recipe, target="cuda").op
            torch.testing.assert_close(op(*self.parts, self.x), self.y)
            index, col, a = self.parts
            a = a.clone()
            a.data.mul_(2)
            torch.testing.assert_close(op(index, col, a, self.x), 2 * self.y)
            with self.refused(TypeError, "'x'", "cpu"):
                op(*self.parts, self.x.cpu())
            torch.library.opcheck(op._packet, (*self.parts, self.x))

    def test_gradients(self):
        for recipe in (SCALAR, SLICED + ELL.read_text(encoding="utf-8")):
            op = sparsec.compile(SPMV, recipe, target="cuda").op
            A = matrix(6, 5, 0.4)
            index, col, a = (
                torch.from_numpy(part.copy()).cuda()
                for part in (A.indptr, A.indices, A.data)
            )
            x = torch.from_numpy(vector(5)).cuda().requires_grad_()
            self.assertTrue(
                torch.autograd.gradcheck(
                    lambda a, x: op(index, col, a, x), (a.requires_grad_(), x)
                )
            )

    def test_streams(self):
        op = sparsec.compile(SPMV, SCALAR, target="cuda").op
        stream = torch.cuda.Stream()
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            x = self.x.clone()
            for _ in range(20):
                x = x + 1
            y = op(*self.parts, x)
        stream.synchronize()
        expected = self.A @ (vector(200) + 20)
        np.testing.assert_allclose(y.cpu().numpy(), expected)

    def test_compiled(self):
        op = sparsec.compile(SPMV, SCALAR, target="cuda").op
        compiled = torch.compile(lambda x: op(*self.parts, x) + 1, fullgraph=True)
        torch.testing.assert_close(compiled(self.x), self.y + 1)


if __name__ == "__main__":
    unittest.main()
