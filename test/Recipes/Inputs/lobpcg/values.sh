#!/bin/sh
# values.sh PYTHON LOBPCG PRECONDITIONERS < TABLE: a line of TABLE has a matrix and
# its smallest eigenvalues, as scripts/compare-lobpcg.py has them from SciPy; LOBPCG
# finds the same, but for 1e-8 of each, with each preconditioner.
set -eu
python=$1
lobpcg=$2
preconditioners=$3
while read -r matrix values; do
  for preconditioner in $preconditioners; do
    # shellcheck disable=SC2086 # several values
    "$lobpcg" -progress=0 -max-iterations=3000 -preconditioner=$preconditioner \
      "$matrix" >values.printed
    # shellcheck disable=SC2086
    "$python" "$(dirname "$0")/values.py" $values <values.printed
    echo "$(basename "$matrix") $preconditioner agrees"
  done
done
