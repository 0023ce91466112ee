// Times a CUDA permanent that sparsec has made of recipes/permanent/permanent.c
// on the GPU, with the matrix that it was made for:
//
//   sparsec permanent.c -recipe hybrid.script -set matrix=A.mtx -o kernel.cu
//   nvcc -arch=sm_90 -O3 -DKERNEL='"kernel.cu"' time-permanent.cu -o timed
//   ./timed A.mtx [RUNS]
//
// Prints seconds of each execution, and the permanent.
#include KERNEL

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Matrix {
  int n = 0;
  std::vector<int> index, col;
  std::vector<double> values;
};

// "coordinate real general", as scripts/permanent-matrices.py writes it.
static bool read(const char *path, Matrix &matrix) {
  FILE *file = fopen(path, "r");
  char line[256];
  int columns, entries;
  bool isRead = file != nullptr;
  do
    isRead = isRead && fgets(line, sizeof line, file);
  while (isRead && line[0] == '%');
  isRead = isRead &&
           sscanf(line, "%d %d %d", &matrix.n, &columns, &entries) == 3 &&
           matrix.n == columns;
  std::vector<std::vector<std::pair<int, double>>> rows(matrix.n);
  for (int e = 0; isRead && e < entries; e++) {
    int i, j;
    double value;
    isRead = fscanf(file, "%d %d %lf", &i, &j, &value) == 3 && i >= 1 &&
             i <= matrix.n && j >= 1 && j <= matrix.n;
    if (isRead)
      rows[i - 1].emplace_back(j - 1, value);
  }
  matrix.index = {0};
  for (const auto &row : rows) {
    for (const auto &[j, value] : row) {
      matrix.col.push_back(j);
      matrix.values.push_back(value);
    }
    matrix.index.push_back((int)matrix.col.size());
  }
  if (file)
    fclose(file);
  return isRead;
}

static bool isGood(cudaError_t error) {
  if (error != cudaSuccess)
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error == cudaSuccess;
}

int main(int argc, char **argv) {
  Matrix matrix;
  if (argc < 2 || !read(argv[1], matrix)) {
    fprintf(stderr, "usage: timed A.mtx [RUNS]\n");
    return 1;
  }
  const int n = matrix.n, runs = argc > 2 ? atoi(argv[2]) : 3;
  const long long subsets = 1LL << (n - 1);
  permanent_plan *plan = nullptr;
  double *sum = nullptr, result = 0;
  if (permanent_inspect(&plan, n, subsets, matrix.index.data(),
                        matrix.col.data(), matrix.values.data()) ||
      !isGood(cudaMalloc((void **)&sum, sizeof *sum))) {
    fprintf(stderr, "%s\n", sparsec_last_error());
    return 1;
  }
  for (int run = 0; run < runs; run++) {
    if (!isGood(cudaMemset(sum, 0, sizeof *sum)) ||
        !isGood(cudaDeviceSynchronize()))
      return 1;
    const auto start = std::chrono::steady_clock::now();
    const int status = permanent_execute(plan, sum, nullptr);
    if (status || !isGood(cudaDeviceSynchronize())) {
      fprintf(stderr, "%s\n", sparsec_last_error());
      return 1;
    }
    const std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    printf("%.6f s, %.3g subsets/s\n", seconds.count(),
           (double)subsets / seconds.count());
  }
  if (!isGood(cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost)))
    return 1;
  printf("permanent %.15g\n", result * (n % 2 ? 2 : -2));
  permanent_destroy(plan);
  return !isGood(cudaFree(sum));
}
