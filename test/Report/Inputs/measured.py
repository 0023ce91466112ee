"""Prints the times of a report, a line each: usage measured.py FILE.json."""

import json
import sys


def share(value, known):
    if value["isCached"]:
        return "cached"
    assert ("memoryShare" in value) == known
    return f"{value['memoryShare']:.2f}" if known else "unknown"


with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for group in report["measured"]:
    known = "memoryBytesPerSecond" in group
    rate = f"{group['memoryBytesPerSecond'] * 1e-9:.0f} GB/s" if known else "unknown"
    original = share(group["original"], known)
    print(f"{group['matrix']} {group['threads']}: {rate}, original {original}")
    for one in group["candidates"]:
        words = [one["name"]]
        words += [f"{param['name']}={param['value']}" for param in one["params"]]
        words.append(share(one, known))
        flags = {"isOfRecipe": "of-recipe", "isShown": "shown"}
        flags |= {"isBeside": "beside", "isDropped": "dropped"}
        words += [word for name, word in flags.items() if one[name]]
        print(*words)
        times = one["execute"]
        assert times["low"] <= times["median"] <= times["high"]
        if not one["isCached"] and known:
            expected = group["memorySeconds"] / times["median"]
            assert abs(one["memoryShare"] / expected - 1) < 1e-9
