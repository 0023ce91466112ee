"""Prints what a report in JSON says, a line each."""

import json
import os
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
assert report["version"] == 1
print(f"{report['function']}: {len(report['steps'])} steps")
for step in report["steps"]:
    path = report["recipes"][step["recipe"]]["path"]
    place = f"{os.path.basename(path)}:{step['line']}"
    kind = "" if step["isTransform"] else ", not a transformation"
    print(f"{step['number']} {step['call']} at {place}{kind}")
    for check in step["checks"]:
        if check["name"] == "coverage" and check["notes"]:
            print(f"coverage: {check['notes'][0]}")
        if check["pairs"]:
            print(
                f"{check['name']}: {check['pairs']} pairs, "
                f"{check['byArithmetic']} by arithmetic"
            )
    kinds = {line["kind"] for line in step["lines"]}
    assert kinds <= {"phase", "loop", "condition", "statement"}


def told(loop):
    text = loop["verdict"] + (", marked" if loop["isMarked"] else "")
    for conflict in loop["conflicts"]:
        first = conflict["first"]
        fate = "carried" if conflict["isCarried"] else "impossible"
        place = f"{first['line']}:{first['column']}"
        text += f", {conflict['kind']} {first['text']} at {place} is {fate}"
    return text


for loop in report["sourceLoops"]:
    print(f"source loop {loop['loop']}: {told(loop)}")
for loop in report["loops"]:
    around = ", ".join(loop["statements"])
    print(f"{loop['phase']} loop {loop['loop']} around {around}: {told(loop)}")
