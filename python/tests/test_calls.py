"""f(A, x): what is passed, what is told by it, and what is refused."""

import array
import subprocess
import sys
import unittest

import numpy as np
import scipy.sparse as sp
from support import ELL, PARALLEL, SCALED, SPMV, TestCase, matrix, vector

import sparsec

ROWS = """
#pragma sparsec extent(x, n, k)
#pragma sparsec extent(y, n)
void rows(int n, int k, const float x[n][k], float y[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      y[i] += x[i][j];
}
"""
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
SORTED = """
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec sorted(col, index, strict)
#pragma sparsec extent(x, m)
#pragma sparsec extent(y, n)
void spmv(int n, int m, const int *restrict index, const int *restrict col,
          const double *restrict a, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
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


class Refusals(TestCase):
    def setUp(self):
        self.f, self.A, self.x = self.spmv(), matrix(), vector(20)

    def test_types(self):
        with self.refused(
            TypeError, "argument 'x'", "float32", "double", "x.astype('float64')"
        ):
            self.f(self.A, self.x.astype(np.float32))
        with self.refused(TypeError, "argument 'x'", "format '>d'"):
            self.f(self.A, self.x.astype(">f8"))
        with self.refused(TypeError, "argument 'x'", "complex128"):
            self.f(self.A, self.x.astype(complex))

    def test_wide_indices(self):
        A = self.A
        wide = (A.indptr.astype(np.int64), A.indices, A.data)
        with self.refused(TypeError, "argument 'index'", "int64", "astype('int32')"):
            self.f(wide, self.x)
        B = sp.csr_array(A)
        B.indptr, B.indices = B.indptr.astype(np.int64), B.indices.astype(np.int64)
        with self.refused(
            TypeError, "argument 'A.indptr'", "int64", "A.indptr.astype('int32')"
        ):
            self.f(B, self.x)
        with self.refused(TypeError, "argument 'index'", "uint32"):
            self.f((A.indptr.astype(np.uint32), A.indices, A.data), self.x)

    def test_lengths(self):
        with self.refused(TypeError, "argument 'x'", "19", "20"):
            self.f(self.A, self.x[:19])
        with self.refused(TypeError, "argument 'y'", "31", "30"):
            self.f(self.A, self.x, np.zeros(31))
        with self.refused(TypeError, "argument 'a'", "needed"):
            self.f((self.A.indptr, self.A.indices, self.A.data[1:]), self.x)
        with self.refused(TypeError, "argument 'A'", "30 rows", "29"):
            self.f(self.A, self.x, n=29)

    def test_broken_pointers(self):
        A = self.A
        for last in (-1, 10**6, 2**31 - 1):
            broken = A.indptr.copy()
            broken[-1] = last
            with self.assertRaises((TypeError, sparsec.Error)):
                self.f((broken, A.indices, A.data), self.x)
        broken = A.indptr.copy()
        broken[3] = 10**6
        with self.refused(sparsec.Error, "csr(n, m, index, col, a)", "index"):
            self.f((broken, A.indices, A.data), self.x)
        columns = A.indices.copy()
        columns[5] = 20
        with self.refused(sparsec.Error, "col[5] = 20 is not in [0, 20)", "spmv.c:2"):
            self.f((A.indptr, columns, A.data), self.x)
        with self.refused(TypeError, "argument 'index'"):
            self.f((A.indptr[:0], A.indices, A.data), self.x, n=3)

    def test_places(self):
        with self.refused(TypeError, "argument 'x'", "numpy.ascontiguousarray(x)"):
            self.f(self.A, np.zeros(40)[::2])
        y = np.zeros(30)
        y.flags.writeable = False
        with self.refused(TypeError, "argument 'y'", "read-only"):
            self.f(self.A, self.x, out=y)
        raw = np.zeros(8 * 21, dtype=np.uint8)[4 : 4 + 160].view(np.float64)
        with self.refused(TypeError, "argument 'x'", "multiple of 8"):
            self.f(self.A, raw)

        both = np.zeros((30, 2))
        with self.refused(TypeError, "argument 'y'", "the loops write it", "numpy.zeros"):
            self.f(self.A, self.x, out=both[:, 0])

    def test_masks(self):
        masked = np.ma.masked_array(self.x, self.x > 0.5)
        with self.refused(TypeError, "argument 'x'", "a mask", "x.filled"):
            self.f(self.A, masked)
        np.testing.assert_allclose(
            self.f(self.A, masked.filled(0)), self.A @ masked.filled(0)
        )

    def test_dimensions(self):
        """Sizes that an array of other dimensions does not tell."""
        f = sparsec.compile(ROWS, PARALLEL)
        x = np.zeros((2, 3), np.float32)
        with self.refused(
            TypeError, "argument 'x'", "3 dimensions (1 x 2 x 3)",
            "2 dimensions (n x k)", "pass n=...",
        ):
            f(x[None])
        with self.refused(TypeError, "argument 'x'", "1 dimension (6)"):
            f(x.ravel())
        self.assertEqual(f(x.ravel(), n=2).shape, (2,))

    def test_overlaps(self):
        A, x = matrix(20, 20), self.x
        with self.refused(TypeError, "argument 'y'", "shares memory with 'x'"):
            self.f(A, x, out=x)
        with self.refused(TypeError, "argument 'y'", "shares memory"):
            both = np.zeros(30)
            self.f.plan(A)(both[:20], out=both[10:])

    def test_objects(self):
        with self.refused(TypeError, "argument 'x'", "a list", "numpy.array(x"):
            self.f(self.A, [1.0] * 20)
        with self.refused(TypeError, "argument 'x'", "a NoneType"):
            self.f(self.A, None)
        with self.refused(TypeError, "argument 'x'", "a csr_array is a sparse matrix"):
            self.f.plan(self.A)(self.A, self.x)
        with self.refused(TypeError, "argument 'x'", "bool"):
            self.f(self.A, self.x > 0)
        with self.refused(TypeError, "argument 'A'", "no sparse matrix"):
            self.f(self.A.toarray(), self.x)
        with self.refused(TypeError, "argument 'A'", "no sparse matrix"):
            self.f(memoryview(self.x), self.x)
        with self.refused(TypeError, "argument 'A'", "coo", "A.tocsr()"):
            self.f(self.A.tocoo(), self.x)
        with self.refused(TypeError, "argument 'A'", "csc", "A.T"):
            self.f(self.A.tocsc(), self.x)
        with self.refused(TypeError, "argument 'A'", "bsr"):
            self.f(self.A.tobsr(), self.x)

        class OnGpu:
            __cuda_array_interface__ = {}

        with self.refused(TypeError, "argument 'x'", "on a GPU"):
            self.f(self.A, OnGpu())

    def test_names(self):
        with self.refused(TypeError, "no argument 'z'", "A, x, y, n, m"):
            self.f(self.A, self.x, z=1)
        with self.refused(TypeError, "argument 'x' is missing"):
            self.f(self.A)
        with self.refused(TypeError, "argument 'A' is missing"):
            self.f()
        with self.refused(TypeError, "argument 'x' is given twice"):
            self.f(self.A, self.x, x=self.x)
        with self.refused(TypeError, "by position"):
            self.f(self.A, self.x, self.x, self.x)
        with self.refused(TypeError, "argument 'm'", "pass m=..."):
            self.f.plan((self.A.indptr, self.A.indices, self.A.data))

    def test_scalars(self):
        parts = (self.A.indptr, self.A.indices, self.A.data)
        for n in (2**31, 2**70, -(2**31) - 1):
            with self.assertRaises(TypeError):
                self.f(parts, self.x, n=n)
        with self.refused(TypeError, "argument 'x'", "length is -1"):
            sparsec.compile(ROWS, PARALLEL)(np.zeros((1, 2), np.float32), n=-1)
        for n in 2.5, "30", None:
            with self.refused(TypeError, "argument 'n'", "no integer"):
                self.f(parts, self.x, n=n)

    def test_facts(self):
        f = sparsec.compile(SORTED, ELL)
        index = np.array([0, 2], np.int32)
        a, x = np.ones(2), np.ones(3)
        self.assertEqual(f((index, np.array([0, 2], np.int32), a), x).tolist(), [2.0])
        for columns in ([2, 0], [1, 1]):
            with self.refused(sparsec.Error, "sorted(col, index, strict)"):
                f((index, np.array(columns, np.int32), a), x)

    def test_what_cannot_be_bound(self):
        with self.refused(sparsec.Error, "argument 'x'", "points to pointers"):
            sparsec.compile(
                "#pragma sparsec extent(x, n, 4)\n#pragma sparsec noalias(x)\n"
                "void f(int n, double **x) {\n"
                "  for (int i = 0; i < n; i++)\n    x[i][0] *= 2;\n}\n",
                PARALLEL,
            )
        with self.refused(sparsec.Error, "argument 'z'", "passed by value"):
            sparsec.compile(
                "#pragma sparsec extent(x, n)\n"
                "void f(int n, double _Complex z, double _Complex *x) {\n"
                "  for (int i = 0; i < n; i++)\n    x[i] *= z;\n}\n",
                PARALLEL,
            )
        with self.refused(sparsec.Error, "argument 'total'", "variable of the file"):
            sparsec.compile(
                "static double total[10];\n#pragma sparsec extent(x, 10)\nvoid f(double *x) {\n"
                "  for (int i = 0; i < 10; i++)\n    total[i] += x[i];\n}\n",
                PARALLEL,
            )


if __name__ == "__main__":
    unittest.main()
