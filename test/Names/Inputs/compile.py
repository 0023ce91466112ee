"""Generates C and CUDA for each kernel of words.py and compiles both.

compile.py CC CXX SPARSEC FOLDER: CXX finds the headers that emulate CUDA's.
"""
import glob, shlex, subprocess, sys

cc, cxx, sparsec, folder = sys.argv[1:]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(shlex.join(command) + "\n" + done.stdout + done.stderr)


for source in sorted(glob.glob(folder + "/words??.c")):
    stem = source[:-2]

    def generate(recipe, out):
        run([sparsec, source, "-recipe", stem + recipe, "-o", stem + out, "--",
             "-std=c11"])

    generate(".script", ".out.c")
    run(shlex.split(cc) + ["-fsyntax-only", stem + ".out.c"])
    # Takes longer: once for each word.
    if stem[-1] == stem[-2]:
        generate(".cuda.script", ".out.cu")
        run(shlex.split(cxx) + ["-std=c++20", "-Wno-unused-parameter", "-fsyntax-only", "-x", "c++",
                                stem + ".out.cu"])
