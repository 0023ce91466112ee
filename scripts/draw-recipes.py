#!/usr/bin/env python3
"""Draws what recipes do, for the pages of docs/recipes.

  scripts/draw-recipes.py SPARSEC           all pictures, into docs/pictures
  scripts/draw-recipes.py SPARSEC --check   exit status 1 if one is not as drawn

A page asks for a picture by a comment, the image follows it:

  <!-- picture: spmv/spmv.c spmv/ell.script stencil2d:14 T=32 -->
  ![...](../pictures/spmv-ell.svg)

The numbers are those of a report (sparsec -report=FILE.json -matrix=..): the
matrix after the last step that moves anything, each entry in the colour of the
outermost loop's value, and arrays of values as they lie in memory.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- picture: (.*?) -->\n!\[[^\]]*\]\(\.\./pictures/(.*?)\)")
# viridis, and red for padding.
SHADES = (
    "440154 481a6c 472f7d 414487 39568c 31688e 2a788e 23888e "
    "1f988b 22a884 35b779 54c568 7ad151 a5db36 d2e21b fde725"
).split()
PADDING = "d1242f"
SIDE, GAP, TEXT = 240, 24, 40


def report_of(sparsec, words):
    """The report of `kernel recipe matrix [param=value..]`."""
    kernel, recipe, matrix, *settings = words.split()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.json"
        command = [sparsec, ROOT / "recipes" / kernel, "-recipe"]
        command += [ROOT / "recipes" / recipe, f"-matrix={matrix}"]
        for setting in settings:
            command += ["-set", setting]
        command += [f"-report={page}", "-o", Path(folder) / "out.c"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return json.loads(page.read_text(encoding="utf-8"))


def paths(raster, left, top, width, height):
    """One path for each colour, of rectangles along rows."""
    across, down = width / raster["width"], height / raster["height"]
    drawn = {}
    for row in range(raster["height"]):
        cells = raster["cells"][row * raster["width"] : (row + 1) * raster["width"]]
        start = 0
        for at in range(1, len(cells) + 1):
            if at < len(cells) and cells[at] == cells[start]:
                continue
            if cells[start] != -1:
                x, y = left + start * across, top + row * down
                drawn.setdefault(cells[start], []).append(
                    f"M{x:.1f} {y:.1f}h{(at - start) * across:.1f}"
                    f"v{down:.1f}h-{(at - start) * across:.1f}z"
                )
            start = at
    for cell, rectangles in sorted(drawn.items()):
        colour = PADDING if cell == -2 else SHADES[cell]
        yield f'<path fill="#{colour}" d="{"".join(rectangles)}"/>'


def panels_of(pictures, matrix):
    loops = ["{loop} from {first} to {last}".format(**loop) for loop in pictures["loops"]]
    yield pictures["order"], [matrix, f"coloured by {', '.join(loops)}"]
    for storage in pictures["storages"]:
        yield storage["raster"], [
            f"{storage['array']}, {storage['rowLength']} side by side",
            f"{storage['places']} places, {storage['padding']} of them padding",
        ]


def drawing(report):
    drawn = [step["pictures"] for step in report["steps"] if "pictures" in step]
    drawn = [pictures for pictures in drawn if "order" in pictures]
    panels = list(panels_of(drawn[-1], report["matrix"]))
    width = len(panels) * (SIDE + GAP) - GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE + TEXT}"'
        f' width="{width}" height="{SIDE + TEXT}">',
        "<style>text { font: 12px sans-serif; fill: #57606a; }"
        " rect { fill: none; stroke: #8c959f; }"
        " @media (prefers-color-scheme: dark) { text { fill: #9da7b3; } }</style>",
    ]
    for number, (raster, texts) in enumerate(panels):
        left = number * (SIDE + GAP)
        lines += paths(raster, left, 0, SIDE, SIDE)
        lines.append(f'<rect x="{left}" y="0" width="{SIDE}" height="{SIDE}"/>')
        for row, text in enumerate(texts):
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
    wrong, asked = [], set()
    for page in sorted((ROOT / "docs" / "recipes").glob("*.md")):
        for words, name in MARK.findall(page.read_text(encoding="utf-8")):
            asked.add(name)
            text = drawing(report_of(options.sparsec.resolve(), words))
            file = folder / name
            if not options.check:
                file.write_text(text, encoding="utf-8")
            elif not file.exists() or file.read_text(encoding="utf-8") != text:
                wrong.append(f"docs/pictures/{name}: not as drawn for {page.name}")
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
