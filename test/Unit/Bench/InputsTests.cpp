//===- InputsTests.cpp - arguments from matrices, facts and options -------===//
#include "ParsedText.h"

#include "sparsec/Bench/CorruptedInputs.h"
#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/Generators.h"
#include "sparsec/Bench/Inputs.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

using namespace sparsec;
using namespace sparsec::bench;

namespace {

class InputsTest : public testing::Test {
protected:
  /// The only function of \p source.
  Program parse(const std::string &source) {
    return sparsec::test::parseText(session, source);
  }

  Inputs bind(const Program &program,
              llvm::ArrayRef<const CsrMatrix *> matrices,
              const BindingOptions &options = {}) {
    kernel = llvm::cantFail(describeKernel(program));
    return llvm::cantFail(bindInputs(program, kernel, matrices, options));
  }

  std::string refusal(const Program &program,
                      llvm::ArrayRef<const CsrMatrix *> matrices,
                      const BindingOptions &options = {}) {
    kernel = llvm::cantFail(describeKernel(program));
    llvm::Expected<Inputs> inputs =
        bindInputs(program, kernel, matrices, options);
    return inputs ? "accepted" : llvm::toString(inputs.takeError());
  }

  size_t slot(const std::string &name) const {
    for (size_t s = 0; s < kernel.slots.size(); ++s)
      if (kernel.slots[s].name == name)
        return s;
    ADD_FAILURE() << "no slot " << name;
    return 0;
  }

  std::vector<int> ints(const Inputs &inputs, const std::string &name) const {
    const std::vector<unsigned char> &bytes = inputs.bytes[slot(name)];
    std::vector<int> values(bytes.size() / sizeof(int));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  Session session;
  Kernel kernel;
};

constexpr const char *spmv =
    "#pragma sparsec csr(n, m, index, col, a)\n"
    "void spmv(int n, int m, const int *index, const int *col,\n"
    "          const double *a, const double *x, double *y) {\n"
    "  for (int i = 0; i < n; i++)\n"
    "    for (int j = index[i]; j < index[i + 1]; j++)\n"
    "      y[i] += a[j] * x[col[j]];\n"
    "}\n";

TEST_F(InputsTest, MatrixFillsTheSparseArguments) {
  Program program = parse(spmv);
  std::vector<SparseArgument> sparse = sparseArguments(program);
  ASSERT_EQ(sparse.size(), 1u);
  EXPECT_EQ(sparse[0].pointer, "index");
  EXPECT_EQ(sparse[0].columns, std::vector<std::string>{"col"});
  EXPECT_EQ(sparse[0].values, std::vector<std::string>{"a"});
  EXPECT_EQ(requiredShape(program, sparse[0]), MatrixShape());

  CsrMatrix matrix = llvm::cantFail(generateMatrix("blocks:3,1,2,1"));
  Inputs inputs = bind(program, &matrix);
  EXPECT_EQ(ints(inputs, "n"), std::vector<int>{3});
  EXPECT_EQ(ints(inputs, "m"), std::vector<int>{6});
  EXPECT_EQ(ints(inputs, "index"), (std::vector<int>{0, 2, 4, 6}));
  EXPECT_EQ(ints(inputs, "col"),
            std::vector<int>(matrix.column.begin(), matrix.column.end()));
  EXPECT_EQ(inputs.elements[slot("x")], 6u);
  EXPECT_EQ(inputs.elements[slot("y")], 3u);
  EXPECT_TRUE(kernel.slots[slot("y")].isWritten);
  EXPECT_FALSE(kernel.slots[slot("x")].isWritten);
  EXPECT_EQ(kernel.operations, std::vector<double>{2});
}

TEST_F(InputsTest, OutputsKeepTheirLengthWithoutEntries) {
  Program program = parse(spmv);
  CsrMatrix matrix;
  matrix.rows = 3;
  matrix.pointer = {0, 0, 0, 0};
  Inputs inputs = bind(program, &matrix);
  EXPECT_EQ(inputs.elements[slot("y")], 3u);
  EXPECT_EQ(inputs.elements[slot("x")], 0u);
}

TEST_F(InputsTest, FactsGiveTheShape) {
  std::string source = spmv;
  source = "#pragma sparsec csr(n, n, index, col, a)\n"
           "#pragma sparsec sorted(col, index, strict)\n"
           "#pragma sparsec triangular(col, index, lower)\n"
           "#pragma sparsec has_diagonal(col, index)\n" +
           source.substr(source.find("void"));
  Program program = parse(source);
  MatrixShape shape = requiredShape(program, sparseArguments(program)[0]);
  EXPECT_TRUE(shape.sorted && shape.unique && shape.square && shape.lower &&
              shape.diagonal);
  EXPECT_FALSE(shape.upper || shape.strict || shape.symmetric);
}

TEST_F(InputsTest, RowLengthBoundIsTheLongestRow) {
  std::string source = spmv;
  source.replace(source.find("void"), 0,
                 "#pragma sparsec row_length(index) <= M\n");
  source.replace(source.find("int m,"), 6, "int m, int M,");
  source.replace(source.find("y[i] +="), 7, "y[i] += M *");
  Program program = parse(source);
  CsrMatrix matrix = llvm::cantFail(generateMatrix("stencil2d:4"));
  EXPECT_EQ(ints(bind(program, &matrix), "M"), std::vector<int>{5});
}

TEST_F(InputsTest, ParametersAreAskedForOrGiven) {
  Program program =
      parse("#pragma sparsec range(p, 0, m)\n#pragma sparsec extent(p, n)\n"
            "void gather(int n, int m, const int *p, const double *x,\n"
            "            double *restrict y) {\n"
            "  for (int i = 0; i < n; i++)\n"
            "    y[i] = x[p[i]];\n"
            "}\n");
  EXPECT_EQ(refusal(program, {}),
            "no value for 'n' of gather; give one with -arg n=VALUE");
  BindingOptions options;
  options.values = {{"n", "40"}, {"m", "3"}};
  Inputs inputs = bind(program, {}, options);
  EXPECT_EQ(inputs.elements[slot("x")], 3u);
  std::vector<int> p = ints(inputs, "p");
  EXPECT_EQ(p.size(), 40u);
  EXPECT_EQ(std::set<int>(p.begin(), p.end()), (std::set<int>{0, 1, 2}));
  options.values["m"] = "0";
  EXPECT_EQ(refusal(program, {}, options), "the range of 'p' is empty");
  options.values["m"] = "many";
  EXPECT_EQ(refusal(program, {}, options), "-arg m: 'many' is not an integer");
}

TEST_F(InputsTest, PermutationsAreOnes) {
  Program program = parse("#pragma sparsec permutation(p, n)\n"
                          "void gather(int n, const int *p, const double *x,\n"
                          "            double *restrict y) {\n"
                          "  for (int i = 0; i < n; i++)\n"
                          "    y[i] = x[p[i]];\n"
                          "}\n");
  BindingOptions options;
  options.values = {{"n", "20"}};
  std::vector<int> p = ints(bind(program, {}, options), "p");
  EXPECT_EQ(std::set<int>(p.begin(), p.end()).size(), 20u);
  EXPECT_FALSE(std::is_sorted(p.begin(), p.end()));
}

TEST_F(InputsTest, CanBeMadeAgainFromTheirSources) {
  Program program = parse("#pragma sparsec csr_base1(n, m, r, c, v)\n"
                          "#pragma sparsec extent(x, m)\n"
                          "#pragma sparsec extent(y, n)\n"
                          "void f(int n, int m, const int *r, const int *c,\n"
                          "       const float *v, const double *x, double *y) "
                          "{\n"
                          "  for (int i = 0; i < n; i++)\n"
                          "    for (int k = r[i] - 1; k < r[i + 1] - 1; k++)\n"
                          "      y[i] += v[k] * x[c[k] - 1];\n}\n");
  CsrMatrix matrix = llvm::cantFail(generateMatrix("powerlaw:40,3,0.5"));
  BindingOptions options;
  options.specs = {matrix.name};
  Inputs inputs = bind(program, {&matrix}, options);
  EXPECT_EQ(inputs.matrices, options.specs);
  std::set<uint64_t> kinds;
  for (size_t s = 0; s < kernel.slots.size(); ++s) {
    const ElementType &type = kernel.slots[s].type;
    PackedSlot packed{inputs.elements[s], type.bytes, type.isFloating(),
                      inputs.sources[s]};
    kinds.insert(packed.source.kind);
    if (packed.source.kind == SlotSource::Bytes)
      continue;
    EXPECT_EQ(unpack(packed, {matrix}), inputs.bytes[s])
        << kernel.slots[s].name;
  }
  EXPECT_EQ(kinds.size(), 5u);
}

TEST_F(InputsTest, CorruptedOnesChangeOneIntegerEach) {
  Program program = parse(spmv);
  CsrMatrix matrix = llvm::cantFail(generateMatrix("banded:3,1"));
  const Inputs valid = bind(program, {&matrix});
  std::map<std::string, Inputs> made;
  for (Inputs &one : corruptedInputs(program, kernel, valid))
    made.emplace(one.name, std::move(one));

  auto changed = ints(valid, "col");
  changed[0] = -1;
  EXPECT_EQ(ints(made.at("banded:3,1: col[0] = -1"), "col"), changed);
  EXPECT_EQ(ints(made.at("banded:3,1: n = -1"), "n"), std::vector<int>{-1});
  EXPECT_TRUE(made.count("banded:3,1: index[1] exchanged with the next"));

  // One entry more is an input like others, of longer arrays; 2^31 are not.
  const Inputs &longer = made.at("banded:3,1: index[3] = 8");
  EXPECT_EQ(valid.elements[slot("a")], 7U);
  EXPECT_EQ(longer.elements[slot("a")], 8U);
  EXPECT_EQ(ints(longer, "col").size(), 8U);
  EXPECT_FALSE(made.count("banded:3,1: index[3] = 2147483647"));
  EXPECT_TRUE(made.count("banded:3,1: index[1] = 2147483647"));
}

TEST_F(InputsTest, SizesAreThoseThatFactsAllow) {
  Program program =
      parse("#pragma sparsec csr(2 * n, n + k, index, col, a); n % 3 == 0\n"
            "void f(int n, int k, const int *index, const int *col,\n"
            "       const double *a, double *y) {\n"
            "  for (int i = 0; i < 2 * n; i++)\n"
            "    for (int j = index[i]; j < index[i + 1]; j++)\n"
            "      y[i] += a[j] * col[j] + k;\n"
            "}\n");
  std::vector<SparseArgument> sparse = sparseArguments(program);
  ASSERT_EQ(sparse.size(), 1u);
  Environment environment(program);
  EXPECT_EQ(environment.nearest(*sparse[0].rowCount, 7), 12);
  std::vector<CsrMatrix> matrices = {
      llvm::cantFail(generateMatrix("uniform:7,2"))};
  fitSizes(program, sparse, {requiredShape(program, sparse[0])}, {}, matrices);
  EXPECT_EQ(matrices[0].rows, 12);
  EXPECT_EQ(matrices[0].columns, 7);
  Inputs inputs = bind(program, &matrices[0]);
  EXPECT_EQ(ints(inputs, "n"), std::vector<int>{6});
  EXPECT_EQ(ints(inputs, "k"), std::vector<int>{1});
}

} // namespace
