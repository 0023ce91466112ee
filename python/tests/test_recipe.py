"""Recipes built in Python."""

import inspect
import unittest

import numpy as np
from support import SPMV, TestCase, matrix, vector

import sparsec
from sparsec.recipe import lua_of


class Recipes(TestCase):
    def test_one_that_compiles(self):
        r = sparsec.Recipe()
        T = r.param("T", 16, [16, 32])
        r.tile(r.s, "i", T, outer="ii")
        r.parallel(r.s, "ii")
        A, x = matrix(), vector(20)
        f = sparsec.compile(SPMV, r)
        np.testing.assert_allclose(f(A, x), A @ x)
        self.assertIn("param T = 32", sparsec.compile(SPMV, r, set={"T": 32}).explain())

    def test_handles(self):
        r = sparsec.Recipe()
        r.assume_finite()
        all = r.statements()
        r.normalize(all[0], "j")
        r.measure(all[0], "j", "M")
        r.tile(all[0], "j", "M", outer="jj")
        x = r.compact_and_pad(all[0], "jj", ["a", "col"])
        r.parallel(x, "i")
        A, v = matrix(), vector(20)
        np.testing.assert_allclose(sparsec.compile(SPMV, r)(A, v), A @ v)
        self.assertEqual(r.text.splitlines()[2], 'local value3 = normalize(value2[1], "j")')

    def test_optional_by_position(self):
        texts = []
        for arguments, named in [(["a"], {}), ([], {"arrays": "a"})]:
            r = sparsec.Recipe()
            r.compact_and_pad(r.s, "k", *arguments, **named)
            texts.append(r.text)
        self.assertEqual(texts[0], texts[1])

    def test_text(self):
        r = sparsec.Recipe()
        r.tile(r.s, ["i", "j"], [4, 8], level=1, outer=("ii", "jj"))
        self.assertEqual(
            r.text,
            'local value1 = tile(s, {"i", "j"}, {4, 8}, {level = 1, outer = {"ii", "jj"}})\n',
        )
        self.assertEqual(lua_of('a"\\\n'), '"a\\"\\\\\\010"')
        self.assertEqual(lua_of({"x": [True, 1.5, None]}), '{["x"] = {true, 1.5, nil}}')
        with self.refused(TypeError, "no place in a recipe"):
            lua_of(object())
        with self.refused(TypeError, "no place in a recipe"):
            lua_of(float("nan"))

    def test_help(self):
        r = sparsec.Recipe()
        self.assertIn("split loops into tiles", r.tile.__doc__)
        self.assertIn("Legal:", r.tile.__doc__)
        self.assertEqual(
            str(inspect.signature(r.tile)),
            "(statement, loops, sizes, level=None, method=None, outer=None)",
        )
        self.assertIn("compact_and_pad", dir(r))

    def test_mistakes(self):
        r = sparsec.Recipe()
        with self.refused(AttributeError, "no 'tiles'"):
            r.tiles(r.s, "i", 4)
        with self.refused(TypeError, "tile: ", "sizes"):
            r.tile(r.s, "i")
        with self.refused(TypeError, "tile: ", "'width'"):
            r.tile(r.s, "i", 4, width=3)
        with self.refused(TypeError, "another recipe"):
            r.tile(sparsec.Recipe().s, "i", 4)
        r.tile(r.s, "q", 4)
        with self.refused(sparsec.Error, "no loop 'q'"):
            sparsec.compile(SPMV, r)


if __name__ == "__main__":
    unittest.main()
