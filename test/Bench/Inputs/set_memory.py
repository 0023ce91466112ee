"""Copies results with another rate of memory and other times.

set_memory.py FROM TO SECONDS RECIPE=SECONDS...: memory gives the bytes in SECONDS,
and no cache holds them. With `old` instead: as versions wrote them that did not
measure it.
"""

import json
import sys

NEW = ["bytes", "memory_gbps", "cache_bytes", "params", "recipe_file", "recipe_hash"]

times = dict(word.split("=") for word in sys.argv[4:])
with open(sys.argv[1]) as old, open(sys.argv[2], "w") as new:
    for line in old:
        result = json.loads(line)
        if sys.argv[3] == "old":
            for name in NEW:
                del result[name]
        else:
            seconds = float(sys.argv[3])
            result["memory_gbps"] = 1e-9 * result["bytes"] / seconds
            result["cache_bytes"] = result["bytes"] / 10
            result["execute_s"] = 3 * [float(times[result["recipe"]])]
        new.write(json.dumps(result) + "\n")
