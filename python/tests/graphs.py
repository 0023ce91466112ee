"""Graphs with classes to learn, generated from seeds, and the models that tests and
scripts/bench-gnn-train.py train on them."""

from dataclasses import dataclass

import torch
from torch_geometric import nn


@dataclass
class Data:
    """Undirected: each edge is there in both directions."""

    x: torch.Tensor  # (nodes, features)
    edges: torch.Tensor  # (2, edges)
    y: torch.Tensor  # (nodes,) classes
    train: torch.Tensor  # (nodes,) whether its class is told

    @property
    def classes(self):
        return int(self.y.max()) + 1

    def to(self, device):
        return Data(*(t.to(device) for t in vars(self).values()))


def stochastic_blocks(nodes=600, classes=4, features=16, degree=8, inside=0.8, seed=1):
    """A stochastic block model: a share `inside` of the edges is within a class, and
    features are noise around a mean of each class. A tenth of the nodes is told."""
    random = torch.Generator().manual_seed(seed)
    y = torch.randint(classes, (nodes,), generator=random)
    means = torch.randn(classes, features, generator=random)
    x = means[y] / 2 + torch.randn(nodes, features, generator=random)
    count = nodes * degree // 2
    come = torch.randint(nodes, (count,), generator=random)
    anywhere = torch.randint(nodes, (count,), generator=random)
    # By class: where a class begins, and how many it has.
    order, sizes = y.argsort(), y.bincount(minlength=classes)
    first = sizes.cumsum(0) - sizes
    at = (torch.rand(count, generator=random) * sizes[y[come]]).long()
    alike = order[first[y[come]] + at]
    is_inside = torch.rand(count, generator=random) < inside
    go = torch.where(is_inside, alike, anywhere)
    edges = torch.stack([torch.cat([come, go]), torch.cat([go, come])])
    edges = torch.unique(edges[:, edges[0] != edges[1]], dim=1)
    edges = edges[:, torch.randperm(edges.shape[1], generator=random)]
    return Data(x, edges, y, torch.rand(nodes, generator=random) < 0.1)


def like_cora(seed=1):
    """As many nodes, edges, features and classes as Cora, with its few words a node."""
    made = stochastic_blocks(2708, 7, 1433, 4, 0.81, seed)
    random = torch.Generator().manual_seed(seed)
    words = (torch.rand(made.x.shape, generator=random) < 0.012)
    # Words that a class has more often.
    own = torch.arange(1433) % 7 == made.y[:, None]
    words |= own & (torch.rand(made.x.shape, generator=random) < 0.012)
    made.x = words.float()
    return made


def perceptron(inside, out):
    return torch.nn.Sequential(
        torch.nn.Linear(inside, out), torch.nn.ReLU(), torch.nn.Linear(out, out)
    )


LAYERS = {
    "GCN": lambda inside, out: nn.GCNConv(inside, out),
    "SAGE": lambda inside, out: nn.SAGEConv(inside, out),
    "SAGE max": lambda inside, out: nn.SAGEConv(inside, out, aggr="max"),
    "GIN": lambda inside, out: nn.GINConv(perceptron(inside, out)),
    "GAT": lambda inside, out: nn.GATConv(inside, out // 4, heads=4),
}


# The same where no call makes edges anew, which takes the GPU's answers: what a CUDA graph
# can have.
STATIC_LAYERS = {
    **LAYERS,
    "GCN": lambda inside, out: nn.GCNConv(inside, out, cached=True),
    "GAT": lambda inside, out: nn.GATConv(
        inside, out // 4, heads=4, add_self_loops=False
    ),
}


class Model(torch.nn.Module):
    """Two layers of a kind, and a linear one."""

    def __init__(self, kind, features, classes, hidden=32, layers=None):
        super().__init__()
        make = (layers or LAYERS)[kind]
        self.first = make(features, hidden)
        self.second = make(hidden, hidden)
        self.last = torch.nn.Linear(hidden, classes)

    def forward(self, x, edges):
        x = self.first(x, edges).relu()
        return self.last(self.second(x, edges).relu())


def model(kind, data, seed=1, hidden=32, layers=None):
    torch.manual_seed(seed)
    made = Model(kind, data.x.shape[1], data.classes, hidden, layers)
    return made.to(data.x.device)


class Training:
    """Epochs of full batches."""

    def __init__(self, made, data, rate=0.01, capturable=False):
        self.model, self.data = made, data
        self.told = data.train.nonzero()[:, 0]
        self.optimizer = torch.optim.Adam(
            made.parameters(), lr=rate, weight_decay=5e-4, capturable=capturable
        )

    def epoch(self):
        """The loss before its step."""
        data = self.data
        self.model.train()
        self.optimizer.zero_grad()
        out = self.model(data.x, data.edges)
        loss = torch.nn.functional.cross_entropy(
            out.index_select(0, self.told), data.y.index_select(0, self.told)
        )
        loss.backward()
        self.optimizer.step()
        return loss.detach()

    @torch.no_grad()
    def accuracy(self):
        """The share of nodes that were not told whose class is found."""
        self.model.eval()
        found = self.model(self.data.x, self.data.edges).argmax(1)
        is_right = (found == self.data.y)[~self.data.train]
        return float(is_right.float().mean())


class Captured(Training):
    """Epochs that are replays of a CUDA graph, which has forward, backward and step."""

    def __init__(self, made, data, rate=0.01, warm_up=3):
        super().__init__(made, data, rate, capturable=True)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(warm_up):
                super().epoch()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.loss = super().epoch()

    def epoch(self):
        self.graph.replay()
        return self.loss
