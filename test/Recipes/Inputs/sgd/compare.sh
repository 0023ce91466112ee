#!/bin/sh
# compare.sh SGD OPTIONS PART RATINGS...: SGD-serial and SGD with 1, 2, 3 and 7
# threads end with errors that differ by less than that part of them, and SGD's are
# the same with all threads: an order of the ratings is theirs, not the threads'.
# Prints a line for each file.
set -eu
program=$1
options=$2
part=$3
shift 3
export OMP_WAIT_POLICY=passive
for ratings; do
  # shellcheck disable=SC2086 # several options
  "$program-serial" -progress=0 $options "$ratings" >"$program.expected"
  for threads in 1 2 3 7; do
    # shellcheck disable=SC2086
    OMP_NUM_THREADS=$threads "$program" -progress=0 $options "$ratings" \
      >"$program.printed"
    grep -q "^time in seconds, $threads thread" "$program.printed"
    sed '/^time/,$d' "$program.printed" >"$program.results"
    test "$threads" -gt 1 || cp "$program.results" "$program.first"
    cmp "$program.first" "$program.results"
    grep -h '^RMSE' "$program.expected" "$program.printed" | tr -d , |
      awk -v part="$part" 'NR == 1 { split($0, first); next }
           { for (k = 3; k <= NF; k += 2) {
               off = $k / first[k] - 1
               if (off < -part || off > part) { print first[k], $k; exit 1 }
             } }'
  done
  echo "$(basename "$ratings") $(grep -E '^epochs|^RMSE' "$program.expected" |
    paste -s -d ' ')"
done
