"""usage: check_transforms.py SOURCE-FOLDER HELP.md

Compares lib/Transforms/Transforms.def with `sparsec -help-transforms=markdown`,
docs/transforms and test/Transforms; prints what is missing and fails.
"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
help_text = pathlib.Path(sys.argv[2]).read_text()
problems = []


def section(name):
    """The text below the heading of NAME, or None."""
    found = re.search(
        rf"^##? +`?{name}`?\s*$(.*?)(?=^##? |\Z)", help_text, re.M | re.S
    )
    return found and found.group(1)


def parameters(text):
    """(name, last cell) of each row of the table in TEXT."""
    for row in re.findall(r"^\| *`(\w+)`.*\|$", text, re.M):
        line = re.search(rf"^\| *`{row}`.*\|$", text, re.M).group(0)
        yield row, line.strip("|").split("|")[-1].strip()


def tests_of(name):
    folder = source / "test" / "Transforms" / name
    files = [f for f in folder.rglob("*") if f.suffix in {".c", ".script", ".test"}]
    return "\n".join(f.read_text() for f in files)


def check(name):
    described = section(name)
    page = source / "docs" / "transforms" / f"{name}.md"
    if described is None:
        problems.append(f"{name}: no section in sparsec -help-transforms=markdown")
    if not page.exists():
        problems.append(f"{name}: no page docs/transforms/{name}.md")
    for parameter, help_line in parameters(described or ""):
        if not help_line:
            problems.append(f"{name}: parameter '{parameter}' has no help text")
        if page.exists() and parameter not in page.read_text():
            problems.append(f"{name}: its page does not mention '{parameter}'")
    tests = tests_of(name)
    if not tests:
        problems.append(f"{name}: no test in test/Transforms/{name}")
        return
    if "%check-same-result" not in tests:
        problems.append(f"{name}: no test uses %check-same-result")
    if "not %sparsec" not in tests:
        problems.append(f"{name}: no test of a rejection (`not %sparsec`)")


registered = (source / "lib/Transforms/Transforms.def").read_text()
names = re.findall(r"^\s*(?:SPARSEC_)?TRANSFORM\((\w+)\)", registered, re.M)
if not names:
    problems.append("Transforms.def has no TRANSFORM(...) line")
for transform in names:
    check(transform)
print("\n".join(problems) or f"{len(names)} transformations are complete")
sys.exit(bool(problems))
