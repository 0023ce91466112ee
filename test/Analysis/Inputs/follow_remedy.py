"""Takes a refused (source, recipe), follows every remedy that the message
suggests, to the letter, and demands that the step is then accepted and that
sparsec-bench verifies the result.

usage: follow_remedy.py SPARSEC BENCH SOURCE RECIPE FOLDER [BENCH OPTION...]
"""

import os
import re
import subprocess
import sys

# Results are looked at, not times.
cheap = ["-cflags", "-O1", "-seconds", "0.001"]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def lines_of(path):
    with open(path) as file:
        return file.read().split("\n")


def write(path, lines):
    with open(path, "w") as file:
        file.write("\n".join(lines))
    return path


def end_of_call(text, start):
    """The position after the call that starts at `start`."""
    depth = 0
    for at in range(text.index("(", start), len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    raise ValueError("the call goes on in the next line")


def variants(source, recipe, folder, line, column, remedy):
    """(what was done, source, recipe) for each way to follow the remedy."""
    put = re.search(r"put '(.*?)' before this step", remedy)
    pragma = re.search(r"'(#pragma sparsec .*?)' before the function", remedy)
    other = re.search(r"write '(.*?)' instead", remedy)
    option = re.search(r"write '(\w+ = )true' in this step", remedy)
    text = lines_of(recipe)
    if put:
        changed = text[: line - 1] + [put[1]] + text[line - 1 :]
        name = os.path.join(folder, "remedy.script")
        yield put[1], source, write(name, changed)
    if pragma:
        code = lines_of(source)
        head = next(n for n, l in enumerate(code) if re.match(r"\w.*\(", l))
        name = os.path.join(folder, "remedy.c")
        changed = code[:head] + [pragma[1]] + code[head:]
        yield pragma[1], write(name, changed), recipe
    if option:
        new = text[line - 1].replace(option[1] + "false", option[1] + "true")
        name = os.path.join(folder, "remedy.script")
        changed = text[: line - 1] + [new] + text[line:]
        yield "option " + option[1] + "true", source, write(name, changed)
    if other:
        old = text[line - 1]
        end = end_of_call(old, column - 1)
        new = old[: column - 1] + other[1] + old[end:]
        name = os.path.join(folder, "remedy.script")
        changed = text[: line - 1] + [new] + text[line:]
        yield "instead " + other[1], source, write(name, changed)


def main():
    sparsec, bench, source, recipe, folder = sys.argv[1:6]
    inputs = sys.argv[6:] or ["-corpus"]
    os.makedirs(folder, exist_ok=True)
    output = os.path.join(folder, "out.c")
    code, message = run(sparsec, source, "-recipe", recipe, "-o", output)
    if code != 1:
        sys.exit("not refused:\n" + message)
    place = re.escape(os.path.basename(recipe))
    remedies = re.findall(place + r":(\d+):(\d+): note: remedy: (.*)", message)
    if not remedies:
        sys.exit("no remedy in:\n" + message)
    for line, column, remedy in remedies:
        ways = list(
            variants(source, recipe, folder, int(line), int(column), remedy)
        )
        if not ways:
            print("not to be followed:", remedy)
        for done, new_source, new_recipe in ways:
            command = [new_source, "-recipe", new_recipe]
            code, message = run(sparsec, *command, "-o", output)
            if code == 0:
                code, message = run(bench, *cheap, *command, *inputs)
            if code:
                sys.exit("does not help: " + done + "\n" + message)
            print("followed:", done)


main()
