#!/usr/bin/env python3
"""How many trials searches need to come within 2 % of the best.

  build/python-env/bin/python scripts/compare-tuners.py FOLDER [NAME...]

For each kernel of scripts/tuner-kernels, all combinations of its recipe's params
are timed once, on matrices to train on and on others (`sparsec-bench
-tune=exhaustive -log FOLDER/NAME.log`); a model is trained on the former
(scripts/train-tuner.py). Then random, genetic and model-guided searches with
many seeds are answered by what was timed (`-replay`), on the latter, and a table
says how many trials they took: so how much else the machine does matters for the
exhaustive times only, and these are kept. Run it again to go on where it was
interrupted.

  -bench FILE     sparsec-bench (build/bin/sparsec-bench)
  -seconds S      of timing per candidate and matrix (0.009)
  -scale X        sizes of the matrices (1)
  -searches N     with seeds 1 to N (100)
  -jobs N         compilers at once
  -cc COMPILER    the C compiler (gcc)
  -replay-only    time nothing: what the logs have

FOLDER/trials.csv has the trials of each search: strategy, kernel, recipe, input,
combinations, seed, trials.
"""

import argparse
import csv
import subprocess
import sys
from pathlib import Path
from statistics import mean, median

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "scripts/tuner-kernels"

# Sizes are of -scale 1; a letter says which are to be scaled.
TRAIN = [
    "stencil2d:{80}",
    "stencil2d9:{70}",
    "stencil3d:{20}",
    "banded:{4000},8",
    "blocks:{2000},2,2,6",
    "blocks:{1500},4,4,5",
    "blocks:{900},6,3,6",
    "uniform:{5000},3",
    "uniform:{2000},40",
    "scattered:{6000},12,0.9,30",
    "rmat:12,8",
    "mesh:{1500},3,0.5",
]
TEST = [
    "stencil2d9:{100}",
    "blocks:{2000},3,3,6",
    "scattered:{7000},9,0.8,100",
    "powerlaw:{5000},10,0.5",
]
# Name of the recipe: source, and further arguments.
CASES = {
    "spmv-blocks": ("recipes/spmv/spmv.c", []),
    "spmv-slices": ("recipes/spmv/spmv.c", []),
    "spmv-transposed-blocks": ("recipes/spmv-transposed/spmv-transposed.c", []),
    "spmm-blocks": ("recipes/spmm/spmm.c", ["-arg", "cols=32"]),
    "spmm-slices": ("recipes/spmm/spmm.c", ["-arg", "cols=32"]),
    "sddmm-tiles": ("recipes/gnn/sddmm-dot.c", ["-arg", "features=64"]),
}
STRATEGIES = ["random", "genetic", "model"]


def scaled(spec, scale):
    head, _, rest = spec.partition("{")
    if not rest:
        return spec
    number, _, tail = rest.partition("}")
    return f"{head}{max(8, int(int(number) * scale))}{tail}"


def run(command):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def measure(name, log, args):
    source, more = CASES[name]
    command = [args.bench, ROOT / source, "-recipe", KERNELS / f"{name}.script"]
    command += ["-tune=exhaustive", "-log", log, "-seconds", args.seconds, *more]
    command += ["-jobs", args.jobs] if args.jobs else []
    command += ["-cc", args.cc]
    for spec in TRAIN + TEST:
        command += ["-generate", scaled(spec, args.scale)]
    print(run(command).splitlines()[0], flush=True)


def aside(args):
    return [scaled(spec, args.scale) for spec in TEST]


def replayed(name, strategy, log, model, args):
    rows = args.folder / f"{name}.{strategy}.csv"
    command = [args.bench, "-replay", log, f"-tune={strategy}", "-csv", rows]
    command += ["-searches", args.searches]
    command += ["-model", model] if strategy == "model" else []
    run(command)
    unseen = tuple(f"{spec}, " for spec in aside(args))
    with open(rows, newline="") as file:
        return [row for row in csv.DictReader(file) if row["input"].startswith(unseen)]


def trials_of(rows):
    return [int(row["trials"]) for row in rows]


def line_of(name, points, columns):
    cells = [name, str(points)]
    for trials in columns:
        cells.append(f"{mean(trials):.1f} ({median(trials):g})")
    return "| " + " | ".join(cells) + " |"


def compare(name, args):
    """The rows of all searches of one kernel; prints its line."""
    log = args.folder / f"{name}.log"
    if not args.replay_only:
        measure(name, log, args)
    model = args.folder / f"{name}.tuning.json"
    trainer = [sys.executable, ROOT / "scripts/train-tuner.py", log, "-o", model]
    for spec in aside(args):
        trainer += ["-aside", spec]
    print(run(trainer).strip(), flush=True)
    rows = []
    for strategy in STRATEGIES:
        rows += replayed(name, strategy, log, model, args)
    return rows


def by_strategy(rows):
    return [
        trials_of(row for row in rows if row["strategy"] == strategy)
        for strategy in STRATEGIES
    ]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("-bench", default=ROOT / "build/bin/sparsec-bench")
    parser.add_argument("-seconds", default="0.009")
    parser.add_argument("-scale", type=float, default=1)
    parser.add_argument("-searches", default="100")
    parser.add_argument("-jobs", default="")
    parser.add_argument("-cc", default="gcc")
    parser.add_argument("-replay-only", action="store_true")
    args = parser.parse_intermixed_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    lines, all_rows = [], []
    for name in args.names or CASES:
        rows = compare(name, args)
        lines.append(line_of(name, rows[0]["points"], by_strategy(rows)))
        all_rows += rows
    with open(args.folder / "trials.csv", "w", newline="") as file:
        out = csv.DictWriter(file, all_rows[0].keys())
        out.writeheader()
        out.writerows(all_rows)
    print("\n| recipe | combinations | " + " | ".join(STRATEGIES) + " |")
    print("|---|---|" + "---|" * len(STRATEGIES))
    print("\n".join(lines))
    print(line_of("all", "", by_strategy(all_rows)))


if __name__ == "__main__":
    main()
