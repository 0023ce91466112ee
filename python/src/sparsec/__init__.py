"""Sparse loops in C, transformed with proof or refused, called from Python.

    f = sparsec.compile("spmv.c", "dia.script")
    y = f(A, x)
"""

from . import _call
from ._engine import Error, Warning, cache_folder
from ._function import Function, compile, kernel
from ._plan import Plan
from .recipe import Recipe

_call.set_error_class(Error)
Error.__module__ = Warning.__module__ = "sparsec"

__all__ = [
    "Error", "Function", "Plan", "Recipe", "Warning", "cache_folder", "compile", "kernel",
]
