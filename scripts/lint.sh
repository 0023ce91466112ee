#!/bin/sh
# What can be said of the tree in seconds, to run before each commit: formatting,
# rooms, helpers' uses, the list of passes, sizes of functions; and, where there is
# a build, whether the files that are made from the registry are those of today.
#   scripts/lint.sh [FOLDER]
set -u
cd "$(dirname "$0")/.."
folder=${1:-build}
failed=0

# lint REMEDY COMMAND...
lint() {
  remedy=$1
  shift
  "$@" || {
    failed=1
    echo "lint: $remedy"
  }
}

formatted() {
  find lib include tools runtime test/Unit \( -name '*.cpp' -o -name '*.h' \) \
    -print0 | xargs -0 clang-format-19 --dry-run -Werror
}

lint "run clang-format-19 -i on these files" formatted
lint "move it where docs/architecture.md says" python3 test/Docs/Inputs/check_rooms.py .
lint "list it in docs/architecture.md" python3 test/Docs/Inputs/check_pipeline.py .
lint "list it in docs/guide/writing-a-transformation.md" python3 test/Docs/Inputs/check_helpers.py .
if test -x "$folder/bin/sparsec"; then
  lint "run SPARSEC=$folder/bin python3 python/make_stubs.py" \
    env SPARSEC="$folder/bin" python3 python/make_stubs.py --check
fi
if test -x "$folder/python-env/bin/python"; then
  lint "run $folder/python-env/bin/python python/make_api.py" \
    "$folder/python-env/bin/python" -W ignore python/make_api.py --check
fi
lint "split these functions" scripts/function-sizes.sh
exit $failed
