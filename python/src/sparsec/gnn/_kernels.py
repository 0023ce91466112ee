"""The operators that compute with graphs: C sources and recipes of recipes/gnn, which
come with the program, compiled when they are first needed."""

from dataclasses import dataclass
from functools import lru_cache

import torch

from .._compile import DEFAULT_FLAGS
from .._engine import recipes_folder
from .._function import compile

TYPES = {
    torch.float32: (),
    torch.float64: ("-DVALUE=double", "-DEXP=exp"),
}
# Source and recipe of each family.
FAMILIES = {
    "sum": ("spmm-sum.c", "sum.script"),
    "mean": ("spmm-mean.c", "sum.script"),
    "heads": ("spmm-heads.c", "sum.script"),
    "max": ("spmm-max.c", "extremum.script"),
    "min": ("spmm-min.c", "extremum.script"),
    "sddmm": ("sddmm.c", "edges.script"),
    "dot": ("sddmm-dot.c", "edges.script"),
    "dot heads": ("sddmm-dot-heads.c", "edges.script"),
    "softmax": ("edge-softmax-heads.c", "attention.script"),
    "gat": ("gat.c", "attention.script"),
    "transformer": ("transformer-heads.c", "attention.script"),
}


@dataclass(frozen=True)
class Message:
    """What an edge gives to a node, as an expression of C in u, the feature where it
    comes from, and e, the edge's number: Message("(u) * (e) / 2"). Gradients are derived
    where it is made of sums, products and quotients."""

    text: str

    @property
    def flag(self):
        return f"-DMESSAGE(u,e)=({self.text})"


MESSAGES = {
    "copy_u": Message("u"), "copy_e": Message("e"),
    "u_add_e": Message("(u) + (e)"), "u_sub_e": Message("(u) - (e)"),
    "u_mul_e": Message("(u) * (e)"), "u_div_e": Message("(u) / (e)"),
}
# What the C compiler gets.
CFLAGS = DEFAULT_FLAGS
EDGES = ("copy_u", "copy_v", "u_add_v", "u_sub_v", "u_mul_v", "u_div_v")


def check_type(name, tensor):
    if tensor.dtype not in TYPES:
        raise TypeError(
            f"{name}: {tensor.dtype}; kernels have float32 and float64, pass "
            f"{name}.float()"
        )


def _recipe(name):
    """For both targets; on a GPU inspectors run where the operands are."""
    return (
        'if target() == "cuda" then inspector("cuda") end\n'
        f'use("gnn/{name}")\n'
    )


def _compiled(source, recipe, dtype, flags):
    path = recipes_folder() / "gnn" / source
    return compile(
        path, _recipe(recipe), flags=[*TYPES[dtype], *flags], cflags=CFLAGS
    )


def _given(family, name, dtype, flags):
    """The function that computes the gradient by the array `name`; None where the
    program derives it and its own recipe does."""
    if family in ("max", "min"):
        chosen = _compiled("spmm-chosen.c", "nodes.script", dtype, flags)
        return chosen.gradient(name)
    if family == "softmax":
        return _compiled("edge-softmax-back.c", "nodes.script", dtype, ())
    return None


@lru_cache(maxsize=None)
def operator(family, dtype, flag=None, wanted=()):
    """f.op of a family; `wanted`: the arrays by which gradients will be asked for."""
    source, recipe = FAMILIES[family]
    flags = () if flag is None else (flag,)
    function = _compiled(source, recipe, dtype, flags)
    made = function.op
    for name in wanted:
        given = _given(family, name, dtype, flags)
        if given is not None:
            made = made.backward(given)
    return made


def wanted(**tensors):
    """Names of those that require a gradient, sorted."""
    if not torch.is_grad_enabled():
        return ()
    return tuple(sorted(n for n, t in tensors.items() if t.requires_grad))
