#!/bin/sh
# usage: scripts/wheel.sh BUILD [PYTHON]
# A wheel of the package for Python with the programs, LLVM's libraries, clang's and
# the runtime's headers and the recipes in it, in BUILD/wheels: `pip install
# sparsec-*.whl` is all that a machine needs that has a C compiler. Takes a BUILD in
# which everything is built, and the environment of scripts/python-env.sh, made here
# where it is not there. For Python 3.12 and later the wheel is one for all of them
# (the stable ABI); for 3.11 it is for that version.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
python=${2:-python3}
tree=$build/wheel-tree
env=$build/wheel-env

# By the rules of the .tar.gz, less what only CMake projects and readers use.
rm -rf "$tree" "$build/wheels"
cmake --install "$build" --prefix "$tree" --strip >/dev/null
clang=$(sed -n 's/^set(CPACK_CLANG_HEADERS "\(.*\)")/\1/p' "$build/cmake/PackageOptions.cmake")
lib=$(sed -n 's/^set(CPACK_LIBRARY_FOLDER "\(.*\)")/\1/p' "$build/cmake/PackageOptions.cmake")
cmake -DCPACK_TEMPORARY_INSTALL_DIRECTORY="$tree" -DCPACK_CLANG_HEADERS="$clang" \
  -DCPACK_LIBRARY_FOLDER="$lib" -P "$root/cmake/BundleLibraries.cmake"
mv "$tree/share/doc/sparsec/licences" "$tree/share/sparsec/"
rm -rf "$tree/bin/sparsec-permanent" "$tree/$lib/cmake" "$tree/$lib/pkgconfig" \
  "$tree/share/doc" "$tree/share/man" "$tree/share/bash-completion" "$tree/share/zsh" \
  "$tree/share/fish" "$tree/share/sparsec/examples"
find "$tree/$lib" -maxdepth 1 -name '*permanent*' -exec rm {} +

# What builds it, apart from the environment of the tests, whose Python is another.
which="import sys; print(sys.version, sys.base_prefix)"
if test "$("$env/bin/python" -c "import nanobind, scikit_build_core; $which" 2>/dev/null)" != \
    "$("$python" -c "$which")"; then
  rm -rf "$env"
  "$python" -m venv "$env"
  "$env/bin/pip" install -q --disable-pip-version-check "nanobind>=2.4" "scikit-build-core>=0.10"
fi
"$env/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps --no-index \
  -Ccmake.define.SPARSEC_TREE="$tree" -w "$build/wheels" "$root/python"
ls "$build"/wheels/*.whl
