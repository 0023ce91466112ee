// An inspector with parallel loops, large enough for parallel checks too, in
// several threads of the caller: many violations, one message, the first one.
// RUN: %sparsec %S/Inputs/transposed.c -recipe %S/Inputs/columns.script -o %t.h
// RUN: grep -c "pragma omp parallel for" %t.h | FileCheck %s -check-prefix=PARALLEL
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// PARALLEL: {{^[2-9]|[1-9][0-9]}}
#include "violation.h"

enum { rows = 150000 };
static int base[rows + 1], col[2 * rows];

static void fill(void) {
  for (int i = 0; i <= rows; i++)
    base[i] = 2 * i;
  for (int j = 0; j < 2 * rows; j++)
    col[j] = j % rows;
}

int main(void) {
  fill();
  TAKEN(transposed, rows, rows, base, col)
  for (int j = 70001; j < 2 * rows; j += 997)
    col[j] = -j;
  // CHECK: range: {{.*}}: csr(n, m, index, col, a) does not hold: col[70001] = -70001 is not in [0, 150000)
  REFUSED("range", transposed, rows, rows, base, col);
  fill();
  for (int j = 90001; j < 2 * rows; j += 998)
    col[j] = col[j - 1];
  // CHECK: unique: {{.*}}: unique(col, index) does not hold: col[90000] and col[90001] are both 90000 in segment 45000 of index
  REFUSED("unique", transposed, rows, rows, base, col);
  fill();
  for (int i = 120000; i < rows; i += 100)
    base[i] = 7;
  // CHECK: order: {{.*}}: csr({{.*}}) does not hold: index[120000] = 7 comes after index[119999] = 239998
  REFUSED("order", transposed, rows, rows, base, col);
  fill();
  col[5] = rows;
#pragma omp parallel for num_threads(3)
  for (int call = 0; call < 6; call++) {
    transposed_plan *plan = NULL;
    assert(transposed_inspect(&plan, rows, rows, base, col) ==
           SPARSEC_FACT_VIOLATED);
    assert(!plan && strstr(sparsec_last_error(), "col[5] = 150000 is not in"));
  }
  return 0;
}
