# Sourced by demo.sh and bench-table.sh: runs of sparsec-bench, gathered.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows=$work/rows.csv
status=0

# bench RECIPE INPUT-OPTION INPUT [OPTION...]: one run; its rows go to $rows,
# with the settings (-set r=3) behind the recipe's name.
bench() {
  recipe=$1 kind=$2 input=$3
  shift 3
  name=$recipe
  for word in "$@"; do
    case $word in [a-z]*=*) name="$name $word" ;; esac
  done
  echo "$name on $input" >&2
  if build/bin/sparsec-bench recipes/spmv/spmv.c \
    -recipe "recipes/spmv/$recipe.script" "$kind" "$input" \
    -csv "$work/run.csv" "$@" >"$work/log" 2>&1; then
    test -s "$rows" || head -n 1 "$work/run.csv" >"$rows"
    tail -n +2 "$work/run.csv" | sed "s/,$recipe\.script,/,$name,/" >>"$rows"
  else
    cat "$work/log" >&2
    status=1
  fi
}
