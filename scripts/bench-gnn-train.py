#!/usr/bin/env python3
"""Training epochs of graph neural networks: PyG's layers, and the same by sparsec.gnn.

    SPARSEC=build/bin build/python-env/bin/python scripts/bench-gnn-train.py
        [--device cuda] [--graphs cora,blocks] [--kinds GCN,GAT] [--epochs 20]
        [--modes eager,static,captured,compiled]

Modes: eager, layers as they are; static, layers that make no edges anew in a call;
captured, these as replays of a CUDA graph of an epoch; compiled, PyG's static layers by
torch.compile beside ours uncompiled. What cannot be is a line that says why.

For each graph and kind of layers (python/tests/graphs.py) it trains two models of the
same first weights in turn, an epoch of each, and prints a line: the median epoch of
each in milliseconds, how many times as fast ours is, the seconds until our first epoch
was done (kernels that are not cached are compiled then), the accuracy of both, and on
a GPU the most memory of an epoch. A line of results that differ is an error at the end.
On a machine that others use, too: --threads 1 --clock cpu has the thread's own time.
"""

import argparse
import copy
import itertools
import json
import os
import statistics
import sys
import time
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python" / "tests"))
import graphs  # noqa: E402

from sparsec import gnn  # noqa: E402

GRAPHS = {
    "cora": graphs.like_cora,  # 2708 nodes, 10 thousand edges, 1433 features
    "blocks": lambda: graphs.stochastic_blocks(20_000, 10, 64, 16),
    "large": lambda: graphs.stochastic_blocks(200_000, 40, 128, 16),
}
CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}
HEAD = ("graph", "layers", "mode", "PyG ms", "ours ms", "times", "first s", "PyG accuracy",
        "ours", "PyG MiB", "ours MiB")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    is_gpu = torch.cuda.is_available()
    parser.add_argument("--device", default="cuda" if is_gpu else "cpu")
    parser.add_argument("--graphs", default="cora,blocks" + (",large" if is_gpu else ""))
    parser.add_argument("--kinds", default=",".join(graphs.LAYERS))
    parser.add_argument(
        "--modes", default="eager" + (",static,captured,compiled" if is_gpu else "")
    )
    parser.add_argument("--epochs", type=int, default=20, help="of each that are timed")
    parser.add_argument("--hidden", type=int, default=64, help="features between layers")
    parser.add_argument("--threads", type=int, help="of torch, and of OpenMP")
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    parser.add_argument("--json", help="a file for all times")
    return parser.parse_args()


def timed(training, device, clock):
    """Milliseconds of an epoch, and the most memory in MiB; None on a CPU."""
    if device.type == "cuda":
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
    start = clock()
    training.epoch()
    if device.type == "cuda":
        torch.cuda.synchronize()
    taken = 1000 * (clock() - start)
    memory = None
    if device.type == "cuda":
        memory = torch.cuda.max_memory_allocated() / 2**20
    return taken, memory


def measure(data, kind, mode, options):
    device, clock = torch.device(options.device), CLOCKS[options.clock]
    layers = None if mode == "eager" else graphs.STATIC_LAYERS
    first = graphs.model(kind, data, hidden=options.hidden, layers=layers)
    second = copy.deepcopy(first)
    gnn.use(second)
    made = graphs.Captured if mode == "captured" else graphs.Training
    pyg = made(torch.compile(first) if mode == "compiled" else first, data)
    timed(pyg, device, clock)
    start = time.perf_counter()
    ours = made(second, data)
    timed(ours, device, clock)
    seconds = time.perf_counter() - start
    times = {"pyg": [], "ours": []}
    memory = {}
    for _ in range(options.epochs):
        for name, training in (("pyg", pyg), ("ours", ours)):
            taken, most = timed(training, device, clock)
            times[name].append(taken)
            memory[name] = most
    return {
        "times": times, "seconds": seconds, "memory": memory,
        "accuracy": {"pyg": pyg.accuracy(), "ours": ours.accuracy()},
    }


def line(graph, kind, mode, found):
    medians = {n: statistics.median(t) for n, t in found["times"].items()}
    memory = [
        "" if m is None else f"{m:.0f}"
        for m in (found["memory"]["pyg"], found["memory"]["ours"])
    ]
    return (
        graph, kind, mode, f"{medians['pyg']:.2f}", f"{medians['ours']:.2f}",
        f"{medians['pyg'] / medians['ours']:.2f}", f"{found['seconds']:.1f}",
        f"{found['accuracy']['pyg']:.3f}", f"{found['accuracy']['ours']:.3f}", *memory,
    )


def main():
    options = arguments()
    if options.threads:
        # Read where the first kernel begins.
        os.environ["OMP_NUM_THREADS"] = str(options.threads)
        torch.set_num_threads(options.threads)
    where = (
        torch.cuda.get_device_name() if options.device.startswith("cuda")
        else f"{torch.get_num_threads()} threads"
    )
    print(f"torch {torch.__version__}, {options.device}: {where}\n")
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|")
    all_found, different = [], []
    for graph in options.graphs.split(","):
        data = GRAPHS[graph]().to(options.device)
        kinds, modes = options.kinds.split(","), options.modes.split(",")
        for kind, mode in itertools.product(kinds, modes):
            try:
                found = measure(data, kind, mode, options)
            except RuntimeError as error:
                print(f"| {graph} | {kind} | {mode} | {str(error).splitlines()[0]} |")
                continue
            print("| " + " | ".join(line(graph, kind, mode, found)) + " |", flush=True)
            all_found.append({"graph": graph, "layers": kind, "mode": mode, **found})
            accuracy = found["accuracy"]
            if abs(accuracy["pyg"] - accuracy["ours"]) > 0.02:
                different.append(f"{graph} {kind}")
    if options.json:
        Path(options.json).write_text(json.dumps(all_found), encoding="utf-8")
    if different:
        sys.exit("accuracies differ: " + ", ".join(different))


main()
