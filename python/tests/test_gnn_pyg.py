"""Layers of PyG by our kernels: results, gradients and trained models are PyG's."""

import copy
import pickle
import unittest
from functools import partial
from unittest import mock

from support import TestCase

try:
    import torch
    import torch_geometric
except ImportError:
    torch_geometric = None
else:
    from graphs import LAYERS, Training, like_cora, model, stochastic_blocks
    from torch_geometric import EdgeIndex, nn
    from torch_geometric.utils import softmax

    from sparsec import gnn
    from sparsec.gnn import _attention, _kernels, _lazy

    _kernels.CFLAGS = ["-O1"]

WITHOUT = "there is no torch_geometric: pip install torch_geometric"


def layers():
    """Layers whose messages are followed, and some whose are not."""
    return {
        **{name: make(8, 8) for name, make in LAYERS.items()},
        "GAT edges": nn.GATConv(8, 3, heads=2, edge_dim=3),
        "GATv2": nn.GATv2Conv(8, 3, heads=2),
        "graph": nn.GraphConv(8, 5, aggr="mean"),
        "minima": nn.SAGEConv(8, 5, aggr="min"),
        "transformer": nn.TransformerConv(8, 3, heads=2),
        "GINE": nn.GINEConv(torch.nn.Linear(8, 8), edge_dim=3),
        "edges": nn.EdgeConv(torch.nn.Linear(16, 5)),
        "several": nn.SAGEConv(8, 5, aggr=["mean", "max", "std"]),
        "other way": nn.SAGEConv(8, 5, flow="target_to_source"),
        "median": nn.SAGEConv(8, 5, aggr="median"),
        "gated": nn.ResGatedGraphConv(8, 5),
        "powers": nn.TAGConv(8, 5),
    }


class Plain(nn.MessagePassing if torch_geometric else object):
    """Messages by operations in both orders, and numbers of features."""

    def __init__(self, compute, aggr):
        super().__init__(aggr=aggr)
        self.compute = compute

    def forward(self, x, edges, e):
        return self.propagate(edges, x=x, e=e)

    def message(self, x_j, x_i, e):
        return self.compute(x_j, x_i, e)


def without_gradients(u, e):
    with torch.no_grad():
        return u * e


class Attending(nn.MessagePassing if torch_geometric else object):
    """Attention by dot products, of which a test writes steps its own way."""

    def __init__(self, scores=None, weights=None, weighed=None):
        super().__init__(aggr="add", node_dim=0)
        self.scores = scores or (lambda products: products.sum(dim=-1))
        self.weights = weights or (lambda softmax, scores: softmax(scores))
        self.weighed = weighed or (lambda w, v: w.unsqueeze(-1) * v)

    def forward(self, q, k, v, edges):
        return self.propagate(edges, q=q, k=k, v=v)

    def message(self, q_i, k_j, v_j, index, ptr, size_i):
        of_scores = partial(softmax, index=index, ptr=ptr, num_nodes=size_i)
        return self.weighed(self.weights(of_scores, self.scores(q_i * k_j)), v_j)


@unittest.skipUnless(torch_geometric, WITHOUT)
class Layers(TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.data = stochastic_blocks(40, 3, 8, 4)
        self.e = torch.rand(self.data.edges.shape[1], 3)

    def results(self, layer, *operands):
        """What it gives, and gradients by all that requires them."""
        operands = [
            t.clone().requires_grad_() if isinstance(t, torch.Tensor)
            and t.is_floating_point() else t for t in operands
        ]
        made = layer(*operands)
        by = [t for t in operands if getattr(t, "requires_grad", False)]
        by += list(layer.parameters())
        asked = torch.linspace(-1, 1, made.numel()).reshape(made.shape)
        grads = torch.autograd.grad(made, by, asked, allow_unused=True)
        return [made, *(g for g in grads if g is not None)]

    def compare(self, layer, *operands):
        expected = self.results(layer, *operands)
        with gnn.use(layer):
            found = self.results(layer, *operands)
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected):
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)

    def test_layers(self):
        for name, layer in layers().items():
            with self.subTest(layer=name):
                takes_edges = name in ("GAT edges", "GINE")
                more = [self.e] if takes_edges else []
                self.compare(layer, self.data.x, self.data.edges, *more)

    def test_attention(self):
        """Scores, their softmax and what it weighs are one kernel; weights that a layer
        gives, and those that it drops some of, are in memory."""
        x, edges = self.data.x, self.data.edges
        self_loops = {"add_self_loops": False}
        layers = {
            "gat": nn.GATConv(8, 3, heads=2, **self_loops),
            "transformer": nn.TransformerConv(8, 4, heads=2),
        }
        for name, layer in layers.items():
            of_both = getattr(_attention, name)
            with mock.patch.object(_attention, name, side_effect=of_both) as counted:
                self.compare(layer, x, edges)
                self.compare(layer, x, edges.flip(0))
                self.assertEqual(counted.call_count, 2)
                layer.dropout = 0.4
                self.compare(layer.eval(), x, edges)
                self.assertEqual(counted.call_count, 3)
                expected = layer(x, edges, return_attention_weights=True)
                with gnn.use(layer):
                    found = layer(x, edges, return_attention_weights=True)
                self.assertIs(type(found[1][1]), torch.Tensor)
                torch.testing.assert_close(found[1][1], expected[1][1])
                torch.testing.assert_close(found[0], expected[0])
                with gnn.use(layer):
                    torch.manual_seed(5)
                    found = layer.train()(x, edges)
                torch.manual_seed(5)
                torch.testing.assert_close(found, layer(x, edges))
                self.assertEqual(counted.call_count, 4)

    def test_steps_of_attention(self):
        """Masks in place, gradients that are left out, keywords and shapes of any kind:
        what layers make of scores and weights is what they have."""

        def masked(products):
            scores = products.sum(dim=-1)
            scores[::2] = -3.0
            return scores / 2.0

        def filled(products):
            scores = products.sum(-1)
            scores.masked_fill_((torch.arange(len(scores)) % 2 == 0)[:, None], -3.0)
            return 0.5 * scores

        def constant(softmax, scores):
            with torch.no_grad():
                return softmax(scores)

        def scaled_constant(products):
            with torch.no_grad():
                scores = products.sum(-1) * 0.5
            return scores * 2

        def doubled(softmax, scores):
            weights = softmax(scores)
            weights.mul_(2)
            return weights

        def changed_by_view(w, v):
            w.unsqueeze(-1).mul_(2)
            return w.unsqueeze(-1) * v

        def changed_under_view(w, v):
            seen = w.view(-1, 2, 1)
            w[::3] = 0.25
            return seen * v

        def changed_and_added(w, v):
            seen = torch.unsqueeze(w, -1)
            seen.mul_(2)
            return (seen + w.unsqueeze(-1)) * v

        def stretched(w, v):
            w.unsqueeze_(-1)
            return w * v if w.dim() == 3 else v

        def constant_view(w, v):
            with torch.no_grad():
                seen = w.unsqueeze(-1)
            return seen * v + w.reshape(-1, 2, 1)

        def constant_messages(w, v):
            with torch.no_grad():
                return w.unsqueeze(-1) * v

        cases = (
            {}, {"scores": masked}, {"scores": filled}, {"weights": constant},
            {"scores": scaled_constant}, {"weights": doubled},
            {"scores": lambda products: products.sum(axis=-1)},
            {"scores": lambda products: torch.sum(input=products, dim=-1)},
            {"weighed": lambda w, v: w.reshape(shape=(-1, 2, 1)) * v},
            {"weighed": lambda w, v: torch.unsqueeze(input=w, dim=-1) * v},
            {"weighed": lambda w, v: torch.unsqueeze(w, dim=-1) * v},
            {"weighed": lambda w, v: torch.mul(w.view(-1, 2, 1), other=v)},
            {"weighed": changed_by_view}, {"weighed": changed_under_view},
            {"weighed": changed_and_added}, {"weighed": stretched},
            {"weighed": constant_view},
        )
        for at, steps in enumerate(cases):
            for features in (4, 3):
                with self.subTest(case=at, features=features):
                    self.compare(
                        Attending(**steps), torch.randn(40, 2, 4), torch.randn(40, 2, 4),
                        torch.randn(40, 2, features), self.data.edges,
                    )
        with gnn.use(Attending()) as used, mock.patch.object(_lazy.OfEdges, "_make") as made:
            used.layers[0](*torch.randn(3, 40, 2, 4), self.data.edges)
        self.assertEqual(made.call_count, 0)
        constants = Attending(weighed=constant_messages)
        operands = [torch.randn(40, 2, 4, requires_grad=True) for _ in range(3)]
        with gnn.use(constants):
            self.assertFalse(constants(*operands, self.data.edges).requires_grad)
        constants = Plain(lambda u, v, e: without_gradients(u, e), "sum")
        with gnn.use(constants):
            made = constants(operands[0][:, 0], self.data.edges, self.e[:, :1])
        self.assertFalse(made.requires_grad)

    def test_messages(self):
        """Any expression of x_j, x_i and tensors of edges, in any order."""
        e = 1 + self.e[:, :1]
        x = 2 + self.data.x.sigmoid()
        for aggr in ("sum", "mean", "max"):
            for compute in (
                lambda u, v, e: u - e, lambda u, v, e: e - u, lambda u, v, e: e / u,
                lambda u, v, e: u / e, lambda u, v, e: 1 - u, lambda u, v, e: u * e * e,
                lambda u, v, e: v - u, lambda u, v, e: u - v, lambda u, v, e: v / u,
                lambda u, v, e: v * e, lambda u, v, e: torch.add(u, e, alpha=2),
                lambda u, v, e: torch.cat([u, v], 1), lambda u, v, e: u.relu() + v,
                lambda u, v, e: e.expand(-1, u.size(1)), lambda u, v, e: u[:, :2],
            ):
                self.compare(Plain(compute, aggr), x, self.data.edges, e)

    def test_changed_in_place(self):
        """What a message changes, or looks at without gradients, is what it has."""

        def scaled(u, v, e):
            u.mul_(e)
            return u

        def clipped(u, v, e):
            made = u * e
            made.relu_()
            return made

        def looked_at(u, v, e):
            with torch.no_grad():
                u.abs().max()
            return u.relu()

        x = self.data.x - 0.5
        for compute in (scaled, clipped, looked_at):
            for aggr in ("sum", "max"):
                self.compare(Plain(compute, aggr), x, self.data.edges, self.e[:, :1])

    def test_refused(self):
        with self.refused(TypeError, "no module"):
            gnn.use(nn.GCNConv)
        class Twice(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return 2 * x

            @staticmethod
            def backward(ctx, grad):
                return 2 * grad

        def emptied(u, v, e):
            e = e.clone()
            made = u * e
            e.zero_()
            return made

        x = self.data.x.clone().requires_grad_()
        with gnn.use(Plain(lambda u, v, e: Twice.apply(u), "sum")) as used:
            layer = used.layers[0]
            made = layer(x, self.data.edges, self.e)
            with self.assertRaisesRegex(RuntimeError, "x_j.clone()"):
                made.sum().backward()
        layer = Plain(emptied, "sum")
        with gnn.use(layer), self.assertRaisesRegex(RuntimeError, "changed in place"):
            layer(x, self.data.edges, self.e[:, :1])

    def test_sizes_of_edges(self):
        """Where no features of nodes tell how many there are, edges do."""
        for edges in ([[5], [2]], [[2], [5]]):
            layer, e = Plain(lambda u, v, e: e, "sum"), torch.ones(1, 2)
            expected = layer.propagate(torch.tensor(edges), x=None, e=e, size=None)
            with gnn.use(layer):
                found = layer.propagate(torch.tensor(edges), x=None, e=e, size=None)
            self.assertEqual(found.shape, expected.shape)

    def test_strided_numbers(self):
        """A column of numbers of edges that are sorted already."""
        order = self.data.edges[1].argsort(stable=True)
        edges = self.data.edges[:, order]
        self.compare(nn.GraphConv(8, 5), self.data.x, edges, self.e[:, 0])

    def test_followed(self):
        """Layers of the usual kinds make no tensor of all edges and features."""
        for name in ("GCN", "SAGE", "SAGE max", "GIN"):
            layer = LAYERS[name](8, 8)
            with gnn.use(layer), mock.patch.object(_lazy.OfEdges, "_make") as made:
                layer(self.data.x, self.data.edges)
            self.assertEqual(made.call_count, 0, name)

    def test_two_sides(self):
        x = torch.rand(40, 8), torch.rand(7, 8)
        edges = torch.stack([torch.arange(40), torch.arange(40) % 6])
        for size in (None, (40, 7)):
            layer = nn.SAGEConv((8, 8), 5)
            expected = layer(x, edges, size=size)
            gnn.use(layer)
            torch.testing.assert_close(layer(x, edges, size=size), expected)

    def test_edge_index(self):
        """PyG's own class of edges, and sparse tensors, which are left to PyG."""
        edges = self.data.edges
        by_target = edges[:, edges[1].argsort(stable=True)]
        sorted_edges = EdgeIndex(by_target, sparse_size=(40, 40), sort_order="col")
        adjacency = torch.sparse_coo_tensor(
            edges.flip(0), torch.ones(edges.shape[1]), (40, 40)
        ).to_sparse_csr()
        layer = nn.SAGEConv(8, 5)
        for given in (EdgeIndex(edges, sparse_size=(40, 40)), sorted_edges, adjacency):
            expected = layer(self.data.x, edges)
            with gnn.use(layer):
                torch.testing.assert_close(
                    layer(self.data.x, given), expected, rtol=1e-4, atol=1e-4
                )

    def test_new_edges(self):
        """Edges that change in place have another graph."""
        layer, edges = nn.SAGEConv(8, 5), self.data.edges.clone()
        gnn.use(layer)
        layer(self.data.x, edges)
        edges[0] = edges[0].flip(0)
        found = layer(self.data.x, edges)
        expected = copy.deepcopy(layer)
        expected.__class__ = nn.SAGEConv
        torch.testing.assert_close(found, expected(self.data.x, edges))

    def test_kept_in_files(self):
        """Layers that take our kernels are written and read as others are."""
        for layer in (nn.GATConv(4, 3, heads=2), nn.SAGEConv(4, 3)):
            with gnn.use(layer):
                made = pickle.loads(pickle.dumps(layer))
                again = copy.deepcopy(made)
            x, edges = torch.rand(5, 4), torch.tensor([[0, 1, 2, 4], [1, 0, 3, 3]])
            for other in (made, again):
                self.assertEqual(len(gnn.use(other).layers), 0)
                self.assertTrue(torch.allclose(other(x, edges), layer(x, edges), atol=1e-6))

    def test_undone(self):
        layer = nn.GCNConv(8, 5)
        used = gnn.use(layer)
        self.assertIsNot(type(layer), nn.GCNConv)
        used.undo()
        self.assertIs(type(layer), nn.GCNConv)
        with self.refused(TypeError, "Linear", "MessagePassing"):
            gnn.use(torch.nn.Linear(2, 2))


@unittest.skipUnless(torch_geometric, WITHOUT)
class Trained(TestCase):
    """From the same seeds to the same accuracy as PyG."""

    def compare(self, kind, data, epochs, least):
        first = model(kind, data)
        pyg, ours = Training(first, data), Training(copy.deepcopy(first), data)
        gnn.use(ours.model)
        losses = [(float(pyg.epoch()), float(ours.epoch())) for _ in range(epochs)]
        self.assertAlmostEqual(*losses[0], places=4)
        self.assertLess(losses[-1][1], losses[0][1] / 2)
        self.assertGreater(pyg.accuracy(), least)
        self.assertLess(abs(pyg.accuracy() - ours.accuracy()), 0.01)

    def test_blocks(self):
        data = stochastic_blocks()
        for kind in LAYERS:
            with self.subTest(kind=kind):
                self.compare(kind, data, 40, 0.8)

    def test_cora_sized(self):
        data = like_cora()
        for kind in LAYERS:
            with self.subTest(kind=kind):
                self.compare(kind, data, 25, 0.5)


if __name__ == "__main__":
    unittest.main()
