// Loops that end at a marker in the data.
//
// RUN: not %sparsec %s -function=dot -list-loops 2>&1 | FileCheck %s -check-prefix=DOT
// RUN: not %sparsec %s -function=stepped -list-loops 2>&1 | FileCheck %s -check-prefix=STEPPED
// RUN: not %sparsec %s -function=counted -list-loops 2>&1 | FileCheck %s -check-prefix=COUNTED

struct node {
  int index;
  double value;
};

void dot(int n, struct node **x, const double *w, double *y) {
  for (int i = 0; i < n; i++) {
    const struct node *xi = x[i];
    double sum = 0;
    // DOT: :[[#@LINE+2]]:5: error: a loop that walks up to a marker in the data
    // DOT: note: count once where each row begins, in an index array
    while (xi->index != -1) {
      sum += w[xi->index - 1] * xi->value;
      xi++;
    }
    y[i] = sum;
  }
}

void stepped(int n, const int *list, double *y) {
  for (int i = 0; i < n; i++) {
    const int *at = list;
    // STEPPED: :[[#@LINE+1]]:5: error: a loop that walks up to a marker
    for (; *at >= 0; ++at)
      y[*at] += 1;
  }
}

void counted(int n, double *y) {
  // COUNTED: :[[#@LINE+1]]:3: error: a 'while' loop is not supported
  while (n > 0)
    y[n /= 2] = 0;
}
