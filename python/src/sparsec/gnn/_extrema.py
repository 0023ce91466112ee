"""Maxima and minima over in-edges: their gradients go to the messages that were found."""

import torch

from ._kernels import extremum, on_gpu, operator


class Extremum(torch.autograd.Function):
    """(n, F) of messages of X, (m, F), and w, (E,); `reduce` is "max" or "min"."""

    @staticmethod
    def forward(ctx, graph, reduce, message, w, X):
        of = tuple(n for n, is_ in zip(("w", "X"), ctx.needs_input_grad[3:]) if is_)
        op, ctx.gradients = extremum(
            reduce, X.dtype, message.flag, of, on_gpu(reduce, X)
        )
        Y, found = op(graph.index, graph.col, w, X)
        ctx.graph, ctx.reduce, ctx.message = graph, reduce, message
        ctx.save_for_backward(w, X, found)
        return Y

    @staticmethod
    def backward(ctx, grad):
        *operands, found = ctx.saved_tensors
        needed = ctx.needs_input_grad[3:]
        if torch.is_grad_enabled():  # gradients of this one are asked for, too
            return None, None, None, *_by_steps(ctx, operands, needed, grad)
        graph, (w, X) = ctx.graph, operands
        values = {
            "w": w, "X": X, "from": found, "grad_Y": grad.contiguous(),
            # Gradients may read no array that tells these.
            "n": graph.targets, "m": graph.sources, "edges": graph.edges,
        }
        of = {}
        for name, op in ctx.gradients.items():
            # Within rows of sources: no order of what was found has to be known.
            edges = graph._by_source() if name == "X" else (graph.index, graph.col)
            named = dict(zip(("index", "col", "edge"), edges))
            of[name], = op.with_values(values | named, True)
        return None, None, None, of.get("w"), of.get("X")


def _by_steps(ctx, operands, needed, grad):
    """Gradients of which there are gradients: those of an operator that has them."""
    graph, own = ctx.graph, [t.view_as(t) for t in operands]
    w, X = own
    wanted = tuple(n for n, is_needed in zip(("w", "X"), needed) if is_needed)
    op = operator(
        ctx.reduce, X.dtype, ctx.message.flag, wanted, on_gpu(ctx.reduce, X)
    )
    made = op(graph.index, graph.col, w, X)[0]
    by = [t for t, is_needed in zip(own, needed) if is_needed]
    found = iter(torch.autograd.grad(made, by, grad, create_graph=True))
    return [next(found) if is_needed else None for is_needed in needed]
