#!/bin/sh
# usage: scripts/python-env.sh BUILD [PYTHON]
# A virtual environment BUILD/python-env with what the package in python/ needs
# for its build and tests, and the package itself as its sources are now. Torch
# is the largest part of it, 5 GB of the disk (its libraries for GPUs come along
# as packages of their own); with SPARSEC_TORCH=no it is left out with PyG, and the
# tests of operators are skipped. Does nothing, and needs no network, where it is up to date.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
python=${2:-python3}
env=$build/python-env

digest() { sha256sum | cut -c1-32; }
# Its own list, so that another one makes the environment anew.
needed="numpy scipy pytest nanobind>=2.4 scikit-build-core>=0.10"
wanted=$( (echo "$needed"; "$python" -c 'import sys; print(sys.version, sys.prefix)') | digest)
if test "$(cat "$env/needed" 2>/dev/null)" != "$wanted"; then
  rm -rf "$env" "$build/python-build"
  "$python" -m venv "$env"
  # shellcheck disable=SC2086 # split on purpose
  "$env/bin/pip" install -q --disable-pip-version-check $needed
  echo "$wanted" > "$env/needed"
fi

# Beside the list, so that an environment from before gets it without a new one.
if test "${SPARSEC_TORCH:-yes}" != no && ! test -f "$env/torch"; then
  "$env/bin/pip" install -q --disable-pip-version-check torch
  touch "$env/torch"
fi
if test "${SPARSEC_TORCH:-yes}" != no && ! test -f "$env/torch_geometric"; then
  "$env/bin/pip" install -q --disable-pip-version-check torch_geometric
  touch "$env/torch_geometric"
fi

sources=$(cd "$root/python" && find CMakeLists.txt pyproject.toml README.md src -type f ! -name '*.pyc' |
  LC_ALL=C sort | xargs sha256sum | digest)
if test "$(cat "$env/sources" 2>/dev/null)" != "$sources"; then
  rm -f "$env/sources"
  launcher=
  if command -v ccache >/dev/null; then launcher=-Ccmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
  # A folder of its own, with what was compiled before. No look at the network.
  "$env/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-deps --no-index \
    --force-reinstall -Cbuild-dir="$build/python-build" $launcher "$root/python"
  echo "$sources" > "$env/sources"
fi
