"""Operators of torch on a GPU: plans by the tensors that they were made from."""

import threading

import torch

from ._binding import Binder
from ._contract import exact
from ._plan import Plan
from ._torch_known import Held, Keys, Known

KNOWN_PLANS = 8


def copy_of(tensor):
    return tensor.clone()


def zeros(shape, dtype, device):
    return torch.zeros(shape, dtype=dtype, device=device)


def is_capturing():
    """Whether calls on torch's current stream make a CUDA graph."""
    return torch.cuda.is_current_stream_capturing()


class Entry:
    """A plan, and what tells its pattern: tensors that nobody changes, or whose
    changes have another key."""

    def __init__(self, runner, values, pattern):
        contract, self.new = runner.contract, runner.new
        self.lock = threading.Lock()
        self.pattern, self.held = pattern, None
        self.seen, self.prepared = None, None  # of the last execution
        taken = contract.taken("inspect")
        whole = Binder(contract, values)
        whole.infer()  # also by arrays that inspectors do not take
        given = {
            n: whole.values[n] for n in contract.arguments if n in whole.values
            and (n in taken or n in contract.planned)
        }
        self.plan = Plan(contract, runner.function._code, Binder(
            contract, {**given, **pattern}))

    def execute(self, contract, values, is_new, seen):
        with self.lock:
            updated = {n: values[n] for n in contract.updated if n in values}
            if updated and not is_new:
                self.plan.update(**updated)
            if seen is not None and self.seen is seen:
                made = self.prepared.execute(values)
                if made is not None:
                    return made
            made = self.plan.execute_named(values)
            self.seen, self.prepared = None, None
            if contract.is_on_gpu("execute") and not written_by(contract, values):
                self.seen, self.prepared = seen, Prepared(self.plan, made, self.new)
            return made


def written_by(contract, values):
    """Results for which the caller gives memory."""
    return [n for n in [*contract.written, contract.result] if n in values]


class Prepared:
    """Executions of a plan whose operands differ from those of one that was checked
    by nothing but the memory of tensors, and numbers."""

    def __init__(self, plan, found, new):
        self.plan, self.entry, self.new = plan, plan._entry("execute"), new
        contract = self.entry.contract
        self.device = next(
            found[n].device for n in self.entry.names
            if contract.arguments[n]["isPointer"]
        )
        self.alignments = {
            n: contract.alignment(contract.arguments[n]) for n in self.entry.names
            if contract.arguments[n]["isPointer"]
        }
        self.numbers = {
            n: found[n] for n in self.entry.names if n not in self.alignments
        }
        self.outputs = {
            n: (found[n].shape, found[n].dtype)
            for n in [*contract.written, contract.result] if n in self.alignments
        }

    def execute(self, values):
        """{name: tensor}, of new ones as well; None where memory is not aligned."""
        found = {**self.numbers, **values, **self.plan._bound}
        for name, (shape, dtype) in self.outputs.items():
            found[name] = self.new(shape, dtype, self.device)
        passed = []
        for name in self.entry.names:
            value, alignment = found[name], self.alignments.get(name)
            if alignment is not None:
                value = value.data_ptr()
                if value % alignment:
                    return None
            passed.append(value)
        self.plan._execute_at(self.entry, passed, self.device)
        return found


class Runner:
    """Plans of a function; `new` makes memory for a result of a shape, type and device,
    zeros unless told."""

    def __init__(self, function, new=zeros):
        self.function, self.contract = function, function._contract
        self.new = new
        self.entries, self.keys = Known(KNOWN_PLANS), Keys(function)
        self.captured = {}  # entries by id, whose memory CUDA graphs may read for good

    def run(self, values, outputs, key, seen=None):
        """A list of what is written; key: None where identities tell nothing; seen: the
        same object for operands of the same shapes and types."""
        entry = None if key is None else self.entries.find(key)
        if entry is not None:
            return self.execute(entry, values, outputs, seen)
        if is_capturing():
            self._check_capture(entry)
        pattern = {n: values[n] for n in self.keys.arrays if n in values}
        shapes = self._shapes(values)
        if key is None:
            entry = self._equal(pattern, shapes)
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
        made = entry.execute(self.contract, values, is_new, seen)
        return [made[n] for n in outputs]

    def execute(self, entry, values, outputs, seen):
        """With a plan that is there."""
        if is_capturing():
            self._check_capture(entry)
        made = entry.execute(self.contract, values, False, seen)
        return [made[n] for n in outputs]

    def _check_capture(self, entry):
        """A plan is made before, as that waits for the GPU, and kept."""
        if entry is not None:
            self.captured[id(entry)] = entry
            return
        name = self.function.__name__
        told = ", ".join(f"'{n}'" for n in self.keys.arrays) or "sizes"
        raise RuntimeError(
            f"{name}: a CUDA graph is being captured, and there is no plan yet for "
            f"{told}, which takes the GPU's answers; call {name} before the capture, "
            "with the same tensors, unchanged, outside of torch.inference_mode() and "
            "torch.compile"
        )

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
