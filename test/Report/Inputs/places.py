"""Prints the places that a report's JSON gives of the code, with their lines.

places.py REPORT.json CODE: CODE is what the same run wrote.
"""

import json
import sys


def main(path, code):
    report = json.load(open(path, encoding="utf-8"))
    lines = open(code, encoding="utf-8").read().split("\n")
    assert "\n".join(lines) == report["code"]
    for place in report["codePlaces"]:
        what = ", ".join(place["statements"])
        if "loop" in place:
            what = f"loop {place['loop']} around {what}"
        print(f"{what}: {lines[place['line'] - 1].strip()}")


main(*sys.argv[1:])
