"""values.py VALUE...: the eigenvalues that lobpcg prints, on standard input, are
VALUEs but for 1e-8 of each."""

import re
import sys

printed = re.findall(r"^ +\d+ +(\S+e\S+) +\S+ +\S+$", sys.stdin.read(), re.M)
expected = sys.argv[1:]
if len(printed) != len(expected):
    sys.exit(f"{len(printed)} eigenvalues, not {len(expected)}")
for found, value in zip(printed, expected):
    if not abs(float(found) - float(value)) <= 1e-8 * float(value):
        sys.exit(f"{found} is not {value}")
