"""The operators that compute with graphs: C sources and recipes of recipes/gnn, which
come with the program, compiled when they are first needed."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial

import torch

from .._compile import DEFAULT_FLAGS, Build, options_of
from .._engine import recipes_folder
from .._function import compile
from .._gradient import source_of

TYPES = {
    torch.float32: (),
    torch.float64: (
        "-DVALUE=double", "-DEXP=exp", "-DFMAX=fmax", "-DGREATEST=DBL_MAX",
    ),
}


@dataclass(frozen=True)
class Family:
    """A source, which assigns all of its results, and its recipe; on a GPU, if there is
    one for graphs of all kinds."""

    source: str
    recipe: str
    on_gpu: str = None
    set_on_gpu: tuple = ()  # values of params there, beside those of _of_lanes


# Rows of more than 32 edges have teams of threads, two neighbours of which have the
# features of an edge: the best for small graphs on an H200, and good for others.
TEAMS = (("long", 32), ("team", 16), ("team_lanes", 2))
FAMILIES = {
    "sum": Family("spmm-sum.c", "sum.script", "sum-classes.script", TEAMS),
    "mean": Family("spmm-mean.c", "sum.script", "sum-classes.script", TEAMS),
    "heads": Family("spmm-heads.c", "sum.script"),
    "max": Family("spmm-max.c", "extremum.script", "extremum-classes.script", TEAMS),
    "min": Family("spmm-min.c", "extremum.script", "extremum-classes.script", TEAMS),
    "sddmm": Family("sddmm.c", "edges.script"),
    "dot": Family("sddmm-dot.c", "edges.script"),
    "dot heads": Family("sddmm-dot-heads.c", "edges.script"),
    "softmax": Family("edge-softmax-heads.c", "attention.script"),
    "gat": Family("gat-online.c", "attention.script", "attention-online.script"),
    "gat targets": Family(
        "gat-back-targets.c", "attention.script", "attention-back.script"
    ),
    "gat sources": Family(
        "gat-back-sources.c", "attention.script", "attention-back.script"
    ),
    "transformer": Family(
        "attention-online.c", "attention.script", "attention-online.script"
    ),
    "transformer targets": Family(
        "attention-back-targets.c", "attention.script", "attention-back.script"
    ),
    "transformer sources": Family(
        "attention-back-sources.c", "attention.script", "attention-back.script"
    ),
}


# Of C in a message: constants, words that are no names of the kernel's, and macros of
# headers.
NUMBERS = re.compile(r"(?<!\w)\.?\d([eEpP][+-]|[\w.])*")
WORDS = ("u", "e", "float", "double", "int", "long", "unsigned")
CONSTANTS = re.compile(r"INFINITY|NAN|(FLT|DBL|INT|LONG|M)_\w+")


@dataclass(frozen=True)
class Message:
    """What an edge gives to a node, as an expression of C in u, the feature where it
    comes from, and e, the edge's number: Message("(u) * (e) / 2"). Gradients are derived
    where it is made of sums, products and quotients."""

    text: str

    def __post_init__(self):
        """The expression stands in the kernel, whose loops and arrays have names, too."""
        for name, is_called in re.findall(r"(\w+)\s*(\(?)", NUMBERS.sub("", self.text)):
            if not is_called and name not in WORDS and not CONSTANTS.fullmatch(name):
                raise TypeError(
                    f"Message({self.text!r}): what is {name}? There are u, e, and C's "
                    "functions and constants"
                )

    @property
    def flag(self):
        return f"-DMESSAGE(u,e)=({self.text})"

    def reads(self, name):
        """Whether "u" or "e" is a word of it, as C's preprocessor looks for it."""
        return name in re.findall(r"\w+", self.text)


MESSAGES = {
    "copy_u": Message("u"), "copy_e": Message("e"),
    "u_add_e": Message("(u) + (e)"), "u_sub_e": Message("(u) - (e)"),
    "u_mul_e": Message("(u) * (e)"), "u_div_e": Message("(u) / (e)"),
}
# What the C compiler gets.
CFLAGS = DEFAULT_FLAGS
EDGES = ("copy_u", "copy_v", "u_add_v", "u_sub_v", "u_mul_v", "u_div_v")


def check_tensor(name, tensor):
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(
            f"{name}: a {type(tensor).__name__}; pass a tensor, torch.as_tensor({name})"
        )


def check_type(name, tensor):
    check_tensor(name, tensor)
    if tensor.dtype not in TYPES:
        raise TypeError(
            f"{name}: {tensor.dtype}; kernels have float32 and float64, pass "
            f"{name}.float()"
        )


def on_gpu(family, tensor):
    """Values of params for `tensor`, whose last dimension is that of features, as
    operator() takes them: none on a CPU."""
    if not tensor.is_cuda:
        return ()
    return _of_lanes(tensor.shape[-1]) + FAMILIES[family].set_on_gpu


def _of_lanes(features):
    """A thread has up to four features, and neighbours have all of them, if it does not
    take more than a warp."""
    vector = next(v for v in (4, 2, 1) if features % v == 0)
    lanes = next((n for n in (8, 16) if n * vector >= features), 32)
    return (("vector", vector), ("lanes", lanes))


def attention_on_gpu(tensor, graph=None):
    """As on_gpu() for attention, whose recipes are told the number of features; of the
    gradient without a graph."""
    if not tensor.is_cuda:
        return ()
    *_, heads, features = tensor.shape
    return _of_attention(features, graph and _is_for_teams(graph, heads))


def _is_for_teams(graph, heads):
    """Whether a warp has one node's head, not several: they have many edges, or are too
    few to fill a GPU, so that the longest is waited for. On an H200 that was up to 1.3
    times the time of the best mapping, the other one up to 4.6 (docs/recipes/gnn.md)."""
    return graph.edges >= 16 * graph.targets or graph.targets * heads < 100_000


def _of_attention(features, is_for_teams=None):
    """Of a node's features for a head neighbours have up to four each at once; without
    teams, where it says so, or with as many of them as a warp has."""
    vector = next(v for v in (4, 2, 1) if features % v == 0 and 2 * v <= max(features, 2))
    told = (("features", features), ("vector", vector))
    if is_for_teams is None:
        lanes = next((n for n in (32, 16, 8, 4) if n * vector <= features), 2)
        return (*told, ("lanes", lanes))
    most = (8, 4) if is_for_teams else (16, 8, 4)
    lanes = next((n for n in most if 2 * n * vector <= features), 2)
    return (*told, ("lanes", lanes), ("team", 32 // lanes if is_for_teams else 1))


def _recipe(family, tuned=()):
    """For both targets; on a GPU inspectors run where the operands are. Params of the
    recipe for GPUs are no one's on a CPU."""
    names = ", ".join(f'"{name}"' for name, _ in tuned)
    return (
        'if target() == "cuda" then\n'
        '  inspector("cuda")\n'
        f'  use("gnn/{family.on_gpu or family.recipe}")\n'
        "else\n"
        f"  for _, name in ipairs({{{names}}}) do param(name, 1) end\n"
        f'  use("gnn/{family.recipe}")\n'
        "end\n"
    )


def _flags(dtype, flag):
    return (*TYPES[dtype], *(() if flag is None else (flag,)))


def _compiled(family, dtype, flag, tuned=()):
    """Of what is tuned for a GPU nothing is compiled for a CPU."""
    path = recipes_folder() / "gnn" / family.source
    return compile(
        path, _recipe(family, tuned), target="cuda" if tuned else "c", set=dict(tuned),
        flags=_flags(dtype, flag), cflags=CFLAGS,
    )


# What computes gradients that the program does not derive.
CHOSEN = Family("spmm-chosen.c", "nodes.script")
CHOSEN_SOURCES = Family("spmm-chosen-sources.c", "nodes.script")
SOFTMAX_BACK = Family("edge-softmax-back.c", "nodes.script")


def _derived(family, dtype, flag, name, tuned):
    """The gradient that the program derives of a source, which is not compiled itself."""
    path = recipes_folder() / "gnn" / family.source
    flags = _flags(dtype, flag)
    recipe = _derived_recipe(family, tuned) if tuned else f'use("gnn/{family.recipe}")\n'
    text = source_of(Build(**options_of(path, recipe, flags=flags)), name)
    return compile(
        text, recipe, target="cuda" if tuned else "c", flags=[*flags, f"-I{path.parent}"],
        cflags=CFLAGS,
    )


def _derived_recipe(family, tuned):
    """By threads as features are."""
    params = dict(tuned)
    features = params["vector"] * params["lanes"]  # or a few fewer
    lanes, sum_lanes = min(features, 32), 4 if features < 16 else 8
    # Of a node's features each may have another edge: nothing to list them by.
    is_listed = family not in (CHOSEN, CHOSEN_SOURCES)
    values = f"lanes = {lanes}, sum_lanes = {sum_lanes}, listed = {int(is_listed)}"
    return f'use("lib/gradient.script")({{{values}}})\n'


def _given(family, name, dtype, flag, tuned):
    """The function that computes the gradient by the array `name`; None where the
    program derives it and its own recipe does."""
    if family == "softmax":
        return _compiled(SOFTMAX_BACK, dtype, None)
    if family in ("max", "min"):
        if tuned:
            return _derived(CHOSEN, dtype, flag, name, tuned)
        return _compiled(CHOSEN, dtype, flag).gradient(name)
    return _derived(FAMILIES[family], dtype, flag, name, tuned) if tuned else None


def _at_once(*jobs):
    """What functions give, each of which waits for compilers."""
    if len(jobs) == 1:
        return [jobs[0]()]
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [made.result() for made in [pool.submit(job) for job in jobs]]


@lru_cache(maxsize=None)
def operator(family, dtype, flag=None, wanted=(), tuned=()):
    """f.op of a family; `wanted`: the arrays by which gradients will be asked for;
    `tuned`: of on_gpu()."""
    function, *gradients = _at_once(
        partial(_compiled, FAMILIES[family], dtype, flag, tuned),
        *(partial(_given, family, name, dtype, flag, tuned) for name in wanted),
    )
    made = function.op
    for given in gradients:
        if given is not None:
            made = made.backward(given)
    return made.assigning()


@lru_cache(maxsize=None)
def operators(families, dtype):
    """Of several families that are needed together, (family, tuned), compiled at once."""
    _at_once(*(partial(_compiled, FAMILIES[f], dtype, None, by) for f, by in families))
    return [operator(family, dtype, tuned=tuned) for family, tuned in families]


@lru_cache(maxsize=None)
def extremum(reduce, dtype, flag, wanted, tuned):
    """f.op that finds the largest or least messages, and for each array of `wanted` the
    one that has the gradient by it: by w over in-edges, by X over out-edges."""
    families = {"w": CHOSEN, "X": CHOSEN_SOURCES}
    found, *gradients = _at_once(
        partial(_compiled, FAMILIES[reduce], dtype, flag, tuned),
        *(partial(_derived, families[n], dtype, flag, n, tuned) for n in wanted),
    )
    return found.op.assigning(), {n: f.op for n, f in zip(wanted, gradients)}


def is_seen_by_others():
    """Whether compilers trace a call, or transforms have it: they know operators, and
    no autograd.Function of ours."""
    return (
        torch.compiler.is_compiling()
        or torch._C._functorch.peek_interpreter_stack() is not None
    )


def wanted(**tensors):
    """Names of those that require a gradient, sorted."""
    if not torch.is_grad_enabled():
        return ()
    return tuple(sorted(n for n, t in tensors.items() if t.requires_grad))
