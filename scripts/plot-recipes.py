#!/usr/bin/env python3
"""Draws the plots of docs/recipes from the numbers beside them in docs/plots.

    scripts/plot-recipes.py [NAME...]     draws NAME.svg of NAME.csv; all, without names
    scripts/plot-recipes.py --check       whether each .svg was drawn from its .csv as it is
    scripts/plot-recipes.py --lobpcg LOBPCG MATRIX.mtx.gz...   writes lobpcg-convergence.csv
    scripts/plot-recipes.py --sgd SERIAL BLOCK_DIAGONAL DIAGONAL RATINGS.mtx
                                          writes sgd-convergence.csv

The last two run the programs of docs/recipes/lobpcg.md and docs/recipes/sgd.md. In
a .csv lines that begin with # say where the numbers come from. Drawing needs
matplotlib (Debian: python3-matplotlib), the rest only Python.
"""

import csv
import hashlib
import re
import subprocess
import sys
from pathlib import Path

PLOTS = Path(__file__).resolve().parent.parent / "docs/plots"
PRECONDITIONERS = ["jacobi", "sgs", "ic0"]
GREY = "0.5"


def rows_of(name):
    lines = (PLOTS / f"{name}.csv").read_text().splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def write_rows(name, comment, head, rows):
    with open(PLOTS / f"{name}.csv", "w") as file:
        file.writelines(f"# {line}\n" for line in comment)
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([head, *rows])


def series(rows, x, y, **wanted):
    """Where two columns have numbers, of the rows with the wanted values."""
    found = [row for row in rows if all(row[key] == wanted[key] for key in wanted)]
    pairs = [(float(row[x]), float(row[y])) for row in found if row[y]]
    return [a for a, _ in pairs], [b for _, b in pairs]


def values_of(rows, column):
    return list(dict.fromkeys(row[column] for row in rows))


def run(program, *options):
    done = subprocess.run(
        [program, *options], check=True, capture_output=True, text=True
    )
    return done.stdout


def measure_lobpcg(program, *matrices):
    rows = []
    for matrix in matrices:
        name = Path(matrix).name.split(".")[0]
        for preconditioner in PRECONDITIONERS:
            options = ["-progress=1", "-max-iterations=10000"]
            printed = run(program, f"-preconditioner={preconditioner}", *options, matrix)
            found = re.findall(r"^ +(\d+) +\d+ +\S+ +(\S+)$", printed, re.MULTILINE)
            rows += [[name, preconditioner, *pair] for pair in found]
    comment = ["Largest residual of the four smallest eigenvalues, over its value, as"]
    comment += ["lobpcg -progress=1 prints it; written by scripts/plot-recipes.py --lobpcg."]
    head = ["matrix", "preconditioner", "iteration", "residual"]
    write_rows("lobpcg-convergence", comment, head, rows)


def measure_sgd(serial, blocks, diagonal, ratings):
    programs = {"serial": serial, "block-diagonal": blocks, "diagonal": diagonal}
    rows = []
    for order, program in programs.items():
        printed = run(program, "-patience=0", ratings)
        line = r"^ +(\d+)(?: +[\d.]+)? +[\d.]+ +([\d.]+)(?: +[\d.]+ +[\d.]+)?$"
        rows += [[order, *pair] for pair in re.findall(line, printed, re.MULTILINE)]
    comment = ["RMSE of the ratings left out, as sgd -patience=0 prints it for each recipe;"]
    comment += ["written by scripts/plot-recipes.py --sgd.", printed.splitlines()[0]]
    write_rows("sgd-convergence", comment, ["order", "epoch", "rmse"], rows)


def finish(axes, title, x, y):
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(True, color="0.9")


def draw_lobpcg(pyplot):
    rows = rows_of("lobpcg-convergence")
    matrices = values_of(rows, "matrix")
    figure, places = pyplot.subplots(1, len(matrices), figsize=(9, 3.2), sharey=True)
    for axes, matrix in zip(places, matrices):
        for preconditioner in PRECONDITIONERS:
            wanted = {"matrix": matrix, "preconditioner": preconditioner}
            points = series(rows, "iteration", "residual", **wanted)
            axes.semilogy(*points, label=preconditioner, linewidth=1.2)
        axes.axhline(1e-8, color=GREY, linestyle=":", linewidth=1)
        finish(axes, matrix, "iteration", "")
    places[0].set_ylabel("largest residual / value")
    places[0].legend(fontsize=8)
    return figure


def draw_sgd(pyplot):
    rows = rows_of("sgd-convergence")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.2))
    epochs, serial = series(rows, "epoch", "rmse", order="serial")
    for order, style in zip(values_of(rows, "order"), ["-", "--", ":"]):
        _, errors = series(rows, "epoch", "rmse", order=order)
        left.plot(epochs[1:], errors[1:], style, label=order)
        percent = [100 * (a / b - 1) for a, b in zip(errors, serial)]
        right.plot(epochs[1:], percent[1:], style, label=order)
    for axes in (left, right):
        axes.set_xticks(range(0, int(epochs[-1]) + 1, 5))
    finish(left, "test RMSE", "epoch", "RMSE")
    finish(right, "difference from serial", "epoch", "percent")
    left.legend(fontsize=8)
    return figure


def draw_speed(pyplot):
    rows = rows_of("sgd-speed")
    sizes = values_of(rows, "ratings")
    figure, places = pyplot.subplots(1, len(sizes), figsize=(9, 3.6), sharey=True)
    threads = sorted({int(row["threads"]) for row in rows})
    for axes, size in zip(places, sizes):
        for code, mark in zip(values_of(rows, "code"), "xs^ovd+"):
            points = series(rows, "threads", "speed", ratings=size, code=code)
            axes.loglog(*points, marker=mark, markersize=5, linewidth=1.2, label=code)
        axes.set_xticks(threads, [str(count) for count in threads])
        axes.set_yticks([10, 30, 100, 300], ["10", "30", "100", "300"])
        axes.minorticks_off()
        finish(axes, f"{size} ratings", "threads", "")
    places[0].set_ylabel("million updates a second")
    places[-1].legend(fontsize=8, loc="center left", bbox_to_anchor=(1.02, 0.5))
    return figure


DRAWN = {
    "lobpcg-convergence": draw_lobpcg,
    "sgd-convergence": draw_sgd,
    "sgd-speed": draw_speed,
}


def origin(name):
    """What a plot says of the numbers that it was drawn from."""
    digest = hashlib.sha256((PLOTS / f"{name}.csv").read_bytes()).hexdigest()
    return f"scripts/plot-recipes.py, {name}.csv, SHA-256 {digest}"


def draw(names):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    # The same numbers give the same bytes.
    matplotlib.rcParams.update({"svg.hashsalt": "sparsec", "svg.fonttype": "none"})
    for name in names:
        figure = DRAWN[name](pyplot)
        figure.tight_layout()
        about = {"Date": None, "Description": origin(name)}
        figure.savefig(PLOTS / f"{name}.svg", metadata=about, bbox_inches="tight")


def check():
    stale = [
        name
        for name in DRAWN
        if origin(name) not in (PLOTS / f"{name}.svg").read_text()
    ]
    for name in stale:
        print(f"docs/plots/{name}.svg: not drawn from {name}.csv as it is; run "
              f"scripts/plot-recipes.py {name}")
    return bool(stale)


def main(words):
    if words[:1] == ["--check"]:
        sys.exit(check())
    if words[:1] == ["--lobpcg"] and len(words) > 2:
        measure_lobpcg(*words[1:])
    elif words[:1] == ["--sgd"] and len(words) == 5:
        measure_sgd(*words[1:])
    elif all(word in DRAWN for word in words):
        draw(words or DRAWN)
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
