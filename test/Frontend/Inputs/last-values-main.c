/* Compares `ends` with what C says for several n. */
#include <assert.h>

void ends(int n, const int *index, double *y, int *last);

int main(void) {
  for (int n = 0; n < 8; n++)
    for (int high = 0; high < 4; high++) {
      double y[8] = {0};
      int last[6], index[] = {1, high}, k;
      ends(n, index, y, last);
      assert(last[0] == n);
      for (k = n - 1; k >= 2; k--)
        ;
      assert(last[1] == k);
      for (k = 1; k <= n; k += 3)
        ;
      assert(last[2] == k && last[3] == 2 && last[4] == 1);
      for (k = 1; k < high; k += 2)
        ;
      assert(last[5] == k);
    }
  return 0;
}
