# lit configuration; docs/testing.md explains the substitutions and features.
# -*- Python -*-
import glob
import os
import shutil
import subprocess

import lit.formats

config.name = "sparsec"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".loops", ".script", ".test"]
config.excludes = ["Inputs", "Unit", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.sparsec_build_dir, "test")

# FileCheck, not, count and split-file come with Debian's llvm-19-tools.
config.environment["PATH"] = os.pathsep.join(
    [config.sparsec_bin_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
# Plain text whatever the caller's terminal is; results do not depend on it.
config.environment["LC_ALL"] = "C"
# More threads than processors should not spin.
config.environment["OMP_WAIT_POLICY"] = "passive"
# Memory that nobody set holds no zeros.
config.environment["MALLOC_PERTURB_"] = "90"
config.environment["ASAN_OPTIONS"] = "max_malloc_fill_size=1000000000"
# What all drivers of sparsec-bench have in common is compiled once.
config.environment["SPARSEC_BENCH_OBJECTS"] = os.path.join(
    config.test_exec_root, "objects"
)
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "CCACHE_DIR", "CPATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

WARNINGS = "-Wall -Wextra -Werror"
RUNTIME = os.path.join(config.sparsec_source_dir, "runtime")
SANITIZE = "-fsanitize=address,undefined -fno-sanitize-recover=undefined"
cc = f"gcc -std=c11 {WARNINGS} -I {RUNTIME}"
if config.sanitize:
    cc = f"{cc} -g1 {SANITIZE}"


def tool(name):
    return os.path.join(config.sparsec_bin_dir, name)


# -O1 takes half the time of sparsec-bench's own flags, which test/Recipes has.
# What is timed all the same is not looked at.
verify = tool("sparsec-bench") + " -cflags -O1 -seconds 0.001"

# Earlier entries win: %sparsec-bench must come before %sparsec.
config.substitutions += [
    (
        r"%check-same-result\s+(\S+)\s+(\S+)",
        verify
        + r" \1 -against \2 -corpus"
        + (" -sanitize" if config.sanitize else ""),
    ),
    # The same for CUDA output, by the host's emulation.
    (
        r"%check-same-result-emulated\s+(\S+)\s+(\S+)",
        verify + r" \1 -against \2 -emulate -corpus",
    ),
    ("%verify", verify),
    ("%sparsec-bench", tool("sparsec-bench")),
    ("%sparsec-loops", tool("sparsec-loops")),
    ("%sparsec-stress", tool("sparsec-stress")),
    ("%sparsec-permanent", tool("sparsec-permanent")),
    ("%sparsec", tool("sparsec")),
    ("%cc", cc),
    ("%clang", f"{config.llvm_tools_dir}/clang -std=c11 {WARNINGS} -I {RUNTIME}"),
    ("%cxx", f"g++ -std=c++17 {WARNINGS} -I {RUNTIME}"),
    ("%python", config.python),
    ("%cmake", config.cmake),
    ("%cpack", os.path.join(os.path.dirname(config.cmake), "cpack")),
    ("%build", config.sparsec_build_dir),
    ("%source", config.sparsec_source_dir),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%recipes", os.path.join(config.sparsec_source_dir, "recipes")),
]

if config.test_hooks:
    config.available_features.add("test-hooks")
if config.sanitize:
    config.available_features.add("sanitize")
# MPI libraries leak.
if not config.sanitize and shutil.which("mpirun") and glob.glob(
    os.path.join(config.sparsec_build_dir, "*", "sparsec", "sparsec_permanent_mpi.so")
):
    config.available_features.add("mpi")
if os.path.exists("/usr/include/metis.h"):
    config.available_features.add("metis")
if os.path.exists("/usr/include/lapacke.h"):
    config.available_features.add("lapacke")
for program in ("chromium", "zsh", "fish"):
    if shutil.which(program):
        config.available_features.add(program)
if shutil.which("nvcc"):
    config.available_features.add("nvcc")
if shutil.which("nvidia-smi") and not subprocess.run(
    ["nvidia-smi", "-L"], capture_output=True
).returncode:
    config.available_features.add("cuda-gpu")
# Headers of that Python, and what makes environments, are packages of their own.
python_package = "import sysconfig, os, ensurepip, venv; open(os.path.join(sysconfig.get_paths()['include'], 'Python.h'))"
if not subprocess.run([config.python, "-c", python_package], capture_output=True).returncode:
    config.available_features.add("python-package")
if shutil.which("clang", path=config.llvm_tools_dir):
    config.available_features.add("clang")
archer = os.path.join(config.llvm_tools_dir, "..", "lib", "libarcher.so")
if os.path.exists(archer) and not config.sanitize:
    config.available_features.add("archer")
    config.substitutions.append(("%archer", os.path.abspath(archer)))
real = os.path.join(config.sparsec_source_dir, "..", "shared", "matrices", "real")
if os.path.isdir(real):
    config.available_features.add("real-matrices")
    config.substitutions.append(("%real-matrices", os.path.abspath(real)))
