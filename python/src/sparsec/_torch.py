"""f.op: a compiled function as an operator of torch.

It is registered with torch.library by a name made of its content, so a process
has it once however often it is compiled. Tensors are taken as they are; a plan is
found by the identity and version of the tensors that it was made from.
"""

import re
import threading

import torch

from . import _compile
from ._binding import Binder
from ._gradient import Gradients, operator_of
from ._operands import Operands
from ._sizes import shape_of_output, sizes_of
from ._torch_cpu import Entry, bindable
from ._torch_cuda import Runner
from ._torch_direct import Calls, call, nobody_listens
from ._torch_known import Held, Keys, Known, is_traced, is_vouched, vouched
from ._torch_out import register_changes
from ._torch_seen import Signatures
from ._torch_transforms import refuse_transforms

NAMESPACE = "sparsec"
# Patterns that an operator knows by identity; it keeps their tensors.
KNOWN_PATTERNS = 8

_lock = threading.Lock()
_registered = {}  # name -> Registered


class Registered:
    """An operator in torch's registry: name, and name_out, which adds to what it is
    given in place of new zeros."""

    def __init__(self, function, name, gradients):
        self.function, self.name, self.gradients = function, name, gradients
        self.contract = function._contract
        self.operands = Operands(self.contract)
        self.signatures = Signatures(self.operands)
        self.keys, self.known = Keys(function), Known(KNOWN_PATTERNS)
        self.calls = Calls(self.operands, self.keys)
        self.lock = threading.Lock()
        self.on_gpu = None  # a Runner, made when a GPU's tensors come
        self.is_assigning = False
        self.library = torch.library.Library(NAMESPACE, "FRAGMENT")
        self._define()
        self.packet = getattr(getattr(torch.ops, NAMESPACE), name).default
        self.packet_out = getattr(getattr(torch.ops, NAMESPACE), name + "_out").default
        self.packet_grads = getattr(
            getattr(torch.ops, NAMESPACE), name + "_grads"
        ).default
        first = len(self.operands.names)
        register_changes(
            self.library, name + "_out", self.packet_out,
            range(first, first + len(self.operands.outputs)),
        )

    def _define(self):
        tags = [torch.Tag.pt2_compliant_tag, torch.Tag.needs_exact_strides]
        if self.keys.arrays and hasattr(torch.Tag, "cudagraph_unsafe"):
            # torch.compile gives a graph's operands the elements of others, and a plan
            # is of the elements that it was made from.
            tags.append(torch.Tag.cudagraph_unsafe)
        for suffix, made in (("", self._make), ("_out", self._change)):
            name = self.name + suffix
            self.library.define(self.operands.schema(name, bool(suffix)), tags=tags)
            # Sparse ones get our refusal in place of torch's list of backends.
            for key in (
                "CPU", "SparseCPU", "SparseCsrCPU", "CUDA", "SparseCUDA",
                "SparseCsrCUDA",
            ):
                self.library.impl(name, made, key)
        qualified = f"{NAMESPACE}::{self.name}"
        torch.library.register_fake(qualified, self._fake, lib=self.library)
        torch.library.register_fake(
            qualified + "_out", self._fake_out, lib=self.library
        )
        self.library.define(self.operands.gradient_schema(self.name + "_grads"), tags=tags)
        self.library.impl(self.name + "_grads", self._grads, "CompositeExplicitAutograd")
        torch.library.register_fake(
            qualified + "_grads", self._fake_grads, lib=self.library
        )
        torch.library.register_autograd(
            qualified, self.backward, setup_context=self._set_up, lib=self.library
        )

    def bound(self, positional, named):
        """Values by C name."""
        values = dict(zip([*self.operands.names, *self.operands.outputs], positional))
        for name in self.operands.sizes:
            word = self.operands.spelled(name)
            if named.get(word) is not None:
                values[name] = named[word]
        return values

    # What dispatch calls.

    def _make(self, *positional, **named):
        values = self.bound(positional, named)
        outputs = self.run(values, self.signatures.of(values), is_vouched())
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _change(self, *positional, **named):
        values = self.bound(positional, named)
        self.run(values, self.signatures.of(values), is_vouched())

    def _fake(self, *positional, **named):
        values = self.bound(positional, named)
        operands, contract = self.operands, self.contract
        shapes = operands.shapes(values)
        given = {n: v for n, v in values.items() if n not in operands.arrays}
        sizes = sizes_of(contract, shapes, given)

        def new_size(length):
            return torch.library.get_ctx().new_dynamic_size()

        device = self._one_device(values)
        outputs = []
        for name in operands.outputs:
            shape = (1,) if name == contract.result else shape_of_output(
                contract, name, shapes, sizes, new_size
            )
            outputs.append(
                torch.empty(shape, dtype=operands.dtypes[name], device=device)
            )
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _fake_out(self, *positional, **named):
        self._one_device(self.bound(positional, named))

    def _one_device(self, values):
        """Torch asks for what is fake where one operand is on meta, and others may
        have elements: their results would be new memory that nobody writes."""
        device = self.operands.device(values)
        given = [n for n in self.operands.outputs if n in values]
        self.operands.check_devices(values, [*self.operands.arrays, *given], device)
        return device

    # Calls.

    def run_again(self, values, call):
        """(seen, a list of what is written); `call`: of Calls, what tells its like."""
        found = self.calls.find(call, self._entries)
        if found is not None:
            seen, entry = found
            if seen.device.type == "cuda":
                return seen, self.on_gpu.execute(entry, values, self.operands.outputs, seen)
            with entry.kept.lock:
                entry.refresh(values)
                return seen, entry.execute(values)
        seen = self.signatures.of(values)
        outputs = self.run(values, seen, True)
        entries = self._entries(seen)
        keys = self.on_gpu.keys if seen.device.type == "cuda" else self.keys
        key = keys.of(values, seen)
        entry = entries.find(key) if key is not None else None
        if entry is not None:
            self.calls.keep(call, seen, key, entry)
        return seen, outputs

    def _entries(self, seen):
        return self.on_gpu.entries if seen.device.type == "cuda" else self.known

    def run(self, values, seen, is_known):
        """A list of what is written. is_known: whether identities of tensors tell."""
        if seen.device.type == "cuda":
            runner = self._runner()
            key = runner.keys.of(values, seen) if is_known else None
            return runner.run(values, self.operands.outputs, key, seen)
        if self.function.cuda_only:
            raise TypeError(
                f"{self.function.__name__}: it is compiled for GPUs, and the tensors "
                "are on the CPU; pass tensors there, x.cuda()"
            )
        key = self.keys.of(values, seen) if is_known else None
        entry = self.known.find(key) if key is not None else None
        is_new = entry is None
        if is_new:
            entry = self._enter(key, values)
        else:
            entry.kept.lock.acquire()
        try:
            if not is_new:
                entry.refresh(values)
            return entry.execute(values)
        finally:
            entry.kept.lock.release()

    def _runner(self):
        with self.lock:
            if self.on_gpu is None:
                self.on_gpu = Runner(self.function.cuda, self.new)
            return self.on_gpu

    def new(self, shape, dtype, device=None):
        """Memory for a result."""
        make = torch.empty if self.is_assigning else torch.zeros
        return make(shape, dtype=dtype, device=device)

    def _enter(self, key, values):
        """A pattern that is not known by identity: read, and inspected if it is
        new; locked."""
        names = self.operands.taken
        binder = Binder(self.contract, {n: bindable(v) for n, v in values.items()})
        binder.complete(names, "execute")
        kept = self.function._kept(binder)
        entry = Entry(self, kept, binder)
        if key is not None:
            entry.held = Held(values[n] for n in self.keys.arrays if n in values)
            self.known.keep(key, entry)
        return entry

    # Gradients.

    def _set_up(self, ctx, inputs, output, keyword_only_inputs=None):
        values = self.bound(inputs, keyword_only_inputs or {})
        outputs = output if isinstance(output, tuple) else (output,)
        self.keep(ctx, values, outputs, None)

    def keep(self, ctx, values, outputs, seen):
        """What backward() needs; `seen` of these values, or None where they may be
        what dispatch has not unwrapped yet."""
        arrays, operands = self.operands.arrays, self.operands
        tensors = {n: v for n, v in values.items() if n in arrays}
        scalars = {n: v for n, v in values.items() if n not in tensors}
        read = self.gradients.outputs_read
        if read:
            tensors |= {n: v for n, v in zip(operands.outputs, outputs) if n in read}
        ctx.is_vouched = seen is not None or is_vouched()
        sizes = sizes_of if seen is None else seen.sizes
        ctx.sizes = sizes(self.contract, operands.shapes(values), scalars)
        ctx.names = list(tensors)
        ctx.save_for_backward(*tensors.values())

    def backward(self, ctx, *grads):
        """Of all operands, in order; None where no gradient is asked for."""
        values = dict(zip(ctx.names, ctx.saved_tensors)) | ctx.sizes
        for name, grad in zip(self.operands.outputs, grads):
            values["grad_" + name] = grad.contiguous()
        wanted = [
            name
            for name, needed in zip(self.operands.names, ctx.needs_input_grad)
            if needed and name in self.operands.arrays and name in self.operands.read
        ]
        is_plain_call = ctx.is_vouched and nobody_listens()
        if not is_plain_call and is_traced(values) and not torch.is_grad_enabled():
            given = [values.get(name) for name in self.operands.gradient_operands()]
            found = dict(zip(wanted, self.packet_grads(*given, ",".join(wanted))))
        else:
            known = ctx.is_vouched and not torch.compiler.is_compiling()
            found = self.gradients.compute(wanted, values, known)
        return tuple(found.get(name) for name in self.operands.names)

    # In graphs, which torch keeps on disk, and where another process has them without
    # tracing: the operators of gradients are not registered before somebody asks.

    def _grads(self, *given):
        *given, wanted = given
        values = dict(zip(self.operands.gradient_operands(), given))
        values = {n: v for n, v in values.items() if v is not None}
        wanted = wanted.split(",")
        found = self.gradients.compute(wanted, values, False)
        return [found[name] for name in wanted]

    def _fake_grads(self, *given):
        *given, wanted = given
        values = dict(zip(self.operands.gradient_operands(), given))
        return [torch.empty_like(values[name]) for name in wanted.split(",")]


class Operator:
    """f.op(index, col, a, x): the arrays of f as tensors, its numbers, and sizes
    that shapes do not tell by name. Returns new tensors; out=y adds to y.

    Where torch derives f, gradients are C loops, too: those that sparsec derives
    of sums of products, or those given to backward().
    """

    def __init__(self, function, gradients=None):
        self._function = function
        self._gradients = gradients or Gradients(function)
        self._registered = registered(function, self._gradients)
        self._packet = self._registered.packet
        self._packet_out = self._registered.packet_out
        self._count = len(self._registered.operands.names)
        self.__name__ = self._registered.name

    def __repr__(self):
        return f"<torch operator {self._packet}>"

    def __reduce__(self):
        return operator_of, (self._function, self._gradients.given)

    @property
    def schema(self):
        return str(self._packet._schema)

    def __call__(self, *operands, out=None, **named):
        if (
            out is None and not named and len(operands) == self._count
            and nobody_listens()
        ):
            made = call(self._registered, operands, {})
            if made is not None:
                return made
        if len(operands) != self._count or named:
            operands, named = self._expanded(operands, named)
        packet = self._packet
        if out is not None:
            outs = out if isinstance(out, (tuple, list)) else (out,)
            self._registered.operands.check_outputs(outs)
            packet, operands = self._packet_out, (*operands, *outs)
        if torch.compiler.is_compiling():
            # What it makes may use one memory for several tensors.
            made = packet(*operands, **named)
        else:
            if out is None:
                refuse_transforms(operands)
            try:
                made = vouched(packet, *operands, **named)
            except RuntimeError:
                self._registered.operands.refuse_objects(operands)
                raise
        return made if out is None else out

    @property
    def outputs(self):
        """Names of what it returns."""
        return self._registered.operands.outputs

    def with_values(self, values, known):
        """A call with its operands from values by name; a list of results."""
        operands = self._registered.operands
        sizes = {operands.spelled(n): values[n] for n in operands.sizes if n in values}
        given = [values[n] for n in operands.names]
        made = call(self._registered, given, sizes) if known and nobody_listens() else None
        if made is None and known:
            made = vouched(self._packet, *given, **sizes)
        elif made is None:
            made = self._packet(*given, **sizes)
        return [made] if len(operands.outputs) == 1 else list(made)

    def assigning(self):
        """Itself, for a source that assigns every element of its results and reads none
        before: new ones are not filled with zeros. Nothing checks that."""
        self._registered.is_assigning = True
        return self

    def _expanded(self, operands, named):
        """Sparse tensors as their arrays; operands that are given by name in their
        places, and what is left of the names."""
        result = []
        for operand in operands:
            if isinstance(operand, torch.Tensor) and operand.layout == torch.sparse_csr:
                result += [
                    operand.crow_indices(), operand.col_indices(), operand.values()
                ]
            else:
                result.append(operand)
        own = self._registered.operands
        names, named, spelled = own.names, dict(named), own.spelled
        own = [key for n in names[len(result):] for key in dict.fromkeys((n, spelled(n)))]
        result += [named.pop(key) for key in own if key in named]
        if len(result) != len(names):
            raise TypeError(
                f"{self._function.__name__}: it takes {', '.join(names)}, and got "
                f"{len(result)} operands"
            )
        sizes = [spelled(name) for name in self._registered.operands.sizes]
        for name in named:
            if name not in sizes:
                raise TypeError(
                    f"{self._function.__name__}: no operand '{name}'; there are "
                    f"{', '.join([*names, *sizes])}"
                )
        return result, named

    def backward(self, source, recipe=None, **options):
        """Gradients by a C function: it takes what f takes, by the same names, and
        grad_y for each y that f writes, and adds to grad_x for arrays x of f."""
        made = source
        if not hasattr(source, "_contract"):
            if recipe is None:
                raise TypeError("backward(source, recipe): a recipe is missing")
            made = type(self._function)(
                _compile.options_of(source, recipe, **options)
            )
        return self._function._with_op(
            Operator(self._function, self._gradients.with_function(made))
        )


def registered(function, gradients):
    """The operator of this content and these gradients, registered once."""
    build = function._build
    # Torch keeps compiled graphs on disk, by the names of operators.
    operands = Operands(function._contract)
    key = _compile.digest_of(
        build.folder.name, _compile.content(build.library), gradients.identity(),
        operands.schema("", False), operands.gradient_schema(""),
    )
    name = f"{re.sub(r'[^A-Za-z0-9_]', '_', function.__name__)}_{key[:16]}"
    with _lock:
        found = _registered.get(name)
        if found is None:
            found = _registered[name] = Registered(function, name, gradients)
    return found
