"""Writes src/sparsec/recipe.pyi from the program's registry of steps.

    SPARSEC=build/bin python3 python/make_stubs.py [--check]

--check: exit status 1 where the file is another one.
"""

import importlib.util
import sys
import types
from pathlib import Path

SOURCES = Path(__file__).parent / "src" / "sparsec"
TYPES = {
    "statement": "Handle | str | int",
    "loop": "str",
    "newName": "str",
    "array": "str",
    "text": "str",
    "loops": "str | Sequence[str]",
    "newNames": "str | Sequence[str]",
    "arrays": "str | Sequence[str]",
    "texts": "str | Sequence[str]",
    "count": "int",
    "integer": "int",
    "counts": "int | Sequence[int]",
    "integers": "int | Sequence[int]",
    "numbers": "Sequence[complex] | Sequence[Sequence[complex]]",
    "sizes": "int | str | Sequence[int | str]",
    "flag": "bool",
}
HEAD = '''# Made by python/make_stubs.py from sparsec -help-transforms=json.
from collections.abc import Sequence
from typing import Any, Literal

class Handle:
    def __getattr__(self, name: str) -> Handle: ...
    def __getitem__(self, key: int | str) -> Handle: ...

class Recipe:
    def __init__(self) -> None: ...
    @property
    def s(self) -> Handle: ...
    @property
    def text(self) -> str: ...
'''


def module(name):
    """A module of the package, without its compiled part."""
    package = types.ModuleType("sparsec")
    package.__path__ = [str(SOURCES)]
    sys.modules.setdefault("sparsec", package)
    spec = importlib.util.spec_from_file_location(
        f"sparsec.{name}", SOURCES / f"{name}.py"
    )
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[f"sparsec.{name}"] = loaded
    spec.loader.exec_module(loaded)
    return loaded


def documentation(text):
    inside = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    lines = inside.split("\n")
    return "\n".join(
        [f'        """{lines[0]}']
        + [f"        {line}".rstrip() for line in lines[1:]]
        + ['        """']
    )


def type_of(parameter):
    words = parameter.get("words")
    if words:
        return f"Literal[{', '.join(map(repr, words))}]"
    return TYPES[parameter["kind"]]


def stub_of(recipe, step):
    parameters = ["self"]
    for parameter in step["parameters"]:
        said = f"{recipe.python_name(parameter['name'])}: {type_of(parameter)}"
        parameters.append(said + (" | None = None" if parameter["isOptional"] else ""))
    parameters = ",\n        ".join(parameters)
    name = recipe.python_name(step["name"])
    return (
        f"    def {name}(\n        {parameters},\n    ) -> Handle:\n"
        f"{documentation(recipe.doc_of(step))}\n        ...\n"
    )


def text():
    engine, recipe = module("_engine"), module("recipe")
    registry = engine.registry()
    parts = [HEAD]
    for command in registry["commands"]:
        lines = "\n".join([command["summary"], "", *command["usage"]])
        parts.append(
            f"    def {recipe.python_name(command['name'])}(self, *values: Any) -> "
            f"Handle:\n{documentation(lines)}\n        ...\n"
        )
    parts += [stub_of(recipe, step) for step in registry["transforms"]]
    return "".join(parts)


def main():
    path, made = SOURCES / "recipe.pyi", text()
    if "--check" not in sys.argv:
        path.write_text(made, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != made:
        sys.exit(f"{path} is not what the registry has: run {__file__}")


main()
