// Which function is meant, and what its head may be.
//
// RUN: not %sparsec %s -list-loops 2>&1 | FileCheck %s -check-prefix=MANY
// RUN: not %sparsec %s -function=third -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=NONE
// RUN: not %sparsec %s -function=count -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=VALUE
// RUN: not %sparsec %s -function=first -list-loops -- -DWRONG 2>&1 \
// RUN:   | FileCheck %s -check-prefix=SYNTAX

// MANY: error: more than one function could be meant: first, second, count
// MANY: note: choose one by -function=second
// NONE: error: no function 'third' is defined here
// NONE: note: the functions are: first, second, count

void first(int n, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = 0;
#ifdef WRONG
  // SYNTAX: :[[#@LINE+1]]:11: error: expected ';' after expression
  y[0] = 1
#endif
}

void second(int n, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = 1;
}

struct pair {
  double a, b;
};
// VALUE: :[[#@LINE+2]]:1: error: 'count' returns a value of type 'struct pair'
// VALUE: note: return a number, or results through pointers
struct pair count(int n, const double *y) {
  struct pair sum = {0, 0};
  for (int i = 0; i < n; i++)
    sum.a += y[i] > 0;
  return sum;
}
