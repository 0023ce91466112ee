//===- bench-mkl.cpp - triangular solves and sweeps against Intel MKL -----===//
//
/// \file
/// Times L x = b (recipes/sptrsv/forward-csr.c) and a symmetric Gauss-Seidel
/// step (recipes/gauss-seidel/symmetric.c): the source on one thread, what
/// sparsec makes of it, and MKL, in one process, in turn. bench-mkl.sh builds
/// and runs it.
///
///     bench-mkl ROUNDS MATRIX...   # FILE.mtx.gz, lap2d5:N, lap3d7:N,
///     lap3d27:N
///
/// A matrix has the pattern of the file and its mirror image, the absolute
/// values, and a dominant diagonal. Times are medians over the rounds, in
/// microseconds; speedups are medians of those within a round, best ones those
/// of the shortest times. Inspections are in runs of the source. Every result
/// is compared with that of the source. "spmv" is the time of two products A x
/// on all threads, which read what a step reads, over that of sparsec.
//
//===----------------------------------------------------------------------===//

#include "forward-csr.h"
#include "symmetric.h"

#include <mkl_spblas.h>
#include <omp.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

// The sources under other names.
extern "C" {
void serial_forward_csr(int n, const int *index, const int *col,
                        const double *a, const double *diag, const double *b,
                        double *x);
void serial_symmetric_gauss_seidel(int n, const int *index, const int *col,
                                   const double *a, const double *b,
                                   const double *idiag, double *y);
}

namespace {

using Vector = std::vector<double>;

struct Matrix {
  int n = 0;
  std::vector<int> index{0}, col;
  Vector a;

  void add(int column, double value) {
    col.push_back(column);
    a.push_back(value);
  }
  void endRow() {
    index.push_back(int(col.size()));
    ++n;
  }
};

void fail(const std::string &message) {
  std::fprintf(stderr, "bench-mkl: %s\n", message.c_str());
  std::exit(1);
}

void require(int status, const char *what) {
  if (status != 0)
    fail(std::string(what) + " failed with status " + std::to_string(status));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// The Laplacian of a box of points that differ by at most 1 in each dimension
/// and in at most \p most of them.
Matrix laplacian(int nx, int ny, int nz, int most) {
  Matrix matrix;
  auto isIn = [](int at, int size) { return at >= 0 && at < size; };
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        for (int d = 0; d < 27; ++d) {
          const int dx = d % 3 - 1, dy = d / 3 % 3 - 1, dz = d / 9 - 1;
          if (std::abs(dx) + std::abs(dy) + std::abs(dz) <= most &&
              isIn(x + dx, nx) && isIn(y + dy, ny) && isIn(z + dz, nz))
            matrix.add(((z + dz) * ny + y + dy) * nx + x + dx,
                       d == 13 ? 27 : -1);
        }
        matrix.endRow();
      }
  return matrix;
}

Matrix fromFile(const std::string &path) {
  gzFile file = gzopen(path.c_str(), "r");
  char line[1024];
  if (!file || !gzgets(file, line, sizeof line))
    fail("cannot read " + path);
  const bool hasValues = !std::strstr(line, "pattern");
  do
    if (!gzgets(file, line, sizeof line))
      fail(path + " ends early");
  while (line[0] == '%');
  int n = 0, columns = 0;
  long count = 0;
  std::sscanf(line, "%d %d %ld", &n, &columns, &count);
  if (n != columns)
    fail(path + " is not square");
  std::vector<std::map<int, double>> rows(static_cast<size_t>(n));
  while (count-- > 0 && gzgets(file, line, sizeof line)) {
    int i = 0, j = 0;
    double value = 1;
    std::sscanf(line, hasValues ? "%d %d %lf" : "%d %d", &i, &j, &value);
    rows[size_t(i - 1)][j - 1] = rows[size_t(j - 1)][i - 1] = -std::fabs(value);
  }
  gzclose(file);
  Matrix matrix;
  for (int i = 0; i < n; ++i) {
    auto &row = rows[size_t(i)];
    row[i] = 1;
    for (const auto &[column, value] : row)
      row[i] += column == i ? 0 : std::fabs(value);
    for (const auto &[column, value] : row)
      matrix.add(column, value);
    matrix.endRow();
  }
  return matrix;
}

Matrix make(const std::string &name) {
  const size_t colon = name.find(':');
  const int size =
      colon < name.size() ? std::atoi(name.c_str() + colon + 1) : 0;
  const std::string kind = name.substr(0, colon);
  if (size > 0 && kind == "lap2d5")
    return laplacian(size, size, 1, 1);
  if (size > 0 && kind == "lap3d7")
    return laplacian(size, size, size, 1);
  if (size > 0 && kind == "lap3d27")
    return laplacian(size, size, size, 3);
  return fromFile(name);
}

/// The entries (i, j) of \p matrix with j - i <= \p most.
Matrix lower(const Matrix &matrix, int most) {
  Matrix result;
  for (int i = 0; i < matrix.n; ++i) {
    for (int at = matrix.index[size_t(i)]; at < matrix.index[size_t(i) + 1];
         ++at)
      if (matrix.col[size_t(at)] - i <= most)
        result.add(matrix.col[size_t(at)], matrix.a[size_t(at)]);
    result.endRow();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

double median(Vector values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double least(const Vector &values) {
  return *std::min_element(values.begin(), values.end());
}

/// Seconds that \p work takes once memory and threads are there.
double timeOf(const std::function<void()> &work) {
  work();
  const double start = now();
  work();
  return now() - start;
}

/// Nanoseconds that threads of this process have waited for a processor.
long long waited() {
  long long sum = 0;
  for (const auto &task :
       std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "schedstat");
    long long ran = 0, delay = 0;
    file >> ran >> delay;
    sum += delay;
  }
  return sum;
}

/// Seconds of one run, of \p repeats; tried again, up to 4 times, while others
/// took more than a fiftieth of the processors meanwhile.
double undisturbed(const std::function<void()> &work, int repeats,
                   int &disturbed) {
  for (int attempt = 0;; ++attempt) {
    const long long before = waited();
    const double begin = now();
    for (int k = 0; k < repeats; ++k)
      work();
    const double time = now() - begin;
    const bool isClean =
        1e-9 * double(waited() - before) < 0.02 * time * omp_get_max_threads();
    if (isClean || attempt == 4) {
      disturbed += !isClean;
      return time / repeats;
    }
  }
}

/// What takes part: [0] is the source. Each works on a vector of its own.
struct Runner {
  std::function<void(Vector &)> run;
  double inspection = 0;
  Vector y{}, times{}, quotients{};
};

/// Seconds of two products by \p matrix on all threads.
double twoProducts(const Matrix &matrix) {
  Vector x(size_t(matrix.n), 1), y(size_t(matrix.n)), times;
  auto multiply = [&] {
#pragma omp parallel for
    for (int i = 0; i < matrix.n; ++i) {
      double sum = 0;
      for (int at = matrix.index[size_t(i)]; at < matrix.index[size_t(i) + 1];
           ++at)
        sum += matrix.a[size_t(at)] * x[size_t(matrix.col[size_t(at)])];
      y[size_t(i)] = sum;
    }
  };
  const int repeats = std::max(1, int(0.003 / timeOf(multiply)));
  for (int round = 0; round < 9; ++round) {
    const double begin = now();
    for (int k = 0; k < repeats; ++k)
      multiply();
    times.push_back(2 * (now() - begin) / repeats);
  }
  return median(times);
}

void race(const std::string &matrix, const char *kernel, const Vector &start,
          std::vector<Runner> runners, int rounds, double products) {
  for (Runner &runner : runners) {
    runner.y = start;
    runner.run(runner.y);
    for (size_t i = 0; i < start.size(); ++i)
      if (std::fabs(runner.y[i] - runners[0].y[i]) >
          1e-9 * (1 + std::fabs(runners[0].y[i])))
        fail(matrix + ", " + kernel + ": results differ");
  }
  const double once = timeOf([&] { runners[0].run(runners[0].y); });
  const int repeats = std::max(1, int(0.003 / once));
  // One vector for all: where it lies modulo 4096 bytes costs up to 20 %.
  Vector &common = runners[0].y;
  int disturbed = 0;
  for (int round = 0; round < rounds; ++round)
    for (Runner &runner : runners) {
      runner.times.push_back(
          undisturbed([&] { runner.run(common); }, repeats, disturbed));
      runner.quotients.push_back(runners[0].times.back() / runner.times.back());
    }
  std::printf("| %s | %s |", matrix.c_str(), kernel);
  for (const Runner &runner : runners)
    std::printf(" %.0f |", 1e6 * median(runner.times));
  for (size_t r = 1; r < runners.size(); ++r)
    std::printf(" %.2f |", median(runners[r].quotients));
  for (size_t r = 1; r < runners.size(); ++r)
    std::printf(" %.2f |", least(runners[0].times) / least(runners[r].times));
  for (size_t r = 1; r < runners.size(); ++r)
    std::printf(" %.1f |", runners[r].inspection / median(runners[0].times));
  std::printf(" %.2f |", products / median(runners[1].times));
  const int all = rounds * int(runners.size());
  std::printf(" %d/%d |\n", all - disturbed, all);
  std::fflush(stdout);
}

//===----------------------------------------------------------------------===//
// The two kernels
//===----------------------------------------------------------------------===//

/// A handle of MKL's that is optimized for \p calls calls.
sparse_matrix_t handleOf(Matrix &matrix, const matrix_descr &kind,
                         bool isSolve) {
  const int calls = 1000;
  sparse_matrix_t handle = nullptr;
  require(mkl_sparse_d_create_csr(&handle, SPARSE_INDEX_BASE_ZERO, matrix.n,
                                  matrix.n, matrix.index.data(),
                                  matrix.index.data() + 1, matrix.col.data(),
                                  matrix.a.data()),
          "mkl_sparse_d_create_csr");
  const auto hint =
      isSolve ? mkl_sparse_set_sv_hint : mkl_sparse_set_symgs_hint;
  require(hint(handle, SPARSE_OPERATION_NON_TRANSPOSE, kind, calls), "a hint");
  require(mkl_sparse_optimize(handle), "mkl_sparse_optimize");
  return handle;
}

/// Times making a plan or handle, and keeps the last one.
template <typename Handle>
double inspect(Handle &handle, const std::function<Handle()> &make,
               const std::function<void(Handle)> &destroy) {
  destroy(make());
  const double start = now();
  handle = make();
  return now() - start;
}

void raceSolves(const std::string &name, const Matrix &matrix, const Vector &b,
                int rounds) {
  Matrix strict = lower(matrix, -1), whole = lower(matrix, 0);
  Vector diag;
  for (int i = 0; i < matrix.n; ++i)
    diag.push_back(whole.a[size_t(whole.index[size_t(i) + 1] - 1)]);
  const int n = matrix.n;
  const int *index = strict.index.data(), *col = strict.col.data();
  const double *a = strict.a.data();
  forward_csr_plan *plan = nullptr;
  const double ours = inspect<forward_csr_plan *>(
      plan,
      [&] {
        forward_csr_plan *made = nullptr;
        require(forward_csr_inspect(&made, n, index, col, a), "inspection");
        return made;
      },
      forward_csr_destroy);
  const matrix_descr kind = {SPARSE_MATRIX_TYPE_TRIANGULAR,
                             SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT};
  sparse_matrix_t handle = nullptr;
  const double theirs = inspect<sparse_matrix_t>(
      handle, [&] { return handleOf(whole, kind, true); }, mkl_sparse_destroy);
  race(name, "solve", b,
       {{[&](Vector &x) {
          serial_forward_csr(n, index, col, a, diag.data(), b.data(), x.data());
        }},
        {[&](Vector &x) {
           forward_csr_execute(plan, diag.data(), b.data(), x.data());
         },
         ours},
        {[&](Vector &x) {
           mkl_sparse_d_trsv(SPARSE_OPERATION_NON_TRANSPOSE, 1, handle, kind,
                             b.data(), x.data());
         },
         theirs}},
       rounds, twoProducts(matrix));
  forward_csr_destroy(plan);
  mkl_sparse_destroy(handle);
}

void raceSteps(const std::string &name, Matrix &matrix, const Vector &b,
               int rounds) {
  const int n = matrix.n;
  const int *index = matrix.index.data(), *col = matrix.col.data();
  const double *a = matrix.a.data();
  Vector idiag;
  for (int i = 0; i < n; ++i)
    for (int at = index[i]; at < index[i + 1]; ++at)
      if (col[at] == i)
        idiag.push_back(1 / a[at]);
  symmetric_gauss_seidel_plan *plan = nullptr;
  const double ours = inspect<symmetric_gauss_seidel_plan *>(
      plan,
      [&] {
        symmetric_gauss_seidel_plan *made = nullptr;
        require(symmetric_gauss_seidel_inspect(&made, n, index, col, a),
                "inspection");
        return made;
      },
      symmetric_gauss_seidel_destroy);
  const matrix_descr kind = {SPARSE_MATRIX_TYPE_SYMMETRIC,
                             SPARSE_FILL_MODE_FULL, SPARSE_DIAG_NON_UNIT};
  sparse_matrix_t handle = nullptr;
  const double theirs = inspect<sparse_matrix_t>(
      handle, [&] { return handleOf(matrix, kind, false); },
      mkl_sparse_destroy);
  race(name, "step", Vector(size_t(n), 0),
       {{[&](Vector &y) {
          serial_symmetric_gauss_seidel(n, index, col, a, b.data(),
                                        idiag.data(), y.data());
        }},
        {[&](Vector &y) {
           symmetric_gauss_seidel_execute(plan, b.data(), idiag.data(),
                                          y.data());
         },
         ours},
        {[&](Vector &y) {
           mkl_sparse_d_symgs(SPARSE_OPERATION_NON_TRANSPOSE, handle, kind, 1,
                              b.data(), y.data());
         },
         theirs}},
       rounds, twoProducts(matrix));
  symmetric_gauss_seidel_destroy(plan);
  mkl_sparse_destroy(handle);
}

} // namespace

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
  if (rounds < 1)
    fail("usage: bench-mkl ROUNDS MATRIX...");
  std::printf(
      "| matrix | kernel | serial, us | sparsec, us | MKL, us | sparsec "
      "| MKL | best: sparsec | MKL | inspector: sparsec | MKL | spmv | clean |\n"
      "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (int arg = 2; arg < argc; ++arg) {
    Matrix matrix = make(argv[arg]);
    std::string name = argv[arg];
    name = name.substr(name.find_last_of('/') + 1);
    name = name.substr(0, name.find(".mtx"));
    Vector b;
    for (int i = 0; i < matrix.n; ++i)
      b.push_back(std::sin(double(i)));
    raceSolves(name, matrix, b, rounds);
    raceSteps(name, matrix, b, rounds);
  }
  return 0;
}
