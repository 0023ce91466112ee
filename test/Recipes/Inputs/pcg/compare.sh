#!/bin/sh
# compare.sh BUILD PRECONDITIONERS MATRIX...: BUILD/pcg-serial and BUILD/pcg
# print the same history and true residual with each preconditioner and with 1,
# 2 and 3 threads. Prints a line for each.
set -eu
build=$1
preconditioners=$2
shift 2
# Threads that spin while they wait take the processors from those that work.
export OMP_WAIT_POLICY=passive
for matrix; do
  for preconditioner in $preconditioners; do
    "$build/pcg-serial" -history -preconditioner=$preconditioner "$matrix" \
      >"$build/printed"
    sed '/^time/,$d' "$build/printed" >"$build/serial"
    for threads in 1 2 3; do
      OMP_NUM_THREADS=$threads "$build/pcg" -history \
        -preconditioner=$preconditioner "$matrix" >"$build/printed"
      grep -q "^time in seconds, $threads thread" "$build/printed"
      sed '/^time/,$d' "$build/printed" >"$build/parallel"
      cmp "$build/serial" "$build/parallel"
    done
    echo "$(basename "$matrix") $preconditioner" \
      "$(grep '^iterations' "$build/serial")," \
      "$(grep '^true residual' "$build/serial")"
  done
done
