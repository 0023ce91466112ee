"""Writes docs/guide/python-api.md from the docstrings of the installed package.

    build/python-env/bin/python python/make_api.py [--check]

--check: exit status 1 where the page is another one. It is kept as text, so that
the manual is built without the package.
"""

import inspect
import sys
from pathlib import Path

import sparsec
import sparsec.sparse

try:
    import sparsec.gnn

    sparsec.gnn.use  # noqa: B018
except ImportError as missing:
    print(f"the page is neither written nor compared: {missing}")
    sys.exit("--check" not in sys.argv)

PAGE = Path(__file__).resolve().parents[1] / "docs" / "guide" / "python-api.md"
HEAD = """# The package for Python, name by name

Made from docstrings by `python/make_api.py`. [Your loop, from Python](python.md), [products of SciPy's matrices](sparse.md) and [graph neural networks](gnn.md)
show how they go together; steps of recipes are in `help(sparsec.Recipe().tile)` and in the [manual](../recipe-language.md).
"""
CLASSES = (
    sparsec.Function, sparsec.Plan, sparsec.Recipe, sparsec.Error, sparsec.Warning,
    sparsec.gnn.Graph,
)
# Objects of it are made by something else, which is on the page.
MADE = {sparsec.Function: "compile and kernel", sparsec.Plan: "Function.plan"}


def signature_of(name, value):
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = [p for p in signature.parameters.values() if p.name != "self"]
    return name + str(signature.replace(parameters=parameters))


def entry(title, value, level=3):
    text = inspect.getdoc(value)
    if not text:
        sys.exit(f"{title} has no docstring")
    return f"{'#' * level} `{title}`\n\n```text\n{text}\n```\n"


def members_of(cls):
    """Methods and properties that users call, in the order of the source."""
    for name, member in vars(cls).items():
        if name == "__call__" or not name.startswith("_"):
            if isinstance(member, property) and member.__doc__:
                yield name, member
            elif inspect.isfunction(member) and member.__doc__:
                yield signature_of(name, member), member


def class_entry(cls, prefix):
    name = f"{prefix}.{cls.__name__}"
    if cls in MADE:
        title = f"{name}, made by {MADE[cls]}"
    else:
        title = signature_of(name, cls)
    parts = [entry(title, cls)]
    for label, member in members_of(cls):
        label = label.replace("__call__", f"{cls.__name__.lower()}")
        parts.append(entry(label, member, 4))
    return parts


def module_entries(module, prefix):
    for name in sorted(module.__all__, key=str.lower):
        value = getattr(module, name)
        if value in CLASSES:
            yield from class_entry(value, prefix)
        else:
            # SciPy's classes have a signature of their own.
            of = inspect.isclass(value) and "_" in name
            title = f"{prefix}.{name}" + ("(...)" if of else "")
            yield entry(title if of else signature_of(title, value), value)


def main():
    parts = [HEAD, "## sparsec\n", *module_entries(sparsec, "sparsec")]
    parts += ["## sparsec.sparse\n", *module_entries(sparsec.sparse, "sparsec.sparse")]
    parts += ["## sparsec.gnn\n", *module_entries(sparsec.gnn, "sparsec.gnn")]
    made = "\n".join(parts)
    if "--check" not in sys.argv:
        PAGE.write_text(made, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != made:
        sys.exit(f"{PAGE} is not what the docstrings say: run {__file__}")


main()
