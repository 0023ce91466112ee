#!/bin/sh
# messages.sh SGD < RUNS: runs SGD with the arguments of each line and prints what
# it says in the end, and its exit code.
while read -r arguments; do
  # shellcheck disable=SC2086 # several arguments
  "$1" -progress=0 $arguments >printed 2>errors && code=0 || code=$?
  grep -E '^epochs|^RMSE' printed
  cat errors
  echo "exit $code"
done
