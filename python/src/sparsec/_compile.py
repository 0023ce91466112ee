"""C text and a recipe to a shared object, cached by content."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from . import _engine
from ._contract import check_bindable
from ._engine import Error
from ._structures import MACRO, Assembly

# Of the cache's entries; part of what they are found by.
LAYOUT = "4"
DEFAULT_FLAGS = ("-O3", "-march=native")
# What is in a text and not in a path.
SOURCE_MARKS, RECIPE_MARKS = "\n{;", "\n("
_lock = threading.Lock()
_making = {}  # folder of the cache -> a lock, while this process makes what is in it


def _lock_of(folder):
    with _lock:
        return _making.setdefault(folder, threading.Lock())


def digest_of(*parts):
    """A name for a content: the parts cannot run into each other."""
    text = json.dumps([str(part) for part in parts])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def make_folder(path):
    """A folder of the cache that can be written to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        why = None if os.access(path, os.W_OK) else "it cannot be written to"
    except OSError as error:
        why = error.strerror
    if why:
        raise Error(
            f"{path}: {why}; compiled plans are kept there: name another folder in "
            "$SPARSEC_CACHE"
        )


def write_once(path, text):
    """A file of the cache, whole or not at all."""
    if path.exists():
        return path
    make_folder(path.parent)
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, delete=False, encoding="utf-8"
    ) as file:
        file.write(text)
    os.replace(file.name, path)
    return path


def is_file(source):
    try:
        return Path(source).is_file()
    except (OSError, ValueError):  # longer than a path may be
        return False


def is_text(source, marks):
    """Whether it is text and no path."""
    has_mark = isinstance(source, str) and any(mark in source for mark in marks)
    return has_mark and not is_file(source)


def file_of(source, name, marks):
    """A path for what may be text."""
    what = name.partition(".")[0]
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"the {what} is a {type(source).__name__}; pass a file, or text")
    if not str(source).strip():
        raise Error(f"the {what} is empty; pass a file, or text")
    if is_text(source, marks):
        folder = _engine.cache_folder() / "sources" / digest_of(source)
        return write_once(folder / name, source)
    path = Path(source)
    if not is_file(path):
        raise Error(f"{path}: there is no such file")
    return path.absolute()


def content(path):
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return "gone"


def options_of(source, recipe, *, set=None, function=None, assume=False, flags=(),
               cc=None, cflags=DEFAULT_FLAGS, openmp=True):
    """What sparsec.compile takes, as Function keeps it."""
    for name, given in ("flags", flags), ("cflags", cflags):
        if isinstance(given, str):
            raise TypeError(f"{name}: a text; pass a list, {given.split()}")
    recipe = recipe.text if hasattr(recipe, "text") else recipe
    return {
        "source": source, "recipe": recipe, "settings": dict(set or {}),
        "function": function, "assume": assume, "flags": tuple(flags),
        "cc": cc, "cflags": tuple(cflags), "openmp": openmp,
    }


class Build:
    """What is compiled, how, and where the cache has it."""

    target, extension = "c", ".c"

    def __init__(self, source, recipe, settings, function, assume, flags, cc, cflags,
                 openmp, folder=None, made_from=None):
        """`folder`: where programs run, for flags may be of paths in it; this one
        unless it is there. `made_from`: files as check_files() has them, of the
        build that this is a copy of."""
        identity = _engine.identity()
        self.cwd = folder if folder and Path(folder).is_dir() else os.getcwd()
        self.check_files(made_from or {})
        self.source = file_of(source, "kernel.c", SOURCE_MARKS)
        self.recipe = file_of(recipe, "recipe.script", RECIPE_MARKS)
        self.texts = {
            name: text
            for name, text, marks in (
                ("source", source, SOURCE_MARKS), ("recipe", recipe, RECIPE_MARKS)
            )
            if is_text(text, marks)
        }
        self.options = [f"-set={name}={value}" for name, value in settings.items()]
        if function:
            self.options.append(f"-function={function}")
        if assume:
            self.options.append("-assume")
        self.flags = [str(flag) for flag in flags]
        self.cc = _engine.compiler(cc)
        self.is_parallel = bool(openmp)
        self.cflags = [*cflags, *self.flags] + (["-fopenmp"] if openmp else [])
        self.inputs = {str(f): content(f) for f in (self.source, self.recipe)}
        key = digest_of(
            LAYOUT, self.target, identity, self.source, self.recipe,
            *self.inputs.values(), self.options, self.flags, self.cflags,
            self.cc, content(shutil.which(self.cc[0])), os.uname(), self.machine(),
        )
        self.folder = _engine.cache_folder() / "plans" / key
        self.library = None  # the shared object's path
        self.said = ""  # warnings and remarks
        self.read = {}  # {header or recipe: its digest}

    def options_of_copies(self, options):
        """Options by which another folder, or process, makes the same or refuses:
        texts and whole paths, with the digests of the files."""
        files = {"source": self.source, "recipe": self.recipe}
        return options | files | self.texts | {
            "folder": self.cwd, "made_from": self.made_from(),
        }

    def made_from(self):
        """{file of the user's: digest of what was compiled}"""
        shared = _engine.recipes_folder().resolve()
        texts = {str(getattr(self, name)) for name in self.texts}
        read = {os.path.join(self.cwd, path): self.read[path] for path in self.read}
        # Recipes that come with the program are found by name, wherever it is.
        own = {f: d for f, d in read.items() if shared not in Path(f).resolve().parents}
        return {f: d for f, d in (own | self.inputs).items() if f not in texts}

    def check_files(self, made_from=None):
        """An Error where a file is not, any more, what was compiled."""
        made_from = self.made_from() if made_from is None else made_from
        for path, digest in made_from.items():
            if content(path) != digest:
                raise Error(
                    f"{path}: it has changed, or is gone, since a function was compiled "
                    "from it; copies of that, gradients and reports would be of other "
                    "loops: call sparsec.compile again"
                )

    def run(self, arguments, name="sparsec"):
        """Of a program of sparsec, as it compiles this; an Error where the files
        have changed."""
        self.check_files()
        return _engine.run(arguments, name, self.cwd)

    def machine(self):
        """What code is made for, where the compiler goes by the machine."""
        return _processor()

    def command(self, *options):
        """Arguments of sparsec for this source and recipe."""
        behind = ["--", *self.flags] if self.flags else []
        return [self.source, "-recipe", self.recipe, *self.options, *options, *behind]

    def description(self):
        """The contract; makes the shared object where it is not cached."""
        with _lock_of(self.folder):
            found = self._cached()
            if found is None:
                self._make()
                found = self._cached()
        if found is None:
            raise Error(f"{self.source}: changed while it was compiled; compile again")
        return found

    def _cached(self):
        """The contract; None where there is none, or one that is damaged or old."""
        try:
            text = (self.folder / "contract.json").read_text(encoding="utf-8")
            entry = json.loads(text)
            contract, read = entry["contract"], entry["read"]
            library = self.folder / entry["library"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        # The loader does not survive a file that is cut off.
        if content(library) != entry.get("content"):
            return None
        # Headers, and recipes that the recipe uses.
        if any(self.content(path) != read[path] for path in read):
            return None
        self.library, self.said, self.read = library, entry["said"], read
        return contract

    def content(self, path):
        """Of a file as the program names it."""
        return content(os.path.join(self.cwd, path))

    def _make(self):
        plans = self.folder.parent
        make_folder(plans)
        work = Path(tempfile.mkdtemp(dir=plans, prefix="making-"))
        try:
            text, said = _engine.run_and_listen(self.command("-emit=json"), self.cwd)
            contract = json.loads(text)
            check_bindable(contract, self.target)
            read = [*contract["headers"], *contract["recipes"]]
            # The loader knows libraries by path: each gets one that no other had.
            entry = {
                "contract": contract, "read": {f: self.content(f) for f in read},
                "library": f"{work.name}.so", "said": said,
            }
            plan = work / f"plan{self.extension}"
            command = self.command(f"-target={self.target}", "-o", plan)
            _engine.run(command, folder=self.cwd)
            # Bytes: comments need not be UTF-8.
            source = self.source.read_bytes()
            if "outlined" in contract:
                source = contract["outlined"].encode("utf-8", "surrogateescape")
            (work / "source.c").write_bytes(source)
            with open(plan, "a", encoding="utf-8") as file:
                file.write(self.entries(contract))
            self.build(plan, work / entry["library"])
            entry["content"] = content(work / entry["library"])
            (work / "contract.json").write_text(json.dumps(entry), encoding="utf-8")
            self._publish(work)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def _publish(self, work):
        """Another process may have been faster: its entry is as good, unless a
        header has changed since."""
        for _ in range(2):
            try:
                work.rename(self.folder)
                return
            except OSError:
                if self._cached() is not None:
                    return
                # Libraries that are loaded stay as they are.
                shutil.rmtree(self.folder, ignore_errors=True)

    def entries(self, contract):
        return plan_entries(contract)

    def build(self, text, library):
        """Runs the C compiler."""
        command = [*self.cc, *self.cflags, "-w", "-shared", "-fPIC", "-iquote",
                   str(self.source.parent), str(text), "-o", str(library), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.cwd,
                              errors="replace", stdin=subprocess.DEVNULL)
        if done.returncode:
            error = _engine.error_of(done.stderr)
            message = f"{' '.join(command)} failed:\n{error}"
            raise Error(message, error.file, error.line, error.column)

    def source_library(self, contract):
        """The source's own function as a shared object, to compare with."""
        with _lock_of(self.folder):
            # Its name says its content.
            for kept in self.folder.glob(f"{self.library.stem}.source-*.so"):
                if kept.stem.endswith(content(kept)):
                    return kept
            text = (self.folder / "source.c").read_bytes()
            work = Path(tempfile.mkdtemp(dir=self.folder))
            try:
                (work / "source.c").write_bytes(text + source_entry(contract).encode())
                made = work / "source.so"
                self.build(work / "source.c", made)
                name = f"{self.library.stem}.source-{content(made)}.so"
                return made.rename(self.folder / name)
            finally:
                shutil.rmtree(work, ignore_errors=True)


def _processor():
    """-march=native makes code for one processor, and home folders are shared."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n\n")[0].splitlines()
    except OSError:
        return ""
    return [line for line in lines if line.startswith(("flags", "model name"))]


def entry(name, call, assembly, status):
    """A function of one signature, which needs no foreign-function interface.
    `status`: what it returns is the call's value; else 0."""
    kept = "int status = " if status else ""
    return (
        f"int sparsec_python_{name}(void **plan, void *const *arguments) {{\n"
        f"  (void)plan;\n  (void)arguments;\n{assembly.before}  {kept}{call};\n"
        f"{assembly.behind}  return {'status' if status else '0'};\n}}\n"
    )


def plan_entries(contract):
    """Of the functions of a plan."""
    text = MACRO
    for function in contract["functions"]:
        role, plan = function["role"], contract["plan"]
        assembly = Assembly(contract, function["arguments"])
        values = [f"({plan} **)plan" if role == "inspect" else f"({plan} *)*plan"]
        values += map(assembly.value_of, function["arguments"])
        call = f"{function['name']}({', '.join(values)})"
        text += entry(role, call, assembly, status=role != "destroy")
    return text


def source_entry(contract):
    """Of the source's own function."""
    arguments = contract["arguments"]
    assembly = Assembly(contract, [a["name"] for a in arguments])
    values = [assembly.value_of(a["name"]) for a in arguments if not a["isResult"]]
    call = f"{contract['function']}({', '.join(values)})"
    result = next((a for a in arguments if a["isResult"]), None)
    if result:
        place = assembly.value_of(result["name"])
        call = f"*({contract['returns']} *){place} = {call}"
    return MACRO + entry("source", call, assembly, status=False)
