"""Graph neural networks by compiled kernels: operators of torch over a graph's edges,
with gradients, and layers of PyG that use them.

    graph = sparsec.gnn.Graph(edges, nodes)
    y = sparsec.gnn.spmm(graph, x, weights, reduce="mean")
    sparsec.gnn.use(model)              # layers of PyG

The C loops are recipes/gnn of sparsec, in float32 and float64, on CPUs and GPUs.
"""

from ._attention import gat, transformer
from ._functions import edge_softmax, sddmm, spmm
from ._graph import Graph
from ._kernels import Message

__all__ = [
    "Graph", "Message", "edge_softmax", "gat", "sddmm", "spmm", "transformer", "use",
]


def __getattr__(name):
    if name != "use":
        raise AttributeError(f"module {__name__} has no attribute {name}")
    try:
        from ._pyg import use
    except ImportError as error:
        raise ImportError(
            "sparsec.gnn.use takes PyG; install it: pip install torch_geometric"
        ) from error
    return use
