"""Does what a page of the manual tells its reader, in an empty folder.

usage: run_walk.py PAGE FOLDER BIN

A block behind a line that ends in "`NAME`:" is written to the file NAME of
FOLDER. In a `console` block each line behind "$ " is run by the shell there,
which finds the programs of BIN, and what it prints must be the lines below it; "..." alone stands for any lines,
inside a line for any characters. The commands must succeed, but for those whose
output the page shows an error in.
"""

import os
import re
import subprocess
import sys


def blocks_of(text):
    """(line above, language, number of first line, lines) of each block."""
    above, block = "", None
    for number, line in enumerate(text.splitlines(), 1):
        if block is None and line.startswith("```"):
            block = (above, line[3:].strip(), number + 1, [])
        elif block is not None and line.startswith("```"):
            yield block
            above, block = "", None
        elif block is not None:
            block[3].append(line)
        elif line.strip():
            above = line.strip()


def commands_of(lines):
    """(command, expected lines) of a console block."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line.rstrip())
    return found


def pattern_of(expected):
    parts = []
    for line in expected:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            pieces = [re.escape(piece) for piece in line.split("...")]
            parts.append(".*".join(pieces) + r" *\n")
    return "".join(parts)


def run(command, expected, folder):
    """What is wrong; "" for nothing."""
    done = subprocess.run(command, shell=True, cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    may_fail = any("error:" in line for line in expected)
    if done.returncode and not may_fail:
        return f"exit status {done.returncode}\n{done.stdout}"
    printed = done.stdout + ("" if done.stdout.endswith("\n") else "\n")
    if not done.stdout:
        printed = ""
    if not re.fullmatch(pattern_of(expected), printed):
        return "it printed:\n" + printed
    return ""


def main():
    page, folder, programs = sys.argv[1:]
    os.environ["PATH"] = programs + ":" + os.environ["PATH"]
    os.makedirs(folder, exist_ok=True)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    commands = 0
    for above, language, number, lines in blocks_of(text):
        name = re.search(r"`([\w.-]+)`:$", above)
        if language == "console":
            for command, expected in commands_of(lines):
                commands += 1
                wrong = run(command, expected, folder)
                if wrong:
                    sys.exit(f"{page}:{number}: $ {command}\n{wrong}")
        elif name:
            with open(os.path.join(folder, name[1]), "w") as file:
                file.write("\n".join(lines) + "\n")
    if not commands:
        sys.exit(f"{page}: no commands")


if __name__ == "__main__":
    main()
