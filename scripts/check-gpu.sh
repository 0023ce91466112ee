#!/bin/sh
# Tests every CUDA recipe on a machine with a GPU, with its inspector on the host
# and on the GPU: compiled by nvcc, verified on the corpus, and run under
# compute-sanitizer's memcheck and racecheck.
#   scripts/check-gpu.sh                   on a machine with sparsec and a GPU
#   scripts/check-gpu.sh --prepare FOLDER  only writes the programs there
#   scripts/check-gpu.sh --run FOLDER      only builds and runs them: needs
#                                          nvcc, gcc and a GPU, no sparsec
# GPU_ARCH names the -arch of nvcc (native). Says what is skipped and why, ends
# with the line `N passed, N failed, N skipped`; exit status 0 only when nothing
# failed.
set -u
cd "$(dirname "$0")/.." || exit
root=$PWD
bench=${SPARSEC_BENCH:-build/bin/sparsec-bench}
passed=0
failed=0
skipped=0

pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  echo "FAILED: $1"
}
skip() {
  skipped=$((skipped + 1))
  echo "skipped: $1"
}

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  test "$failed" -eq 0
  exit
}

# emit FOLDER SOURCE RECIPE [OPTION...]: the programs of one pair, or nothing.
emit() {
  programs=$1
  pair="$2 -recipe $3"
  shift 3
  # shellcheck disable=SC2086 # three words
  if ! "$bench" $pair "$@" -corpus -threads 2 \
    -gpu-arch "${GPU_ARCH:-native}" -emit-driver "$programs" \
    >"$programs.log" 2>&1; then
    rm -rf "$programs"
    return 1
  fi
  rm "$programs.log"
}

# prepare FOLDER: a folder per recipe and source that it accepts, and one more
# with the inspector on the GPU, unless the recipe is for loops that carry
# dependences, whose inspectors are on the host. Results of those called
# barrier.script have the bits of the source; p2p.script is for solves. What
# permanent/ makes is for one matrix: scripts/bench-permanent.sh.
prepare() {
  scripts=$1/.scripts
  mkdir -p "$scripts"
  for recipe in recipes/[!lp]*/*.script recipes/left-*/*.script; do
    kernel=${recipe%/*}
    name=$(basename "$kernel")-$(basename "$recipe" .script)
    grep -q cudaize "$recipe" || grep -q 'use("lib/' "$recipe" || continue
    grep -q 'for GPUs use' "$recipe" && continue
    on_gpu=
    options=-corpus-square
    case $recipe in
    */barrier.script | */symmetric.script) options="-exact -corpus-square" ;;
    */p2p.script) ;;
    *)
      options=
      on_gpu=$scripts/$name.script
      { echo 'inspector("cuda")' && cat "$recipe"; } >"$on_gpu"
      ;;
    esac
    taken=0
    for source in "$kernel"/*.c; do
      to=$1/$name-$(basename "$source" .c)
      # shellcheck disable=SC2086 # several options, or none
      emit "$to" "$source" "$recipe" $options || continue
      taken=$((taken + 1))
      test -z "$on_gpu" || emit "$to-gpu" "$source" "$on_gpu" ||
        fail "the inspector of $to on the GPU: $(head -n 1 "$to-gpu.log")"
    done
    test "$taken" -gt 0 || test "${recipe##*/}" = p2p.script ||
      fail "$recipe fits no source in $kernel"
    rm -f "$1"/*.log
  done
  rm -rf "$scripts"
}

# sanitized TOOL FOLDER: its programs under compute-sanitizer.
sanitized() {
  if test -z "$sanitizer"; then
    skip "$1 of $2: there is no compute-sanitizer"
    return
  fi
  if (cd "$2" && THREADS=1 sh run.sh "$sanitizer" --tool "$1" \
    --error-exitcode 9) >"$2/$1.log" 2>&1; then
    pass
  else
    fail "$1 of $2"
    tail -n 40 "$2/$1.log"
  fi
}

# check FOLDER: builds, verifies, sanitizes what prepare wrote for one recipe.
check() {
  echo "== $(basename "$1")"
  if ! sh "$1/build.sh" >"$1/build.log" 2>&1; then
    fail "build of $1"
    tail -n 40 "$1/build.log"
    return
  fi
  if sh "$1/run.sh" >"$1/run.log" 2>&1; then
    pass
    tail -n 1 "$1/run.log"
  else
    fail "verification of $1"
    tail -n 40 "$1/run.log"
  fi
  sanitized memcheck "$1"
  sanitized racecheck "$1"
}

case "${1:-}" in
--prepare | --run) folder=${2:?"which folder?"} ;;
"") folder=build/gpu-check ;;
*)
  sed -n '2,11s/^# \{0,1\}//p' "$root/scripts/check-gpu.sh"
  exit 2
  ;;
esac

if test "${1:-}" != --run; then
  if ! test -x "$bench"; then
    skip "everything: there is no $bench (scripts/build.sh)"
    finish
  fi
  test "$folder" = build/gpu-check && rm -rf "$folder"
  if test -e "$folder"; then
    echo "'$folder' is there already"
    exit 2
  fi
  mkdir -p "$folder" || exit
  prepare "$folder"
  test "${1:-}" = --prepare && finish
fi

PATH=$PATH:/usr/local/cuda/bin
export PATH
sanitizer=$(command -v compute-sanitizer)
if ! command -v "${NVCC:-nvcc}" >/dev/null; then
  skip "everything: there is no nvcc"
  finish
fi
if ! nvidia-smi -L >/dev/null 2>&1; then
  skip "everything: there is no GPU"
  finish
fi
for one in "$folder"/*/; do
  check "${one%/}"
done
finish
