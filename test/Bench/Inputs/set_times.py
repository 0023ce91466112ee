"""Copies results with other times: usage set_times.py FROM TO RECIPE=MEDIAN,LOW,HIGH[,dropped]..."""

import json
import sys

times = dict(word.split("=") for word in sys.argv[3:])
with open(sys.argv[1]) as old, open(sys.argv[2], "w") as new:
    for line in old:
        result = json.loads(line)
        if result["recipe"] in times:
            median, low, high, *state = times[result["recipe"]].split(",")
            result["execute_s"] = [float(median), float(low), float(high)]
            result["dropped"] = state == ["dropped"]
        new.write(json.dumps(result) + "\n")
