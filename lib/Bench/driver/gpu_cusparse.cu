/*===- gpu_cusparse.cu - the same product by cuSPARSE ---------------------===*\
|*
|* y = A x or y += A x with each algorithm of cusparseSpMV that takes the
|* matrix, on the kernel's own device arrays. bench_kernel.h says which slots
|* the operands are in.
|*
\*===----------------------------------------------------------------------===*/
#include "bench_gpu.h"
#include "gpu_formats.h"

#include <cusparse.h>
#include <stdio.h>
#include <string.h>

namespace {

#if BENCH_PEER_VALUE_BYTES == 8
using Number = double;
constexpr cudaDataType number_type = CUDA_R_64F;
#else
using Number = float;
constexpr cudaDataType number_type = CUDA_R_32F;
#endif
constexpr Number alpha = 1, beta = BENCH_PEER_BETA;
constexpr cusparseOperation_t operation =
    BENCH_PEER_TRANSPOSED ? CUSPARSE_OPERATION_TRANSPOSE
                          : CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr cusparseIndexBase_t index_base =
    BENCH_PEER_BASE ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
constexpr double most_fill = 4;
constexpr int64_t most_elements = 2147483647;

enum Format { CSR, COO, SELL, BSR };

struct Peer {
  const char *label;
  Format format;
  cusparseSpMVAlg_t algorithm;
};

const Peer peers[] = {
    {"cusparse csr", CSR, CUSPARSE_SPMV_ALG_DEFAULT},
    {"cusparse csr alg1", CSR, CUSPARSE_SPMV_CSR_ALG1},
    {"cusparse csr alg2", CSR, CUSPARSE_SPMV_CSR_ALG2},
    {"cusparse coo alg1", COO, CUSPARSE_SPMV_COO_ALG1},
    {"cusparse coo alg2", COO, CUSPARSE_SPMV_COO_ALG2},
    {"cusparse sell", SELL, CUSPARSE_SPMV_SELL_ALG1},
#if CUSPARSE_VERSION >= 12603
    {"cusparse bsr", BSR, CUSPARSE_SPMV_BSR_ALG1},
#endif
};

cusparseIndexType_t index_type(int bytes) {
  return bytes == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
}

template <typename Index, typename Start>
__global__ void bench_expand(const Start *pointer, Index *row, int64_t rows,
                             int base) {
  const int64_t r = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (r < rows)
    for (Start e = pointer[r] - base; e < pointer[r + 1] - base; ++e)
      row[e] = (Index)(r + base);
}

/* One matrix in one format, ready to multiply. */
class Product {
public:
  Product(struct bench_case *c, void *const *device);
  ~Product();

  /* False where cuSPARSE, or the matrix, does not suit; note says why. */
  bool prepare(const Peer &peer);
  static int launch(void *context) {
    return static_cast<Product *>(context)->multiply();
  }

  char note[128] = "";
  double inspect = 0, format_bytes = 0;

private:
  bool check(cusparseStatus_t status, const char *call);
  bool refuse(const char *why);
  template <typename T> T *take(size_t count);
  template <typename T> T *put(const std::vector<T> &values);
  bool makeMatrix(Format format);
  bool makeCoo();
  bool makeSlices();
  bool makeBlocks();
  bool makeReady();
  int multiply();

  struct bench_case *c;
  void *const *device;
  CsrView a;
  const Number *values;
  cusparseHandle_t handle = nullptr;
  cusparseSpMatDescr_t matrix = nullptr;
  cusparseDnVecDescr_t x = nullptr, y = nullptr;
  cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT;
  std::vector<void *> memory;
  void *work = nullptr;
  double copies = 0; /* seconds */
};

#define TRY(call)                                                              \
  do {                                                                         \
    if (!check((call), #call))                                                 \
      return false;                                                            \
  } while (0)

Product::Product(struct bench_case *c, void *const *device)
    : c(c), device(device) {
  void *const *host = c->inputs.args;
  a.rows = (int64_t)c->elements[BENCH_PEER_POINTER] - 1;
  a.columns = (int64_t)
      c->elements[BENCH_PEER_TRANSPOSED ? BENCH_PEER_Y : BENCH_PEER_X];
  a.pointer = (const unsigned char *)host[BENCH_PEER_POINTER];
  a.column = (const unsigned char *)host[BENCH_PEER_COLUMN];
  a.pointer_bytes = bench_slots[BENCH_PEER_POINTER].bytes;
  a.column_bytes = bench_slots[BENCH_PEER_COLUMN].bytes;
  a.base = BENCH_PEER_BASE;
  a.entries = a.start(a.rows);
  values = (const Number *)host[BENCH_PEER_VALUE];
}

Product::~Product() {
  if (matrix)
    cusparseDestroySpMat(matrix);
  if (x)
    cusparseDestroyDnVec(x);
  if (y)
    cusparseDestroyDnVec(y);
  if (handle)
    cusparseDestroy(handle);
  for (void *block : memory)
    cudaFree(block);
}

bool Product::check(cusparseStatus_t status, const char *call) {
  if (status == CUSPARSE_STATUS_SUCCESS)
    return true;
  snprintf(note, sizeof note, "%.*s says %s", (int)strcspn(call, "("), call,
           cusparseGetErrorString(status));
  return false;
}

bool Product::refuse(const char *why) {
  snprintf(note, sizeof note, "%s", why);
  return false;
}

template <typename T> T *Product::take(size_t count) {
  void *block = nullptr;
  bench_cuda(cudaMalloc(&block, count * sizeof(T) + 16));
  memory.push_back(block);
  return (T *)block;
}

template <typename T> T *Product::put(const std::vector<T> &from) {
  const double start = bench_seconds();
  T *to = take<T>(from.size());
  bench_cuda(cudaMemcpy(to, from.data(), from.size() * sizeof(T),
                        cudaMemcpyHostToDevice));
  format_bytes += (double)(from.size() * sizeof(T));
  copies += bench_seconds() - start;
  return to;
}

template <typename Index>
Index *expand(const CsrView &a, const void *pointer, Index *row) {
  const unsigned blocks = (unsigned)((a.rows + 255) / 256);
  if (a.pointer_bytes == 8)
    bench_expand<<<blocks, 256, 0, bench_stream>>>((const int64_t *)pointer,
                                                   row, a.rows, (int)a.base);
  else
    bench_expand<<<blocks, 256, 0, bench_stream>>>((const int32_t *)pointer,
                                                   row, a.rows, (int)a.base);
  return row;
}

bool Product::makeCoo() {
  void *row = a.column_bytes == 8
                  ? (void *)expand(a, device[BENCH_PEER_POINTER],
                                   take<int64_t>((size_t)a.entries))
                  : (void *)expand(a, device[BENCH_PEER_POINTER],
                                   take<int32_t>((size_t)a.entries));
  format_bytes = (double)a.entries *
                 (2 * a.column_bytes + (double)sizeof(Number));
  TRY(cusparseCreateCoo(&matrix, a.rows, a.columns, a.entries, row,
                        device[BENCH_PEER_COLUMN], device[BENCH_PEER_VALUE],
                        index_type(a.column_bytes), index_base, number_type));
  return true;
}

bool Product::makeSlices() {
  const int64_t elements = slice_elements(a, Slices<Number>::height);
  if ((double)elements > most_fill * (double)a.entries ||
      elements > most_elements)
    return refuse("padding over 4 times the entries");
  const Slices<Number> s = to_slices(a, values, elements);
  snprintf(note, sizeof note, "slices of 32, fill %.2f",
           (double)elements / (double)a.entries);
  TRY(cusparseCreateSlicedEll(&matrix, a.rows, a.columns, a.entries, elements,
                              Slices<Number>::height, put(s.pointer),
                              put(s.column), put(s.value), CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              number_type));
  return true;
}

bool Product::makeBlocks() {
  /* Finding the order of the blocks is not what a user would pay for. */
  double start = bench_seconds();
  const int64_t size = best_block(a, sizeof(Number), 2);
  copies += bench_seconds() - start;
  if (!size)
    return refuse("no blocks that divide it are half full");
  const Blocks<Number> b = to_blocks(a, values, size);
  snprintf(note, sizeof note, "%dx%d, fill %.2f", (int)size, (int)size,
           (double)b.value.size() / (double)a.entries);
  TRY(cusparseCreateBsr(&matrix, b.rows, b.columns, (int64_t)b.column.size(),
                        size, size, put(b.pointer), put(b.column),
                        put(b.value), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                        CUSPARSE_INDEX_BASE_ZERO, number_type,
                        CUSPARSE_ORDER_ROW));
  return true;
}

bool Product::makeMatrix(Format format) {
  const bool is_small =
      a.entries <= most_elements && a.columns <= most_elements;
  if (a.entries == 0)
    return refuse("the matrix has no entries");
  if (format == CSR) {
    format_bytes = (double)a.entries * (a.column_bytes + (double)sizeof(Number)) +
                   (double)(a.rows + 1) * a.pointer_bytes;
    TRY(cusparseCreateCsr(&matrix, a.rows, a.columns, a.entries,
                          device[BENCH_PEER_POINTER], device[BENCH_PEER_COLUMN],
                          device[BENCH_PEER_VALUE], index_type(a.pointer_bytes),
                          index_type(a.column_bytes), index_base, number_type));
    return true;
  }
  if (format == COO)
    return makeCoo();
  if (BENCH_PEER_TRANSPOSED || !is_small)
    return refuse(BENCH_PEER_TRANSPOSED ? "not for a transposed matrix"
                                        : "more than 2^31 entries");
  return format == SELL ? makeSlices() : makeBlocks();
}

bool Product::makeReady() {
  size_t bytes = 0;
  TRY(cusparseSpMV_bufferSize(handle, operation, &alpha, matrix, x, &beta, y,
                              number_type, algorithm, &bytes));
  work = take<unsigned char>(bytes);
  TRY(cusparseSpMV_preprocess(handle, operation, &alpha, matrix, x, &beta, y,
                              number_type, algorithm, work));
  return true;
}

bool Product::prepare(const Peer &peer) {
  algorithm = peer.algorithm;
  TRY(cusparseCreate(&handle));
  TRY(cusparseSetStream(handle, bench_stream));
  const int64_t from = BENCH_PEER_TRANSPOSED ? a.rows : a.columns,
                to = BENCH_PEER_TRANSPOSED ? a.columns : a.rows;
  TRY(cusparseCreateDnVec(&x, from, device[BENCH_PEER_X], number_type));
  TRY(cusparseCreateDnVec(&y, to, device[BENCH_PEER_Y], number_type));
  bench_cuda(cudaDeviceSynchronize());
  const double start = bench_seconds();
  if (!makeMatrix(peer.format))
    return false;
  bench_cuda(cudaDeviceSynchronize());
  if (!makeReady())
    return false;
  bench_cuda(cudaDeviceSynchronize());
  inspect = bench_seconds() - start - copies;
  return true;
}

int Product::multiply() {
  return cusparseSpMV(handle, operation, &alpha, matrix, x, &beta, y,
                      number_type, algorithm, work) != CUSPARSE_STATUS_SUCCESS;
}

int measure_peer(struct bench_case *c, void *const *device, const Peer &peer) {
  bench_stage = peer.label;
  bench_restore_written();
  Product product(c, device);
  struct bench_gpu_row row = {peer.label, product.note, -1};
  if (!product.prepare(peer) || Product::launch(&product)) {
    printf("without\t%s\t%s\t%s\n", c->name, peer.label,
           product.note[0] ? product.note : "cusparseSpMV failed");
    return 0;
  }
  bench_written_from_gpu(c->generated.args);
  if (bench_compare(c, &row.worst) ||
      bench_time_launches(Product::launch, &product, &row.times))
    return 1;
  const int vectors[] = {BENCH_PEER_X, BENCH_PEER_Y};
  row.own_bytes = product.format_bytes;
  for (int s : vectors)
    row.own_bytes += (double)c->elements[s] * bench_slots[s].bytes;
  row.inspect = row.inspect_range[0] = row.inspect_range[1] = product.inspect;
  bench_print_row(c, &row);
  return 0;
}

} // namespace

int bench_measure_peers(struct bench_case *c) {
  int failed = 0;
  bench_copy(&c->generated, &c->inputs);
  void *const *device = bench_to_gpu(c->generated.args);
  bench_keep_written();
  for (const Peer &peer : peers)
    failed |= measure_peer(c, device, peer);
  return failed;
}
