#!/bin/sh
# Installs the Debian 12 packages that sparsec needs and that are not there yet,
# and what the tests of the package for Python need into build/python-env.
# Idempotent: with everything present it changes nothing and needs no network.
set -eu

# The list: compilers and build tools, the libraries (scripts/build-isl.sh says
# what isl is for), the test tools, and the documentation builder.
packages="
  cmake ninja-build ccache pkg-config git gcc g++ libc6-dev python3 bsdextrautils patch
  libisl-dev libgmp-dev libmpfr-dev openmpi-bin libopenmpi-dev llvm-19-dev libclang-19-dev libclang-cpp19 liblua5.4-dev zlib1g-dev
  clang-19 llvm-19-tools clang-format-19 clang-tidy-19 libgtest-dev
  libomp-19-dev libclang-rt-19-dev
  python3-sphinx python3-myst-parser furo
"

# Wanted, not needed: what cpack makes a .deb with, a faster allocator for the
# compiler, what unpacks and builds a faster isl (scripts/build-isl.sh), METIS,
# which a test's inspector calls, LAPACK, which recipes/lobpcg calls, a browser
# that opens reports, and what the package for Python is built with
# (scripts/python-env.sh does it).
wanted="dpkg-dev file libmimalloc-dev make xz-utils libmetis-dev liblapacke-dev
  chromium python3-dev python3-venv"

is_installed() {
  test "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed
}

missing_of() {
  for package in "$@"; do
    is_installed "$package" || printf ' %s' "$package"
  done
}

# shellcheck disable=SC2086 # the lists are split on purpose
missing=$(missing_of $packages) extra=$(missing_of $wanted)
scripts=$(cd "$(dirname "$0")" && pwd)
python_env() {
  "$scripts/python-env.sh" "$scripts/../build" || echo "install-deps: going on without the package for Python"
}
if test -z "$missing$extra"; then
  python_env
  exit 0
fi

as_root=
if test "$(id -u)" -ne 0; then
  if ! command -v sudo >/dev/null; then
    test -n "$missing" || exit 0
    echo "install-deps: run as root, or install sudo; missing:$missing" >&2
    exit 1
  fi
  as_root="sudo"
fi

echo "install-deps: installing$missing$extra"
export DEBIAN_FRONTEND=noninteractive
install() {
  # shellcheck disable=SC2086 # split on purpose
  $as_root apt-get install -y -qq --no-install-recommends $1
}
$as_root apt-get update -qq || test -z "$missing"
test -z "$missing" || install "$missing"
test -z "$extra" || install "$extra" || echo "install-deps: going on without$extra"
python_env
