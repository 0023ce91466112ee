"""Whether a report can be read by keyboard, and by those who do not see it.

without_mouse.py FILE.html PROFILE: everything that can be clicked is reached by
Tab, in the order of the page, with a focus that is seen and a name; Enter does
what a click does; pictures have a text; text stands out in both schemes.
"""

import sys
from pathlib import Path

from devtools import Browser

# What a mouse reaches: line numbers are reached by arrows, within their file.
FIND = """
window.stops = [...document.querySelectorAll(
    "a[href], button, input, select, summary, [tabindex], [onclick]")]
  .filter((one) => one.checkVisibility() && !one.closest(".file a"));
stops.map((one) => one.outerHTML.slice(0, 90))
"""
FOCUS = """(() => {
  const one = document.activeElement, style = getComputedStyle(one);
  return [stops.indexOf(one),
    style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
})()"""
# Of each element with text of its own: its colour and the one behind it.
CONTRAST = """
[...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility() &&
    [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .map((one) => {
    let behind = one;
    while (behind && getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)")
      behind = behind.parentElement;
    const light = (text) => {
      const [r, g, b] = text.match(/[\\d.]+/g).slice(0, 3).map((value) => {
        const part = value / 255;
        return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
      });
      return .2126 * r + .7152 * g + .0722 * b + .05;
    };
    const ink = light(getComputedStyle(one).color);
    const paper = light(getComputedStyle(behind || document.body).backgroundColor);
    return [Math.max(ink, paper) / Math.min(ink, paper), one.outerHTML.slice(0, 70)];
  }).sort((a, b) => a[0] - b[0])[0]
"""


def tab_through(page, stops):
    faults = []
    for number, stop in enumerate(stops):
        page.press("Tab", 9)
        at, is_seen = page.value(FOCUS)
        if at != number:
            return faults + [f"Tab {number + 1} comes to {at}, not to {stop}"]
        if not is_seen:
            faults.append(f"no focus is seen: {stop}")
    return faults


# A link is followed after the event that asks for it.
STATE = """new Promise((done) => setTimeout(
    () => done([location.hash, stops[AT].parentElement.open]), 20))"""


def enter_everything(page, stops):
    """Links lead to their place, and what folds does."""
    faults = []
    for number, stop in enumerate(stops):
        here = STATE.replace("AT", str(number))
        page.value(f"location.hash = ''; stops[{number}].focus({{focusVisible: true}})")
        before = page.value(here)
        page.press("Enter", 13, "\r")
        typed = page.value(here)
        page.value(f"location.hash = ''; stops[{number}].focus()")
        if stop.startswith(("<summary", "<a ")) and typed == before:
            faults.append(f"Enter does nothing: {stop}")
        if stop.startswith("<summary"):
            page.press("Enter", 13, "\r")
        page.value(f"stops[{number}].click()")
        clicked = page.value(here)
        if typed != clicked:
            faults.append(f"Enter: {typed}, a click: {clicked}: {stop}")
        if stop.startswith("<summary"):
            page.value(f"stops[{number}].parentElement.open = false")
    return faults


# Bars are of numbers that stand beside them.
DRAWN = """
[...document.querySelectorAll("svg:not([aria-hidden=true])")]
  .filter((svg) => svg.checkVisibility()).length
"""


def names(page):
    """Whoever does not see the page is told what each thing is."""
    faults, pictures = [], 0
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        given = node.get("properties", [])
        properties = {one["name"]: one["value"].get("value") for one in given}
        is_picture = role in ("image", "graphics-document", "img")
        pictures += is_picture and not node["ignored"]
        if node["ignored"] or not (properties.get("focusable") or is_picture):
            continue
        if not node.get("name", {}).get("value", "").strip():
            faults.append(f"no name: {role}")
    drawn = page.value(DRAWN)
    if pictures != drawn:
        faults.append(f"{pictures} of {drawn} pictures have a text")
    return faults, pictures


def lines(page):
    """Arrows go through the lines of a file, and mark what belongs to them."""
    page.value("document.querySelector('.file').focus()")
    for _ in range(9):
        page.press("ArrowDown", 40)
    marked = page.value(
        "[...document.querySelectorAll('.file .same')].map((line) => line.id)"
    )
    page.press("Enter", 13, "\r")
    place = page.value(STATE.replace("AT", "0"))[0]
    if marked and place == "#" + marked[0]:
        return []
    return [f"arrows mark {marked}, Enter leads to {place}"]


def main(path, profile):
    address = Path(path).resolve().as_uri()
    with Browser(profile) as page:
        faults = []
        for scheme in ("light", "dark"):
            page.scheme(scheme)
            page.open(address)
            contrast, where = page.value(CONTRAST)
            if contrast < 4.5:
                faults.append(f"contrast {contrast:.2f} when {scheme}: {where}")
        stops = page.value(FIND)
        faults += tab_through(page, stops)
        unnamed, pictures = names(page)
        faults += unnamed + enter_everything(page, stops) + lines(page)
    print(*faults, sep="\n") if faults else print(
        f"{len(stops)} stops and {pictures} pictures, as they should be"
    )
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
