#!/bin/sh
# usage: scripts/check-gpu-python.sh pack BUILD    where sparsec was built
#        scripts/check-gpu-python.sh BUILD [train] on a machine with a GPU
# The Python package's tests of plans and operators on a GPU, on a machine where
# nothing is built and nothing can be downloaded: it has Python, numpy, scipy,
# torch, nanobind, scikit-build-core and nvcc, and cupy if that is to be tried.
# `pack` writes BUILD/gpu-python.tar.xz, the program with the libraries and clang's
# headers that it needs, 60 MB, to be carried there. With `train` epochs of PyG's layers
# are timed behind the tests (scripts/bench-gnn-train.py), also where tests fail.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
if test "$1" = pack; then
  build=$(cd "$2" && pwd)
  packed=$build/gpu-python
  rm -rf "$packed"
  mkdir -p "$packed/bin" "$packed/lib"
  cp "$build/bin/sparsec" "$packed/bin/program"
  # All but those of the C library, which the machine has.
  ldd "$build/bin/sparsec" | awk '$2 == "=>" && $3 !~ /\/lib(c|m|dl|pthread|rt)\.so/ { print $3 }' |
    xargs -I{} cp -L {} "$packed/lib"
  # Where the program looks for <float.h> and the like, as in packages.
  clang=$(sed -n 's/^set(CPACK_CLANG_HEADERS "\(.*\)")/\1/p' "$build/cmake/PackageOptions.cmake")
  mkdir -p "$packed/lib/sparsec/clang/19"
  cp -r "$clang" "$packed/lib/sparsec/clang/19"
  tar -C "$build" -c gpu-python | xz -T0 -9 > "$packed.tar.xz"
  rm -rf "$packed"
  ls -l "$packed.tar.xz"
  exit
fi
build=$1
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
xz -dc "$build/gpu-python.tar.xz" | tar -C "$there" -x
home=$there/gpu-python
mkdir -p "$home/share/sparsec"
cp -r "$root/recipes" "$home/share/sparsec/recipes"
cat > "$home/bin/sparsec" <<END
#!/bin/sh
LD_LIBRARY_PATH=$home/lib exec $home/bin/program "\$@"
END
chmod +x "$home/bin/sparsec"
python3 -m pip install -q --no-warn-script-location --no-build-isolation --no-deps --no-index --target "$there/site" "$root/python"
cd "$root/python/tests"
export PYTHONPATH="$there/site" SPARSEC="$home/bin/sparsec" SPARSEC_CACHE="$there/cache"
status=0
python3 -m unittest -v test_cuda test_nvcc || status=$?
if test "${2-}" = train; then
  python3 "$root/scripts/bench-gnn-train.py" || status=$?
fi
exit "$status"
