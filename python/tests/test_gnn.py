"""sparsec.gnn: operators over graphs against torch's own, and their gradients."""

import itertools
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from support import TestCase

try:
    import torch

    from sparsec import _engine, gnn
    from sparsec.gnn import _attention, _graph, _kernels
except ImportError:
    torch = None
else:
    _kernels.CFLAGS = ["-O1"]  # many kernels, small graphs

APPLY = {
    "copy_u": lambda u, e: u + 0 * e, "copy_e": lambda u, e: e + 0 * u,
    "u_add_e": lambda u, e: u + e, "u_sub_e": lambda u, e: u - e,
    "u_mul_e": lambda u, e: u * e, "u_div_e": lambda u, e: u / e,
}


def edges(seed=1, sources=7, targets=6, count=19):
    """In no order, with a node without in-edges, and two between the same nodes."""
    random = torch.Generator().manual_seed(seed)
    come = torch.randint(sources, (count,), generator=random)
    go = torch.randint(1, targets, (count,), generator=random)
    come[0], go[0] = come[-1], go[-1]
    return torch.stack([come, go])


def numbers(*shape, dtype=None, seed=2):
    random = torch.Generator().manual_seed(seed + len(shape))
    made = torch.rand(*shape, generator=random, dtype=dtype or torch.float64)
    return made + 0.5  # nothing that is divided by is near 0


def gathered(messages, go, targets, reduce):
    """What nodes make of messages, by torch."""
    rows = []
    for node in range(targets):
        own = messages[go == node]
        if not len(own):
            rows.append(torch.zeros(messages.shape[1:], dtype=messages.dtype))
        elif reduce in ("max", "min"):
            rows.append(getattr(own, reduce)(0).values)
        else:
            rows.append(getattr(own, reduce)(0))
    return torch.stack(rows)


@unittest.skipUnless(torch, "there is no torch")
class Operators(TestCase):
    def setUp(self):
        self.edges = edges()
        self.come, self.go = self.edges
        self.graph = gnn.Graph(self.edges, 7, 6)

    def equal(self, found, expected, **options):
        torch.testing.assert_close(found, expected, **options)

    def gradients(self, compute, *operands):
        operands = [t.clone().requires_grad_() for t in operands]
        self.assertTrue(torch.autograd.gradcheck(compute, operands))

    def test_messages(self):
        """All messages, and all reductions, with their gradients."""
        X, e = numbers(7, 3), numbers(19)
        cases = list(itertools.product(APPLY, ("sum", "max")))
        cases += itertools.product(("u_mul_e", "u_div_e"), ("mean", "min"))
        for name, reduce in cases:
            with self.subTest(message=name, reduce=reduce):
                given = (X, None) if name == "copy_u" else (X, e)

                def compute(X, e=None, name=name, reduce=reduce):
                    if name == "copy_e":
                        X = None
                    return gnn.spmm(self.graph, X, e, name, reduce)

                messages = APPLY[name](X[self.come], e[:, None])
                if name == "copy_e":
                    messages = e
                self.equal(compute(*given), gathered(messages, self.go, 6, reduce))
                self.gradients(compute, *[t for t in given if t is not None])

    def test_features(self):
        """Any number of them, of both types."""
        types = torch.float32, torch.float64
        for features, dtype in itertools.product((1, 5, 41), types):
            X, e = numbers(7, features, dtype=dtype), numbers(19, dtype=dtype)
            for reduce in ("sum", "mean", "max", "min"):
                expected = gathered(X[self.come] * e[:, None], self.go, 6, reduce)
                self.equal(gnn.spmm(self.graph, X, e, reduce=reduce), expected)

    def test_heads(self):
        X, e = numbers(7, 2, 3), numbers(19, 2)
        for name, reduce in (("u_sub_e", "sum"), ("u_div_e", "mean"), ("u_mul_e", "sum")):
            messages = APPLY[name](X[self.come], e[:, :, None])

            def compute(X, e, name=name, reduce=reduce):
                return gnn.spmm(self.graph, X, e, name, reduce)

            self.equal(compute(X, e), gathered(messages, self.go, 6, reduce))
            self.equal(compute(X, e[..., None]), compute(X, e))
            self.gradients(compute, X, e)
        # As many numbers as features.
        X, e = numbers(7, 3), numbers(19, 3)
        expected = gathered(X[self.come] * e, self.go, 6, "sum")
        self.equal(gnn.spmm(self.graph, X, e), expected)

    def test_edges(self):
        """Messages that edges have, of any shape."""
        for reduce in ("sum", "mean", "max", "min"):
            e = numbers(19, 2, 3)
            self.equal(
                gnn.spmm(self.graph, e=e, reduce=reduce),
                gathered(e, self.go, 6, reduce),
            )
            self.gradients(lambda e, r=reduce: gnn.spmm(self.graph, e=e, reduce=r), e)

    def test_message_of_the_user(self):
        squared = gnn.Message("(u) * (e) * (e) - 2 / (u)")
        X, e = numbers(7, 3), numbers(19)
        messages = X[self.come] * e[:, None] ** 2 - 2 / X[self.come]
        for reduce in ("sum", "max"):
            def compute(X, e, reduce=reduce):
                return gnn.spmm(self.graph, X, e, squared, reduce)

            self.equal(compute(X, e), gathered(messages, self.go, 6, reduce))
            self.gradients(compute, X, e)

    def test_equal_messages(self):
        """Gradients of extrema go to the first of equals."""
        X = torch.ones(3, 2, dtype=torch.float64, requires_grad=True)
        graph = gnn.Graph(torch.tensor([[2, 1, 0], [0, 0, 0]]), 3, 1)
        gnn.spmm(graph, X, reduce="max").sum().backward()
        self.equal(X.grad, torch.tensor([[0.0, 0], [0, 0], [1, 1]]).double())

    def test_sampled(self):
        U, V = numbers(7, 3), numbers(6, 3, seed=5)
        u, v = U[self.come], V[self.go]
        expected = {
            "dot": (u * v).sum(1), "copy_u": u, "copy_v": v, "u_add_v": u + v,
            "u_sub_v": u - v, "u_mul_v": u * v, "u_div_v": u / v,
        }
        for name, values in expected.items():
            with self.subTest(message=name):
                def compute(U, V, name=name):
                    return gnn.sddmm(self.graph, U, V, name)

                self.equal(compute(U, V), values)
                if name.startswith("copy"):
                    at = 0 if name == "copy_u" else 1
                    self.gradients(
                        lambda t, at=at: compute(*((t, V) if at == 0 else (U, t))),
                        (U, V)[at],
                    )
                else:
                    self.gradients(compute, U, V)

    def test_sampled_heads(self):
        U, V = numbers(7, 2, 3), numbers(6, 2, 3, seed=5)
        expected = (U[self.come] * V[self.go]).sum(2)
        self.equal(gnn.sddmm(self.graph, U, V), expected)
        self.gradients(lambda U, V: gnn.sddmm(self.graph, U, V), U, V)

    def test_transformer(self):
        Q, K, V = numbers(6, 2, 3), numbers(7, 2, 3, seed=5), numbers(7, 2, 3, seed=6)
        for scale, factor in ((None, 3**-0.5), (4, 4)):
            fused = gnn.transformer(self.graph, Q, K, V, scale)
            score = factor * (K[self.come] * Q[self.go]).sum(2)
            weights = gnn.edge_softmax(self.graph, score)
            messages = weights[:, :, None] * V[self.come]
            self.equal(fused, gathered(messages, self.go, 6, "sum"))
            own = Q.clone().requires_grad_()
            self.equal(gnn.transformer(self.graph, own, K, V, scale), fused)
        self.gradients(lambda *t: gnn.transformer(self.graph, *t), Q, K, V)
        with self.refused(TypeError, "K: its shape is (7, 2, 2)", "(7, H, F)"):
            gnn.transformer(self.graph, Q, K[:, :, 1:], V)
        with self.refused(TypeError, "Q", "(6, H, F)"):
            gnn.transformer(self.graph, Q[:, 0], K, V)

    def test_softmax(self):
        for shape in ((19,), (19, 3)):
            score = 40 * numbers(*shape)
            expected = torch.empty_like(score)
            for node in range(6):
                expected[self.go == node] = score[self.go == node].softmax(0)
            self.equal(gnn.edge_softmax(self.graph, score), expected)
            self.gradients(lambda s: gnn.edge_softmax(self.graph, s), numbers(*shape))

    def test_attention(self):
        left, right, X = numbers(7, 2) - 1, numbers(6, 2, seed=5) - 1, numbers(7, 2, 3)
        fused = gnn.gat(self.graph, left, right, X, 0.1)
        score = torch.nn.functional.leaky_relu(left[self.come] + right[self.go], 0.1)
        weights = gnn.edge_softmax(self.graph, score)
        messages = weights[:, :, None] * X[self.come]
        self.equal(fused, gathered(messages, self.go, 6, "sum"))
        self.equal(gnn.gat(self.graph, left.requires_grad_(), right, X, 0.1), fused)
        self.gradients(lambda *t: gnn.gat(self.graph, *t, 0.1), left.detach(), right, X)

    def test_attention_of_any_graph(self):
        """A hub, nodes without edges on either side, one node: against torch's own, with
        the gradients that are asked for alone; those have none."""
        hub = torch.stack([torch.arange(40) % 9, torch.zeros(40, dtype=torch.int64)])
        cases = (
            (gnn.Graph(hub, 11, 3), 11, 3), (gnn.Graph(torch.zeros(2, 1).long()), 1, 1),
            (gnn.Graph(torch.zeros(2, 0).long(), 2), 2, 2), (self.graph, 7, 6),
        )
        for graph, m, n in cases:
            of_gat = numbers(m, 2) - 1, numbers(n, 2, seed=5) - 1, numbers(m, 2, 3)
            of_transformer = (
                numbers(n, 2, 4), numbers(m, 2, 4, seed=5), numbers(m, 2, 4, seed=6)
            )
            for compute, operands in (
                (gnn.gat, of_gat), (gnn.transformer, of_transformer)
            ):
                with self.subTest(graph=graph, compute=compute.__name__):
                    self.gradients(lambda *t: compute(graph, *t), *operands)
                    for at in range(3):
                        given = list(operands)
                        self.gradients(lambda t: compute(
                            graph, *given[:at], t, *given[at + 1:]), operands[at])
        with self.refused(TypeError, "left: its shape is (7, 3)", "(7, H)"):
            gnn.gat(self.graph, numbers(7, 3), *of_gat[1:])

    def test_gradients_of_gradients(self):
        """By what a gradient is made of, also where what asked for it is constant."""
        of_gat = numbers(7, 2) - 1, numbers(6, 2, seed=5) - 1, numbers(7, 2, 3)
        of_transformer = (
            numbers(6, 2, 4), numbers(7, 2, 4, seed=5), numbers(7, 2, 4, seed=6)
        )
        for kind, operands in (("gat", of_gat), ("transformer", of_transformer)):
            def penalty(compute, operands=operands):
                given = [t.clone().requires_grad_() for t in operands]
                found = torch.autograd.grad(
                    compute(self.graph, *given).sum(), given, create_graph=True
                )
                return torch.autograd.grad(sum((g * g).sum() for g in found), given)

            with self.subTest(kind=kind):
                found, expected = (
                    penalty(compute) for compute in (
                        getattr(gnn, kind), getattr(self, kind + "_of_torch"))
                )
                self.equal(found, expected)

    def of_torch(self, score, X):
        weights = torch.zeros_like(score)
        for node in range(6):
            own = (self.go == node)[:, None]
            weights = weights + torch.where(
                own, score.masked_fill(~own, -1e9).softmax(0), 0
            )
        return gathered(weights[:, :, None] * X[self.come], self.go, 6, "sum")

    def gat_of_torch(self, _, left, right, X, slope=0.2):
        both = left[self.come] + right[self.go]
        return self.of_torch(torch.where(both > 0, both, slope * both), X)

    def transformer_of_torch(self, _, Q, K, V, scale=0.5):
        return self.of_torch(scale * (K[self.come] * Q[self.go]).sum(2), V)

    def test_numbers_with_gradients(self):
        """A scale and a slope that are learned."""
        X = numbers(7, 2, 3) - 1
        number = torch.tensor(0.3, dtype=torch.float64, requires_grad=True)
        for kind, operands in (
            ("gat", (X[:, :, 0], numbers(6, 2, seed=5) - 1.3, X)),
            ("transformer", (numbers(6, 2, 3), X, X)),
        ):
            found, expected = (
                torch.autograd.grad((made * made).sum(), number)[0] for made in (
                    getattr(gnn, kind)(self.graph, *operands, number),
                    getattr(self, kind + "_of_torch")(self.graph, *operands, number),
                )
            )
            self.equal(found, expected)
            fixed = number.detach()
            self.equal(
                getattr(gnn, kind)(self.graph, *operands, fixed),
                getattr(gnn, kind)(self.graph, *operands, 0.3),
            )

    def test_attention_by_large_scores(self):
        """Weights are the same in gradients, where scores have no digits behind the
        point; numbers that are none are none in what they reach alone."""
        def with_most(most, dtype):
            left = torch.randint(5, (7, 2)).to(dtype)
            X, right = torch.randn(7, 2, 3, dtype=dtype), torch.zeros(6, 2, dtype=dtype)
            return left, right + most, X

        def by_steps(left, right, X):
            return _attention.KINDS["gat"][0](self.graph, 0.2, left, right, X)

        for most in (0, 1e5, 1e7, -1e7):
            torch.manual_seed(7)
            operands = with_most(most, torch.float32)
            found, expected = (
                self.made(f, *operands)
                for f in (lambda *t: gnn.gat(self.graph, *t), by_steps)
            )
            self.equal(found, expected, rtol=1e-4, atol=1e-5)
            # The same weights in one of which scores are small, were they exact.
            self.assertGreater(float(expected[3].norm()), 1)
        K, Q = torch.randint(3, (2, 7, 2, 4)).float()[:, :, :, :1].unbind()
        Q = 1e7 + 0 * Q[:6]
        found, expected = (self.made(f, Q, K, torch.ones(7, 2, 1) + K) for f in (
            lambda *t: gnn.transformer(self.graph, *t, scale=1e-3),
            lambda *t: _attention.KINDS["transformer"][0](self.graph, 1e-3, *t),
        ))
        self.equal(found, expected, rtol=1e-4, atol=1e-5)

    def made(self, compute, *operands):
        """What it gives, and gradients of its squares."""
        operands = [t.clone().requires_grad_() for t in operands]
        made = compute(*operands)
        return [made.detach(), *torch.autograd.grad((made * made).sum(), operands)]

    def test_attention_of_no_numbers(self):
        """A NaN stays one in nodes that it reaches, and so does an infinite score; one
        of -inf counts for nothing, and a node of nothing else gets 0."""
        X, right = numbers(7, 2, 3), numbers(6, 2)
        for special in (torch.nan, torch.inf, -torch.inf):
            for node in self.come.unique():
                left = numbers(7, 2)
                left[node, 0] = special
                found = self.made(lambda *t: gnn.gat(self.graph, *t), left, right, X)
                is_reached = torch.zeros(6, dtype=torch.bool)
                is_reached[self.go[self.come == node]] = special != -torch.inf
                self.equal(found[0].isnan().any(-1)[:, 0], is_reached)
                self.assertFalse(bool(found[0][:, 1].isnan().any()))
                if special == -torch.inf:
                    kept = self.come != node
                    graph = gnn.Graph(self.edges[:, kept], 7, 6)
                    others = self.made(lambda *t: gnn.gat(graph, *t), numbers(7, 2),
                                       right, X)
                    for one, other in zip(found, others):
                        self.equal(one[:, 0], other[:, 0])

    def test_attention_keeps_nothing_of_edges(self):
        """What autograd saves is of nodes."""
        graph = gnn.Graph(edges(3, 50, 40, 2000), 50, 40)
        Q, K, V = (numbers(40, 2, 4), numbers(50, 2, 4), numbers(50, 2, 4, seed=6))
        made = gnn.transformer(graph, Q.requires_grad_(), K, V)
        sizes = [t.numel() for t in made.grad_fn.saved_tensors]
        self.assertLess(max(sizes), 500)

    def test_captured(self):
        """What a graph makes once is not made of a CUDA graph's memory."""
        graph = gnn.Graph(self.edges, 7, 6)
        graph._by_source()

        class Col:  # of another device, for all that is asked of it
            is_cuda, device, numel = True, self.edges.device, graph.col.numel

        graph.col = Col()
        with mock.patch.object(_graph, "is_capturing", lambda: True):
            for make in (
                lambda: graph.degree(torch.float32), lambda: graph._numbers(torch.float32),
                graph._from_edges,
            ):
                with self.refused(RuntimeError, "being captured", "before the capture"):
                    make()
            self.assertEqual(len(graph._by_source()), 3)
        with mock.patch.object(_graph, "is_capturing", lambda: False):
            made = graph.degree(torch.float32)
        with mock.patch.object(_graph, "is_capturing", lambda: True):
            self.assertIs(graph.degree(torch.float32), made)

    def test_known_edges(self):
        """Equal edges in other memory are compared once, as long as they are the same
        tensor and nobody changes it."""
        one = edges(8)
        other = one.clone()
        graph = _graph.graph_of(one, 7, 6)
        self.assertIs(_graph.graph_of(other, 7, 6), graph)
        with mock.patch.object(torch, "equal", side_effect=AssertionError):
            self.assertIs(_graph.graph_of(other, 7, 6), graph)
            self.assertIs(_graph.graph_of(one, 7, 6), graph)
        self.assertIsNot(_graph.graph_of(other, 8, 6), graph)
        other[0, 0] = 6 - other[0, 0]
        changed = _graph.graph_of(other, 7, 6)
        self.assertIsNot(changed, graph)
        self.assertEqual(_graph.graph_of(other, 7, 6), changed)
        other.data = one.clone()
        self.assertIs(_graph.graph_of(other, 7, 6), graph)

    def test_extrema_change(self):
        """Gradients of extrema have one plan, whatever is found."""
        graph = gnn.Graph(self.edges, 7, 6)
        e = numbers(19)
        for seed in (3, 4, 5):
            X = numbers(7, 5, seed=seed)
            own = [t.clone().requires_grad_() for t in (X, e)]
            found = torch.autograd.grad(
                gnn.spmm(graph, *own, reduce="max").sum(), own
            )
            messages = own[0][self.come] * own[1][:, None]
            made = gathered(messages, self.go, 6, "max").sum()
            for one, other in zip(found, torch.autograd.grad(made, own)):
                self.equal(one, other)
        flag = _kernels.MESSAGES["u_mul_e"].flag
        op = _kernels.extremum("max", torch.float64, flag, ("w", "X"), ())[1]["X"]
        self.assertNotIn("from", op._registered.keys.arrays)

    def test_memory_of_results(self):
        """It is nothing but what kernels assign."""
        filled = []

        def empty(shape, dtype=torch.float32, device=None):
            shape = (shape,) if isinstance(shape, int) else shape
            filled.append(shape)
            value = torch.nan if dtype.is_floating_point else -7
            return torch.full(shape, value, dtype=dtype, device=device)

        with mock.patch.object(torch, "empty", empty):
            self.test_features()
            self.test_heads()
            self.test_sampled()
            self.test_sampled_heads()
            self.test_softmax()
            self.test_attention()
            self.test_transformer()
        self.assertGreater(len(filled), 50)

    def test_bits(self):
        """Gradients are the same for any number of threads, call by call."""
        edges_of = edges(3, 500, 400, 6000)
        graph = gnn.Graph(edges_of, 500, 400)
        X, e = numbers(500, 8), numbers(6000)
        asked = numbers(400, 8, seed=9)

        def found(reduce):
            x, w = X.clone().requires_grad_(), e.clone().requires_grad_()
            made = gnn.spmm(graph, x, w, reduce=reduce)
            return torch.autograd.grad(made, [x, w], asked)

        for reduce in ("sum", "max"):
            first = found(reduce)
            for _ in range(3):
                for one, other in zip(first, found(reduce)):
                    self.assertTrue(torch.equal(one, other))

    def test_numbers_of_edges_unread(self):
        """No gradient by what the message does not read."""
        for reduce in ("sum", "mean", "max", "min"):
            X, e = (t.requires_grad_() for t in (numbers(7, 3), numbers(19)))
            with_e = gnn.spmm(self.graph, X, e, "copy_u", reduce)
            self.equal(with_e, gnn.spmm(self.graph, X, reduce=reduce))
            with_e.sum().backward()
            self.assertIsNone(e.grad)
            self.assertGreater(float(X.grad.abs().sum()), 0)
        with self.assertRaises(TypeError):  # the shape counts, though
            gnn.spmm(self.graph, numbers(7, 3), numbers(19, 5), "copy_u")
        with self.refused(TypeError, "e is missing", "(u) - 2 * (e)"):
            gnn.spmm(self.graph, numbers(7, 3), message=gnn.Message("(u) - 2 * (e)"))

    def test_messages_of_one(self):
        """Of the nodes alone, which read it twice, or of the edges alone."""
        of_nodes, of_edges = gnn.Message("(u) * (u)"), gnn.Message("(e) * (e)")
        for reduce in ("sum", "mean", "max", "min"):
            with self.subTest(reduce=reduce):
                X, e = (t.requires_grad_() for t in (numbers(7, 3), numbers(19)))
                self._same_as(X, e, of_nodes, reduce, {"X": X * X})
                self._same_as(X, None, of_nodes, reduce, {"X": X * X})
                own = (e * e)[:, None].expand(-1, 3)
                self._same_as(X, e, of_edges, reduce, {"e": own})

    def _same_as(self, X, e, message, reduce, own):
        """And in gradients, of which one is missing, as messages made before."""
        made = gnn.spmm(self.graph, X, e, message, reduce)
        asked = gnn.spmm(self.graph, reduce=reduce, **own)
        self.equal(made, asked)
        of = [t for t in (X, e) if t is not None]
        found, wanted = (
            torch.autograd.grad(y.sum(), of, allow_unused=True) for y in (made, asked)
        )
        for one, other in zip(found, wanted):
            self.assertEqual(one is None, other is None)
            if one is not None:
                self.equal(one, other)

    def test_empty(self):
        graph = gnn.Graph(torch.zeros(2, 0, dtype=torch.int64), 3)
        X = torch.ones(3, 2, requires_grad=True)
        for reduce in ("sum", "mean", "max", "min"):
            made = gnn.spmm(graph, X, reduce=reduce)
            self.equal(made, torch.zeros(3, 2))
            made.sum().backward()
            self.equal(X.grad, torch.zeros(3, 2))
        self.equal(gnn.edge_softmax(graph, torch.ones(0, 2)), torch.ones(0, 2))

    def test_names_in_messages(self):
        """Those of the kernel, which the expression stands in, are nobody's."""
        for text, name in (
            ("u * e + sum", "sum"), ("u * e + i", "i"), ("u * features", "features"),
            ("X[j][r]", "X"), ("u1 + e", "u1"),
        ):
            with self.refused(TypeError, f"what is {name}?", "u, e"):
                gnn.Message(text)
        for text in (
            "1.5e-3f * u + .5 * e", "fabsf(u) + fmaxf (e, 2.f)", "(float) e * 0x1p2f",
            "u < FLT_MAX ? u : INFINITY", "u+1e5", "(u)/(1+(e)*(e))",
        ):
            self.assertEqual(gnn.Message(text).text, text)

    def test_refused(self):
        X, graph = numbers(7, 3), self.graph
        with self.refused(TypeError, "X", "float16", "X.float()"):
            gnn.spmm(graph, X.half())
        with self.refused(TypeError, "X", "(6, 3)", "7 rows"):
            gnn.spmm(graph, X[1:])
        with self.refused(TypeError, "e: torch.float32", "e.to(torch.float64)"):
            gnn.spmm(graph, X, numbers(19).float())
        with self.refused(TypeError, "'u_pow_e'", "u_div_e", "Message"):
            gnn.spmm(graph, X, numbers(19), "u_pow_e")
        with self.refused(TypeError, "'prod'", "mean"):
            gnn.spmm(graph, X, reduce="prod")
        with self.refused(TypeError, "e: its shape is (19, 2)", "(7, 3)"):
            gnn.spmm(graph, X, numbers(19, 2))
        with self.refused(TypeError, "'max'", "e=messages"):
            gnn.spmm(graph, X, numbers(19, 3), reduce="max")
        with self.refused(TypeError, "U", "(7,)", "(m, H, F)"):
            gnn.sddmm(graph, X[:, 0], numbers(6))
        with self.refused(TypeError, "X: a ndarray", "torch.as_tensor(X)"):
            gnn.spmm(graph, X.numpy())
        with self.refused(TypeError, "e: a str", "torch.as_tensor(e)"):
            gnn.spmm(graph, X, "copy_u")
        with self.refused(TypeError, "edges: a list", "torch.as_tensor(edges)"):
            gnn.Graph([[0, 1], [1, 0]])
        with self.refused(TypeError, "sources=-3"):
            gnn.Graph(self.edges, -3)
        with self.refused(IndexError, "edges[0]", "there are 3 nodes"):
            gnn.Graph(self.edges, 3, 6)
        with self.refused(TypeError, "edges", "(2, number of edges)"):
            gnn.Graph(X)
        text = gnn.Message("(u) > 0 ? (u) : (e)")
        made = gnn.spmm(graph, X.requires_grad_(), numbers(19), text)
        with self.refused(Exception, "condition"):
            made.sum().backward()


@unittest.skipUnless(torch, "there is no torch")
class OnGpu(TestCase):
    """What GPUs run, by the emulation: other recipes, and params by the features."""

    FEATURES = {
        "sum": 36, "mean": 8, "max": 6, "min": 1, "heads": 8, "dot": 1, "dot heads": 36,
        "sddmm": 6, "gat": 16, "gat targets": 6, "gat sources": 64, "transformer": 1,
        "transformer targets": 16, "transformer sources": 41,
    }

    def test_recipes(self):
        for name, features in self.FEATURES.items():
            family = _kernels.FAMILIES[name]
            if "attention" in (family.on_gpu or ""):
                ways = (True, False) if name in ("gat", "transformer") else (None,)
                settings = [_kernels._of_attention(features, way) for way in ways]
            else:
                settings = [_kernels._of_lanes(features) + family.set_on_gpu]
            # Whether a message is the largest rounding may decide in other orders.
            exact = ["-exact"] if name in ("max", "min") else []
            for tuned in settings:
                with self.subTest(family=name, tuned=tuned):
                    self.emulate(
                        _engine.recipes_folder() / "gnn" / family.source,
                        _kernels._recipe(family, tuned), tuned, features, exact,
                    )

    def test_derived(self):
        """Of what gradients read, with the params that they get."""
        cases = (
            ("heads", "w", 16), ("heads", "X", 16), ("sum", "w", 41), ("mean", "X", 6),
            ("sddmm", "U", 4), ("sddmm", "V", 4), ("dot heads", "V", 8), ("dot", "U", 1),
            # A gradient of two statements.
            ("sum", "w", 8, gnn.Message("(e) * (u) - (e)").flag),
        )
        for name, array, features, *flags in cases:
            source = _engine.recipes_folder() / "gnn" / _kernels.FAMILIES[name].source
            recipe = _kernels._derived_recipe(
                _kernels.FAMILIES[name], _kernels._of_lanes(features)
            )
            with self.subTest(family=name, array=array), \
                    tempfile.TemporaryDirectory() as folder:
                derived = Path(folder) / "derived.c"
                subprocess.run(
                    [
                        _engine.program(), source, f"-gradient={array}", "-o", derived,
                        *(["--", *flags] if flags else []),
                    ],
                    check=True,
                )
                self.emulate(derived, recipe, (), features)

    def emulate(self, source, recipe, params, features, options=()):
        text = source.read_text(encoding="utf-8")
        heads = ["-arg=heads=3"] if "heads" in text else []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "recipe.script"
            path.write_text(recipe, encoding="utf-8")
            done = subprocess.run(
                [
                    Path(_engine.program()).with_name("sparsec-bench"), source,
                    "-recipe", path, "-emulate", "-generate=rmat:7,12",
                    "-seconds=0.001", "-cflags=-O1", f"-arg=features={features}",
                    *heads, *options, *(f"-set={name}={value}" for name, value in params),
                ],
                capture_output=True, text=True,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("max error", done.stdout)  # of results that passed

    def test_params(self):
        self.assertEqual(_kernels._of_lanes(1), (("vector", 1), ("lanes", 8)))
        self.assertEqual(_kernels._of_lanes(41), (("vector", 1), ("lanes", 32)))
        for features, vector, lanes in ((1, 1, 2), (4, 2, 2), (16, 4, 4), (256, 4, 32)):
            self.assertEqual(_kernels._of_attention(features), (
                ("features", features), ("vector", vector), ("lanes", lanes)
            ))
        for features, teams, lanes, team in (
            (1, True, 2, 16), (4, False, 2, 1), (32, True, 4, 8), (32, False, 4, 1),
            (128, True, 8, 4), (128, False, 16, 1), (256, True, 8, 4),
        ):
            self.assertEqual(
                _kernels._of_attention(features, teams)[2:],
                (("lanes", lanes), ("team", team)),
            )
        ends = torch.arange(200_000).repeat_interleave(2)
        many, few = gnn.Graph(torch.stack([ends, ends])), gnn.Graph(edges(1, 7, 7, 20))
        self.assertFalse(_kernels._is_for_teams(many, 1))
        self.assertTrue(_kernels._is_for_teams(few, 4))
        self.assertTrue(_kernels._is_for_teams(gnn.Graph(
            torch.randint(200_000, (2, 4_000_000))), 1))
        self.assertEqual(_kernels._of_lanes(64), (("vector", 4), ("lanes", 16)))
        self.assertEqual(_kernels.on_gpu("sum", torch.zeros(2, 64)), ())


if __name__ == "__main__":
    unittest.main()
