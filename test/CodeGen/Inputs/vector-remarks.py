"""vector-remarks.py FILE.c STATEMENT loop|code: whether gcc and clang say that
they vectorise the loop around the executor's first line with STATEMENT, or the
straight code there."""
import os
import re
import subprocess
import sys

OPTIONS = ["-std=c11", "-O3", "-mavx2", "-mfma", "-fopenmp", "-c", "-o", os.devnull]
COMPILERS = {
    "gcc": ["gcc", "-fopt-info-vec-optimized"],
    "clang": ["clang-19", "-Rpass=loop-vectorize|slp-vectorizer"],
}
REMARKS = {
    "loop": re.compile("loop vectorized|vectorized loop"),
    "code": re.compile("basic block part vectorized|SLP vectorized"),
}


def around(lines, statement):
    """Numbers of the executor's lines from the loop around `statement` (with
    its pragma) to a few lines behind that loop."""
    start = next(n for n, l in enumerate(lines) if re.match(r"int \w+_execute\(", l))
    at = next(n for n in range(start, len(lines)) if statement in lines[n])
    loop = max(n for n in range(start, at) if "for (" in lines[n])
    indent = len(lines[loop]) - len(lines[loop].lstrip())
    end = next(
        n
        for n in range(at + 1, len(lines))
        if len(lines[n]) - len(lines[n].lstrip()) <= indent and lines[n].strip()
    )
    return range(loop - 2, end + 9)


def main():
    path, statement, kind = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        where = around(file.read().split("\n"), statement)
    for name, command in COMPILERS.items():
        run = subprocess.run(
            command + OPTIONS + [path], capture_output=True, text=True, check=True
        )
        remarks = [
            text
            for number, text in re.findall(r":(\d+):\d+: (.*)", run.stderr)
            if int(number) - 1 in where
        ]
        found = any(REMARKS[kind].search(text) for text in remarks)
        print(f"{os.path.basename(path)}: {name}: {kind if found else 'nothing'}")


main()
