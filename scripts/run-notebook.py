"""Runs a notebook without Jupyter, and writes its outputs into it.

    SPARSEC=build/bin build/python-env/bin/python scripts/run-notebook.py [--check] FILE.ipynb...

Cells run in their order, in one fresh module, in an empty folder. An output is what
a cell prints, what its last expression is, and, where it is tagged
raises-exception, the error as notebooks render it. With --check nothing is written,
and outputs that differ are errors. No magics: cells are Python.
"""

import ast
import contextlib
import difflib
import io
import json
import os
import sys
import tempfile
from pathlib import Path


def lines_of(text):
    return text.splitlines(keepends=True)


def shown(value):
    """What a notebook shows of a value."""
    data = {"text/plain": lines_of(repr(value))}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = lines_of(value._repr_html_())
    return data


def without_folder(text):
    """Paths as cells wrote them: the folder is of this run only."""
    return text.replace(os.getcwd() + os.sep, "")


def error_output(error):
    render = getattr(error, "_render_traceback_", None)
    lines = render() if render else [f"{type(error).__name__}: {error}"]
    return {
        "output_type": "error", "ename": type(error).__name__,
        "evalue": without_folder(str(error)),
        "traceback": [without_folder(line) for line in lines],
    }


def run_cell(cell, names, count):
    """The cell's outputs; an error where it may not raise one."""
    tree = ast.parse("".join(cell["source"]))
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    printed, outputs, failure, value = io.StringIO(), [], None, None
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(tree, f"<cell {count}>", "exec"), names)
            if last is not None:
                value = eval(compile(last, f"<cell {count}>", "eval"), names)
        except Exception as error:
            if "raises-exception" not in cell["metadata"].get("tags", []):
                raise
            failure = error
    if printed.getvalue():
        outputs.append({
            "output_type": "stream", "name": "stdout",
            "text": lines_of(without_folder(printed.getvalue())),
        })
    if failure is not None:
        outputs.append(error_output(failure))
    if value is not None:
        outputs.append({
            "output_type": "execute_result", "execution_count": count,
            "data": shown(value), "metadata": {},
        })
    return outputs


def run(notebook):
    """With new outputs; the argument stays as it is."""
    made, names, count = json.loads(json.dumps(notebook)), {"__name__": "__main__"}, 0
    old = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for cell in made["cells"]:
                if cell["cell_type"] == "code":
                    count += 1
                    cell["execution_count"] = count
                    cell["outputs"] = run_cell(cell, names, count)
        finally:
            os.chdir(old)
    return made


def text_of(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main():
    paths = [Path(word) for word in sys.argv[1:] if word != "--check"]
    wrong = []
    for path in paths:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        before, after = text_of(notebook), text_of(run(notebook))
        if "--check" not in sys.argv:
            path.write_text(after, encoding="utf-8")
        elif before != after:
            wrong.append(path)
            lines = difflib.unified_diff(
                before.splitlines(), after.splitlines(), str(path), "now", lineterm=""
            )
            print("\n".join(lines))
    if wrong:
        sys.exit(f"run {__file__} on {' '.join(map(str, wrong))} and look what changed")


main()
