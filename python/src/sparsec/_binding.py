"""From what a caller passes to a value for every C argument: sizes come from
shapes, results that are not passed are made, nothing else is converted."""

import math

from . import _tensors
from ._contract import Unknown, elements_in, evaluate, is_truth, names_in
from ._device_arrays import is_of_torch
from ._tensors import is_in_memory, is_sparse

CODES = {
    ("integer", 1, True): "b",
    ("integer", 1, False): "B",
    ("integer", 2, True): "h",
    ("integer", 2, False): "H",
    ("integer", 4, True): "i",
    ("integer", 4, False): "I",
    ("integer", 8, True): "q",
    ("integer", 8, False): "Q",
    ("floating", 4, True): "f",
    ("floating", 8, True): "d",
}


def dtype_name(argument):
    """"float64", as numpy, cupy and torch have it."""
    element = argument["element"]
    if is_truth(argument):
        return "bool"
    word = {"integer": "int" if element.get("isSigned", True) else "uint",
            "floating": "float"}
    return f"{word.get(element['kind'], 'complex')}{8 * element['bytes']}"


def new_array(argument, shape):
    """Zeros: an array of numpy, or a memoryview where there is no numpy."""
    element = argument["element"]
    kind, size = element["kind"], element["bytes"]
    is_signed = element.get("isSigned", True)
    try:
        import numpy
    except ImportError:
        code = "?" if is_truth(argument) else CODES.get((kind, size, is_signed))
        if code is None:
            raise TypeError(
                f"argument '{argument['name']}': install numpy, or pass an array"
            ) from None
        return memoryview(bytearray(max(size * math.prod(shape), size))).cast(code)
    name = dtype_name(argument)
    try:
        return numpy.zeros(shape, dtype="longdouble" if name == "float128" else name)
    except ValueError as error:
        raise TypeError(
            f"argument '{argument['name']}': {error} It is {' x '.join(map(str, shape))} "
            "elements by the sizes of the other arguments; pass smaller ones"
        ) from None


def shape_of(value):
    shape = getattr(value, "shape", None)
    if shape is not None:
        return tuple(map(int, shape))
    try:
        return memoryview(value).shape
    except TypeError:
        return (len(value),) if hasattr(value, "__len__") else None


def counted(lengths):
    """"2 dimensions (3 x 4)"."""
    count = len(lengths)
    inside = f" ({' x '.join(map(str, lengths))})" if count else ""
    return f"{count} dimension{'s' * (count != 1)}{inside}"


def parts_of(matrix, value):
    """The arrays of a sparse matrix, by C name, and its shape or None."""
    slot = matrix.slot
    if isinstance(value, (tuple, list)):
        if len(value) != len(matrix.arrays):
            raise TypeError(
                f"argument '{slot}': a tuple of {len(value)}; pass "
                f"({', '.join(matrix.arrays)})"
            )
        return dict(zip(matrix.arrays, value)), None
    is_tensor = is_of_torch(value) and is_sparse(value)
    if not is_tensor and is_sparse(value) and len(value.shape) != 2:
        raise TypeError(
            f"argument '{slot}': {counted(value.shape)}; pass a matrix, which has 2"
        )
    if matrix.base and (is_tensor or getattr(value, "format", None) == "csr"):
        raise TypeError(
            f"argument '{slot}': '{matrix.index}' of the C source counts from "
            f"{matrix.base}, which no csr matrix does; pass arrays that do: "
            f"({', '.join(matrix.arrays)})"
        )
    if is_tensor:
        parts = _tensors.parts_of(slot, value)
        return dict(zip(matrix.arrays, parts)), tuple(map(int, value.shape))
    layout = getattr(value, "format", None)
    if layout is None or not hasattr(value, "tocsr"):
        raise TypeError(
            f"argument '{slot}': a {type(value).__name__} is no sparse matrix; pass "
            f"scipy.sparse.csr_array(...) or ({', '.join(matrix.arrays)})"
        )
    if layout != "csr":
        transposed = ", or the transposed A.T, if the loops go by columns"
        raise TypeError(
            f"argument '{slot}': its format is {layout}, and the C source declares "
            f"csr; pass A.tocsr(){transposed if layout == 'csc' else ''}"
        )
    # What lies behind the last row is no entry; slices are views.
    count = int(value.indptr[-1]) if len(value.indptr) else 0
    found = {
        matrix.index: value.indptr,
        matrix.column_indices: value.indices[:count],
    }
    if matrix.values:
        found[matrix.values] = value.data[:count]
    return found, tuple(map(int, value.shape))


class Binder:
    """Values of C arguments, as far as they are known."""

    def __init__(self, contract, values=(), shapes=()):
        self.contract = contract
        self.values = dict(values)
        self.matrix_shapes = dict(shapes)  # slot -> (rows, columns)
        self.origins = {}  # of parts of a matrix: "A.indptr"
        self.tensors = {}  # those in memory, for which arrays stand in `values`

    def give(self, name, value):
        """Of a slot or a C argument."""
        matrix = self.contract.matrix(name)
        if name in self.contract.structures:
            self._give_structure(self.contract.structures[name], matrix, value)
            return
        if matrix is None:
            if not self.contract.arguments[name]["isPointer"]:
                self.contract.check(name, "execute", value, ())
            self.set(name, value)
            return
        self._give_matrix(matrix, value)

    def set(self, name, value):
        """Of a C argument."""
        if is_in_memory(value) and self.contract.arguments[name]["isPointer"]:
            shown = self.origins.get(name) or self.contract.shown(name)
            argument = self.contract.arguments[name]
            self.tensors[name] = value
            value = _tensors.array_of(argument, value, shown)
        self.values[name] = value

    def returned(self):
        """The values of a call that has been made: tensors where tensors came."""
        if not self.tensors:
            return self.values
        values = dict(self.values)
        for name in self.contract.written:
            if name in self.tensors:
                values[name] = self.tensors[name]
                _tensors.changed(values[name])
            elif name in values:
                values[name] = _tensors.as_tensor(values[name])
        return values

    def _give_matrix(self, matrix, value):
        parts, shape = parts_of(matrix, value)
        if shape is not None:
            self.matrix_shapes[matrix.slot] = shape
            words = (
                ("crow_indices()", "col_indices()", "values()")
                if is_of_torch(value) else ("indptr", "indices", "data")
            )
            self.origins |= {
                n: f"{matrix.slot}.{word}" for n, word in zip(matrix.arrays, words)
            }
        for name, part in parts.items():
            self.set(name, part)
        return parts

    def _give_structure(self, structure, matrix, value):
        """Of an object with members, or of a sparse matrix where those are one."""
        # Attributes of a sparse matrix are scipy's, whatever members are called.
        if matrix is not None and is_sparse(value):
            found = self._give_matrix(matrix, value)
        else:
            found = structure.values_of(value)
        structure.check(value, found, self.contract.inferred)
        for name, part in found.items():
            self.set(name, part)
            if not self.contract.arguments[name]["isPointer"]:
                self.contract.check(name, "execute", part, ())

    def element(self, name, at):
        array = self.values.get(name)
        if array is None:
            raise Unknown(name)
        try:
            array = memoryview(array)
        except TypeError:
            pass  # what it is will be refused with its name
        lengths = shape_of(array) or (0,)
        if len(at) != len(lengths) or not all(
            0 <= k < length for k, length in zip(at, lengths)
        ):
            place = "".join(f"[{k}]" for k in at)
            raise TypeError(
                f"argument '{self.contract.shown(name)}': "
                f"{' x '.join(map(str, lengths))} elements, but {name}{place} tells the length of another argument; pass it whole"
            )
        return int(array[at[0]] if len(at) == 1 else array[tuple(at)])

    def length(self, tree):
        return evaluate(tree, self.values, self.element)

    def shape(self, name):
        """What an array's shape has to be; Unknown where that is not known."""
        shape = tuple(map(self.length, self.contract.arguments[name]["lengths"]))
        if any(length < 0 for length in shape):
            raise TypeError(
                f"argument '{self.contract.shown(name)}': its length is {min(shape)} by the sizes of the "
                "other arguments; pass sizes that are not negative"
            )
        return shape

    def _equations(self):
        """(length, its value, whose)"""
        for slot, (rows, columns) in self.matrix_shapes.items():
            matrix = self.contract.matrix(slot)
            yield matrix.rows, rows, f"argument '{slot}': {rows} rows"
            if matrix.columns is not None:
                yield matrix.columns, columns, f"argument '{slot}': {columns} columns"
        for name in self.contract.arrays:
            value = self.values.get(name)
            found = None if value is None else shape_of(value)
            if found is None:
                continue
            lengths = self.contract.arguments[name]["lengths"]
            if len(found) == len(lengths):
                for length, count in zip(lengths, found):
                    yield length, count, None
            else:
                yield ["multiply", *lengths], math.prod(found), None

    def _solve(self, length, count):
        """Gives the one scalar its value that the length still takes."""
        missing = [n for n in names_in(length) if n not in self.values]
        if len(missing) != 1:
            return False
        if any(self.values.get(n) is None for n in elements_in(length)):
            return False

        def at(value):
            scalars = {**self.values, missing[0]: value}
            return evaluate(length, scalars, self.element)

        try:
            start, slope = at(0), at(1) - at(0)
            if not slope or (count - start) % slope:
                return False
            value = (count - start) // slope
            if value < 0 or at(value) != count:
                return False
        except (TypeError, Unknown):  # it reads elements at that scalar
            return False
        self.values[missing[0]] = value
        return True

    def infer(self):
        """Scalars from shapes, until no shape tells another one."""
        equations = list(self._equations())
        while self.contract.inferred - self.values.keys() and any(
            self._solve(length, count) for length, count, _ in equations
        ):
            pass
        for length, count, whose in equations:
            if whose is None:
                continue  # arrays are compared when they are called with
            try:
                needed = self.length(length)
            except Unknown:
                continue
            if needed != count:
                raise TypeError(
                    f"{whose}, but {needed} are needed by the sizes of the other "
                    "arguments; pass a matrix of that shape"
                )

    def check(self, names, role):
        """A TypeError where a value is not what C declares."""
        for name, shape in zip(names, self.shapes(names)):
            origin = self.origins.get(name)
            self.contract.check(name, role, self.values[name], shape, origin)

    def complete(self, names, role):
        """Makes what is written and was not passed; an error for the rest."""
        self.infer()
        # First the sizes, by which the others are checked.
        given = [n for n in names if n in self.values]
        scalars = [n for n in given if not self.contract.arguments[n]["isPointer"]]
        self.check(scalars, role)
        self.check([n for n in given if n not in scalars], role)
        missing = [n for n in names if n not in self.values]
        result, written = self.contract.result, self.contract.written
        # Sizes last, which the others would tell.
        for name in sorted(missing, key=lambda n: n in self.contract.inferred):
            if name != result and name not in written:
                self._refuse_missing(name)
        if result in missing:
            self.values[result] = self.contract.new(result, (1,), self.values)
        for name in missing:
            if name not in self.values:
                try:
                    shape = self.shape(name)
                except Unknown as unknown:
                    self._refuse_missing(str(unknown))
                self.values[name] = self.contract.new(name, shape, self.values)

    def _refuse_missing(self, name):
        argument = self.contract.arguments.get(name)
        if argument is not None and "holder" in argument:
            raise TypeError(
                f"argument '{argument['shown']}' is missing, and no array's length "
                f"tells it: pass a '{argument['holder']}' that has it"
            )
        if argument is None or argument["isPointer"]:
            slots = [s for s in self.contract.slots if name in self.contract.parts(s)]
            raise TypeError(f"argument '{(slots or [name])[0]}' is missing: pass it")
        self._refuse_dimensions(name)
        raise TypeError(
            f"argument '{name}' is missing, and no array's length tells it: "
            f"pass {name}=..."
        )

    def _refuse_dimensions(self, size):
        """Where an array would tell the size if it had as many dimensions as C
        declares."""
        for name in self.contract.arrays:
            lengths = self.contract.arguments[name]["lengths"]
            found = shape_of(self.values.get(name))
            if found is None or len(found) == len(lengths):
                continue
            if any(size in names_in(length) for length in lengths):
                raise TypeError(
                    f"argument '{self.contract.shown(name)}': "
                    f"{counted(found)}, but the C source declares "
                    f"{counted(self.contract.arguments[name]['extents'])}; reshape "
                    f"it, or pass {size}=..."
                )

    def shapes(self, names):
        """For each name, what the shape of an array has to be."""
        result = []
        for name in names:
            argument = self.contract.arguments[name]
            if not argument["isPointer"]:
                result.append(())
            elif name == self.contract.result:
                result.append((1,))
            else:
                try:
                    result.append(self.shape(name))
                except Unknown as unknown:
                    self._refuse_missing(str(unknown))
        return result
