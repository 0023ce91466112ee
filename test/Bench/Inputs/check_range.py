"""Checks that rows have so many rounds and at least such a range, in seconds: usage check_range.py ROWS.csv ROUNDS RANGE."""

import csv
import sys

with open(sys.argv[1]) as file:
    rows = list(csv.DictReader(file))
assert rows
for row in rows:
    assert row["rounds"] == sys.argv[2], row["rounds"]
    low, high = float(row["execute_q1_s"]), float(row["execute_q3_s"])
    assert low <= float(row["execute_s"]) <= high
    assert high - low >= float(sys.argv[3]), (low, high)
