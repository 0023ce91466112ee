#!/bin/sh
# ccache.sh CCACHE COMPILER ARGUMENT...
# Of a header that is to be precompiled ccache looks at what gcc makes of it with
# -fpch-preprocess, and that is the last result, HEADER.gch, where there is one:
# changes would not be seen. So it goes first.
ccache=$1
shift
last=
for word; do
  case $last,$word in
  -o,*.gch) rm -f "$word" ;;
  esac
  last=$word
done
export CCACHE_SLOPPINESS=pch_defines,time_macros
exec "$ccache" "$@"
