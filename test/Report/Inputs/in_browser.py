"""Opens a report in headless Chromium.

in_browser.py FILE.html PROFILE: prints what the console says, and which lines
are marked when the pointer is over the first line of a loop from line 9.
"""

import html
import re
import subprocess
import sys
from pathlib import Path

POINT = """<script>
document.querySelector("[data-line='9']").dispatchEvent(
    new MouseEvent("mouseover", {bubbles: true}));
</script></body>"""


def main(path, profile):
    page = Path(path).read_text(encoding="utf-8").replace("</body>", POINT)
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
        names.append(place.group(1) if place else text)
    print("under the pointer:", ", ".join(names))


if __name__ == "__main__":
    main(*sys.argv[1:])
