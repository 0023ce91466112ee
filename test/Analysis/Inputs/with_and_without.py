"""Demands that sparsec refuses each recipe because of rounding only, accepts it
after allow_reassociation(), and that sparsec-bench verifies the result then.

usage: with_and_without.py SPARSEC BENCH SOURCE FOLDER RECIPE... [-- OPTION...]
"""

import os
import subprocess
import sys

# Results are looked at, not times.
cheap = ["-cflags", "-O1", "-seconds", "0.001"]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    sparsec, bench, source, folder, *recipes = words[:split]
    inputs = words[split + 1 :] or ["-corpus"]
    os.makedirs(folder, exist_ok=True)
    output = os.path.join(folder, "out.c")
    for recipe in recipes:
        name = os.path.basename(recipe)
        code, message = run(sparsec, source, "-recipe", recipe, "-o", output)
        if code != 1 or "'allow_reassociation()' before this step" not in message:
            sys.exit(name + " is not refused for its rounding:\n" + message)
        allowed = os.path.join(folder, name)
        with open(recipe) as before, open(allowed, "w") as after:
            after.write("allow_reassociation()\n" + before.read())
        code, message = run(bench, *cheap, source, "-recipe", allowed, *inputs)
        if code:
            sys.exit(name + " fails:\n" + message)
        print(name, "needs allow_reassociation()")


main()
