#!/bin/sh
# Builds FOLDER/libisl.a from the original source of the installed isl, as Debian
# keeps it, with isl's own small integers (imath-32) in place of GMP's: the same
# answers in 0.6 of the compiler's time. Wanted, not needed: where the source cannot be had, it
# says so and succeeds, and CMake takes Debian's library.
#   scripts/build-isl.sh FOLDER
set -u
mkdir -p "$1" && cd "$1" || exit 1
version=$(dpkg-query -W -f='${Version}' libisl-dev) || version=none
test -e libisl.a && test "$(cat version)" = "$version" && exit 0
rm -f libisl.a
work=$(mktemp -d "${TMPDIR:-/tmp}/sparsec-isl.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

without() {
  echo "build-isl: $1; going on with the installed isl (slower)" >&2
  exit 0
}

# The sources of the repositories that are set up here, in lists of our own, so
# that neither the system's lists nor root's rights are needed.
fetch() {
  mkdir -p sources/parts lists/partial
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    test ! -f "$file" ||
      sed -E 's/^deb /deb-src /; s/^(Types:).*/\1 deb-src/' "$file" \
        >"sources/parts/$(basename "$file")"
  done
  apt() {
    apt-get -qq -o Dir::Etc::SourceList=/dev/null \
      -o Dir::Etc::SourceParts="$PWD/sources/parts" \
      -o Dir::State::Lists="$PWD/lists" -o APT::Sandbox::User= "$@"
  }
  apt update || true # others than the one that has isl may have no sources
  apt source --download-only "isl=$1"
}

# Hidden, so that nothing binds to it that was made for another isl, as Polly in
# libLLVM was. ccache, where it is, makes the next fresh build a matter of seconds.
compile() {
  tar xf isl_*.orig.tar.* --strip-components=1
  compiler=${CC:-gcc}
  if command -v ccache >/dev/null; then compiler="ccache $compiler"; fi
  ./configure CC="$compiler" CFLAGS="-O2 -fPIC -fvisibility=hidden -DNDEBUG" \
    --with-int=imath-32 --disable-shared &&
    make gitversion.h && make -j "$(nproc)" libisl.la
}

test "$version" != none || without "no libisl-dev"
folder=$PWD
cd "$work" || exit 1
fetch "$version" >fetch.log 2>&1 || {
  cat fetch.log >&2
  without "the source of isl $version cannot be had"
}
compile >compile.log 2>&1 || {
  tail -n 20 compile.log >&2
  without "isl $version does not build"
}
echo "$version" >"$folder/version"
cp .libs/libisl.a "$folder/libisl.new" && mv "$folder/libisl.new" "$folder/libisl.a"
