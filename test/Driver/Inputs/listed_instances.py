"""Runs printed loops, and compares what they visit with the source's loops.

  listed_instances.py SPARSEC FOLDER

Of each kernel below, `-list-loops` and `print()` after each of its recipes are
translated into Python, which rounds `/` down as listings do. What that visits
for small parameters must be what the source visits, for which the condition is
written by hand, in Python, beside each statement.
"""
import itertools
import re
import subprocess
import sys

J2, I3 = 'tile("S0", "j", 2, {outer="J"})', 'tile("S0", "i", 3, {outer="I"})'
TILES = [J2, I3, I3 + "\n" + J2]
DOWN, TURN = 'reverse("S0", "j")', 'permute("S0", {"j", "i"})'
UP, SQUARE = "i = 0; i < n; i++", "j = 0; j < m; j++"
# The headers of loops i and j, statements and when they run, recipes.
KERNELS = [
    ("i = 1; i < n; i += 2", "j = i / 2; j < k; j++",
     {"y[i][j] = 2;": "1 <= i < n and i % 2 and i // 2 <= j < k"}, TILES),
    ("i = 1; i < n; i += 2", "j = 0; j < m - i; j++",
     {"y[i][j] = 2;": "1 <= i < n and i % 2 and 0 <= j < m - i"}, TILES + [DOWN, TURN]),
    (UP, "j = 0; j <= i; j++", {"y[i][j] += 1;": "0 <= j <= i < n"}, TILES + [DOWN, TURN]),
    (UP, "j = i; j < m; j++",
     {"if (i % 2 == 0) y[i][j] = 2;": "0 <= i < n and i <= j < m and i % 2 == 0",
      "y[i][j] *= 3;": "0 <= i < n and i <= j < m"}, ['distribute("S0", "j")']),
    (UP, "j = 0; j < 1; j++", {"if (i % 3 == 0) y[i][j] = 2;": "j == 0 <= i < n and i % 3 == 0"},
     [I3, 'reverse("S0", "i")']),
    (UP, SQUARE, {"if (i > 3 || m > 2) y[i][j] = 2;":
                  "0 <= i < n and 0 <= j < m and (i > 3 or m > 2)",
                  "if (i + j < 5) y[i][j] *= 3;": "0 <= i < n and 0 <= j < m and i + j < 5"}, TILES),
    ("i = n - 1; i >= 0; i--", "j = m - 1; j >= i; j--",
     {"y[i][j] += 1;": "0 <= i < n and i <= j < m"}, ['normalize("S0", "j")', J2]),
    ("i = n - 1; i >= 0; i -= 3", SQUARE,
     {"y[i][j] += 1;": "0 <= i < n and (n - 1 - i) % 3 == 0 and 0 <= j < m"}, [J2]),
    (UP, SQUARE, {"if (j % 3 == 1 && k > 2) y[i][j] = 2;":
                  "0 <= i < n and 0 <= j < m and j % 3 == 1 and k > 2",
                  "if (i != 2) y[i][j] *= 3;": "0 <= i < n and 0 <= j < m and i != 2"}, [J2]),
    (UP, "j = i; j < m; j += 2",
     {"if (k < i) y[i][j] = 2;": "0 <= i < n and i <= j < m and (j - i) % 2 == 0 and k < i"}, TILES),
    (UP, "j = 2 * i; j < 2 * i + 3; j++",
     {"if (j < m) y[i][j] = 2;": "0 <= i < n and 2 * i <= j < 2 * i + 3 and j < m"}, [J2, I3, TURN]),
    (UP, SQUARE, {"if (i > j && j > i) y[i][j] = 2;": "False",
                  "y[i][j] *= 3;": "0 <= i < n and 0 <= j < m"}, []),
]

def expression(text):
    """C's conditions or values, between commas, as a tuple in Python."""
    groups = []
    def choice(text):
        if "?" not in text:
            return text
        condition, rest = text.split("?", 1)
        first, other = rest.split(":", 1)
        return f"(({first}) if ({condition}) else ({choice(other)}))"
    def group(match):
        groups.append("(" + ",".join(map(choice, match[1].split(","))) + ")")
        return f"@{len(groups) - 1}@"
    text = text.replace("&&", " and ").replace("||", " or ").replace("/", "//")
    text = "(" + text.replace("floord(", "floor_of(") + ")"
    while "(" in text:
        text = re.sub(r"\(([^()]*)\)", group, text)
    while "@" in text:
        text = re.sub(r"@(\d+)@", lambda match: groups[int(match[1])], text)
    return text

def translated(listing):
    """The loops of \\p listing as a Python function of the parameters."""
    lines = ["def visit(n, m, k, visited):", "  pass"]
    for line in listing:
        indent = " " * (2 + len(line) - len(line.lstrip()))
        if loop := re.match(r" *for (\w+) in (.*)", line):
            # "[0, n - 1] for S0 and [1, n - 1] for S1": conditions tell them apart.
            bounds = re.sub(r"\] for \w+(, \w+)*", "]", loop[2])
            ends = bounds.replace("no values", "0, -1").split(" and ")
            ends = ", ".join(expression(end.strip("[]")) for end in ends)
            lines.append(f"{indent}for {loop[1]} in between({ends}):")
        elif condition := re.match(r" *if \((.*)\)$", line):
            lines.append(f"{indent}if {expression(condition[1])}:")
        elif statement := re.match(r" *S(\d)\w*: y\[(.*?)\]\[(.*?)\] ", line):
            element = ", ".join(map(expression, statement.groups()))
            lines.append(f"{indent}visited.append(({element}))")
    scope = {"floor_of": lambda a, b: a // b,
             "between": lambda *ends: sorted({v for a, b in ends for v in range(a, b + 1)})}
    exec("\n".join(lines), scope)
    return scope["visit"]

def compare(listing, conditions):
    visit = translated(listing)
    runs = eval(f"lambda i, j, n, m, k: ({', '.join(conditions)},)")
    for n, m, k in itertools.product((0, 1, 2, 5, 6), (0, 1, 3, 6), (-2, 0, 1, 4)):
        visited = []
        visit(n, m, k, visited)
        expected = [(statement, i, j) for i in range(-3, 12) for j in range(-3, 14)
                    for statement, does in enumerate(runs(i, j, n, m, k)) if does]
        if sorted(visited) != sorted(expected):
            wrong = sorted(set(visited) ^ set(expected))
            sys.exit(f"n = {n}, m = {m}, k = {k}: {wrong[:4]}; {len(visited)} visits instead of "
                     f"{len(expected)}\n" + "\n".join(listing))

def main(sparsec, folder):
    for outer, inner, statements, recipes in KERNELS:
        with open(f"{folder}/kernel.c", "w") as file:
            file.write("#pragma sparsec extent(y, n, w)\nvoid f(int n, int m, int k, int w, "
                       f"double y[restrict n][w]) {{\nfor (int {outer})\nfor (int {inner}) {{\n"
                       + "\n".join(statements) + "\n}\n}\n")
        for recipe in [None] + recipes:
            command = [sparsec, f"{folder}/kernel.c", "-list-loops"]
            if recipe:
                with open(f"{folder}/recipe.script", "w") as file:
                    file.write(recipe + "\nprint()\n")
                command[2:] = ["-recipe", f"{folder}/recipe.script", "-o", f"{folder}/out.c"]
            done = subprocess.run(command, capture_output=True, text=True)
            listing = [line for line in done.stdout.splitlines()
                       if not re.match(r"S\d+ at |\w+:$", line)]
            if done.returncode or not listing:
                sys.exit(f"{recipe}: {done.stderr}{done.stdout}")
            compare(listing, statements.values())

main(*sys.argv[1:])
