"""Plans, and what happens between their calls."""

import os
import pickle
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
from support import ELL, SPMV, TestCase, matrix, vector

import sparsec

DIA = SPMV.with_name("dia.script")
CSR = 'parallel(s, "i")\n'


class Plans(TestCase):
    def test_life(self):
        f, A, x = self.spmv(), matrix(), vector(20)
        plan = f.plan(A)
        y = np.zeros(30)
        self.assertIs(plan(x, out=y), y)
        np.testing.assert_allclose(y, A @ x)
        np.testing.assert_allclose(plan(x), A @ x)
        np.testing.assert_allclose(plan(x=x), A @ x)
        plan.update(2 * A.data)
        np.testing.assert_allclose(plan(x), 2 * (A @ x))
        plan.update(memoryview(2 * A.data))
        np.testing.assert_allclose(plan(x), 2 * (A @ x))
        plan.update(3 * A)
        np.testing.assert_allclose(plan(x), 3 * (A @ x))
        plan.close()
        plan.close()
        for use in (lambda: plan(x), lambda: plan.update(A.data)):
            with self.refused(sparsec.Error, "the plan is closed"):
                use()

    def test_update_without_copies(self):
        """The executor reads the values themselves."""
        f, A, x = sparsec.compile(SPMV, CSR), matrix(), vector(20)
        with f.plan(A) as plan:
            np.testing.assert_allclose(plan(x), A @ x)
            plan.update(2 * A.data)
            np.testing.assert_allclose(plan(x), 2 * (A @ x))
        with self.refused(sparsec.Error, "the plan is closed"):
            plan.update(A.data)

    def test_repr(self):
        plan = self.spmv().plan(matrix())
        self.assertEqual(repr(plan), "<sparsec plan of spmv: plan(x, y=None)>")
        plan.close()
        self.assertEqual(repr(plan), "<sparsec plan of spmv: plan(x, y=None), closed>")

    def test_refusals(self):
        f, A, x = self.spmv(), matrix(), vector(20)
        plan = f.plan(A)
        with self.refused(TypeError, "argument 'a'", "float32"):
            plan.update(A.data.astype(np.float32))
        with self.refused(TypeError, "argument 'a'", "119", "120"):
            plan.update(A.data[1:])
        with self.refused(TypeError, "argument 'A'", "another pattern"):
            plan.update(matrix(seed=3))
        B = A.copy()
        B.indices = np.repeat(A.indices, 2)[::2]
        with self.refused(TypeError, "argument 'A.indices'", "not contiguous"):
            plan.update(B)
        with self.refused(TypeError, "argument 'A'", "another pattern"):
            plan.update(matrix(29, 20))
        with self.refused(TypeError, "argument 'A'", "coo"):
            plan.update(A.tocoo())
        with self.refused(TypeError, "argument 'col'"):
            plan.update(col=A.indices)
        with self.refused(TypeError, "argument 'index'", "made with it"):
            plan(x, index=A.indptr)
        with self.refused(TypeError, "argument 'x' is missing"):
            plan()
        with self.refused(TypeError, "argument 'y'", "tuple"):
            plan(x, out=(np.zeros(30), np.zeros(30)))
        np.testing.assert_allclose(plan(x), A @ x)
        with self.refused(TypeError, "cannot be pickled"):
            pickle.dumps(plan)

    def test_what_max_fill_forbids(self):
        with self.refused(sparsec.Error, "max_fill"):
            sparsec.compile(SPMV, DIA).plan(matrix(3000, 2000, 0.001))

    def test_pattern_and_values_change_in_place(self):
        f, A, x = self.spmv(), matrix(), vector(20)
        for recipe in (ELL, CSR):
            f = sparsec.compile(SPMV, recipe)
            np.testing.assert_allclose(f(A, x), A @ x)
            A.data *= 3
            np.testing.assert_allclose(f(A, x), A @ x)
            A.indices[:] = A.indices[::-1].copy()
            np.testing.assert_allclose(f(A, x), A @ x)

    def test_many_patterns(self):
        f, x = self.spmv(), vector(20)
        for turn in range(2):
            for seed in range(12):
                A = matrix(seed=seed)
                np.testing.assert_allclose(f(A, x), A @ x)
        self.assertLessEqual(len(f._plans), 8)

    def test_threads(self):
        f, x, wrong = self.spmv(), vector(20), []
        plan, own = f.plan(matrix()), matrix() @ x

        def work(seed):
            A = matrix(seed=seed % 3)
            for turn in range(50):
                scaled = A * (turn + 1)
                if not np.allclose(f(scaled, x), scaled @ x):
                    wrong.append((seed, turn))
                if not np.allclose(plan(x), own):
                    wrong.append(("plan", seed, turn))

        threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_close_while_others_execute(self):
        f, x, closed = self.spmv(), vector(20), []
        plan = f.plan(matrix())

        def work():
            try:
                while True:
                    plan(x)
            except sparsec.Error as error:
                closed.append(str(error))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(0.05)
        plan.close()
        for thread in threads:
            thread.join()
        self.assertEqual(len(closed), 4)

    def test_pickle(self):
        f, A, x = self.spmv(set={"T": 256}), matrix(), vector(20)
        g = pickle.loads(pickle.dumps(f))
        np.testing.assert_allclose(g(A, x), A @ x)
        self.assertIn("param T = 256", g.explain())

    def test_another_process(self):
        """Pickled there, as multiprocessing's spawn does, is compiled there."""
        A, x = matrix(), vector(20)
        code = (
            "import pickle, sys\nf, A, x = pickle.load(sys.stdin.buffer)\n"
            "pickle.dump(f(A, x), sys.stdout.buffer)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps((self.spmv(), A, x)), stdout=subprocess.PIPE,
        )
        np.testing.assert_allclose(pickle.loads(done.stdout), A @ x)


def in_fork(use):
    """What a child prints, which may not hang."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(write, str(use()).encode())
        except Exception as error:
            os.write(write, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    os.waitpid(child, 0)
    return text


class Processes(TestCase):
    def test_fork(self):
        A, x = matrix(), vector(20)
        f, g = self.spmv(), self.spmv(openmp=False)
        plan, other = f.plan(A), g.plan(A)
        plan(x)
        self.assertIn("Error: the plan was made before", in_fork(lambda: plan(x)))
        self.assertIn("Error: the plan was made before", in_fork(lambda: other(x)))
        self.assertIn("'spawn'", in_fork(lambda: f(A, x)))
        self.assertEqual(in_fork(lambda: np.allclose(g(A, x), A @ x)), "True")
        self.assertEqual(in_fork(plan.close), "None")
        np.testing.assert_allclose(plan(x), A @ x)

    def test_interrupts(self):
        """Whenever ctrl-C comes, there is a KeyboardInterrupt and no crash."""
        code = f"""
import signal, numpy as np, scipy.sparse as sp, sparsec
# A timer's signal in place of ctrl-C's, with the handler of that.
signal.signal(signal.SIGALRM, signal.default_int_handler)
f = sparsec.compile({str(SPMV)!r}, {str(ELL)!r})
A = sp.diags_array([1.0] * 20, offsets=range(20), shape=(100000, 100000)).tocsr()
x = np.ones(100000)
y = A @ x
seen = 0
for turn in range(8):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.002 + 0.004 * turn)
        while True:
            f.plan(A).close()
    except KeyboardInterrupt:
        seen += 1
print(seen, np.allclose(f(A, x), y))
"""
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=120
        )
        self.assertEqual(done.stdout, "8 True\n", done.stderr)

    def test_overhead(self):
        """Less than 10 us a call; the least of many, as other tests run too."""
        f, A, x = self.spmv(openmp=False), matrix(4, 4, 0.5), vector(4)
        plan, y = f.plan(A), np.zeros(4)
        least = 1.0
        for _ in range(50):
            start = time.perf_counter()
            for _ in range(100):
                plan(x, out=y)
            least = min(least, (time.perf_counter() - start) / 100)
        self.assertLess(least, 10e-6)


if __name__ == "__main__":
    unittest.main()
