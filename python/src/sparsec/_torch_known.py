"""What an operator of torch knows by the identity of tensors, not by their elements."""

import os
import threading
from collections import OrderedDict

import torch
from torch._guards import detect_fake_mode
from torch.utils._python_dispatch import is_in_torch_dispatch_mode

from ._contract import exact

_caller = threading.local()


def vouched(packet, *operands, **named):
    """A call whose tensors have memory of their own, so that identities tell.

    It is the thread that says so, not an operand: what traces this call makes a graph
    of it, and memory in graphs may serve several tensors. For the same reason nothing
    is said to a mode, which may do anything in place of the call.
    """
    before = is_vouched()
    _caller.vouches = not is_in_torch_dispatch_mode()
    try:
        return packet(*operands, **named)
    finally:
        _caller.vouches = before


def is_vouched():
    return getattr(_caller, "vouches", False)


def is_traced(values):
    """Whether these are made a graph of."""
    tensors = [value for value in values.values() if isinstance(value, torch.Tensor)]
    return torch.compiler.is_compiling() or detect_fake_mode(tensors) is not None


def token(tensor):
    """What changes when a tensor's elements do, as far as torch sees; None where
    it does not count."""
    if tensor.is_inference():
        return None
    return tensor.device, tensor.data_ptr(), tensor._version, tensor.shape


class Key(tuple):
    """One that is asked for often: its parts are hashed once."""

    def __hash__(self):
        found = self.__dict__.get("hash")
        if found is None:
            found = self.hash = super().__hash__()
        return found


class Keys:
    """What tells a plan of a function from its others."""

    def __init__(self, function):
        contract = function._contract
        pattern = function._pattern_names()
        self.arrays = [n for n in pattern if contract.arguments[n]["isPointer"]]
        self.numbers = [
            n for n in contract.planned if not contract.arguments[n]["isPointer"]
        ]

    def of(self, values, seen):
        """The pattern's tensors, numbers, and `seen`, which stands for all shapes and
        types; None where torch counts no changes."""
        parts = [os.getpid(), seen]
        for name in self.arrays:
            if name in values:
                part = token(values[name])
                if part is None:
                    return None
                parts.append(part)
        for name in self.numbers:
            parts.append(exact(values.get(name)))
        return Key(parts)


class Held:
    """Tensors, their memory, and their state. The memory apart from them: x.data = y
    takes it from x, and then another tensor could get it."""

    def __init__(self, tensors):
        self.tensors = list(tensors)
        self.memory = [tensor.untyped_storage() for tensor in self.tensors]
        self.state = self._state()

    def _state(self):
        # Memory changes its address where it is resized, and then the old one is free.
        return [memory.data_ptr() for memory in self.memory], [
            None if tensor.is_inference() else tensor._version
            for tensor in self.tensors
        ]

    def is_unchanged(self):
        """Whether another tensor in the same memory has the same elements, as far as
        torch sees."""
        return self.state == self._state()


class Known:
    """The entries used last, by key; each has what it holds, or None."""

    def __init__(self, most):
        self.most = most
        self.entries = OrderedDict()
        self.lock = threading.Lock()

    def __len__(self):
        return len(self.entries)

    def find(self, key):
        with self.lock:
            entry = self.entries.get(key)
            if entry is None:
                return None
            if entry.held is not None and not entry.held.is_unchanged():
                del self.entries[key]
                return None
            self.entries.move_to_end(key)
            return entry

    def is_here(self, key, entry):
        """Whether find() would give this one; it is the newest then."""
        with self.lock:
            is_same = self.entries.get(key) is entry and (
                entry.held is None or entry.held.is_unchanged()
            )
            if is_same:
                self.entries.move_to_end(key)
            return is_same

    def first(self, is_wanted):
        """The key of the newest that is, or None."""
        with self.lock:
            entries = list(self.entries.items())
        return next((k for k, e in reversed(entries) if is_wanted(k, e)), None)

    def keep(self, key, entry):
        with self.lock:
            self.entries[key] = entry
            self.entries.move_to_end(key)
            while len(self.entries) > self.most:
                self.entries.popitem(last=False)
