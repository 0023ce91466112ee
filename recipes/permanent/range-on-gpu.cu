// What sparsec-permanent loads: a slice of the sum on one GPU. kernel.cu is
// permanent-range.c, derived by range.script.
#include "kernel.cu"

static int slice_on_gpu(int n, long long subsets, long long first, int groups,
                        int lanes, long long size, const int *index,
                        const int *col, const double *a, double *sum) {
  const size_t bytes = (size_t)groups * lanes * 2 * sizeof *sum;
  permanent_range_plan *plan = NULL;
  double *device_sum = NULL;
  int status = permanent_range_inspect(&plan, n, subsets, groups, lanes, size,
                                       index, col, a);
  if (status == SPARSEC_OK &&
      cudaMalloc((void **)&device_sum, bytes) != cudaSuccess)
    status = sparsec_fail(SPARSEC_CUDA_ERROR, "no memory on the GPU");
  if (status == SPARSEC_OK)
    status = permanent_range_execute(plan, first, device_sum, 0);
  if (status == SPARSEC_OK && cudaMemcpy(sum, device_sum, bytes,
                                         cudaMemcpyDeviceToHost) != cudaSuccess)
    status = sparsec_fail(SPARSEC_CUDA_ERROR, "a slice failed: %s",
                          cudaGetErrorString(cudaGetLastError()));
  cudaFree(device_sum);
  permanent_range_destroy(plan);
  return status;
}

extern "C" int permanent_slice_in_pairs(int device, int n, long long subsets,
                               long long first, int groups, int lanes,
                               long long size, const int *index, const int *col,
                               const double *a, double *sum,
                               const char **message) {
  int status = SPARSEC_OK;
  if (cudaSetDevice(device) != cudaSuccess)
    status = sparsec_fail(SPARSEC_CUDA_ERROR, "GPU %d cannot be used: %s",
                          device, cudaGetErrorString(cudaGetLastError()));
  if (status == SPARSEC_OK)
    status = slice_on_gpu(n, subsets, first, groups, lanes, size, index, col, a,
                          sum);
  if (status != SPARSEC_OK)
    *message = sparsec_last_error();
  return status;
}
