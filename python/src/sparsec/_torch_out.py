"""What torch asks of operators that change their operands, name_out: its own have
these kernels generated."""

import torch
from torch.autograd import forward_ad
from torch.autograd.graph import increment_version


def _is_derived(tensor):
    """Whether somebody wants a derivative by it, or along it."""
    return (
        torch.is_grad_enabled() and tensor.requires_grad
        or forward_ad.unpack_dual(tensor).tangent is not None
    )


def register_changes(library, name, packet, changed):
    """`changed`: positions of what the operator writes."""

    def refuse(keyset, *operands, **named):
        for operand in operands:
            if isinstance(operand, torch.Tensor) and _is_derived(operand):
                raise RuntimeError(
                    f"{name}: with out= there are no gradients, and an operand "
                    "requires one; call it without out=, or under torch.no_grad()"
                )
        with torch._C._AutoDispatchBelowAutograd():
            return packet.redispatch(
                keyset & torch._C._after_autograd_keyset, *operands, **named
            )

    def count(keyset, *operands, **named):
        for position in changed:
            increment_version(operands[position])
        return packet.redispatch(
            keyset & torch._C._after_ADInplaceOrView_keyset, *operands, **named
        )

    library.impl(name, refuse, "Autograd", with_keyset=True)
    library.impl(name, count, "ADInplaceOrView", with_keyset=True)
