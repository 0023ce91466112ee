"""Writes C++ files with functions of 60 and 61 lines to the folder given."""

import sys
from pathlib import Path

folder = Path(sys.argv[1])
LINE = "  use();\n"


def write(name, text):
    (folder / f"{name}.cpp").write_text(text)


# clang-tidy counts from the brace that opens the body to the one that closes it.
def body(lines, line=LINE):
    return "{\n" + line * (lines - 1) + "}\n"


for lines in (60, 61):
    heads = {
        "plain": "void f() ",
        "returns-struct": "struct S f() ",
        "argument": "void f(S s = {}, T t = T{1}) ",
    }
    for name, head in heads.items():
        write(f"{name}-{lines}", "namespace n {\n" + head + body(lines) + "}\n")
    write(f"member-{lines}", "class A : B<C> {\n  void f() " + body(lines) + "};\n")
    braces = "  use('}', \"}\\\"}\", R\"x(}\")x)\" /* } */, 1'000); // }\n"
    write(f"literals-{lines}", "void f() " + body(lines, braces))

write("declarations", "template <class T> struct A : B<T> {\n" + LINE * 100 + "};\n")
write("branches", "void f() {\n#if A\n  { use(); }\n#else\n  use();\n#endif\n}\n")
# What these are made of stays below 60 lines each, the function does not.
half = LINE * 40
write("handlers", f"void f() try {{\n{half}}} catch (...) {{\n{half}}}\n")
write("conditional", f"#if A\nvoid f() {{\n#else\nvoid f(int) {{\n#endif\n{half}}}\n")
write("reopened", f"void f() {{\n{half}#if A\n}}\nvoid g() {{\n#endif\n{half}}}\n")
write("digraphs", f"void f() <%\n{half}{half}%>\n")
write("unclosed", f"void f() {{\n{half}\n")
