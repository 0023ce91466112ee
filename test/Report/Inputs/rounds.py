"""Prints what runs at one time, or with --order how arrays are run through.

rounds.py FILE.json [--order]
"""

import json
import sys


def rows_of(raster):
    width = raster["width"]
    return [raster["cells"][at : at + width] for at in range(0, len(raster["cells"]), width)]


def rounds_in(pictures):
    if "rounds" not in pictures:
        return "none"
    rounds = pictures["rounds"]
    filled = [sum(cell >= 0 for cell in column) for column in zip(*rows_of(rounds["raster"]))]
    text = "{outer} from {first} to {last}, {inner} up to {tasks}".format(**rounds)
    return f"{text}, columns {' '.join(map(str, filled))}"


def parts(lines):
    """How many parts shades fall into that rise from line to line."""
    means = [sum(line) / len(line) for line in lines]
    jumps = [b - a for a, b in zip(means, means[1:])]
    return 1 + sum(jump > 3 * (sum(jumps) / len(jumps)) for jump in jumps)


def order_in(pictures):
    told = []
    for reach in pictures["reaches"]:
        rows = rows_of(reach["raster"])
        columns = list(zip(*rows))
        spread = max(max(row) - min(row) for row in rows)
        if spread <= 1:
            order = "by rows"
        elif max(max(column) - min(column) for column in columns) <= 1:
            order = "by columns"
        else:
            order = f"{parts(rows)} by {parts(columns)} tiles"
        told.append("{array} {rows} by {columns}: ".format(**reach) + order)
    return "; ".join(told)


report = json.load(open(sys.argv[1], encoding="utf-8"))
told = order_in if "--order" in sys.argv else rounds_in
for step in [{"name": "source", **report["source"]}, *report["steps"]]:
    if "figures" in step.get("pictures", {}):
        print(f"{step['name']}: {told(step['pictures'])}")
