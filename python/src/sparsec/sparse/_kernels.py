"""The kernels of products, one for each kind, number type and index type, each
compiled when it is first needed."""

import threading
import warnings
from dataclasses import dataclass
from pathlib import Path

from .._engine import Error, recipes_folder
from .._function import compile

FOLDER = Path(__file__).parent / "kernels"
# By numpy's characters and sizes; the C source gets them as VALUE and INDEX.
VALUES = {"d": "double", "f": "float", "D": "double _Complex"}
INDICES = {4: "int", 8: "long long"}

# (format, dimensions of x, a word of what its rows are like): source and recipe.
TABLE = {
    ("csr", 1, "short"): ("spmv.c", "spmv/csr-scalar.script"),
    ("csr", 1, "long"): ("spmv.c", "spmv/csr-vector.script"),
    ("csr", 2, None): ("spmm.c", "spmm/tiles.script"),
    ("csc", 1, None): ("spmv_transposed.c", "spmv-transposed/private.script"),
    ("csc", 2, None): ("spmm_transposed.c", "spmv-transposed/private.script"),
}
# What no step has an answer for, as far as is known: (format, dimensions, value).
WITHOUT = {
    ("csc", 1, "D"): "columns of complex numbers",
    ("csc", 2, "D"): "columns of complex numbers",
}


@dataclass
class Kernel:
    """Of a line of the table for two types; compiled on first use."""

    kind: tuple
    value: str
    index: int
    function: object = None
    failure: str | None = None

    @property
    def words(self):
        source, recipe = TABLE[self.kind]
        return f"{source} by {recipe}, {VALUES[self.value]} and {INDICES[self.index]}"

    def compiled(self):
        """The function; None where it cannot be compiled, and why in `failure`."""
        if self.function is None and self.failure is None:
            with _lock:
                if self.function is None and self.failure is None:
                    self._compile()
        return self.function

    def _compile(self):
        source, recipe = TABLE[self.kind]
        flags = [f"-DVALUE={VALUES[self.value]}", f"-DINDEX={INDICES[self.index]}"]
        try:
            self.function = compile(
                FOLDER / source, recipes_folder() / recipe, flags=flags
            )
        except (Error, OSError) as error:
            self.failure = str(error)
            first = self.failure.partition("\n")[0]
            warnings.warn(
                f"sparsec.sparse leaves products to SciPy, because {source} cannot be "
                f"compiled: {first}",
                stacklevel=2,
            )


_lock = threading.Lock()
_kernels = {
    (kind, value, index): Kernel(kind, value, index)
    for kind in TABLE
    for value in VALUES
    for index in INDICES
    if (*kind[:2], value) not in WITHOUT
}


def kernel(kind, value, index):
    return _kernels.get((kind, value, index))


def prepare():
    """Compiles all kernels, which the cache keeps; else each is when it is first
    needed, which takes about two seconds. Returns how many there are."""
    return sum(made.compiled() is not None for made in _kernels.values())
