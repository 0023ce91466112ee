"""Runs the examples of the manual: every block of Lua and of commands.

usage: run_examples.py SOURCE-FOLDER BIN [PAGE...]

The paragraph above a block says what it is, in words for readers:

    On `KERNEL.c`:                      the block is a recipe for this source
    On `KERNEL.c`, each line by itself: each line is one
    On `KERNEL.c`, after `LUA`, ...:    behind these steps
    ..., as CUDA, ...                   the output is to be CUDA
    ..., with `-set r=2`, ...           options of sparsec
    ..., in `NAME.script`, refused:     there is an error; the block below, if it
    ..., in `NAME.script`, warned:      is text, has the message
    In `FOLDER`:                        where commands run; else in the project's

`KERNEL.c` is a file of the project, or one that stands on the page, behind a
paragraph that ends in "`KERNEL.c`:". Recipes must be applied without warnings,
commands must succeed; those of a `console` block, behind "$ ", must print what
stands below them, where "..." is anything. All `console` blocks are run, whatever
the commands. A line

    <!-- not run: REASON -->   or   <!-- fragment: REASON -->

before a block takes it out. Listings that scripts/recipe_docs.py writes, and
pages with a test of their own (run_walk.py), are left to these.
"""

import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))
import run_walk

LISTING = re.compile(r"<!-- listing: .*?<!-- end of listing -->", re.S)
LEFT_OUT = re.compile(r"<!-- (not run|fragment): (.+?) -->")
ON = re.compile(r"\b[Oo]n `([\w./-]+\.c)`((?:[^`:]|`[^`]*`)*):$")
IN = re.compile(r"\bIn `([\w./-]+)`[^`]*:$")
FILE = re.compile(r"`([\w.-]+\.(?:c|script|h))`:$")
PROGRAM = re.compile(
    r"(\$ )?(sparsec(-\w+)?|(\./)?(build|scripts)/\S+|cmake|nvcc|mpirun)\s"
)
# What would change the machine.
INSTALLS = re.compile(r"--install\b|\bsudo\b|\bapt(-get)?\b|\bdpkg\b|install-deps")
COMMANDS = ("sh", "console", "text", "")

Block = collections.namedtuple("Block", "page line language above lines")


def blocks_of(page, text):
    """The fenced blocks, each with the paragraph above it, and the indented
    lines that look like commands as blocks of the language "indented"."""
    above, paragraph, lines, fence = "", [], None, None
    for number, line in enumerate(text.splitlines(), 1):
        if lines is not None and line.strip() == fence:
            yield Block(page, start, language, above, lines)
            above, lines = "", None
        elif lines is not None:
            lines.append(line)
        elif re.match(r" *```", line):
            above = " ".join(paragraph) or above
            fence, language = "```", line.strip()[3:].strip()
            start, lines, paragraph = number + 1, [], []
        elif not line.strip():
            above, paragraph = " ".join(paragraph) or above, []
        else:
            paragraph.append(line.strip())
            if re.match(r"    ", line) and PROGRAM.match(line.strip()):
                yield Block(page, number, "indented", above, [line.strip()])


def without_listings(text):
    return LISTING.sub(lambda found: "\n" * found[0].count("\n"), text)


def parts_of(options):
    """The words of a paragraph behind the kernel, as (keyword, argument)."""
    parts = {}
    for part in re.split(r",\s+(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)", options):
        words = re.match(r"([^`]*?)\s*(?:`([^`]*)`)?$", part.strip())
        if words and words[1]:
            parts[words[1]] = words[2]
    known = {"each line by itself", "each paragraph by itself", "after", "as CUDA"}
    unknown = set(parts) - known - {"with", "in", "refused", "warned"}
    return parts, unknown


def recipes_of(lines, parts):
    """The recipes in a block."""
    before = parts.get("after", "")
    if "each line by itself" in parts:
        texts = [line for line in lines if not re.match(r"\s*(--|$)", line)]
    elif "each paragraph by itself" in parts:
        texts = re.split(r"\n\s*\n", "\n".join(lines).strip())
    else:
        texts = ["\n".join(lines)]
    return [before + "\n" + text + "\n" if before else text + "\n" for text in texts]


class Examples:
    def __init__(self, source, programs):
        self.source = source
        self.programs = programs
        self.counts = collections.Counter()
        self.jobs = []  # (place, function, arguments)
        self.problems = []
        self.walked = "".join(
            test.read_text() for test in (source / "test/Docs").glob("*.test")
        )

    def problem(self, block, text):
        self.problems.append(f"{block.page}:{block.line}: {text}")

    def page(self, path):
        name = str(path.relative_to(self.source))
        if re.search(rf"run_walk.py %source/{name} ", self.walked):
            self.counts["pages that are walked"] += 1
            return
        text = path.read_text()
        self.counts["listings"] += len(LISTING.findall(text))
        blocks = list(blocks_of(name, without_listings(text)))
        files = {}
        for block, below in zip(blocks, blocks[1:] + [None]):
            shown = FILE.search(block.above)
            if shown and not ON.search(block.above):
                files[shown[1]] = "\n".join(block.lines) + "\n"
            elif block.language == "lua":
                self.recipe(block, below, dict(files))
            else:
                self.commands(block)

    def left_out(self, block):
        mark = LEFT_OUT.search(block.above)
        if mark:
            self.counts[f"marked '{mark[1]}'"] += 1
        return mark

    def recipe(self, block, below, files):
        kernel = ON.search(block.above)
        if self.left_out(block):
            return
        if not kernel:
            self.problem(block, "no \"On `KERNEL.c`:\" above this recipe")
            return
        parts, unknown = parts_of(kernel[2])
        if unknown:
            self.problem(block, f"what does '{unknown.pop()}' mean?")
            return
        expected = below.lines if below and below.language == "text" else None
        said = [word for word in ("refused", "warned") if word in parts]
        self.counts[", ".join(["blocks of recipes", *said])] += 1
        for text in recipes_of(block.lines, parts):
            self.counts["recipes"] += 1
            arguments = (kernel[1], files, text, parts, expected)
            self.jobs.append((block, self.run_recipe, arguments))

    def commands(self, block):
        first = next((line for line in block.lines if line.strip()), "")
        is_transcript = block.language == "console"
        if block.language not in COMMANDS + ("indented",):
            return
        has_commands = is_transcript or block.language == "sh"
        has_commands |= any(line.startswith("$ ") for line in block.lines)
        if not has_commands and not PROGRAM.match(first):
            return
        if self.left_out(block):
            return
        if is_transcript and not first.startswith("$ "):
            self.problem(block, 'no "$ " before the first line of this console block')
            return
        if block.language == "indented":
            self.problem(block, "a command outside a block: ```sh")
            return
        if INSTALLS.search("\n".join(block.lines)):
            self.problem(block, "this installs, which no test may: mark it \"not run\"")
            return
        folder = IN.search(block.above)
        self.counts["transcripts" if is_transcript else "blocks of commands"] += 1
        run = self.run_transcript if is_transcript else self.run_commands
        self.jobs.append((block, run, (folder and folder[1], block.lines)))

    def link_into(self, folder):
        """The project as seen from FOLDER, where files may be written."""
        for name in ("recipes", "scripts", "test", "docs", "runtime"):
            Path(folder, name).symlink_to(self.source / name)
        Path(folder, "build").symlink_to(self.programs.parent)

    def run_recipe(self, kernel, files, text, parts, expected):
        """What is wrong; "" for nothing."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in files.items():
                Path(folder, name).write_text(content)
            self.link_into(folder)
            recipe = parts.get("in") or "recipe.script"
            Path(folder, recipe).write_text(text)
            output = "out.cu" if "as CUDA" in parts else "out.c"
            command = [self.programs / "sparsec", kernel, "-recipe", recipe, "-o", output]
            command += (parts.get("with") or "").split()
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        return self.wrong(done, text, parts, expected)

    def wrong(self, done, text, parts, expected):
        said = done.stdout + done.stderr
        if "refused" in parts or "warned" in parts:
            word = "error:" if "refused" in parts else "warning:"
            if word not in said or ("refused" in parts) != bool(done.returncode):
                return f"no {word[:-1]} in\n{text}{said}"
            if expected and not re.search(run_walk.pattern_of(expected), said):
                return f"another message:\n{said}"
            return ""
        if done.returncode or "warning:" in said:
            return f"{text}{said}"
        return ""

    def begin_in(self, folder, where):
        """Makes FOLDER a copy of WHERE, or what the whole project looks like."""
        if where:
            subprocess.run(["cp", "-r", f"{self.source / where}/.", folder], check=True)
        else:
            self.link_into(folder)

    def run_commands(self, where, lines):
        with tempfile.TemporaryDirectory() as folder:
            self.begin_in(folder, where)
            done = subprocess.run(
                ["bash", "-e", "-o", "pipefail", "-c", "\n".join(lines)],
                cwd=folder, env=os.environ | {"HOME": folder},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                timeout=120,
            )
        return f"exit status {done.returncode}\n{done.stdout}" if done.returncode else ""

    def run_transcript(self, where, lines):
        """Commands with what they print."""
        with tempfile.TemporaryDirectory() as folder:
            self.begin_in(folder, where)
            for command, expected in run_walk.commands_of(lines):
                wrong = run_walk.run(command, expected, folder)
                if wrong:
                    return f"$ {command}\n{wrong}"
        return ""

    def run_job(self, job):
        block, run, arguments = job
        try:
            return block, run(*arguments)
        except subprocess.TimeoutExpired as late:
            return block, f"more than {late.timeout:g} seconds"

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for block, wrong in pool.map(self.run_job, self.jobs):
                if wrong:
                    self.problem(block, wrong)


def main():
    source, programs = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    pages = [Path(page).resolve() for page in sys.argv[3:]]
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
    examples = Examples(source, programs)
    for page in pages or [*sorted(source.glob("docs/**/*.md")), source / "README.md"]:
        examples.page(page)
    examples.run()
    print("\n".join(examples.problems))
    print(", ".join(f"{count} {what}" for what, count in examples.counts.items()))
    sys.exit(bool(examples.problems))


if __name__ == "__main__":
    main()
