//===- ProductTests.cpp - matrix-vector products by facts and accesses ----===//
#include "ParsedText.h"

#include "sparsec/Bench/Product.h"

#include <gtest/gtest.h>

using namespace sparsec;
using namespace sparsec::bench;

namespace {

class ProductTest : public testing::Test {
protected:
  /// The product in a kernel f whose matrix is r, c, v with \p fact in front,
  /// \p parameters after those and \p body.
  llvm::Expected<Product> find(const std::string &fact,
                               const std::string &parameters,
                               const std::string &body) {
    const std::string source = "#pragma sparsec " + fact +
                               "\nvoid f(int n, int m, const int *r, const int "
                               "*c, const double *v, " +
                               parameters + ") {\n" + body + "\n}\n";
    Program program = sparsec::test::parseText(session, source);
    return findProduct(program, llvm::cantFail(describeKernel(program)));
  }

  std::string refusal(const std::string &parameters, const std::string &body) {
    llvm::Expected<Product> product = find(csr, parameters, body);
    return product ? "accepted" : llvm::toString(product.takeError());
  }

  const std::string csr = "csr(n, m, r, c, v)";
  const std::string vectors = "const double *p, double *q";
  Session session;
};

const char *const rows = "for (int i = 0; i < n; i++)\n"
                         "  for (int k = r[i]; k < r[i + 1]; k++)\n";

TEST_F(ProductTest, IsFoundWhateverTheNames) {
  Product product = llvm::cantFail(
      find(csr, vectors, std::string(rows) + "q[i] += p[c[k]] * v[k];"));
  EXPECT_EQ(product.pointer, 2u);
  EXPECT_EQ(product.column, 3u);
  EXPECT_EQ(product.value, 4u);
  EXPECT_EQ(product.x, 5u);
  EXPECT_EQ(product.y, 6u);
  EXPECT_EQ(product.base, 0);
  EXPECT_TRUE(product.adds);
  EXPECT_FALSE(product.isTransposed);
}

TEST_F(ProductTest, MayStartAtZeroBeTransposedOrBaseOne) {
  Product fresh = llvm::cantFail(
      find(csr, vectors,
           "for (int i = 0; i < n; i++) {\n  q[i] = 0;\n  for (int k = r[i]; "
           "k < r[i + 1]; k++)\n    q[i] += v[k] * p[c[k]];\n}"));
  EXPECT_FALSE(fresh.adds);
  Product transposed = llvm::cantFail(
      find(csr, vectors, std::string(rows) + "q[c[k]] += v[k] * p[i];"));
  EXPECT_TRUE(transposed.isTransposed);
  Product one = llvm::cantFail(
      find("csr_base1(n, m, r, c, v)", vectors,
           "for (int i = 0; i < n; i++)\n  for (int k = r[i] - 1; k < r[i + 1] "
           "- 1; k++)\n    q[i] += v[k] * p[c[k] - 1];"));
  EXPECT_EQ(one.base, 1);
}

TEST_F(ProductTest, RefusesWhatIsNone) {
  EXPECT_NE(refusal(vectors, std::string(rows) + "q[i] -= v[k] * p[c[k]];")
                .find("is neither"),
            std::string::npos);
  EXPECT_NE(refusal(vectors + ", double s",
                    std::string(rows) + "q[i] += v[k] * p[c[k]];")
                .find("it has the scalar 's'"),
            std::string::npos);
  EXPECT_NE(refusal("const double *p, const double *o, double *q",
                    std::string(rows) + "q[i] += v[k] * p[c[k]];")
                .find("it reads 'p' and 'o'"),
            std::string::npos);
  EXPECT_NE(refusal("const float *p, double *q",
                    std::string(rows) + "q[i] += v[k] * p[c[k]];")
                .find("are of different types"),
            std::string::npos);
  EXPECT_NE(refusal(vectors, std::string(rows) + "q[i] += v[k] * p[k];")
                .find("does not pair 'p' and 'q'"),
            std::string::npos);
}

TEST_F(ProductTest, RefusesOtherSumsOfTheSameArrays) {
  const char *const sum = "q[i] += v[k] * p[c[k]];";
  for (const char *loops :
       {"for (int i = 0; i < n; i++) for (int k = r[i] + 1; k < r[i + 1]; k++)",
        "for (int i = 1; i < n; i++) for (int k = r[i]; k < r[i + 1]; k++)",
        "for (int i = 0; i < n; i++) for (int k = r[0]; k < r[i + 1]; k++)",
        "for (int i = 0; i < n; i++) for (int k = r[i]; k < r[i + 1]; k++) if "
        "(c[k] < i)",
        "for (int i = 0; i < n; i++) for (int k = r[i]; k < r[i + 1]; k++) if "
        "(v[k] > 0)",
        "for (int t = 0; t < m; t++) for (int i = 0; i < n; i++) for (int k = "
        "r[i]; k < r[i + 1]; k++)"})
    EXPECT_NE(refusal(vectors, std::string(loops) + sum), "accepted") << loops;
  for (const char *other :
       {"q[i] += v[k] * p[c[k] - 1];", "q[i] += v[k] * p[c[r[i]]];",
        "q[i] += (int)(v[k] * p[c[k]]);", "q[i / 2] += v[k] * p[c[k]];"})
    EXPECT_NE(refusal(vectors, std::string(rows) + other), "accepted") << other;
}

TEST_F(ProductTest, TakesOnlyStartsFromZero) {
  const std::string sum = std::string(rows) + "q[i] += v[k] * p[c[k]];",
                    transposed = "for (int k = r[i]; k < r[i + 1]; k++) "
                                 "q[c[k]] += v[k] * p[i];";
  const std::string all = "for (int i = 0; i < n; i++) ";
  EXPECT_EQ(refusal(vectors, all + "q[i] = 0.0f;" + sum), "accepted");
  EXPECT_NE(refusal(vectors, all + "q[i] = 1;" + sum), "accepted");
  EXPECT_NE(refusal(vectors, sum + all + "q[i] = 0;"), "accepted");
  EXPECT_NE(refusal(vectors, "for (int i = 1; i < n; i++) q[i] = 0;" + sum),
            "accepted");
  EXPECT_EQ(refusal(vectors,
                    "for (int j = 0; j < m; j++) q[j] = 0;" + all + transposed),
            "accepted");
  EXPECT_NE(refusal(vectors, all + "{ q[i] = 0; " + transposed + " }"),
            "accepted");
}

} // namespace
