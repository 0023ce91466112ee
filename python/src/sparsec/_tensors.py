"""Tensors of torch in memory: numpy's arrays of the same memory stand for them in
calls, which have no gradients. Torch is not imported where nobody has."""

from . import _device_arrays
from ._device_arrays import is_of_torch


def is_in_memory(value):
    return is_of_torch(value) and not _device_arrays.is_on_gpu(value)


def any_in_memory(values):
    return any(map(is_in_memory, values))


def is_sparse(value):
    """Whether it is a sparse matrix of scipy's kind or of torch's."""
    if is_of_torch(value):
        return str(value.layout) != "torch.strided"
    return hasattr(value, "tocsr")


def parts_of(slot, tensor):
    """Arrays of a sparse matrix."""
    layout = str(tensor.layout)
    if layout != "torch.sparse_csr":
        raise TypeError(
            f"argument '{slot}': its layout is {layout}, and the C source declares "
            f"csr; pass {slot}.to_sparse_csr()"
        )
    if tensor.dim() != 2:
        raise TypeError(
            f"argument '{slot}': a batch of matrices; pass one of them, {slot}[k]"
        )
    return tensor.crow_indices(), tensor.col_indices(), tensor.values()


def array_of(argument, tensor, name):
    """Numpy's array of a tensor's memory; a TypeError with what to pass."""
    import torch

    from ._operands import check_tensor

    check_tensor(argument, tensor, name)
    if tensor.requires_grad and torch.is_grad_enabled():
        raise TypeError(
            f"argument '{name}': it requires a gradient, and this call has none; pass "
            f"{name}.detach(), or call the operator, f.op"
        )
    return tensor.detach().numpy()


def as_tensor(array):
    """Of a result, where arguments were tensors."""
    import torch

    return torch.from_numpy(array)


def changed(tensor):
    """Counts a change by the loops, as torch does its own."""
    from torch.autograd.graph import increment_version

    if not tensor.is_inference():
        increment_version(tensor)
