"""sparsec.sparse: products of SciPy's matrices."""

import os
import pickle
import threading
import unittest
import warnings

import numpy as np
import scipy.sparse as sp
from support import TestCase, matrix, vector
from test_plans import in_fork

import sparsec
import sparsec.sparse as ours
from sparsec.sparse import _kernels, _products

TOLERANCES = {"f": 1e-5, "F": 1e-5, "d": 1e-13, "D": 1e-13}


def typed(A, value, index):
    A = A.astype(value)
    if value == "D":
        A.data = A.data * (1 - 2j)
    A.indices, A.indptr = A.indices.astype(index), A.indptr.astype(index)
    return A


class Products(TestCase):
    def same(self, A, x, word=None):
        """Ours and SciPy's; `word`: of what is left to it."""
        expected, before = A @ x, ours.statistics()
        with ours.use(minimum=0, after=0):
            found = A @ x
            why = ours.why(A, x)
        value = np.result_type(A.dtype, x.dtype).char
        np.testing.assert_allclose(
            found, expected, rtol=0,
            atol=TOLERANCES.get(value, 1e-13) * max(1, abs(expected).max(initial=0)),
        )
        self.assertEqual((found.dtype, found.shape), (expected.dtype, expected.shape))
        word = word or "sparsec"
        self.assertEqual(ours.statistics()[word], before.get(word, 0) + 1)
        self.assertTrue(why.startswith("sparsec:" if word == "sparsec" else "SciPy:"), why)
        return why

    def test_kinds_and_types(self):
        """All kernels there are; the longest test, for their compilation."""
        for layout in ("csr", "csc"):
            for value, index in (
                ("d", np.int32), ("f", np.int64), ("D", np.int32), ("F", np.int64),
            ):
                A = typed(matrix().asformat(layout), value, index)
                for x in (vector(20), vector(60).reshape(20, 3)):
                    x = x.astype(value)
                    if value in "DF":
                        # Both parts of both, each with a sign of its own.
                        A.data *= np.exp(1j * np.arange(A.nnz)).astype(value)
                        x *= np.exp(-2j * np.arange(20)).astype(value).reshape(
                            20, *[1] * (x.ndim - 1)
                        )
                    self.same(A, x)

    def test_other_types(self):
        A, x = matrix(), vector(20)
        self.same(A, x.astype("f"), "type")
        self.same(A.astype("f"), x, "type")
        self.same(A.astype(int), x.astype(int), "type")
        self.same(A.astype("D"), x, "type")
        self.same(A, np.arange(20), "type")

    def test_shapes(self):
        A, X = matrix(), vector(60).reshape(20, 3)
        self.same(A, np.asfortranarray(X))
        self.same(A, vector(40)[::2])
        self.same(A, np.zeros((20, 0)), "small")
        with ours.use(minimum=0, after=0):
            np.testing.assert_allclose(A @ X[:, :1], (A.toarray() @ X[:, :1]))
            np.testing.assert_allclose(vector(30) @ A, vector(30) @ A.toarray())
            Y = vector(60).reshape(2, 30)
            np.testing.assert_allclose(Y @ A, Y @ A.toarray())
            np.testing.assert_allclose(A @ X.tolist(), A.toarray() @ X)
            with self.assertRaises(ValueError):
                A @ vector(19)
        for rows, columns in ((0, 5), (5, 0), (1, 1)):
            self.same(sp.csr_array((rows, columns)), np.ones(columns))

    def test_sparse_columns(self):
        """A copy of the result for each thread does not pay."""
        A = sp.csc_array(matrix(1000, 50, 0.002))
        self.assertIn("A.tocsr() makes rows", self.same(A, vector(50), "scatter"))

    def test_not_canonical(self):
        """Duplicates and any order; slack behind the last row."""
        index, col = np.array([0, 3, 3, 4]), np.array([2, 0, 2, 1])
        A = sp.csr_array((np.array([1.0, 2, 4, 8]), col, index), shape=(3, 3))
        self.same(A, vector(3))
        A.indices = np.concatenate([A.indices, [77]])
        A.data = np.concatenate([A.data, [np.nan]])
        self.same(A, vector(3))

    def test_what_is_no_number(self):
        A, x = matrix(), vector(20)
        x[3], x[4] = np.inf, np.nan
        A.data[7] = -np.inf
        expected = A @ x
        with ours.use(minimum=0, after=0):
            np.testing.assert_array_equal(np.isnan(A @ x), np.isnan(expected))

    def test_wrong_indices(self):
        """What SciPy reads out of bounds for is an error."""
        A, x = matrix(), vector(20)
        A.indices[5] = 20
        with ours.use(minimum=0, after=0):
            with self.refused(sparsec.Error, "col", "20"):
                A @ x


class Changes(TestCase):
    def test_in_place(self):
        """Nothing of a matrix is kept: values and order may change."""
        A, x = matrix(300, 200), vector(200)
        with ours.use(minimum=0, after=0):
            for change in (
                lambda: None,
                lambda: A.data.__imul__(3),
                lambda: A.indices.__setitem__(slice(None), A.indices[::-1].copy()),
                lambda: A.sum_duplicates(),
                lambda: A.sort_indices(),
                lambda: A.eliminate_zeros(),
                lambda: A.__setitem__((0, 0), 7.0),
                lambda: A.resize((250, 200)),
            ):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    change()
                own = np.array([
                    A.data[k:m] @ x[A.indices[k:m]]
                    for k, m in zip(A.indptr[:-1], A.indptr[1:])
                ])
                np.testing.assert_allclose(A @ x, own)

    def test_plans_go_with_their_arrays(self):
        with ours.use(minimum=0, after=0):
            before = len(_products._patterns)
            A = matrix(seed=5)
            A @ vector(20)
            self.assertEqual(len(_products._patterns), before + 1)
            pattern = _products._views[id(A.indices), "csr"]
            A.T @ vector(30)  # the same arrays, another format
            del A, pattern
        self.assertLessEqual(len(_products._patterns), before)

    def test_slices_of_one_array(self):
        """Patterns that lie in one array, and the same memory once more."""
        A, B = matrix(seed=6), matrix(seed=7)
        count = min(A.nnz, B.nnz)
        col = np.concatenate([A.indices[:count], B.indices[:count]])
        index = np.array([0, *[count] * 30], dtype=np.int32)
        x = vector(20)
        with ours.use(minimum=0, after=0):
            for start in (0, count, 0):
                C = sp.csr_array((30, 20))
                C.indptr, C.indices = index, col[start : start + count]
                C.data = vector(count)
                expected = C.data @ x[C.indices]
                np.testing.assert_allclose((C @ x)[0], expected)
            col[:count] = 19
            np.testing.assert_allclose((C @ x)[0], C.data.sum() * x[19])

    def test_rules(self):
        A, x = ours.csr_array(matrix(300, 200, 0.5)), vector(200)
        self.assertIn("the first product", ours.why(A, x))
        before = ours.statistics()
        A @ x
        self.assertIn("sparsec: spmv.c by spmv/csr-vector.script", ours.why(A, x))
        A @ x
        self.assertEqual(ours.statistics()["first"], before.get("first", 0) + 1)
        self.assertEqual(ours.statistics()["sparsec"], before.get("sparsec", 0) + 1)
        self.assertIn("minimum", ours.why(ours.csr_array(matrix()), vector(20)))
        self.assertIn("sparsec.sparse.csr_array(A)", ours.why(matrix(), vector(20)))
        self.assertIn("format is coo", self.within_use(matrix().tocoo(), vector(20)))
        self.assertIn("which refuses it", ours.why(A, vector(3)))
        self.assertIn("no matrix", ours.why(A.toarray(), x))
        self.assertIn("no array", ours.why(A, A.T))

    def test_both_directions(self):
        """As solvers for A and A.T take turns: each is inspected once."""
        A = ours.csr_array(matrix(30, 20, 0.9))
        before = ours.statistics().get("sparsec", 0)
        with ours.use(minimum=0, after=1, classes="own"):
            for _ in range(3):
                A @ vector(20)
                A.T @ vector(30)
        self.assertEqual(ours.statistics()["sparsec"], before + 4)

    def within_use(self, A, x):
        with ours.use():
            return ours.why(A, x)


class Classes(TestCase):
    def test_what_they_make(self):
        A = ours.csr_array(matrix(300, 200, 0.5))
        for made in (A.T, A.tocsc(), A.T.tocsr(), A + A, 2 * A, A[3:9], A.copy(),
                     A @ A.T, pickle.loads(pickle.dumps(A))):
            self.assertEqual(type(made).__module__, "sparsec.sparse")
            self.assertIsInstance(made, (sp.csr_array, sp.csc_array))
        M = ours.csr_matrix(A)
        np.testing.assert_allclose(M * np.ones(200), A @ np.ones(200))
        self.assertIsInstance(M.T, sp.csc_matrix)
        B = matrix()
        self.assertTrue(np.shares_memory(ours.csr_array(B).data, B.data))

    def test_solver(self):
        """Operators of scipy.sparse.linalg take them."""
        from scipy.sparse.linalg import cg

        n = 5000
        A = sp.diags_array([-1.0, 2.5, -1.0], offsets=[-1, 0, 1], shape=(n, n)).tocsr()
        with ours.use(minimum=0):
            before = ours.statistics().get("sparsec", 0)
            x, status = cg(A, np.ones(n), rtol=1e-10)
            self.assertGreater(ours.statistics()["sparsec"], before)
        self.assertEqual(status, 0)
        np.testing.assert_allclose(A @ x, np.ones(n), rtol=1e-8)


class Contexts(TestCase):
    def test_nesting(self):
        own = sp.csr_array._matmul_vector
        with ours.use():
            self.assertIsNot(sp.csr_array._matmul_vector, own)
            with ours.use(minimum=0, after=0):
                self.assertTrue(ours.why(matrix(), vector(20)).startswith("sparsec"))
            self.assertIn("minimum", ours.why(matrix(), vector(20)))
        self.assertIs(sp.csr_array._matmul_vector, own)
        with self.refused(TypeError, "'some'"):
            ours.use(classes="some")

    def test_threads(self):
        A, x, wrong = matrix(300, 200, 0.5), vector(200), []
        expected = A @ x

        def work():
            for _ in range(50):
                with ours.use(minimum=0, after=0):
                    if not np.allclose(A @ x, expected):
                        wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(len(_products._options), 1)

    def test_fork(self):
        A, x = matrix(), vector(20)
        with ours.use(minimum=0, after=0):
            A @ x
            self.assertEqual(in_fork(lambda: np.allclose(A @ x, A.toarray() @ x)), "True")
            self.assertIn("fork", in_fork(lambda: ours.why(A, x)))

    def test_without_compiler(self):
        """SciPy does it, and a warning says so once."""
        made = _kernels.kernel(("csr", 1, "long"), "f", 4)
        self.addCleanup(vars(made).update, function=made.function, failure=None)
        made.function = None
        self.with_environment(CC="no-such-cc")
        A = typed(matrix(30, 20, 0.9), "f", np.int32)
        with ours.use(minimum=0, after=0), warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            for _ in range(2):
                A @ np.ones(20, "f")
            self.assertIn("no C compiler", ours.why(A, np.ones(20, "f")))
        self.assertEqual(len(seen), 1, [str(one.message) for one in seen])

    def test_memory(self):
        """No copies: the plan gets the matrix's own arrays, and a product takes
        the memory of its result."""
        import tracemalloc

        A, x = ours.csr_array(matrix(2000, 1500, 0.05)), vector(1500)
        with ours.use(minimum=0, after=0, classes="own"):
            A @ x
            plans = list(_products._views[id(A.indices), "csr"].plans.values())
            got = []
            run = _products.execute
            self.addCleanup(setattr, _products, "execute", run)
            _products.execute = lambda plan, entry, values, shapes: (
                got.extend(values), run(plan, entry, values, shapes))
            tracemalloc.start()
            y = A @ x
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        self.assertEqual(len(plans), 1)
        addresses = {v.ctypes.data for v in got if isinstance(v, np.ndarray)}
        for array in (A.indptr, A.indices, A.data, x):
            self.assertIn(array.ctypes.data, addresses)
        self.assertLess(peak, y.nbytes + 4000)


if __name__ == "__main__":
    unittest.main()
