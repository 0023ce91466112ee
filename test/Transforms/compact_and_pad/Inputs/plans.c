// Compares the plans that SOURCE makes at 1, 2, 3 and 7 threads.
#include SOURCE
#include <omp.h>
#define N 100
static int index_of[N + 1], col[5 * N];
static double a[5 * N];
int main(void) {
  scatter_plan *first = NULL, *plan = NULL;
  const int threads[] = {1, 2, 3, 7};
  for (int j = 0; j < 5 * N; j++) {
    col[j] = j % 5 ? (j / 5 + j % 5 * 7) % N : (j * j) % N;
    a[j] = 1.0 / (j + 1);
    index_of[j / 5 + 1] = j + 1;
  }
  for (int run = 0; run < 4; run++) {
    omp_set_num_threads(threads[run]);
    if (scatter_inspect(&plan, N, N, index_of, col, a))
      return 1;
    first = first ? first : plan;
    size_t count = (size_t)plan->COUNT;
    if (plan->COUNT != first->COUNT || count == 0 ||
        memcmp(plan->INDEX, first->INDEX, count * sizeof *plan->INDEX) ||
        memcmp(plan->a_prime, first->a_prime, count * PLACES * sizeof *a))
      return 2;
    if (plan != first)
      scatter_destroy(plan);
  }
  scatter_destroy(first);
  return 0;
}
