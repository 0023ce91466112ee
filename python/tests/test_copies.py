"""Copies of functions, and those that other processes get: of the same loops, or
refused."""

import copy
import os
import pickle
import unittest

import numpy as np
from support import PARALLEL, TestCase, vector

import sparsec

try:
    import torch
except ImportError:
    torch = None

OWN = """
#include "own.h"
#pragma sparsec extent(x, n); extent(y, n)
void scaled(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += FACTOR * x[i];
}
"""
ONE_LINE = "void ones(int n, double y[n]) { for (int i = 0; i < n; i++) y[i] += 1; }"
BACKWARD = """
#pragma sparsec extent(grad_x, n); extent(grad_y, n)
void back(int n, const double *restrict grad_y, double *restrict grad_x) {
  for (int i = 0; i < n; i++)
    grad_x[i] += 7 * grad_y[i];
}
"""


def ways():
    return copy.deepcopy, lambda f: pickle.loads(pickle.dumps(f))


class Copies(TestCase):
    def setUp(self):
        self.place = self.folder()
        (self.place / "inc").mkdir()
        self.files = {
            "own.c": OWN, "own.script": 'use("used.script")(s)\n',
            "used.script": 'return function(s) parallel(s, "i") end\n',
            "inc/own.h": "#define FACTOR 2\n",
        }
        for name, text in self.files.items():
            (self.place / name).write_text(text)
        self.in_folder(self.place)

    def in_folder(self, folder):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)

    def compiled(self):
        return sparsec.compile("own.c", "own.script", flags=["-Iinc"])

    def test_files_that_change(self):
        changes = {
            "own.c": OWN.replace("+=", "-="), "inc/own.h": "#define FACTOR 3\n",
            "own.script": PARALLEL, "used.script": "return function() end\n",
        }
        f, x = self.compiled(), vector(3)
        for name, changed in changes.items():
            (self.place / name).write_text(changed)
            uses = [
                *(lambda way=way: way(f) for way in ways()),
                f.explain, f.loops, f.source, lambda: f.verify(x),
                lambda: f.report(self.place / "report.json"),
                lambda: f.gradient("x"),
            ]
            for use in uses:
                with self.refused(sparsec.Error, name, "changed", "compile again"):
                    use()
            self.assertEqual(f(x).tolist(), (2 * x).tolist())
            (self.place / name).write_text(self.files[name])
            for way in ways():
                self.assertEqual(way(f)(x).tolist(), (2 * x).tolist())
        (self.place / "own.c").unlink()
        with self.refused(sparsec.Error, "own.c", "is gone"):
            copy.deepcopy(f)

    def test_another_folder(self):
        f, x = self.compiled(), vector(3)
        self.in_folder(self.folder())
        # Also where the cache has nothing.
        self.with_environment(SPARSEC_CACHE="of_here")
        for way in ways():
            again = way(way(f))
            self.assertEqual(again(x).tolist(), (2 * x).tolist())
            self.assertEqual(again.verify(x), 0)
            self.assertIn("for i", again.loops())
            self.assertEqual(again.gradient("x")(x).tolist(), (2 * x).tolist())
        f.report("report.json")
        self.assertTrue(os.path.exists("report.json"))

    def test_texts(self):
        """A text is no file of one cache."""
        f = sparsec.compile(ONE_LINE, PARALLEL.strip())
        text = pickle.dumps(f)
        self.with_environment(SPARSEC_CACHE=self.folder())
        self.in_folder(self.folder())
        self.assertNotIn(b"kernel.c", text)
        self.assertEqual(pickle.loads(text)(np.zeros(2)).tolist(), [1, 1])

    @unittest.skipUnless(torch, "there is no torch")
    def test_gradients(self):
        """Each operator has its own."""
        f = self.compiled()
        x = torch.ones(3, dtype=torch.float64, requires_grad=True)

        def gradient(op):
            return torch.autograd.grad(op(x).sum(), x)[0].tolist()

        derived = f.op
        given = derived.backward(BACKWARD, PARALLEL)
        for way in ways():
            self.assertEqual(gradient(way(f).op), [7, 7, 7])
            for first, second in (
                way([given, derived]), reversed(way([derived, given])),
            ):
                self.assertEqual(gradient(first), [7, 7, 7])
                self.assertEqual(gradient(second), [2, 2, 2])
            self.assertEqual(repr(way(way(f)).op), repr(given))


if __name__ == "__main__":
    unittest.main()
