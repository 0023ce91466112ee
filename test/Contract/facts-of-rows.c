// Facts about whole rows are checked, and name array, position and values; a
// rule whose check would take longer is taken only with -assume.
// RUN: %sparsec %S/Inputs/facts.c -function=checked -recipe %S/Inputs/tile.script -o %t.checked.c
// RUN: %cc %s -DGENERATED='"%t.checked.c"' -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: not %sparsec %S/Inputs/facts.c -function=ruled -recipe %S/Inputs/tile.script -o %t.no.c 2>&1 | FileCheck %s -check-prefix=RULE
// RUN: not ls %t.no.c
// RUN: %sparsec %S/Inputs/facts.c -function=ruled -assume -recipe %S/Inputs/tile.script -o %t.ruled.c
// RUN: %cc -c %t.ruled.c -o %t.o
#include GENERATED
#include <assert.h>

static void report(const char *what, int status) {
  fprintf(stderr, "%s: %s\n", what, sparsec_last_error());
  assert(status == SPARSEC_FACT_VIOLATED);
}

int main(void) {
  const int index[] = {0, 2, 3, 5}, good[] = {0, 2, 1, 2, 0};
  const int onesided[] = {0, 1, 1, 0, 2}, hole[] = {0, 1, 0, 1, 2};
  const int wide[] = {0, 1, 3, 1, 2};
  checked_plan *plan = NULL;
  assert(checked_inspect(&plan, 3, index, good) == SPARSEC_OK);
  checked_destroy(plan);
  // CHECK: diagonal: facts.c:{{.*}}: has_diagonal(col, index) does not hold: row 1, positions 2 to 2 of col, has no diagonal entry
  report("diagonal", checked_inspect(&plan, 3, index, hole));
  // CHECK: symmetry: {{.*}}: symmetric_pattern(col, index) does not hold: col[1] = 1 gives entry (0, 1), but there is none at (1, 0)
  report("symmetry", checked_inspect(&plan, 3, index, onesided));
  // CHECK: range: {{.*}} col[2] = 3 is not in [0, 3)
  report("range", checked_inspect(&plan, 3, index, wide));
  // RULE: facts.c:{{.*}}: 'rule({{.*}})' has no run-time check in linear time: no index array bounds 'j' for each 'i'; bound the first {{.*}}pass -assume
  return 0;
}
