"""Structures as arguments: each member that the loops use is bound like an argument
of its own, and the compiled entry puts the structure together again.

A member's name is what C says, "A->index"; messages have "A.index", as Python does.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass
class Structure:
    """An argument of C that is one: what stands for it in a call."""

    slot: str
    members: list  # names of arguments, "A->index"
    paths: dict  # of each the names on the way to it, ["rows", "index"]
    matrix: object = None  # where facts tie members together as a sparse matrix

    @property
    def words(self):
        return ", ".join(".".join(path) for path in self.paths.values())

    def values_of(self, value):
        """{member: its value} of an object or a mapping."""
        reached = {name: _reached(value, self.paths[name]) for name in self.members}
        return {name: part for name, part in reached.items() if part is not None}

    def check(self, value, found, inferred):
        """A TypeError where a member is missing that lengths do not tell."""
        for name in self.members:
            if name not in found and name not in inferred:
                raise TypeError(
                    f"argument '{self.slot}': a {type(value).__name__} gives no "
                    f"'{'.'.join(self.paths[name])}', which the loops use; pass an "
                    f"object or a dict with {self.words}"
                )


def _reached(value, path):
    for word in path:
        if isinstance(value, Mapping):
            value = value.get(word)
        else:
            value = getattr(value, word, None)
    return value


def is_structure(argument):
    return bool(argument.get("members"))


def flattened(description):
    """The contract with members in place of structures: (arguments, structures,
    {name: the names that stand for it})."""
    arguments, structures, parts = [], {}, {}
    for argument in description["arguments"]:
        name = argument["name"]
        if not is_structure(argument):
            arguments.append(argument)
            parts[name] = [name]
            continue
        members = argument["members"]
        arguments += [_as_argument(argument, member) for member in members]
        parts[name] = [member["name"] for member in members]
        structures[name] = Structure(
            name, parts[name], {m["name"]: m["path"] for m in members}
        )
    return arguments, structures, parts


def _as_argument(argument, member):
    return {
        "isWritten": False, "isFlat": False, "lengths": [], **member,
        "shown": ".".join([argument["name"], *member["path"]]),
        "declaration": argument["declaration"], "holder": argument["name"],
        "isConst": argument["isConst"], "isResult": False,
        "isGlobal": argument["isGlobal"], "hasRows": False,
    }


def expanded(names, parts):
    return [part for name in names for part in parts.get(name, [name])]


# Members that are arrays, and no pointers to them, hold their elements themselves.
MACRO = """
#define SPARSEC_PYTHON_IS_POINTER(member)                                      \\
  __builtin_types_compatible_p(__typeof__(member), __typeof__(&(member)[0]))
"""


class Assembly:
    """C statements that make structures of the arguments of an entry, and those
    behind the call that give back what it wrote into them."""

    def __init__(self, description, names):
        """`names`: those of C, as the called function takes them."""
        arguments, _, parts = flattened(description)
        self.by_name = {argument["name"]: argument for argument in arguments}
        self.order = expanded(names, parts)
        self.before, self.behind, self.values = "", "", {}
        for argument in description["arguments"]:
            if is_structure(argument) and argument["name"] in names:
                self._make(argument)

    def _make(self, argument):
        local = f"sparsec_python_{argument['name']}"
        self.before += (
            f"  {argument['type']} {local};\n"
            f"  __builtin_memset((void *)&{local}, 0, sizeof({local}));\n"
        )
        for member in argument["members"]:
            place = ".".join([local, *member["path"]])
            given = f"arguments[{self.order.index(member['name'])}]"
            is_pointer = "0"
            if member["isPointer"]:
                is_pointer = f"SPARSEC_PYTHON_IS_POINTER({place})"
            self.before += (
                f"  __builtin_memcpy((void *)&{place},\n                   "
                f"{is_pointer} ? (const void *)&{given} : {given}, sizeof({place}));\n"
            )
            if member.get("isWritten"):
                self.behind += (
                    f"  if (!{is_pointer})\n"
                    f"    __builtin_memcpy({given}, &{place}, sizeof({place}));\n"
                )
        self.values[argument["name"]] = "&" * argument["isPointer"] + local

    def value_of(self, name):
        """The C expression of an argument, from the array of their addresses."""
        if name in self.values:
            return self.values[name]
        position = self.order.index(name)
        argument = self.by_name[name]
        if argument["isPointer"]:
            return f"arguments[{position}]"
        return f"*(const {argument['element']['type']} *)arguments[{position}]"
