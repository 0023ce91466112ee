#!/usr/bin/env python3
"""Trains the model that `sparsec-bench -tune=model` asks, of a recipe.

  build/python-env/bin/python scripts/train-tuner.py LOG... -o NAME.tuning.json

LOG is what `sparsec-bench ... -tune=exhaustive -log LOG` has written, on many
matrices; the model goes beside NAME.script. All searches in the logs are to be
of one recipe. Inputs of the network are logarithms of the params, of features
of the matrix (docs/guide/tuning.md) and of the number of threads; what it
predicts is the inverse of time, normalised to mean 0 and deviation 1 on each
matrix, since only candidates for one matrix are compared. Its layers:
normalisation, three dense ones with ReLU between them. Few matrices make many
samples, and a net learns them by heart: weights decay, and inputs are disturbed
at random while it is trained. What is told of it at the end, and kept in the file,
is Pearson's r of predictions and inverse times on inputs that it has not seen,
the mean over these.

  -o FILE        where the model goes
  -aside INPUT   the name of an input that it is not trained on, as
                 "stencil2d:30"; may be repeated. Without it every fourth is one
  -width N       of the hidden layers (24)
  -steps N       of training (1000)
  -seed N        of its first weights (1)

Needs torch; sparsec itself only evaluates the file.
"""

import argparse
import json
import math
import sys
from statistics import mean, pstdev

import torch


def searches_in(path):
    """The searches of a log by key: their lines, and last trial of each point."""
    searches = {}
    with open(path) as file:
        for text in file:
            try:
                line = json.loads(text)
            except ValueError:
                continue  # cut off, by a run that was interrupted
            if "search" in line:
                searches.setdefault(line["search"], (line, {}))
            else:
                searches[line["trial"]][1][tuple(line["values"])] = line
    return list(searches.values())


def samples_in(paths):
    """(input's name, [(values by name, normalised 1/time)]) of all inputs."""
    inputs, recipe = [], None
    for path in paths:
        for about, trials in searches_in(path):
            names = [param["name"] for param in about["params"]]
            if recipe not in (None, (about["recipe"], names)):
                sys.exit(f"{path}: of another recipe, or other params, than before")
            recipe = (about["recipe"], names)
            good = [one for one in trials.values() if one["outcome"] == "good"]
            for number, one in enumerate(about["inputs"]):
                if len(good) > 1:
                    samples = samples_of(about, names, good, number, one)
                    inputs.append((one["name"], samples))
    if not inputs:
        sys.exit("no good trials in " + ", ".join(paths))
    return recipe, inputs


def samples_of(about, names, good, number, one):
    known = {**about["fixed"], **one["features"], "threads": one["threads"]}
    speeds = [1 / trial["costs"][number] for trial in good]
    middle, deviation = mean(speeds), pstdev(speeds) or 1
    return [
        ({**known, **dict(zip(names, trial["values"]))}, (speed - middle) / deviation)
        for trial, speed in zip(good, speeds)
    ]


def signed_log(x):
    """As lib/Tune/Model.cpp does."""
    return math.copysign(math.log2(1 + abs(x)), x)


def matrix_of(names, inputs):
    rows = [
        [signed_log(values[name]) for name in names]
        for samples in inputs
        for values, _ in samples
    ]
    speeds = [speed for samples in inputs for _, speed in samples]
    return torch.tensor(rows, dtype=torch.float64), torch.tensor(
        speeds, dtype=torch.float64
    )


def train(x, y, args):
    """The dense layers, of normalised inputs to normalised speeds."""
    torch.manual_seed(args.seed)
    net = torch.nn.Sequential(
        torch.nn.Linear(x.shape[1], args.width),
        torch.nn.ReLU(),
        torch.nn.Linear(args.width, args.width),
        torch.nn.ReLU(),
        torch.nn.Linear(args.width, 1),
    ).double()
    step = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.5)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(step, args.steps)
    for _ in range(args.steps):
        step.zero_grad()
        disturbed = x + 0.2 * torch.randn_like(x)
        loss = torch.nn.functional.mse_loss(net(disturbed).squeeze(1), y)
        loss.backward()
        step.step()
        rate.step()
    return net


def pearson(predict, names, inputs):
    """The mean over the inputs."""
    found = []
    for samples in inputs:
        x, y = matrix_of(names, [samples])
        both = torch.stack([predict(x), y])
        found.append(float(torch.corrcoef(both)[0, 1]))
    return mean(found)


def split(args):
    """Params, and the samples of the inputs to train on, and of the others."""
    (_, params), inputs = samples_in(args.logs)
    unknown = set(args.aside) - {name for name, _ in inputs}
    if unknown:
        sys.exit("-aside: no input is called " + ", ".join(sorted(unknown)))
    parts = ([], [])
    for k, (name, samples) in enumerate(inputs):
        is_aside = name in args.aside if args.aside else k % 4 == 3
        parts[is_aside].append(samples)
    if not all(parts):
        sys.exit("there are to be inputs to train on and others; give more")
    return params, *parts


def inputs_of(params, seen):
    """Names of the params, and of all else that differs between samples."""
    first = seen[0][0][0]
    rest = [
        name
        for name in sorted(first)
        if name not in params
        and any(values[name] != first[name] for one in seen for values, _ in one)
    ]
    return params + rest


def rounded(tensor):
    """Six digits are more than a prediction is worth."""
    values = tensor.tolist()
    short = lambda value: float(f"{value:.6g}")
    if values and isinstance(values[0], list):
        return [[short(value) for value in row] for row in values]
    return [short(value) for value in values]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("logs", nargs="+")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("-aside", action="append", default=[])
    parser.add_argument("-width", type=int, default=24)
    parser.add_argument("-steps", type=int, default=1000)
    parser.add_argument("-seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    params, seen, unseen = split(args)
    names = inputs_of(params, seen)
    x, y = matrix_of(names, seen)
    center, deviation = x.mean(0), x.std(0)
    deviation[deviation == 0] = 1
    net = train((x - center) / deviation, y, args)

    def predict(x):
        return net((x - center) / deviation).squeeze(1).detach()

    r = pearson(predict, names, unseen)
    layers = [layer for layer in net if isinstance(layer, torch.nn.Linear)]
    model = {
        "version": 1,
        "pearson": round(r, 3),
        "trained_on": {"inputs": len(seen), "samples": len(y)},
        "inputs": names,
        "mean": rounded(center),
        "deviation": rounded(deviation),
        "layers": [
            {"weights": rounded(one.weight), "bias": rounded(one.bias)}
            for one in layers
        ],
    }
    with open(args.output, "w") as file:
        file.write(json.dumps(model) + "\n")
    print(
        f"{args.output}: {len(y)} times on {len(seen)} inputs; on {len(unseen)} others"
        f" Pearson's r of predictions and 1/time is {r:.3f}"
    )


if __name__ == "__main__":
    main()
