#!/usr/bin/env python3
"""Plots tables of measurements of the manual.

  scripts/plot-tables.py           all plots, into docs/plots
  scripts/plot-tables.py --check   exit status 1 if one is not as its table is now

A page asks for a plot of the table that follows by a comment, the image follows it:

  <!-- plot: sptrsv labels=1 columns=2,3,4 log "times as fast as the source" -->
  ![...](../plots/sptrsv.svg)

The first columns (`labels`) name a row, an empty cell that of the row above. Each
of `columns` (counted from 1) is a series of dots at the first number of its
cells, 3.2 at the second one of column 3. `names=a;b` gives other names than those
of the head, `skip=1` leaves rows out, `one` draws a line at 1. Needs nothing but
Python.
"""

import math
import re
import shlex
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- plot: (\S+) (.*?) -->\n!\[[^\]]*\]\((?:\.\./)?plots/(.*?)\)")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*\.?\d*(?:e[+-]?\d+)?")
COLOURS = ["#0969da", "#cf222e", "#1a7f37", "#bf8700", "#8250df", "#57606a", "#e16f24"]
WIDE, LETTER = 460, 6.6
STYLE = (
    "<style>text { font: 12px sans-serif; fill: #57606a; }"
    " .grid { stroke: #8c959f; stroke-width: .4; } .one { stroke: #8c959f; }"
    " @media (prefers-color-scheme: dark) { text { fill: #9da7b3; } }</style>"
)


def table_behind(text):
    """The head and the rows of the first table of a text."""
    lines = re.search(r"^\|.*(?:\n\|.*)*", text, re.M)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return cells[0], cells[2:]


def plain(cell):
    return re.sub(r"[`*]|\[|\]\([^)]*\)", "", cell)


def number_in(row, place):
    """The number at (column, place in its cell); None where there is none."""
    column, which = place
    found = NUMBER.findall(plain(row[column])) if column < len(row) else []
    return float(found[which].replace(",", "")) if which < len(found) else None


def places_in(columns):
    """`4,3.2` as pairs of a column and a place in its cells, from 0."""
    pairs = [name.partition(".") for name in columns.split(",")]
    return [(int(column) - 1, int(place or 1) - 1) for column, _, place in pairs]


def with_labels(rows, labels):
    """Empty cells of the first columns but the last say what the row above does."""
    above = [""] * labels
    for row in rows:
        is_new = False
        for at in range(labels - 1):
            is_new |= bool(row[at])
            row[at] = row[at] if is_new else above[at]
        above = row[:labels]
        yield row


def ticks_between(low, high, is_log):
    if is_log:
        powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
        steps = (1, 2, 5) if high / low < 200 else (1,)
        every = [step * 10.0**power for power in powers for step in steps]
        first = max([tick for tick in every if tick <= low * 1.001])
        last = min([tick for tick in every if tick >= high * 0.999])
        return [tick for tick in every if first <= tick <= last]
    step = 10 ** math.floor(math.log10(high / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if high / (step * factor) <= 8)
    return [step * count for count in range(math.ceil(high / step - 1e-9) + 1)]


def dot(shape, x, y, colour):
    """Series differ in shape, too."""
    if shape % 3 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:g}" r="4" fill="{colour}"/>'
    if shape % 3 == 1:
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:g}" width="7" height="7" fill="{colour}"/>'
    return f'<path d="M{x:.1f} {y - 5:g}l5 9h-10z" fill="{colour}"/>'


class Plot:
    def __init__(self, words, text):
        self.words = [word for word in words if "=" not in word]
        options = dict(word.split("=", 1) for word in words if "=" in word)
        labels = int(options.get("labels", 1))
        places = places_in(options["columns"])
        head, rows = table_behind(text)
        self.rows = [
            (", ".join(filter(None, map(plain, row[:labels]))),
             [number_in(row, place) for place in places])
            for row in with_labels(rows[int(options.get("skip", 0)) :], labels)
        ]
        self.rows = [row for row in self.rows if any(row[1])]
        names = ";".join(plain(head[column]) for column, _ in places)
        self.names = options.get("names", names).split(";")
        values = [value for _, row in self.rows for value in row if value]
        self.is_log = "log" in self.words
        self.row = 18 if len(self.rows) < 40 else 14
        self.ticks = ticks_between(min(values), max(values), self.is_log)
        self.left = 12 + LETTER * max(len(label) for label, _ in self.rows)
        self.top = 18 * len(self.lines_of_names()) + 26

    def lines_of_names(self):
        """The names of the series, as many on a line as fit."""
        lines, used = [[]], 0
        for number, name in enumerate(self.names):
            needed = 24 + LETTER * len(name)
            if used and used + needed > self.left_or_all():
                lines, used = lines + [[]], 0
            lines[-1].append((number, name, used))
            used += needed
        return lines

    def left_or_all(self):
        return WIDE + 12 + LETTER * max(len(label) for label, _ in self.rows)

    def x(self, value):
        first, last = self.ticks[0], self.ticks[-1]
        if self.is_log:
            value, first, last = (math.log(number) for number in (value, first, last))
        return self.left + WIDE * (value - first) / (last - first)

    def axes(self, bottom):
        for tick in self.ticks:
            x = self.x(tick)
            kind = "one" if tick == 1 and "one" in self.words else "grid"
            yield f'<line class="{kind}" x1="{x:.1f}" y1="{self.top - 4}" x2="{x:.1f}" y2="{bottom}"/>'
            yield f'<text x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{tick:g}</text>'
        middle = self.left + WIDE / 2
        known = {"log", "one"}
        title = " ".join(word for word in self.words if word not in known)
        yield f'<text x="{middle:.1f}" y="{bottom + 33}" text-anchor="middle">{escape(title)}</text>'

    def lines(self):
        bottom = self.top + self.row * len(self.rows)
        width, height = round(self.left + WIDE + 24), bottom + 42
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}">'
        )
        yield STYLE
        for row, names in enumerate(self.lines_of_names()):
            for number, name, left in names:
                yield dot(number, left + 8, 12 + 18 * row, COLOURS[number % len(COLOURS)])
                yield f'<text x="{left + 16:g}" y="{16 + 18 * row}">{escape(name)}</text>'
        yield from self.axes(bottom)
        for place, (label, values) in enumerate(self.rows):
            y = self.top + self.row * place + self.row / 2
            yield f'<text x="{self.left - 8:g}" y="{y + 4:g}" text-anchor="end">{escape(label)}</text>'
            yield f'<line class="grid" x1="{self.left:g}" y1="{y:g}" x2="{self.left + WIDE:g}" y2="{y:g}"/>'
            for number, value in enumerate(values):
                if value:
                    yield dot(number, self.x(value), y, COLOURS[number % len(COLOURS)])
        yield "</svg>"


def main():
    is_check, wrong = sys.argv[1:] == ["--check"], []
    for page in sorted((ROOT / "docs").glob("**/*.md")):
        text = page.read_text(encoding="utf-8")
        for mark in MARK.finditer(text):
            plot = Plot(shlex.split(mark[2]), text[mark.end() :])
            drawn, file = "\n".join(plot.lines()) + "\n", ROOT / "docs/plots" / mark[3]
            if not is_check:
                file.write_text(drawn, encoding="utf-8")
            elif not file.exists() or file.read_text(encoding="utf-8") != drawn:
                wrong.append(f"docs/plots/{mark[3]}: not as the table of {page.name} is")
    print("\n".join(wrong + ["run scripts/plot-tables.py"] if wrong else []), end="")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
