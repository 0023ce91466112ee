"""Derivatives that torch has other ways for than autograd, which operators have not."""

import torch
from torch.autograd import forward_ad


def refuse_transforms(operands):
    """What torch would answer without a derivative: zeros for a forward one, and
    an error of its own for torch.func.grad. With out= it is refused elsewhere."""
    is_dual = forward_ad._current_level >= 0
    if not is_dual and torch._C._functorch.peek_interpreter_stack() is None:
        return
    for operand in operands:
        if isinstance(operand, torch.Tensor) and (
            torch._C._functorch.is_gradtrackingtensor(operand)
            or is_dual and forward_ad.unpack_dual(operand).tangent is not None
        ):
            raise TypeError(
                "operators of sparsec have no derivatives forward, by dual numbers, "
                "and none by torch.func; use torch.autograd.grad, or backward()"
            )
