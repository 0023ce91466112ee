"""Prints the texts of a report's section on times: usage cells.py FILE.html.

A line for each heading, sentence and row of a table, of whose bars it says how
much is the strong part, in the units of the drawing.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path


class Section(HTMLParser):
    def __init__(self):
        super().__init__()
        self.lines, self.text, self.strong = [], "", None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "svg":
            assert values["aria-hidden"] == "true"
            self.strong, self.time = 0.0, 0.0
        elif tag == "rect":
            width = float(values["width"])
            assert 0 <= width <= 1000
            if values["class"] == "must":
                self.strong = width / self.time * 1000
            else:
                self.time = width
        elif tag == "br":
            self.text += " "

    def handle_data(self, data):
        self.text += data

    def handle_endtag(self, tag):
        if tag in ("th", "td"):
            if self.strong is not None and tag == "td":
                self.text += f" [{self.strong:.0f} of 1000]"
                self.strong = None
            self.text += " | "
        elif tag in ("tr", "p", "h2", "h3", "caption"):
            line = " ".join(self.text.split()).removesuffix(" |")
            if line:
                self.lines.append(line)
            self.text = ""


page = Path(sys.argv[1]).read_text(encoding="utf-8")
section = Section()
section.feed(re.search(r'<section><h2 id="speed">.*?</section>', page, re.S).group(0))
print(*section.lines, sep="\n")
