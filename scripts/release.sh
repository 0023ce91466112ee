#!/bin/sh
# Makes a release: checks that the tree is clean and says the version everywhere,
# runs all tests, tags, and builds the packages in build-release/packages.
#   scripts/release.sh VERSION [--dry-run]
# --dry-run tags nothing. SPARSEC_CHECK=COMMAND takes the place of scripts/check.sh.
# Nothing is pushed or uploaded: the last lines say how.
set -eu
cd "$(dirname "$0")/.."
version=${1:-}
mode=${2:-}

refuse() {
  echo "release: $1" >&2
  exit 1
}

case $version in
'') refuse "usage: scripts/release.sh VERSION [--dry-run]" ;;
*[!0-9.]* | *..* | .* | *.) refuse "'$version' is no version, such as 0.2.0" ;;
esac
test -z "$mode" || test "$mode" = --dry-run || refuse "unknown argument '$mode'"
said=$(cat cmake/version.txt)
test "$said" = "$version" ||
  refuse "cmake/version.txt says $said; write $version there, and commit it"
grep -qx "## $version" CHANGELOG.md ||
  refuse "CHANGELOG.md has no section '## $version'; write it, and commit it"
test -z "$(git status --porcelain)" ||
  refuse "the tree is not clean: commit, or remove what 'git status' lists"
if git rev-parse -q --verify "refs/tags/v$version" >/dev/null; then
  refuse "the tag v$version exists; take another version"
fi

${SPARSEC_CHECK:-scripts/check.sh} || refuse "the tests fail"
# The build takes the version from the tag, so that comes before; it goes again
# where the packages fail.
made=
trap 'test -n "$made" || git tag -d "v$version" >/dev/null 2>&1' EXIT
# A shell that a signal ends runs no trap on EXIT.
trap 'exit 1' INT TERM HUP
git tag -a "v$version" -m "sparsec $version"
scripts/build.sh build-release
(cd build-release && cpack)
found=$(build-release/bin/sparsec --version)
test "$found" = "sparsec $version" ||
  refuse "the program calls itself '$found', not 'sparsec $version'"
test -n "$mode" || made=yes
ls -l build-release/packages/*.deb build-release/packages/*.tar.gz
if test -n "$made"; then
  echo "release: tagged; now 'git push origin v$version', and publish the packages"
else
  echo "release: a dry run, the tag is gone again"
fi
