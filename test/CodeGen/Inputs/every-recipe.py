"""every-recipe.py SPARSEC RECIPES FOLDER: generates code and header for each
recipe and two sources beside it that the recipe is for, and checks both."""
import glob
import os
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
FORMAT = ["clang-format-19", "--style=LLVM", "--dry-run", "-Werror"]
C = ["-std=c11", "-x", "c"]
CXX = ["-std=c++17", "-x", "c++"]
# Some warnings come only from the optimiser.
OBJECT = ["-O2", "-c", "-o", os.devnull]
CHECK = ["-fsyntax-only"]
C_CHECKS = [
    FORMAT,
    ["gcc", *WARNINGS, *OBJECT, *C],
    ["clang-19", *WARNINGS, *CHECK, "-fopenmp", *C],
]
CXX_CHECKS = [
    ["gcc", *WARNINGS, *OBJECT, "-fopenmp", *CXX],
    ["clang-19", *WARNINGS, *CHECK, *CXX],
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


def generate_and_check(make, source, stem):
    """Whether all is well, or nothing when the recipe is not for the source."""
    if not succeeds([*make, "-o", stem + ".c"]):
        return None
    checks = C_CHECKS + (CXX_CHECKS if is_cxx(source) else [])
    good = all([succeeds([*check, stem + ".c"]) for check in checks])
    good &= succeeds([*make, "-emit=header", "-o", stem + ".h"])
    return good and all([succeeds([*check, stem + ".h"]) for check in HEADER_CHECKS])


def main():
    sparsec, recipes, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    failed = []
    for recipe in sorted(glob.glob(recipes + "/*/*.script")):
        if recipe.startswith(recipes + "/lib/") or recipe.endswith("/cuda.script"):
            continue  # parts that recipes use, kernels
        name = os.path.relpath(recipe, recipes).replace("/", "-")
        folder_of = os.path.dirname(recipe)
        kernels = sorted(filter(is_kernel, glob.glob(folder_of + "/*.c")))
        if not kernels:
            continue  # for kernels of other folders
        results = []
        for source in kernels:
            if len(list(filter(None, results))) == 2:
                break  # further sources of a folder are much like those
            stem = f"{folder}/{name}-{os.path.basename(source)[:-2]}"
            results.append(
                generate_and_check([sparsec, source, "-recipe", recipe], source, stem)
            )
        if not any(results) or False in results:
            failed.append(name)
    if failed:
        sys.exit("\n".join(failed))


main()
