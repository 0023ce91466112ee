#!/bin/sh
# messages.sh PCG < RUNS: runs PCG with the arguments of each line and prints
# what it says, but for facts, histories and times, and its exit code.
while read -r arguments; do
  # shellcheck disable=SC2086 # several arguments
  "$1" $arguments >printed 2>errors && code=0 || code=$?
  grep -E ' with shift |^iterations' printed
  cat errors
  echo "exit $code"
done
