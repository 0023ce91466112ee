"""What the rooms of lib/ promise about text.

check_rooms.py ROOT: prints what breaks a promise, exit status 1 if anything.

1. Nobody above the targets writes C: no string of lib/{IR,Analysis,Transforms}
   has the name of a runtime function, a jump, a store or a directive in it.
2. Generated text is not read: searching words is the frontend's business.
3. A row of RuntimeFunctions.def names the header that has the function, and who
   calls a function of the runtime has its row, not its name.
4. Operators and updates are enumerators (IR/Operators.h), not words.
5. A file has at most 400 lines.
6. No two headers define a type of one name in one namespace: a program that has
   both would run functions of one on objects of the other.

The headers of a room, in lib/ and include/sparsec/, are part of it. What a
determined author can hide from a search is for the reviewer.
"""

import re
import sys
from pathlib import Path

ROOMS = ["IR", "Analysis", "Transforms"]
CALLERS = ["LoopIR", "Lowering", "LoopPasses", "PlanApi", "Target", "Interpreter"]
C_TEXT = re.compile(
    r"sparsec_\w+\s*\(|\bgoto \w|\bmem(cpy|set)\b|^\s*(if|for|while) \("
    r"|#(pragma (omp|unroll)|ifdef|endif)|\w\+\+;|[^=!<>]= [^=].*;$|status"
    r"|^\w+\(\w*\);|^\w+\[.*\] [-+*|&]?= |__sync|\batomic[A-Z]\w+\("
    r"|\b(thread|block)Idx\b|\bgridDim\b"
)

# `op == "+="`, `expr.name == "&&"`, `assign(x, "=", y)`, but no text of clang.
OPERATOR_WORDS = re.compile(
    r'\b(op|combinedBy|name|text)\s*[=!]=\s*"(?!=")[-+*/%&|^<>=!~]+"'
    r'|\b(?:op|combinedBy)\s*=\s*"'
    r'|"[-+*/%&|^<>!~]+="\s*[=!]=\s*\w'
    r'|\b(assign|unary|binary)\([^;"]*"[-+*/%&|^<>=!~]+"'
)

READERS = re.compile(
    r"\b(identifiersOf|replaceWord|findWord|eachWord|expandedWords)\("
    r'|\.(find|contains)\("(goto|if \(|for \(|status = )'
)
MAY_READ = {"Frontend", "Support"}
LONGEST = 400


def code_of(path):
    """The file without its comments: `//` in a string begins none."""
    keep = r'"(?:[^"\\\n]|\\.)*"'
    return re.sub(
        rf"({keep})|//[^\n]*", lambda match: match.group(1) or "", path.read_text()
    )


def files_of(root, room):
    """Sources and headers of a room of lib/."""
    folders = [root / "lib" / room, root / "include/sparsec" / room]
    found = [path for at in folders for path in at.rglob("*") if path.is_file()]
    return sorted(path for path in found if path.suffix in (".cpp", ".h"))


def long_files(root):
    for top in ("lib", "include", "runtime"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            lines = path.read_text().count("\n")
            if lines > LONGEST:
                yield f"{path.relative_to(root)}: {lines} lines; split it"


def strings_of(text):
    """The line number and content of each literal that is no picture or help."""
    specs = re.compile(r"^(const TransformSpec|constexpr ParameterSpec)", re.MULTILINE)
    begin = [match.start() for match in specs.finditer(text)]
    for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text):
        line = text.count("\n", 0, match.start()) + 1
        before = [at for at in begin if at < match.start()]
        inside = before and "\n};" not in text[before[-1] : match.start()]
        if not (inside and text.find("};", before[-1]) >= 0):
            yield line, match.group(1)


def misplaced_functions(root):
    """Rows of the runtime's table whose header does not have the function."""
    table = (root / "include/sparsec/IR/RuntimeFunctions.def").read_text()
    rows = re.findall(r'^RUNTIME_FUNCTION\((\w+), "([\w.]+)"', table, re.MULTILINE)
    assert len(rows) == table.count("\nRUNTIME_FUNCTION("), "a row not understood"
    for name, header in rows:
        prefix = "sparsec_gpu_" if header.startswith("cuda_") else "sparsec_"
        files = [header, header.replace(".h", "_impl.h")]
        paths = [root / "runtime/sparsec" / file for file in files]
        text = "".join(path.read_text() for path in paths if path.exists())
        if not re.search(rf"\b{prefix}{name}\b", text):
            yield f"RuntimeFunctions.def: {header} has no {prefix}{name}"
    rows = re.findall(r'^RUNTIME_(?:CXX_)?HELPER\((\w+), "([\w.]+)"', table, re.MULTILINE)
    helpers = table.count("\nRUNTIME_HELPER(") + table.count("\nRUNTIME_CXX_HELPER(")
    assert len(rows) == helpers, "a row not understood"
    for name, header in rows:
        text = (root / "runtime/sparsec" / header).read_text()
        impl = root / "runtime/sparsec" / header.replace(".h", "_impl.h")
        text += impl.read_text() if impl.exists() else ""
        stem = re.sub("_(int|long)$", "", name)
        if not re.search(rf"\bsparsec_{stem}(_int|_long)?\)?\(", text):
            yield f"RuntimeFunctions.def: {header} has no sparsec_{name}"


def calls_by_name(root):
    """Strings that are names of the runtime's functions."""
    headers = (root / "runtime/sparsec").glob("*.h")
    text = "".join(re.sub(r"//.*", "", path.read_text()) for path in headers)
    functions = set(re.findall(r"\b(sparsec_\w+)\(", text))
    functions -= set(re.findall(r"\bstruct (sparsec_\w+)", text))
    for room in CALLERS:
        for path in files_of(root, room):
            for line, content in strings_of(code_of(path)):
                if content.split("<")[0] in functions:
                    yield (
                        f'{path.relative_to(root)}:{line}: "{content}" is called by '
                        "name; call its row of RuntimeFunctions.def"
                    )


def types_of_one_name(root):
    """Types that two headers define; each is of the namespace opened last."""
    found = {}
    headers = [*(root / "lib").rglob("*.h"), *(root / "include").rglob("*.h")]
    for path in sorted(headers):
        space = ""
        for line in path.read_text().splitlines():
            opened = re.match(r"namespace ([\w:]+) \{", line)
            space = opened.group(1) if opened else space
            named = re.match(r"(?:struct|class) (\w+)(?: final)?(?: :.*)? \{", line)
            if named:
                found.setdefault((space, named.group(1)), []).append(path)
    for (space, name), paths in found.items():
        if len(paths) > 1:
            files = ", ".join(str(path.relative_to(root)) for path in paths)
            yield f"{files}: each defines {space}::{name}"


def main(root):
    faults = []
    lib = root / "lib"
    for room in ROOMS:
        for path in files_of(root, room):
            for line, content in strings_of(code_of(path)):
                if C_TEXT.search(content):
                    faults.append(
                        f'{path.relative_to(root)}:{line}: "{content}" is C; say it '
                        "in typed work (IR/Action.h), lowered by Lowering/ActionLowering.cpp"
                    )
    for path in sorted([*lib.rglob("*.cpp"), *lib.rglob("*.h")]):
        name = str(path.relative_to(lib))
        code = code_of(path)
        for match in OPERATOR_WORDS.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            faults.append(f"lib/{name}:{line}: an operator as a word; IR/Operators.h")
        if name.split("/")[0] not in MAY_READ and READERS.search(code):
            faults.append(f"lib/{name}: reads generated text; pass on what is known")
    faults += misplaced_functions(root)
    faults += calls_by_name(root)
    faults += long_files(root)
    faults += types_of_one_name(root)
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
