"""usage: check_helpers.py SOURCE-FOLDER

Compares the list of helpers in docs/guide/writing-a-transformation.md with the
headers that it names: each has what the list says, and each header that two
transformations share is in it or in the table below.
"""

import re
import sys
from pathlib import Path

# What only one transformation, or another part of this list, includes.
PARTS = {
    "Inspection/Colouring.h",
    "Inspection/FarIndices.h",
    "Inspection/IndexDifferences.h",
    "Inspection/IndexEncoding.h",
    "Inspection/MaskedBlocks.h",
    "Inspection/PlaceMarks.h",
    "Inspection/StoredValues.h",
}

source = Path(sys.argv[1])
page = (source / "docs/guide/writing-a-transformation.md").read_text()
problems, listed = [], set()
for header, text in re.findall(r"^\| `([\w/]+\.h)` \| (.*) \|$", page, re.M):
    listed.add(header)
    found = [source / "include" / header, source / "lib/Transforms" / header]
    path = next((one for one in found if one.exists()), None)
    if not path:
        problems.append(f"{header}: there is no such header")
        continue
    for name in re.findall(r"`(\w+)(?:\([^`]*\))?`", text):
        if not re.search(rf"\b{name}\b", path.read_text()):
            problems.append(f"{header}: has no '{name}'")
shared = [
    *(source / "include").glob("sparsec/Transforms/*.h"),
    *(source / "lib/Transforms").glob("Support/*.h"),
    *(source / "lib/Transforms").glob("Inspection/*.h"),
]
for path in shared:
    root = "include" if "include" in path.parts else "lib/Transforms"
    name = str(path.relative_to(source / root))
    if name not in listed | PARTS:
        problems.append(f"{name}: is not in the list of helpers")
print("\n".join(problems) or f"{len(listed)} headers are as listed")
sys.exit(bool(problems) or not listed)
