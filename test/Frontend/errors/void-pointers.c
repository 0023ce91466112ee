// Pointers that get their type by a cast: generated code would need it, too.
//
// RUN: not %sparsec %s -function=data -no-outline -list-loops 2>&1 | FileCheck %s -check-prefix=DATA
// RUN: not %sparsec %s -function=context -no-outline -list-loops 2>&1 | FileCheck %s -check-prefix=CONTEXT
// RUN: not %sparsec %s -function=member -no-outline -list-loops 2>&1 | FileCheck %s -check-prefix=MEMBER

struct rows {
  int n;
  const int *index;
  double *a;
};
struct mat {
  int n;
  void *data;
};

void data(int n, void *v, double *y) {
  // DATA: :[[#@LINE+2]]:15: error: a 'void *' pointer gets its type here
  // DATA: note: move the loops into a function of their own
  double *x = (double *)v;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

void context(const void *v, double *y) {
  // CONTEXT: :[[#@LINE+1]]:26: error: a 'void *' pointer gets its type here
  const struct rows *r = v;
  for (int i = 0; i < r->n; i++)
    y[i] = r->a[i];
}

void member(const struct mat *m, double *y) {
  // MEMBER: :[[#@LINE+1]]:26: error: a 'void *' pointer gets its type here
  const struct rows *r = (const struct rows *)m->data;
  for (int i = 0; i < m->n; i++)
    y[i] = r->a[i];
}
