"""Checks what rows say of memory: usage check_memory.py ROWS.csv."""

import csv
import sys

with open(sys.argv[1]) as file:
    rows = list(csv.DictReader(file))
assert {row["threads"] for row in rows} == {"1", "2"}
for row in rows:
    assert 0.05 < float(row["memory_gbps"]) < 5000, "a rate"
    assert float(row["cache_bytes"]) >= 0
    # 900 rows, columns and results, 4380 entries of 12 bytes.
    assert float(row["bytes"]) == 4 * 901 + 12 * 4380 + 2 * 8 * 900, "all arrays"
    rate = float(row["bytes"]) / float(row["execute_s"]) * 1e-9
    assert abs(rate / float(row["gbps"]) - 1) < 1e-4, "columns agree"
