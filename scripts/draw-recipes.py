#!/usr/bin/env python3
"""Draws what recipes do, for the pages of docs/recipes.

  scripts/draw-recipes.py SPARSEC           all pictures, into docs/pictures
  scripts/draw-recipes.py SPARSEC --check   exit status 1 if one is not as drawn

A page asks for a picture by a comment, the image follows it:

  <!-- picture: spmv/spmv.c spmv/ell.script stencil2d:14 T=32 -->
  ![...](../pictures/spmv-ell.svg)

They are those of a report (sparsec -report=FILE.html -matrix=..), of its last step
that has any: the matrix, each entry in the colour of the outermost loop's value,
and arrays of values as they lie in memory. Shapes, colours and words are the
report's. `cuda` asks for the mapping to GPUs, `inspectors` for those of the source
to be run. Without a matrix, and with
parameters (arg:n=48), the report draws when which elements are reached.
"""

import argparse
import concurrent.futures
import html
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- picture: (.*?) -->\n!\[[^\]]*\]\(\.\./pictures/(.*?)\)")
SIDE, GAP, LETTERS = 240, 24, 36


def options_of(word):
    """`T=32` is a recipe's param, `arg:n=8` the source's, other words matrices."""
    if word == "cuda":
        return []
    if word == "inspectors":
        return ["-run-inspectors"]
    if word.startswith("arg:"):
        return ["-arg", word.removeprefix("arg:")]
    return ["-set", word] if "=" in word else [f"-matrix={word}"]


def report_of(sparsec, words):
    """The report of `kernel recipe [matrix] [param=value..] [arg:NAME=value..] [cuda] [inspectors]`."""
    kernel, recipe, *settings = words.split()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sparsec, ROOT / "recipes" / kernel, "-recipe"]
        command += [ROOT / "recipes" / recipe]
        for setting in settings:
            command += options_of(setting)
        output = "out.cu" if "cuda" in settings else "out.c"
        command += [f"-report={report}", "-o", Path(folder) / output]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return json.loads(report.read_text(encoding="utf-8"))


def drawing(report):
    """The last figures of a report, one beside the other."""
    steps = [report["source"], *report["steps"]]
    drawn = [step.get("pictures", {}).get("figures") for step in steps]
    figures = [figures for figures in drawn if figures][-1]
    captions = [textwrap.wrap(figure["caption"], LETTERS) for figure in figures]
    width = len(figures) * (SIDE + GAP) - GAP
    height = SIDE + 8 + 16 * max(map(len, captions))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">',
        "<style>text { font: 12px sans-serif; fill: #57606a; }"
        " rect { fill: none; stroke: #8c959f; } .paper { fill: #f6f8fa; stroke: none; }"
        # Dark shades need a light ground in the dark, too.
        " @media (prefers-color-scheme: dark) { text { fill: #9da7b3; }"
        " .paper { fill: #d0d7de; } }</style>",
    ]
    for number, (figure, caption) in enumerate(zip(figures, captions)):
        left = number * (SIDE + GAP)
        place = f'x="{left}" y="0" width="{SIDE}" height="{SIDE}"'
        lines.append(f'<rect class="paper" {place}/>')
        # A figure has no size of its own: it takes that of what is around it.
        lines.append(f"<svg {place}>")
        lines += [figure["svg"].replace("><", ">\n<"), "</svg>"]
        lines.append(f"<rect {place}/>")
        for row, text in enumerate(caption):
            place = f'x="{left}" y="{SIDE + 16 + 16 * row}"'
            lines.append(f"<text {place}>{html.escape(text, quote=False)}</text>")
    return "\n".join(lines + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sparsec", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    folder = ROOT / "docs" / "pictures"
    folder.mkdir(exist_ok=True)
    sparsec = options.sparsec.resolve()
    asked = {
        name: (page.name, words)
        for page in sorted((ROOT / "docs" / "recipes").glob("*.md"))
        for words, name in MARK.findall(page.read_text(encoding="utf-8"))
    }
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        drawings = pool.map(
            lambda asked_for: drawing(report_of(sparsec, asked_for[1])), asked.values()
        )
    wrong = []
    for (name, (page, _)), text in zip(asked.items(), drawings):
        file = folder / name
        if not options.check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            wrong.append(f"docs/pictures/{name}: not as drawn for {page}")
    for file in sorted(folder.glob("*.svg")):
        if file.name not in asked:
            wrong.append(f"docs/pictures/{file.name}: no page shows it")
    for line in wrong:
        print(line)
    if wrong:
        print("run scripts/draw-recipes.py SPARSEC")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
