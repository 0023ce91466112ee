"""Operators of torch over graphs: messages that nodes gather, and what edges get."""

import math

import torch

from ._extrema import Extremum
from ._kernels import (
    EDGES,
    MESSAGES,
    Message,
    check_type,
    is_seen_by_others,
    on_gpu,
    operator,
    wanted,
)

REDUCTIONS = ("sum", "mean", "max", "min")


def spmm(graph, X=None, e=None, message=None, reduce="sum"):
    """(n, ...) what each node gathers of the messages of its in-edges: g-SpMM.

    graph:   a Graph, m nodes to n
    X:       (m, ...) features of the nodes that edges come from, float32 or float64
    e:       a number for each edge, (E,) or (E, 1, ..); for each head, (E, H) with X of
             shape (m, H, ...); or for each feature: (E, ...) as X. Extrema take one
    message: "copy_u" and "copy_e", the default without e and without X; "u_add_e",
             "u_sub_e", "u_mul_e", the default, "u_div_e"; or a Message
    reduce:  "sum", "mean", "max", "min"; a node without in-edges gets 0

    It has gradients by those of X and e that the message reads. Of extrema they go to
    the message that was found, the first of equals in the order of edges.
    """
    name, message = _message(X, e, message)
    if reduce not in REDUCTIONS:
        raise TypeError(f"reduce={reduce!r}: there are {', '.join(REDUCTIONS)}")
    if name == "copy_e":
        return _of_edges(graph, e, reduce)
    _check_rows("X", X, graph.sources)
    if e is not None:
        _check_rows("e", e, graph.edges)
        _check_same("e", e, X)
    X = X if message.reads("u") else X.detach()
    e = e if e is None or message.reads("e") else e.detach()
    if e is None or (not message.reads("e") and e.numel() == graph.edges):
        return _gathered(graph, X, graph._numbers(X.dtype), message, reduce)
    if e.numel() == graph.edges:
        w = graph._by_target(e.reshape(graph.edges)).contiguous()
        return _gathered(graph, X, w, message, reduce)
    return _by_heads(graph, X, e, message, reduce)


def _message(X, e, message):
    """Its name, if it has one, and the expression."""
    if message is None:
        message = "copy_e" if X is None else "copy_u" if e is None else "u_mul_e"
    if isinstance(message, Message):
        name = None
    elif message in MESSAGES:
        name, message = message, MESSAGES[message]
    else:
        raise TypeError(
            f"message={message!r}: there are {', '.join(MESSAGES)}, and "
            'sparsec.gnn.Message("(u) * (e)")'
        )
    if X is None and name != "copy_e":
        raise TypeError("X is missing: only copy_e takes no features of nodes")
    if e is None and message.reads("e"):
        raise TypeError(f"e is missing: the message {message.text} reads it")
    return name, message


def _check_rows(name, tensor, rows):
    check_type(name, tensor)
    if tensor.dim() == 0 or tensor.shape[0] != rows:
        raise TypeError(
            f"{name}: its shape is {tuple(tensor.shape)}, and the graph asks for "
            f"{rows} rows"
        )


def _check_same(name, tensor, other):
    if tensor.dtype != other.dtype:
        raise TypeError(
            f"{name}: {tensor.dtype}, and other operands are {other.dtype}; pass "
            f"{name}.to({other.dtype})"
        )


def _gathered(graph, X, w, message, reduce):
    """Of messages with one number for each edge; X by rows of any shape."""
    flat = _flat(X)
    of = wanted(X=flat, w=w)
    if of and reduce in ("max", "min") and not is_seen_by_others():
        found = Extremum.apply(graph, reduce, message, w, flat)
        return found if X.dim() == 2 else found.reshape(graph.targets, *X.shape[1:])
    op = operator(reduce, X.dtype, message.flag, of, on_gpu(reduce, flat))
    found = op(graph.index, graph.col, w, flat)
    found = found[0] if reduce in ("max", "min") else found
    return found if X.dim() == 2 else found.reshape(graph.targets, *X.shape[1:])


def _flat(X):
    """Rows of X with all their numbers in one dimension."""
    if X.dim() == 2:
        return X.contiguous()
    return X.reshape(X.shape[0], math.prod(X.shape[1:])).contiguous()


def _of_edges(graph, e, reduce):
    """Messages that edges have: as of nodes, one for each edge."""
    _check_rows("e", e, graph.edges)
    own, numbers = graph._from_edges(), graph._numbers(e.dtype)
    return _gathered(own, e, numbers, MESSAGES["copy_u"], reduce)


def _heads(X, e):
    """(heads, features) where e has a number for each edge and head of X."""
    of_edge, of_node = list(e.shape[1:]), list(X.shape[1:])
    while len(of_edge) == len(of_node) and of_edge and of_edge[-1] == 1:
        if of_edge == of_node:
            break
        of_edge.pop()
    if of_edge != of_node[: len(of_edge)]:
        raise TypeError(
            f"e: its shape is {tuple(e.shape)}, and that of X {tuple(X.shape)}; pass a "
            "number for each edge, (E,), for each head of X, (E, H), or for each "
            "feature, as X has them"
        )
    return math.prod(of_edge), math.prod(of_node[len(of_edge):])


def _by_heads(graph, X, e, message, reduce):
    heads, features = _heads(X, e)
    X3 = X.reshape(graph.sources, heads, features).contiguous()
    w = graph._by_target(e.reshape(graph.edges, heads)).contiguous()
    if reduce in ("max", "min"):
        raise TypeError(
            f"e: several numbers for an edge, and reduce={reduce!r}; pass the messages, "
            "spmm(graph, e=messages, reduce=...)"
        )
    of = wanted(X=X3, w=w)
    op = operator("heads", X.dtype, message.flag, of, on_gpu("heads", X3))
    found = op(graph.index, graph.col, w, X3)
    if reduce == "mean":
        found = found / graph.degree(X.dtype).clamp(min=1).reshape(-1, 1, 1)
    return found.reshape(graph.targets, *X.shape[1:])


def sddmm(graph, U, V, message="dot"):
    """(E, ...) what each edge takes of its two ends: g-SDDMM.

    U:       (m, ...) features of the nodes that edges come from, u
    V:       (n, ...) features of the nodes that edges go to, v, in the same shape
    message: "dot", of (m, F) and (n, F), which gives (E,), or for several heads of
             (m, H, F) and (n, H, F), which gives (E, H); "copy_u", "copy_v",
             "u_add_v", "u_sub_v", "u_mul_v", "u_div_v", feature by feature

    It has gradients by U and V.
    """
    _check_rows("U", U, graph.sources)
    _check_rows("V", V, graph.targets)
    _check_same("V", V, U)
    if U.shape[1:] != V.shape[1:]:
        raise TypeError(
            f"V: its rows have shape {tuple(V.shape[1:])}, and those of U "
            f"{tuple(U.shape[1:])}; pass the same"
        )
    if message != "dot" and message not in EDGES:
        raise TypeError(f"message={message!r}: there are dot, {', '.join(EDGES)}")
    if message == "dot":
        return _dot(graph, U, V)
    flat = [_flat(U), _flat(V)]
    of = {"U": flat[0], "V": flat[1]}
    edge = f"-DEDGE={message}"
    op = operator("sddmm", U.dtype, edge, wanted(**of), on_gpu("sddmm", flat[0]))
    made = op(graph.index, graph.col, *flat)
    return graph._by_edge(made).reshape(graph.edges, *U.shape[1:])


def _dot(graph, U, V):
    if U.dim() not in (2, 3):
        raise TypeError(
            f"U: its shape is {tuple(U.shape)}; dot takes (m, F), or (m, H, F) for heads"
        )
    family = "dot" if U.dim() == 2 else "dot heads"
    U, V = U.contiguous(), V.contiguous()
    op = operator(family, U.dtype, None, wanted(U=U, V=V), on_gpu(family, U))
    return graph._by_edge(op(graph.index, graph.col, U, V))


def edge_softmax(graph, score):
    """(E, ...) weights of the in-edges of each node, which add up to 1: the softmax of
    `score`, (E,) or for several heads (E, H). It has a gradient by it."""
    _check_rows("score", score, graph.edges)
    flat = _flat(graph._by_target(score))
    op = operator("softmax", score.dtype, None, wanted(score=flat))
    return graph._by_edge(op(graph.index, flat)).reshape(score.shape)
