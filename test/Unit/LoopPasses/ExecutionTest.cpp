//===- ExecutionTest.cpp - lowered loops, compiled and run ----------------===//
///
/// \file
/// Each test puts the lowered loops into a C function beside the plain loops
/// and compares their results for all small sizes.
///
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

const char *const prelude = R"(
#include <stdio.h>
static int sparsec_min_int(int a, int b) { return a < b ? a : b; }
static int sparsec_max_int(int a, int b) { return a > b ? a : b; }
static double fill(int i) { return (i * 7 % 13) - 6; }
)";

/// Compiles \p code with all warnings and runs it; its exit status.
int runC(const std::string &code) {
  llvm::SmallString<128> folder;
  if (llvm::sys::fs::createUniqueDirectory("sparsec-lowering", folder))
    return -1;
  std::string source = (folder + "/t.c").str(), binary = (folder + "/t").str();
  std::error_code error;
  {
    llvm::raw_fd_ostream out(source, error);
    out << prelude << code;
  }
  auto cc = llvm::sys::findProgramByName("cc");
  if (!cc)
    return -1;
  std::vector<llvm::StringRef> args = {*cc,
                                       "-O1",
                                       "-Wall",
                                       "-Wextra",
                                       "-Wno-unused-function",
                                       "-Werror",
                                       "-fsanitize=address,undefined",
                                       "-o",
                                       binary,
                                       source};
  int status = llvm::sys::ExecuteAndWait(*cc, args);
  if (status == 0)
    status = llvm::sys::ExecuteAndWait(binary, {binary});
  llvm::sys::fs::remove_directories(folder);
  return status;
}

std::string function(const std::string &head, const std::string &body) {
  return "static void " + head + " {\n" + body + "}\n";
}

TEST(Execution, UnrolledBlocksWithRemaindersInRowsAndColumns) {
  Nest nest;
  std::string head =
      "(int n, int m, const long long *offset, const int *explicit_kk, const "
      "double *a_prime, const double *x, double *y)";
  std::string code =
      function("f" + head, nest.lower(makeBcsr(nest, unrolled(0))));
  code += R"(
int main(void) {
  for (int n = 1; n < 12; n++)
    for (int m = 1; m < 12; m++) {
      int rows = (n + 2) / 3, cols = (m + 2) / 3;
      long long offset[5] = {0};
      int kk[16];
      double a[16 * 9], x[m], y[n], z[n];
      for (int ii = 0; ii < rows; ii++) {
        offset[ii + 1] = offset[ii];
        for (int c = 0; c < cols; c++)
          if ((ii + c) % 3 != 1)
            kk[offset[ii + 1]++] = c;
      }
      for (int i = 0; i < 144; i++) a[i] = fill(i);
      for (int i = 0; i < m; i++) x[i] = fill(i + 3);
      for (int i = 0; i < n; i++) y[i] = z[i] = fill(i + 5);
      f(n, m, offset, kk, a, x, y);
      for (int r = 0; r < n; r++)
        for (long long p = offset[r / 3]; p < offset[r / 3 + 1]; p++)
          for (int k = 0; k < 3; k++)
            if (3 * kk[p] + k < m)
              z[r] += a[p * 9 + r % 3 * 3 + k] * x[3 * kk[p] + k];
      for (int i = 0; i < n; i++)
        if (y[i] != z[i]) return 1;
    }
  return 0;
}
)";
  EXPECT_EQ(runC(code), 0) << code;
}

TEST(Execution, DiagonalsStayInsideTheVectors) {
  Nest nest;
  makeDia(nest);
  ScheduleTree i = nest.loop("i", "i mod 4", nest.leaf("X"));
  ScheduleTree p = nest.loop("p", "p", std::move(i));
  std::string code = function(
      "f(int n, int m, int count, const int *diag, const double *a_prime, "
      "const double *x, double *y)",
      nest.lower(nest.loop("ii", "floor(i/4)", std::move(p))));
  code += R"(
int main(void) {
  for (int n = 1; n < 11; n++)
    for (int m = 1; m < 11; m++) {
      int diag[32], count = 0;
      double a[32 * 16], x[m], y[n], z[n];
      for (int d = 1 - n; d < m; d += 2) diag[count++] = d;
      for (int i = 0; i < 512; i++) a[i] = fill(i);
      for (int i = 0; i < m; i++) x[i] = fill(i + 3);
      for (int i = 0; i < n; i++) y[i] = z[i] = fill(i);
      f(n, m, count, diag, a, x, y);
      for (int p = 0; p < count; p++)
        for (int i = 0; i < n; i++)
          if (0 <= i + diag[p] && i + diag[p] < m)
            z[i] += a[p * n + i] * x[i + diag[p]];
      for (int i = 0; i < n; i++)
        if (y[i] != z[i]) return 1;
    }
  return 0;
}
)";
  EXPECT_EQ(runC(code), 0) << code;
}

TEST(Execution, TilesOfRowsWithEmptyOnes) {
  Nest nest;
  makeSpmv(nest);
  ScheduleTree j = nest.loop("j", "(j - lo) mod 2", nest.leaf("S"));
  ScheduleTree jj = nest.loop("jj", "floor((j - lo)/2)", std::move(j));
  ScheduleTree i = nest.loop("i", "i mod 3", std::move(jj), unrolled(0));
  std::string code = function(
      "f(int n, const int *index, const int *col, const double *a, const "
      "double *x, double *y)",
      nest.lower(nest.loop("ii", "floor(i/3)", std::move(i))));
  code += R"(
int main(void) {
  for (int n = 0; n < 14; n++) {
    int index[16] = {0}, col[64];
    double a[64], x[8], y[16], z[16];
    for (int i = 0; i < n; i++) index[i + 1] = index[i] + (i * 5 + n) % 4;
    for (int j = 0; j < 64; j++) { a[j] = fill(j); col[j] = j * 3 % 8; }
    for (int i = 0; i < 8; i++) x[i] = fill(i + 3);
    for (int i = 0; i < n; i++) y[i] = z[i] = fill(i);
    f(n, index, col, a, x, y);
    for (int i = 0; i < n; i++)
      for (int j = index[i]; j < index[i + 1]; j++)
        z[i] += a[j] * x[col[j]];
    for (int i = 0; i < n; i++)
      if (y[i] != z[i]) return 1;
  }
  return 0;
}
)";
  EXPECT_EQ(runC(code), 0) << code;
}

TEST(Execution, JammedMatrixProductOfOddSizes) {
  Nest nest;
  LoopMarks jam = unrolled(3);
  jam.jam = true;
  std::string code =
      function("f(int n, const double *A, const double *B, double *C)",
               nest.lower(makeMatmul(nest, jam)));
  code += R"(
int main(void) {
  for (int n = 0; n < 9; n++) {
    double A[81], B[81], C[81], D[81];
    for (int i = 0; i < n * n; i++) {
      A[i] = fill(i);
      B[i] = fill(i + 2);
      C[i] = D[i] = fill(i + 4);
    }
    f(n, A, B, C);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
          D[i * n + j] += A[i * n + k] * B[k * n + j];
    for (int i = 0; i < n * n; i++)
      if (C[i] != D[i]) return 1;
  }
  return 0;
}
)";
  EXPECT_EQ(runC(code), 0) << code;
}

} // namespace
