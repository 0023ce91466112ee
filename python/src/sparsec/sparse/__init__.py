"""Products of scipy.sparse matrices by compiled kernels, in threads.

    A = sparsec.sparse.csr_array(A)     # A @ x, A @ X, x @ A, A.T @ x
    with sparsec.sparse.use():          # the same for all matrices of scipy.sparse
        y = A @ x

What is no product of a csr or csc matrix with an array is SciPy's, and so are
products that the kernels do not take: sparsec.sparse.why(A, x) says why.
"""

import threading

import numpy as np
import scipy.sparse
from scipy.sparse import _compressed

from . import _products
from ._kernels import prepare
from ._products import Left, Options

__all__ = [
    "csc_array", "csc_matrix", "csr_array", "csr_matrix", "prepare", "statistics",
    "use", "why",
]

_own = _compressed._cs_matrix
for _name in ("_matmul_vector", "_matmul_multivector"):
    if _name not in vars(_own):
        raise ImportError(
            f"sparsec.sparse does not know scipy {scipy.__version__}, whose matrices "
            f"have no {_name}; it knows 1.13 to 1.17"
        )


class _Products:
    """Before the methods that all products of SciPy's matrices end in."""

    def _matmul_vector(self, other):
        y = _products.product(self, other)
        return super()._matmul_vector(other) if y is None else y

    def _matmul_multivector(self, other):
        y = _products.product(self, other)
        return super()._matmul_multivector(other) if y is None else y


def _with_products(name):
    """SciPy's class of that name, with products of ours; what it makes of itself,
    such as A.T, is a class of ours, too."""
    base, kind = getattr(scipy.sparse, name), name.partition("_")[2]
    containers = {
        f"_{layout}_container": property(
            lambda self, other=f"{layout}_{kind}": globals()[other]
        )
        for layout in ("csr", "csc")
    }
    text = f"scipy.sparse.{name}, whose products with arrays are kernels in threads."
    return type(name, (_Products, base), {
        "__doc__": text, "__module__": __name__, "__qualname__": name, **containers,
    })


csr_array = _with_products("csr_array")
csc_array = _with_products("csc_array")
csr_matrix = _with_products("csr_matrix")
csc_matrix = _with_products("csc_matrix")

_lock = threading.Lock()
_inside = 0
_scipys = {}


def _taking(name):
    own = vars(_own)[name]

    def method(self, other):
        # Classes of ours have asked already.
        y = None if isinstance(self, _Products) else _products.product(self, other)
        return own(self, other) if y is None else y

    method.__name__, method.__doc__ = name, own.__doc__
    return own, method


def _patch(is_inside):
    for name in ("_matmul_vector", "_matmul_multivector"):
        if is_inside:
            _scipys[name], method = _taking(name)
            setattr(_own, name, method)
        else:
            setattr(_own, name, _scipys[name])


class use:
    """with sparsec.sparse.use(): products of all csr and csc matrices of
    scipy.sparse are ours, in all threads of the process, until it ends.

    minimum: entries times columns of x, below which SciPy does it
    after:   products with a pattern that SciPy does before it is inspected
    classes: "all" of scipy.sparse, or "own": only of csr_array and the other
             classes here, for which minimum and after are set
    """

    def __init__(self, minimum=None, after=None, classes="all"):
        if classes not in ("all", "own"):
            raise TypeError(f"classes {classes!r}: there are 'all' and 'own'")
        self.minimum, self.after, self.is_for_all = minimum, after, classes == "all"

    def __enter__(self):
        global _inside
        with _lock:
            last = _products._options[-1]
            self.options = Options(
                last.minimum if self.minimum is None else self.minimum,
                last.after if self.after is None else self.after,
            )
            _products._options.append(self.options)
            _inside += self.is_for_all
            if self.is_for_all and _inside == 1:
                _patch(True)
        return self

    def __exit__(self, *_):
        global _inside
        with _lock:
            # Others, which threads began later, may stand behind it.
            _products._options[:] = [
                o for o in _products._options if o is not self.options
            ]
            _inside -= self.is_for_all
            if self.is_for_all and not _inside:
                _patch(False)


def why(A, x):
    """What A @ x is done by, and why: a text. It counts as no product."""
    if not scipy.sparse.issparse(A):
        return f"not ours: a {type(A).__name__} is no matrix of scipy.sparse"
    x = x if isinstance(x, np.ndarray) else np.asanyarray(x)
    if scipy.sparse.issparse(x) or x.ndim not in (1, 2):
        return "SciPy: x is no array of one or two dimensions"
    if A.shape[-1] != x.shape[0]:
        return f"SciPy, which refuses it: the shapes are {A.shape} and {x.shape}"
    if not _inside and not isinstance(A, _Products):
        return (
            f"SciPy: A is a {type(A).__module__.partition('.')[0]} {type(A).__name__}; "
            "make it sparsec.sparse.csr_array(A), or say `with sparsec.sparse.use():`"
        )
    if x.ndim == 2 and x.shape[1] == 1:
        x = x.ravel()
    try:
        _, _, made = _products.decide(A, x, is_counted=False)
    except Left as left:
        return f"SciPy: {left}"
    return f"sparsec: {made.words}"


def statistics():
    """How many products were ours ("sparsec"), and how many SciPy's by reason:
    format, type, arrays, small, first, scatter, fork, compile."""
    return dict(_products._count)
