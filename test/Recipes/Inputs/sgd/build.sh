#!/bin/sh
# build.sh RECIPES OUT CC...: compiles recipes/sgd, what it shares with solvers and
# its kernel as it is.
set -eu
recipes=$1
out=$2
shift 2
"$@" -O1 -ffp-contract=off -Wno-unknown-pragmas -Wno-unused-parameter \
  -I "$recipes/sgd/plain" -I "$recipes/solvers/plain" -I "$recipes/solvers" \
  "$recipes"/sgd/*.c "$recipes/solvers/arguments.c" \
  "$recipes/solvers/lines.c" "$recipes/solvers/support.c" -lz -lm -o "$out"
