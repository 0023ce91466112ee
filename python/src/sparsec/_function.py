"""Compiled functions: sparsec.compile(...)."""

import inspect
import os
import threading
import warnings
from collections import OrderedDict

from . import _call, _tools
from ._binding import Binder
from ._compile import DEFAULT_FLAGS, Build, options_of
from ._contract import Contract, exact
from ._cuda import CudaBuild, CudaContract, DeviceCode, any_on_gpu
from ._engine import Error, Warning
from ._gradient import derived, operator_of
from ._plan import Code, Plan, outputs_of, pair, planned, read_out, results_of

# Plans that a function keeps, each for one pattern.
KEPT_PLANS = 8


class Function:
    """f(A, x) inspects once per pattern and executes; f.plan(A) keeps a plan.

    Arguments are those of the C function, but for sizes, which shapes tell: the
    arrays of a sparse matrix come as one, A, and arrays that the loops write come
    last, begin as zeros where they are not passed, and are returned.
    """

    _parts = Build, Contract, Code
    cuda_only = False

    def __init__(self, options, given=()):
        """`given`: functions that compute gradients for its operator."""
        build_by, described_by, called_by = self._parts
        self._build = build_by(**options)
        self._contract, self._code = self._loaded(described_by, called_by)
        self._options = self._build.options_of_copies(options)
        if self._build.said:
            # Of who called compile, which called this.
            warnings.warn(self._build.said, Warning, stacklevel=3)
        self._lock = threading.Lock()
        self._plans = OrderedDict()  # digest -> _Kept
        self._cuda = None
        self._op, self._given = None, tuple(given)  # made when it is asked for
        written = self._contract.written
        slots = self._contract.slots
        self._order = [s for s in slots if s not in written]
        self._order += [s for s in slots if s in written]
        self.__name__ = self._contract.function
        self.__doc__ = _tools.help_of(self._contract, self._order)

    def _loaded(self, described_by, called_by):
        """The contract and the shared object. Where that does not load, another
        process may have put one in its place; one that is as it was compiled stays,
        for compiling again makes the same."""
        build, tried = self._build, None
        while True:
            contract = described_by(build.description())
            try:
                return contract, called_by(contract, build.library, build.is_parallel)
            except Error:
                if build.library == tried:
                    raise
                tried = build.library

    @property
    def __signature__(self):
        kind, empty = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.empty
        parameters = [
            inspect.Parameter(
                self._contract.spelled(s), kind,
                default=None if s in self._contract.written else empty,
            )
            for s in self._order
        ]
        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters += [
            inspect.Parameter(self._contract.spelled(s), keyword, default=None)
            for s in self._contract.named
        ]
        return inspect.Signature(parameters)

    def __repr__(self):
        return f"<sparsec function {self.__name__}{self.__signature__}>"

    def __reduce__(self):
        # One for GPUs is made again when it is asked for, unless it knows more.
        state = {"_cuda": self._cuda} if self._cuda and self._cuda._given else None
        return type(self), (self._options, self._given), state

    def _bind(self, values, out, named):
        out, named = read_out(self._contract, out, named)
        given = pair(self._order, values, named, self._contract, f"{self.__name__}()")
        written = [n for n in self._contract.written if n in self._contract.slots]
        given.update(outputs_of(written, out, given))
        binder = Binder(self._contract)
        for name, value in given.items():
            binder.give(name, value)
        return binder

    def __call__(self, /, *values, out=None, **named):
        """One execution. The pattern's arrays are read once to find its plan, and
        the values to see whether they are new."""
        contract = self._contract
        binder = self._bind(values, out, named)
        binder.complete(list(contract.arguments), "execute")
        kept = self._kept(binder)
        try:
            kept.execute(binder)
        finally:
            kept.lock.release()
        return results_of(contract, binder.returned())

    def _kept(self, binder):
        """The plan of a pattern, locked; made where there is none."""
        names = _pattern(self._contract)
        # A child that was forked has none of its parent's plans.
        key = (os.getpid(), *_digest(self._contract, binder, names))
        with self._lock:
            kept = self._plans.get(key)
            if kept is None:
                kept = self._plans[key] = _Kept(self._contract, self._code)
            self._plans.move_to_end(key)
            while len(self._plans) > KEPT_PLANS:
                # Its memory goes when nobody executes it any more.
                self._plans.popitem(last=False)
        kept.lock.acquire()
        try:
            kept.inspect(binder)
        except BaseException:
            with self._lock:
                if self._plans.get(key) is kept:
                    del self._plans[key]
            kept.lock.release()
            raise
        return kept

    def plan(self, /, *values, **named):
        """Inspects: a Plan, which executes without looking at the pattern again.
        Takes the matrices and what else inspectors read."""
        if self._parts[0] is Build and any_on_gpu([*values, *named.values()]):
            return self.cuda.plan(*values, **named)
        slots = planned(self._contract)
        given = pair(slots, values, named, self._contract, "plan()")
        binder = Binder(self._contract)
        for name, value in given.items():
            binder.give(name, value)
        return Plan(self._contract, self._code, binder)

    @property
    def cuda(self):
        """The same on a GPU, for recipes that say how: f.cuda.plan(A)."""
        if self._cuda is None:
            self._cuda = CudaFunction(self._options)
        return self._cuda

    @property
    def op(self):
        """The same as an operator of torch: f.op(index, col, a, x) of tensors."""
        if self._op is None:
            self._op = operator_of(self, self._given)
        return self._op

    def _with_op(self, operator):
        self._op, self._given = operator, operator._gradients.given
        return operator

    def gradient(self, name, recipe=None, **options):
        """A function, derived of this one's loops, that adds up dL/d`name` from
        dL/dy of what this one writes: grad_x from grad_y."""
        return derived(self, name, recipe, **options)

    def _pattern_names(self):
        return _pattern(self._contract)

    def explain(self):
        """What was checked of each step, the facts, and which loops are parallel
        or why not."""
        return _tools.explain(self._build)

    def loops(self):
        """The source's loops."""
        return _tools.loops(self._build)

    def source(self, target="c"):
        """The generated code: "c" or "cuda"."""
        return _tools.source(self._build, target)

    def verify(self, /, *values, rtol=None, **named):
        """Runs the source's own loops and the plan on copies of these arguments;
        an Error where results differ, else the largest relative difference."""
        return _tools.verify(self, values, named, rtol)

    def bench(self, A, **options):
        """Times the source's loops and the plan on the matrix: a dictionary."""
        return _tools.bench(self._build, self._contract, A, **options)[0]

    def tune(self, A, **options):
        """Times all candidates of the recipe's parameters, the fastest first: a list
        of dictionaries, of which "set" is what compile(set=...) takes."""
        return _tools.bench(self._build, self._contract, A, tune=True, **options)

    def report(self, path, A=None):
        """Writes a page (.html) or data (.json) on what each step did."""
        return _tools.report(self._build, self._contract, path, A)


def _pattern(contract):
    """What a plan depends on and an update does not renew."""
    taken = set(contract.taken("inspect"))
    return [n for n in contract.arguments if n in taken and n not in contract.updated]


def _digest(contract, binder, names):
    """Of contents, and of the sizes that inspectors and checks go by."""
    arrays = [n for n in names if contract.arguments[n]["isPointer"]]
    scalars = tuple(
        (n, exact(binder.values[n])) for n in contract.scalars if n in names
    )
    return _call.digest([binder.values[n] for n in arrays]), scalars


class _Kept:
    """A plan of the cache; its lock is held while it is updated and executed."""

    def __init__(self, contract, code):
        self.contract, self.code = contract, code
        self.lock = threading.Lock()
        self.plan = None
        self.values = None  # digest of those that the plan holds

    def inspect(self, binder):
        contract = self.contract
        if self.plan is None:
            taken = contract.taken("inspect")
            plan = self.code.new_plan()
            values = [binder.values[n] for n in taken]
            plan.inspect(self.code.entries["inspect"], values, binder.shapes(taken))
            self.plan, self.values = plan, _digest(contract, binder, contract.updated)
            return
        taken = contract.taken("update")
        self.renew(binder.values, taken, binder.shapes(taken))

    def renew(self, bound, taken, shapes):
        """Gives the plan the values that are bound, unless it has them."""
        names = self.contract.updated
        values = _call.digest([bound[n] for n in names]), ()
        if values == self.values:
            return
        self.values = None
        self.plan.update(
            self.code.entries["update"], [bound[n] for n in taken], shapes
        )
        self.values = values

    def execute(self, binder):
        taken = self.contract.taken("execute")
        values = [binder.values[n] for n in taken]
        self.plan.execute(self.code.entries["execute"], values, binder.shapes(taken))


class CudaFunction(Function):
    """Plans on a GPU: f.plan(A). Of arrays on the GPU where the recipe says
    inspector("cuda"), else of arrays in memory; executions take arrays on the GPU,
    and work on the current stream."""

    _parts = CudaBuild, CudaContract, DeviceCode
    cuda_only = True

    def __repr__(self):
        return f"<sparsec function {self.__name__}{self.__signature__} on GPUs>"

    def __call__(self, *values, out=None, **named):
        raise TypeError(
            f"{self.__name__}(): a GPU's arrays are not read to find their plan; make "
            f"one: plan = {self.__name__}.plan(...)"
        )

    @property
    def cuda(self):
        return self

    def verify(self, *values, rtol=None, **named):
        raise TypeError(
            "verify() runs on the CPU; sparsec-bench -target=cuda verifies plans on "
            "a GPU"
        )

    def bench(self, A, **options):
        raise TypeError(
            "bench() runs on the CPU; sparsec-bench -target=cuda times plans on a GPU"
        )

    def tune(self, A, **options):
        return self.bench(A)


def compile(source, recipe, *, target="c", set=None, function=None, assume=False, flags=(),
            cc=None, cflags=DEFAULT_FLAGS, openmp=True):
    """Compiles C loops by a recipe; cached by content.

    source:   a C file, or C text
    recipe:   a recipe file, a recipe's text, or a sparsec.Recipe
    target:   "c", or "cuda" for recipes that are for GPUs only; those for both
              (target() in them) are compiled for GPUs when f.cuda is asked for
    set:      values of the recipe's parameters, {"T": 64}
    function: the function to transform, where the source has several
    assume:   take declared facts as given; wrong ones then give wrong results
    flags:    of the C source, such as ["-DN=3"], for both compilers
    cc, cflags, openmp: the C compiler ($CC or cc) and how it is called
    """
    if target not in ("c", "cuda"):
        raise TypeError(f"target {target!r}: there are 'c' and 'cuda'")
    made = Function if target == "c" else CudaFunction
    return made(
        options_of(
            source, recipe, set=set, function=function, assume=assume, flags=flags,
            cc=cc, cflags=cflags, openmp=openmp,
        )
    )


def kernel(recipe, **options):
    """A decorator: the C text is the docstring of the function below it."""
    if callable(recipe):
        raise TypeError(
            "kernel() takes a recipe: write @sparsec.kernel('parallel(s, \"i\")')"
        )

    def decorate(described):
        if not described.__doc__:
            raise TypeError(
                f"{described.__name__}: its docstring has to be the C function"
            )
        return compile(inspect.cleandoc(described.__doc__), recipe, **options)

    return decorate
