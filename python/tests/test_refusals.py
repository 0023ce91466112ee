"""f(A, x): what is refused, and what the message says."""

import unittest

import numpy as np
import scipy.sparse as sp
from support import ELL, PARALLEL, ROWS, TestCase, matrix, vector

import sparsec

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
