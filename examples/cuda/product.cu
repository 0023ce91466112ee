// y = A x on a GPU. The plan holds the matrix there; x and y are the caller's.
// Without a GPU the same product is done by the function that needs no plan,
// which says so and runs the original loops.
#include "multiply.h"

#include <sparsec/matrix_market.h>

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

namespace {

int fail(const char *what) {
  std::fprintf(stderr, "product: %s\n", what);
  return 1;
}

/// An error, or null.
const char *onGpu(const sparsec_matrix &A, const std::vector<double> &x,
                  std::vector<double> &y) {
  multiply_plan *plan = nullptr;
  if (multiply_inspect(&plan, A.rows, A.columns, A.index, A.col, A.a))
    return sparsec_last_error();
  const size_t bytesOfX = x.size() * sizeof(double);
  const size_t bytesOfY = y.size() * sizeof(double);
  double *xOnGpu = nullptr, *yOnGpu = nullptr;
  cudaError_t error = cudaMalloc(reinterpret_cast<void **>(&xOnGpu), bytesOfX);
  if (error == cudaSuccess)
    error = cudaMalloc(reinterpret_cast<void **>(&yOnGpu), bytesOfY);
  if (error == cudaSuccess)
    error = cudaMemcpy(xOnGpu, x.data(), bytesOfX, cudaMemcpyHostToDevice);
  if (error == cudaSuccess)
    error = cudaMemset(yOnGpu, 0, bytesOfY);
  const char *problem = nullptr;
  if (error == cudaSuccess && multiply_execute(plan, xOnGpu, yOnGpu, nullptr))
    problem = sparsec_last_error();
  // Waits for the kernel.
  if (error == cudaSuccess && !problem)
    error = cudaMemcpy(y.data(), yOnGpu, bytesOfY, cudaMemcpyDeviceToHost);
  cudaFree(xOnGpu);
  cudaFree(yOnGpu);
  multiply_destroy(plan);
  return error == cudaSuccess ? problem : cudaGetErrorString(error);
}

} // namespace

int main(int argc, char **argv) {
  sparsec_matrix A;
  if (argc != 2)
    return fail("expected a file, matrix.mtx");
  if (sparsec_matrix_read(argv[1], &A))
    return fail(A.message);
  std::vector<double> x(size_t(A.columns) + 1), y(size_t(A.rows) + 1);
  for (int j = 0; j < A.columns; j++)
    x[j] = 1.0 + j % 5;
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) {
    multiply(A.rows, A.columns, A.index, A.col, A.a, x.data(), y.data());
  } else if (const char *problem = onGpu(A, x, y)) {
    return fail(problem);
  }
  double sum = 0;
  for (int i = 0; i < A.rows; i++)
    sum += (i % 7 + 1) * y[i];
  std::printf("%.12g\n", sum);
  sparsec_matrix_free(&A);
  return 0;
}
