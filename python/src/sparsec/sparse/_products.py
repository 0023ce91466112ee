"""Which products are ours, by what kernel, and their plans.

A plan of these kernels holds no copy of the matrix: its inspection checks that
all indices are in bounds, and each execution reads the arrays as they are. So
new values and a new order of entries count at once, and what is to be checked of
a pattern that was met before is that its arrays are the same objects.
"""

import os
import threading
import weakref
from collections import Counter
from dataclasses import dataclass

import numpy as np

from .. import _call
from . import _kernels

# Rows of as many entries on average are added up in several sums; and so are
# matrices that have rows of as many times the average, to share them by entries.
LONG_ROWS = 16
# A scatter clears and adds up a copy of the result for each thread: it takes as
# many entries for each element of it.
ENTRIES_PER_COPY = 4


@dataclass
class Options:
    minimum: int  # entries times columns of x, below which SciPy is as fast
    after: int  # products of a pattern that SciPy does first


class Left(Exception):
    """A product that is SciPy's, and why; `word` for statistics."""

    def __init__(self, word, why):
        super().__init__(why)
        self.word = word


_options = [Options(minimum=20_000, after=1)]
_patterns = {}  # format, shape, places of the indices -> Pattern
_views = {}  # id of the array of indices and format -> Pattern
_lock = threading.Lock()
_count = Counter()  # "sparsec", and words of what was left to SciPy
_is_child = False


def _forked():
    global _is_child
    _is_child = True


os.register_at_fork(after_in_child=_forked)


class Pattern:
    """Plans for the places in memory that a matrix's indices are in. It keeps no
    array alive: it goes with the arrays that own the memory."""

    def __init__(self, key, owners):
        self.key, self.seen = key, 0
        self.kinds = {}  # dimensions of x -> kind
        self.plans = {}  # kernel's kind and number type -> _call.Plan
        self.owners = [weakref.ref(owner, self.forget) for owner in owners]
        self.found_by = None

    def forget(self, _):
        if _patterns.get(self.key) is self:
            _patterns.pop(self.key, None)
        if _views.get(self.found_by) is self:
            _views.pop(self.found_by, None)

    def is_of(self, owners):
        return all(ref() is owner for ref, owner in zip(self.owners, owners))

    def find_by(self, A):
        """By these arrays next time, which are told without a look at addresses."""
        if self.found_by is not None and _views.get(self.found_by) is self:
            _views.pop(self.found_by, None)
        self.views = weakref.ref(A.indptr), weakref.ref(A.indices)
        self.shape = A.shape
        self.found_by = id(A.indices), A.format
        _views[self.found_by] = self

    def has_views(self, A):
        index, col = self.views
        return col() is A.indices and index() is A.indptr and self.shape == A.shape


def owner_of(array):
    """The array of numpy that the memory belongs to: A.T has views of A's arrays."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def pattern_of(A):
    """The pattern of A, found by where its indices are; new where it was not met
    before."""
    found = _views.get((id(A.indices), A.format))
    if found is not None and found.has_views(A):
        return found
    arrays = A.indptr, A.indices
    owners = [owner_of(array) for array in arrays]
    places = [(id(o), a.ctypes.data, len(a)) for o, a in zip(owners, arrays)]
    key = (A.format, A.shape, *places)
    found = _patterns.get(key)
    if found is None or not found.is_of(owners):
        found = _patterns[key] = Pattern(key, owners)
    found.find_by(A)
    return found


def check_arrays(A, x):
    """What is told by types alone: the numbers' and the indices' character."""
    if A.format not in ("csr", "csc"):
        raise Left("format", f"its format is {A.format}; A.tocsr() makes one that is taken")
    if len(A.shape) != 2:
        raise Left("format", "it has one dimension")
    value, x_value = A.data.dtype, x.dtype
    if value.char not in _kernels.VALUES or not value.isnative:
        raise Left("type", f"there is no kernel for values of {value}")
    if value != x_value:
        raise Left("type", f"A has {value} and x {x_value}; make them one, with astype")
    if A.indices.dtype != A.indptr.dtype or A.indices.dtype.kind != "i":
        raise Left("type", f"its indices are {A.indices.dtype} and {A.indptr.dtype}")


def kind_of(A, x, pattern, count):
    """The line of the table, by simple rules."""
    kind = pattern.kinds.get(x.ndim)
    if kind is not None:
        return kind
    rows = len(A.indptr) - 1
    if A.format == "csc" and count < ENTRIES_PER_COPY * A.shape[0]:
        raise Left(
            "scatter",
            f"{count} entries in columns are too few to add up threads' copies of "
            f"{A.shape[0]} rows; A.tocsr() makes rows",
        )
    word = None
    if (A.format, x.ndim) == ("csr", 1):
        longest = int(np.diff(A.indptr).max(initial=0))
        is_long = count >= LONG_ROWS * rows or longest * rows > LONG_ROWS * count
        word = "long" if is_long else "short"
    pattern.kinds[x.ndim] = kind = (A.format, x.ndim, word)
    return kind


def decide(A, x, is_counted=True):
    """The pattern, the number of entries and the kernel of A @ x; Left where it is
    SciPy's."""
    check_arrays(A, x)
    if _is_child:
        raise Left("fork", "this process is a fork, which has no threads for parallel loops")
    arrays = A.indptr, A.indices, A.data
    count = int(A.indptr[-1])
    options = _options[-1]
    columns = 1 if x.ndim == 1 else x.shape[1]
    if count * columns < options.minimum:
        raise Left(
            "small",
            f"{count * columns} products of numbers are too few to gain by threads "
            f"(minimum: {options.minimum})",
        )
    if not all(a.flags.c_contiguous and a.flags.aligned for a in arrays):
        raise Left("arrays", "its arrays are not contiguous, or not aligned")
    if A.indptr[0] != 0 or not 0 <= count <= min(len(A.indices), len(A.data)):
        raise Left("arrays", "its arrays are not as long as indptr says")
    if x.ndim == 2 and columns == 0:
        raise Left("small", "x has no columns")
    pattern = pattern_of(A)
    if pattern.seen < options.after:
        pattern.seen += is_counted
        raise Left("first", "the first product with a pattern: the second inspects it")
    kind = kind_of(A, x, pattern, count)
    made = _kernels.kernel(kind, A.data.dtype.char, A.indices.itemsize)
    if made.compiled() is None:
        raise Left("compile", made.failure)
    return pattern, count, made


def plan_of(pattern, made, index, col, rows, columns):
    """Inspects where the pattern has no plan for the kernel."""
    key = made.kind, made.value
    plan = pattern.plans.get(key)
    if plan is None:
        with _lock:
            plan = pattern.plans.get(key)
            if plan is None:
                code = made.function._code
                plan = _call.Plan(code.library, "sparsec_python_destroy")
                plan.inspect(
                    code.entries["inspect"], [rows, columns, index, col],
                    [(), (), (rows + 1,), (len(col),)],
                )
                pattern.plans[key] = plan
    return plan


execute = _call.Plan.execute


def product(A, x):
    """A @ x, of one or two dimensions; None where it is SciPy's."""
    try:
        pattern, count, made = decide(A, x)
    except Left as left:
        _count[left.word] += 1
        return None
    index, col, a = A.indptr, A.indices, A.data
    if len(col) != count:
        col = col[:count]
    if len(a) != count:
        a = a[:count]
    if not x.flags.c_contiguous or not x.flags.aligned:
        x = np.array(x, order="C")  # as SciPy does
    rows, columns = len(index) - 1, A.shape[1 if A.format == "csr" else 0]
    plan = plan_of(pattern, made, index, col, rows, columns)
    y = np.zeros((A.shape[0], *x.shape[1:]), dtype=x.dtype)
    result = y
    if made.parts:
        a, x, y = (array.view(made.parts) for array in (a, x, y))
    values, shapes = [index, col, a, x, y], [index.shape, col.shape, a.shape]
    if x.ndim == 2:
        values = [rows, columns, result.shape[1], *values]
        shapes = [(), (), (), *shapes]
    entry = made.function._code.entries["execute"]
    execute(plan, entry, values, [*shapes, x.shape, y.shape])
    _count["sparsec"] += 1
    return result
