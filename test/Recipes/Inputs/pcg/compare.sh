#!/bin/sh
# compare.sh PROGRAM OPTIONS PRECONDITIONERS MATRIX...: PROGRAM-serial and PROGRAM
# print the same, times aside, with each preconditioner and with 1, 2 and 3
# threads. Prints a line for each.
set -eu
program=$1
options=$2
preconditioners=$3
shift 3
# Threads that spin while they wait take the processors from those that work.
export OMP_WAIT_POLICY=passive
for matrix; do
  for preconditioner in $preconditioners; do
    # shellcheck disable=SC2086 # several options
    "$program-serial" $options -preconditioner=$preconditioner "$matrix" \
      >"$program.printed"
    sed '/^time/,$d' "$program.printed" >"$program.expected"
    for threads in 1 2 3; do
      # shellcheck disable=SC2086
      OMP_NUM_THREADS=$threads "$program" $options \
        -preconditioner=$preconditioner "$matrix" >"$program.printed"
      grep -q "^time in seconds, $threads thread" "$program.printed"
      sed '/^time/,$d' "$program.printed" | cmp "$program.expected" -
    done
    echo "$(basename "$matrix") $preconditioner" "$(
      grep -E '^iterations|^true residual|^   [0-9] ' "$program.expected" |
        paste -s -d, | sed 's/,/, /g')"
  done
done
