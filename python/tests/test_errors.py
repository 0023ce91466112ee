"""Errors have the command line's text, and the place in it."""

import os
import pickle
import shutil
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy as np
import scipy.sparse as sp
from support import ELL, PARALLEL, RECIPES, SPMV, TestCase, matrix, vector

import sparsec
from sparsec import _call, _engine


class Errors(TestCase):
    def test_recipe(self):
        recipe = self.folder() / "bad.script"
        recipe.write_text('tile(s, "q", 3)\n')
        with self.refused(
            sparsec.Error,
            "no loop 'q' around S0; its loops are: i, j",
            'tile(s, "q", 3)\n^',
            "statement S0 is",
        ) as caught:
            sparsec.compile(SPMV, recipe)
        error = caught.error
        self.assertEqual((error.file, error.line, error.column), (str(recipe), 1, 1))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.line), (str(error), 1))
        self.assertEqual(error._render_traceback_(), ["sparsec.Error: " + str(error)])

    def test_source(self):
        with self.refused(sparsec.Error, "undeclared", "^") as caught:
            sparsec.compile("void f(int n, double *y) {\n  y[0] = z;\n}\n", PARALLEL)
        self.assertEqual((caught.error.line, caught.error.column), (2, 10))

    def test_illegal_step(self):
        source = (
            "#pragma sparsec extent(y, n)\n"
            "void f(int n, double *y) {\n"
            "  for (int i = 1; i < n; i++)\n    y[i] += y[i - 1];\n}\n"
        )
        with self.refused(sparsec.Error, "loop 'i'", "y[i - 1]"):
            sparsec.compile(source, PARALLEL)

    def test_what_cannot_be_bound(self):
        """Arrays of which nothing tells the length; structures have their own tests."""
        ilu0 = RECIPES / "ilu0" / "ilu0.c"
        steps = 'use("ilu0/barrier.script")\n'
        with self.refused(sparsec.Error, "'diag'", 'known("extent(diag, ...)")'):
            sparsec.compile(ilu0, steps)
        f = sparsec.compile(ilu0, 'known("extent(diag, n)")\n' + steps, cflags=["-O1"])
        A = sp.tril(matrix(20, 20) + sp.eye_array(20)).tocsr()
        A.sort_indices()
        last = (A.indptr[1:] - 1).astype(np.int32)
        self.assertEqual(f.verify(A, last), 0)

    def test_nothing_to_do(self):
        with self.refused(sparsec.Error, "it changes nothing"):
            sparsec.compile(SPMV, "local T = (1)\n")

    def test_missing_files(self):
        with self.refused(sparsec.Error, "nowhere.c: there is no such file"):
            sparsec.compile("nowhere.c", ELL)
        with self.refused(sparsec.Error, "nowhere.script"):
            sparsec.compile(SPMV, "nowhere.script")

    def test_what_is_no_source(self):
        """What a slip makes of arguments of compile and kernel."""
        with self.refused(sparsec.Error, "the recipe is empty"):
            sparsec.compile(SPMV, " ")
        with self.refused(TypeError, "the recipe is a NoneType"):
            sparsec.compile(SPMV, None)
        with self.refused(TypeError, "the kernel is a NoneType"):
            sparsec.compile(None, ELL)
        with self.refused(TypeError, "flags: a text", "['-DN=3']"):
            sparsec.compile(SPMV, ELL, flags="-DN=3")
        with self.refused(TypeError, "cflags: a text", "['-O1', '-g']"):
            sparsec.compile(SPMV, ELL, cflags="-O1 -g")
        with self.refused(TypeError, "takes a recipe"):
            sparsec.kernel(lambda x: x)

    def test_warnings(self):
        """What is compiled with a remark says it each time, from the cache as well."""
        source = (
            "#include <stdio.h>\n#pragma sparsec extent(x, n)\n"
            "int halve(int n, double *x) {\n  if (n < 0)\n    return 1;\n"
            '  puts("halved");\n'
            "  for (int i = 0; i < n; i++)\n    x[i] /= 2;\n  return 0;\n}\n"
        )
        for _ in range(2):
            with self.assertWarnsRegex(sparsec.Warning, "'halve' is not translated whole") as seen:
                f = sparsec.compile(source, PARALLEL)
            self.assertEqual(seen.filename, __file__)
        x = np.ones(3)
        self.assertEqual(f(x).tolist(), [0.5] * 3)
        self.assertEqual(f.verify(x), 0)
        with self.assertWarnsRegex(sparsec.Warning, "'T'.*never used"):
            sparsec.compile(SPMV, 'local T = param("T", 4, {4, 8})\n' + PARALLEL)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            sparsec.compile(SPMV, 'print("nothing to say")\n' + PARALLEL)

    def test_no_compiler(self):
        with self.refused(sparsec.Error, "there is no C compiler 'no-such-cc'"):
            sparsec.compile(SPMV, ELL, cc="no-such-cc")
        # The program is found as before, by $SPARSEC.
        self.with_environment(PATH="/nowhere")
        with self.refused(sparsec.Error, "install gcc or clang"):
            sparsec.compile(SPMV, ELL)

    def test_compiler_fails(self):
        with self.refused(sparsec.Error, "failed", "no-such-flag"):
            sparsec.compile(SPMV, ELL, cflags=["-fno-such-flag"])

    def test_no_program(self):
        self.with_environment(PATH="/nowhere", SPARSEC="/nowhere")
        with self.refused(sparsec.Error, "the program sparsec is not there", "$SPARSEC"):
            sparsec.compile(SPMV, ELL)


class Cache(TestCase):
    HEADER = '#include "own.h"\n'

    def write(self, folder, factor):
        (folder / "own.h").write_text(f"#define FACTOR {factor}\n")
        (folder / "own.c").write_text(
            '#include "own.h"\n#pragma sparsec extent(y, n)\n'
            "void f(int n, double *y) {\n"
            "  for (int i = 0; i < n; i++)\n    y[i] *= FACTOR;\n}\n"
        )
        return folder / "own.c"

    def value(self, source):
        return sparsec.compile(source, PARALLEL)(vector(3) * 0 + 1)[0]

    def test_headers_count(self):
        folder = self.folder()
        self.assertEqual(self.value(self.write(folder, 2)), 2)
        self.assertEqual(self.value(self.write(folder, 3)), 3)
        self.assertEqual(self.value(self.write(folder, 2)), 2)

    def test_flags_and_settings_count(self):
        source = self.folder() / "own.c"
        source.write_text(
            "#pragma sparsec extent(y, n)\nvoid f(int n, double *y) {\n"
            "  for (int i = 0; i < n; i++)\n    y[i] *= FACTOR;\n}\n"
        )
        for factor in (5, 6):
            f = sparsec.compile(source, PARALLEL, flags=[f"-DFACTOR={factor}"])
            self.assertEqual(f(vector(3) * 0 + 1)[0], factor)
            f.verify(vector(3))
        with self.refused(sparsec.Error, "FACTOR"):
            sparsec.compile(source, PARALLEL)

    def test_used_again(self):
        calls, run = [], _engine._completed
        self.spmv()
        try:
            _engine._completed = lambda *a: calls.append(a) or run(*a)
            self.spmv()
            self.assertEqual(calls, [])
            self.with_environment(SPARSEC_CACHE=self.folder())
            self.spmv()
            self.assertEqual(len(calls), 2)
        finally:
            _engine._completed = run

    def test_damaged(self):
        self.with_environment(SPARSEC_CACHE=self.folder())
        f = self.spmv()
        contract = f._build.folder / "contract.json"
        contract.write_text(contract.read_text()[:100])
        g, A, x = self.spmv(), matrix(), vector(20)
        f._build.library.unlink(missing_ok=True)
        for function in (f, g):
            self.assertTrue((abs(function(A, x) - A @ x) < 1e-12).all())

    def test_damaged_library(self):
        self.with_environment(SPARSEC_CACHE=self.folder())
        f, A, x = self.spmv(), matrix(), vector(20)
        whole = f._build.library.read_bytes()
        # The loader does not say of what is cut off that it is: it dies.
        for text in b"of a disk that was full", whole[:4096], whole[: len(whole) // 2]:
            # A new file: the loader has the old one.
            library = self.spmv()._build.library
            library.unlink()
            library.write_bytes(text)
            for _ in range(2):
                self.assertTrue((abs(self.spmv()(A, x) - A @ x) < 1e-12).all())
        self.assertTrue((abs(f(A, x) - A @ x) < 1e-12).all())

    def test_damaged_library_of_the_source(self):
        self.with_environment(SPARSEC_CACHE=self.folder())
        f, A, x = self.spmv(), matrix(), vector(20)
        library = f._build.source_library(f._build.description())
        self.assertEqual(library, f._build.source_library(f._build.description()))
        text = library.read_bytes()
        library.write_bytes(text[: len(text) // 2])
        self.assertLess(f.verify(A, x), 1e-14)

    def test_library_that_does_not_load(self):
        """One that is as it was compiled is not thrown away: others may use it."""
        self.with_environment(SPARSEC_CACHE=self.folder())
        A, x, library = matrix(), vector(20), self.spmv()._build.library
        load = _call.Library
        with mock.patch("sparsec._call.Library", side_effect=sparsec.Error("no libgomp")):
            with self.refused(sparsec.Error, "no libgomp"):
                self.spmv()
        self.assertEqual(self.spmv()._build.library, library)

        def replaced(*arguments):
            """What another process does whose headers are newer."""
            loaded.side_effect = load
            shutil.rmtree(library.parent)
            raise sparsec.Error("there is no such file")

        with mock.patch("sparsec._call.Library", side_effect=replaced) as loaded:
            self.assertTrue((abs(self.spmv()(A, x) - A @ x) < 1e-12).all())
        self.assertEqual(loaded.call_count, 2)

    def test_no_place(self):
        for place in Path(__file__), "/proc/nowhere":
            self.with_environment(SPARSEC_CACHE=place)
            for source in SPMV, SPMV.read_text():
                with self.refused(sparsec.Error, str(place), "$SPARSEC_CACHE"):
                    sparsec.compile(source, ELL)

    def test_nothing_is_left_of_a_failure(self):
        folder = self.folder()
        self.with_environment(SPARSEC_CACHE=folder)
        with self.assertRaises(sparsec.Error):
            sparsec.compile(SPMV, ELL, cflags=["-fno-such-flag"])
        self.assertEqual(os.listdir(folder / "plans"), [])


class Tools(TestCase):
    def test_texts(self):
        f = self.spmv()
        self.assertIn("for j in [index(i)", f.loops())
        self.assertIn("csr(n, m, index, col, a) (declared", f.explain())
        self.assertIn("int spmv_inspect(", f.source())
        self.assertIn("__global__", f.source("cuda"))
        with self.refused(TypeError, "'fortran'"):
            f.source("fortran")
        self.assertIn("A: a scipy.sparse csr matrix", f.__doc__)

    def test_verify(self):
        f, A, x = self.spmv(), matrix(), vector(20)
        x_before, y = x.copy(), vector(30)
        y_before = y.copy()
        self.assertLess(f.verify(A, x, y), 1e-14)
        self.assertTrue((x == x_before).all() and (y == y_before).all())
        # Of another function's results there is nothing left.
        with self.refused(sparsec.Error, "the source's loops compute", "largest"):
            from sparsec import _tools

            _tools.difference(f._contract.arguments["y"], y, y + 1e-3, None)

    def test_what_bench_takes(self):
        f, A = self.spmv(), matrix()
        with self.refused(TypeError, "threads: [1, 2]", "one number"):
            f.bench(A, threads=[1, 2])
        with self.refused(TypeError, "argument 'A'", "pass abs(A)"):
            f.bench(A * 1j, seconds=0.001)
        with self.refused(sparsec.Error, "'-seconds': 'long'"):
            f.bench(A, seconds="long")

    def test_bench_and_tune(self):
        recipe = (
            'tile(s, "i", param("T", 16, {16, 32}), {outer = "ii"})\n'
            'parallel(s, "ii")\n'
        )
        f, A = sparsec.compile(SPMV, recipe, cflags=["-O1"]), matrix()
        row = f.bench(A, seconds=0.001)
        self.assertEqual((row["rows"], row["cols"], row["nnz"]), (30, 20, 120))
        self.assertGreater(row["execute_s"], 0)
        rows = f.tune(A, seconds=0.001)
        self.assertGreater(len(rows), 1)
        times = [row["execute_s"] for row in rows]
        self.assertEqual(times, sorted(times))
        self.assertEqual({row["set"]["T"] for row in rows}, {16, 32})
        best = sparsec.compile(SPMV, recipe, set=rows[0]["set"], cflags=["-O1"])
        np.testing.assert_allclose(best(A, vector(20)), A @ vector(20))
        self.assertEqual(f.bench(A, seconds=0.001)["set"], {"T": 16})

    def test_report(self):
        f, folder = self.spmv(), self.folder()
        f.report(folder / "spmv.html", matrix())
        self.assertIn("<html", (folder / "spmv.html").read_text())
        f.report(folder / "spmv.json")
        self.assertTrue((folder / "spmv.json").exists())


if __name__ == "__main__":
    unittest.main()
