"""Calls of operators past torch's dispatcher, which takes longer than small kernels, as
long as nobody asks it to see them: compilers, modes, transforms, profilers, and
subclasses of tensors do."""

from functools import lru_cache

import torch
from torch.autograd import forward_ad

OF_TORCH = (torch.Tensor, torch.nn.Parameter)


def kinds_of(operands):
    """The types of operands that are taken as they are; `operands`: an Operands."""
    arguments = operands.contract.arguments
    return [
        OF_TORCH if name in operands.arrays
        else (int if arguments[name]["element"]["kind"] == "integer" else float,)
        for name in operands.names
    ]


class Direct(torch.autograd.Function):
    """What torch makes of an operator with gradients, without the operator."""

    @staticmethod
    def forward(ctx, *operands):
        *operands, registered, sizes = operands
        values = registered.bound(operands, sizes)
        seen = registered.signatures.of(values)
        outputs = registered.run(values, seen, True)
        registered.keep(ctx, values, outputs, seen)
        ctx.registered = registered
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    @staticmethod
    def backward(ctx, *grads):
        return *ctx.registered.backward(ctx, *grads), None, None


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


def is_plain(operands, kinds):
    """Whether tensors are nothing but memory, and numbers are Python's, for the
    dispatcher would convert others; `kinds`: for each operand its types."""
    for operand, kind in zip(operands, kinds):
        if type(operand) not in kind:
            return False
        if kind is OF_TORCH:
            device = "cuda" if operand.is_cuda else "cpu"
            if _keys(operand) != _plain_keys(device):
                return False
    return True


def call(registered, operands, sizes):
    """The results, a tensor or several: of operands for which is_plain() holds, while
    nobody listens."""
    if torch.is_grad_enabled() and any(
        operand.requires_grad for operand in operands if type(operand) in OF_TORCH
    ):
        return Direct.apply(*operands, registered, sizes)
    values = registered.bound(operands, sizes)
    outputs = registered.run(values, registered.signatures.of(values), True)
    return outputs[0] if len(outputs) == 1 else tuple(outputs)
