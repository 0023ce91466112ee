#!/usr/bin/env python3
"""Times the compiler itself: how long sparsec takes as inputs grow.

    scripts/compile-times.py [-program P] [-against OLD] [-runs K] [-limit S]
                             [-csv FILE] [CURVE...]

Prints a Markdown table for each curve; without names, for all of them:
nested, loops, blocks (tiles); nests (BCSR products), waves, terms; refused
(steps that are refused); recipes (all of recipes/, with each source of the same
folder). A figure is the least processor time in user mode of K runs in seconds,
as others may use the machine, too; "refused" follows where sparsec exits with
1, "-" stands where it took longer than the limit, and the rest of that column is left
out. With -against, a second program takes the same inputs in the same run,
and the last column says whether both printed the same code.
"""
import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

RECIPES = Path(__file__).resolve().parent.parent / "recipes"
SPMV = (RECIPES / "spmv/spmv.c").read_text()
BCSR = """local d = make_dense({s}, "{j}", "{k}")
tile(d, {{"{i}", "{k}"}}, {{3, 3}}, {{outer = {{"{i}_", "{k}_"}}}})
permute(d, {{"{i}_", "{k}_", "{k}", "{i}"}})
compact_and_pad(d, "{k}_", "a", {{name = "b{n}"}})
"""


def nests(count, body, solve=False):
    """`count` loops over the rows of one matrix, each with its own vectors."""
    vectors = [f"{v}{n}" for n in range(count) for v in ("x", "y")]
    facts = ["csr(n, n, index, col, a)"]
    facts += [f"extent({v}, n)" for v in vectors]
    if solve:
        facts += ["triangular(col, index, lower, strict)"]
    head = "".join(f"#pragma sparsec {fact}\n" for fact in facts)
    arguments = ", ".join(f"double *restrict {v}" for v in vectors)
    loops = "".join(
        f"  for (int i{n} = 0; i{n} < n; i{n}++)\n"
        f"    for (int j{n} = index[i{n}]; j{n} < index[i{n} + 1]; j{n}++)\n"
        f"      {body.format(n=n)}\n"
        for n in range(count)
    )
    return (
        f"{head}void nests(int n, const int *restrict index, const int *restrict"
        f" col,\n           const double *restrict a, {arguments}) {{\n{loops}}}\n"
    )


def bcsr_nests(count):
    """`count` products with one matrix, each made BCSR of its own."""
    recipe = "assume_finite()\nallow_reassociation()\n"
    for n in range(count):
        recipe += "do\n" + BCSR.format(
            s=f'"S{n}"', i=f"i{n}", j=f"j{n}", k=f"k{n}", n=n
        ) + "end\n"
    return nests(count, "y{n}[i{n}] += a[j{n}] * x{n}[col[j{n}]];"), recipe


def waves(count):
    """`count` solves with one lower triangle, each in waves of its own."""
    recipe = "".join(f'sparse_wavefront("S{n}", "i{n}")\n' for n in range(count))
    body = "y{n}[i{n}] -= a[j{n}] * y{n}[col[j{n}]] + x{n}[i{n}];"
    return nests(count, body, solve=True), recipe


def nested_tiles(count):
    """Tiles of tiles of one loop of SpMV."""
    recipe = 'normalize(s, "j")\n'
    outer = "j"
    for n in range(count):
        recipe += f'tile(s, "{outer}", 2, {{outer = "j{n}"}})\n'
        outer = f"j{n}"
    return SPMV, recipe


def tiled_loops(count):
    """A dense nest of as many loops as there are tiles."""
    names = [f"i{n}" for n in range(count)]
    head = "".join(
        "  " + "  " * n + f"for (int {i} = 0; {i} < n; {i}++)\n"
        for n, i in enumerate(names)
    )
    size = "".join("[n]" for _ in names)
    element = "".join(f"[{i}]" for i in names)
    source = (
        f"void scale(int n, double y{size}, double x{size}) {{\n"
        f"{head}    {'  ' * count}y{element} = 2 * x{element};\n}}\n"
    )
    recipe = "".join(f'tile(s, "{i}", 4, {{outer = "{i}_"}})\n' for i in names)
    return source, recipe


def block_tiles(count):
    """Blocks of blocks: rows and columns of SpMV in turns, `count` tiles in all."""
    recipe = "assume_finite()\nallow_reassociation()\n"
    recipe += 'local d = make_dense(s, "j", "k")\n'
    tiles = {"i": ["i"], "k": ["k"]}  # from the innermost one
    for n in range(count):
        loop = "ki"[n % 2]
        recipe += f'tile(d, "{tiles[loop][-1]}", 2, {{outer = "{loop}{n}"}})\n'
        tiles[loop].append(f"{loop}{n}")
    blocks = [tiles["i"].pop(), tiles["k"].pop()]
    order = blocks + tiles["i"][::-1] + tiles["k"][::-1]
    recipe += f"permute(d, {{{', '.join(map(quoted, order))}}})\n"
    return SPMV, recipe + f'compact_and_pad(d, "{blocks[1]}", "a")\n'


def terms(count):
    """One update whose right side has many terms."""
    sum_ = " + ".join(f"a[j] * {n + 1} * x[col[j]]" for n in range(count))
    source = SPMV.replace("a[j] * x[col[j]]", sum_)
    return source, 'parallel(s, "i")\n'


def refused(count):
    """A solve whose rows were moved `count` times, and then has no waves."""
    moves = ['shift("S0", "i0", 1)', 'local p = peel("S0", "i0", 2)']
    moves += ['normalize("S0_rest", "j0")', 'tile("S0_rest", "i0", 4)']
    name = "S0_rest" if count > 1 else "S0"
    last = f'sparse_wavefront("{name}", loops("{name}")[1])\n'
    return waves(1)[0], "\n".join(moves[:count]) + "\n" + last


def quoted(name):
    return f'"{name}"'


# Each curve: how to make the input of a size, the sizes, and what these count.
CURVES = {
    "loops": (tiled_loops, range(1, 9), "tiled loops of a dense nest"),
    "nested": (nested_tiles, range(1, 9), "tiles of tiles of one sparse loop"),
    "blocks": (block_tiles, range(2, 9), "tiles of BCSR"),
    "nests": (bcsr_nests, (1, 2, 4, 8, 16), "BCSR nests"),
    "waves": (waves, (1, 2, 4, 8), "loops in waves"),
    "terms": (terms, (100, 500, 1000, 1500, 2000), "terms of one update"),
    "refused": (refused, range(2, 5), "steps before one that is refused"),
}


def recipe_pairs():
    """Each recipe with each source of its kernel."""
    for recipe in sorted(RECIPES.rglob("*.script")):
        folder = recipe.parent
        while not list(folder.glob("*.c")) and folder != RECIPES:
            folder = folder.parent
        for source in sorted(folder.glob("*.c")):
            if recipe.parent.name != "lib" and "#pragma sparsec" in source.read_text():
                yield source, recipe


class Run:
    """Seconds of the fastest of several runs, the exit code and the output."""

    def __init__(self, program, source, recipe, target, options):
        self.seconds = float("inf")
        command = [program, str(source), "-recipe", str(recipe), "-o", "-"]
        command += ["-target", target]
        for _ in range(options.runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            try:
                done = subprocess.run(command, capture_output=True, timeout=options.limit)
            except subprocess.TimeoutExpired:
                self.code, self.output = None, None
                return
            used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            self.seconds = min(self.seconds, used)
            self.code, self.output = done.returncode, done.stdout

    def __str__(self):
        if self.code is None:
            return "-"
        return f"{self.seconds:.2f}" + (" refused" if self.code else "")


def programs(options):
    return [options.against, options.program] if options.against else [options.program]


def is_same(runs):
    return "yes" if len({run.output for run in runs}) == 1 else "no"


def rows_of_curve(name, options):
    """Lines of (size, seconds...), until no program comes to an end."""
    make, sizes, _ = CURVES[name]
    late = set()
    for size in sizes:
        source, recipe = make(size)
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, "kernel.c"), Path(folder, "kernel.script")]
            for path, text in zip(paths, (source, recipe)):
                path.write_text(text)
            runs = []
            for program in programs(options):
                run = None if program in late else Run(program, *paths, "c", options)
                if not run or run.code is None:
                    late.add(program)
                runs.append(run)
        yield [str(size)] + ["-" if not run else str(run) for run in runs]


def rows_of_recipes(options):
    """Lines of (kernel, recipe, target, seconds..., same code)."""
    for source, recipe in recipe_pairs():
        for target in ("c", "cuda"):
            runs = [Run(p, source, recipe, target, options) for p in programs(options)]
            if any(run.code for run in runs):
                continue
            row = [source.name, str(recipe.relative_to(RECIPES)), target]
            row += map(str, runs)
            yield row + ([is_same(runs)] if options.against else [])


def print_table(name, head, rows, sink):
    """As it goes, since some of it takes long."""
    print(f"\n{name}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
        if sink:
            sink.writerow([name, *row])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-program", default="build/bin/sparsec")
    parser.add_argument("-against", help="a second program, say an older one")
    parser.add_argument("-runs", type=int, default=3)
    parser.add_argument("-limit", type=float, default=120, help="seconds of a run")
    parser.add_argument("-csv", type=argparse.FileType("w"))
    parser.add_argument("curves", nargs="*", metavar="CURVE")
    options = parser.parse_args()
    sink = csv.writer(options.csv) if options.csv else None
    seconds = ["seconds"]
    if options.against:
        seconds = ["seconds before", "seconds"]
    for name in options.curves or [*CURVES, "recipes"]:
        if name == "recipes":
            same = ["same code"] if options.against else []
            head = ["source", "recipe", "target", *seconds, *same]
            print_table(name, head, rows_of_recipes(options), sink)
        elif name in CURVES:
            head = [CURVES[name][2], *seconds]
            print_table(name, head, rows_of_curve(name, options), sink)
        else:
            parser.error(f"no curve '{name}'")


main()
