"""landscape.py SEED NAME=ROW_MEAN...: a log of an exhaustive search whose times
are formulas: bowls in the logarithms of three params, whose middles move with the
mean length of rows, and a ripple of 2 % that depends on SEED.

test/Bench/Inputs/landscape.tuning.json was trained on

  landscape.py 1 a=3 b=5 c=9 d=16 e=28 f=48 g=80 > LOG
  scripts/train-tuner.py LOG -o landscape.tuning.json
"""

import itertools
import json
import math
import sys

PARAMS = {
    "T": [8, 16, 32, 64, 128, 256, 512, 1024],
    "W": [0, 1, 2, 4, 8, 16],
    "K": [2, 3, 4, 6, 8],
}


def cost(seed, row_mean, number, values):
    row = math.log2(row_mean)
    t, w, k = math.log2(values[0]), math.log2(1 + values[1]), math.log2(values[2])
    bowl = 0.08 * (t - 4 - 0.6 * row) ** 2 + 0.15 * (w - 0.5 * row) ** 2
    bowl += 0.3 * (k - 1.8) ** 2 + 0.04 * (t - 6) * (w - 2)
    return math.exp(bowl + 0.02 * math.sin(12.9898 * (number + seed)))


seed = int(sys.argv[1])
means = {name: float(mean) for name, mean in (a.split("=") for a in sys.argv[2:])}
inputs = [
    {"name": name, "threads": 1, "features": {"matrix.row_mean": mean}}
    for name, mean in means.items()
]
params = [{"name": name, "values": values} for name, values in PARAMS.items()]
about = {"search": "k", "kernel": "formula", "recipe": "formula.script"}
print(json.dumps({**about, "params": params, "fixed": {}, "inputs": inputs}))
for number, values in enumerate(itertools.product(*PARAMS.values())):
    costs = [cost(seed, mean, number, values) for mean in means.values()]
    print(
        json.dumps(
            {"trial": "k", "values": values, "outcome": "good", "costs": costs}
        )
    )
