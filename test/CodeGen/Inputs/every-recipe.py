"""every-recipe.py SPARSEC RECIPES FOLDER: generates code and header for each
recipe and two sources beside it that the recipe is for, and checks both."""
import glob
import os
import re
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
FORMAT = ["clang-format-19", "--style=LLVM", "--dry-run", "-Werror"]
C = ["-std=c11", "-x", "c"]
CXX = ["-std=c++17", "-x", "c++"]
# Some warnings come only from the optimiser, for C and C++ alike; with OpenMP it
# sees other functions, so a recipe's first kernel is compiled with it, the second
# one without.
OBJECT = ["-O2", "-c", "-o", os.devnull]
CHECK = ["-fsyntax-only"]
C_CHECKS = [
    [
        FORMAT,
        ["gcc", *WARNINGS, *OBJECT, *gcc_flags, *C],
        ["clang-19", *WARNINGS, *CHECK, *clang_flags, *C],
    ]
    for gcc_flags, clang_flags in ((["-fopenmp"], []), ([], ["-fopenmp"]))
]
CXX_CHECKS = [
    ["gcc", *WARNINGS, *CHECK, *CXX],
    ["clang-19", *WARNINGS, *CHECK, "-fopenmp", *CXX],
]
HEADER_CHECKS = [
    FORMAT,
    ["gcc", *WARNINGS, *CHECK, *C],
    ["gcc", *WARNINGS, *CHECK, *CXX],
]


def succeeds(command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        print(" ".join(command), run.stderr, sep="\n")
    return run.returncode == 0


def is_kernel(source):
    """Whether the source says what its arrays hold; programs do not."""
    with open(source, encoding="utf-8") as text:
        return "#pragma sparsec" in text.read()


def is_cxx(source):
    """Whether the kernel has no arrays of variable length, which are C only."""
    command = ["gcc", "-Drestrict=", "-Werror=vla", *CHECK, *CXX, source]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def is_for_gpu(recipe):
    """Whether the recipe is for CUDA, and for nothing else."""
    with open(recipe, encoding="utf-8") as text:
        return 'only-for.script")("gpu"' in text.read()


# Of the files seen so far.
interfaces = set()


def interface_of(path):
    """The contract functions as the generated file defines them."""
    with open(path, encoding="utf-8") as text:
        functions = re.findall(
            r"^\w[\w *]*_(?:inspect|execute|update|destroy)\([^)]*\)", text.read(), re.M
        )
    if len(functions) < 3:
        sys.exit(path + ": no contract functions")
    return "\n".join(functions)


def generate_and_check(make, source, stem, done):
    """Whether all is well, or nothing when the recipe is not for the source;
    done: kernels before it."""
    if not succeeds([*make, "-o", stem + ".c"]):
        return None
    checks = C_CHECKS[done] + (CXX_CHECKS if is_cxx(source) else [])
    good = all([succeeds([*check, stem + ".c"]) for check in checks])
    interface = interface_of(stem + ".c")
    if interface in interfaces:
        return good  # with another name the header would be the same
    interfaces.add(interface)
    good &= succeeds([*make, "-emit=header", "-o", stem + ".h"])
    return good and all([succeeds([*check, stem + ".h"]) for check in HEADER_CHECKS])


def main():
    sparsec, recipes, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    failed = []
    for recipe in sorted(glob.glob(recipes + "/*/*.script")):
        if recipe.startswith(recipes + "/lib/") or is_for_gpu(recipe):
            continue  # parts that recipes use, kernels
        name = os.path.relpath(recipe, recipes).replace("/", "-")
        folder_of = os.path.dirname(recipe)
        kernels = sorted(filter(is_kernel, glob.glob(folder_of + "/*.c")))
        if not kernels:
            continue  # for kernels of other folders
        results = []
        for source in kernels:
            done = sum(result is not None for result in results)
            if done == 2:
                break  # further sources of a folder are much like those
            stem = f"{folder}/{name}-{os.path.basename(source)[:-2]}"
            results.append(
                generate_and_check(
                    [sparsec, source, "-recipe", recipe], source, stem, done
                )
            )
        if not any(results) or False in results:
            failed.append(name)
    if failed:
        sys.exit("\n".join(failed))


main()
