#!/usr/bin/env python3
"""Composes random recipes and checks that none of them is wrong.

For every kernel a recipe of random steps is grown inside one run of sparsec: a
Lua driver draws a transformation and arguments, tries it (pcall), prints what
happened and goes on. The steps that were accepted are then written down as a
plain recipe, which `sparsec-bench SRC -recipe R -corpus` must verify or refuse
with exit 1 and a place in the recipe; a refused step must say where it stands.
Everything else (a crash, exit 70, generated code that does not compile, a wrong
result) is a failure: the recipe is cut down to fewest steps and printed.

    compose.py --bin build/bin KERNEL.c...          # the short run of CI
    compose.py --bin build/bin --count 200 --seed 7 --keep out KERNEL.c...
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DRIVER = pathlib.Path(__file__).with_name("driver.lua")
PLACE = re.compile(r"\.script:\d+:\d+: ")


def run(command, seconds):
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return "timeout", f"no answer after {seconds} s"
    return done.returncode, done.stdout + done.stderr


class Kernel:
    """What the driver needs to know of a C file to draw arguments."""

    def __init__(self, path):
        self.path = path
        text = path.read_text()
        signature = re.search(r"\bvoid\s+\w+\(([^)]*)\)", text).group(1)
        declared = [part.strip() for part in signature.split(",")]
        self.arrays = [
            re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", part).group(1)
            for part in declared
            if "*" in part or "[" in part
        ]
        self.expressions = sorted(set(re.findall(r"\w+\[\w+\]", text)))
        self.scalars = re.findall(r"\b(?:double|float) (\w+) =", text) + ["rhs"]

    def driver(self, seed, steps):
        def strings(values):
            return "{" + ", ".join(f'"{value}"' for value in values) + "}"

        return (
            f"local seed, wanted = {seed}, {steps}\n"
            f"local arrays = {strings(self.arrays)}\n"
            f"local expressions = {strings(self.expressions)}\n"
            f"local scalars = {strings(self.scalars)}\n" + DRIVER.read_text()
        )


class Check:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="compose-"))
        self.verified = self.refused = self.failed = 0

    def sparsec(self, kernel, recipe):
        command = [f"{self.options.bin}/sparsec", str(kernel.path)]
        out = self.folder / "out.c"
        return run(command + ["-recipe", str(recipe), "-o", str(out)], 60)

    def verdict(self, kernel, steps):
        """None when the recipe is verified, "" when refused, else why not."""
        recipe = self.folder / "composed.script"
        recipe.write_text("\n".join(steps) + "\n")
        command = [f"{self.options.bin}/sparsec-bench", str(kernel.path)]
        command += ["-recipe", str(recipe), "-corpus"]
        if self.options.cflags:
            command += ["-cflags", self.options.cflags]
        code, text = run(command, 120)
        if code == 0:
            return None
        if code == 1 and PLACE.search(text):
            return ""
        if code == 1 and self.options.lenient and "sparsec" in text:
            return ""
        return f"exit {code}\n{text.strip()[:1500]}"

    def grow(self, kernel, seed):
        """The steps that a random driver got accepted."""
        recipe = self.folder / "driver.script"
        length = random.Random(seed).randint(1, self.options.steps)
        recipe.write_text(kernel.driver(seed, length))
        code, text = self.sparsec(kernel, recipe)
        steps = ["assume_finite()"]
        for line in text.splitlines():
            kind, _, rest = line.partition("\t")
            if kind == "step":
                steps.append(rest)
            elif kind == "refused":
                step, _, why = rest.partition("\t")
                if "internal" in why or not PLACE.search(why):
                    self.report(kernel, steps + [step], why)
            elif kind == "try":
                last = rest
        if code not in (0, 1):
            self.report(kernel, steps + [last], f"exit {code}\n{text[-800:]}")
        return steps

    def shrink(self, kernel, steps):
        shorter = True
        while shorter:
            shorter = False
            for at in range(len(steps) - 1, -1, -1):
                without = steps[:at] + steps[at + 1 :]
                if self.verdict(kernel, without):
                    steps, shorter = without, True
                    break
        return steps

    def report(self, kernel, steps, why):
        self.failed += 1
        print(f"FAILED {kernel.path}: {why}\n--- recipe")
        print("\n".join(steps) + "\n---", flush=True)
        if self.options.keep:
            folder = pathlib.Path(self.options.keep)
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{kernel.path.stem}-{self.failed}.script"
            (folder / name).write_text("\n".join(steps) + "\n")

    def one(self, kernel, seed):
        steps = self.grow(kernel, seed)
        why = self.verdict(kernel, steps)
        if why is None:
            self.verified += 1
        elif not why:
            self.refused += 1
        else:
            steps = self.shrink(kernel, steps)
            self.report(kernel, steps, self.verdict(kernel, steps) or why)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kernels", nargs="+", type=pathlib.Path)
    parser.add_argument("--bin", default="build/bin", help="where sparsec is")
    parser.add_argument("--count", type=int, default=1, help="per kernel")
    parser.add_argument("--steps", type=int, default=6, help="at most, each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cflags", default="-O1", help="for generated code")
    parser.add_argument("--keep", help="folder for the recipes that fail")
    parser.add_argument("--lenient", action="store_true")
    options = parser.parse_args()
    check = Check(options)
    for number in range(options.count):
        for path in options.kernels:
            seed = options.seed * 1000 + number
            check.one(Kernel(path), seed)
    print(
        f"{check.verified} verified, {check.refused} refused, "
        f"{check.failed} failed"
    )
    return 1 if check.failed or not check.verified else 0


if __name__ == "__main__":
    sys.exit(main())
