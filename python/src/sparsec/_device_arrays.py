"""Arrays on a GPU: of torch, of cupy, or of whoever has __cuda_array_interface__ or
DLPack. Where they are, and on which stream they are used now; nothing is copied."""

import contextlib
import math
import sys
from dataclasses import dataclass

KINDS = {"i": ("integer", True), "u": ("integer", False), "b": ("truth", False),
         "f": ("floating", True), "c": ("complex", True)}
DLPACK_CUDA = 2


def is_of_torch(value):
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_on_gpu(value):
    if is_of_torch(value):
        return value.is_cuda
    if hasattr(value, "__cuda_array_interface__"):
        return True
    told = getattr(value, "__dlpack_device__", None)
    return told is not None and int(told()[0]) == DLPACK_CUDA


@dataclass
class DeviceArray:
    """What a call has to know of an array."""

    source: object
    address: int
    kind: str
    bytes: int
    is_signed: bool
    shape: tuple
    is_contiguous: bool
    is_read_only: bool
    device: object  # its number; None where its library does not say
    is_lazy: bool = False  # conjugated or negated by a flag, which memory does not have

    @property
    def end(self):
        return self.address + self.bytes * math.prod(self.shape)


def of_torch(tensor):
    import numpy

    tensor = tensor.detach()
    name = str(tensor.dtype).removeprefix("torch.")
    dtype = numpy.dtype(name if name != "bfloat16" else "V2")
    kind, is_signed = KINDS.get(dtype.kind, ("opaque", True))
    return DeviceArray(
        tensor, tensor.data_ptr(), kind, dtype.itemsize, is_signed,
        tuple(tensor.shape), tensor.is_contiguous(), False, tensor.device.index,
        tensor.is_conj() or tensor.is_neg(),
    )


def _contiguous(shape, strides, size):
    if strides is None or 0 in shape:
        return True
    expected = size
    for length, stride in zip(reversed(shape), reversed(strides)):
        if length != 1 and stride != expected:
            return False
        expected *= length
    return True


def of_interface(value):
    told = value.__cuda_array_interface__
    address, is_read_only = told["data"]
    kind, is_signed = KINDS.get(told["typestr"][1], ("opaque", True))
    if told["typestr"][0] == ">":
        kind = "opaque"
    size, shape = int(told["typestr"][2:]), tuple(told["shape"])
    device = getattr(getattr(value, "device", None), "id", None)
    return DeviceArray(
        value, int(address or 0), kind, size, is_signed, shape,
        _contiguous(shape, told.get("strides"), size), bool(is_read_only), device,
    )


def device_array(value):
    """None where it is on no GPU."""
    if not is_on_gpu(value):
        return None
    if is_of_torch(value):
        return of_torch(value)
    if hasattr(value, "__cuda_array_interface__"):
        return of_interface(value)
    for name in ("cupy", "torch"):
        library = sys.modules.get(name)
        if library is not None:
            return device_array(library.from_dlpack(value))
    raise TypeError(
        f"a {type(value).__name__} is on a GPU and is passed by DLPack, for which "
        "cupy or torch has to be imported"
    )


def stream_of(arrays):
    """The current one of the library that most likely made them: a number."""
    for array in arrays:
        if is_of_torch(array.source):
            import torch

            return torch.cuda.current_stream(array.device).cuda_stream
    for array in arrays:
        if type(array.source).__module__.split(".")[0] == "cupy":
            import cupy

            return cupy.cuda.get_current_stream().ptr
    for array in arrays:
        if stream := array.source.__cuda_array_interface__.get("stream"):
            return int(stream)
    return 0


def on_device(arrays):
    """A context in which calls go to the arrays' device."""
    for array in arrays:
        if array.device is None:
            continue
        if is_of_torch(array.source):
            import torch

            return torch.cuda.device(array.device)
        import cupy

        return cupy.cuda.Device(array.device)
    return contextlib.nullcontext()


def stream_on(device):
    """Torch's current one on its device: a number."""
    import torch

    return torch._C._cuda_getCurrentRawStream(device.index)  # without an object for it


def on_torch(device):
    """A context in which calls go to torch's device."""
    import torch

    if torch.cuda.current_device() == device.index:
        return contextlib.nullcontext()
    return torch.cuda.device(device)


def zeros_like(likes, shape, dtype):
    """New zeros where arrays of the call are; `likes` are all values of it."""
    for value in likes:
        if is_on_gpu(value) and is_of_torch(value):
            import torch

            return torch.zeros(shape, dtype=getattr(torch, dtype), device=value.device)
    if "cupy" in sys.modules and any(map(is_on_gpu, likes)):
        return sys.modules["cupy"].zeros(shape, dtype=dtype)
    raise TypeError(
        "no argument is an array of torch or cupy, which could make the result; "
        "pass one that is on a GPU, or out="
    )
