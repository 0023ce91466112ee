"""Attention over in-edges: one kernel forward, and two backward, which make the weights
of edges again. Nothing is kept for an edge."""

import math

import torch

from ._functions import _check_rows, _check_same, edge_softmax, sddmm, spmm
from ._kernels import attention_on_gpu, is_seen_by_others, operator, operators


def _of_gat(graph, slope, left, right, X, softmax=edge_softmax):
    both = sddmm(graph, left, right, "u_add_v")
    if isinstance(slope, torch.Tensor):  # by which there is a gradient
        score = torch.where(both > 0, both, slope * both)
    else:
        score = torch.nn.functional.leaky_relu(both, slope)
    return spmm(graph, X, softmax(graph, score))


def _of_transformer(graph, scale, Q, K, V, softmax=edge_softmax):
    return spmm(graph, V, softmax(graph, scale * sddmm(graph, K, Q, "dot")))


# A kind's operators of _kernels.FAMILIES, the same by operators for each step, and which
# of its operands are of the nodes that edges go to.
KINDS = {
    "gat": (_of_gat, (False, True, False)),
    "transformer": (_of_transformer, (True, False, False)),
}


class Attention(torch.autograd.Function):
    """Of a kind of KINDS; `number` is its slope or scale."""

    @staticmethod
    def forward(ctx, graph, kind, number, *operands):
        needed, is_of_targets = ctx.needs_input_grad[3:], KINDS[kind][1]
        if any(needed):
            is_of_sources = any(n > is_of for n, is_of in zip(needed, is_of_targets))
            features = operands[-1]
            by = attention_on_gpu(features)
            families = (
                (kind, attention_on_gpu(features, graph)),
                (f"{kind} targets", by), (f"{kind} sources", by),
            )
            operators(families[: 2 + is_of_sources], features.dtype)
        op = _operator(kind, operands, graph)
        largest, inverse, Y = op(number, graph.index, graph.col, *operands)
        ctx.graph, ctx.kind, ctx.number = graph, kind, number
        ctx.save_for_backward(*operands, largest, inverse, Y)
        return Y

    @staticmethod
    def backward(ctx, grad):
        *operands, largest, inverse, Y = ctx.saved_tensors
        graph, number = ctx.graph, ctx.number
        needed = ctx.needs_input_grad[3:]
        if torch.is_grad_enabled():  # gradients of this one are asked for, too
            return None, None, None, *_by_steps(ctx, operands, needed, grad)
        is_of_targets = KINDS[ctx.kind][1]
        grad = grad.contiguous()
        made = *operands, largest, inverse
        op = _operator(ctx.kind + " targets", operands)
        mean, *of_targets = op(number, graph.index, graph.col, *made, Y, grad)
        of_sources = [None] * 2
        if any(n and not is_of for n, is_of in zip(needed, is_of_targets)):
            op = _operator(ctx.kind + " sources", operands)
            of_sources = op(number, *graph._by_source()[:2], *made, mean, grad)
        of = {True: iter(of_targets), False: iter(of_sources)}
        return None, None, None, *(next(of[is_of]) for is_of in is_of_targets)


def _softmax(graph, score):
    """edge_softmax by torch, whose gradients have gradients."""
    rows = torch.repeat_interleave(graph.index.diff(), output_size=graph.edges)
    go = graph._by_edge(rows)
    shape = graph.targets, score.shape[1]
    most = score.new_full(shape, torch.finfo(score.dtype).min).scatter_reduce_(
        0, go[:, None].expand_as(score), score.detach(), "amax"
    )
    parts = (score - most.index_select(0, go)).exp()
    sums = torch.zeros_like(most).index_add(0, go, parts)
    return parts / sums.masked_fill(sums == 0, 1).index_select(0, go)


def _by_steps(ctx, operands, needed, grad):
    """Gradients of which there are gradients: those of operators for each step."""
    own = [t.view_as(t) for t in operands]  # of their own where two are one tensor
    made = KINDS[ctx.kind][0](ctx.graph, ctx.number, *own, softmax=_softmax)
    by = [t for t, is_needed in zip(own, needed) if is_needed]
    found = iter(torch.autograd.grad(made, by, grad, create_graph=True))
    return [next(found) if is_needed else None for is_needed in needed]


def _operator(family, operands, graph=None):
    """Of a gradient without a graph."""
    features = operands[-1]
    return operator(family, features.dtype, tuned=attention_on_gpu(features, graph))


def _attention(kind, graph, number, *operands):
    # What compilers trace, and transforms, are the operators of each step.
    if is_seen_by_others():
        return KINDS[kind][0](graph, number, *operands)
    if isinstance(number, torch.Tensor):
        if number.requires_grad and torch.is_grad_enabled():
            return KINDS[kind][0](graph, number, *operands)
        number = number.detach()
    operands = [t.contiguous() for t in operands]
    return Attention.apply(graph, kind, float(number), *operands)


def gat(graph, left, right, X, slope=0.2):
    """(n, H, F) the attention of GAT: the sum of X, (m, H, F), over the in-edges of each
    node, weighed by the softmax of leaky_relu(left + right, slope), where left, (m, H),
    is of the node that an edge comes from, and right, (n, H), of that it goes to.

    One kernel, and two for the gradient; none of them keeps numbers of edges. Inputs are
    taken to be finite on a GPU; on a CPU a NaN stays one, and a score of -inf counts for
    nothing.
    """
    for name, tensor, rows in (
        ("left", left, graph.sources), ("right", right, graph.targets),
        ("X", X, graph.sources),
    ):
        _check_rows(name, tensor, rows)
        _check_same(name, tensor, X)
        shape = X.shape[1:2] if name != "X" else X.shape[1:]
        if X.dim() != 3 or tensor.shape[1:] != shape:
            raise TypeError(
                f"{name}: its shape is {tuple(tensor.shape)}; pass "
                + (f"({rows}, H, F)" if name == "X" else f"({rows}, H), of X's heads")
            )
    return _attention("gat", graph, slope, left, right, X)


def transformer(graph, Q, K, V, scale=None):
    """(n, H, F) the attention of graph transformers: the sum of V, (m, H, F), over the
    in-edges of each node, weighed by the softmax of `scale` times the dot products of Q,
    (n, H, F), of the node, and K, (m, H, F), of that an edge comes from; scale is
    1/sqrt(F) unless given.

    One kernel, and two for the gradient; none of them keeps numbers of edges. Inputs are
    taken to be finite on a GPU; on a CPU a NaN stays one, and a score of -inf counts for
    nothing.
    """
    for name, tensor, rows in (
        ("Q", Q, graph.targets), ("K", K, graph.sources), ("V", V, graph.sources),
    ):
        _check_rows(name, tensor, rows)
        _check_same(name, tensor, V)
        if tensor.dim() != 3 or tensor.shape[1:] != V.shape[1:]:
            raise TypeError(
                f"{name}: its shape is {tuple(tensor.shape)}; pass ({rows}, H, F), with "
                "the same H and F for all"
            )
    if scale is None:
        scale = 1 / math.sqrt(max(V.shape[2], 1))
    return _attention("transformer", graph, scale, Q, K, V)
