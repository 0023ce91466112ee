"""Attention that a layer computes step by step for edges: scores, their softmax, and
features that it weighs, each followed as in _lazy, so that one kernel does all of it."""

import torch

from .._torch_known import token
from . import _attention, _functions
from ._lazy import FOLLOWED, OfEdges

Tensor = torch.Tensor


class Scores(OfEdges):
    """(E, H) for each head of an edge: leaky_relu(u + v, number) of a "gat", or number
    times the dot product of u and v of a "transformer"."""

    def __init__(self, ends, shape, of, u, v, kind, number, e=None):
        super().__init__(ends, shape, of, u=u, v=v, e=e)
        self.kind, self.number = kind, number

    def _make(self):
        graph = self.ends.graph()
        if self.kind == "gat":
            both = _functions.sddmm(graph, self.u, self.v, "u_add_v")
            return torch.nn.functional.leaky_relu(both, self.number)
        return self.number * _functions.sddmm(graph, self.u, self.v, "dot")

    def scaled(self, factor):
        """Times a number; None where that is no score."""
        if type(self) is not Scores or self.kind != "transformer":
            return None
        return Scores(
            self.ends, self.shape, self.u, u=self.u, v=self.v, kind=self.kind,
            number=self.number * factor,
        )


class Weights(Scores):
    """(E, H): the softmax of scores over the in-edges of each node."""

    def _make(self):
        return _functions.edge_softmax(self.ends.graph(), super()._make())


class SeenWeights(Weights):
    """(E, H, 1): a view of weights. Once either is in memory both are, in one."""

    of = None  # the weights: no part, whose gradient would be asked for

    def _make(self):
        return self.of.tensor().view(self.shape)

    def is_followed(self):
        return self.of.is_followed() and super().is_followed()


class Weighed(Weights):
    """(E, H, F): weights times the features e of the nodes that edges come from."""

    def _make(self):
        weights = super()._make()
        return weights[:, :, None] * self.e.index_select(0, self.ends.edges[0])

    def total(self, graph):
        """What nodes get of it: one kernel."""
        if self.kind == "gat":
            return _attention.gat(graph, self.u, self.v, self.e, self.number)
        return _attention.transformer(graph, self.v, self.u, self.e, self.number)


def softmax(scores, ends):
    """Weights of scores that are followed; None of others."""
    if type(scores) is not Scores or scores.ends is not ends or not scores.goes_on():
        return None
    return Weights(
        ends, scores.shape, scores.u, u=scores.u, v=scores.v, kind=scores.kind,
        number=scores.number,
    )


def _leaky_relu(sums, negative_slope=0.01, inplace=False):
    if inplace or getattr(sums, "message", None) != "u_add_v" or sums.dim() != 2:
        return None
    return Scores(
        sums.ends, sums.shape, sums.u, u=sums.u, v=sums.v, kind="gat",
        number=float(negative_slope),
    )


def _sum(products, dim=None, keepdim=False, dtype=None):
    if getattr(products, "message", None) != "u_mul_v" or products.dim() != 3:
        return None
    if dim not in (-1, 2) or keepdim or dtype is not None:
        return None
    return Scores(
        products.ends, products.shape[:2], products.u, u=products.u, v=products.v,
        kind="transformer", number=1.0,
    )


def _dropout(weights, p=0.5, training=True, inplace=False):
    return None if p and training else weights


def _unsqueeze(weights, dim):
    if type(weights) is not Weights or dim not in (-1, 2):
        return None
    return _seen(weights)


def _view(weights, *shape):
    if type(weights) is not Weights:
        return None
    edges, heads = weights.shape
    if tuple(shape) not in ((-1, heads, 1), (edges, heads, 1)):
        return None
    return _seen(weights)


def _seen(weights):
    made = SeenWeights(
        weights.ends, (*weights.shape, 1), weights.u, u=weights.u, v=weights.v,
        kind=weights.kind, number=weights.number,
    )
    made.of = weights
    return made


def _times(sign, left, right):
    """Of scores and a number, or of weights and features."""
    lazy, other = (left, right) if isinstance(left, Scores) else (right, left)
    if not isinstance(lazy, Scores) or not lazy.goes_on():
        return None
    if isinstance(other, (int, float)):
        if sign not in "*/" or sign == "/" and lazy is not left:
            return None
        return lazy.scaled(other if sign == "*" else 1 / other)
    is_feature = (
        sign == "*" and type(lazy) is SeenWeights and isinstance(other, OfEdges)
        and other.is_of_source() and other.goes_on() and other.dim() == 3
        and lazy.shape == (*other.shape[:2], 1) and lazy.dtype == other.dtype
        and (lazy.kind == "gat" or lazy.u.shape[1:] == other.u.shape[1:])
        and _are_of_one_graph(lazy.ends, other.ends)
    )
    if not is_feature:
        return None
    return Weighed(
        other.ends, other.shape, other.u, u=lazy.u, v=lazy.v, e=other.u, kind=lazy.kind,
        number=lazy.number,
    )


def _are_of_one_graph(one, other):
    if one is other:
        return True
    if one.come != other.come or list(one.size) != list(other.size):
        return False
    if one.edges is other.edges:
        return True
    part = token(one.edges)
    return (
        part is not None and part == token(other.edges)
        and one.edges.stride() == other.edges.stride()
    )


FOLLOWED.update({
    torch.nn.functional.leaky_relu: _leaky_relu, torch.nn.functional.dropout: _dropout,
    Tensor.sum: _sum, torch.sum: _sum, Tensor.unsqueeze: _unsqueeze,
    torch.unsqueeze: _unsqueeze, Tensor.view: _view, Tensor.reshape: _view,
    "operator": _times,
})
