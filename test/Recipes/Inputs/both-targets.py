"""both-targets.py SPARSEC RECIPES EMULATION FOLDER: runs each recipe for C and for
CUDA in a folder that holds it and its kernel alone, compiles the CUDA, and says
which targets a recipe serves and what it names for the other."""
import glob
import os
import re
import shutil
import subprocess
import sys

INSTEAD = re.compile(r"for (CPUs|GPUs) use ([\w-]+\.script)")
NONE = re.compile("there is no recipe for (CPUs|GPUs)")


def derive(sparsec, source, recipe, output):
    """Exit status and messages of the command that the README begins with."""
    command = [sparsec, os.path.basename(source), "-recipe", recipe, "-o", output]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.returncode, run.stderr


def compiles(output, emulation):
    command = ["g++", "-std=c++20", "-fsyntax-only", "-x", "c++", "-I", emulation, output]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    print(run.stderr, end="")
    return run.returncode == 0


def outcome(sparsec, recipe, sources, emulation):
    """The targets that the recipe serves, and the recipe for the other one."""
    served, instead, messages = [], [], []
    for target, output in (("c", "out.c"), ("cuda", "out.cu")):
        for source in sources:
            status, text = derive(sparsec, source, recipe, output)
            if status == 0:
                served.append(target)
                if target == "cuda" and not compiles(output, emulation):
                    sys.exit(f"{recipe}: does not compile")
                break
            messages.append(text)
            if named := INSTEAD.search(text):
                instead.append((target, *named.groups()))
                break
            if named := NONE.search(text):
                instead.append((target, named[1], "none"))
                break
    return served, instead, messages


def main():
    sparsec, recipes, emulation, folder = sys.argv[1:]
    served, instead = {}, {}
    for path in sorted(glob.glob(recipes + "/*/*.script")):
        name = os.path.relpath(path, recipes)
        kernels = [
            source
            for source in sorted(glob.glob(os.path.dirname(path) + "/*.c"))
            if "#pragma sparsec" in open(source, encoding="utf-8").read()
            or name.startswith("matmul/")
        ]
        if name.startswith("lib/") or not kernels:
            continue
        here = f"{folder}/{name[:-7].replace('/', '-')}"
        os.makedirs(here)
        for file in [path, *kernels, *glob.glob(os.path.dirname(path) + "/*.mtx")]:
            shutil.copy(file, here)
        os.chdir(here)
        base = os.path.basename(name)
        served[name], instead[name], messages = outcome(sparsec, base, kernels, emulation)
        if not served[name] or len(served[name]) + len(instead[name]) < 2:
            sys.exit(f"{name}: {served[name]}\n" + "\n".join(messages))
        other = "".join(f", for {who} {use}" for _, who, use in instead[name])
        print(f"{name}: {' '.join(served[name])}{other}")
    for name, alternatives in instead.items():
        for target, _, use in alternatives:
            if use != "none" and target not in served.get(f"{os.path.dirname(name)}/{use}", ()):
                sys.exit(f"{name} names {use}, which is not for {target}")


main()
