#!/bin/sh
# usage: scripts/test-wheel.sh BUILD [PYTHON]
# Installs the wheel that scripts/wheel.sh has made into a fresh virtual environment,
# whose Python may be a later one, and uses it there with nothing of the build: the
# program, LLVM's libraries, headers and recipes have to be those of the wheel.
set -eu
build=$(cd "$1" && pwd)
python=${2:-python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$python" -m venv env
env/bin/pip install -q --disable-pip-version-check numpy scipy
env/bin/pip install -q --disable-pip-version-check --no-deps --no-index "$build"/wheels/sparsec-*.whl

cat > try.py <<'END'
import subprocess
from pathlib import Path

import numpy as np
import scipy.sparse as sp
import sparsec
import sparsec.sparse
from sparsec import _engine

own = Path(sparsec.__file__).parent
assert Path(_engine.program()) == own / "bin" / "sparsec", _engine.program()
linked = subprocess.run(["ldd", _engine.program()], capture_output=True, text=True).stdout
clang = [line for line in linked.splitlines() if "libclang-cpp" in line or "libLLVM" in line]
assert len(clang) == 2 and all(str(own) in line for line in clang), linked

source = """
#include <stddef.h>
#pragma sparsec csr(n, m, index, col, a)
#pragma sparsec extent(x, m); extent(y, n)
void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
"""
f = sparsec.compile(source, 'use("lib/only-for.script")("cpu", "")\nparallel(s, "i")\n')
A = sp.random_array((3000, 2000), density=0.01, format="csr", rng=np.random.default_rng(1))
x = np.ones(2000)
assert np.allclose(f(A, x), A @ x)
with sparsec.sparse.use(after=0):
    assert np.allclose(A @ x, f(A, x)) and sparsec.sparse.statistics() == {"sparsec": 1}
assert f.bench(A, seconds=0.001)["nnz"] == A.nnz
print(f"sparsec {own}: compiled, run, and timed")
END
env -i PATH=/usr/bin:/bin HOME="$folder" LC_ALL=C.UTF-8 OMP_WAIT_POLICY=passive env/bin/python try.py
