"""The listings in docs/recipes; see update-recipe-docs.sh.

A page holds, for each recipe that it shows,

    <!-- listing: KERNEL.c RECIPE.script [last] [cuda] [PARAM=VALUE...] -->
    ... made by this script ...
    <!-- end of listing -->

with paths relative to the project; with `cuda` the code is for GPUs, with `last`
only what all steps together make is shown: for recipes whose steps are many and
are shown by another listing.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

LISTING = re.compile(
    r"(<!-- listing: (\S+) (\S+) (.*?)-->\n)(?:(?!<!-- listing: ).)*?"
    r"(<!-- end of listing -->\n)", re.S
)
STEP = re.compile(r"^// after step (\d+): (.*)\n", re.M)
KERNEL = re.compile(r"^static __global__ .*?^}\n", re.M | re.S)
PHASE = re.compile(r"^(?=// (?:inspect|update|execute)\n)", re.M)


def run(sparsec, kernel, recipe, options):
    """What -print-after-all prints, and the kernels of the output."""
    with tempfile.TemporaryDirectory() as folder:
        output = f"{folder}/out.{'cu' if 'cuda' in options else 'c'}"
        command = [sparsec, kernel, "-recipe", recipe, "-o", output]
        for setting in filter(lambda option: "=" in option, options):
            command += ["-set", setting]
        done = subprocess.run(
            command + ["-print-after-all", "-print-format=c"],
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            sys.exit(f"error: {' '.join(command)} failed:\n{done.stderr}")
        # Where the library lies is not for the page.
        steps = re.sub(r"\S*/share/sparsec/recipes/", "", done.stderr)
        return steps, KERNEL.findall(Path(output).read_text())


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


def parts_of(recipe):
    """The recipes of recipes/lib that it uses, and those that they use."""
    code = re.sub("--.*", "", Path(recipe).read_text())
    for name in re.findall(r'use\("(lib/[^"]*)"\)', code):
        yield f"recipes/{name}"
        yield from parts_of(f"recipes/{name}")


def listing(sparsec, kernel, recipe, options, shown):
    """The kernel, the recipe and its parts, unless the page has shown them, and
    the steps."""
    is_last = "last" in options
    options = [option for option in options if option != "last"]
    printed, kernels = run(sparsec, kernel, recipe, options)
    text = ""
    for language, path in (
        ("c", kernel),
        ("lua", recipe),
        *(("lua", part) for part in parts_of(recipe)),
    ):
        if path not in shown:
            text += f"`{path}`:\n\n" + block(language, Path(path).read_text())
        shown.add(path)
    if options:
        words = ("a GPU" if word == "cuda" else f"`{word}`" for word in options)
        text += f"For {', '.join(words)}:\n\n"
    if is_last:
        *_, number, _, phases = STEP.split(printed)
        text += f"After all {number} steps:\n\n" + block("c", phases)
    for number, name, phases in () if is_last else steps(printed):
        text += f"After step {number}, `{name}`"
        text += ":\n\n" + block("c", phases) if phases else " as before.\n\n"
    if kernels:
        text += "On the GPU:\n\n" + block("c++", "\n".join(kernels))
    return text


def renewed(sparsec, text):
    shown = set()
    return LISTING.sub(
        lambda m: m[1]
        + "\n"
        + listing(sparsec, m[2], m[3], m[4].split(), shown)
        + m[5],
        text,
    )


def main(arguments):
    check = arguments[:1] == ["--check"]
    sparsec, *pages = arguments[1:] if check else arguments
    stale = []
    for page in map(Path, pages):
        old = page.read_text()
        if old.count("\n<!-- listing: ") != len(LISTING.findall(old)):
            sys.exit(f"{page}: a listing without <!-- end of listing -->")
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
