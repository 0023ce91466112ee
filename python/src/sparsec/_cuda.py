"""f.cuda: the same function on a GPU, for recipes that say how (cudaize).

nvcc compiles what the program writes for CUDA. Addresses of arrays, and the stream,
are numbers for the compiled part: it dereferences nothing of them.
"""

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

from . import _call
from ._binding import dtype_name
from ._compile import Build
from ._contract import Contract, fits
from ._device_arrays import (
    device_array,
    is_of_torch,
    is_on_gpu,
    on_device,
    on_torch,
    stream_of,
    stream_on,
    zeros_like,
)
from ._engine import Error, error_of
from ._plan import Code
from ._structures import Assembly
from ._tensors import changed

USUAL = "/usr/local/cuda/bin/nvcc"
ADDRESS = "unsigned long long"
REMEDY = 'put inspector("cuda") before the steps of the recipe'


# What pip installs for nvcc besides itself, in the same folder.
PARTS = (
    "nvvm/bin/cicc", "include/crt/host_config.h", "include/cuda_runtime.h",
    "include/cccl/cub/cub.cuh", "lib/libcudart_static.a",
)
INSTALL = "pip install 'cuda-toolkit[nvcc,cccl]'"


def toolkits_of_pip():
    """Folders of CUDA's toolkit that pip installs, the newest first: nvidia/cu13
    on sys.path. Nothing is imported."""
    found = importlib.util.find_spec("nvidia")
    places = list(found.submodule_search_locations or ()) if found else []
    folders = [
        (int(folder.name[2:]), folder)
        for place in places
        for folder in Path(place).glob("cu[0-9]*")
        if folder.name[2:].isdecimal() and (folder / "bin" / "nvcc").is_file()
    ]
    return [folder for _, folder in sorted(folders, reverse=True)]


def nvcc_of_pip():
    """nvcc as pip installs it; None where it does not, and an Error where parts of
    it are missing."""
    lacking = None
    for folder in toolkits_of_pip():
        missing = [part for part in PARTS if not (folder / part).is_file()]
        if not missing:
            return str(folder / "bin" / "nvcc")
        lacking = lacking or f"{folder}/bin/nvcc lacks {', '.join(missing)}"
    if lacking:
        raise Error(f"{lacking}; {INSTALL} brings them")
    return None


def nvcc():
    """The command of CUDA's compiler, as a list: $NVCC, on PATH, of pip's, or where
    CUDA's own installer puts it."""
    if told := os.environ.get("NVCC"):
        words = told.split()
        if words and shutil.which(words[0]):
            return words
        raise Error(f"there is no CUDA compiler {told!r}, which $NVCC names")
    if found := shutil.which("nvcc"):
        return [found]
    if found := nvcc_of_pip() or shutil.which(USUAL):
        return [found]
    raise Error(
        "there is no nvcc, which compiles plans for GPUs: "
        f"{INSTALL} (CUDA 13) or install CUDA's toolkit, or name it in $NVCC"
    )


class CudaBuild(Build):
    """Plans for a GPU; the same cache."""

    target, extension = "cuda", ".cu"

    def __init__(self, **options):
        options.update(cc=" ".join(nvcc()), cflags=("-O3",), openmp=False)
        super().__init__(**options)

    def machine(self):
        """-arch=native makes code for the GPUs that are there; their driver lists
        them."""
        lists = sorted(Path("/proc/driver/nvidia/gpus").glob("*/information"))
        lines = [line for path in lists for line in _lines_of(path)]
        return [line for line in lines if line.startswith("Model:")]

    def command(self, *options):
        told = [o for o in options if not str(o).startswith("-target")]
        return super().command("-target=cuda", *told)

    def build(self, text, library):
        # A comma parts the arguments of nvcc's options, of -DM(a,b)=a, too.
        flags = [flag.replace(",", "\\,") for flag in self.cflags]
        command = [
            *self.cc, *flags, "-std=c++17", "-arch=native", "-w", "-shared",
            "-Xcompiler", "-fPIC", "-I", str(Path(self.source).parent), str(text),
            "-o", str(library),
        ]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.cwd,
                              errors="replace", stdin=subprocess.DEVNULL)
        if done.returncode:
            error = error_of(done.stderr or done.stdout)
            raise Error(f"{' '.join(command)} failed:\n{error}")

    def entries(self, contract):
        return plan_entries(contract)


def _lines_of(path):
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def plan_entries(contract):
    """As those for C, but that arrays on the GPU and streams are numbers."""
    arguments = {argument["name"]: argument for argument in contract["arguments"]}
    text = "\n"
    for function in contract["functions"]:
        role, plan = function["role"], contract["plan"]
        assembly = Assembly(contract, function["arguments"])
        values = [f"({plan} **)plan" if role == "inspect" else f"({plan} *)*plan"]
        for position, name in enumerate(function["arguments"]):
            argument = arguments[name]
            if not argument["isPointer"]:
                values.append(assembly.value_of(name))
                continue
            # The element's type, which C++ does not find for itself.
            kind = "const " * argument["isConst"] + argument["element"]["type"]
            place = f"arguments[{position}]"
            if function["takesStream"]:
                place = f"*({ADDRESS} *){place}"
            values.append(f"({kind} *){place}")
        if function["takesStream"]:
            count = len(function["arguments"])
            values.append(f"(cudaStream_t)*({ADDRESS} *)arguments[{count}]")
        call = f"{function['name']}({', '.join(values)});"
        call += "\n  return 0;" if role == "destroy" else ""
        text += (
            f'extern "C" int sparsec_python_{role}(void **plan, '
            "void *const *arguments) {\n  (void)arguments;\n  "
            f"{'' if role == 'destroy' else 'return '}{call}\n}}\n"
        )
    return text


class CudaContract(Contract):
    """Where each function takes its arrays."""

    target = "cuda"

    def is_on_gpu(self, role):
        return role in self.functions and self.functions[role]["takesStream"]

    def call_specs(self, role, names):
        specs = []
        for name in names:
            argument = self.arguments[name]
            if argument["isPointer"] and self.is_on_gpu(role):
                specs.append(address_spec(name))
            else:
                specs.append(self.spec(name, role))
        return [*specs, address_spec("stream")] if self.is_on_gpu(role) else specs

    def check(self, name, role, value, shape, origin=None):
        argument = self.arguments[name]
        if not argument["isPointer"]:
            _call.check(self.spec(name, role), value, shape)
            return
        if role == "update" and role not in self.functions:
            role = "execute"
        array = device_array(value)
        if not self.is_on_gpu(role):
            if array is not None:
                raise TypeError(
                    f"argument '{name}': it is on a GPU, and the recipe's inspector "
                    f"runs on the CPU; {REMEDY}, or make the plan of numpy's arrays"
                )
            _call.check(self.spec(name, role, origin), value, shape)
            return
        if array is None:
            raise TypeError(
                f"argument '{name}': it is not on a GPU, where the loops run; pass "
                f"cupy.asarray({name}) or a tensor's {name}.cuda()"
                + (f"; or {REMEDY}" if name in self.taken("inspect") else "")
            )
        check_device(self, argument, array, shape, role)

    def new(self, name, shape, values, role="execute"):
        argument = self.arguments[name]
        if not self.is_on_gpu(role):
            return super().new(name, shape, values, role)
        return zeros_like([*values.values()], shape, dtype_name(argument))


def address_spec(name):
    return _call.argument(
        name=name, type=ADDRESS, kind="integer", bytes=8, is_signed=False,
        is_pointer=False, is_written=False, alignment=1,
    )


def check_device(contract, argument, array, shape, role):
    """As Arguments.cpp does for arrays in memory."""
    name, element = argument["name"], argument["element"]

    def refuse(why):
        raise TypeError(f"argument '{name}': {why}")

    wanted = dtype_name(argument)
    if not fits(argument, array.kind, array.bytes, array.is_signed):
        refuse(
            f"{array.kind} elements of {array.bytes} bytes, but the C source declares "
            f"{element['type']}; pass {name}.astype('{wanted}'), for a tensor "
            f"{name}.to(torch.{wanted}), or declare another type in the source"
        )
    if not array.is_contiguous:
        refuse(f"it is not contiguous; pass a contiguous copy of {name}")
    if array.is_lazy:
        refuse(
            f"it is a conjugated or negated view; pass "
            f"{name}.resolve_conj().resolve_neg()"
        )
    if array.is_read_only and argument["isWritten"] and role == "execute":
        refuse("it is read-only, and the loops write it")
    alignment = contract.alignment(argument)
    if array.address % alignment:
        refuse(f"it does not begin at a multiple of {alignment} bytes; pass a copy")
    count, needed = 1, 1
    for length in array.shape:
        count *= length
    for length in shape:
        needed *= length
    several = len(shape) > 1 and len(array.shape) > 1
    if count != needed or several and tuple(array.shape) != tuple(shape):
        refuse(
            f"{' x '.join(map(str, array.shape))} elements, but "
            f"{' x '.join(map(str, shape))} are needed by the sizes of the other "
            "arguments and the facts of the C source"
        )


class DeviceEntry:
    """A function of the contract, and what it takes."""

    def __init__(self, contract, library, role):
        self.contract, self.role = contract, role
        self.names = contract.taken(role)
        specs = contract.call_specs(role, self.names)
        self.function = _call.Function(library, f"sparsec_python_{role}", specs)

    def passed(self, values, shapes):
        """Numbers for arrays on the GPU: (values, shapes, {name: array})."""
        if not self.contract.is_on_gpu(self.role):
            return list(values), list(shapes), {}
        passed, told, arrays = [], [], {}
        for name, value, shape in zip(self.names, values, shapes):
            if not self.contract.arguments[name]["isPointer"]:
                passed.append(value)
                told.append(shape)
                continue
            self.contract.check(name, self.role, value, shape)
            arrays[name] = device_array(value)
            passed.append(arrays[name].address)
            told.append(())
        self._check_places(arrays)
        return passed, told, arrays

    def _check_places(self, arrays):
        devices = {a.device for a in arrays.values() if a.device is not None}
        if len(devices) > 1:
            raise TypeError(f"arrays are on several GPUs: {sorted(devices)}")
        if self.role != "execute":
            return
        for name in self.contract.written:
            for other, array in arrays.items():
                own = arrays.get(name)
                if own is None or other == name:
                    continue
                if own.address < array.end and array.address < own.end:
                    raise TypeError(
                        f"argument '{name}': it is written and shares memory with "
                        f"'{other}'; pass a copy of one"
                    )


class DevicePlan:
    """What calls the compiled part: on the arrays' device and current stream."""

    def __init__(self, library):
        self._plan = _call.Plan(library, "sparsec_python_destroy")
        self._device = None

    is_open = property(lambda self: self._plan.is_open)

    def close(self):
        self._plan.close()

    def _use(self, call, entry, values, shapes):
        passed, told, by_name = entry.passed(values, shapes)
        arrays = list(by_name.values())
        device = next((a.device for a in arrays if a.device is not None), None)
        if self._device is not None and device is not None and device != self._device:
            raise TypeError(
                f"the plan is on GPU {self._device}, and the arrays are on GPU "
                f"{device}; make a plan there"
            )
        with on_device(arrays):
            if entry.contract.is_on_gpu(entry.role):
                passed.append(stream_of(arrays))
                told.append(())
            call(entry.function, passed, told)
        self._device = self._device if device is None else device
        return by_name

    def inspect(self, entry, values, shapes):
        self._use(self._plan.inspect, entry, values, shapes)

    def execute(self, entry, values, shapes):
        arrays = self._use(self._plan.execute, entry, values, shapes)
        for name in entry.contract.written:
            if name in arrays and is_of_torch(arrays[name].source):
                changed(arrays[name].source)

    def execute_at(self, entry, passed, device):
        """Of numbers, and of addresses on torch's `device` in place of arrays, which
        are as those of a call before were."""
        told = [()] * (len(passed) + 1)
        with on_torch(device):
            self._plan.execute(entry.function, [*passed, stream_on(device)], told)

    def update(self, entry, values, shapes):
        self._use(self._plan.update, entry, values, shapes)


class DeviceCode(Code):
    def entry(self, contract, role):
        return DeviceEntry(contract, self.library, role)

    def new_plan(self):
        return DevicePlan(self.library)


def any_on_gpu(values):
    parts = []
    for value in values:
        if isinstance(value, (tuple, list)):
            parts += value
        else:
            # Of a sparse matrix its values say it: cupyx.scipy.sparse.
            parts.append(getattr(value, "data", value) if hasattr(
                value, "tocsr") else value)
    return any(is_on_gpu(part) for part in parts)
