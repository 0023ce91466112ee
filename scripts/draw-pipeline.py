#!/usr/bin/env python3
"""Draws how a program passes through the folders of lib/, for docs/architecture.md.

  scripts/draw-pipeline.py           writes docs/_static/pipeline.svg
  scripts/draw-pipeline.py --check   exit status 1 if it is not as drawn

Each box is a folder of the page's table, and each folder of the table has a
box. Boxes bring their own ground, and lines are of a grey that shows on light
and on dark pages.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
DRAWING = ROOT / "docs" / "_static" / "pipeline.svg"
PITCH, WIDE, HIGH, ROW = 164, 112, 46, 92

# folder: column, row, what it is, in a few words, and its kind
BOXES = {
    "Recipe": (2, 0, "runs Lua", "input"),
    "Frontend": (1, 1, "reads clang's AST", "input"),
    "Transforms": (2, 1, "a file per step", "step"),
    "Lowering": (3, 1, "isl's AST", "loops"),
    "LoopPasses": (4, 1, "a file per pass", "loops"),
    "Target/C": (5, 0.6, "C, OpenMP", "output"),
    "Target/Cuda": (5, 1.4, "kernels", "output"),
    "PlanApi": (6, 1, "inspect, execute", "output"),
    "Gradient": (6, 0.1, "derivatives", "output"),
    "Analysis": (2, 2.1, "the one checker", "step"),
    "LoopIR": (3, 2.1, "loops as values", "loops"),
    "LoopText": (4, 2.1, "loops as text", "loops"),
    "Interpreter": (5, 2.4, "runs loops", "try"),
    "Bench": (6, 2.4, "verifies, times", "try"),
    "Report": (6, 3.1, "pages, JSON", "try"),
    "Tune": (1, 2.1, "tries params", "try"),
    "Stress": (5, 3.1, "random programs", "try"),
    "IR": (1, 3.1, "Program, facts", "base"),
    "Poly": (2, 3.1, "all calls of isl", "base"),
    "Support": (3, 3.1, "messages, files", "base"),
    "Matrix": (4, 3.1, "Matrix Market", "base"),
    "MatrixReader": (7, 0.1, "for C programs", "apart"),
    "Permanent": (7, 2.4, "plans, engines", "apart"),
    "PermanentMpi": (7, 3.1, "under mpirun", "apart"),
}
FILES = {"kernel.c": (0, 1), "recipe.script": (0, 0), "plan.c": (7, 1)}
CAPTIONS = {(0, 3.1): "what others share:", (5, 1.95): "run, verify, show:", (7, 1.95): "by itself:"}
# from, to, what passes
ARROWS = [
    ("kernel.c", "Frontend", ""),
    ("recipe.script", "Recipe", ""),
    ("Frontend", "Transforms", "Program"),
    ("Transforms", "Lowering", "Program"),
    ("Lowering", "LoopPasses", "LoopAst"),
    ("LoopPasses", "Target/C", ""),
    ("LoopPasses", "Target/Cuda", ""),
    ("Target/C", "PlanApi", ""),
    ("Target/Cuda", "PlanApi", ""),
    ("PlanApi", "plan.c", ""),
    ("Recipe", "Transforms", "steps"),
    ("Transforms", "Analysis", "each step, before and after"),
]
KINDS = {  # ground, border
    "input": ("#ddf4ff", "#0969da"),
    "step": ("#fff8c5", "#9a6700"),
    "loops": ("#dafbe1", "#1a7f37"),
    "output": ("#fbefff", "#8250df"),
    "try": ("#ffebe9", "#cf222e"),
    "base": ("#eaeef2", "#57606a"),
    "apart": ("#fff1e5", "#bc4c00"),
}


def place(name):
    column, row = FILES.get(name, BOXES.get(name))[:2]
    return 4 + column * PITCH, 18 + row * ROW


def box(name):
    x, y = place(name)
    _, _, words, kind = BOXES[name]
    ground, border = KINDS[kind]
    middle = x + WIDE / 2
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="5"'
        f' fill="{ground}" stroke="{border}"/>'
    )
    yield f'<text class="name" x="{middle:g}" y="{y + 20:g}">{name}</text>'
    yield f'<text class="words" x="{middle:g}" y="{y + 36:g}">{words}</text>'


def arrow(start, end, words):
    (x, y), (to_x, to_y) = place(start), place(end)
    if x == to_x:
        x, to_x, y = x + WIDE / 2, to_x + WIDE / 2, y + HIGH
        text_x, text_y, side = x + 6, (y + to_y) / 2 + 4, "start"
    else:
        x, y, to_y = x + WIDE, y + HIGH / 2, to_y + HIGH / 2
        text_x, text_y, side = (x + to_x) / 2, y - 6, "middle"
    yield (
        f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}"'
        ' marker-end="url(#tip)"/>'
    )
    if words:
        yield f'<text x="{text_x:g}" y="{text_y:g}" text-anchor="{side}">{words}</text>'


def drawing():
    width, height = 7 * PITCH + WIDE + 8, round(18 + 3.1 * ROW + HIGH + 6)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">'
    )
    yield (
        "<style>text { font: 11px sans-serif; fill: #7d8590; }"
        " .name, .words { text-anchor: middle; fill: #1f2328; }"
        " .name { font: bold 12.5px sans-serif; }"
        " line { stroke: #7d8590; stroke-width: 1.5; }"
        " .file { fill: none; stroke: #7d8590; stroke-dasharray: 4 3; }</style>"
    )
    yield (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#7d8590"/>'
        "</marker></defs>"
    )
    for name in BOXES:
        yield from box(name)
    for name in FILES:
        x, y = place(name)
        yield f'<rect class="file" x="{x:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="22"/>'
        yield f'<text x="{x + WIDE / 2:g}" y="{y + 28:g}" text-anchor="middle">{name}</text>'
    for (column, row), words in CAPTIONS.items():
        x, y = 4 + column * PITCH, 18 + row * ROW + 28
        yield f'<text x="{x:g}" y="{y:g}">{words}</text>'
    for one in ARROWS:
        yield from arrow(*one)
    yield "</svg>"


def main():
    listed = set(re.findall(r"^\| `([\w/]+)` \|", PAGE.read_text(), re.M))
    for name in sorted(listed ^ set(BOXES)):
        sys.exit(f"{name}: stands in only one of docs/architecture.md and the drawing")
    text = "\n".join(drawing()) + "\n"
    if sys.argv[1:] != ["--check"]:
        DRAWING.write_text(text)
    elif not DRAWING.exists() or DRAWING.read_text() != text:
        sys.exit("docs/_static/pipeline.svg: not as scripts/draw-pipeline.py draws it")


if __name__ == "__main__":
    main()
