"""Copies results with other times: usage set_times.py FROM TO RECIPE=MEDIAN,LOW,HIGH..."""

import json
import sys

times = dict(word.split("=") for word in sys.argv[3:])
with open(sys.argv[1]) as old, open(sys.argv[2], "w") as new:
    for line in old:
        result = json.loads(line)
        if result["recipe"] in times:
            result["execute_s"] = [float(t) for t in times[result["recipe"]].split(",")]
        new.write(json.dumps(result) + "\n")
