"""Checks a plot against its rows: usage check_plot.py PLOT.svg ROWS.csv."""

import csv
import sys
import xml.etree.ElementTree as tree

SPACE = "{http://www.w3.org/2000/svg}"
root = tree.parse(sys.argv[1]).getroot()
bars = root.findall(f"{SPACE}g")
with open(sys.argv[2]) as file:
    rows = list(csv.DictReader(file))
groups = []
for row in rows:
    if (row["matrix"], row["threads"]) not in groups:
        groups.append((row["matrix"], row["threads"]))
names = [bar.find(f"{SPACE}text").text for bar in bars]
wanted = []
for matrix, threads in groups:
    group = [r for r in rows if (r["matrix"], r["threads"]) == (matrix, threads)]
    wanted += [r["recipe"] for r in group] + ["original"]
assert names == wanted, (names, wanted)
# Lengths are in proportion.
widths = [float(bar.find(f"{SPACE}rect").get("width")) for bar in bars]
first = [float(rows[k]["total_s"]) for k in (0, 1)]
assert abs(widths[1] / widths[0] - first[1] / first[0]) < 0.02, widths
