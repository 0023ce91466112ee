"""The syntax of a DOT file, as far as sparsec writes it; Graphviz's own
parser too where it is installed."""

import re
import shutil
import subprocess
import sys

name = r'"(?:[^"\\]|\\.)*"'
attributes = rf"\[\w+=(?:{name}|\w+)(?:, \w+=(?:{name}|\w+))*\]"
statement = re.compile(
    rf"(?:digraph \w+ \{{|subgraph {name} \{{|\}}|label={name};"
    rf"|(?:node|edge|{name}) {attributes};|({name}) -> ({name}) {attributes};)"
)
nodes, edges, depth = set(), 0, 0
with open(sys.argv[1]) as file:
    for line in file:
        found = statement.fullmatch(line.strip())
        if not found:
            sys.exit("not DOT: " + line)
        depth += line.count(" {") - (line.strip() == "}")
        if found[1]:
            edges += 1
            if not {found[1], found[2]} <= nodes:
                sys.exit("an edge without its nodes: " + line)
        elif line.strip().startswith('"'):
            nodes.add(re.match(name, line.strip())[0])
if depth or not nodes or not edges:
    sys.exit("unbalanced or empty")
if shutil.which("dot"):
    subprocess.run(["dot", "-Tsvg", "-o", "/dev/null", sys.argv[1]], check=True)
