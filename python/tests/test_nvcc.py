"""The compiler for GPUs: where it is found, and what is said where it is not."""

import contextlib
import os
import sys
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import test_cuda
from support import SPMV, TestCase
from test_cuda import EMULATED, IS_EMULATED, SCALAR, Device

import sparsec
from sparsec import _cuda


def has_nvcc():
    try:
        return bool(_cuda.nvcc())
    except sparsec.Error:
        return False


class Compilers(TestCase):
    setUp = test_cuda.OnGpu.setUp
    arrays = test_cuda.OnGpu.arrays

    def test_no_compiler(self):
        self.with_environment(NVCC="no-such-nvcc")
        with self.refused(sparsec.Error, "no CUDA compiler 'no-such-nvcc'"):
            sparsec.compile(SPMV, SCALAR, target="cuda")

    def test_compiler_of_pip(self):
        """nvidia/cu13 on sys.path, the newest that has all parts."""
        folder = self.folder()
        self.with_environment(PATH=self.without_nvcc())
        os.environ.pop("NVCC", None)
        for version, parts in ("13", _cuda.PARTS), ("14", _cuda.PARTS), ("9", ()):
            for part in (*parts, "bin/nvcc"):
                file = folder / "nvidia" / f"cu{version}" / part
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(f'#!/bin/sh\nexec {EMULATED} "$@"\n')
                file.chmod(0o755)
        with mock.patch.object(sys, "path", [str(folder)]):
            with self.module_forgotten("nvidia"):
                newest = folder / "nvidia" / "cu14"
                self.assertEqual(_cuda.nvcc(), [str(newest / "bin" / "nvcc")])
                if IS_EMULATED:
                    f = sparsec.compile(SPMV, SCALAR, target="cuda")
                    plan = f.plan(self.arrays(Device.of), m=200)
                    y = plan(Device.of(self.x), out=Device.of(np.zeros(300)))
                    np.testing.assert_allclose(y.array, self.A @ self.x)
                (newest / _cuda.PARTS[0]).unlink()
                self.assertIn("cu13", _cuda.nvcc()[0])
                (folder / "nvidia" / "cu13" / _cuda.PARTS[1]).unlink()
                with self.refused(sparsec.Error, "lacks nvvm/bin/cicc", "pip install"):
                    _cuda.nvcc()

    def test_no_compiler_anywhere(self):
        self.with_environment(PATH=self.without_nvcc())
        os.environ.pop("NVCC", None)
        with mock.patch.object(_cuda, "USUAL", "/nowhere/nvcc"):
            with mock.patch.object(_cuda, "toolkits_of_pip", list):
                with self.refused(sparsec.Error, "no nvcc", "pip install", "$NVCC"):
                    sparsec.compile(SPMV, SCALAR, target="cuda")

    def without_nvcc(self):
        places = os.environ["PATH"].split(os.pathsep)
        return os.pathsep.join(p for p in places if not (Path(p) / "nvcc").exists())

    @contextlib.contextmanager
    def module_forgotten(self, name):
        old = sys.modules.pop(name, None)
        try:
            yield
        finally:
            if old is not None:
                sys.modules[name] = old

    @unittest.skipUnless(has_nvcc(), "there is no nvcc")
    def test_real_compiler(self):
        """What nvcc makes can be loaded, with or without a GPU."""
        os.environ.pop("NVCC", None)
        self.with_environment(SPARSEC_CACHE=self.folder())
        flags = ["-DMESSAGE(u,e)=((u) * (e))"]  # nvcc parts arguments at commas
        for given in ([], flags):
            f = sparsec.compile(SPMV, SCALAR, target="cuda", flags=given)
            self.assertIn("on GPUs", repr(f))


if __name__ == "__main__":
    unittest.main()
