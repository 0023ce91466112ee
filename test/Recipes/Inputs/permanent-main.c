// Prints the permanent of the matrix in a file.
#include <stdio.h>
#include <string.h>
void permanent(int n, long long subsets, const int *index, const int *col,
               const double *a, double *sum);
int main(int argc, char **argv) {
  double dense[8][8] = {{0}}, a[64], sum = 0;
  int n = 6, m, entries = 36, index[9] = {0}, col[64], at = 0;
  char line[200];
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file || !fgets(line, sizeof(line), file))
    return 1;
  int isArray = strstr(line, "array") != NULL;
  while (fgets(line, sizeof(line), file) && line[0] == '%')
    ;
  if (!isArray && sscanf(line, "%d %d %d", &n, &m, &entries) != 3)
    return 1;
  for (int e = 0; e < entries; e++) {
    int i = e % n + 1, j = e / n + 1;
    double value;
    if (!isArray && fscanf(file, "%d %d", &i, &j) != 2)
      return 1;
    if (fscanf(file, "%lf", &value) != 1)
      return 1;
    dense[i - 1][j - 1] = value;
  }
  for (int i = 0; i < n; i++, index[i] = at)
    for (int j = 0; j < n; j++)
      if (dense[i][j] != 0) {
        col[at] = j;
        a[at++] = dense[i][j];
      }
  permanent(n, 1LL << (n - 1), index, col, a, &sum);
  printf("%.12g\n", sum * (n % 2 ? 2 : -2));
  return 0;
}
