// Loops of which nobody knows the iterations before they ran are refused by name.
// RUN: not %sparsec %s -function links -list-loops 2>&1 | FileCheck %s -check-prefix=LINKS
// RUN: not %sparsec %s -function nodes -list-loops 2>&1 | FileCheck %s -check-prefix=NODES
// RUN: not %sparsec %s -function stack -list-loops 2>&1 | FileCheck %s -check-prefix=STACK
// RUN: not %sparsec %s -function hash -list-loops 2>&1 | FileCheck %s -check-prefix=HASH
// RUN: not %sparsec %s -function sifted -list-loops 2>&1 | FileCheck %s -check-prefix=SIFT
// RUN: not %sparsec %s -function queue -list-loops 2>&1 | FileCheck %s -check-prefix=QUEUE
// RUN: not %sparsec %s -function halves -list-loops 2>&1 | FileCheck %s -check-prefix=HALVES
// RUN: not %sparsec %s -function probes -list-loops 2>&1 | FileCheck %s -check-prefix=PROBES
// RUN: not %sparsec %s -function heap -list-loops 2>&1 | FileCheck %s -check-prefix=HEAP
// RUN: not %sparsec %s -function converges -list-loops 2>&1 | FileCheck %s -check-prefix=CONVERGES
// RUN: not %sparsec %s -function settles -list-loops 2>&1 | FileCheck %s -check-prefix=SETTLES
// RUN: not %sparsec %s -function walks -list-loops 2>&1 | FileCheck %s -check-prefix=WALKS
// RUN: not %sparsec %s -function sinks -list-loops 2>&1 | FileCheck %s -check-prefix=SINKS
// RUN: not %sparsec %s -function narrows -list-loops 2>&1 | FileCheck %s -check-prefix=NARROWS
// RUN: not %sparsec %s -function grows -list-loops 2>&1 | FileCheck %s -check-prefix=GROWS
// RUN: not %sparsec %s -function open_row -list-loops 2>&1 | FileCheck %s -check-prefix=OPEN
// RUN: not %sparsec %s -function open_head -list-loops 2>&1 | FileCheck %s -check-prefix=HEAD
// RUN: %sparsec %s -function closed_row -list-loops | FileCheck %s -check-prefix=CLOSED
// RUN: %sparsec %s -function closed_head -list-loops | FileCheck %s -check-prefix=CLOSED
// RUN: %sparsec %s -function again -list-loops | FileCheck %s -check-prefix=AGAIN
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
void queue(int n, const int *restrict ptr, const int *restrict col, int *restrict todo, int *restrict depth) {
  int first = 0, last = 1;
  todo[0] = 0;
  // QUEUE: :[[#@LINE+2]]:3: error: a loop over a queue that grows as it runs, between 'first' and 'last'
  // QUEUE: note: {{.*}} an inspector of yours
  while (first < last) {
    const int v = todo[first++];
    for (int j = ptr[v]; j < ptr[v + 1]; j++)
      if (depth[col[j]] < 0) {
        depth[col[j]] = depth[v] + 1;
        todo[last++] = col[j];
      }
  }
}
void halves(int n, const int *restrict ptr, const int *restrict col, const double *restrict a, double *restrict d) {
  for (int i = 0; i < n; i++) {
    int lo = ptr[i], hi = ptr[i + 1] - 1;
    d[i] = 0;
    // HALVES: :[[#@LINE+3]]:5: error: a search that halves what is left between 'lo' and 'hi'
    // HALVES: note: write for (k = lo; k < hi; k++) if (c[k] == v)
    // HALVES-NOT: error: 'break'
    while (lo <= hi) {
      int mid = (lo + hi) / 2;
      if (col[mid] == i) {
        d[i] = a[mid];
        break;
      }
      if (col[mid] < i)
        lo = mid + 1;
      else
        hi = mid - 1;
    }
  }
}
void probes(int n, int size, const int *restrict key, int *restrict table, double *restrict v) {
  for (int i = 0; i < n; i++) {
    int h;
    // PROBES: :[[#@LINE+2]]:5: error: a loop that looks for the place 'h' in data as it runs, as hash tables are probed
    // PROBES-NOT: error: the value of 'h'
    for (h = key[i] & (size - 1); table[h] != -1 && table[h] != key[i]; h = (h + 1) & (size - 1))
      ;
    table[h] = key[i];
    v[h] += 1;
  }
}
void heap(int n, double *restrict a) {
  for (int s = n / 2 - 1; s >= 0; s--) {
    int i = s;
    double x = a[i];
    // HEAP: :[[#@LINE+1]]:5: error: a loop that goes through a heap, or another tree in an array: where 'i' goes next
    for (;;) {
      int c = 2 * i + 1;
      if (c >= n)
        break;
      if (c + 1 < n && a[c + 1] < a[c])
        c++;
      if (a[c] >= x)
        break;
      a[i] = a[c];
      i = c;
    }
    a[i] = x;
  }
}
void converges(int n, double tol, double *restrict x, double *restrict y) {
  double err = 1;
  // CONVERGES: :[[#@LINE+2]]:3: error: a loop that runs until 'err', which it computes, says that it is enough
  // CONVERGES: note: give it a number of iterations at most
  while (err > tol) {
    err = 0;
    for (int i = 0; i < n; i++) {
      err += x[i] - y[i];
      x[i] = y[i];
    }
  }
}
void settles(int n, double *restrict x) {
  int changed;
  // SETTLES: :[[#@LINE+1]]:3: error: a loop that runs until 'changed', which it computes, says that it is enough
  do {
    changed = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 1) {
        x[i] *= 0.5;
        changed = 1;
      }
  } while (changed);
}
// ROWS: y[i] += x[j];
void rows(int n, const int *restrict at, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    int j = at[i];
    for (; j < at[i + 1]; j++)
      y[i] += x[j];
  }
}
void walks(int n, int len, double *restrict a) {
  for (int s = n / 2; s-- > 0;) {
    int r = s, c;
    // WALKS: :[[#@LINE+1]]:5: error: a loop that goes through a heap, or another tree in an array: where 'r' goes next
    while (2 * r + 1 < len) {
      c = 2 * r + 1;
      if (c + 1 < len && a[c + 1] < a[c])
        c++;
      if (a[c] >= a[r])
        break;
      double t = a[r];
      a[r] = a[c];
      a[c] = t;
      r = c;
    }
  }
}
void sinks(int len, int i, double *restrict a) {
  // SINKS: :[[#@LINE+1]]:3: error: a loop that goes through a heap, or another tree in an array: where 'i' goes next
  for (int c; (c = 2 * i + 1) < len; i = c) {
    if (a[i] >= a[c])
      break;
    double t = a[i];
    a[i] = a[c];
    a[c] = t;
  }
}
void narrows(int n, int m, const double *restrict edge, const double *restrict v, int *restrict bin) {
  int i, lo, hi;
  for (i = 0; i < n; i++) {
    // NARROWS: :[[#@LINE+1]]:5: error: a search that halves what is left between 'lo' and 'hi'
    for (lo = 0, hi = m; hi - lo > 1;) {
      int mid = (lo + hi) >> 1;
      if (edge[mid] <= v[i])
        lo = mid;
      else
        hi = mid;
    }
    bin[i] = lo;
  }
}
void grows(int n, const int *restrict ptr, const int *restrict col, int *restrict todo, int *restrict depth) {
  int first = 0, last = 1;
  todo[0] = 0;
  // GROWS: :[[#@LINE+1]]:3: error: a loop over a queue that grows as it runs, between 'first' and 'last'
  for (; first < last; first++) {
    const int v = todo[first];
    for (int j = ptr[v]; j < ptr[v + 1]; j++)
      if (depth[col[j]] < 0) {
        depth[col[j]] = depth[v] + 1;
        todo[last++] = col[j];
      }
  }
}
// One number for where a row starts and for its columns.
// AGAIN: y[i] += (a[k] * x[c(k)]);
void again(int n, const int *restrict p, const int *restrict c, const double *restrict a, const double *restrict x, double *restrict y) {
  int i, j, k;
  for (i = 0; i < n; i++) {
    y[i] = 0;
    j = p[i];
    for (k = j; k < p[i + 1]; k++) {
      j = c[k];
      y[i] += a[k] * x[j];
    }
  }
}
// A row that is searched without its end, and what the message says to do.
#pragma sparsec csr(n, n, ai, aj, a); sorted(aj, ai, strict); has_diagonal(aj, ai); extent(d, n)
void open_row(int n, const int *ai, const int *aj, const double *a, double *d) {
  for (int i = 0; i < n; i++) {
    int k = ai[i];
    // OPEN: :[[#@LINE+2]]:5: error: a loop that looks for the place 'k' in data as it runs
    // OPEN: note: where that is in a row, ask for the row's end first, 'k' < index[i + 1] && ..
    while (aj[k] < i)
      k++;
    d[i] = a[k];
  }
}
#pragma sparsec csr(n, n, ai, aj, a); sorted(aj, ai, strict); has_diagonal(aj, ai); extent(d, n)
void open_head(int n, const int *ai, const int *aj, const double *a, double *d) {
  for (int i = 0, k; i < n; i++) {
    // HEAD: :[[#@LINE+2]]:5: error: a loop that looks for the place 'k' in data as it runs
    // HEAD: note: where that is in a row, ask for the row's end first, 'k' < index[i + 1] && ..
    for (k = ai[i]; aj[k] != i; k++)
      ;
    d[i] = a[k];
  }
}
#pragma sparsec csr(n, n, ai, aj, a); sorted(aj, ai, strict); has_diagonal(aj, ai); extent(d, n)
void closed_row(int n, const int *ai, const int *aj, const double *a, double *d) {
  for (int i = 0; i < n; i++) {
    int k = ai[i];
    while (k < ai[i + 1] && aj[k] < i)
      k++;
    d[i] = a[k];
  }
}
#pragma sparsec csr(n, n, ai, aj, a); sorted(aj, ai, strict); has_diagonal(aj, ai); extent(d, n)
void closed_head(int n, const int *ai, const int *aj, const double *a, double *d) {
  // CLOSED: for i in [0, n - 1]
  // CLOSED: d[i] =
  for (int i = 0, k; i < n; i++) {
    for (k = ai[i]; k < ai[i + 1] && aj[k] != i; k++)
      ;
    d[i] = a[k];
  }
}
