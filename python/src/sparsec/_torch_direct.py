"""Calls of operators past torch's dispatcher, which takes longer than small kernels, as
long as nobody asks it to see them: compilers, modes, transforms, profilers, and
subclasses of tensors do."""

import os
import weakref
from functools import lru_cache

import torch
from torch.autograd import forward_ad

from ._contract import exact
from ._torch_seen import MOST_SEEN

OF_TORCH = (torch.Tensor, torch.nn.Parameter)


def kinds_of(operands):
    """The types of operands that are taken as they are; `operands`: an Operands."""
    arguments = operands.contract.arguments
    return [
        OF_TORCH if name in operands.arrays
        else (int if arguments[name]["element"]["kind"] == "integer" else float,)
        for name in operands.names
    ]


class Calls:
    """Of one operator: calls that differ from one before by memory of operands that
    plans do not depend on, and by numbers, so that nothing is checked again."""

    def __init__(self, operands, keys):
        self._kinds = kinds_of(operands)
        names = operands.names
        self._pattern = [n in keys.arrays for n in names]
        self._planned = [n in keys.numbers for n in names]
        self._known = {}  # call -> (seen, key of the entry, a reference to the entry)

    def of(self, operands, sizes):
        """What tells a call's like; None where tensors are more than memory, or numbers
        are not Python's, which the dispatcher would convert."""
        parts = [os.getpid(), *sizes.items()]
        for operand, kind, is_pattern, is_planned in zip(
            operands, self._kinds, self._pattern, self._planned
        ):
            if type(operand) not in kind:
                return None
            if kind is OF_TORCH:
                keys = _keys(operand)
                if keys != _plain_keys("cuda" if operand.is_cuda else "cpu"):
                    return None
                parts += (
                    keys, operand.dtype, operand.device, operand.shape, operand.stride(),
                )
                if is_pattern:
                    parts += (operand.data_ptr(), operand._version)
            elif is_planned:
                parts.append(exact(operand))
        return tuple(parts)

    def find(self, call, entries):
        """(seen, entry), of entries of which `entries` has the newest."""
        seen, key, reference = self._known.get(call, (None, None, None))
        entry = reference and reference()
        if entry is None or not entries(seen).is_here(key, entry):
            return None
        return seen, entry

    def keep(self, call, seen, key, entry):
        if len(self._known) >= MOST_SEEN:
            self._known.clear()
        self._known[call] = seen, key, weakref.ref(entry)


class Direct(torch.autograd.Function):
    """What torch makes of an operator with gradients, without the operator."""

    @staticmethod
    def forward(ctx, *operands):
        *operands, registered, sizes, known = operands
        values = registered.bound(operands, sizes)
        seen, outputs = registered.run_again(values, known)
        registered.keep(ctx, values, outputs, seen)
        ctx.registered = registered
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    @staticmethod
    def backward(ctx, *grads):
        return *ctx.registered.backward(ctx, *grads), None, None, None


def nobody_listens():
    # First, for compilers that cannot follow the others.
    if torch.compiler.is_compiling():
        return False
    return not (
        torch._C._len_torch_dispatch_stack() or torch._C._len_torch_function_stack()
        or torch._C._functorch.peek_interpreter_stack() is not None
        or forward_ad._current_level >= 0 or torch._C._get_tracing_state() is not None
        or torch.autograd._profiler_enabled() or torch._C._is_any_autocast_enabled()
    )


def _keys(tensor):
    """Of the dispatcher: whom it asks about this tensor."""
    return torch._C._dispatch_keys(tensor).raw_repr()


@lru_cache(maxsize=None)
def _plain_keys(device):
    """Of tensors that are nothing but memory there. Batches, functional tensors,
    and conjugated or negated views are of torch.Tensor's type, too."""
    with torch.inference_mode(False):
        return _keys(torch.empty(0, device=device))


def call(registered, operands, sizes):
    """The results, a tensor or several, while nobody listens; None of operands that the
    dispatcher has to see."""
    known = registered.calls.of(operands, sizes)
    if known is None:
        return None
    if torch.is_grad_enabled() and any(
        operand.requires_grad for operand in operands if type(operand) in OF_TORCH
    ):
        return Direct.apply(*operands, registered, sizes, known)
    values = registered.bound(operands, sizes)
    outputs = registered.run_again(values, known)[1]
    return outputs[0] if len(outputs) == 1 else tuple(outputs)
