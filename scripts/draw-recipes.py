#!/usr/bin/env python3
"""Draws what recipes do, for the pages of docs/recipes.

  scripts/draw-recipes.py SPARSEC           all pictures, into docs/pictures
  scripts/draw-recipes.py SPARSEC --check   exit status 1 if one is not as drawn

A page asks for a picture by a comment, the image follows it:

  <!-- picture: spmv/spmv.c spmv/ell.script stencil2d:14 T=32 -->
  ![...](../pictures/spmv-ell.svg)

They are those of a report (sparsec -report=FILE.html -matrix=..), of its last step
that has any: the matrix, each entry in the colour of the outermost loop's value,
and arrays of values as they lie in memory. Shapes, colours and words are taken
from the report's page as they are.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- picture: (.*?) -->\n!\[[^\]]*\]\(\.\./pictures/(.*?)\)")
GROUP = re.compile(r'<div class="pictures">(.*?)</div>', re.S)
FIGURE = re.compile(
    r'<svg [^>]*?viewBox="(.*?)"[^>]*>(.*?)</svg>\s*<figcaption>(.*?)</figcaption>', re.S
)
COLOUR = re.compile(r"^\.(shade\d+|padding) \{ fill: #\w+; \}", re.M)
SIDE, GAP, LETTERS = 240, 24, 36


def report_of(sparsec, words):
    """The report of `kernel recipe matrix [param=value..]`."""
    kernel, recipe, matrix, *settings = words.split()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        command = [sparsec, ROOT / "recipes" / kernel, "-recipe"]
        command += [ROOT / "recipes" / recipe, f"-matrix={matrix}"]
        for setting in settings:
            command += ["-set", setting]
        command += [f"-report={page}", "-o", Path(folder) / "out.c"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return page.read_text(encoding="utf-8")


def drawing(report):
    """The last figures of a report, one beside the other."""
    groups = [FIGURE.findall(group) for group in GROUP.findall(report)]
    figures = [figures for figures in groups if figures][-1]
    captions = [textwrap.wrap(words, LETTERS) for _, _, words in figures]
    width = len(figures) * (SIDE + GAP) - GAP
    height = SIDE + 8 + 16 * max(map(len, captions))
    colours = " ".join(found[0] for found in COLOUR.finditer(report))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">',
        "<style>text { font: 12px sans-serif; fill: #57606a; }"
        " rect { fill: none; stroke: #8c959f; }"
        " @media (prefers-color-scheme: dark) { text { fill: #9da7b3; } }"
        f" {colours}</style>",
    ]
    for number, ((box, paths, _), caption) in enumerate(zip(figures, captions)):
        left = number * (SIDE + GAP)
        lines.append(
            f'<svg x="{left}" width="{SIDE}" height="{SIDE}" viewBox="{box}"'
            ' preserveAspectRatio="none" shape-rendering="crispEdges">'
        )
        lines += [paths.replace("/><", "/>\n<"), "</svg>"]
        lines.append(f'<rect x="{left}" y="0" width="{SIDE}" height="{SIDE}"/>')
        for row, text in enumerate(caption):
            lines.append(f'<text x="{left}" y="{SIDE + 16 + 16 * row}">{text}</text>')
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
