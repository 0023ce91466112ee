"""Names of the C source that Python, torch or C's libraries have a use for."""

import inspect
import unittest

import numpy as np
from support import PARALLEL, TestCase

import sparsec

try:
    import torch
except ImportError:
    torch = None

SCALED = """
#pragma sparsec extent({array}, n)
#pragma sparsec extent(y, n)
void scaled(int n, double {number}, const double *restrict {array}, double *restrict y) {{
  for (int i = 0; i < n; i++)
    y[i] += {number} * {array}[i];
}}
"""


class Names(TestCase):
    def scaled(self, number, array):
        return sparsec.compile(SCALED.format(number=number, array=array), PARALLEL)

    def test_words_of_python(self):
        f = self.scaled("lambda", "in")
        self.assertEqual(
            list(inspect.signature(f).parameters), ["lambda_", "in_", "y", "n"]
        )
        self.assertIn("scaled(lambda_, in_, y=None", repr(f))
        x = np.ones(3)
        for named in ({"lambda_": 2, "in_": x}, {"lambda": 2, "in": x}):
            self.assertEqual(f(**named).tolist(), [2, 2, 2])
        self.assertEqual(f.plan()(2, in_=x).tolist(), [2, 2, 2])
        self.assertEqual(f.verify(lambda_=2, in_=x), 0)
        with self.refused(TypeError, "'in' is given twice"):
            f(2, x, in_=x)
        with self.refused(TypeError, "no argument 'in__'", "lambda_, in_, y, n"):
            f(2, in__=x)

    def test_words_of_calls(self):
        x = np.ones(3)
        f = self.scaled("self", "out")
        self.assertEqual(f(self=2, out=x).tolist(), [2, 2, 2])
        self.assertEqual(f(2, x, y=np.ones(3)).tolist(), [3, 3, 3])
        plan = f.plan()
        self.assertEqual(plan(2, out=x).tolist(), [2, 2, 2])
        self.assertEqual(plan(self=2, out=x, y=np.ones(3)).tolist(), [3, 3, 3])
        self.assertEqual(x.tolist(), [1, 1, 1])

    def test_out_is_read(self):
        """By plans as by functions: it is no name for results."""
        x, f = np.ones(3), self.scaled("a", "out")
        for call in f, f.plan():
            with self.refused(TypeError, "'out' is given twice"):
                call(2, x, out=np.ones(3))

    def test_words_that_are_taken(self):
        x, f = np.ones(3), self.scaled("in_", "in")
        self.assertEqual(str(inspect.signature(f)), "(in_, in__, y=None, *, n=None)")
        self.assertEqual(f.__doc__.splitlines()[0], "scaled(in_, in__, y)")
        self.assertIn("in__: const double *", f.__doc__)
        for call in f, f.plan():
            self.assertEqual(call(in_=2, in__=x).tolist(), [2, 2, 2])
            self.assertEqual(call(**{"in_": 2, "in": x}).tolist(), [2, 2, 2])
        self.assertIn("in_, in__, y=None", repr(f.plan()))

    @unittest.skipUnless(torch, "there is no torch")
    def test_words_that_operators_take(self):
        x = torch.ones(3, dtype=torch.float64)
        for word in "self", "in", "out":
            op = self.scaled(word + "_", word).op
            self.assertEqual(op(2.0, x).tolist(), [2, 2, 2])
            named = {word + "_": 2.0, word + "__": x}
            self.assertEqual(op(**named).tolist(), [2, 2, 2])

    @unittest.skipUnless(torch, "there is no torch")
    def test_words_of_operators(self):
        x = torch.ones(3, dtype=torch.float64)
        for number, array in (("lambda", "in"), ("self", "out")):
            op = self.scaled(number, array).op
            self.assertEqual(op(2.0, x).tolist(), [2, 2, 2])
            self.assertEqual(
                op(**{number + "_": 2.0, array + "_": x}).tolist(), [2, 2, 2]
            )

    def test_functions_of_libraries(self):
        # Such a function would be called in place of the library's.
        for name in ("omp_get_thread_num", "omp_get_num_threads", "malloc", "printf"):
            with self.refused(sparsec.Error, f"'{name}' is declared by a header"):
                sparsec.compile(
                    SCALED.format(number="a", array="x").replace("scaled", name),
                    PARALLEL,
                )
        with self.refused(sparsec.Error, "GOMP_parallel", "OpenMP's library"):
            sparsec.compile(
                SCALED.format(number="a", array="x").replace("scaled", "GOMP_parallel"),
                PARALLEL,
            )


if __name__ == "__main__":
    unittest.main()
