//===- MatrixMarketTests.cpp - what is read, and what is refused where ----===//
#include "sparsec/Matrix/MatrixMarket.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdio>

using namespace sparsec::bench;

namespace {

constexpr const char *general =
    "%%MatrixMarket matrix coordinate real general\n";

MarketMatrix parsed(const std::string &text) {
  llvm::Expected<MarketMatrix> matrix = parseMatrixMarket(text, "m.mtx");
  if (matrix)
    return *matrix;
  ADD_FAILURE() << llvm::toString(matrix.takeError());
  return {};
}

std::string refusal(const std::string &text) {
  llvm::Expected<MarketMatrix> matrix = parseMatrixMarket(text, "m.mtx");
  if (matrix)
    return "accepted";
  return llvm::toString(matrix.takeError());
}

TEST(MatrixMarket, GeneralKeepsOrderDuplicatesAndZeros) {
  MarketMatrix m = parsed(std::string(general) +
                          "% a comment\n\n3 4 4\n3 4 1.5\r\n1 2 -2e-3\n"
                          "3 4 7\n  2 1   0");
  EXPECT_EQ(m.entries.rows, 3);
  EXPECT_EQ(m.entries.columns, 4);
  EXPECT_EQ(m.entries.row, (std::vector<int32_t>{2, 0, 2, 1}));
  EXPECT_EQ(m.entries.column, (std::vector<int32_t>{3, 1, 3, 0}));
  EXPECT_EQ(m.entries.value, (std::vector<double>{1.5, -2e-3, 7, 0}));
}

TEST(MatrixMarket, SymmetricIsMirroredOffTheDiagonal) {
  MarketMatrix m = parsed("%%MatrixMarket matrix coordinate integer symmetric\n"
                          "2 2 2\n1 1 5\n2 1 -3\n");
  EXPECT_EQ(m.entries.row, (std::vector<int32_t>{0, 1, 0}));
  EXPECT_EQ(m.entries.value, (std::vector<double>{5, -3, -3}));
}

TEST(MatrixMarket, SkewSymmetricChangesSign) {
  MarketMatrix m =
      parsed("%%MatrixMarket matrix coordinate real skew-symmetric\n"
             "2 2 1\n2 1 4\n");
  EXPECT_EQ(m.entries.value, (std::vector<double>{4, -4}));
}

TEST(MatrixMarket, HermitianIsConjugatedAcrossTheDiagonal) {
  std::string head = "%%MatrixMarket matrix coordinate complex hermitian\n";
  llvm::Expected<MarketMatrix> m = parseMatrixMarket(
      head + "2 2 2\n1 1 3 0\n2 1 4 5\n", "m.mtx", MarketFields::AlsoComplex);
  ASSERT_TRUE(static_cast<bool>(m));
  EXPECT_EQ(m->entries.value, (std::vector<double>{3, 4, 4}));
  EXPECT_EQ(m->imaginary, (std::vector<double>{0, 5, -5}));
  llvm::Expected<MarketMatrix> wrong = parseMatrixMarket(
      head + "1 1 1\n1 1 3 1\n", "m.mtx", MarketFields::AlsoComplex);
  ASSERT_FALSE(static_cast<bool>(wrong));
  EXPECT_EQ(llvm::toString(wrong.takeError()),
            "m.mtx:3: the diagonal of a Hermitian matrix is real");
}

TEST(MatrixMarket, IntegersAreKeptWhereADoubleRounds) {
  MarketMatrix m = parsed("%%MatrixMarket matrix array integer general\n"
                          "1 2\n9007199254740993\n-5\n");
  EXPECT_EQ(m.integers, (std::vector<int64_t>{9007199254740993, -5}));
  EXPECT_TRUE(m.imaginary.empty());
}

TEST(MatrixMarket, PatternHasNoValues) {
  MarketMatrix m = parsed("%%MatrixMarket MATRIX Coordinate pattern general\n"
                          "1 1 1\n1 1\n");
  EXPECT_FALSE(m.hasValues);
  EXPECT_EQ(m.entries.entries(), 1u);
}

TEST(MatrixMarket, ArrayIsByColumns) {
  MarketMatrix m =
      parsed("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n");
  EXPECT_EQ(m.entries.row, (std::vector<int32_t>{0, 1, 0, 1}));
  EXPECT_EQ(m.entries.column, (std::vector<int32_t>{0, 0, 1, 1}));
}

TEST(MatrixMarket, EmptyMatrix) {
  EXPECT_EQ(parsed(std::string(general) + "0 0 0\n").entries.entries(), 0u);
}

TEST(MatrixMarket, RefusalsNameFileAndLine) {
  std::string g = general;
  EXPECT_EQ(refusal(g + "2 2 1\n3 1 1.0\n"),
            "m.mtx:3: row 3 is out of range 1..2");
  EXPECT_EQ(refusal(g + "2 2 1\n1 0 1.0\n"),
            "m.mtx:3: column 0 is out of range 1..2");
  EXPECT_EQ(refusal(g + "2 2 2\n1 1 1.0\n"),
            "m.mtx:4: the file ends after 1 of 2 entries");
  EXPECT_EQ(refusal(g + "2 2 1\n1 1 1.0\n2 2 1\n"),
            "m.mtx:4: there are more entries than the 1 that line 2 announces");
  EXPECT_EQ(refusal(g + "2 2 1\n1 1 abc\n"),
            "m.mtx:3: expected a value, found 'abc'");
  EXPECT_EQ(refusal(g + "2 2 1\n1 1\n"),
            "m.mtx:3: expected a value, the line ends here");
  EXPECT_EQ(refusal(g + "2 2 1\n1 1 1.0 9\n"),
            "m.mtx:3: unexpected '9' at the end of the line");
  EXPECT_EQ(refusal(g + "99999999999 2 1\n"),
            "m.mtx:2: the number of rows is above the limit of 2147483646");
  EXPECT_EQ(refusal(g + "99999999999999999999 2 1\n"),
            "m.mtx:2: number of rows '99999999999999999999' is too large");
  EXPECT_EQ(refusal(g + "2 2 -1\n"),
            "m.mtx:2: the number of entries is negative");
  EXPECT_EQ(refusal(g),
            "m.mtx:2: the file ends before the line with the sizes");
}

TEST(MatrixMarket, ComplexAndUnknownKindsAreRefused) {
  EXPECT_NE(refusal("%%MatrixMarket matrix coordinate complex general\n1 1 0\n")
                .find("field 'complex' is not supported"),
            std::string::npos);
  EXPECT_NE(refusal("1 1 1\n1 1 1\n").find("m.mtx:1: not a Matrix Market file"),
            std::string::npos);
  EXPECT_NE(refusal("%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n")
                .find("must be square"),
            std::string::npos);
  EXPECT_NE(refusal("%%MatrixMarket matrix coordinate real symmetric\n"
                    "2 2 1\n1 2 3\n")
                .find("m.mtx:3: entry (1, 2) lies above the diagonal"),
            std::string::npos);
}

TEST(MatrixMarket, AFalseSizeAllocatesNothing) {
  EXPECT_EQ(refusal(std::string(general) + "5 5 9000000000000000000\n1 1 1\n"),
            "m.mtx:4: the file ends after 1 of 9000000000000000000 entries");
}

TEST(MatrixMarket, CutOffGzipIsAnError) {
  std::string path = testing::TempDir() + "/cut.mtx.gz";
  std::string text = general;
  text += "100 100 1000\n";
  for (int e = 0; e < 1000; ++e)
    text += std::to_string(e % 97 + 1) + " " + std::to_string(e * e % 100 + 1) +
            " 1." + std::to_string(e) + "\n";
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), text.size());
  gzclose(file);
  EXPECT_TRUE(static_cast<bool>(readMatrixMarket(path)));
  std::FILE *whole = std::fopen(path.c_str(), "rb");
  std::string bytes(2000, '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), whole));
  std::fclose(whole);
  std::FILE *cut = std::fopen(path.c_str(), "wb");
  std::fwrite(bytes.data(), 1, bytes.size() / 2, cut);
  std::fclose(cut);
  llvm::Expected<MarketMatrix> matrix = readMatrixMarket(path);
  ASSERT_FALSE(static_cast<bool>(matrix));
  EXPECT_NE(llvm::toString(matrix.takeError()).find("cut off"),
            std::string::npos);
  std::remove(path.c_str());
}

TEST(MatrixMarket, MissingFile) {
  llvm::Expected<MarketMatrix> matrix = readMatrixMarket("/nonexistent.mtx");
  ASSERT_FALSE(static_cast<bool>(matrix));
  EXPECT_NE(llvm::toString(matrix.takeError()).find("cannot open"),
            std::string::npos);
}

TEST(MatrixMarket, WhatIsWrittenIsReadBack) {
  CsrMatrix matrix;
  matrix.name = "three";
  matrix.rows = 3;
  matrix.columns = 4;
  matrix.pointer = {0, 2, 2, 3};
  matrix.column = {3, 0, 1};
  matrix.value = {1.0 / 3, -5e-324, 1e300};
  CsrMatrix read = toCsr(parsed(toMatrixMarket(matrix)));
  EXPECT_EQ(read.columns, 4);
  EXPECT_EQ(read.pointer, matrix.pointer);
  EXPECT_EQ(read.column, matrix.column);
  EXPECT_EQ(read.value, matrix.value);
  EXPECT_EQ(toMatrixMarket({}),
            "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
}

} // namespace
