"""Whether help, recipes' functions and the manual have the same names.

help_tables.py STEM DOCS: STEM.globals, .commands, .transforms, .facts.
"""

import re
import sys
from pathlib import Path

LUA = """assert error getmetatable ipairs next pairs pcall rawequal rawget rawlen rawset
select setmetatable tonumber tostring type warn xpcall""".split()


def names(path, pattern):
    return set(re.findall(pattern, Path(path).read_text(encoding="utf-8"), re.M))


def differ(what, one, other):
    if one == other:
        return False
    print(f"{what}: only here {sorted(one - other)}, only there {sorted(other - one)}")
    return True


def main(stem, docs):
    commands = names(f"{stem}.commands", r"^  (\w+)\(")
    transforms = names(f"{stem}.transforms", r"^  (\w+) ")
    functions = names(f"{stem}.globals", r"^(\w+)$") - set(LUA)
    facts = names(f"{stem}.facts", r"^  (\w+)(?:\(| {2})")
    page = Path(docs, "recipe-language.md").read_text(encoding="utf-8")
    table = page[page.index("| command | meaning |") : page.index("## Library")]
    told = set(re.findall(r"^\| `(\w+)\(", table, re.M))
    kinds = Path(docs, "facts.md").read_text(encoding="utf-8")
    kinds = kinds[kinds.index("| fact | meaning |") :]
    kinds = kinds[: kinds.index("\n\n")]
    wrong = differ("functions", functions, commands | transforms)
    wrong |= differ("commands", commands, told)
    wrong |= differ("facts", facts, set(re.findall(r"^\| `(\w+)[(`]", kinds, re.M)))
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
