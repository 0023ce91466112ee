"""Functions that compute gradients: derived by the program, or given."""

import threading
from pathlib import Path

from . import _compile
from ._engine import Error

PREFIX = "grad_"
PARALLEL = 'use("lib/gradient.script")()\n'
SERIAL = 'use("lib/gradient-serial.script")()\n'


def source_of(build, name):
    """C source of the derivative by the array `name`."""
    behind = ["--", *build.flags] if build.flags else []
    chosen = [o for o in build.options if o.startswith("-function=")]
    command = [build.source, f"-gradient={name}", *chosen, *behind]
    return build.run(command)[0]


def derived(function, name, recipe=None, **options):
    """A function that adds to grad_`name`. Without a recipe its loops run in
    parallel where that rounds nothing otherwise, and else on one thread."""
    contract = function._contract
    if name not in contract.arguments:
        raise TypeError(
            f"no argument '{name}'; there are {', '.join(contract.arguments)}"
        )
    text = source_of(function._build, name)
    inherited = {
        key: function._options[key] for key in ("assume", "cc", "cflags", "openmp")
    }
    # Headers that the source includes stand beside it.
    folder = Path(function._build.source).parent
    flags = (*function._options["flags"], f"-I{folder}")
    chosen = {
        "function": f"{contract.function}_{PREFIX}{name}", "flags": flags,
        **inherited, **options,
    }
    for tried in [recipe] if recipe is not None else [PARALLEL, SERIAL]:
        try:
            made = _compile.options_of(text, tried, **chosen)
            return type(function)(made | {"folder": function._build.cwd})
        except Error:
            if recipe is not None or tried == SERIAL:
                raise


class Gradients:
    """Of one function: for each array, who computes its gradient."""

    def __init__(self, function, given=()):
        self.function = function
        self.given = tuple(given)  # functions of the user's
        self._derived = {}
        self._lock = threading.Lock()
        names = set(function._contract.arguments)
        self._of = {}
        for made in self.given:
            _check(made, names, function)
            for written in made._contract.written:
                self._of[written.removeprefix(PREFIX)] = made
        written = set(function._contract.written)
        # Results of the function that the user's gradients take.
        self.outputs_read = written & {
            name for made in self.given for name in made._contract.arguments
        }

    def with_function(self, made):
        return Gradients(self.function, [*self.given, made])

    def identity(self):
        return [_compile.content(made._build.library) for made in self.given]

    def function_for(self, name):
        if name in self._of:
            return self._of[name]
        with self._lock:
            if name not in self._derived:
                self._derived[name] = derived(self.function, name)
            return self._derived[name]

    def compute(self, wanted, values, known):
        """{name: gradient}; one call for what one function computes together."""
        found = {}
        for name in wanted:
            if name in found:
                continue
            made = self.function_for(name)
            operator = made.op
            results = operator.with_values(values, known)
            for written, result in zip(operator.outputs, results):
                found[written.removeprefix(PREFIX)] = result
        return found


def operator_of(function, given):
    """The operator of a function with gradients of the user's, as copies and other
    processes get it: what is registered is of one process."""
    from ._torch import Operator

    return Operator(function, Gradients(function, given))


def _check(made, names, function):
    contract = made._contract
    for written in contract.written:
        if written.removeprefix(PREFIX) not in names or not written.startswith(PREFIX):
            raise TypeError(
                f"{made.__name__}: it writes '{written}'; a gradient of "
                f"{function.__name__} writes {PREFIX}x for an array x of it"
            )
    if not contract.written or contract.result:
        raise TypeError(
            f"{made.__name__}: a gradient writes arrays {PREFIX}x, and returns nothing"
        )
    known = names | {PREFIX + name for name in function._contract.written}
    for name in contract.arguments:
        if name not in known and name not in contract.written:
            raise TypeError(
                f"{made.__name__}: nothing tells its argument '{name}'; a gradient "
                f"takes arguments of {function.__name__} by their names, and "
                f"{PREFIX}y for each y that it writes"
            )
