"""The sparsec program, which does everything that is not a call of a plan."""

import json
import os
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path


class Error(Exception):
    """What the command line would say, with the place that it names.

    file, line, column: of the first error; None where it has no place.
    """

    def __init__(self, text, file=None, line=None, column=None):
        super().__init__(text)
        self.file, self.line, self.column = file, line, column

    def __reduce__(self):
        return Error, (self.args[0], self.file, self.line, self.column)

    def _render_traceback_(self):
        """In notebooks: the text, in which the C line is underlined."""
        return ["sparsec.Error: " + self.args[0]]


class Warning(UserWarning):
    """What the command line would warn of or remark, such as a parameter that is
    never used, or a function of which the loops alone are compiled."""


def error_of(text):
    """The exception for what a program wrote to its standard error: of the
    diagnostics in it, which are JSON in lines, the text and the first place."""
    found = [message for message in map(_message_of, text.splitlines()) if message]
    if not found:
        return Error(text.strip())
    errors = [m for m in found if m["severity"] == "error"] or found
    placed = [m for m in errors if "line" in m]
    # What has no place stands behind what has one, and only counts it; remarks say
    # what was going on.
    shown = [
        m for m in found if "line" in m or not placed and m["severity"] != "remark"
    ] or found
    place = placed[0] if placed else {}
    return Error(
        "".join(map(_rendered, shown)).strip(), place.get("file"),
        place.get("line"), place.get("column"),
    )


def _rendered(message):
    """As it is printed for people, with its notes."""
    return "".join(part["rendered"] for part in [message, *message["notes"]])


def _message_of(line):
    """A diagnostic of sparsec -diagnostics=json; None for any other line."""
    try:
        message = json.loads(line)
    except ValueError:
        return None
    is_one = isinstance(message, dict) and {"severity", "rendered"} <= message.keys()
    return message if is_one else None


def program(name="sparsec"):
    """The path of a program of sparsec: inside this package, as $SPARSEC says
    (the program, or the folder of it), or on PATH."""
    candidates = [Path(__file__).parent / "bin" / name]
    if told := os.environ.get("SPARSEC"):
        told = Path(told)
        candidates.append(told / name if told.is_dir() else told.with_name(name))
    for candidate in candidates:
        if os.access(candidate, os.X_OK) and candidate.is_file():
            return str(candidate)
    if found := shutil.which(name):
        return found
    raise Error(
        f"the program {name} is not there; install sparsec "
        "(docs/guide/install.md), and put it on PATH or its path in $SPARSEC"
    )


def recipes_folder():
    """Where the program has the recipes that come with it."""
    beside = Path(program()).resolve().parent.parent
    folder = beside / "share" / "sparsec" / "recipes"
    if not folder.is_dir():
        raise Error(f"{folder}: the recipes of sparsec are not there; install it anew")
    return folder


def run(arguments, name="sparsec", folder=None):
    """Runs a program of sparsec, in this folder or that; (standard output, standard
    error)."""
    done = _completed(arguments, name, folder)
    return done.stdout, "".join(
        line if (message := _message_of(line)) is None else _rendered(message)
        for line in done.stderr.splitlines(keepends=True)
    )


def run_and_listen(arguments, folder=None):
    """The same of sparsec; (standard output, what it warned of and remarked)."""
    done = _completed(arguments, "sparsec", folder)
    found = map(_message_of, done.stderr.splitlines())
    return done.stdout, "".join(map(_rendered, filter(None, found))).strip()


def _completed(arguments, name, folder):
    # What the drivers of sparsec-bench have in common is compiled once.
    objects = {"SPARSEC_BENCH_OBJECTS": str(cache_folder() / "objects")}
    done = subprocess.run(
        [program(name), "-diagnostics=json", *map(str, arguments)],
        env=objects | os.environ,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise error_of(done.stderr or done.stdout or f"{name}: {done.returncode}")
    return done


def identity():
    """What tells this program from another build of it."""
    path = program()
    state = os.stat(path)
    return f"{os.path.realpath(path)} {state.st_size} {state.st_mtime_ns}"


@lru_cache(maxsize=4)
def _registry_of(identity):
    return json.loads(run(["-help-transforms=json"])[0])


def registry():
    """All steps and commands of recipes, as -help-transforms=json has them."""
    return _registry_of(identity())


def cache_folder():
    """Where compiled plans are kept; removing it is harmless."""
    if told := os.environ.get("SPARSEC_CACHE"):
        return Path(told).absolute()
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "sparsec"


def compiler(cc=None):
    """The C compiler's command, as a list."""
    told = cc or os.environ.get("CC")
    for candidate in [told] if told else ["cc", "gcc", "clang"]:
        words = candidate.split()
        if words and shutil.which(words[0]):
            return words
    raise Error(
        f"there is no C compiler {told!r}" if told else "there is no C compiler; "
        "install gcc or clang, or name one: sparsec.compile(..., cc=...) or $CC"
    )
