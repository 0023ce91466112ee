"""Opens a report in headless Chromium.

in_browser.py FILE.html PROFILE SELECTOR: prints what the console says, and which
lines are marked when the pointer is over the last element of that kind.
"""

import html
import json
import re
import subprocess
import sys
from pathlib import Path

POINT = """<script>
[...document.querySelectorAll(SELECTOR)].pop().dispatchEvent(
    new MouseEvent("mouseover", {bubbles: true}));
</script></body>"""


def main(path, profile, selector):
    point = POINT.replace("SELECTOR", json.dumps(selector))
    page = Path(path).read_text(encoding="utf-8").replace("</body>", point)
    copy = Path(path + ".pointed.html")
    copy.write_text(page, encoding="utf-8")
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu"]
    command += [f"--user-data-dir={profile}", "--enable-logging=stderr"]
    run = subprocess.run(
        command + ["--dump-dom", copy.resolve().as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
    )
    said = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
    print("console:", said or "nothing")
    marked = re.findall(
        r'<span class="line same"([^>]*)>(.*?)\n</span>', run.stdout, re.S
    )
    names = []
    for attributes, text in marked:
        place = re.search(r'id="([^"]*)"', attributes)
        text = html.unescape(re.sub("<[^>]*>", "", text)).strip()
        is_source = place and place.group(1).startswith("source")
        names.append(place.group(1) if is_source else text)
    print("under the pointer:", ", ".join(names))


if __name__ == "__main__":
    main(*sys.argv[1:])
