// Prints the permanent of the complex matrix in a file, whose entries are in
// coordinates.
#include <stdio.h>
#include <string.h>
void permanent(int n, long long subsets, const int *index, const int *col,
               const double _Complex *a, double _Complex *sum);
int main(int argc, char **argv) {
  static double dense[64][64][2], a[4096][2];
  static int index[65], col[4096];
  double sum[2] = {0, 0};
  int n, m, entries, at = 0;
  char line[200];
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file || !fgets(line, sizeof(line), file))
    return 1;
  int isHermitian = strstr(line, "hermitian") != NULL;
  while (fgets(line, sizeof(line), file) && line[0] == '%')
    ;
  if (sscanf(line, "%d %d %d", &n, &m, &entries) != 3 || n > 64)
    return 1;
  for (int e = 0; e < entries; e++) {
    int i, j;
    double re, im;
    if (fscanf(file, "%d %d %lf %lf", &i, &j, &re, &im) != 4)
      return 1;
    if (isHermitian) {
      dense[j - 1][i - 1][0] = re;
      dense[j - 1][i - 1][1] = -im;
    }
    dense[i - 1][j - 1][0] = re;
    dense[i - 1][j - 1][1] = im;
  }
  for (int i = 0; i < n; i++, index[i] = at)
    for (int j = 0; j < n; j++)
      if (dense[i][j][0] != 0 || dense[i][j][1] != 0) {
        col[at] = j;
        memcpy(a[at++], dense[i][j], sizeof dense[i][j]);
      }
  permanent(n, 1LL << (n - 1), index, col, (double _Complex *)a,
            (double _Complex *)sum);
  const int factor = n % 2 ? 2 : -2;
  printf("%.15g %.15g\n", sum[0] * factor, sum[1] * factor);
  return 0;
}
