#!/usr/bin/env python3
"""Lists the C++ files that may hold a function of more than 60 lines.

  scripts/long-blocks.py [-limit N] FILE...    the files among these, one a line

A sieve before clang-tidy, which takes seconds a file and decides: every function
of more than N lines is in a listed file, but not every listed file has one. What
spans that much between braces counts, whatever it is, but for namespaces and for
classes, whose members count for themselves. Where braces may not tell where a
function ends, the file is listed: those of one that conditional compilation
opens or closes, digraphs, and functions that are a `try` with handlers.
"""

import argparse
import re
import sys
from pathlib import Path

# Comments and literals: braces in them are none. A quote after a digit is in a
# number (1'000).
TEXT = re.compile(
    r"""//(?:\\\n|[^\n])*|/\*.*?\*/
      |(?<!\w)(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
      |"(?:\\.|[^"\\\n])*"
      |(?<!\w)(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'""",
    re.DOTALL | re.VERBOSE,
)
DIGRAPHS = re.compile(r"<%|%>|%:|\?\?[<>=/]")
MARKS = re.compile(r"[{};]|^[ \t]*#[ \t]*(?:if|el|endif)", re.MULTILINE)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
ACCESS = re.compile(r"\b(?:public|private|protected)\s*:(?!:)")
# What stands in front of a brace that opens no function.
NO_FUNCTION = re.compile(
    r"""(?:inline\s+)?namespace(?:\s+[\w:]+)?
      |extern\s*""
      |(?:template\s*<[\w\s,.]*>\s*)?(?:class|struct|union|enum)\b[\w\s:<>,&*]*""",
    re.VERBOSE,
)


def without_text(source):
    """The source without comments and in literals, with the same lines."""

    def blank(match):
        lines = "\n" * match.group().count("\n")
        return (" " if match.group().startswith("/") else '""') + lines

    return TEXT.sub(blank, source)


class Blocks:
    """The braces of one file, and the longest block that may be a function."""

    def __init__(self, code):
        self.code = code
        self.opened = []  # of each open brace: where, and whether it counts
        self.conditions = []  # braces open at each #if
        self.longest = 0
        self.is_clear = not DIGRAPHS.search(code)
        last = 0
        for mark in MARKS.finditer(code):
            if mark.group() == "{":
                self.open(last, mark.start())
            elif mark.group() == "}":
                self.close(mark.start())
            elif mark.group() != ";":
                self.condition(mark.group().strip(" \t#"))
                continue
            last = mark.end()
        self.is_clear &= not self.opened and not self.conditions

    def open(self, last, at):
        head = ACCESS.sub("", DIRECTIVE.sub("", self.code[last:at])).strip()
        self.is_clear &= not re.search(r"\S\s*\btry$", head)
        self.opened.append((at, not NO_FUNCTION.fullmatch(head)))

    def close(self, at):
        outside = self.conditions[-1] if self.conditions else 0
        if len(self.opened) <= outside:
            self.is_clear = False
            return
        begin, counts = self.opened.pop()
        if counts:
            self.longest = max(self.longest, self.code.count("\n", begin, at))

    def condition(self, directive):
        if directive == "if":
            self.conditions.append(len(self.opened))
        elif not self.conditions or self.conditions[-1] != len(self.opened):
            self.is_clear = False
        if directive == "endif" and self.conditions:
            self.conditions.pop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-limit", type=int, default=60)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    for name in arguments.files:
        blocks = Blocks(without_text(Path(name).read_text()))
        if not blocks.is_clear or blocks.longest > arguments.limit:
            print(name)


sys.exit(main())
