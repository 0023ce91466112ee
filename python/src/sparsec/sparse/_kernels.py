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
VALUES = {"d": "double", "f": "float", "D": "double _Complex", "F": "float _Complex"}
INDICES = {4: "int", 8: "long long"}
# Of complex numbers that are pairs of real ones in the source: sparsec takes C's
# as double only, adds up no copies of theirs, and C's product of two, which asks
# for infinities, is slow where several are computed at once.
PARTS = {"D": "d", "F": "f"}

# (format, dimensions of x, a word of what its rows are like): source and recipe.
TABLE = {
    ("csr", 1, "short"): ("spmv.c", "spmv/csr-scalar.script"),
    ("csr", 1, "long"): ("spmv.c", "spmv/csr-vector.script"),
    ("csr", 2, None): ("spmm.c", "spmm/tiles.script"),
    ("csc", 1, None): ("spmv_transposed.c", "spmv-transposed/private.script"),
    ("csc", 2, None): ("spmm_transposed.c", "spmv-transposed/private.script"),
}


def is_by_pairs(kind, value):
    return value == "F" or value == "D" and kind[:2] != ("csr", 1)


@dataclass
class Kernel:
    """Of a line of the table for two types; compiled on first use."""

    kind: tuple
    value: str
    index: int
    function: object = None
    failure: str | None = None

    @property
    def parts(self):
        """Numpy's character of the real numbers that stand for complex ones; None
        where numbers stand for themselves."""
        return PARTS[self.value] if is_by_pairs(self.kind, self.value) else None

    @property
    def source(self):
        source, _ = TABLE[self.kind]
        return source.removesuffix(".c") + "_pairs.c" if self.parts else source

    @property
    def words(self):
        _, recipe = TABLE[self.kind]
        return (
            f"{self.source} by {recipe}, {VALUES[self.value]} and {INDICES[self.index]}"
        )

    def compiled(self):
        """The function; None where it cannot be compiled, and why in `failure`."""
        if self.function is None and self.failure is None:
            with _lock:
                if self.function is None and self.failure is None:
                    self._compile()
        return self.function

    def _compile(self):
        source, (_, recipe) = self.source, TABLE[self.kind]
        value = VALUES[self.parts or self.value]
        flags = [f"-DVALUE={value}", f"-DINDEX={INDICES[self.index]}"]
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
}


def kernel(kind, value, index):
    return _kernels.get((kind, value, index))


def prepare():
    """Compiles all kernels, which the cache keeps; else each is when it is first
    needed, which takes about two seconds. Returns how many there are."""
    return sum(made.compiled() is not None for made in _kernels.values())
