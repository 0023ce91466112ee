# Made by python/make_stubs.py from sparsec -help-transforms=json.
from collections.abc import Sequence
from typing import Any, Literal

class Handle:
    def __getattr__(self, name: str) -> Handle: ...
    def __getitem__(self, key: int | str) -> Handle: ...

class Recipe:
    def __init__(self) -> None: ...
    @property
    def s(self) -> Handle: ...
    @property
    def text(self) -> str: ...
    def print(self, *values: Any) -> Handle:
        """the loops of all phases and their statements; values, as Lua prints them

        print()
        print(value, ...)
        """
        ...
    def loops(self, *values: Any) -> Handle:
        """the names of the loops around s, outermost first

        loops(s)
        """
        ...
    def statements(self, *values: Any) -> Handle:
        """handles to all statements

        statements()
        """
        ...
    def dependences(self, *values: Any) -> Handle:
        """a line for each dependence from or to s, or of all statements

        dependences(s)
        dependences()
        """
        ...
    def is_parallel(self, *values: Any) -> Handle:
        """whether the loop may run in parallel, and the reason if it may not

        is_parallel(s, "i")
        """
        ...
    def assert_loops(self, *values: Any) -> Handle:
        """an error unless these are the loops around s

        assert_loops(s, {"i", "k"})
        """
        ...
    def known(self, *values: Any) -> Handle:
        """states facts, which the inspector checks; -help=facts lists them

        known("fact", ...)
        """
        ...
    def assume(self, *values: Any) -> Handle:
        """states facts that nothing checks

        assume("fact", ...)
        """
        ...
    def assume_finite(self, *values: Any) -> Handle:
        """no floating argument holds Inf or NaN: padding may multiply by zero

        assume_finite()
        """
        ...
    def allow_reassociation(self, *values: Any) -> Handle:
        """steps may add up floating-point values in another order

        allow_reassociation()
        """
        ...
    def allow_rounding(self, *values: Any) -> Handle:
        """the plan may hold values of these arrays in fewer bits

        allow_rounding("a", ...)
        """
        ...
    def max_fill(self, *values: Any) -> Handle:
        """the inspector refuses to store more than x times the input's entries

        max_fill(x)
        """
        ...
    def inspector(self, *values: Any) -> Handle:
        """where inspectors run that later steps make

        inspector("cuda")
        inspector("host")
        """
        ...
    def param(self, *values: Any) -> Handle:
        """the value of a param, which -set T=64 changes, and candidates for -tune

        param("T", 32, {16, 32, 64})
        param("file", "A.mtx")
        """
        ...
    def matrix(self, *values: Any) -> Handle:
        """a Matrix Market file as a table of rows, columns, entries and arrays

        matrix("A.mtx")
        """
        ...
    def digit_order(self, *values: Any) -> Handle:
        """an order of columns for permute_digits, and what it costs

        digit_order(A, n, "search", 7)
        """
        ...
    def target(self, *values: Any) -> Handle:
        """"cuda" if the output is to be CUDA, else "c"

        target()
        """
        ...
    def use(self, *values: Any) -> Handle:
        """runs another recipe and returns what it returns

        use("lib/x.script")
        """
        ...
    def any_order(
        self,
        statement: Handle | str | int,
        loop: str,
    ) -> Handle:
        """let whole iterations of a loop run in any order

        statement: a statement in the loop
        loop: the innermost loop whose iterations, of one value of each loop around it, may change places

        Before:
        for i
          for e in index[i]..index[i+1]
            err = a[e] - u[i] * v[col[e]]
            u[i] += err * v[col[e]]
            v[col[e]] += err * u[i]

        After:
        the same; steps behind may sort the iterations (i, e)


        Legal: always; results are those of the source's loops in another order, which no earlier proof asks for
        """
        ...
    def call_inspector(
        self,
        statement: Handle | str | int,
        function: str,
        arguments: str | Sequence[str],
        results: str | Sequence[str],
    ) -> Handle:
        """let a function of the source make index arrays

        statement: a statement of the loops that the arrays are for
        function: a function of the source with #pragma sparsec inspector
        arguments: what it reads, in order: integer parameters, numbers, index arrays
        results: names of the index arrays that it writes, in order

        Before:
        for i
          S(i)
        After:
        order(n, col, place)  // inspector, once
        for i
          S(i)

        Legal: always: the facts about what the function makes are checked behind each call
        """
        ...
    def coalesce(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        name: str,
        allow_reassociation: bool | None = None,
    ) -> Handle:
        """run adjacent loops as one loop over all their instances

        statement: statement to rewrite
        loops: adjacent loops to run as one, outermost first
        name: name of the new loop
        allow_reassociation: whether this step may change the order of floating-point sums and products and add up duplicates, which rounds differently; true by default

        Before:
        for i
          for j in index[i]..index[i+1]
            S(i, j)

        After:
        for c in 0..count
          S(row[c], c)


        Legal: always: the order of the instances does not change
        """
        ...
    def compact(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        order: Literal['ascending', 'source', 'first_touch'] | None = None,
        distinct: bool | None = None,
        name: str | None = None,
        allow_reassociation: bool | None = None,
    ) -> Handle:
        """visit only the values that a guard admits

        statement: statement to rewrite
        loops: adjacent loops to compact as one, outermost first
        order: order of the listed values; by default the cheapest legal one (ascending|source|first_touch)
        distinct: whether each value is listed once, and the loops inside that find it stay; by default each instance has an entry
        name: name of the new loop; by default that of the outermost old one
        allow_reassociation: whether this step may change the order of floating-point sums and products and add up duplicates, which rounds differently; true by default

        Before:
        for k in 0..m
          if (k is touched)
            S(k)

        After:
        for p in 0..count
          S(index[p])


        Legal: when the listed order keeps every dependence; the set of instances does not change
        """
        ...
    def compact_and_pad(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        arrays: str | Sequence[str] | None = None,
        names: str | Sequence[str] | None = None,
        order: Literal['ascending', 'source', 'first_touch'] | None = None,
        name: str | None = None,
        keep: str | Sequence[str] | None = None,
        edges: Literal['guard', 'clamp'] | None = None,
        allow_reassociation: bool | None = None,
    ) -> Handle:
        """compact loops and move arrays into dense, padded storage

        statement: statement to rewrite
        loops: adjacent loops to compact as one, outermost first
        arrays: arrays to move; none where `keep` says what the statement needs
        names: names of the new arrays; by default NAME_prime
        order: order of the listed values; by default the cheapest legal one (ascending|source|first_touch)
        name: name of the new loop; by default that of the outermost old one
        keep: loops that go away, whose values are stored, -1 where there is none: what they subscript stays where it is
        edges: what the executor does where a block sticks out of the matrix: it asks (guard, by default), or reads the last element there (clamp) (guard|clamp)
        allow_reassociation: whether this step may change the order of floating-point sums and products and add up duplicates, which rounds differently; true by default

        Before:
        for kk
          for k in 0..C
            for j in index[i]..index[i+1]
              if (C*kk + k == col[j])
                y[i] += a[j] * x[C*kk + k]

        After:
        for p in offset[i]..offset[i+1]
          for k in 0..C
            y[i] += a_prime[p][k] * x[C*index[p] + k]


        Legal: for reductions whose padding is a no-op, otherwise with the exact guard; the moved arrays are not written in the region
        """
        ...
    def compose(
        self,
        statement: Handle | str | int,
        arrays: str | Sequence[str] | None = None,
    ) -> Handle:
        """look up indices of indices once

        statement: a statement of the executor; all that have the same indices change
        arrays: the outer index arrays whose indices are looked up; all of the statement's unless given

        Before:
        for e
          y[f[g[e]]] += ..
        After:
        for x: f_of_g[x] = f[g[x]]  // inspector
        for e
          y[f_of_g[e]] += ..

        Legal: when every element of the inner index array leads to one of the outer one, and the loops write neither
        """
        ...
    def copy_to_constant(
        self,
        statement: Handle | str | int,
        array: str,
        name: str | None = None,
        most: int | None = None,
    ) -> Handle:
        """read a few elements from a GPU's constant memory

        statement: a statement that reads the array
        array: the array to copy
        name: name of the copy of a caller's array; NAME_constant unless given
        most: room for so many elements of an array that the inspector makes; inspection fails where it has more

        Before:
        kernel:
          y[i] += w[k] * x[i + k]
        After:
        inspect, update:
          w_constant[t] = w[t]
        kernel(w_constant by value):
          y[i] += w_constant[k] * x[i + k]

        Legal: when the executor does not write the array, and what it reads lies in a box of constant size, all such arrays of a kernel taking at most 4 KiB; of an array that the inspector makes, `most` may bound what has no constant size
        """
        ...
    def copy_to_registers(
        self,
        statement: Handle | str | int,
        loop: str,
        array: str,
        name: str | None = None,
    ) -> Handle:
        """work on a copy that fits in registers

        statement: a statement in the loop
        loop: the loop whose iterations have a copy each
        array: the array to copy
        name: name of the temporary; NAME_registers unless given

        Before:
        for i
          for j
            for k in [0, 2)
              Y[i][k] += ..
        After:
        for i
          t[0] = Y[i][0]; t[1] = Y[i][1]
          for j
            t[0] += ..; t[1] += ..
          Y[i][0] = t[0]; Y[i][1] = t[1]

        Legal: when the touched elements lie in a box of constant size, of at most 1 KiB, and loops that can be unrolled completely subscript it
        """
        ...
    def copy_to_shared(
        self,
        statement: Handle | str | int,
        loop: str,
        array: str,
        name: str | None = None,
        fastest: str | None = None,
        pad: int | None = None,
        stages: int | None = None,
        how: Literal['sync', 'async', 'bulk'] | None = None,
        apart: str | Sequence[str] | None = None,
    ) -> Handle:
        """work on a copy in the shared memory of a block of threads

        statement: a statement in the loop
        loop: the loop whose iterations have a copy each: blocks, or inside them
        array: the array to copy
        name: name of the temporary; NAME_shared unless given
        fastest: the loop whose dimension of the array is contiguous in the temporary; the last dimension unless given
        pad: unused elements after each row of the contiguous dimension, against bank conflicts; 0 unless given
        stages: how many boxes there are, 1 to 4, which steps of the loop use by turns: each step fills the one that is read `stages` - 1 steps later; 1 unless given
        how: "async": threads go on while boxes are filled (cp.async, from sm_80 on); "bulk": and one of them starts a whole row of a box (the copy engine of sm_90); "sync" unless given (sync|async|bulk)
        apart: of these loops, `loop` or around it, iterations have copies side by side, so that threads may run them at once

        Before:
        for b
          for i
            S(y[32*b + i])
        After:
        for b
          for t: y_shared[t] = y[32*b + t]
          for i
            S(y_shared[i])

        Legal: when the touched elements lie in a box of constant size, of at most 48 KiB, whose corner the loops outside fix
        """
        ...
    def count(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        name: str,
        distinct: str | None = None,
    ) -> Handle:
        """count a statement's instances for each value of loops

        statement: the statement whose instances are counted
        loops: loops around it: each combination of their values has a count
        name: name of the array of counts
        distinct: counts how many different values of this there are: a loop around the statement, an index expression such as "col[j]", or a value as in C of loops, parameters and elements of integer arrays; instances unless given

        Before:
        for i
          for j in 0..len(i)
            S(i, j)

        After:
        for i, for j in 0..len(i): count[i]++    // inspector
        for i
          for j in 0..len(i)
            S(i, j)


        Legal: always: the instances and their order stay as they are
        """
        ...
    def cudaize(
        self,
        statement: Handle | str | int,
        kernel: str,
        block: str | Sequence[str] | None = None,
        thread: str | Sequence[str] | None = None,
        cooperative: str | None = None,
        resident: int | None = None,
        at_once: int | None = None,
        all: bool | None = None,
    ) -> Handle:
        """make a CUDA kernel: loops become blocks and threads

        statement: a statement in the loops
        kernel: the name of the kernel function
        block: the loops to map to blocks: x, y, z; none for one more statement of a kernel
        thread: the loops to map to threads of a block: x, y, z
        cooperative: a loop around the blocks that the kernel runs itself, in one launch: all blocks wait for each other after each of its iterations, and after those of the loops between
        resident: how many blocks a multiprocessor runs at once at most, in cooperative launches and where blocks wait for each other's values (sparse_partition with sync = "values"); as many as it can unless given
        at_once: how many blocks a multiprocessor should be able to run at once: fewer leave more registers to each thread; the CUDA compiler chooses unless given
        all: whether the threads' loops of these names around all statements of the kernel are mapped at once; false unless given

        Before:
        for ii
          for i
            S(ii, i)
        After:
        kernel<<<ii, i>>>:
          S(block.x, thread.x)

        Legal: when no two threads touch one element that one of them writes and every statement of the kernel is in all of the loops
        """
        ...
    def datacopy(
        self,
        statement: Handle | str | int,
        level: str,
        array: str,
        name: str | None = None,
        fastest: str | None = None,
        pad: int | None = None,
    ) -> Handle:
        """work on a temporary copy of the elements that a loop touches

        statement: a statement in the loop
        level: the outermost loop that works on the copy; the copies stand around it
        array: the array to copy
        name: name of the temporary; NAME_tmp unless given
        fastest: the loop whose dimension of the array is contiguous in the temporary; the last dimension unless given
        pad: unused elements after each row of the contiguous dimension; 0 unless given

        Before:
        for i
          for k
            y[3*i + k] += ..
        After:
        for i
          for t: y_tmp[t] = y[3*i + t]
          for k
            y_tmp[k] += ..
          for t: y[3*i + t] = y_tmp[t]

        Legal: when the touched elements lie in a box of constant size whose corner the outer loops fix
        """
        ...
    def distribute(
        self,
        statement: Handle | str | int,
        loop: str,
        before: str | Sequence[str] | None = None,
    ) -> Handle:
        """split a loop around a sequence into one loop per member

        statement: a statement in the loop
        loop: the loop to distribute
        before: statements that begin a new loop; every member of the sequence gets a loop of its own unless given

        Before:
        for i
          S1(i)
          S2(i)
        After:
        for i
          S1(i)
        for i
          S2(i)

        Legal: when no dependence runs from a later member to an earlier one
        """
        ...
    def encode(
        self,
        statement: Handle | str | int,
        array: str,
        how: str,
        relative: str | None = None,
        delta: str | None = None,
        far: str | None = None,
        rising: bool | None = None,
        name: str | None = None,
    ) -> Handle:
        """hold indices and floating values in fewer bits

        statement: the statement that reads the indices or values
        array: the index array, or the array of floating values
        how: bits of an index, 8 or 16; of values "float", "half" or "bfloat16"; of blocks "mask", only what the inspector put there
        relative: a loop around the statement: indices are stored less the least one of its iteration; as they are unless given
        delta: the loop that the index changes with: indices are stored less the one before, the first ones as `relative` says
        far: with `delta`, a loop outside: indices whose differences do not fit stand in a list, with a part for each of its iterations
        rising: with `delta`, whether differences are stored without a sign; where facts say that indices do not decrease unless given
        name: name of the new array; by default ARRAY_HOW

        Before:
        for i
          for j
            y[i] += a[j] * x[col[j]]
        After:
        for i
          for j
            y[i] += a[j] * x[base[i] + col_16[j]]

        Legal: indices always, floating values after allow_rounding(ARRAY); the inspector checks that they fit
        """
        ...
    def fuse(
        self,
        statement: Handle | str | int,
        other: Handle | str | int,
        loop: str,
        other_loop: str | None = None,
        behind: bool | None = None,
    ) -> Handle:
        """merge two loops that follow each other

        statement: a statement in one loop
        other: a statement in the other loop
        loop: the loop around the first statement; the fused loop keeps its name
        other_loop: the loop around the other statement; of the same name unless given
        behind: whether the second loop's values go on from the last one of the first, so that nothing changes its order; false unless given

        Before:
        for i
          S1(i)
        for i
          S2(i)
        After:
        for i
          S1(i)
          S2(i)

        Legal: when no dependence runs from a later iteration of the first loop to an earlier one of the second
        """
        ...
    def fuse_kernels(
        self,
        statement: Handle | str | int,
        other: Handle | str | int,
        kernel: str | None = None,
    ) -> Handle:
        """launch two kernels as one, with blocks of their own each

        statement: a statement of one kernel
        other: a statement of the kernel beside it
        kernel: the name of the one kernel; that of the first unless given

        Before:
        A<<<a, threads>>>
        B<<<b, threads>>>
        After:
        A_and_B<<<a + b, threads>>>

        Legal: when the two kernels touch no element that one of them writes, but for updates that both make atomically
        """
        ...
    def incremental(
        self,
        statement: Handle | str | int,
        loop: str,
        unrolled: int | None = None,
        skip_zeros: bool | None = None,
        products: Literal['tables', 'parts', 'whole'] | None = None,
    ) -> Handle:
        """run a loop over numbers digit by digit

        statement: a statement in the loop
        loop: the loop over numbers
        unrolled: how many of the lowest digits are straight-line code; 5 unless given
        skip_zeros: skip the digits inside where a product is 0 already; needs assume_finite()
        products: tables (unless given): keep a part of each product per digit, and tables of factors for low digits; parts: no tables; whole: multiply all factors in each step, which takes fewer registers (tables|parts|whole)

        Before:
        for s in [0, 2^m)
          x = sum of a[k] * digit k of s
          sum += x * y
        After:
        for the digits of s, one changing a step
          x += what the digit changes
          sum += x * y

        Legal: when no dependence is carried by the loop, reductions apart, and after allow_reassociation(); the body may use the iterator as (s >> k) & 1 only
        """
        ...
    def make_dense(
        self,
        statement: Handle | str | int,
        expressions: str | Sequence[str],
        names: str | Sequence[str],
        allow_reassociation: bool | None = None,
    ) -> Handle:
        """replace index expressions by dense loops and a guard

        statement: statement to rewrite
        expressions: index expressions such as "col[j]" or an index array's name, or the loop that the only one depends on; or values as in C of loops, parameters and elements of integer arrays, such as "part[col[j]]" or "col[j] / 64"
        names: names of the new loops, one per expression, outermost first
        allow_reassociation: whether this step may change the order of floating-point sums and products and add up duplicates, which rounds differently; true by default

        Before:
        for i
          for j in index[i]..index[i+1]
            y[i] += a[j] * x[col[j]]

        After:
        for i
          for k in 0..m
            for j in index[i]..index[i+1]
              if (k == col[j])
                y[i] += a[j] * x[k]


        Legal: when the order of the instances may follow the values: reductions, or dependences that the new order keeps
        """
        ...
    def measure(
        self,
        statement: Handle | str | int,
        loop: str,
        name: str,
    ) -> Handle:
        """name the greatest length of a loop, found by the inspector

        statement: a statement in the loop
        loop: the loop to measure; it starts at 0 (normalize makes it)
        name: name of the length

        Before:
        for i
          for j in 0..len(i)
            S(i, j)

        After:
        for i: M = max(M, len(i))    // inspector
        for i
          for j in 0..len(i)         // j < M is known
            S(i, j)


        Legal: always: the instances and their order stay as they are
        """
        ...
    def move_before(
        self,
        statement: Handle | str | int,
        other: Handle | str | int,
    ) -> Handle:
        """put a statement or its loops before another one

        statement: the statement to move
        other: the statement that it is to stand before

        Before:
        for i
          S1(i)
          S2(i)
        After:
        for i
          S2(i)
          S1(i)

        Legal: when no dependence runs from what it passes to it, or back
        """
        ...
    def normalize(
        self,
        statement: Handle | str | int,
        loop: str,
    ) -> Handle:
        """let a loop count from 0, also where its lower bound comes from an index array

        statement: a statement in the loop
        loop: the loop to normalize

        Before:
        for j in [index(i), index(i + 1))
          S(i, j)
        After:
        for j in [0, index(i + 1) - index(i))
          S(i, index(i) + j)

        Legal: always: instances keep their order
        """
        ...
    def novector(
        self,
        statement: Handle | str | int,
        loop: str,
    ) -> Handle:
        """keep C compilers from vectorizing a loop

        statement: a statement in the loop
        loop: the loop to keep scalar

        Before:
        for j
          S(j)
        After:
        scalar for j
          S(j)

        Legal: always, unless the loop has 'simd' or 'vectorize': it changes no result
        """
        ...
    def parallel(
        self,
        statement: Handle | str | int,
        loop: str,
        schedule: str | None = None,
        reduction: bool | None = None,
        updates: Literal['atomic', 'private', 'touched', 'colour', 'scan', 'segments'] | None = None,
    ) -> Handle:
        """run the iterations of a loop on several threads

        statement: a statement in the loop
        loop: the loop to run in parallel
        schedule: OpenMP schedule: static, dynamic, guided or auto, with a chunk size after a comma ("dynamic, 64"); or balanced: each thread gets neighbouring iterations that do about as much as those of the others
        reduction: iterations may update one element: each thread has a part of it, which is joined to the others when it is done
        updates: iterations may update one element, which need not be the same for all: atomic, each update is atomic; private, each thread has a copy of the array, and they are added up when all are done; touched, the same with nothing but what threads touch cleared and added up; colour, those that share elements run one after the other, in colours that an inspector finds; scan, iterations read what those before have added, and threads count that first; segments, of elements that do not fall: each thread adds up runs of neighbours, and carries its last one out of the loop (atomic|private|touched|colour|scan|segments)

        Before:
        for i
          S(i)
        After:
        parallel for i
          S(i)

        Legal: when no dependence is carried by the loop and no two iterations update one element; with `reduction` they may, by one operator, floating-point ones with allow_reassociation(); atomically, any elements
        """
        ...
    def partial_rescaled(
        self,
        statement: Handle | str | int,
        loop: str,
    ) -> Handle:
        """give each value of a loop a running maximum, and sums that are rescaled by it, of its own

        statement: a statement in the loop
        loop: the loop whose values have parts of their own: counted, of a constant number

        Before:
        for d
          for k
            M = max(m, s)
            l = l * exp(m - M) + exp(s - M)
            m = M
        After:
        for d
          for k
            M = max(m_part[k], s)
            l_part[k] = l_part[k] * exp(m_part[k] - M) + exp(s - M)
            m_part[k] = M
        m = max(m, m_part[k]) of all k
        l = sum of l_part[k] * exp(m_part[k] - m)

        Legal: when all that iterations carry on is a running maximum and sums that are rescaled by it, which are 0 before, with allow_reassociation()
        """
        ...
    def partial_sums(
        self,
        statement: Handle | str | int,
        loop: str,
        name: str | None = None,
    ) -> Handle:
        """gather what an iteration adds to an element, and add that once

        statement: an update of an element: y[i] += ..
        loop: the loop whose iterations have a sum each
        name: name of the scalar; `ARRAY_part` unless given

        Before:
        for d
          for j
            y[i] += a[d][j]
        After:
        for d
          part = 0
          for j
            part += a[d][j]
          y[i] += part

        Legal: when an iteration adds to one element only, and, for floating-point sums and products, with allow_reassociation()
        """
        ...
    def partition_storage(
        self,
        statement: Handle | str | int,
        array: str,
        registers: int | None = None,
        positions: int | Sequence[int] | None = None,
        rest: Literal['shared', 'global'] | None = None,
    ) -> Handle:
        """say where each thread has the elements of an array of its own

        statement: a statement that uses the array
        array: the array that each thread has for itself
        registers: how many elements are in registers, the first ones; 0 unless given
        positions: instead of `registers`: which elements are in registers, counted from 0 on in C's order
        rest: where the others are: in the block's shared memory, or in global memory, which the inspector allocates; shared unless given (shared|global)

        Before:
        double x[4];
        x[0] = a;
        x[2] = b;
        After:
        double x_0;
        __shared__ volatile double x_shared[3][32];
        x_0 = a;
        x_shared[1][threadIdx.x] = b;

        Legal: always, for arrays of constant size that each thread has for itself; where some elements are in registers, all subscripts have to be numbers once loops are unrolled
        """
        ...
    def peel(
        self,
        statement: Handle | str | int,
        loop: str,
        count: int,
        side: Literal['first', 'last'] | None = None,
    ) -> Handle:
        """take the first or last iterations out of a loop

        statement: a statement in the loop
        loop: the loop to peel
        count: how many iterations
        side: first (unless given) or last: which iterations (first|last)

        Before:
        for i in [lo, hi)
          S(i)
        After:
        for i in [lo, min(hi, lo + count))
          S_peeled(i)
        for i in [lo + count, hi)
          S_rest(i)

        Legal: always: instances keep their order
        """
        ...
    def permute(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
    ) -> Handle:
        """change the order of perfectly nested loops

        statement: a statement in the loops
        loops: the loops in their new order, outermost first; loops that are not named keep their place

        Before:
        for i
          for k
            S(i, k)
        After:
        for k
          for i
            S(i, k)

        Legal: when every dependence still points forward; updates of one reduction may be reordered, floating-point ones after allow_reassociation()
        """
        ...
    def permute_digits(
        self,
        statement: Handle | str | int,
        loop: str,
        places: int | Sequence[int],
    ) -> Handle:
        """run over all numbers with their binary digits in another order

        statement: a statement in the loop
        loop: the loop over all numbers
        places: the place of each digit, from the lowest one on: a permutation of 0 to n - 1

        Before:
        for s in [0, 2^n)
          .. (s >> e) & 1 ..
        After:
        for s in [0, 2^n)
          .. (s >> places[e]) & 1 ..

        Legal: when no dependence is carried by the loop, reductions apart (floating-point ones need allow_reassociation()); the body may use the iterator as (s >> e) & 1 only
        """
        ...
    def pragma(
        self,
        statement: Handle | str | int,
        loop: str,
        text: str,
    ) -> Handle:
        """write a compiler hint before a loop

        statement: a statement in the loop
        loop: the loop
        text: what follows `#pragma`

        Before:
        for j
          S(j)
        After:
        #pragma TEXT
        for j
          S(j)

        Legal: always: only hints that cannot change results are accepted; those that let clang reorder sums want allow_reassociation()
        """
        ...
    def precision(
        self,
        statement: Handle | str | int,
        name: str,
    ) -> Handle:
        """keep a scalar in two doubles, 106 bits

        statement: a statement that uses it
        name: a double that the loops declare

        Before:
        double total = 0
        for s: total += x(s)
        After:
        two doubles total = 0
        for s: total += x(s)

        Legal: after allow_reassociation(): values differ by rounding
        """
        ...
    def quantile(
        self,
        statement: Handle | str | int,
        array: str,
        percent: int,
        name: str,
    ) -> Handle:
        """name a number that most counts do not exceed, found by the inspector

        statement: a statement that runs after the array is known
        array: an array that `count` has made
        percent: at least so many percent of its elements are no greater; 1 to 100
        name: name of the number

        Before:
        for i
          for j in 0..len(i)
            S(i, j)

        After:
        K = the 90 % quantile of len    // inspector
        for i
          for j in 0..len(i)
            S(i, j)


        Legal: always: the instances and their order stay as they are
        """
        ...
    def reduce(
        self,
        statement: Handle | str | int,
        loop: str,
        method: Literal['combined', 'atomic', 'segments'] | None = None,
        neighbours: Literal['warp', 'block'] | None = None,
    ) -> Handle:
        """let threads of a GPU update one element

        statement: a statement in the loop
        loop: the loop to reduce
        method: combined: the threads of the loop add up what they have and the first one updates; atomic: threads and blocks update atomically; segments: neighbouring threads with one element add up, and one of them updates atomically (combined|atomic|segments)
        neighbours: for segments, who joins before one of them updates: the threads of a warp (unless given) or of the block (warp|block)

        Before:
        for j
          y[i] += S(j)
        After:
        part = 0
        for j
          part += S(j)
        y[i] += sum of all parts

        Legal: always, of floating-point elements with allow_reassociation(); cudaize then accepts updates of one element by different iterations of the loop
        """
        ...
    def relayout(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        arrays: str | Sequence[str] | None = None,
        names: str | Sequence[str] | None = None,
        name: str | None = None,
    ) -> Handle:
        """copy arrays into the order in which loops read them

        statement: statement to rewrite
        loops: adjacent loops to compact as one, outermost first
        arrays: arrays to copy; by default all that the statement reads at places which the loops tell, and nothing writes
        names: names of the copies; by default NAME_prime
        name: name of the new loop; by default that of the outermost old one

        Before:
        for p
          for j in index[perm[p]]..index[perm[p]+1]
            s += a[j] * x[col[j]]

        After:
        for p
          for q in offset[p]..offset[p+1]
            s += a_prime[q] * x[col_prime[q]]


        Legal: when each place has one instance; the copied arrays are not written in the region
        """
        ...
    def reorder_by_inspector(
        self,
        statement: Handle | str | int,
        loop: str,
        by: str | None = None,
        window: int | None = None,
        name: str | None = None,
    ) -> Handle:
        """run a loop in an order that the inspector computes

        statement: the statement whose instances decide the order
        loop: the loop to reorder
        by: the key of an iteration: a value as in C of the loop, parameters and elements of integer arrays, such as "place[i]", least first; or length, the number of its instances of the statement, greatest first; length unless given
        window: only iterations of one window, that many in a row, change places; all do unless given
        name: name of the new loop; that of the old one unless given

        Before:
        for i
          for j in 0..len(i)
            S(i, j)

        After:
        perm = all i, those of greatest len(i) first  // inspector
        for p
          for j in 0..len(perm[p])
            S(perm[p], j)


        Legal: when the loop carries no dependence but those of reductions that may change their order
        """
        ...
    def reorder_data(
        self,
        statement: Handle | str | int,
        loop: str,
        arrays: str | Sequence[str],
        kept: bool | None = None,
        rows: str | None = None,
    ) -> Handle:
        """work on copies of arrays in the order of a reordered loop

        statement: a statement in the loop
        loop: the loop that runs through a permutation
        arrays: the arrays to reorder, of any statements of the executor
        kept: whether the plan keeps the copies, of arrays that the loops only read: made at inspection, refreshed by _update; otherwise every execution makes them
        rows: pointers to the rows, one for each of the loop's iterations, whose elements the arrays hold; the elements of an iteration unless given

        Before:
        for p
          y[perm[p]] += a[j] * x[col[j]]

        After:
        for q: y_ordered[q] = y[perm[q]]  // and x
        for p
          y_ordered[p] += a[j] * x_ordered[inverse[col[j]]]
        for q: y[perm[q]] = y_ordered[q]


        Legal: when the permutation orders all elements of the arrays
        """
        ...
    def reuse_sum(
        self,
        statement: Handle | str | int,
        earlier: Handle | str | int,
    ) -> Handle:
        """keep a sum that is needed again instead of adding it up twice

        statement: the statement that adds up the sum for the second time
        earlier: the statement that has added it up before

        Before:
        for i
          s = b[i]
          for j: s -= a[j] * x[col[j]]
          ..
        for i
          t[i] = b[i]
          for j: t[i] -= a[j] * x[col[j]]
          ..
        After:
        for i
          s = b[i]
          for j: s -= a[j] * x[col[j]]
          t[i] = s
          ..
        for i
          ..

        Legal: when both sums are of the same terms, and nothing writes what they read between the two times
        """
        ...
    def reverse(
        self,
        statement: Handle | str | int,
        loop: str,
    ) -> Handle:
        """run a loop backwards

        statement: a statement in the loop
        loop: the loop to reverse

        Before:
        for i in [0, n)
          S(i)
        After:
        for i in [1 - n, 0]
          S(-i)

        Legal: when no dependence is carried by the loop; updates of one reduction may be reordered, floating-point ones after allow_reassociation()
        """
        ...
    def scalar_expand(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        what: str,
        name: str | None = None,
        all: bool | None = None,
    ) -> Handle:
        """give each iteration its own element for a scalar or a right-hand side

        statement: a statement that uses the scalar, or whose right-hand side is split off
        loops: the loops that get a dimension each, outermost first
        what: the scalar's name, "lhs" for the scalar that the statement sets, or "rhs" for the statement's right-hand side
        name: name of the new array; derived from the scalar's unless given
        all: whether the array has an element for each value that the loops ever have, not only for those in one iteration of the loops outside

        Before:
        for i
          s = b[i]
          for j
            s += a[i][j]
          y[i] = s
        After:
        for i
          t[i] = b[i]
          for j
            t[i] += a[i][j]
          y[i] = t[i]

        Legal: a scalar: when each iteration assigns it before reading it; a right-hand side: always
        """
        ...
    def shift(
        self,
        statement: Handle | str | int,
        loop: str,
        by: int,
    ) -> Handle:
        """add a constant to the values of a loop

        statement: a statement in the loop
        loop: the loop to shift
        by: what to add, of either sign

        Before:
        for i in [0, n)
          S(i)
        After:
        for i in [c, n + c)
          S(i - c)

        Legal: always: instances keep their order
        """
        ...
    def shift_to(
        self,
        statement: Handle | str | int,
        loop: str,
        start: int,
    ) -> Handle:
        """shift a loop so that it starts at a constant

        statement: a statement in the loop
        loop: the loop to shift
        start: its new first value

        Before:
        for i in [lo, hi)
          S(i)
        After:
        for i in [c, hi - lo + c)
          S(i + lo - c)

        Legal: always: instances keep their order; the lower bound must be one affine expression in the parameters
        """
        ...
    def simd(
        self,
        statement: Handle | str | int,
        loop: str,
    ) -> Handle:
        """run iterations of a loop in vector lanes

        statement: a statement in the loop
        loop: the loop to vectorize

        Before:
        for j
          S(j)
        After:
        simd for j
          S(j)

        Legal: when no dependence is carried by the loop, reductions apart; floating-point ones need allow_reassociation()
        """
        ...
    def skew(
        self,
        statement: Handle | str | int,
        loop: str,
        by: str | Sequence[str],
        factors: int | Sequence[int],
    ) -> Handle:
        """add multiples of other loops to the values of a loop

        statement: a statement in the loop
        loop: the loop to skew
        by: the loops to add
        factors: what to multiply each of them by

        Before:
        for i
          for k
            S(i, k)
        After:
        for i
          for k    // k - i
            S(i, k + i)

        Legal: always by loops outside; by loops inside when every dependence still points forward
        """
        ...
    def sparse_partition(
        self,
        statement: Handle | str | int,
        loop: str,
        block: int | None = None,
        sync: Literal['levels', 'values'] | None = None,
        by: str | None = None,
        waves: str | None = None,
        tasks: str | None = None,
        steps: str | None = None,
        name: str | None = None,
    ) -> Handle:
        """part a loop that carries dependences into level sets

        statement: a statement in the loop
        loop: the loop that carries dependences
        block: iterations that a block of threads runs at once: levels that fit follow each other in one task, as its steps, and larger ones are cut; levels are loops of their own unless given
        sync: with block: what orders levels: levels, a launch or a barrier between two, or values, each iteration waiting for those that it reads; levels unless given (levels|values)
        by: the key of an iteration, a value as in C of the loop, parameters and elements of integer arrays, such as "level[i]": those of one key are a level, the least first; the inspector finds levels unless given, else it checks that dependences lead from lesser to greater keys
        waves: name of the loop over waves; wave, wave2, .. unless given
        tasks: with block: name of the loop over tasks; task, task2, .. unless given
        steps: with block: name of the loop over steps; step, step2, .. unless given
        name: name of the loop over a level's iterations; that of the old loop unless given

        Before:
        for i
          S(i)                  // needs some S(i') with i' < i

        After:
        perm, rows = level sets of the iterations  // inspector
        for wave
          for p in rows[wave]..rows[wave + 1]
            S(perm[p])          // needs earlier waves only


        Legal: when the dependences that the loop carries are known relations of index arrays that nobody writes, cheap to visit; that given levels rise along them is checked at run time
        """
        ...
    def sparse_wavefront(
        self,
        statement: Handle | str | int,
        loop: str,
        sync: Literal['points', 'barrier'] | None = None,
        also: str | Sequence[str] | None = None,
        waves: str | None = None,
        tasks: str | None = None,
        name: str | None = None,
    ) -> Handle:
        """run a loop that carries dependences in waves of parallel tasks

        statement: a statement in the loop
        loop: the loop that carries dependences
        sync: how tasks wait for those of earlier waves: points, each for the tasks that it needs, or barrier, for all of them; points unless given (points|barrier)
        also: statements in other loops, which run through as many iterations and take the same schedule, backwards where one of both counts down
        waves: name of the loop over waves; wave, wave2, .. unless given
        tasks: name of the loop over tasks; task, task2, .. unless given
        name: name of the loop over a task's iterations; that of the old loop unless given

        Before:
        for i
          S(i)                  // needs some S(i') with i' < i

        After:
        perm, rows, tasks = a schedule that keeps dependences  // inspector
        for wave
          for task in tasks[wave]..tasks[wave + 1]  // parallel
            for p in rows[task]..rows[task + 1]
              S(perm[p])


        Legal: when the dependences that the loop carries are known relations of index arrays that nobody writes, cheap to visit
        """
        ...
    def specialize(
        self,
        statement: Handle | str | int,
        name: str,
        values: Sequence[complex] | Sequence[Sequence[complex]],
    ) -> Handle:
        """make code for known values of an argument

        statement: any statement
        name: an integer parameter of the function, or an array of the caller's that is not written
        values: its value, or all of its elements in order

        Before:
        for k in [0, n)
          y[i] += w[k] * x[i + k]
        After:
        // checked: n == 2, w == {1, 0.5}
        for k in [0, 2)
          y[i] += w[k] * x[i + k]

        Legal: always; the inspector returns an error where the caller's values are others
        """
        ...
    def speculate(
        self,
        statement: Handle | str | int,
        arrays: str | Sequence[str],
    ) -> Handle:
        """run a statement also where nobody asks for what it computes

        statement: a statement that sets or updates a private element
        arrays: index arrays: what they are asked for where the statement runs is no longer asked

        Before:
        for k
          if (at[k] >= 0)
            t[k] = a * b[k]
        for k
          if (at[k] >= 0)
            y[at[k]] = t[k]
        After:
        for k
          t[k] = a * b[k]
        for k
          if (at[k] >= 0)
            y[at[k]] = t[k]

        Legal: when all that is written as well is private and read by no instance, and what is read as well is there
        """
        ...
    def split(
        self,
        statement: Handle | str | int,
        loop: str,
        condition: str,
    ) -> Handle:
        """split a loop into the iterations that meet a condition and the others

        statement: a statement in the loop
        loop: the loop to split
        condition: affine condition on loops around the statements and parameters, such as "j < 8 and i > n - 2"

        Before:
        for j
          S(j)
        After:
        for j with the condition
          S_first(j)
        for j without it
          S_second(j)

        Legal: always when the condition selects the first iterations of the loop; else when every dependence still points forward
        """
        ...
    def split_by(
        self,
        statement: Handle | str | int,
        condition: str,
        loop: str | None = None,
        allow_reassociation: bool | None = None,
    ) -> Handle:
        """split a statement's instances by a condition on index arrays

        statement: the statement to split
        condition: condition as in C on loops around the statement, parameters and elements of integer arrays, such as "index[i + 1] - index[i] > 32"
        loop: the loop of which each part gets its own, with all loops inside; the outermost one unless given
        allow_reassociation: whether this step may change the order of floating-point sums and products and add up duplicates, which rounds differently; true by default

        Before:
        for i
          for j
            S(i, j)
        After:
        for i
          for j with the condition
            S_part(i, j)
        for i
          for j without it
            S_rest(i, j)

        Legal: when every dependence still points forward; reductions may be reordered
        """
        ...
    def split_with_alignment(
        self,
        statement: Handle | str | int,
        loop: str,
        multiple: int,
    ) -> Handle:
        """split a loop into a part with a multiple of `c` iterations and the remainder

        statement: a statement in the loop
        loop: the loop to split
        multiple: what the trips of the main part are a multiple of

        Before:
        for j in [lo, hi)
          S(j)
        After:
        for j in [lo, lo + c * floor((hi - lo) / c))
          S_main(j)
        for j in [lo + c * floor((hi - lo) / c), hi)
          S_remainder(j)

        Legal: always: instances keep their order
        """
        ...
    def tensorize(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        atom: str,
        halves: str | None = None,
        group: str | None = None,
        member: str | None = None,
        element: str | None = None,
        part: str | None = None,
        laid_out: bool | None = None,
    ) -> Handle:
        """let a matrix instruction of a GPU's warp do a small product

        statement: C[..] += A[..] * B[..] in the loops
        loops: the loops of rows and columns of the sums, and of what is summed
        atom: the instruction: `m8n8k4.f64`, `m16n8k8.tf32`, `m16n8k16.f16` or `m16n8k16.bf16`
        halves: a loop over equal parts of the instruction's rows, in whichever role: the loop named first in `loops` then has those of each, 8 of 2 halves of 16
        group: name of the loop over the 8 groups of threads of a warp; `group` unless given
        member: name of the loop over the 4 threads of a group; `member` unless given
        element: name of the loop over neighbouring sums that each of them has; `element` unless given
        part: name of the loop over the halves of 16 rows, in each of which they have some; `part` unless given
        laid_out: whether `loops` are those of the instruction's layout already: over groups, members, a thread's sums (`part`, if there are any, and `element`), and what is summed; false unless given

        Before:
        for i in [0, 8)
          for j in [0, 8)
            for k in [0, 4)
              C[i][j] += A[i][k] * B[k][j]
        After:
        for group in [0, 8)
          for member in [0, 4)
            C[group][2 * member + {0, 1}] += A B

        Legal: when the loops are a product of the instruction's size and types, or a part of one that is filled up with zeros, with allow_reassociation(), and allow_rounding(ARRAY) of factors with more digits
        """
        ...
    def tile(
        self,
        statement: Handle | str | int,
        loops: str | Sequence[str],
        sizes: int | str | Sequence[int | str],
        level: int | None = None,
        method: Literal['counted', 'strided'] | None = None,
        outer: str | Sequence[str] | None = None,
    ) -> Handle:
        """split loops into tiles

        statement: a statement in the loops
        loops: the loops to split
        sizes: points per tile, one per loop: a number, or a parameter that the facts prove the loop to stay below
        level: where the tile loops go, counted from the outermost loop (1); the place of the first of the loops unless given
        method: counted: tiles are numbered and points start at 0; strided: tiles start at multiples of the size and points keep their value (counted|strided)
        outer: names of the tile loops; the loop's letter doubled unless given

        Before:
        for k in [0, n)
          S(k)
        After:
        for kk in [0, ceil(n / size))
          for k in [0, min(size, n - size * kk))
            S(size * kk + k)

        Legal: one loop in place: always; several loops, or tile loops moved outward: when every dependence still points forward
        """
        ...
    def unroll(
        self,
        statement: Handle | str | int,
        loop: str,
        factor: int | None = None,
        jam: bool | None = None,
    ) -> Handle:
        """run several iterations of a loop at a time

        statement: a statement in the loop
        loop: the loop to unroll
        factor: copies of the body; all of them when 0 or not given
        jam: fuse the copies of the loops inside (unroll-and-jam)

        Before:
        for k in [0, n)
          S(k)
        After:
        for k in [0, n - 1) by 2
          S(k)
          S(k + 1)
        // the rest

        Legal: always; with jam when every dependence still points forward. All iterations only when their number has a constant bound
        """
        ...
    def update_in_place(
        self,
        statement: Handle | str | int,
        allow_reassociation: bool | None = None,
    ) -> Handle:
        """gather in the element itself what a scalar gathers for it

        statement: the statement that stores the scalar: y[i] = s, y[i] += s, ..
        allow_reassociation: whether this step may change the order of floating-point sums and products and add up duplicates, which rounds differently; true by default

        Before:
        for i
          s = 0
          for j
            s += a[i][j]
          y[i] = s
        After:
        for i
          y[i] = 0
          for j
            y[i] += a[i][j]

        Legal: when nothing else touches the element meanwhile
        """
        ...
    def vector_loads(
        self,
        statement: Handle | str | int,
        loop: str,
        array: str,
    ) -> Handle:
        """load neighbouring elements by one instruction

        statement: a statement in the loop
        loop: the loop whose iterations touch neighbouring elements; unrolled completely unless it is unrolled already
        array: the array of the elements

        Before:
        for k in [0, 2)
          S(a[4*e + k])
        After:
        double2 v = *(double2 *)&a[4*e]
        S(v.x)
        S(v.y)

        Legal: when the copies of the unrolled body read 2, 4 or 8 neighbours in every case, beginning at a proved multiple of that many, before anything in the copies writes the array
        """
        ...
    def vector_stores(
        self,
        statement: Handle | str | int,
        loop: str,
        array: str,
    ) -> Handle:
        """store neighbouring elements by one instruction

        statement: a statement in the loop
        loop: the loop whose iterations touch neighbouring elements; unrolled completely unless it is unrolled already
        array: the array of the elements

        Before:
        for k in [0, 2)
          a[4*e + k] = f(k)
        After:
        *(double2 *)&a[4*e] = make_double2(f(0), f(1))

        Legal: when the copies of the unrolled body assign 2, 4 or 8 neighbours together, beginning at a proved multiple of that many, and nothing between reads or writes the array, or changes what is stored
        """
        ...
    def vectorize(
        self,
        statement: Handle | str | int,
        loop: str,
    ) -> Handle:
        """run all iterations of a loop at once, in elements of vectors

        statement: a statement in the loop
        loop: the loop, of 2, 4, 8 or 16 iterations

        Before:
        for v in [0, 8)
          for k
            S(v, k)
        After:
        for k
          S(0..7, k)

        Legal: when no dependence is carried by the loop, reductions apart (floating-point ones need allow_reassociation()); loops and conditions inside are the same in all iterations
        """
        ...
