"""Checks rows of candidates that took turns: usage check_turns.py ROWS.csv."""

import csv
import sys

with open(sys.argv[1]) as file:
    rows = list(csv.DictReader(file))
for threads in {row["threads"] for row in rows}:
    group = [row for row in rows if row["threads"] == threads]
    assert len({row["original_s"] for row in group}) == 1, "one original"
    assert len({row["rounds"] for row in group}) == 1, "as many rounds"
    times = [float(row["execute_s"]) for row in group]
    assert times == sorted(times), "ranked"
for row in rows:
    own = float(row["execute_s"])
    assert float(row["execute_q1_s"]) <= own <= float(row["execute_q3_s"])
    ratio = float(row["original_s"]) / own
    assert abs(ratio / float(row["speedup"]) - 1) < 1e-4, "columns agree"
