"""f(A, x): what is passed, and what is told by it."""

import array
import subprocess
import sys
import unittest

import numpy as np
import scipy.sparse as sp
from support import ELL, PARALLEL, ROWS, SCALED, SPMV, TestCase, matrix, vector

import sparsec

TOTAL = """
#pragma sparsec csr(n, m, index, col, a)
double total(int n, int m, const int *index, const int *col, const double *a) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      sum += a[j];
  return sum;
}
"""


class Calls(TestCase):
    def test_csr_matrix(self):
        A, x, f = matrix(), vector(20), self.spmv()
        np.testing.assert_allclose(f(A, x), A @ x)
        np.testing.assert_allclose(f(sp.csr_matrix(A), x=x), A @ x)

    def test_arrays(self):
        A, x, f = matrix(), vector(20), self.spmv()
        parts = (A.indptr, A.indices, A.data)
        np.testing.assert_allclose(f(parts, x), A @ x)
        named = dict(zip(("index", "col", "a"), parts))
        np.testing.assert_allclose(f(x=x, **named), A @ x)

    def test_written_array_is_added_to_and_returned(self):
        A, x, f = matrix(), vector(20), self.spmv()
        y = np.ones(30)
        self.assertIs(f(A, x, out=y), y)
        np.testing.assert_allclose(y, 1 + A @ x)
        self.assertIs(f(A, x, y), y)
        np.testing.assert_allclose(y, 1 + 2 * (A @ x))

    def test_order_and_scalars(self):
        """Written arrays come last, though C has this one first."""
        f = sparsec.compile(SCALED, PARALLEL)
        A, x = matrix(), vector(20)
        np.testing.assert_allclose(f(A, 2.5, x), 2.5 * (A @ x))
        np.testing.assert_allclose(f(A, np.float32(2), x), 2 * (A @ x))
        with self.refused(TypeError, "argument 'alpha'", "no number"):
            f(A, "2", x)

    def test_two_dimensions(self):
        f = sparsec.compile(ROWS, PARALLEL)
        x = vector(12).astype(np.float32).reshape(3, 4)
        np.testing.assert_allclose(f(x), x.sum(axis=1), rtol=1e-5)
        with self.refused(TypeError, "argument 'x'", "not contiguous"):
            f(np.asfortranarray(x))
        with self.refused(TypeError, "argument 'x'", "3 x 4", "4 x 3"):
            f(x, n=4, k=3)

    def test_returned_value(self):
        f = sparsec.compile(
            TOTAL, 'allow_reassociation()\nunroll(statements()[2], "j", 2)'
        )
        A = matrix()
        self.assertAlmostEqual(f(A), A.data.sum())
        f.verify(A)

    def test_kernel_decorator(self):
        @sparsec.kernel(PARALLEL)
        def total(x):
            """
            #pragma sparsec extent(x, n)
            void twice(int n, double *x) {
              for (int i = 0; i < n; i++)
                x[i] *= 2;
            }
            """

        # One statement is `s`, its loop is `i`.
        x = vector(5)
        np.testing.assert_allclose(total(x.copy()), 2 * x)

    def test_buffers_without_numpy(self):
        code = f"""
import sys
sys.modules["numpy"] = None
import array, sparsec
f = sparsec.compile({str(SPMV)!r}, {str(ELL)!r})
A = (array.array("i", [0, 1, 2]), array.array("i", [1, 0]), array.array("d", [2, 3]))
print(list(f(A, array.array("d", [5, 7]))), f.verify(A, array.array("d", [5, 7])))
"""
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True
        )
        self.assertEqual(done.stdout, "[14.0, 15.0] 0.0\n", done.stderr)

    def test_values_of_the_matrix_are_written(self):
        """Where the loops write them, the caller's are changed."""
        f = sparsec.compile(
            """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(d, n)
void scale(int n, int m, const int *restrict index, const int *restrict col,
           double *restrict a, const double *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      a[j] *= d[i];
}
""",
            PARALLEL,
        )
        A, d = matrix(), vector(30)
        expected = A.toarray() * d[:, None]
        np.testing.assert_allclose(f(A, d), A.data)
        np.testing.assert_allclose(A.toarray(), expected)
        with f.plan(A) as plan:
            plan(d)
        np.testing.assert_allclose(A.toarray(), expected * d[:, None])
        A.data.flags.writeable = False
        with self.refused(TypeError, "argument 'A.data'", "read-only"):
            f(A, d)

    def test_types(self):
        """Numbers of all widths; values that are no floating ones come apart."""
        source = """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void spmv(long n, long m, const long *restrict index, const long *restrict col,
          const {0} *restrict a, const {1} *restrict x, {1} *restrict y) {{
  for (long i = 0; i < n; i++)
    for (long j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}}
"""
        A = matrix()
        index = A.indptr.astype(np.int64), A.indices.astype(np.int64)
        for name, dtype in (
            ("float", np.float32), ("double _Complex", np.complex128),
            ("int", np.int32), ("_Float16", np.float16),
            ("unsigned char", np.uint8), ("long double", np.longdouble),
        ):
            # Updates of halves are refused: their sum is a float.
            total = "float" if dtype is np.float16 else name
            f = sparsec.compile(source.format(name, total), PARALLEL, cflags=["-O1"])
            of_y = np.float32 if total == "float" else dtype
            a, x = (10 * A.data).astype(dtype), (10 * vector(20)).astype(of_y)
            B = sp.csr_array((a.astype(complex), *index[::-1]), shape=(30, 20))
            if f._contract.matrices[0].values:
                y = f((*index, a), x)
            else:
                y = f(index, a, x)
                with self.refused(TypeError, "argument 'A'", "a tuple of 3"):
                    f((*index, a), x)
            self.assertEqual(y.dtype, of_y)
            expected = B @ x.astype(complex)
            if dtype is np.uint8:
                expected = expected.real.astype(np.int64) % 256
            np.testing.assert_allclose(y.astype(complex), expected, rtol=1e-4)

    def test_several_matrices(self):
        """Each is a parameter; sizes that both tell have to be one."""
        f = sparsec.compile(
            """
#pragma sparsec csr(n, m, ia, ja, a)
#pragma sparsec csr(n, k, ib, jb, b)
#pragma sparsec extent(x, m)
#pragma sparsec extent(z, k)
#pragma sparsec extent(y, n)
void both(int n, int m, int k, const int *ia, const int *ja, const double *a,
          const int *ib, const int *jb, const double *b, const double *x,
          const double *z, double *y) {
  for (int i = 0; i < n; i++) {
    for (int j = ia[i]; j < ia[i + 1]; j++)
      y[i] += a[j] * x[ja[j]];
    for (int j = ib[i]; j < ib[i + 1]; j++)
      y[i] += b[j] * z[jb[j]];
  }
}
""",
            'parallel(statements()[1], "i")',
        )
        A, B, x, z = matrix(), matrix(30, 8, seed=5), vector(20), vector(8)
        np.testing.assert_allclose(f(A, B, x, z), A @ x + B @ z)
        self.assertLess(f.verify(A, B, x, z), 1e-14)
        with self.refused(TypeError, "argument 'B'", "29 rows", "30"):
            f(A, matrix(29, 8), x, z)

    def test_empty(self):
        f = self.spmv()
        for shape in (0, 0), (0, 3), (3, 0), (3, 3):
            A = sp.csr_array(shape)
            self.assertEqual(f(A, np.zeros(shape[1])).tolist(), [0.0] * shape[0])
            with f.plan(A) as plan:
                self.assertEqual(plan(np.zeros(shape[1])).tolist(), [0.0] * shape[0])


if __name__ == "__main__":
    unittest.main()
