"""Prints what max_fill refuses, and places of arrays in joined pictures.

places_of.py FILE.json
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
print("refused:", *report["refusals"] or ["nothing"])
for step in report["steps"]:
    pictures = step.get("pictures", {})
    for storage in pictures.get("storages", []):
        counted = "counted" if pictures["isCounted"] else "not counted"
        print(
            f"{step['name']}: group {pictures['group']}, {counted}:",
            "{array} {places} places {padding} padding".format(**storage),
            f"{storage['rowLength']} side by side",
        )
