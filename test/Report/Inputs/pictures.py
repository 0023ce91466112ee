"""Prints what the pictures of a report in JSON show.

pictures.py FILE.json [--diagonals]: whether each diagonal has a colour, too.
"""

import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))


def told(pictures):
    if "sameAs" in pictures:
        return f"as after step {pictures['sameAs']}"
    if "whyNone" in pictures:
        return "none: " + pictures["whyNone"]
    loops = ["{loop} from {first} to {last}".format(**loop) for loop in pictures["loops"]]
    text = f"{', '.join(loops)}, {pictures['iterations']} iterations, "
    text += f"{pictures['padding']} padding"
    for storage in pictures["storages"]:
        text += ", {array} {places} places {padding} padding".format(**storage)
        text += f" {storage['rowLength']} side by side"
    for raster in [pictures["order"]] + [s["raster"] for s in pictures["storages"]]:
        assert len(raster["cells"]) == raster["width"] * raster["height"]
        assert all(-2 <= cell < 16 for cell in raster["cells"])
    return text


print("source:", told(report["source"]["pictures"]))
for step in report["steps"]:
    if "pictures" in step:
        print(f"{step['name']}: {told(step['pictures'])}")

# After the last step a diagonal has one colour, and no two have the same.
if "--diagonals" not in sys.argv:
    sys.exit()
drawn = [step for step in report["steps"] if "order" in step.get("pictures", {})]
order = drawn[-1]["pictures"]["order"]
size = order["width"]
shades = {}
for row in range(order["height"]):
    for column in range(size):
        cell = order["cells"][row * size + column]
        if cell >= 0:
            shades.setdefault(cell, set()).add(column - row)
# A cell stands for one or two rows and columns, so places differ by one.
apart = all(max(where) - min(where) <= 2 for where in shades.values())
print("shades of diagonals:", "one each" if apart and len(shades) == 5 else shades)
