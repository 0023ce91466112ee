"""What -emit=json says of a compiled function, ready to bind arguments by."""

import keyword
import math
import numbers
from dataclasses import dataclass

from . import _call
from ._engine import Error
from ._structures import expanded, flattened

OPERATIONS = {
    "floor-divide": lambda a, b: a // b,
    "modulo": lambda a, b: a % b,
    "less": lambda a, b: int(a < b),
    "less-equal": lambda a, b: int(a <= b),
    "equal": lambda a, b: int(a == b),
    "min": min,
    "max": max,
}


class Unknown(Exception):
    """A length that takes what is not given yet."""


def evaluate(length, scalars, element):
    """The value of a length: 4, "n", ["add", "n", 1], ["element", "index", "n"]."""
    if isinstance(length, int):
        return length
    if isinstance(length, str):
        if length not in scalars:
            raise Unknown(length)
        value = scalars[length]
        # torch's symbols stay what they are.
        return value if hasattr(value, "node") else int(value)
    if length is None:
        raise Unknown("a length")
    word, *operands = length
    if word == "element":
        at = [evaluate(operand, scalars, element) for operand in operands[1:]]
        return element(operands[0], at)
    if word == "select":
        condition, then, otherwise = operands
        chosen = then if evaluate(condition, scalars, element) else otherwise
        return evaluate(chosen, scalars, element)
    values = [evaluate(operand, scalars, element) for operand in operands]
    if word == "add":
        return sum(values)
    if word == "multiply":
        product = 1
        for value in values:
            product *= value
        return product
    if word in ("and", "or"):
        return int(all(values) if word == "and" else any(values))
    try:
        return OPERATIONS[word](*values)
    except ZeroDivisionError:
        raise Unknown("a length") from None


def spelled(name, others, words=()):
    """A name as signatures of Python, and of those with words of their own, may have
    it; none of the others."""
    if not keyword.iskeyword(name) and name not in words:
        return name
    name += "_"
    while name in others:
        name += "_"
    return name


def names_in(length):
    """The scalars that a length takes."""
    if isinstance(length, str):
        return {length}
    if not isinstance(length, list):
        return set()
    below = length[2:] if length[0] == "element" else length[1:]
    return set().union(*map(names_in, below))


def elements_in(length):
    """The arrays that a length reads elements of."""
    if not isinstance(length, list):
        return set()
    own = {length[1]} if length[0] == "element" else set()
    return own.union(*map(elements_in, length[1:]))


def is_truth(argument):
    """Of 0 and 1 only, C's _Bool."""
    return argument["element"].get("isTruth", False)


def fits(argument, kind, size, is_signed):
    """Whether elements of an array, of `size` bytes, are what C declares. Kinds are
    those of contracts, and "truth"."""
    element = argument["element"]
    # As in Arguments.cpp: truths are the numbers 0 and 1, but not the other way round.
    if kind == "truth" and not is_truth(argument) and not argument["isWritten"]:
        kind = "integer"
    wanted = "truth" if is_truth(argument) else element["kind"]
    is_sign_wrong = kind == "integer" and is_signed != element.get("isSigned", True)
    return (kind, size) == (wanted, element["bytes"]) and not is_sign_wrong


def exact(value):
    """A number as a part of a key: 0.0 is not -0.0, and NaN is itself."""
    if isinstance(value, numbers.Integral) or not isinstance(value, numbers.Real):
        return value
    return "nan" if value != value else value, math.copysign(1, value)


def check_bindable(description, target):
    """Refuses what no Python object can be bound to yet."""
    for argument in flattened(description)[0]:
        _check_argument(description["function"], argument, target)


def _why_not(argument, target):
    """Why an argument, or a member, cannot be bound; None where it can."""
    element = argument.get("element")
    if argument["hasRows"]:
        return "points to pointers to rows; declare one array of all elements"
    if argument["isGlobal"]:
        return "is a variable of the file; make it a parameter of the function"
    if "holder" in argument and (why := _why_no_member(argument, target)):
        return why
    if not element or element["kind"] == "opaque":
        return "is no number; declare what the loops use as parameters of their own"
    if element["type"] == "__bf16":
        return "has a type that arrays in Python do not have; use float"
    if not argument["isPointer"] and (
        element["kind"] == "complex" or element["bytes"] == 2
        and element["kind"] == "floating"
    ):
        return "is passed by value; pass it as an array of one element"
    if argument["isPointer"] and not argument["isResult"] and (
        not argument["lengths"] or None in argument["lengths"]
    ):
        return _why_no_length(argument)
    return None


def _why_no_length(argument):
    why = "has no length that the sizes of other arguments tell; state it: "
    name, extents = argument["name"], argument["extents"] or [None]
    if len(extents) > 1:
        # Flat in C, where `x[i * k + c]` shows rows: one length for each dimension,
        # which only recipes can give.
        shown = ", ".join("..." if e is None else str(e) for e in extents)
        return f'{why}known("extent({name}, {shown})") in the recipe'
    return (
        f"{why}#pragma sparsec extent({name}, ...) before the function, or "
        f'known("extent({name}, ...)") in the recipe; a product of two sizes is none '
        "where subscripts show no rows of that length"
    )


def _why_no_member(member, target):
    if not member["path"]:
        return (
            "has a member behind another pointer, or structures in an array; declare "
            "what the loops use as parameters of their own"
        )
    if target == "cuda":
        return (
            "is a structure, which plans on a GPU do not take from Python; declare "
            "its members as parameters of their own"
        )
    if member["isWritten"] and not member["isPointer"]:
        return (
            "is a structure with a number that the loops write; return it, or write "
            "it to an array of one element"
        )
    return None


def _check_argument(function, argument, target):
    if why := _why_not(argument, target):
        raise Error(
            f"{function}: argument '{argument['name']}' cannot be bound from Python: "
            f"'{argument['declaration']}' {why}"
        )


@dataclass
class Matrix:
    """Arguments that a sparse matrix gives together."""

    slot: str
    rows: object
    columns: object
    base: int
    index: str
    column_indices: str
    values: str | None

    @property
    def arrays(self):
        parts = [self.index, self.column_indices, self.values]
        return [part for part in parts if part]


class Contract:
    """Arguments, functions and slots: what a caller passes, in order. Members of
    structures are arguments of their own here."""

    target = "c"

    def __init__(self, description):
        self.function = description["function"]
        self.plan = description["plan"]
        self.is_exclusive = description["isForOneExecutionAtATime"]
        self.returns = description.get("returns")
        check_bindable(description, self.target)
        arguments, self.structures, parts = flattened(description)
        self.arguments = {a["name"]: a for a in arguments}
        self.functions = {
            f["role"]: {**f, "arguments": expanded(f["arguments"], parts)}
            for f in description["functions"]
        }
        self.updated = description["updated"]
        # A structure is frozen but for members that are updated.
        self.frozen = [
            n for n in expanded(description["frozen"], parts) if n not in self.updated
        ]
        self.alignments = description["alignments"]
        self.facts = description["facts"]
        self.steps = description["steps"]
        self._specs = {}
        self.scalars = [n for n, a in self.arguments.items() if not a["isPointer"]]
        self.arrays = [
            n
            for n, a in self.arguments.items()
            if a["isPointer"] and not a["isResult"]
        ]
        self.result = next(
            (n for n, a in self.arguments.items() if a["isResult"]), None
        )
        self.written = [n for n in self.arrays if self.arguments[n]["isWritten"]]
        self.matrices = self._matrices(description["sparse"])
        self.inferred = self._inferred()
        self.slots = self._slots()
        # Numbers that a plan, and the lengths of its calls, depend on.
        self.planned = {
            n for n in self.scalars
            if n in self.inferred or n in self.taken("inspect")
        }

    def shown(self, name):
        """As Python would spell it: "A.index" for a member."""
        return self.arguments[name].get("shown", name)

    def spec(self, name, role, origin=None):
        """What sparsec._call has to know of an argument of a function. `origin`:
        what the caller calls it, where that is another name."""
        key = name, role, origin
        if key not in self._specs:
            argument = self.arguments[name]
            element = argument["element"]
            natural = element["bytes"] // (2 if element["kind"] == "complex" else 1)
            asked = self.alignments.get(name, 1) if role == "execute" else 1
            is_written = argument["isPointer"] and (
                argument["isResult"]
                or argument["isWritten"] and role in ("execute", "source")
            )
            self._specs[key] = _call.argument(
                name=origin or self.shown(name), type=element["type"], kind=element["kind"],
                bytes=element["bytes"], is_signed=element.get("isSigned", True),
                is_truth=is_truth(argument),
                is_pointer=argument["isPointer"], is_written=is_written,
                alignment=max(natural, asked),
            )
        return self._specs[key]

    def call_specs(self, role, names):
        """Of a function of the shared object."""
        return [self.spec(name, role) for name in names]

    def alignment(self, argument):
        """In bytes, of where an array begins."""
        asked = self.alignments.get(argument["name"], 1)
        return max(argument["element"]["bytes"], asked)

    def check(self, name, role, value, shape, origin=None):
        """A TypeError where a value is not what a function of that role takes."""
        _call.check(self.spec(name, role, origin), value, shape)

    def new(self, name, shape, values, role="execute"):
        """An array of zeros for what the loops write; `values` are the others."""
        from ._binding import new_array

        return new_array(self.arguments[name], shape)

    def _matrices(self, described):
        found = []
        for entry in described:
            parts = [entry["index"], *entry["columnIndices"], *entry["values"]]
            if len(entry["columnIndices"]) != 1 or entry["rows"] is None:
                continue
            if any(part not in self.arguments for part in parts):
                continue
            values = entry["values"]
            slot = self._slot_of_matrix(parts, [matrix.slot for matrix in found])
            if slot is None:
                continue
            found.append(
                Matrix(
                    slot,
                    entry["rows"],
                    entry["columns"],
                    entry["base"],
                    entry["index"],
                    entry["columnIndices"][0],
                    # Several arrays of values: no matrix has more than one.
                    values[0] if len(values) == 1 else None,
                )
            )
        return found

    def _slot_of_matrix(self, parts, taken):
        """The structure that has all parts, or a letter; None where some are in a
        structure, or where it has another matrix."""
        holders = {self.arguments[part].get("holder") for part in parts}
        if holders == {None}:
            names = [*self.arguments, *self.structures, *taken]
            letters = [name for name in "ABCDEFGH" if name not in names]
            return [*letters, parts[0]][0]
        holder = holders.pop()
        return None if holders or holder in taken else holder

    def _inferred(self):
        """Scalars that lengths and shapes may tell."""
        lengths = [
            length for name in self.arrays for length in self.arguments[name]["lengths"]
        ]
        for matrix in self.matrices:
            lengths += [matrix.rows, matrix.columns]
        return set().union(*map(names_in, lengths)) if lengths else set()

    def _slots(self):
        """Names of what is passed by position: matrices, arrays and the scalars
        that nothing else tells, in the order of C."""
        inferred, slots = self.inferred, []
        of = {part: m.slot for m in self.matrices for part in m.arrays}
        of |= {part: s for s, made in self.structures.items() for part in made.members}
        for name in self.arguments:
            if name == self.result or name in inferred:
                continue
            slot = of.get(name, name)
            if slot not in slots:
                slots.append(slot)
        return slots

    def is_slot(self, name):
        """Whether it may be passed: an argument of C, or what stands for some."""
        if "holder" in self.arguments.get(name, ()):
            return False
        return name in (*self.arguments, *self.structures) or bool(self.matrix(name))

    @property
    def named(self):
        """Sizes, and structures of sizes only, which lengths tell, or a caller by
        name."""
        scalars = [n for n in self.scalars if "holder" not in self.arguments[n]]
        return [n for n in [*scalars, *self.structures] if n not in self.slots]

    def spelled(self, name):
        """As Python's signatures may have it."""
        slots = [matrix.slot for matrix in self.matrices]
        return spelled(name, [*self.arguments, *self.structures, *slots])

    def matrix(self, slot):
        return next((m for m in self.matrices if m.slot == slot), None)

    def parts(self, slot):
        """The C arguments that a slot gives."""
        if slot in self.structures:
            return self.structures[slot].members
        matrix = self.matrix(slot)
        return matrix.arrays if matrix else [slot]

    def taken(self, role):
        """The C arguments of a function of the contract."""
        return self.functions[role]["arguments"] if role in self.functions else []
