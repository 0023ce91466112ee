"""What the programs tell of a compiled function, beside calling it."""

import csv
import json
import math
import tempfile
from pathlib import Path

from . import _call
from ._binding import Binder, new_array
from ._engine import Error
from ._plan import function_of, pair

# What roundings in another order may add up to, of the largest result.
TOLERANCES = {2: 1e-2, 4: 1e-4, 8: 1e-10, 16: 1e-10}


def help_of(contract, order):
    spelled = contract.spelled
    lines = [f"{contract.function}({', '.join(map(spelled, order))})", ""]
    for slot in order:
        word = spelled(slot)
        matrix, structure = contract.matrix(slot), contract.structures.get(slot)
        if structure:
            also = "a scipy.sparse csr matrix, or " if matrix else ""
            lines.append(f"{word}: {also}an object or a dict with {structure.words}")
            continue
        if matrix:
            lines.append(
                f"{word}: a scipy.sparse csr matrix, or ({', '.join(matrix.arrays)})"
            )
            continue
        text = f"{word}: {contract.arguments[slot]['declaration']}"
        if slot in contract.written:
            text += "; written: zeros unless passed, and returned"
        lines.append(text)
    inferred = [*map(spelled, contract.named)]
    if inferred:
        lines.append(f"{', '.join(inferred)}: told by shapes, or passed by name")
    return "\n".join(lines + ["", "Facts:", *(f["text"] for f in contract.facts)])


def explain(build):
    return build.run(build.command("-explain", "-o", "/dev/null"))[1]


def loops(build):
    behind = ["--", *build.flags] if build.flags else []
    chosen = [o for o in build.options if o.startswith("-function=")]
    return build.run([build.source, "-list-loops", *chosen, *behind])[0]


def source(build, target="c"):
    if target not in ("c", "cuda"):
        raise TypeError(f"target {target!r}: there are 'c' and 'cuda'")
    return build.run(build.command(f"-target={target}"))[0]


def flat(array):
    """The elements of a contiguous array, one dimension."""
    view = memoryview(array)
    return view.cast("B") if view.nbytes else memoryview(b"")


def copy_of(argument, value, shape):
    """Contiguous and writable."""
    copy = new_array(argument, shape)
    flat(copy)[:] = flat(value)
    return copy


def verify(function, values, named, rtol):
    """Both on copies of the same arguments; the plan's results are discarded."""
    contract, build = function._contract, function._build
    build.check_files()
    binder = function._bind(values, None, named)
    binder.complete(list(contract.arguments), "source")
    names = list(contract.arguments)
    shapes = dict(zip(names, binder.shapes(names)))
    expected, found = dict(binder.values), dict(binder.values)
    written = [*contract.written, *([contract.result] if contract.result else [])]
    for name in written:
        argument, value = contract.arguments[name], binder.values[name]
        expected[name] = copy_of(argument, value, shapes[name])
        found[name] = copy_of(argument, value, shapes[name])
    own = Binder(contract, found)
    kept = function._kept(own)
    try:
        kept.execute(own)
    finally:
        kept.lock.release()
    library = _call.Library(
        str(build.source_library(build.description())), build.is_parallel, False
    )
    source = function_of(contract, library, "source", names)
    source.call([expected[n] for n in names], [shapes[n] for n in names])
    errors = [
        difference(contract.arguments[n], expected[n], found[n], rtol) for n in written
    ]
    return max(errors, default=0.0)


def numbers(argument, array):
    """As Python numbers; infinities and NaN included."""
    if hasattr(array, "ravel"):
        return array.ravel().tolist()
    return list(array)


def difference(argument, expected, found, rtol):
    """The largest one, of the largest number expected; an Error beyond rtol."""
    name, element = argument["name"], argument["element"]
    pairs = list(zip(numbers(argument, expected), numbers(argument, found)))
    if element["kind"] == "integer":
        for at, (own, got) in enumerate(pairs):
            if own != got:
                raise Error(f"{name}[{at}] is {got}; the source's loops compute {own}")
        return 0.0
    scale = max((abs(o) for o, _ in pairs if math.isfinite(abs(o))), default=0) or 1.0
    width = element["bytes"] // (2 if element["kind"] == "complex" else 1)
    limit = TOLERANCES[width] if rtol is None else rtol
    worst = 0.0
    for at, (own, got) in enumerate(pairs):
        if own == got or (own != own and got != got):
            continue
        error = abs(own - got) / scale
        if not error <= limit:
            raise Error(
                f"{name}[{at}] is {got}; the source's loops compute {own}, which "
                f"differs by {error:.2g} of the largest, more than {limit:.2g}"
            )
        worst = max(worst, error)
    return worst


def write_matrix(contract, A, path):
    """As Matrix Market, in the order of the arrays."""
    if not contract.matrices:
        raise TypeError(
            f"{contract.function} has no sparse matrix among its arguments; state "
            "#pragma sparsec csr(...) in the source"
        )
    matrix = contract.matrices[0]
    binder = Binder(contract)
    binder.give(matrix.slot, A)
    index = list(memoryview(binder.values[matrix.index]))
    columns = list(memoryview(binder.values[matrix.column_indices]))
    values = binder.values.get(matrix.values)
    values = [1.0] * len(columns) if values is None else numbers(None, values)
    if any(isinstance(value, complex) for value in values):
        raise TypeError(
            f"argument '{matrix.slot}': a matrix is written for other programs as real "
            "numbers; pass abs(A), which has the same pattern"
        )
    rows, width = binder.matrix_shapes.get(
        matrix.slot, (len(index) - 1, max(columns, default=-1) + 1 - matrix.base)
    )
    with open(path, "w", encoding="ascii") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{rows} {width} {len(columns)}\n")
        for row in range(rows):
            for at in range(index[row] - matrix.base, index[row + 1] - matrix.base):
                column = columns[at] - matrix.base + 1
                file.write(f"{row + 1} {column} {values[at]!r}\n")


def bench(build, contract, A, tune=False, threads=1, seconds=0.2, arg=None):
    """Rows of sparsec-bench, as dictionaries."""
    if not isinstance(threads, int):
        raise TypeError(f"threads: {threads!r}; pass one number, and call for each")
    with tempfile.TemporaryDirectory() as folder:
        matrix, table = Path(folder) / "A.mtx", Path(folder) / "table.csv"
        measured = Path(folder) / "measured.jsonl"
        write_matrix(contract, A, matrix)
        options = ["-matrix", matrix, "-csv", table, "-seconds", seconds]
        options += ["-store", measured]
        options += ["-threads", threads, "-cc", " ".join(build.cc)]
        options += ["-cflags", " ".join(f for f in build.cflags if f != "-fopenmp")]
        for name, value in (arg or {}).items():
            options += ["-arg", f"{name}={value}"]
        behind = ["--", *build.flags] if build.flags else []
        settings = [
            word for o in build.options if o.startswith("-set=")
            for word in ("-set", o.removeprefix("-set="))
        ]
        settings += [
            word for o in build.options if o.startswith("-function=")
            for word in ("-function", o.removeprefix("-function="))
        ]
        settings += ["-assume"] if "-assume" in build.options else []
        settings += ["-tune"] if tune else []
        command = [build.source, "-recipe", build.recipe, *settings, *options, *behind]
        build.run(command, "sparsec-bench")
        with open(table, encoding="utf-8", newline="") as file:
            rows = [{k: _number(v) for k, v in row.items()} for row in csv.DictReader(file)]
        settings = _settings(measured)
        for row in rows:
            row["set"] = settings.get(row["recipe"], {})
    return sorted(rows, key=lambda row: row["execute_s"]) if tune else rows


def _settings(measured):
    """{recipe: values of its parameters}, as sparsec-bench has stored them."""
    lines = measured.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return {
        row["recipe"]: {p["name"]: _number(p["value"]) for p in row["params"]}
        for row in rows
    }


def _number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except (TypeError, ValueError):
            pass
    return text


def report(build, contract, path, A):
    with tempfile.TemporaryDirectory() as folder:
        options = ["-report", Path(path).absolute(), "-o", Path(folder) / "plan.c"]
        if A is not None:
            write_matrix(contract, A, Path(folder) / "A.mtx")
            options += ["-matrix", Path(folder) / "A.mtx"]
        build.run(build.command(*options))
