"""Operators of torch on a GPU: plans by the tensors that they were made from."""

import threading

import torch

from ._binding import Binder
from ._contract import exact
from ._plan import Plan
from ._torch_known import Held, Known

KNOWN_PLANS = 8


def copy_of(tensor):
    return tensor.clone()


class Entry:
    """A plan, and what tells its pattern: tensors that nobody changes, or whose
    changes have another key."""

    def __init__(self, runner, values, pattern):
        contract = runner.contract
        self.lock = threading.Lock()
        self.pattern, self.held = pattern, None
        taken = contract.taken("inspect")
        whole = Binder(contract, values)
        whole.infer()  # also by arrays that inspectors do not take
        given = {
            n: whole.values[n] for n in contract.arguments if n in whole.values
            and (n in taken or n in contract.planned)
        }
        self.plan = Plan(contract, runner.function._code, Binder(
            contract, {**given, **pattern}))

    def execute(self, contract, values, is_new):
        with self.lock:
            updated = {n: values[n] for n in contract.updated if n in values}
            if updated and not is_new:
                self.plan.update(**updated)
            return self.plan.execute_named(values)


class Runner:
    def __init__(self, function):
        self.function, self.contract = function, function._contract
        self.entries = Known(KNOWN_PLANS)
        self.pattern = [
            n for n in function._pattern_names()
            if self.contract.arguments[n]["isPointer"]
        ]

    def run(self, values, outputs, key):
        """A list of what is written; key: None where identities tell nothing."""
        pattern = {n: values[n] for n in self.pattern if n in values}
        shapes = self._shapes(values)
        if key is None:
            entry = self._equal(pattern, shapes)
        else:
            entry = self.entries.find(key)
        is_new = entry is None
        if is_new:
            held = None if key is None else Held(pattern.values())
            if key is None:
                # The memory may soon hold something else.
                pattern = {n: copy_of(tensor) for n, tensor in pattern.items()}
                key = ("copy", id(pattern), *shapes)
            else:
                # Of their own, as x.data = y takes x elsewhere.
                pattern = {n: tensor.detach() for n, tensor in pattern.items()}
            entry = Entry(self, values, pattern)
            entry.shapes, entry.held = shapes, held
            self.entries.keep(key, entry)
        made = entry.execute(self.contract, values, is_new)
        return [made[n] for n in outputs]

    def _shapes(self, values):
        """And the numbers that plans depend on; values on the device are another
        matter."""
        return tuple(
            (n, tuple(v.shape) if isinstance(v, torch.Tensor) else exact(v))
            for n, v in sorted(values.items())
            if isinstance(v, torch.Tensor) or n in self.contract.planned
        )

    def _equal(self, pattern, shapes):
        """A plan of copies of this pattern, which are compared on the GPU."""
        def is_equal(key, entry):
            return key[0] == "copy" and entry.shapes == shapes and all(
                entry.pattern[n].device == tensor.device
                and torch.equal(entry.pattern[n], tensor)
                for n, tensor in pattern.items()
            )

        key = self.entries.first(is_equal)
        return None if key is None else self.entries.find(key)
