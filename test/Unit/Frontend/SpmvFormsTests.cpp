//===- SpmvFormsTests.cpp - one meaning, many spellings -------------------===//
///
/// \file
/// The same kernel renamed, with macros, with end pointers, through structs and
/// local pointers: the same sets.
///
//===----------------------------------------------------------------------===//

#include "Parsed.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

void expectRows(const Parsed &parsed, const std::string &n,
                const std::string &low, const std::string &high) {
  EXPECT_TRUE(parsed.program) << parsed.diagnostics;
  isl::set rows(parsed.session.ctx(), "[n] -> { S0[i,j] : 0 <= i < n }");
  EXPECT_TRUE(parsed.program->statement("S0").domain.is_equal(
      poly::renameParam(rows, "n", n)));
  EXPECT_TRUE(parsed.hasConstraints("S0",
                                    "[lo, hi] -> { S0[i,j] : lo <= j < hi }",
                                    {{low, "lo"}, {high, "hi"}}));
  EXPECT_EQ(verify(*parsed.program), "");
}

TEST(SpmvForms, Plain) {
  Parsed parsed(R"(
void spmv(int n, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
})");
  expectRows(parsed, "n", "index(i)", "index(i + 1)");
  const Statement &statement = parsed.program->statement("S0");
  EXPECT_EQ(statement.assignment->op, Update::Add);
  EXPECT_TRUE(statement.assignment->isReduction());
  EXPECT_EQ(statement.calls.count("col(j)"), 1u);
  EXPECT_TRUE(parsed.program->arrays.at("index").isIndex);
  EXPECT_FALSE(parsed.program->arrays.at("a").isIndex);
}

TEST(SpmvForms, MacrosAndTypedefs) {
  Parsed parsed(R"(
typedef int idx; typedef double real;
#define FOR(i, lo, hi) for (idx i = (lo); i < (hi); ++i)
void product(idx rows, const idx *p, const idx *c, const real *v,
             const real *in, real *out) {
  FOR(r, 0, rows) FOR(q, p[r], p[r + 1]) out[r] = v[q] * in[c[q]] + out[r];
})");
  expectRows(parsed, "rows", "p(r)", "p(r + 1)");
  EXPECT_EQ(parsed.program->statement("S0").assignment->op, Update::Add);
}

TEST(SpmvForms, EndPointers) {
  Parsed parsed(R"(
void spmv(int n, const int *ptr, const int *end, const int *col,
          const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = ptr[i]; j <= end[i] - 1; j++)
      *(y + i) += *(a + j) * x[*(col + j)];
})");
  expectRows(parsed, "n", "ptr(i)", "end(i)");
}

TEST(SpmvForms, StructMembers) {
  Parsed parsed(R"(
struct csr { int n; int *rowptr; int *col; double *val; };
void spmv(const struct csr *A, const double *x, double *y) {
  for (int i = 0; i < A->n; i++)
    for (int j = A->rowptr[i]; j < A->rowptr[i + 1]; j++)
      y[i] += A->val[j] * x[A->col[j]];
})");
  expectRows(parsed, "A->n", "A->rowptr(i)", "A->rowptr(i + 1)");
  EXPECT_TRUE(parsed.program->arrays.count("A->val"));
}

TEST(SpmvForms, BoundsInScalars) {
  Parsed parsed(R"(
void spmv(int n, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  int i, j, lo, hi;
  for (i = 0; i < n; i++) {
    lo = index[i];
    hi = index[i + 1];
    for (j = lo; hi > j; j += 1) {
      const int k = col[j];
      y[i] += a[j] * x[k];
    }
  }
})");
  expectRows(parsed, "n", "index(i)", "index(i + 1)");
}

TEST(SpmvForms, OneBased) {
  Parsed parsed(R"(
void spmv(int n, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 1; i <= n; i++)
    for (int j = index[i - 1]; j <= index[i] - 1; j++)
      y[i - 1] += a[j - 1] * x[col[j - 1] - 1];
})");
  EXPECT_TRUE(parsed.hasDomain("S0", "[n] -> { S0[i,j] : 1 <= i <= n }"));
  EXPECT_TRUE(
      parsed.hasConstraints("S0", "[lo, hi] -> { S0[i,j] : lo <= j < hi }",
                            {{"index(i - 1)", "lo"}, {"index(i)", "hi"}}));
}

TEST(SpmvForms, Coordinates) {
  Parsed parsed(R"(
void coo(long nnz, const int *row, const int *col, const float *a,
         const float *x, float *y) {
  for (long e = 0; e < nnz; e++) y[row[e]] += a[e] * x[col[e]];
})");
  EXPECT_TRUE(parsed.hasDomain("S0", "[nnz] -> { S0[e] : 0 <= e < nnz }"));
  EXPECT_EQ(parsed.program->statement("S0").calls.size(), 2u);
}

TEST(SpmvForms, LocalPointersToRows) {
  Parsed parsed(R"(
void spmv(int n, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    const int *cols = col + index[i];
    const double *vals = &a[index[i]];
    for (int k = 0; k < index[i + 1] - index[i]; k++)
      y[i] += vals[k] * x[cols[k]];
  }
})");
  EXPECT_TRUE(
      parsed.hasConstraints("S0", "[lo, hi] -> { S0[i,k] : lo <= k < hi }",
                            {{"index(i)", "lo"}, {"index(i + 1)", "hi"}}));
  EXPECT_EQ(parsed.program->statement("S0").assignment->value.operands[0].text,
            "a");
}

TEST(SpmvForms, NestedIndexArrays) {
  Parsed parsed(R"(
void spmv(int n, const int *perm, const int *index, const double *a,
          double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[perm[i]]; j < index[perm[i] + 1]; j++)
      y[perm[i]] += a[j];
})");
  expectRows(parsed, "n", "index(perm(i))", "index(perm(i) + 1)");
}

} // namespace
