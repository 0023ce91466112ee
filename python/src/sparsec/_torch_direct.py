"""Calls of operators past torch's dispatcher, which takes longer than small kernels, as
long as nobody asks it to see them: compilers, modes, transforms, profilers, and
subclasses of tensors do."""

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
        outputs = registered.run(values, True)
        registered.keep(ctx, values, outputs, True)
        ctx.registered = registered
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    @staticmethod
    def backward(ctx, *grads):
        return *ctx.registered.backward(ctx, *grads), None, None


def nobody_listens():
    return not (
        torch._C._len_torch_dispatch_stack() or torch._C._len_torch_function_stack()
        or torch._C._functorch.peek_interpreter_stack() is not None
        or forward_ad._current_level >= 0 or torch._C._get_tracing_state() is not None
        or torch.compiler.is_compiling() or torch.autograd._profiler_enabled()
    )


def is_plain(operands, kinds):
    """Whether tensors are torch's own and have elements, and numbers are Python's, for
    the dispatcher would convert others; `kinds`: for each operand its types."""
    for operand, kind in zip(operands, kinds):
        if type(operand) not in kind:
            return False
        if kind is OF_TORCH and not (operand.is_cpu or operand.is_cuda):
            return False
    return True


def call(registered, operands, sizes):
    """The results, a tensor or several: of operands for which is_plain() holds, while
    nobody listens."""
    if torch.is_grad_enabled() and any(
        operand.requires_grad for operand in operands if type(operand) in OF_TORCH
    ):
        return Direct.apply(*operands, registered, sizes)
    outputs = registered.run(registered.bound(operands, sizes), True)
    return outputs[0] if len(outputs) == 1 else tuple(outputs)
