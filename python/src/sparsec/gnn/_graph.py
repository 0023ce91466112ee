"""Edges as what kernels take: the in-edges of each node as a row of compressed rows."""

import operator
import threading
import weakref
from collections import OrderedDict

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils.weak import WeakIdKeyDictionary

from .._torch_cuda import is_capturing
from .._torch_known import token
from ._kernels import check_tensor

# Graphs that are known by their edges; their memory is kept.
KNOWN_GRAPHS = 8
MOST = 2**31 - 1


class _Reordered(torch.autograd.Function):
    """Rows of a tensor in another order, all of them: the gradient is no scatter."""

    @staticmethod
    def forward(ctx, e, order, inverse):
        ctx.save_for_backward(order, inverse)
        return e.index_select(0, order)

    @staticmethod
    def backward(ctx, grad):
        order, inverse = ctx.saved_tensors
        return _Reordered.apply(grad, inverse, order), None, None


class Graph:
    """Edges from m nodes to n nodes, as all operators of sparsec.gnn take them.

    edges:   (2, E) integers on any device: row 0 has where each edge comes from, row 1
             where it goes; in any order, several between two nodes count each
    sources: m; one more than the largest number in row 0, unless given
    targets: n; m unless given

    The edges are sorted once, by where they go. Tensors with a row for each edge are in
    the order of `edges`, everywhere. A tensor of numbers outside of 0..m-1 and 0..n-1 is
    an IndexError.
    """

    def __init__(self, edges, sources=None, targets=None):
        check_tensor("edges", edges)
        for name, nodes in (("sources", sources), ("targets", targets)):
            if nodes is not None and operator.index(nodes) < 0:
                raise TypeError(f"{name}={nodes}: a number of nodes is 0 or more")
        if edges.dim() != 2 or edges.shape[0] != 2 or edges.is_floating_point():
            raise TypeError(
                f"edges: {tuple(edges.shape)} of {edges.dtype}; pass integers of shape "
                "(2, number of edges)"
            )
        come, go = edges.detach().long().unbind()
        count = come.numel()
        if sources is None:
            sources = int(come.max()) + 1 if count else 0
        self.sources = sources
        self.targets = sources if targets is None else targets
        self._check(come, go)
        self.order = self.inverse = None
        if count and not bool((go[1:] >= go[:-1]).all()):
            go, self.order = torch.sort(go, stable=True)
            self.inverse = torch.empty_like(self.order)
            self.inverse[self.order] = torch.arange(count, device=go.device)
            come = come[self.order]
        degree = torch.bincount(go, minlength=self.targets)
        index = torch.zeros(self.targets + 1, dtype=torch.int32, device=go.device)
        index[1:] = degree.cumsum(0)
        self.index, self.col = index, come.int()
        self._made = {}

    def _check(self, come, go):
        if max(self.sources, self.targets, come.numel()) > MOST:
            raise TypeError("a graph of 2**31 nodes or edges, or more; kernels have int")
        for numbers, most, row in ((come, self.sources, 0), (go, self.targets, 1)):
            if numbers.numel() and not (
                0 <= int(numbers.min()) and int(numbers.max()) < most
            ):
                raise IndexError(
                    f"edges[{row}]: {int(numbers.min())} to {int(numbers.max())}, and "
                    f"there are {most} nodes; pass the number of nodes"
                )

    def __repr__(self):
        return f"<graph of {self.edges} edges, {self.sources} to {self.targets} nodes>"

    @property
    def edges(self):
        """How many there are."""
        return self.col.numel()

    def _by_target(self, e):
        """Rows of e, one for each edge, in the order of the kernels."""
        if self.order is None:
            return e
        if not e.requires_grad:
            return e.index_select(0, self.order)
        return _Reordered.apply(e, self.order, self.inverse)

    def _by_edge(self, e):
        """What kernels give for edges, in the order of `edges`."""
        if self.order is None:
            return e
        return _Reordered.apply(e, self.inverse, self.order)

    def _once(self, name, make):
        found = self._made.get(name)
        if found is None:
            if self.col.is_cuda and is_capturing():
                # It would be memory of the CUDA graph, which others then read.
                raise RuntimeError(
                    "graph: a CUDA graph is being captured, and what this operator reads "
                    "of the edges is not there yet; call it before the capture, with the "
                    "same graph, and its gradient"
                )
            found = self._made[name] = make()
        return found

    def degree(self, dtype):
        """(n,) the number of in-edges of each node, as `dtype`."""
        return self._once(
            ("degree", dtype), lambda: self.index.diff().to(dtype)
        )

    def _numbers(self, dtype):
        """(E,) what kernels get for edges where a message does not read them."""
        return self._once(
            ("numbers", dtype),
            lambda: torch.zeros(self.edges, dtype=dtype, device=self.col.device),
        )

    def _by_source(self):
        """(index, col, edge) of the out-edges of each node: those of a source as a row,
        with the nodes that they go to, and their numbers in the order of the kernels."""
        def make():
            go = torch.repeat_interleave(
                torch.arange(self.targets, dtype=torch.int32, device=self.col.device),
                self.index.diff(), output_size=self.edges,
            )
            come, order = torch.sort(self.col, stable=True)
            counts = torch.bincount(come, minlength=self.sources)
            index = torch.zeros(
                self.sources + 1, dtype=torch.int32, device=self.col.device
            )
            index[1:] = counts.cumsum(0)
            return index, go[order], order.int()

        return self._once("by source", make)

    def _from_edges(self):
        """The graph whose sources are this one's edges, in the order of `edges`."""
        def make():
            made = Graph.__new__(Graph)
            made.sources, made.targets = self.edges, self.targets
            made.index, made.order, made.inverse = self.index, None, None
            made.col = torch.arange(
                self.edges, dtype=torch.int32, device=self.col.device
            ) if self.order is None else self.order.int()
            made._made = {}
            return made

        return self._once("from edges", make)


class _Seen:
    """Edges that a graph was made of, and whether they are still what they were."""

    def __init__(self, edges, graph):
        # What an inference tensor holds may change uncounted: a copy does not.
        self.version = None if edges.is_inference() else edges._version
        self.edges = edges.clone() if self.version is None else edges
        self.graph = graph

    def is_equal(self, edges):
        kept = self.edges
        if self.version is not None and kept._version != self.version:
            return False
        return (
            kept.shape == edges.shape and kept.device == edges.device
            and kept.dtype == edges.dtype and torch.equal(kept, edges)
        )


_lock = threading.Lock()
_seen = OrderedDict()  # (token, sizes) -> _Seen
_named = WeakIdKeyDictionary()  # tensors as they came -> {sizes: _Named}
_captured = {}  # graphs by id, whose memory CUDA graphs may read for good


class _Named:
    """A graph by a tensor that somebody else keeps: its edges may be equal to those
    that it was made of, in other memory."""

    def __init__(self, edges, key):
        self.state, self.key = _state(edges), key
        # Its address is nobody else's as long as this is there.
        self.memory = StorageWeakRef(edges.untyped_storage())
        self.graph = weakref.ref(_seen[key].graph)

    def of(self, edges):
        """The graph; None where it is gone, or the edges may be others."""
        is_same = (
            self.state == _state(edges)
            and self.memory.cdata == edges.untyped_storage()._cdata
        )
        if is_same and self.key in _seen:
            _seen.move_to_end(self.key)
        return self.graph() if is_same else None


def _state(edges):
    return token(edges), edges.stride()


def graph_of(edges, sources, targets):
    """The graph of these edges, made once: by the tensor, its memory and the version
    that torch counts, or by its elements, which are compared."""
    sizes = (sources, targets)
    with _lock:
        named = _named.get(edges, {}).get(sizes)
        graph = named.of(edges) if named is not None else None
        is_captured = edges.is_cuda and is_capturing()
        if graph is None:
            key = _found(edges.detach(), sizes, is_captured)
            graph = _seen[key].graph
            if not edges.is_inference():
                _named.setdefault(edges, {})[sizes] = _Named(edges, key)
        if is_captured:
            _captured[id(graph)] = graph
    return graph


def _found(edges, sizes, is_captured):
    """The key in _seen of one that was seen before, or of a new one."""
    part = token(edges)
    key = (sizes, part, edges.stride())
    seen = _seen.get(key) if part is not None else None
    if seen is None and is_captured:
        raise RuntimeError(
            "edges: a CUDA graph is being captured, and these edges are not known yet; "
            "run the layer before the capture, with the same tensor, unchanged, and "
            "with one that no layer makes anew in each call"
        )
    if seen is None:
        seen = next((
            s for k, s in reversed(_seen.items())
            if k[0] == sizes and s.is_equal(edges)
        ), None)
        if seen is None:
            seen = _Seen(edges, Graph(edges, *sizes))
        if seen.edges is not edges:  # the memory of these may get others
            key = (sizes, id(seen))
    _seen[key] = seen
    _seen.move_to_end(key)
    while len(_seen) > KNOWN_GRAPHS:
        _seen.popitem(last=False)
    return key
