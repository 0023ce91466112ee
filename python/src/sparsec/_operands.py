"""What an operator of torch takes and gives, by what the C source declares."""

import torch

from ._contract import fits, is_truth, spelled
from ._engine import Error

DTYPES = {
    ("integer", 1, True): torch.int8, ("integer", 1, False): torch.uint8,
    ("integer", 2, True): torch.int16, ("integer", 2, False): torch.uint16,
    ("integer", 4, True): torch.int32, ("integer", 4, False): torch.uint32,
    ("integer", 8, True): torch.int64, ("integer", 8, False): torch.uint64,
    ("floating", 2, True): torch.float16, ("floating", 4, True): torch.float32,
    ("floating", 8, True): torch.float64,
    ("complex", 8, True): torch.complex64, ("complex", 16, True): torch.complex128,
    ("truth", 1, False): torch.bool,
}
KINDS = {dtype: kind for kind, dtype in DTYPES.items()}
# Words of torch's schemas, and of our own.
WORDS = "self", "out", "wanted", "Tensor"


def dtype_of(argument):
    element = argument["element"]
    if is_truth(argument):
        return torch.bool
    key = (element["kind"], element["bytes"], element.get("isSigned", True))
    if key not in DTYPES:
        raise Error(
            f"argument '{argument['name']}': torch has no elements of type "
            f"{element['type']}; use double or float"
        )
    return DTYPES[key]


class Operands:
    """What the operator takes: tensors and numbers by position, and sizes, which
    shapes tell, by name."""

    def __init__(self, contract):
        self.contract = contract
        if contract.structures:
            raise Error(
                f"{contract.function}: argument '{[*contract.structures][0]}' is a "
                "structure, which operators of torch do not take; declare its members "
                "as parameters of their own"
            )
        # All of them: plans for another target may take others.
        taken = set(contract.arguments)
        self.outputs = list(contract.written)
        if contract.result:
            self.outputs.insert(0, contract.result)
        self.names = [
            n for n in contract.arguments
            if n in taken and n not in self.outputs and n not in contract.inferred
        ]
        self.sizes = [
            n for n in contract.scalars if n in contract.inferred
        ]
        self.arrays = [n for n in self.names if contract.arguments[n]["isPointer"]]
        self.dtypes = {
            n: dtype_of(contract.arguments[n]) for n in [*self.arrays, *self.outputs]
        }
        # Facts may name arrays that nobody reads.
        self.read = {
            name
            for role in ("inspect", "update", "execute")
            for name in contract.taken(role)
        }
        self.taken = [n for n in contract.arguments if n in taken]
        named = self.gradient_operands()
        others = [*contract.arguments, *named]
        self._words = {n: spelled(n, others, WORDS) for n in named}

    def spelled(self, name):
        """As torch's schemas may have it."""
        return self._words[name]

    def schema(self, name, has_out):
        """As torch writes it; results are new tensors, or change in place."""
        def declared(n):
            if n in self.arrays:
                return f"Tensor {self.spelled(n)}"
            kind = self.contract.arguments[n]["element"]["kind"]
            return f"{'SymInt' if kind == 'integer' else 'float'} {self.spelled(n)}"

        parts = [declared(n) for n in self.names]
        if has_out:
            parts += [
                f"Tensor({chr(97 + at)}!) {self.spelled(n)}"
                for at, n in enumerate(self.outputs)
            ]
        options = [f"SymInt? {self.spelled(n)}=None" for n in self.sizes]
        parts += ["*", *options] if options else []
        results = ["Tensor"] * len(self.outputs)
        made = "()" if has_out else (
            results[0] if len(results) == 1 else f"({', '.join(results)})"
        )
        return f"{name}({', '.join(parts)}) -> {made}"

    def gradient_operands(self):
        """What gradients may take: all operands, sizes, results, and their grads."""
        grads = ["grad_" + name for name in self.outputs]
        return [*self.names, *self.sizes, *self.outputs, *grads]

    def gradient_schema(self, name):
        """Of one for all gradients: it is told which, with commas between."""
        parts = []
        for n in self.gradient_operands():
            argument = self.contract.arguments.get(n)
            kind = "Tensor"
            if argument and n not in self.arrays and n not in self.outputs:
                is_integer = argument["element"]["kind"] == "integer"
                kind = "SymInt" if is_integer else "float"
            parts.append(f"{kind}? {self.spelled(n)}")
        return f"{name}({', '.join(parts)}, str wanted) -> Tensor[]"

    def check_outputs(self, outs):
        """Of out=: one for each that the loops write."""
        if len(outs) != len(self.outputs):
            raise TypeError(
                f"out: {len(outs)} tensors, but the loops write "
                f"{', '.join(self.outputs)}"
            )

    def refuse_objects(self, operands):
        """What is no tensor, or no number, in words of ours: torch's schemas have
        refused something."""
        for name, operand in zip([*self.names, *self.outputs], operands):
            if name in self.arrays or name in self.outputs:
                if not isinstance(operand, torch.Tensor):
                    raise TypeError(
                        f"argument '{name}': a {type(operand).__name__} is no tensor; "
                        f"pass torch.as_tensor({name})"
                    ) from None
            elif not isinstance(operand, (torch.Tensor, torch.SymInt)):
                # A number: by position those are what shapes do not tell.
                self.contract.check(name, "execute", operand, ())

    def shapes(self, values):
        return {n: tuple(values[n].shape) for n in self.arrays if n in values}

    def device(self, values):
        """That of the first array."""
        for name in self.arrays:
            return values[name].device
        return torch.device("cpu")

    def check(self, values, names, device):
        """A TypeError with what to pass; lengths are checked with the call."""
        for name in names:
            check_tensor(self.contract.arguments[name], values[name], name)
        self.check_devices(values, names, device)

    def check_devices(self, values, names, device):
        """A TypeError where a tensor is elsewhere."""
        for name in names:
            tensor = values[name]
            if tensor.device != device:
                raise TypeError(
                    f"argument '{name}': it is on {tensor.device}, and others are on "
                    f"{device}; pass {name}.to('{device}')"
                )


def check_tensor(argument, tensor, name):
    """A TypeError where its elements are not as C declares them, one after the
    other."""
    wanted = dtype_of(argument)
    kind = KINDS.get(tensor.dtype)
    if kind is None or not fits(argument, *kind):
        raise TypeError(
            f"argument '{name}': {tensor.dtype}, but the C source declares "
            f"{argument['element']['type']}; pass {name}.to({wanted}), or declare "
            "another type in the source"
        )
    if tensor.layout != torch.strided:
        raise TypeError(
            f"argument '{name}': its layout is {tensor.layout}; pass arrays, such as "
            f"{name}.to_dense(), or S.crow_indices(), S.col_indices() and S.values() "
            "of a sparse S"
        )
    if not tensor.is_contiguous():
        raise TypeError(
            f"argument '{name}': it is not contiguous; pass {name}.contiguous()"
        )
    if tensor.is_conj() or tensor.is_neg():
        raise TypeError(
            f"argument '{name}': it is a conjugated or negated view; pass "
            f"{name}.resolve_conj().resolve_neg()"
        )
