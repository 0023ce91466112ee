"""failing-allocations.py SPARSEC SOURCE OUT: generates the recipes beside SOURCE
for it and runs failing-allocations.c on each, under sanitizers."""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WRAPPED = ["malloc", "calloc", "realloc", "aligned_alloc"]
COMPILE = ["gcc", "-std=c11", "-O1", "-w", "-fopenmp", "-fsanitize=address,undefined"]
COMPILE += ["-Wl," + ",".join("--wrap=" + name for name in WRAPPED)]


def run_one(sparsec, recipe, source, out):
    name = os.path.basename(recipe)[: -len(".script")]
    code = f"{out}/{name}.c"
    subprocess.run([sparsec, source, "-recipe", recipe, "-o", code], check=True)
    with open(code, encoding="utf-8") as file:
        text = file.read()
    # The drop-in shows which arguments _inspect takes.
    call = re.search(r"int status =\s+((\w+)_inspect\([^;]*\));", text)
    inspect = call.group(1).replace("\n", " ")
    defines = [f'-DGENERATED="{code}"', f'-DNAME="{name}"', f"-DINSPECT={inspect}"]
    defines.append(f"-DKERNEL={call.group(2)}")
    driver = f"{HERE}/failing-allocations.c"
    program = f"{out}/{name}"
    subprocess.run([*COMPILE, *defines, driver, "-o", program], check=True)
    run = subprocess.run(
        [program], capture_output=True, text=True, check=False,
        env={**os.environ, "OMP_NUM_THREADS": "2"},
    )
    print(run.stdout, end="")
    if run.returncode:
        sys.exit(f"{name}: {run.stderr}")


def main():
    sparsec, source, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    for recipe in sorted(glob.glob(os.path.dirname(source) + "/*.script")):
        run_one(sparsec, recipe, source, out)


main()
