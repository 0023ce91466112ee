// Loops of which nobody knows the iterations before they ran are refused by name.
// RUN: not %sparsec %s -function links -list-loops 2>&1 | FileCheck %s -check-prefix=LINKS
// RUN: not %sparsec %s -function nodes -list-loops 2>&1 | FileCheck %s -check-prefix=NODES
// RUN: not %sparsec %s -function stack -list-loops 2>&1 | FileCheck %s -check-prefix=STACK
// RUN: not %sparsec %s -function hash -list-loops 2>&1 | FileCheck %s -check-prefix=HASH
// RUN: not %sparsec %s -function sifted -list-loops 2>&1 | FileCheck %s -check-prefix=SIFT
// RUN: %sparsec %s -function rows -list-loops | FileCheck %s -check-prefix=ROWS
void links(int n, const int *restrict parent, const int *restrict start, int *restrict mark) {
  for (int k = 0; k < n; k++)
    // LINKS: :[[#@LINE+2]]:5: error: a loop that follows links: where 'i' goes next is read as it runs
    // LINKS: note: {{.*}} an inspector of yours
    for (int i = start[k]; i != -1 && i < k; i = parent[i])
      mark[i] = k;
}
struct node {
  struct node *next;
  double v;
};
void nodes(int n, struct node *const *restrict heads, double *restrict y) {
  for (int i = 0; i < n; i++)
    // NODES: :[[#@LINE+1]]:5: error: a loop that follows links: where 'p' goes next
    for (struct node *p = heads[i]; p; p = p->next)
      y[i] += p->v;
}
void stack(int n, const int *restrict ptr, const int *restrict col, int *restrict todo, int *restrict seen) {
  int top = 1;
  // STACK: :[[#@LINE+1]]:3: error: a loop over a list that grows and shrinks as it runs, by 'top'
  while (top > 0) {
    int i = todo[--top];
    for (int j = ptr[i]; j < ptr[i + 1]; j++)
      if (!seen[col[j]]) {
        seen[col[j]] = 1;
        todo[top++] = col[j];
      }
  }
}
void hash(int n, int size, const int *restrict key, int *restrict table) {
  for (int i = 0; i < n; i++) {
    int h = key[i] % size;
    // HASH: :[[#@LINE+1]]:5: error: a loop that looks for the place 'h' in data
    while (table[h] >= 0 && table[h] != key[i])
      h = (h + 1) % size;
    table[h] = key[i];
  }
}
void sifted(int n, double *restrict a) {
  for (int i = 1; i < n; i++) {
    int k = i;
    // SIFT: :[[#@LINE+1]]:5: error: a loop that looks for the place 'k' in data
    while (k > 0 && a[k] > a[(k - 1) / 2]) {
      double t = a[k];
      a[k] = a[(k - 1) / 2];
      a[(k - 1) / 2] = t;
      k = (k - 1) / 2;
    }
  }
}
// ROWS: y[i] += x[j];
void rows(int n, const int *restrict at, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    int j = at[i];
    for (; j < at[i + 1]; j++)
      y[i] += x[j];
  }
}
