"""Whether a report is a page as browsers want it, and needs nothing else.

check_page.py FILE.html: elements nest, names of places are unique, each link
goes to one of them, and nothing is taken from a network.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.targets, self.faults = [], [], [], []
        self.headings = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        for name in ("href", "src", "xlink:href", "action"):
            if name in values:
                self.targets.append(values[name])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing at {self.getpos()}")


def main(path):
    text = Path(path).read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    page.close()
    faults = page.faults + [f"<{tag}> is not closed" for tag in page.open]
    for name in sorted({name for name in page.ids if page.ids.count(name) > 1}):
        faults.append(f"two places are called {name}")
    for target in page.targets:
        if not target.startswith("#") or target[1:] not in page.ids:
            faults.append(f"{target} leads nowhere")
    for before, after in zip(page.headings, page.headings[1:]):
        if after > before + 1:
            faults.append(f"a heading of level {after} follows one of {before}")
    if page.headings[:1] != [1] or page.headings.count(1) != 1:
        faults.append("the first heading is not the only one of level 1")
    style = re.search(r"<style>(.*?)</style>", text, re.S).group(1)
    if re.search(r"url\(|@import", style):
        faults.append("the style takes something in")
    print(*faults, sep="\n") if faults else print(
        f"{len(page.targets)} links and {len(page.ids)} places, as they should be"
    )
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
