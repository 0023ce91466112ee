#!/usr/bin/env python3
"""Emits everything that sparsec makes, to see what a change of it changes.

  scripts/emit-all.py FOLDER                    all of it, about 5000 files
  scripts/emit-all.py FOLDER -against FOLDER    what differs, exit status 1 if any
  scripts/emit-all.py -check | -update          recipes, by test/Oracle/recipes.txt

Every recipe of recipes/ with every source beside it, and every kernel and
recipe that a test gives to sparsec, sparsec-bench or %verify, in five forms:
C, the header, CUDA, the rest beside CUDA, and CUDA with the inspector on the
GPU. A form that sparsec refuses leaves its message. The same code emits
the same bytes wherever it is checked out (docs/testing.md).

  -sparsec FILE   the compiler (build/bin/sparsec)
  -only NAME      recipes or tests
  -jobs N         compilations at once (all processors)
"""

import argparse
import filecmp
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIGESTS = ROOT / "test/Oracle/recipes.txt"
FORMS = {
    "c": ["-target=c"],
    "h": ["-target=c", "-emit=header"],
    "cu": ["-target=cuda"],
    "rest.c": ["-target=cuda", "-emit=rest"],
    "gpu.cu": ["-target=cuda"],  # the recipe begins with inspector("cuda")
}
# What RUN lines call besides; nothing but what is emitted counts here.
STUBS = """FileCheck count diff cmp grep test gcc g++ clang clang-19 nvcc make
sphinx-build ctest cmake python3 valgrind mpirun timeout""".split()


def linked(folder, into):
    """Links what is in folder into another one, where outputs name no paths."""
    for path in folder.iterdir():
        link = into / path.name
        if not link.exists():
            link.symlink_to(path)


def emit(sparsec, source, recipe, flags, out, hidden=""):
    """Writes out.FORM for each form; the path hidden is left out of it."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        linked(source.parent, scratch)
        linked(recipe.parent, scratch)
        on_gpu = scratch / "on-gpu.script"
        on_gpu.write_text('inspector("cuda")\n' + recipe.read_text(errors="replace"))
        for form, args in FORMS.items():
            used = on_gpu.name if form == "gpu.cu" else recipe.name
            command = [sparsec, source.name, "-recipe", used, "-o", "-", *args]
            result = subprocess.run(
                ["/usr/bin/timeout", "60", *map(str, command), *flags],
                capture_output=True,
                cwd=scratch,
                env={**os.environ, "LC_ALL": "C"},
            )
            # Of timeout(1): too slow, or a program that is just being linked.
            if result.returncode in (124, 126, 127):
                sys.exit(f"{out}.{form}: {sparsec} did not finish: "
                         + result.stderr.decode(errors="replace"))
            text = result.stdout + b"-- exit %d\n" % result.returncode
            text += result.stderr
            for path in filter(None, (folder, hidden, str(sparsec.parent))):
                text = text.replace(path.encode(), b"")
            Path(f"{out}.{form}").write_bytes(text)


def recipes():
    """(name, source, recipe) of all that are shipped."""
    for recipe in sorted((ROOT / "recipes").glob("*/*.script")):
        if recipe.parent.name == "lib":
            continue
        for source in sorted(recipe.parent.glob("*.c")):
            name = f"{recipe.parent.name}/{recipe.stem}-{source.stem}"
            yield name, source, recipe


def emit_recipes(sparsec, out, pool):
    jobs = [
        pool.submit(emit, sparsec, source, recipe, [], out / name)
        for name, source, recipe in recipes()
    ]
    for job in jobs:
        job.result()


def run_lines(test):
    """The commands of a test, with their continuation lines."""
    text = test.read_text(errors="replace")
    lines, more = [], False
    for match in re.finditer(r"RUN:\s*(.*?)\s*$", text, re.MULTILINE):
        line = match.group(1)
        if more:
            lines[-1] = lines[-1][:-1] + " " + line
        else:
            lines.append(line)
        more = line.endswith("\\")
    return lines


def substituted(line, test, scratch):
    """A RUN line in which the compiler and the judge are recorders."""
    record = f"{shlex.quote(sys.executable)} {__file__} -record"
    table = [
        (r"%check-same-result(-emulated)?\b", "true"),
        (r"%sparsec-(permanent|stress)\b", "true"),
        (r"%sparsec-bench\b|%verify\b", f"{record} judge"),
        (r"%sparsec\b", f"{record} compiler"),
        (r"%(cc|clang|cxx|python|cmake)\b", "true"),
        (r"%source\b", str(ROOT)),
        (r"%build\b", str(ROOT / "build")),
        (r"%inputs\b", str(ROOT / "test/Inputs")),
        (r"%recipes\b", str(ROOT / "recipes")),
        (r"%[Sp]\b", str(test.parent)),
        (r"%s\b", str(test)),
        (r"%t\b", str(scratch / "t")),
        (r"%T\b", str(scratch)),
    ]
    for pattern, text in table:
        line = re.sub(pattern, text.replace("\\", r"\\"), line)
    return line


def emit_test(sparsec, test, out, stubs):
    """Runs the lines of a test for what they give to the compiler."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        env = {
            **os.environ,
            "PATH": f"{stubs}:{ROOT}/build/bin:/usr/lib/llvm-19/bin:{os.environ['PATH']}",
            "EMIT_OUT": str(out / test.relative_to(ROOT / "test")),
            "EMIT_SPARSEC": str(sparsec),
            "EMIT_FOLDER": folder,
        }
        for number, line in enumerate(run_lines(test)):
            subprocess.run(
                ["bash", "-c", substituted(line, test, scratch)],
                env={**env, "EMIT_LINE": str(number)},
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=600,
            )


def record(tool, args):
    """One call of the compiler or the judge in a RUN line."""
    sparsec = os.environ["EMIT_SPARSEC"]
    if tool == "compiler":
        # Later lines may need what it writes.
        subprocess.run([sparsec, *args])
    if "--" in args:
        args = args[: args.index("--")]
    recipe, source, kept = None, None, []
    values = iter(args)
    for arg in values:
        name, _, value = arg.lstrip("-").partition("=")
        if not arg.startswith("-") or arg == "-":
            source = source or arg
        elif name == "recipe":
            recipe = value or next(values, None)
        elif name in ("set", "function"):
            kept.append(f"-{name}={value or next(values, '')}")
        elif name in ("assume", "runtime"):
            kept.append(arg)
        elif not value and name in VALUED:
            next(values, None)
    if not source or not recipe or not Path(recipe).is_file():
        return
    out = Path(os.environ["EMIT_OUT"])
    stem = f"{os.environ['EMIT_LINE']}-{Path(recipe).stem}-{Path(source).stem}"
    emit(
        Path(sparsec),
        Path(source).absolute(),
        Path(recipe).absolute(),
        kept,
        out / stem,
        os.environ["EMIT_FOLDER"],
    )


# Options of sparsec and sparsec-bench whose value is a word of its own.
VALUED = """o against matrix generate arg array known target threads csv cc cflags
seconds runs budget store plot peer nvcc gpu-arch emit-driver keep dump-dir emit print-after""".split()


def emit_tests(sparsec, out, pool):
    tests = [
        path
        for path in sorted((ROOT / "test").rglob("*"))
        if path.suffix in (".test", ".c", ".script")
        and "Inputs" not in path.parts
        and not {"Unit", "Docs", "Install", "Property", "Permanent"} & set(path.parts)
        and "RUN:" in path.read_text(errors="replace")
    ]
    with tempfile.TemporaryDirectory() as stubs:
        for stub in STUBS:
            (Path(stubs) / stub).symlink_to("/bin/true")
        failing = Path(stubs) / "not"
        failing.write_text('#!/bin/sh\n[ "$1" = --crash ] && shift\n"$@"\nexit 0\n')
        failing.chmod(0o755)
        for job in [
            pool.submit(emit_test, sparsec, test, out, stubs) for test in tests
        ]:
            job.result()


def digests(out):
    """A line for each recipe and source: what all of its forms hold."""
    lines = []
    for name, _, _ in recipes():
        digest = hashlib.sha256()
        for form in FORMS:
            digest.update(Path(f"{out / name}.{form}").read_bytes())
        lines.append(f"{digest.hexdigest()[:16]} {name}\n")
    return lines


def check(sparsec, pool, update):
    with tempfile.TemporaryDirectory() as folder:
        emit_recipes(sparsec, Path(folder), pool)
        lines = digests(Path(folder))
    if update:
        DIGESTS.write_text("".join(lines))
        return 0
    known = DIGESTS.read_text().splitlines(keepends=True)
    changed = sorted(line.split()[1] for line in set(lines) ^ set(known))
    for name in sorted(set(changed)):
        print(f"{name}: the output is another one than before")
    if changed:
        print(
            "look at it: scripts/emit-all.py of both commits, -against each other;\n"
            "then scripts/emit-all.py -update, in a commit of its own"
        )
    return bool(changed)


def compare(new, old):
    """Prints the files that differ or that only one of the folders has."""
    names = {
        path.relative_to(folder)
        for folder in (new, old)
        for path in folder.rglob("*")
        if path.is_file()
    }
    changed = [
        name
        for name in sorted(names)
        if not (new / name).exists()
        or not (old / name).exists()
        or not filecmp.cmp(new / name, old / name, shallow=False)
    ]
    for name in changed:
        print(name)
    print(f"{len(changed)} of {len(names)} files differ")
    return bool(changed)


def main():
    if sys.argv[1:2] == ["-record"]:
        return record(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("-against", type=Path)
    parser.add_argument("-check", action="store_true")
    parser.add_argument("-update", action="store_true")
    parser.add_argument(
        "-sparsec", type=lambda name: Path(name).resolve(), default=ROOT / "build/bin/sparsec"
    )
    parser.add_argument("-only", choices=("recipes", "tests"))
    parser.add_argument("-jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    with ThreadPoolExecutor(args.jobs) as pool:
        if args.check or args.update:
            return check(args.sparsec, pool, args.update)
        if not args.folder:
            parser.error("which folder?")
        if args.against:
            return compare(args.folder, args.against)
        if args.folder.exists():
            shutil.rmtree(args.folder)
        if args.only != "tests":
            emit_recipes(args.sparsec, args.folder / "recipes", pool)
        if args.only != "recipes":
            emit_tests(args.sparsec, args.folder / "tests", pool)
    return 0


if __name__ == "__main__":
    sys.exit(main())
