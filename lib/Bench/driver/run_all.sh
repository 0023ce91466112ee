#!/bin/sh
# Verifies and times every driver on every input and prints a table; the records
# stay in results.txt. run.sh [WRAPPER...] runs `WRAPPER... driver ...`.
cd "$(dirname "$0")" || exit
seconds=${SECONDS_EACH:-@SECONDS@}
threads=${THREADS:-@THREADS@}
status=0
: >results.txt
for input in *.packed; do
  make/make_cases "$input" cases.bin || exit
  for folder in [0-9]*/; do
    # shellcheck disable=SC2086 # the numbers of threads are words
    "$@" "./$folder/driver" cases.bin "$seconds" $threads >out.txt 2>err.txt
    code=$?
    sed "s|^|$folder	|" out.txt >>results.txt
    grep -e '^without' -e '^declined' out.txt
    test "$code" -eq 0 && continue
    status=3
    echo "error: $(cat "$folder/label"), $input: the driver ended with status $code"
    grep -v -e '^gpu' -e '^time' -e '^count' -e '^ok' -e '^device' out.txt
    tail -n 30 err.txt
  done
done
rm -f cases.bin out.txt err.txt
for folder in [0-9]*/; do
  printf '%s\tlabel\t%s\n' "$folder" "$(cat "$folder/label")"
done | cat - results.txt | awk -F '\t' '
function line(a, b, c, d, e, f, g, h, i, j, k) {
  printf "%-24s %-30s %11s %11s %8s %8s %8s %8s %11s %9s %9s\n", a, b, c, d, e,
         f, g, h, i, j, k
}
$2 == "label" { label[$1] = $3 }
$2 == "device" { device = $3 }
$2 == "ok" { verified++ }
$2 == "time" && !host++ {
  line("recipe", "input", "original us", "execute us", "threads", "speedup", "",
       "", "inspect ms", "", "")
}
$2 == "time" {
  line(label[$1], $3, sprintf("%.1f", 1e6 * $7), sprintf("%.1f", 1e6 * $6), $4,
       sprintf("%.2f", $8), "", "", sprintf("%.3f", 1e3 * $5), "", "")
}
# Lines wait for the best library of their run.
$2 == "gpu" { gpu[++rows] = $0 }
$2 == "gpu" && $4 != label[$1] && (!(($1, $3) in best) || $7 < best[$1, $3]) {
  best[$1, $3] = $7
}
END {
  if (rows) {
    split(gpu[1], f)
    printf "%s: a copy moves %.0f GB/s\n", device, 1e-9 * f[13]
    line("recipe", "input", "cold us", "warm us", "GB/s", "GFLOP/s", "of copy",
         "own", "inspect ms", "error", "best/this")
  }
  for (n = 1; n <= rows; n++) {
    split(gpu[n], f)
    ratio = (f[1], f[3]) in best ? sprintf("%.2f", best[f[1], f[3]] / f[7]) : "-"
    line(f[4], f[3], sprintf("%.2f", 1e6 * f[7]), sprintf("%.2f", 1e6 * f[8]),
         sprintf("%.1f", 1e-9 * f[10] / f[7]),
         sprintf("%.1f", 1e-9 * f[12] / f[7]),
         sprintf("%.2f", f[10] / f[7] / f[13]),
         sprintf("%.2f", f[11] / f[7] / f[13]), sprintf("%.3f", 1e3 * f[9]),
         f[14], ratio)
  }
  printf "%d inputs verified\n", verified
}'
exit "$status"
