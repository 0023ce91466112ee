"""A plan: what an inspection made for one pattern."""

from . import _call
from ._binding import Binder
from ._contract import Unknown
from ._engine import Error
from ._tensors import (
    any_in_memory,
    array_of,
    as_tensor,
    changed,
    is_in_memory,
    is_sparse,
)


def function_of(contract, library, role, names):
    specs = contract.call_specs(role, names)
    return _call.Function(library, f"sparsec_python_{role}", specs)


class Code:
    """The shared object of a compiled function, and its entries."""

    def __init__(self, contract, path, is_parallel):
        self.library = _call.Library(str(path), is_parallel, contract.is_exclusive)
        self.entries = {
            role: self.entry(contract, role)
            for role in contract.functions
            if role != "destroy"
        }

    def entry(self, contract, role):
        return function_of(contract, self.library, role, contract.taken(role))

    def new_plan(self):
        return _call.Plan(self.library, "sparsec_python_destroy")


class Plan:
    """plan(x) executes, plan(x, out=y) into y; update(values) and close().

    While it is open the contents of what it was made with, its `frozen` arrays,
    must not change. Any thread may use it.
    """

    def __init__(self, contract, code, binder):
        """Of the values of `binder`, which are those of planned(contract)."""
        self._contract, self._code = contract, code
        taken = contract.taken("inspect")
        binder.complete(taken, "inspect")
        self._binder = binder
        self._plan = code.new_plan()
        values = [binder.values[name] for name in taken]
        self._plan.inspect(code.entries["inspect"], values, binder.shapes(taken))
        self._prepare()

    def _prepare(self):
        """What calls have in common."""
        contract, known = self._contract, self._binder.values
        self._taken = contract.taken("execute")
        free = [n for n in self._taken if n not in known]
        slots = [s for s in contract.slots if s in free]
        written = [n for n in contract.written if n in free]
        self._inputs = [s for s in slots if s not in written]
        self._outputs = written
        self._template = [known.get(name) for name in self._taken]
        self._places = None
        try:
            self._shapes = self._binder.shapes(self._taken)
        except (Unknown, TypeError):
            return  # lengths that each call has to tell
        # Of what there is nearly always: arrays, and one result.
        if (
            sorted(free) == sorted(self._inputs + written)
            and contract.written == written
            and len(written) == 1
            and not reads_out(contract)
        ):
            order = [*self._inputs, written[0]]
            self._places = [self._taken.index(name) for name in order]

    @property
    def frozen(self):
        """Arguments whose contents must not change while the plan is open."""
        return list(self._contract.frozen)

    @property
    def is_open(self):
        return self._plan.is_open

    def __call__(self, /, *inputs, out=None, **named):
        places = self._places
        if named or not places or len(inputs) != len(places) - 1:
            return self._call(inputs, out, named)
        if any_in_memory((*inputs, out)):
            return self._usual_with_tensors(inputs, out)
        return self._usual(inputs, out)

    def _usual(self, inputs, out):
        """The inputs by position, into the one result."""
        places = self._places
        if out is None:
            at = places[-1]
            name = self._taken[at]
            out = self._contract.new(name, self._shapes[at], dict(enumerate(inputs)))
        values = self._template.copy()
        for place, value in zip(places, inputs):
            values[place] = value
        values[places[-1]] = out
        self._plan.execute(self._code.entries["execute"], values, self._shapes)
        return out

    def _usual_with_tensors(self, inputs, out):
        contract = self._contract
        arrays = []
        for place, value in zip(self._places, (*inputs, out)):
            if is_in_memory(value):
                name = self._taken[place]
                value = array_of(contract.arguments[name], value, contract.shown(name))
            arrays.append(value)
        made = self._usual(arrays[:-1], arrays[-1])
        if out is None:
            return as_tensor(made)
        if is_in_memory(out):
            changed(out)
        return out

    def _call(self, inputs, out, named):
        contract = self._contract
        out, named = read_out(contract, out, named)
        binder = Binder(contract, self._binder.values, self._binder.matrix_shapes)
        # What the loops write of it changes, too.
        made_with = self._binder.tensors
        binder.tensors = {n: made_with[n] for n in contract.written if n in made_with}
        given = pair(self._inputs + self._outputs, inputs, named, contract, "plan()")
        given.update(outputs_of(self._outputs, out, given))
        for name in given:
            if name not in self._taken or name in self._binder.values:
                raise TypeError(f"argument '{name}': the plan was made with it")
        for name, value in given.items():
            binder.give(name, value)
        binder.complete(self._taken, "execute")
        values = [binder.values[name] for name in self._taken]
        shapes = binder.shapes(self._taken)
        self._plan.execute(self._code.entries["execute"], values, shapes)
        return results_of(contract, binder.returned())

    def execute_named(self, values):
        """Of values by C name, as far as a call takes them; {name: what is written}."""
        contract = self._contract
        binder = Binder(contract, self._binder.values, self._binder.matrix_shapes)
        for name, value in values.items():
            if name in self._taken and name not in binder.values:
                binder.give(name, value)
        binder.complete(self._taken, "execute")
        self._plan.execute(
            self._code.entries["execute"],
            [binder.values[name] for name in self._taken], binder.shapes(self._taken),
        )
        return binder.values

    @property
    def _bound(self):
        """Values by C name that calls take from the plan."""
        return self._binder.values

    def _entry(self, role):
        return self._code.entries[role]

    def _execute_at(self, entry, passed, device):
        """Of addresses on a GPU and numbers, for each that the entry takes."""
        self._plan.execute_at(entry, passed, device)

    def update(self, /, *values, **named):
        """New values of the same pattern, for all executions behind it."""
        contract, bound = self._contract, self._binder.values
        allowed = [
            name
            for name in contract.arrays
            if name in bound and name not in contract.frozen
            and (name in contract.updated or name in self._taken)
        ]
        given = {}
        if len(values) == 1 and not named and is_sparse(values[0]):
            given = self._values_of(values[0], allowed)
        else:
            given = pair(allowed, values, named, contract, "update()")
        for name in given:
            if name not in allowed:
                raise TypeError(
                    f"argument '{name}': the plan takes no new contents of it; "
                    f"it does of {', '.join(allowed) or 'none'}"
                )
        binder = Binder(contract, bound)
        for name, value in given.items():
            binder.set(name, value)
        given = {name: binder.values[name] for name in given}
        taken = contract.taken("update")
        names = [*taken, *(n for n in given if n not in taken)]
        shapes = dict(zip(names, binder.shapes(names)))
        self._check(given, shapes)
        if any(name in contract.updated for name in given):
            arguments = [binder.values[name] for name in taken]
            self._plan.update(
                self._code.entries["update"], arguments, [shapes[n] for n in taken]
            )
        elif not self.is_open:
            raise Error("the plan is closed; make another with plan()")
        bound.update(given)
        # A call gives back, and counts as changed, the tensors that are written now.
        for name in given:
            self._binder.tensors.pop(name, None)
        self._binder.tensors.update(
            {name: binder.tensors[name] for name in given if name in binder.tensors}
        )
        self._template = [
            given.get(name, old) for name, old in zip(self._taken, self._template)
        ]

    def _check(self, given, shapes):
        """Refuses values before anything holds them."""
        for name, value in given.items():
            role = "update" if name in self._contract.updated else "execute"
            self._contract.check(name, role, value, shapes[name])

    def _values_of(self, matrix, allowed):
        """Of a sparse matrix, which must have the plan's pattern."""
        own = next((m for m in self._contract.matrices if m.values in allowed), None)
        if own is None:
            raise TypeError("the plan takes no new values of a sparse matrix")
        binder = Binder(self._contract)
        binder.give(own.slot, matrix)
        binder.infer()
        binder.check([own.index, own.column_indices], "inspect")
        for name in (own.index, own.column_indices):
            old, new = self._binder.values[name], binder.values[name]
            if _call.digest([old]) != _call.digest([new]):
                raise TypeError(
                    f"argument '{own.slot}': another pattern than the plan has "
                    f"({name} differs); make another plan"
                )
        return {own.values: binder.values[own.values]}

    def close(self):
        """Frees the plan's memory; calling it again does nothing."""
        self._plan.close()

    def __repr__(self):
        spelled = self._contract.spelled
        calls = [*map(spelled, self._inputs)]
        calls += [f"{spelled(name)}=None" for name in self._outputs]
        state = "" if self.is_open else ", closed"
        return (
            f"<sparsec plan of {self._contract.function}: "
            f"plan({', '.join(calls)}){state}>"
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        raise TypeError(
            "a plan cannot be pickled: its memory is of this process; pickle the "
            "function and make a plan there"
        )


def planned(contract):
    """Slots that a plan is made with: the matrices, and what inspectors read."""
    taken = set(contract.taken("inspect"))
    return [
        slot
        for slot in contract.slots
        if contract.matrix(slot)
        or slot in contract.structures
        or taken & set(contract.parts(slot))
    ]


def pair(slots, values, named, contract, what):
    """Values by slot or C name."""
    if len(values) > len(slots):
        raise TypeError(
            f"{what} takes {', '.join(slots) or 'nothing'} by position, "
            f"and got {len(values)} values"
        )
    given = dict(zip(slots, values))
    names = {contract.spelled(n): n for n in [*contract.slots, *contract.named]}
    for name, value in named.items():
        if not contract.is_slot(name) and name not in names:
            known = list(names)
            raise TypeError(
                f"{what} has no argument '{name}'; there are {', '.join(known)}"
            )
        name = name if contract.is_slot(name) else names[name]
        if name == contract.result:
            raise TypeError(f"argument '{name}': it is what the call returns")
        if name in given:
            raise TypeError(f"argument '{name}' is given twice")
        given[name] = value
    for slot in given:
        for part in contract.parts(slot):
            if part != slot and part in given:
                raise TypeError(f"argument '{part}' is given twice: '{slot}' has it")
    return given


def reads_out(contract):
    """Whether C has an argument `out` that the loops only read."""
    return "out" in contract.arguments and "out" not in contract.written


def read_out(contract, out, named):
    """`out` and `named`, of which it may be one."""
    if out is None or not reads_out(contract):
        return out, named
    return None, named | {"out": out}


def outputs_of(written, out, given):
    """Of `out=`: an array, or a tuple or list with one for each that is written."""
    if out is None:
        return {}
    written = [name for name in written if name not in given]
    arrays = out if isinstance(out, (tuple, list)) else (out,)
    if len(arrays) != len(written):
        raise TypeError(
            f"out: {len(arrays)} arrays, but the loops write "
            f"{', '.join(written) or 'none that is not passed already'}"
        )
    return dict(zip(written, arrays))


def results_of(contract, values):
    """What was written: the function's value first, then arrays."""
    results = [values[name] for name in contract.written if name in values]
    if contract.result:
        results.insert(0, values[contract.result][0])
    if not results:
        return None
    return results[0] if len(results) == 1 else tuple(results)
