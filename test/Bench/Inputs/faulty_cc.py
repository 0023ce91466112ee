"""gcc, but for tiles of some sizes: of 4 rows the result is wrong, 8 do not
compile, 16 take long to compile, 32 do not end."""

import re
import sys
import time
from pathlib import Path
from subprocess import run

wrong = {
    "4": lambda text: text.replace("+=", "-="),
    "8": lambda text: text + "\n#error no tiles of 8\n",
    "32": lambda text: text.replace("+= a[j]", "+= ({ while (1); 0; }) + a[j]"),
}
folder = Path(sys.argv[sys.argv.index("-c") + 1]).parent if "-c" in sys.argv else None
if folder and sys.argv[-1].endswith("contract.c.o"):
    header = folder / "generated.h"
    text = header.read_text()
    size = re.search(r'tile\(.*"i", (\d+)\)', text).group(1)
    if size == "16":
        time.sleep(100)
    header.write_text(wrong.get(size, str)(text))
sys.exit(run(["gcc", *sys.argv[1:]]).returncode)
