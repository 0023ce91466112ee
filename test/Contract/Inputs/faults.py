"""faults.py BENCH RECIPES FOLDER: runs every recipe below RECIPES with
allocations that fail and with corrupted inputs, on the first source that takes
it; as C and, where it makes kernels, by the emulation of CUDA. Prints a line
for each. FOLDER has what diagonal.py made of random:9.
"""

import glob
import os
import re
import subprocess
import sys

# Waves, tasks and parallel inspectors on small inputs, too.
SMALL = "GAIN_LEAST=100 WAVE_COST=1 TASK_LEAST=1 PIECE_LEAST=1 JUMP_COST=0"
FLAGS = "-O0 " + " ".join("-DSPARSEC_" + macro for macro in SMALL.split())


def inputs(source, folder):
    """What a source takes that sparsec-bench does not make itself."""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    own = glob.glob(os.path.dirname(source) + "/*.mtx")
    groups = len(re.findall(r"\bcsr\w*\(", text))
    matrices = own[:1] * groups or [f"{folder}/random9.mtx"] * groups
    if groups > 1:
        matrices[1:] = [f"{folder}/random9-filled.mtx"] * (groups - 1)
    words = [word for matrix in matrices for word in ("-matrix", matrix)]
    if re.search(r"\bdiag\b", text):
        words += ["-array", f"diag={folder}/random9.txt"]
    return words


def run(bench, recipe, source, words):
    return subprocess.run(
        [bench, source, "-recipe", recipe, "-fail-allocations", "-corrupt"]
        + ["-sanitize", "-cflags", FLAGS, *words],
        capture_output=True, text=True, check=False,
    )


def stands_alone(source):
    """Whether it is not one of several files of a program."""
    with open(source, encoding="utf-8") as file:
        return not re.search(r'#include ("|<sparsec/)', file.read())


def sources_of(recipe, top):
    """First those of the kernel's folder, its namesake before all."""
    folder = os.path.join(top, os.path.relpath(recipe, top).split(os.sep)[0])
    name = os.path.join(folder, os.path.basename(folder) + ".c")
    found = filter(stands_alone, sorted(glob.glob(f"{top}/*/*.c")))
    return sorted(found, key=lambda path: (os.path.dirname(path) != folder, path != name))


def try_recipe(bench, recipe, top, folder):
    """Lines for the first source that the recipe takes; a failure ends the run."""
    refusals = ""
    for source in sources_of(recipe, top):
        words, lines = inputs(source, folder), []
        for target in (["-emulate"], []):
            result = run(bench, recipe, source, words + target)
            # Extrema with what goes along keep the source's bits.
            if "-exact, which compares bits" in result.stderr:
                result = run(bench, recipe, source, words + target + ["-exact"])
            if result.returncode > 1:
                sys.exit(f"{recipe} {source} {target}:\n{result.stdout}{result.stderr}")
            if result.returncode:
                refusals += result.stderr
                continue
            kernels = "emulated" in result.stdout
            lines.append(result.stdout.strip())
            if target and not kernels:
                break
        if lines:
            return lines
    sys.exit(f"{recipe}: no source for it\n{refusals}")


def main():
    bench, top, folder = sys.argv[1:]
    recipes = sorted(glob.glob(f"{top}/**/*.script", recursive=True))
    recipes = [path for path in recipes if "/lib/" not in path]
    # What a function of the source allocates is not ours to check.
    recipes = [path for path in recipes if "call_inspector(" not in open(path).read()]
    for recipe in recipes:
        for line in try_recipe(bench, recipe, top, folder):
            print(os.path.relpath(recipe, top), "-", line, flush=True)
    print(len(recipes), "recipes")


main()
