#!/usr/bin/env python3
"""Predicted and measured seconds of every engine of sparsec-permanent.

    scripts/permanent-plans.py [-program P] [-threads N] [-limit S] A.mtx ...

A Markdown table, one line per matrix: for each engine "predicted / measured"
(predicted alone above the limit, "-" where the engine does not take the
matrix), the plan's choice, its seconds over those of the best engine measured,
and the seconds of the whole program with the plan's choice. Kernels are made
anew each time, in an empty cache, unless -cached is given, which runs twice.
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

ENGINES = ("frontier", "split", "gray-cpu", "gray-gpu")


def run(options, matrix, cache, *more):
    """The JSON object and seconds of one run; None where it is refused."""
    command = [options.program, "-json", "-threads", str(options.threads),
               "-seconds", "1e30", "-cache", cache, *options.more, *more, matrix]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    return (json.loads(done.stdout), seconds) if done.returncode == 0 else None


def timed(options, matrix, *more):
    with tempfile.TemporaryDirectory() as cache:
        if options.cached:
            run(options, matrix, cache, *more)
        return run(options, matrix, cache, *more)


def planned(options, matrix, *more):
    with tempfile.TemporaryDirectory() as cache:
        if options.cached and more:
            run(options, matrix, cache, *more)
        return run(options, matrix, cache, "-plan", *more)


def text(seconds):
    return "" if seconds is None else f"{seconds:.2g}"


def line(options, matrix):
    cells, measured = [], {}
    for engine in ENGINES:
        plan = planned(options, matrix, "-engine", engine)
        if not plan:
            cells.append("-")
            continue
        predicted = plan[0]["plan"]["predicted_seconds"]
        done = (timed(options, matrix, "-engine", engine)
                if predicted < options.limit else None)
        if done:
            measured[engine] = done[0]["seconds"]
        cells.append(text(predicted) + " / " +
                     (text(measured[engine]) if done else "not run"))
    plan = planned(options, matrix)
    if not plan:
        return cells + ["none fits", "", ""]
    if plan[0]["plan"]["predicted_seconds"] > 2 * options.limit:
        chosen, ratio, whole = plan, "", "not run"
    else:
        chosen, seconds = timed(options, matrix)
        best = min([*measured.values(), chosen["seconds"]])
        ratio = f"{chosen['seconds'] / best:.1f}" if best else "1.0"
        whole = text(seconds)
        chosen = (chosen, seconds)
    names = {block["engine"] for block in chosen[0]["plan"]["blocks"]}
    return cells + [" + ".join(sorted(names)) or "none needed", ratio, whole]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-program", default=os.path.join(
        os.path.dirname(__file__), "..", "build", "bin", "sparsec-permanent"))
    parser.add_argument("-threads", type=int, default=1)
    parser.add_argument("-limit", type=float, default=60)
    parser.add_argument("-cached", action="store_true")
    parser.add_argument("-more", nargs=1, action="extend", default=[],
                        help="a further option, as -more=-double")
    parser.add_argument("matrices", nargs="+")
    options = parser.parse_args()
    print("| matrix | " + " | ".join(ENGINES) +
          " | chosen | chosen / best | whole program |")
    print("|---" * (len(ENGINES) + 4) + "|")
    for matrix in options.matrices:
        name = os.path.basename(matrix).removesuffix(".mtx")
        print("| " + " | ".join([name, *line(options, matrix)]) + " |",
              flush=True)


main()
