"""Writes kernels whose parameters, locals and loops have hostile names.

words.py TABLE FOLDER: the words are those of TakenNames.def and those below,
which show its holes. Each kernel has as many as a driver can set up.
"""
import re, sys

table, folder = sys.argv[1:]
listed = re.findall(r'"((?:[^"\\]|\\.)*)"', open(table).read())
words = {word for text in listed for word in text.split()
         if re.fullmatch(r"[A-Za-z_]\w*", word)}
# C keywords cannot name anything, and macros of the compiler are gone.
words -= set("""asm auto break case char const continue default do double else
enum extern float for goto if inline int long register restrict return short
signed sizeof static struct switch typedef typeof typeof_unqual union unsigned
void volatile while a of is by in the and_ name file C CUDA s H h start library
keyword newest function program uses code that generated itself word type limits omp sched
stdarg stdint stdio stdlib string sys mman unistd""".split())
words |= set("""alignas char8_t co_await concept consteval requires export import
module final override bool true false nullptr noreturn I complex imaginary
errno EOF assert NAN INFINITY BUFSIZ INT32_C va_arg stdin stdout signal
index time read write link open close sleep exit abs labs div rand random
y0 y1 j0 gamma min max swap sort vector map set list pair move copy
threadIdx gridDim float4 dim3 int2 make_int2 atomicAdd cudaFree cudaStream_t
half half2 tex1D printf assert_ clock nanosleep this_ self lambda
plan plan_out status fail stream fill_limit input_bytes check item items
worker workers slot slots instance instances starts all numbers total found
begin end count uses most pool at report lower upper rows blocks threads
sparsec_min_int sparsec_fail SPARSEC_OK spmv_plan omp_get_thread_num
forward iface if_ for_ status_ i_ plan_ class_ class__ _N _Nx __n a_on_gpu
x_on_host wave ticket run run_value n_2 i_2 d0 bit gathered direction
""".split())
words = sorted(words)

def roles(some, turn):
    """The words as arrays, as locals and as iterators."""
    parts = [], [], []
    for place, word in enumerate(some):
        parts[(place + turn) % 3].append(word)
    return parts


ROW = "  for (int row = 0; row < size; row++) {\n"


def groups(some):
    return [some[start:start + 8] for start in range(0, len(some), 8)]


def source(name, some, turn):
    arrays, scalars, loops = roles(some, turn)
    text = "void %s(int size, " % name
    text += "".join("const double *restrict %s, " % word for word in arrays)
    text += "double *restrict target) {\n"
    for nest in groups(loops):
        for word in nest:
            text += "  for (int {0} = 0; {0} < size; {0}++)\n".format(word)
        text += "    target[%s] += 1;\n" % nest[0]
    for group in groups(scalars):
        text += ROW
        for word in group:
            text += "    double %s = target[row];\n" % word
        text += "    target[row] = %s;\n  }\n" % " + ".join(group)
    reads = " + ".join(word + "[row]" for word in arrays)
    return text + ROW + "    target[row] += %s;\n  }\n}\n" % reads


def recipe(some, turn, is_cuda):
    """Names the source's loops as the source does."""
    _, scalars, loops = roles(some, turn)
    # The first statement of each nest, and its outermost loop.
    nests = [(at, group[0]) for at, group in enumerate(groups(loops))]
    number = len(nests)
    for group in groups(scalars) + [[]]:
        nests.append((number, "row"))
        number += len(group) + 1
    text = ""
    for number, word in nests if is_cuda else nests[:1]:
        text += 'tile("S%d", "%s", 4, {outer = "block%d"})\n' % (
            number, word, number)
        if is_cuda:
            text += ('cudaize("S%d", "kernel%d", {block = {"block%d"}, '
                     'thread = {"%s"}})\n') % (number, number, number, word)
    return text


size = len(words) // 3 + 1
for turn in range(3):
    for batch in range(3):
        some = words[batch * size:(batch + 1) * size]
        name = "words%d%d" % (turn, batch)
        for end, text in ((".c", source(name, some, turn)),
                          (".script", recipe(some, turn, False)),
                          (".cuda.script", recipe(some, turn, True))):
            with open("%s/%s%s" % (folder, name, end), "w") as file:
                file.write(text)
print(len(words), "words")
