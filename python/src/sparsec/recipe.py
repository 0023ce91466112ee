"""Recipes built in Python: r.tile(s, "i", 32).

Methods are the steps and commands of the program's own registry. A step returns
a handle to what it made, which later steps take; `remainder` and other fields
are attributes of it, and what statements() returns is indexed from 0.
"""

import inspect
import keyword
import math

from . import _engine


class Handle:
    """A statement of the recipe, or what a command returned."""

    def __init__(self, recipe, lua):
        self._recipe, self._lua = recipe, lua

    def __getattr__(self, name):
        if name.startswith("_") or not name.isidentifier():
            raise AttributeError(name)
        return Handle(self._recipe, f"{self._lua}.{name}")

    def __getitem__(self, key):
        if isinstance(key, int):
            if key < 0:
                raise IndexError("Lua's lists are not indexed from their end")
            return Handle(self._recipe, f"{self._lua}[{key + 1}]")
        return Handle(self._recipe, f"{self._lua}[{lua_of(key)}]")

    def __iter__(self):
        raise TypeError("how many there are only the program finds out; index them")

    def __repr__(self):
        return f"<{self._lua}>"


def lua_of(value):
    """A value as Lua text."""
    if isinstance(value, Handle):
        return value._lua
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(map(_escaped, value)) + '"'
    if isinstance(value, dict):
        inside = ", ".join(f"[{lua_of(k)}] = {lua_of(v)}" for k, v in value.items())
        return "{" + inside + "}"
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(map(lua_of, value)) + "}"
    if isinstance(value, complex):
        return lua_of([value.real, value.imag])
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    raise TypeError(f"a {type(value).__name__} has no place in a recipe: {value!r}")


def _escaped(letter):
    if letter in '"\\':
        return "\\" + letter
    return letter if letter >= " " and letter != "\x7f" else f"\\{ord(letter):03d}"


def python_name(name):
    return name + "_" if keyword.iskeyword(name) else name


def signature_of(step):
    """Of a step: what it needs, then what is optional, by position or by name
    as in a recipe's text."""
    return inspect.Signature(
        inspect.Parameter(
            python_name(parameter["name"]),
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=None if parameter["isOptional"] else inspect.Parameter.empty,
        )
        for parameter in step["parameters"]
    )


def doc_of(step):
    lines = [step["summary"], ""]
    for parameter in step["parameters"]:
        words = "|".join(parameter.get("words", []))
        lines.append(
            f"{python_name(parameter['name'])}: {parameter['help']}"
            + (f" ({words})" if words else "")
        )
    lines += ["", "Before:", step["before"], "After:", step["after"], ""]
    return "\n".join([*lines, f"Legal: {step['legality']}"])


class Recipe:
    """r = sparsec.Recipe(); r.parallel(r.s, "i"); sparsec.compile("spmv.c", r)"""

    def __init__(self):
        self._lines = []
        self._names = 0

    @property
    def s(self):
        """The source's only statement, where it has one."""
        return Handle(self, "s")

    @property
    def text(self):
        """The recipe, as a .script file has it."""
        return "\n".join(self._lines) + "\n"

    def __repr__(self):
        return self.text

    def _say(self, call):
        self._names += 1
        name = f"value{self._names}"
        self._lines.append(f"local {name} = {call}")
        return Handle(self, name)

    def _own(self, value):
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(one, Handle) and one._recipe is not self:
                raise TypeError(f"{one!r} is of another recipe")

    def _step(self, step, values, named):
        try:
            bound = signature_of(step).bind(*values, **named).arguments
        except TypeError as error:
            raise TypeError(f"{step['name']}: {error}") from None
        positional, options = [], []
        for parameter in step["parameters"]:
            value = bound.get(python_name(parameter["name"]))
            self._own(value)
            if not parameter["isOptional"]:
                positional.append(lua_of(value))
            elif value is not None:
                options.append(f"{_key(parameter['name'])} = {lua_of(value)}")
        if options:
            positional.append("{" + ", ".join(options) + "}")
        return self._say(f"{step['name']}({', '.join(positional)})")

    def _command(self, command, values):
        for value in values:
            self._own(value)
        text = f"{command['name']}({', '.join(map(lua_of, values))})"
        return self._say(text)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = _methods().get(name)
        if made is None:
            raise AttributeError(
                f"recipes have no {name!r}; sparsec -help=transforms and "
                "-help=commands list what they have",
                name=name, obj=self,
            )
        return made.__get__(self)

    def __dir__(self):
        return [*super().__dir__(), *_methods()]


def _key(name):
    words = ("and break do else elseif end false for function goto if in local nil "
             "not or repeat return then true until while").split()
    return f'["{name}"]' if name in words else name


def _method_of_step(step):
    def method(self, *values, **named):
        return self._step(step, values, named)

    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    parameters = signature_of(step).parameters.values()
    method.__name__ = method.__qualname__ = python_name(step["name"])
    method.__doc__ = doc_of(step)
    method.__signature__ = inspect.Signature([own, *parameters])
    return method


def _method_of_command(command):
    def method(self, *values):
        return self._command(command, values)

    method.__name__ = method.__qualname__ = python_name(command["name"])
    method.__doc__ = command["summary"] + "\n\n" + "\n".join(command["usage"])
    return method


_made = {}


def _methods():
    registry = _engine.registry()
    if _made.get("of") is not registry:
        _made["of"] = registry
        _made["methods"] = {
            python_name(c["name"]): _method_of_command(c) for c in registry["commands"]
        } | {python_name(t["name"]): _method_of_step(t) for t in registry["transforms"]}
    return _made["methods"]
