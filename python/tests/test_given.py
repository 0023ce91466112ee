"""What is given: too much, too large, in other shapes; and lengths that are not."""

import unittest

import numpy as np
import scipy.sparse as sp
from support import PARALLEL, TestCase, matrix, vector

import sparsec

try:
    import torch
except ImportError:
    torch = None

AXPY = """
#pragma sparsec extent(x, n); extent(y, n)
void axpy(long n, float alpha, const float *restrict x, float *restrict y) {
  for (long i = 0; i < n; i++)
    y[i] += alpha * x[i];
}
"""
TRUTHS = """
#include <stdbool.h>
#pragma sparsec extent(x, n); extent(y, n)
void truths(int n, const TRUTH *restrict x, TRUTH *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] |= x[i];
}
"""
CHOSEN = """
#pragma sparsec extent(x, n); extent(y, n)
void chosen(int n, _Bool flag, const int *restrict x, int *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += flag * x[i];
}
"""
CHOSEN_OF = """
struct choice { _Bool flag; };
#pragma sparsec extent(x, n); extent(y, n)
void chosen(int n, const struct choice *c, const int *restrict x, int *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += c->flag * x[i];
}
"""
# Rows that only subscripts show, and what is written in two arrays.
FLAT = """
void flat(int n, int k, const double *restrict x, double *restrict y,
          double *restrict z) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < k; c++) {
      y[i * k + c] += x[i];
      z[i] += x[i];
    }
}
"""
FACTS = "#pragma sparsec extent(x, n); extent(z, n)\n"


class Given(TestCase):
    def test_twice(self):
        f, A, x = self.spmv(), matrix(), vector(20)
        with self.refused(TypeError, "'index' is given twice", "'A' has it"):
            f(A, x, index=A.indptr)
        with self.refused(TypeError, "'a' is given twice", "'A' has it"):
            f.plan(A, a=2 * A.data)
        named = {"index": A.indptr, "col": A.indices, "a": A.data}
        self.assertTrue(np.allclose(f(x=x, **named), A @ x))

    def test_matrices_of_one_dimension(self):
        f, row = self.spmv(), sp.csr_array(np.ones(20))
        for call in (lambda: f(row, vector(20)), lambda: f.plan(row)):
            with self.refused(TypeError, "'A'", "1 dimension (20)", "which has 2"):
                call()

    def test_numbers_beyond_float(self):
        f, x = sparsec.compile(AXPY, PARALLEL), np.ones(2, np.float32)
        for alpha in 1e39, -1e300:
            with self.refused(TypeError, "'alpha'", "does not fit", "float"):
                f(alpha, x)
        # The last rounds to the largest float.
        for alpha in 3e38, 1e-300, float("inf"), -float("inf"), 3.4028235e38:
            expected = x * np.float32(alpha)
            self.assertEqual(f(alpha, x).tolist(), expected.tolist())
        self.assertTrue(np.isnan(f(float("nan"), x)).all())

    def test_truths(self):
        # A byte of 7 is no _Bool, and one of an array that is written may become 7.
        is_there, is_found = np.array([True, False]), np.array([False, False])
        for stated in "_Bool", "bool":
            f = sparsec.compile(TRUTHS.replace("TRUTH", stated), PARALLEL)
            self.assertEqual(f(is_there).dtype, np.dtype(bool))
            self.assertEqual(f(is_there).tolist(), [True, False])
            self.assertTrue(f(is_there, out=is_found) is is_found and is_found[0])
            with self.refused(TypeError, "'x'", "uint8", "_Bool", "x.astype('bool')"):
                f(np.array([7, 0], np.uint8))
            with self.refused(TypeError, "'y'", "uint8", "_Bool"):
                f(is_there, out=np.zeros(2, np.uint8))
            with self.refused(TypeError, "'x'", "numpy.array(x, dtype='bool')"):
                f([True, False])
        f = sparsec.compile(TRUTHS.replace("TRUTH", "unsigned char"), PARALLEL)
        self.assertEqual(f(is_there).tolist(), [1, 0])
        with self.refused(TypeError, "'y'", "bool", "unsigned char"):
            f(is_there, out=is_found)

    def test_truths_by_value(self):
        # C's _Bool of 2 is neither true nor false.
        x = np.array([3, 4], np.int32)
        f = sparsec.compile(CHOSEN, PARALLEL)
        g = sparsec.compile(CHOSEN_OF, PARALLEL)
        for call in f, lambda flag, x: g({"flag": flag}, x):
            for flag in False, True, 0, 1:
                self.assertEqual(call(flag, x).tolist(), [3 * flag, 4 * flag])
            for flag in 2, 255, 256, -1:
                with self.refused(TypeError, "flag'", f"{flag} does not fit", "True"):
                    call(flag, x)

    @unittest.skipUnless(torch, "there is no torch")
    def test_truths_of_torch(self):
        f = sparsec.compile(TRUTHS.replace("TRUTH", "_Bool"), PARALLEL)
        x = torch.tensor([True, False])
        for call in f, f.op:
            found = call(x)
            self.assertEqual((found.dtype, found.tolist()), (torch.bool, [True, False]))
            with self.refused(TypeError, "'x'", "uint8", "bool"):
                call(x.to(torch.uint8))

    @unittest.skipUnless(torch, "there is no torch")
    def test_truths_that_are_read(self):
        """As numbers: of torch as of numpy."""
        f = sparsec.compile(TRUTHS.replace("TRUTH", "unsigned char"), PARALLEL)
        x = torch.tensor([True, False])
        for call in f, f.op, f.plan():
            found = call(x)
            self.assertEqual((found.dtype, found.tolist()), (torch.uint8, [1, 0]))
            with self.refused(TypeError, "'y'", "bool", "unsigned char", "torch.uint8"):
                call(x, out=x.clone())
        f = sparsec.compile(TRUTHS.replace("TRUTH", "signed char"), PARALLEL)
        for call in f, f.op, f.plan():
            with self.refused(TypeError, "'x'", "bool", "signed char"):
                call(x)

    def test_sizes_beyond_memory(self):
        f = sparsec.compile(
            "#pragma sparsec extent(y, n)\nvoid ones(long n, double *y) {\n"
            "  for (long i = 0; i < n; i++)\n    y[i] += 1;\n}\n", PARALLEL,
        )
        for n in 2**60, 2**63 - 1:
            with self.refused(TypeError, "'y'", "too big", f"{n} elements"):
                f(n=n)

    def test_lists_of_outputs(self):
        f = sparsec.compile(FACTS + FLAT, f'known("extent(y, n, k)")\n{PARALLEL}')
        y, z, x = np.zeros((2, 3)), np.zeros(2), np.array([1.0, 2.0])
        found = f(x, out=[y, z])
        self.assertTrue(found[0] is y and found[1] is z)
        self.assertEqual((y[1].tolist(), z.tolist()), ([2, 2, 2], [3, 6]))
        with self.refused(TypeError, "out: 1 arrays", "y, z"):
            f(x, out=[y])

    def test_lengths_of_rows(self):
        # A product says less than the two sizes, in the dimensions that there are.
        for product in "", "#pragma sparsec extent(y, n * k)\n":
            with self.refused(
                sparsec.Error, "'y'", 'state it: known("extent(y, ..., k)") in the recipe'
            ):
                sparsec.compile(product + FACTS + FLAT, PARALLEL)
        with self.refused(sparsec.Error, "'y'", "a product of two sizes is none"):
            sparsec.compile(
                "#pragma sparsec extent(y, n * n)\nvoid f(int n, double *y) {\n"
                "  for (int i = 0; i < n; i++)\n    y[i] += 1;\n}\n", PARALLEL,
            )
        f = sparsec.compile(FACTS + FLAT, f'known("extent(y, n, k)")\n{PARALLEL}')
        x = np.array([1.0, 2.0])
        for y in np.zeros((2, 3)), np.zeros(6):
            f(x, y, k=3)
            self.assertEqual(y.ravel().tolist(), [1, 1, 1, 2, 2, 2])
        with self.refused(TypeError, "'y'", "5 elements", "2 x 3"):
            f(x, np.zeros(5), k=3)


if __name__ == "__main__":
    unittest.main()
