"""Checks what -runs ranks by: usage check_totals.py ROWS.csv RUNS."""

import csv
import sys

with open(sys.argv[1]) as file:
    rows = list(csv.DictReader(file))
totals = [float(row["total_s"]) for row in rows]
assert len(totals) > 1 and totals == sorted(totals), "ranked"
for row, total in zip(rows, totals):
    parts = float(row["inspect_s"]) + float(sys.argv[2]) * float(row["execute_s"])
    assert abs(parts / total - 1) < 1e-4, "one inspection and the executions"
