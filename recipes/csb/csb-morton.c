// One sparse matrix in compressed sparse rows with many vectors at once,
// Y += A X, and a function that numbers its entries in Morton order.
#include <stdint.h>

// The bits of a number below 2^15, with a zero between neighbours.
static uint32_t spread(uint32_t v) {
  v = (v | v << 8) & 0x00ff00ff;
  v = (v | v << 4) & 0x0f0f0f0f;
  v = (v | v << 2) & 0x33333333;
  return (v | v << 1) & 0x55555555;
}

// The place of each entry on the Z-curve of a square of 2^15 rows and columns.
#pragma sparsec inspector; extent(row, count); extent(col, count)
#pragma sparsec extent(place, count)
static void morton(int count, const int *row, const int *col, int *place) {
#pragma omp parallel for
  for (int e = 0; e < count; e++)
    place[e] = (int)(spread((uint32_t)row[e] % 32768) << 1 |
                     spread((uint32_t)col[e] % 32768));
}

#pragma sparsec csr(n, m, index, col, a); 0 <= m
void csb(int n, int m, int cols, const int *restrict index,
         const int *restrict col, const double *restrict a,
         const double X[restrict m][cols], double Y[restrict n][cols]) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      for (int r = 0; r < cols; r++)
        Y[i][r] += a[j] * X[col[j]][r];
}
