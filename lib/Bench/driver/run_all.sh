#!/bin/sh
# Verifies every driver on every input, times them and prints a table; the
# records stay in results.txt. run.sh [WRAPPER...] runs `WRAPPER... driver ...`.
cd "$(dirname "$0")" || exit
seconds=${SECONDS_EACH:-@SECONDS@}
threads=${THREADS:-@THREADS@}
status=0
: >results.txt

# drive FOLDER SECONDS [WRAPPER...]: the driver there on $input, its output in
# out.txt.
drive() {
  folder=$1 each=$2
  shift 2
  # shellcheck disable=SC2086 # the numbers of threads are words
  "$@" "./$folder/driver" cases.bin "$each" $threads >out.txt 2>err.txt
  code=$?
  grep -e '^without' -e '^declined' out.txt
  test "$code" -eq 0 && return
  status=3
  echo "error: $(cat "$folder/label" 2>/dev/null || echo "$folder"), $input: the driver ended with status $code"
  grep -v -e '^gpu' -e '^time' -e '^count' -e '^ok' -e '^device' out.txt
  tail -n 30 err.txt
  # One that declines the input takes no turns.
  grep -q '^declined' out.txt || wrong=yes
}

for input in *.packed; do
  make/make_cases "$input" cases.bin || exit
  wrong=no
  for folder in [0-9]*/; do
    each=$seconds
    test ! -e "$folder/takes-turns" || each=0
    drive "$folder" "$each" "$@"
    sed "s|^|$folder	|" out.txt >>results.txt
  done
  for folder in turns/ gpu-turns/; do
    { test -d "$folder" && test "$seconds" != 0; } || continue
    if test "$wrong" = yes; then
      echo "not timed on $input, where not all are right"
      continue
    fi
    drive "$folder" "$seconds" "$@"
    # Each record to the folder of its candidate.
    awk -F '\t' -v own="$folder" '
      NR == FNR { folders[NR - 1] = $0; next }
      { number = $1 == "time" ? $8 : $1 == "gpu" ? $15 : -1 }
      { print (number in folders ? folders[number] : own) "\t" $0 }
    ' "$folder/folders" out.txt >>results.txt
  done
done
rm -f cases.bin out.txt err.txt
for folder in [0-9]*/; do
  printf '%s\tlabel\t%s\n' "$folder" "$(cat "$folder/label")"
done | cat - results.txt | awk -F '\t' '
function line(a, b, c, s, d, e, f, g, h, i, j, k) {
  printf "%-24s %-30s %11s %8s %11s %8s %8s %8s %8s %11s %9s %9s\n", a, b, c,
         s, d, e, f, g, h, i, j, k
}
function spread(low, high, median) {
  return median > 0 ? sprintf("%.1f%%", 100 * (high - low) / median) : "-"
}
$2 == "label" { label[$1] = $3 }
$2 == "device" { device = $3 }
$2 == "ok" { verified++ }
$2 == "time" && !host++ {
  line("recipe", "input", "execute us", "spread", "original us", "threads",
       "speedup", "", "", "inspect ms", "", "")
}
$2 == "time" {
  line(label[$1], $3, sprintf("%.1f", 1e6 * $6), spread($14, $15, $6),
       sprintf("%.1f", 1e6 * $7), $4, sprintf("%.2f", $8), "", "",
       sprintf("%.3f", 1e3 * $5), "", "")
}
# Lines wait for the best library on their input.
$2 == "gpu" { gpu[++rows] = $0 }
$2 == "gpu" && $16 < 0 && (!($3 in best) || $7 < best[$3]) { best[$3] = $7 }
END {
  if (rows) {
    split(gpu[1], f)
    printf "%s: a copy moves %.0f GB/s\n", device, 1e-9 * f[13]
    line("recipe", "input", "cold us", "spread", "warm us", "GB/s", "GFLOP/s", "of copy",
         "own", "inspect ms", "error", "best/this")
  }
  for (n = 1; n <= rows; n++) {
    split(gpu[n], f)
    ratio = f[3] in best ? sprintf("%.2f", best[f[3]] / f[7]) : "-"
    line(f[4], f[3], sprintf("%.2f", 1e6 * f[7]), spread(f[21], f[22], f[7]),
         sprintf("%.2f", 1e6 * f[8]),
         sprintf("%.1f", 1e-9 * f[10] / f[7]),
         sprintf("%.1f", 1e-9 * f[12] / f[7]),
         sprintf("%.2f", f[10] / f[7] / f[13]),
         sprintf("%.2f", f[11] / f[7] / f[13]), sprintf("%.3f", 1e3 * f[9]),
         f[14], ratio)
  }
  printf "%d inputs verified\n", verified
}'
exit "$status"
