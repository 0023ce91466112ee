"""The listings in docs/recipes; see update-recipe-docs.sh.

A page holds, for each recipe that it shows,

    <!-- listing: KERNEL.c RECIPE.script -->
    ... made by this script ...
    <!-- end of listing -->

with paths relative to the project.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

LISTING = re.compile(
    r"(<!-- listing: (\S+) (\S+) -->\n).*?(<!-- end of listing -->\n)", re.S
)
STEP = re.compile(r"^// after step (\d+): (.*)\n", re.M)
KERNEL = re.compile(r"^static __global__ .*?^}\n", re.M | re.S)
PHASE = re.compile(r"^(?=// (?:inspect|update|execute)\n)", re.M)


def run(sparsec, kernel, recipe):
    """What -print-after-all prints, and the kernels of the output."""
    with tempfile.TemporaryDirectory() as folder:
        names = (Path(recipe).parent.name, Path(recipe).stem)
        # Some recipes refuse other targets than CUDA.
        needs_gpu = 'target() ~= "cuda"' in Path(recipe).read_text()
        extension = "cu" if "cuda" in names or needs_gpu else "c"
        output = f"{folder}/out.{extension}"
        command = [sparsec, kernel, "-recipe", recipe, "-o", output]
        done = subprocess.run(
            command + ["-print-after-all", "-print-format=c"],
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            sys.exit(f"error: {' '.join(command)} failed:\n{done.stderr}")
        return done.stderr, KERNEL.findall(Path(output).read_text())


def block(language, text):
    return f"```{language}\n{text.rstrip()}\n```\n\n"


def steps(printed):
    """Number, name and the phases that the step made or changed, per step."""
    parts = STEP.split(printed)
    before = []
    for number, name, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        phases = [phase for phase in PHASE.split(text) if phase.strip()]
        yield number, name, "".join(p for p in phases if p not in before)
        before = phases


def listing(sparsec, kernel, recipe, shown):
    """The kernel, unless the page has shown it, the recipe and its steps."""
    printed, kernels = run(sparsec, kernel, recipe)
    text = ""
    if kernel not in shown:
        text += f"`{kernel}`:\n\n" + block("c", Path(kernel).read_text())
    shown.add(kernel)
    text += f"`{recipe}`:\n\n" + block("lua", Path(recipe).read_text())
    for number, name, phases in steps(printed):
        text += f"After step {number}, `{name}`"
        text += ":\n\n" + block("c", phases) if phases else " as before.\n\n"
    if kernels:
        text += "On the GPU:\n\n" + block("c++", "\n".join(kernels))
    return text


def renewed(sparsec, text):
    shown = set()
    return LISTING.sub(
        lambda m: m[1] + "\n" + listing(sparsec, m[2], m[3], shown) + m[4],
        text,
    )


def main(arguments):
    check = arguments[:1] == ["--check"]
    sparsec, *pages = arguments[1:] if check else arguments
    stale = []
    for page in map(Path, pages):
        old = page.read_text()
        new = renewed(sparsec, old)
        if new == old:
            continue
        stale.append(str(page))
        if not check:
            page.write_text(new)
    for page in stale:
        print(f"{page}: {'not up to date' if check else 'written'}")
    if check and stale:
        sys.exit("run scripts/update-recipe-docs.sh")


main(sys.argv[1:])
