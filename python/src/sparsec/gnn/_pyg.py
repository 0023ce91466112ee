"""Message passing of PyG by kernels: layers of a model get a class that computes
what they gather by sparsec.gnn."""

import threading
import types

import torch
from torch_geometric import EdgeIndex, utils
from torch_geometric.nn import MessagePassing, aggr

from . import _functions, _lazy_attention
from ._graph import MOST
from ._kernels import TYPES
from ._lazy import Ends, OfEdges, in_memory

REDUCTIONS = {
    aggr.SumAggregation: "sum", aggr.MeanAggregation: "mean",
    aggr.MaxAggregation: "max", aggr.MinAggregation: "min",
}
# .ends, .index: of the layer that collected last; .rows: addresses of its edges' rows,
# while code that PyG generates collects.
_call = threading.local()


def _softmax(src, index=None, ptr=None, num_nodes=None, dim=0):
    """torch_geometric.utils.softmax, by our kernel over the edges of a layer's call."""
    ends = _ends_of(index)
    is_ours = (
        ends is not None and dim == 0 and src.dtype in TYPES
        and src.shape[0] == index.numel()
    )
    if not is_ours:
        return utils.softmax(src, index, ptr, num_nodes, dim)
    weights = _lazy_attention.softmax(src, ends)
    if weights is not None:
        return weights
    return _functions.edge_softmax(ends.graph(), in_memory(src))


def _ends_of(index):
    """Of the call that gave this index to the layer; None for others."""
    known = _call.__dict__.get("index")
    return _call.ends if known is not None and index is known else None


def _with_our_softmax(function):
    """The same function, for which PyG's softmax is ours."""
    names = {
        n for n in function.__code__.co_names
        if function.__globals__.get(n) is utils.softmax
    }
    if not names:
        return None
    made = types.FunctionType(
        function.__code__, {**function.__globals__, **dict.fromkeys(names, _softmax)},
        function.__name__, function.__defaults__, function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _taken(cls):
    """A layer of the class that use() gives layers of `cls`, without what it holds."""
    return object.__new__(_taking(cls))


class Taking:
    """Before the methods of a layer. What it collects for its edges is followed
    (OfEdges); what its messages become is gathered by a kernel."""

    SUPPORTS_FUSED_EDGE_INDEX = False

    def __reduce_ex__(self, protocol):
        # The class is made here, and has the name of another one.
        _, _, *state = super().__reduce_ex__(protocol)
        return _taken, (type(self).__mro__[2],), *state

    def forward(self, *operands, **named):
        # What it gives besides nodes' features, such as weights, is in memory.
        return in_memory(super().forward(*operands, **named))

    def _collect(self, args, edge_index, size, kwargs):
        come = 0 if self.flow == "source_to_target" else 1
        is_own = isinstance(edge_index, EdgeIndex)
        edges = edge_index.as_tensor() if is_own else edge_index
        _call.ends = Ends(edges if come == 0 else edges.flip(0), size, come)
        made = super()._collect(args, edge_index, size, kwargs)
        _call.index = made["index"]
        return made

    def collect(self, edge_index, *given):
        return self._by_generated(super().collect, edge_index, given)

    def edge_collect(self, edge_index, *given):
        return self._by_generated(super().edge_collect, edge_index, given)

    def _by_generated(self, collect, edge_index, given):
        """As _collect(), by code that PyG generates for a class."""
        if not _is_generated_for(edge_index):
            return collect(edge_index, *given)
        come = 0 if self.flow == "source_to_target" else 1
        _call.ends = Ends(edge_index if come == 0 else edge_index.flip(0), given[-1], come)
        first = edge_index.data_ptr()
        _call.rows = first, first + edge_index.stride(0) * edge_index.element_size()
        try:
            made = collect(edge_index, *given)
        finally:
            _call.rows = None
        _call.index = getattr(made, "index", None)
        return made

    def _index_select(self, src, index):
        rows = _call.__dict__.get("rows")
        if rows is None or not self._is_by_row(src):
            return super()._index_select(src, index)
        return _of_row(src, index.numel(), rows.index(index.data_ptr()))

    def _lift(self, src, edge_index, dim):
        if _call.__dict__.get("ends") is None or not self._is_by_row(src):
            return super()._lift(src, edge_index, dim)
        return _of_row(src, edge_index.shape[1], dim)

    def _is_by_row(self, src):
        dims = src.dim()
        return dims > 1 and self.node_dim in (0, -dims) and src.dtype in TYPES

    def aggregate(self, inputs, index, *others, **named):
        ends, reduce = _ends_of(index), REDUCTIONS.get(type(self.aggr_module))
        if ends is None or reduce is None or not self._is_usual:
            inputs = in_memory(inputs)
            return super().aggregate(inputs, index, *others, **named)
        graph = ends.graph()
        dim_size = named.get("dim_size", others[1] if len(others) > 1 else None)
        if dim_size is not None and dim_size != graph.targets:
            return super().aggregate(in_memory(inputs), index, *others, **named)
        is_lazy = isinstance(inputs, OfEdges) and inputs.goes_on()
        if is_lazy and isinstance(inputs, _lazy_attention.Weighed) and reduce == "sum":
            return inputs.total(graph)
        if is_lazy and isinstance(inputs, _lazy_attention.Scores):
            inputs, is_lazy = in_memory(inputs), False
        if is_lazy and inputs.is_of_source():
            return _functions.spmm(graph, inputs.u, reduce=reduce)
        is_one = is_lazy and inputs.e is not None
        if is_one and (reduce in ("sum", "mean") or inputs.e.numel() == graph.edges):
            return _functions.spmm(graph, inputs.u, inputs.e, inputs.message, reduce)
        inputs = in_memory(inputs)
        if inputs.dtype in TYPES and self.node_dim in (0, -inputs.dim()):
            return _functions.spmm(graph, e=inputs, reduce=reduce)
        return super().aggregate(inputs, index, *others, **named)


def _of_row(src, count, dim):
    """Features taken where a row of the edges says."""
    ends = _call.ends
    of = {"u": src} if dim == ends.come else {"v": src}
    return OfEdges(ends, (count, *src.shape[1:]), src, **of)


def _is_generated_for(edge_index):
    """Whether addresses tell the rows of these edges."""
    return (
        type(edge_index) is torch.Tensor and _is_ours(edge_index)
        and edge_index.numel() > 0 and edge_index.stride(0) > 0
    )


def _is_ours(edge_index):
    return (
        isinstance(edge_index, torch.Tensor) and edge_index.layout == torch.strided
        and not torch.compiler.is_compiling() and not torch.jit.is_scripting()
        and edge_index.numel() <= 2 * MOST
    )


def _written(cls, name):
    """A method as it is written, where PyG has replaced it by code that it generates."""
    for base in cls.__mro__:
        own = base.__dict__
        if name in own and (
            own[name] is not own.get("_jinja_" + name)
            or own[name] is own.get("_orig_" + name)
        ):
            return own[name]
    raise AttributeError(name)


def _passing(cls, name):
    """The method as it is written for edges that we take, if generated code does not
    take them, and PyG's for others."""
    of_pyg, written = getattr(cls, name), _written(cls, name)
    is_generated = of_pyg is not written

    def method(self, edge_index, *others, **named):
        is_as_it_is = is_generated and _is_generated_for(edge_index)
        made = written if _is_ours(edge_index) and not is_as_it_is else of_pyg
        return made(self, edge_index, *others, **named)

    return method


_classes = {}  # a layer's class -> with Taking before it


def _taking(cls):
    if cls not in _classes:
        own = {n: _passing(cls, n) for n in ("propagate", "edge_updater")}
        for name in ("message", "edge_update"):
            made = _with_our_softmax(getattr(cls, name))
            if made is not None:
                own[name] = made
        own["_is_usual"] = cls.aggregate is MessagePassing.aggregate
        own["__module__"] = cls.__module__
        _classes[cls] = type(cls.__name__, (Taking, cls), own)
    return _classes[cls]


class use:
    """sparsec.gnn.use(model): layers of PyG inside `model`, or a layer, gather by our
    kernels from now on; as a context, `with sparsec.gnn.use(model):`, within it.

    What `message` makes of x_j is followed: x_j alone, and x_j with a tensor of edges by
    one of + - * /, are gathered as sums, means, maxima and minima without a tensor of
    all edges; the softmax over in-edges is one kernel. All else is computed as PyG does
    it. Results are those of PyG but for rounding, and for maxima and minima of NaN and
    infinities: a NaN is never larger, and a node whose messages are all NaN, or all
    -inf (+inf for minima), gets 0. Attention takes inputs to be finite on a GPU; on a
    CPU a NaN stays one, and a score of -inf counts for nothing.
    """

    def __init__(self, model):
        if not isinstance(model, torch.nn.Module):
            raise TypeError(f"{model!r}: it is no module; pass a model or a layer")
        self.layers = [
            m for m in model.modules()
            if isinstance(m, MessagePassing) and not isinstance(m, Taking)
        ]
        if not self.layers and not any(isinstance(m, Taking) for m in model.modules()):
            raise TypeError(
                f"{type(model).__name__}: it has no layer of PyG (MessagePassing)"
            )
        for layer in self.layers:
            layer.__class__ = _taking(type(layer))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.undo()

    def undo(self):
        """The layers are PyG's again."""
        for layer in self.layers:
            layer.__class__ = type(layer).__mro__[2]
        self.layers = []
