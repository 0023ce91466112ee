"""Whether docs/lowering.md lists the passes of Pipeline.def; -update writes them."""

import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
text = (root / "lib/LoopPasses/Pipeline.def").read_text()
passes = [
    (name, "".join(re.findall(r'"([^"]*)"', sentence)))
    for name, sentence in re.findall(
        r'^LOOP_PASS\("([^"]+)",\s*\w+,((?:\s*"[^"]*")+)\)', text, re.MULTILINE
    )
]
assert len(passes) == text.count("\nLOOP_PASS("), "a row that is not understood"
rows = [f"| `{name}` | {sentence or 'again'} |\n" for name, sentence in passes]
table = "| Pass | What it does |\n|---|---|\n" + "".join(rows)
page = root / "docs/lowering.md"
old = page.read_text()
start = old.index("| Pass | What it does |")
end = old.index("\n\n", start) + 1
if "-update" in sys.argv:
    page.write_text(old[:start] + table + old[end:])
elif old[start:end] != table:
    sys.exit(
        "docs/lowering.md does not list the passes of Pipeline.def: "
        "python3 test/Docs/Inputs/check_pipeline.py . -update"
    )
