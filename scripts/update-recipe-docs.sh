#!/bin/sh
# Writes the listings of docs/recipes/*.md anew: source, recipe, the loops after
# every step as `sparsec -print-after-all` prints them, and the code.
#   scripts/update-recipe-docs.sh [--check] [PATH/TO/sparsec]
# With --check nothing is written, and a page that is not up to date is an error.
set -eu
cd "$(dirname "$0")/.."
check=
if test "${1:-}" = --check; then
  check=--check
  shift
fi
# shellcheck disable=SC2086 # no argument when empty
exec python3 scripts/recipe_docs.py $check "${1:-build/bin/sparsec}" \
  docs/recipes/*.md
