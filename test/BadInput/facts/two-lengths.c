// Two facts that give one array two lengths have to agree, and are asked before
// anything of that array is read.
// RUN: rm -rf %t && split-file %s %t
// RUN: %sparsec %t/kernel.c -recipe %t/known.script -o %t/out.c
// RUN: %cc -Wall -Wextra -Werror -fsanitize=address,undefined %t/driver.c -o %t/driver
// RUN: %t/driver | FileCheck %s
// CHECK: good: no error
// CHECK: long: known.script:1:1: permutation(col, m) does not hold: index[2] = 900
// CHECK: short: {{.*}} does not hold: index[2] = 1
// CHECK: negative: kernel: expected n >= 0
// CHECK: missing: {{.*}}: index is a null pointer
//--- kernel.c
#pragma sparsec csr(n, m, index, col, a)
void kernel(int n, int m, const int *restrict index, const int *restrict col,
            const double *restrict a, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[col[j]] = a[j];
}
//--- known.script
known("permutation(col, m)")
make_dense(s, "j", "k")
//--- driver.c
#include "out.c"
static void run(const char *name, int n, int middle, int end, int missing) {
  int index[] = {0, middle, end}, col[] = {1, 0};
  double a[] = {1, 2}, y[2] = {0};
  kernel_plan *plan = NULL;
  int status =
      kernel_inspect(&plan, n, 2, missing ? NULL : index, col);
  (void)a;
  (void)y;
  printf("%s: %s\n", name,
         status ? sparsec_last_error() : sparsec_strerror(0));
  kernel_destroy(plan);
}
int main(void) {
  run("good", 2, 1, 2, 0);
  run("long", 2, 1, 900, 0);
  run("short", 2, 1, 1, 0);
  run("negative", -1, 1, 2, 0);
  run("missing", 2, 1, 2, 1);
  return 0;
}
