"""Features of edges that nobody has computed yet: what `message` of a layer makes of
x_i and x_j is followed, so that one kernel gathers it. Whatever asks for more than that
gets a tensor of all edges, as it is without sparsec."""

import inspect
import operator as python
from collections import OrderedDict
from dataclasses import dataclass

import torch

from . import _functions
from ._kernels import Message

Tensor = torch.Tensor
# What an operation of torch does with two operands, as C spells it.
SIGNS = {
    torch.add: "+", torch.sub: "-", torch.mul: "*", torch.div: "/",
    torch.true_divide: "/", Tensor.add: "+", Tensor.sub: "-", Tensor.mul: "*",
    Tensor.div: "/", Tensor.true_divide: "/", Tensor.__add__: "+",
    Tensor.__sub__: "-", Tensor.__mul__: "*", Tensor.__truediv__: "/",
    Tensor.__radd__: "+", Tensor.__rmul__: "*", Tensor.__rsub__: "r-",
    Tensor.__rtruediv__: "r/", python.add: "+", python.sub: "-", python.mul: "*",
    python.truediv: "/",
}
# Other operations of torch: a function of their operands, which gives an OfEdges, or None.
FOLLOWED = {}
OF_ENDS = {"+": "u_add_v", "-": "u_sub_v", "*": "u_mul_v", "/": "u_div_v"}
# What a tensor says of itself without its elements.
DESCRIBES = {
    Tensor.size, Tensor.dim, Tensor.numel, Tensor.is_floating_point, Tensor.__len__,
    Tensor.shape.__get__, Tensor.dtype.__get__, Tensor.device.__get__,
    Tensor.ndim.__get__, Tensor.layout.__get__, Tensor.is_cuda.__get__,
    Tensor.is_sparse.__get__,
}


@dataclass
class Ends:
    """Edges of a call of a layer; their graph is made when it is needed first, as
    the numbers of nodes may be known only then."""

    edges: torch.Tensor  # (2, E): where they come from, and where they go
    size: list  # of the layer's, which it completes
    come: int  # its place for nodes that edges come from
    known: object = None

    def graph(self):
        if self.known is None:
            from ._graph import graph_of

            come, go = self.size[self.come], self.size[1 - self.come]
            go = come if go is None else go
            # As PyG counts rows that no features of nodes tell.
            self.known = graph_of(
                self.edges,
                self._most(0) if come is None else come,
                self._most(1) if go is None else go,
            )
        return self.known

    def _most(self, row):
        numbers = self.edges[row]
        return int(numbers.max()) + 1 if numbers.numel() else 0


def _refuse(_):
    raise RuntimeError(
        "the gradient by features of edges goes through an autograd.Function of the "
        "layer's own, which sparsec.gnn does not follow; give it x_j.clone(), or leave "
        "the layer out of sparsec.gnn.use"
    )


HOOKS = OrderedDict({0: _refuse})  # what register_hook() makes for a tensor, for all


class OfEdges(torch.Tensor):
    """A row for each edge: u, taken where it comes from, v, taken where it goes, what
    `message` makes of both, or what it makes of u and numbers of edges, e. Once it is in
    memory, `made`, that is what it is: the layer may have changed it."""

    @staticmethod
    def __new__(cls, ends, shape, of, **parts):
        needs = torch.is_grad_enabled() and any(
            isinstance(part, Tensor) and part.requires_grad for part in parts.values()
        )
        return torch.Tensor._make_wrapper_subclass(
            cls, shape, dtype=of.dtype, device=of.device, requires_grad=needs
        )

    def __init__(self, ends, shape, of, u=None, v=None, e=None, message=None):
        self.ends, self.u, self.v, self.e = ends, u, v, e
        self.message = message
        self.made = None
        self.follows = torch.is_grad_enabled()
        self.seen = [
            (part, part._version) for part in (u, v, e)
            if part is not None and not part.is_inference()
        ]
        with torch._C.DisableTorchFunctionSubclass():
            if self.requires_grad:
                # Of nobody else: operations get tensors in memory.
                self._backward_hooks = HOOKS

    def tensor(self):
        """All of it in memory."""
        if self.made is None:
            self._check()
            with torch.set_grad_enabled(self.follows):
                self.made = self._make()
        return self.made

    def is_followed(self):
        """Whether it is still what kernels gather."""
        if self.made is None:
            self._check()
        return self.made is None

    def goes_on(self):
        """Whether it is followed, and gradients are asked for as they were for it: what
        is made of it without them has none."""
        return self.is_followed() and self.follows == torch.is_grad_enabled()

    def _check(self):
        if any(part._version != version for part, version in self.seen):
            raise RuntimeError(
                "a tensor was changed in place after a message was made of it; change "
                "a copy, .clone(), or leave the layer out of sparsec.gnn.use"
            )

    def _make(self):
        edges = self.ends.edges
        if self.e is not None:
            u = self.u.index_select(0, edges[0])
            return self.message(u, self.e)
        if self.u is not None and self.v is not None:
            return _functions.sddmm(self.ends.graph(), self.u, self.v, self.message)
        if self.u is not None:
            return self.u.index_select(0, edges[0])
        return self.v.index_select(0, edges[1])

    def is_of_source(self):
        return self.is_followed() and self.v is None and self.e is None

    def is_of_target(self):
        return self.is_followed() and self.u is None

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in DESCRIBES and args[0].made is None:
            with torch._C.DisableTorchFunctionSubclass():
                return func(*args, **kwargs)
        if func in SIGNS and len(args) == 2 and not kwargs:
            sign, (left, right) = SIGNS[func], args
            if sign[0] == "r":
                sign, left, right = sign[1], right, left
            followed = FOLLOWED["operator"](sign, left, right)
            if followed is None:
                followed = _followed(sign, left, right)
            if followed is not None:
                return followed
        if func in FOLLOWED and args and isinstance(args[0], OfEdges):
            followed = _by_name(FOLLOWED[func], args, kwargs)
            if followed is not None:
                return followed
        return func(*map(in_memory, args), **{n: in_memory(v) for n, v in kwargs.items()})

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        raise TypeError(
            f"{func}: features of edges are not in memory, and this call does not ask "
            "for them; leave the layer out of sparsec.gnn.use"
        )


def _by_name(follow, args, kwargs):
    """What a function of FOLLOWED makes; None of arguments that it does not know."""
    if not args[0].goes_on() or not _takes(follow, args, kwargs):
        return None
    return follow(*args, **kwargs)


def _takes(function, args, kwargs):
    """Whether a function with no parameters that are keywords only may be called so;
    inspect.signature takes longer than a kernel."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    has_more = bool(code.co_flags & inspect.CO_VARARGS)
    free = names[len(args):]
    required = names[len(args): len(names) - len(function.__defaults__ or ())]
    return (
        (has_more or len(args) <= len(names)) and all(n in free for n in kwargs)
        and all(n in kwargs for n in required)
    )


def in_memory(value):
    if isinstance(value, OfEdges):
        return value.tensor()
    if type(value) in (list, tuple):
        return type(value)(map(in_memory, value))
    return value


def _followed(sign, left, right):
    """An OfEdges for an operation; None where it is none that kernels have."""
    if isinstance(left, OfEdges) and isinstance(right, OfEdges):
        return _of_ends(sign, left, right)
    lazy, other = (left, right) if isinstance(left, OfEdges) else (right, left)
    if not isinstance(other, Tensor) or not lazy.is_of_source():
        return None
    if other.dtype != lazy.u.dtype or not _fits(other, lazy.shape):
        return None
    text = f"(u) {sign} (e)" if lazy is left else f"(e) {sign} (u)"
    return OfEdges(
        lazy.ends, lazy.shape, lazy.u, u=lazy.u, e=other, message=Expression(
            text, sign, lazy is left),
    )


@dataclass(frozen=True)
class Expression(Message):
    """A message that torch can compute, too."""

    sign: str
    is_first: bool

    def __call__(self, u, e):
        apply = {"+": torch.add, "-": torch.sub, "*": torch.mul, "/": torch.div}
        return apply[self.sign](*((u, e) if self.is_first else (e, u)))


def _fits(e, shape):
    """Whether e has a number for each edge, each head or each feature."""
    if e.dim() != len(shape) or e.shape[0] != shape[0]:
        return False
    rest = list(e.shape[1:])
    while rest and rest[-1] == 1:
        rest.pop()
    return rest == list(shape[1:1 + len(rest)])


def _of_ends(sign, left, right):
    is_swapped = left.is_of_target() and right.is_of_source()
    if is_swapped:
        left, right = right, left
    if not (left.is_of_source() and right.is_of_target()) or left.ends is not right.ends:
        return None
    if left.shape != right.shape or left.dtype != right.dtype:
        return None
    if is_swapped and sign in "-/":
        return None
    return OfEdges(
        left.ends, left.shape, left.u, u=left.u, v=right.v, message=OF_ENDS[sign]
    )
