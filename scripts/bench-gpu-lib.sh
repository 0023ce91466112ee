# Sourced by bench-gnn-peers.sh, bench-tensor-gpu.sh, bench-pruned-gpu.sh and
# bench-gnn-gpu.sh: plugins of gpubench, and folders of what is to be measured where
# the GPU is.

# need_arguments COUNT "$@": the comment at the script's beginning for fewer, or a wish
# for help.
need_arguments() {
  count=$1
  shift
  case "${1-}" in -h | -help | --help) set -- && count=1 ;; esac
  test $# -ge "$count" && return
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# plugin_folders BENCH FOLDER [SPARSEC-FOLDER]: sets and makes what the arguments of
# the scripts with plugins say; GPU_ARCH is what nvcc compiles for.
plugin_folders() {
  need_arguments 2 "$@"
  bench=$(realpath "$1")
  folder=$(realpath -m "$2")
  programs=$(realpath "${3:-build/bin}")
  arch=${GPU_ARCH:-sm_90}
  mkdir -p "$folder"
}

# compile_plugin LABEL SOURCE.cu OPTION..: $folder/LABEL.so, of SOURCE.cu around the
# code that is generated in $folder/LABEL.cu.
compile_plugin() {
  label=$1 source=$2
  shift 2
  nvcc -O3 -std=c++17 -arch="$arch" -Xcompiler -fPIC -shared -I "$bench/include" \
    -DGENERATED="\"$folder/$label.cu\"" -DLABEL="\"$label\"" "$@" \
    -o "$folder/$label.so" "$source"
}

# write_run: $folder/run.sh, of what comes in: with $plugins, options for gpubench,
# which is in ${BENCH:-BENCH_FOLDER}, and $folder, where it is; its arguments are "$@".
write_run() {
  {
    cat <<'RUN'
folder=$(realpath "$(dirname "$0")")
plugins=
for plugin in "$folder"/*.so; do
  plugins="$plugins --plugin=$plugin"
done
RUN
    sed "s|BENCH_FOLDER|$bench|"
  } >"$folder/run.sh"
}

# write_run_all FOLDER: FOLDER/run-all.sh, which builds and runs each driver there and
# shows what it prints.
write_run_all() {
  cat >"$1/run-all.sh" <<'END'
cd "$(dirname "$0")"
for folder in */; do
  (cd "$folder" && { sh build.sh && sh run.sh; } >table.txt 2>&1) ||
    echo "$folder failed"
  tail -n +1 "$folder/table.txt"
done
END
}
