// Sparse matrix times vector, y = A x, for a square matrix, and a function that
// finds an order of its rows: reverse Cuthill-McKee.
#include <stdlib.h>

struct neighbour {
  int row, degree;
};

static int by_degree(const void *a, const void *b) {
  const struct neighbour *p = a, *q = b;
  return p->degree != q->degree
             ? (p->degree > q->degree) - (p->degree < q->degree)
             : (p->row > q->row) - (p->row < q->row);
}

// Breadth first from a row of each component, neighbours with few entries
// first; the place of the row that is met last is 0. Cuthill and McKee, ACM
// 1969.
#pragma sparsec inspector; csr(n, n, index, col); permutation(place, n)
static int reverse_cuthill_mckee(int n, const int *index, const int *col,
                                 int *place) {
  int *queue = malloc(sizeof(int) * ((size_t)n + 1));
  struct neighbour *next = malloc(sizeof *next * ((size_t)n + 1));
  int tail = 0;
  for (int i = 0; i < n; i++)
    place[i] = -1;
  for (int start = 0; queue && next && start < n; start++) {
    int head = tail;
    if (place[start] < 0) {
      place[start] = n - 1 - tail;
      queue[tail++] = start;
    }
    for (; head < tail; head++) {
      size_t found = 0;
      for (int j = index[queue[head]]; j < index[queue[head] + 1]; j++)
        if (place[col[j]] < 0) {
          place[col[j]] = n; // met, to be placed
          next[found++] =
              (struct neighbour){col[j], index[col[j] + 1] - index[col[j]]};
        }
      qsort(next, found, sizeof *next, by_degree);
      for (size_t k = 0; k < found; k++) {
        place[next[k].row] = n - 1 - tail;
        queue[tail++] = next[k].row;
      }
    }
  }
  free(queue);
  free(next);
  return tail < n; // no memory
}

#pragma sparsec csr(n, n, index, col, a)
#pragma sparsec extent(x, n); extent(y, n)
void spmv(int n, const int *restrict index, const int *restrict col,
          const double *restrict a, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = index[i]; j < index[i + 1]; j++)
      sum += a[j] * x[col[j]];
    y[i] = sum;
  }
}
