"""renamed.py SPARSEC SOURCE RECIPE TARGET OLD=NEW...: whether the names that
the user gives decide what is generated. Makes code of SOURCE by RECIPE as they
are and with every word OLD in both replaced by NEW, and compares the statements
without the names of the program; their order may follow the alphabet. TARGET is
c, cuda or gpu (CUDA with the inspector on the GPU, too)."""
import collections
import os
import re
import subprocess
import sys
import tempfile

KEPT = re.compile(r"(sparsec_\w+|SPARSEC_\w+|if|else|for|while|return|goto|const"
                  r"|static|struct|sizeof|int|long|double|float|char|void"
                  r"|restrict|threadIdx|blockIdx|blockDim|gridDim|__\w+)$")


def replaced(text, names):
    return re.sub(r"[A-Za-z_]\w*", lambda m: names.get(m[0], m[0]), text)


def statements(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'("(\\.|[^"\\])*"\s*)+', '""', text)
    text = re.sub(r"\.?[A-Za-z_]\w*",
                  lambda m: m[0] if KEPT.match(m[0]) else "@", text)
    # The layout follows the length of lines: neither blanks nor braces around
    # one statement count.
    text = re.sub(r"\s", "", re.sub(r"#[^\n]*", ";", text))
    text = re.sub(r"\{([^{};]*;)\}", r"\1", text)
    found, depth = collections.Counter(), 0
    for part in re.split(r"(?<=[;{}])", text):
        depth -= part.endswith("}")
        # Lists of parameters are in the order of the alphabet.
        found["%d %s" % (depth, ",".join(sorted(re.split("[,()]", part))))] += 1
        depth += part.endswith("{")
    return found


def code(sparsec, source, recipe, target):
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name)
                 for name in ("in.c", "in.script", "out.c" if target == "c" else "out.cu")]
        prefix = 'inspector("cuda")\n' if target == "gpu" else ""
        for name, text in zip(names, (source, prefix + recipe)):
            with open(name, "w") as file:
                file.write(text)
        run = subprocess.run([sparsec, names[0], "-recipe", names[1], "-o", names[2],
                              "-runtime=include"], capture_output=True, text=True)
        if run.returncode:
            sys.exit(run.stderr)
        with open(names[2]) as file:
            return file.read()


def main():
    sparsec, source, recipe, target = sys.argv[1:5]
    names = dict(pair.split("=") for pair in sys.argv[5:])
    with open(source) as file:
        source = file.read()
    with open(recipe) as file:
        recipe = file.read()
    before = statements(code(sparsec, source, recipe, target))
    after = statements(code(sparsec, replaced(source, names), replaced(recipe, names), target))
    if before != after:
        for part in (before - after).elements():
            print("- " + part)
        for part in (after - before).elements():
            print("+ " + part)
        sys.exit("renaming " + " ".join(sys.argv[5:]) + " changes what is generated")


main()
