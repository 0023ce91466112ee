//===- AgreementTests.cpp - all engines against exact rationals -----------===//
///
/// \file
/// A kernel of the gray engine takes a second or two to make, so a few are made
/// by default, and all with SPARSEC_ALL_KERNELS=1 in the environment.
///
//===----------------------------------------------------------------------===//
#include "Samples.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace sparsec;
using namespace sparsec::permanent;

namespace {

/// Every way to compute.
struct Way {
  const char *engine;
  Arithmetic arithmetic;
  unsigned bits = doubleBits;
};
const Way cheapWays[] = {
    {"", Arithmetic::Automatic},         {"frontier", Arithmetic::Automatic},
    {"split", Arithmetic::Automatic},    {"frontier", Arithmetic::Exact},
    {"split", Arithmetic::Exact},        {"frontier", Arithmetic::Rounded},
    {"split", Arithmetic::Rounded},      {"frontier", Arithmetic::Rounded, 106},
    {"split", Arithmetic::Rounded, 106}, {"frontier", Arithmetic::Rounded, 200},
    {"split", Arithmetic::Rounded, 1000}};
const Way grayWay = {"gray-cpu", Arithmetic::Rounded};

/// Compiled kernels, for as long as the tests run.
const std::string &cacheFolder() {
  static const std::string folder = [] {
    llvm::SmallString<128> path;
    llvm::sys::fs::createUniqueDirectory("sparsec-agreement", path);
    setenv("SPARSEC", SPARSEC_PROGRAM, 1);
    return path.str().str();
  }();
  return folder;
}
struct RemovesCache : testing::Environment {
  void TearDown() override { llvm::sys::fs::remove_directories(cacheFolder()); }
};
const testing::Environment *const removesCache =
    testing::AddGlobalTestEnvironment(new RemovesCache);

mpq_class power(int64_t exponent) {
  mpz_class power = mpz_class(1) << std::abs(exponent);
  return exponent < 0 ? mpq_class(1, power) : mpq_class(power);
}

/// The number that a text as "-1.25e-300" is.
mpq_class parse(const std::string &text) {
  const size_t e = std::min(text.find('e'), text.size());
  std::string digits = text.substr(0, e);
  long exponent = e < text.size() ? std::stol(text.substr(e + 1)) : 0;
  if (size_t point = digits.find('.'); point != digits.npos) {
    exponent -= long(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  mpz_class ten;
  mpz_ui_pow_ui(ten.get_mpz_t(), 10, std::abs(exponent));
  mpq_class number{mpz_class(digits, 10)};
  return exponent < 0 ? mpq_class(number / ten) : mpq_class(number * ten);
}

Exact exactly(const Value &value) {
  if (const auto *exact = std::get_if<ExactValue>(&value))
    return {mpq_class(exact->number) * power(exact->exponent), 0};
  if (const auto *rounded = std::get_if<RoundedValue>(&value)) {
    const auto &number = rounded->number.value;
    const mpq_class scale = power(rounded->exponent);
    return {mpq_class(number.real()) * scale, mpq_class(number.imag()) * scale};
  }
  auto of = [](const Float &part) -> mpq_class {
    auto [mantissa, exponent] = part.parts();
    return mpq_class(mantissa) * power(exponent);
  };
  const Precise &number = std::get<PreciseValue>(value).number;
  return {of(number.real), of(number.imaginary)};
}

struct Outcome {
  Exact value;
  mpq_class bound; ///< of the error
  int kernels = 0; ///< blocks that a gray engine took
  bool isExact = false;
};

Outcome outcomeOf(const Sample &sample, const Way &way) {
  bench::MarketMatrix file = llvm::cantFail(bench::parseMatrixMarket(
      sample.text, "sample", bench::MarketFields::AlsoComplex));
  Resources resources;
  resources.search.leastVisits = resources.search.mostVisits = 1e4;
  resources.engine = way.engine;
  resources.gpus = 0;
  resources.cache = cacheFolder();
  Plan plan = llvm::cantFail(Plan::make(
      llvm::cantFail(toMatrix(file, way.arithmetic, way.bits)), resources));
  Outcome outcome;
  for (const BlockPlan &block : plan.blocks())
    outcome.kernels += std::string(block.engine->name()) == "gray-cpu";
  Value value = llvm::cantFail(plan.run());
  outcome.value = exactly(value);
  outcome.isExact = isExact(value);
  // Printed with two digits.
  outcome.bound = parse(decimalError(value)) * mpq_class(105, 100);
  if (isExact(value))
    outcome.bound = 0; // the text is cut, the value is not
  return outcome;
}

bool isWithin(const Exact &difference, const mpq_class &bound) {
  return abs(difference.real) <= bound && abs(difference.imaginary) <= bound;
}

bool isComplex(const Sample &sample) {
  return sample.kind.starts_with("complex");
}

void expectAgreement(const Sample &sample, const Way &way,
                     const Outcome &outcome) {
  EXPECT_TRUE(isWithin(outcome.value - permanentByDefinition(sample.dense),
                       outcome.bound))
      << way.engine << ", " << way.bits
      << " bits: " << outcome.value.real.get_d() << ", expected "
      << permanentByDefinition(sample.dense).real.get_d() << " within "
      << outcome.bound.get_d() << "\n"
      << sample.text;
}

constexpr int rounds = 200;

Sample sampleOf(int round, std::mt19937 &random, int leastSize = 1,
                double leastDensity = 0.3) {
  const int size = leastSize + round % (9 - leastSize);
  const double density = leastDensity + (1 - leastDensity) * (round % 7) / 6.0;
  return makeSample(round % sampleKinds, size, density, random);
}

TEST(Agreement, CheapEnginesAndPrecisions) {
  std::mt19937 random(11);
  int singular = 0;
  for (int round = 0; round < rounds; ++round) {
    const Sample sample = sampleOf(round, random);
    singular += permanentByDefinition(sample.dense).isZero();
    for (const Way &way : cheapWays) {
      if (way.arithmetic == Arithmetic::Exact && isComplex(sample))
        continue;
      const Outcome outcome = outcomeOf(sample, way);
      expectAgreement(sample, way, outcome);
      EXPECT_TRUE(outcome.isExact || way.arithmetic != Arithmetic::Exact);
    }
  }
  EXPECT_GT(singular, 10);
  EXPECT_LT(singular, rounds / 2);
}

int kernelsWanted(int byDefault) {
  return std::getenv("SPARSEC_ALL_KERNELS") ? rounds : byDefault;
}

/// Real matrices that leave blocks of four rows and more.
TEST(Agreement, GrayKernels) {
  std::mt19937 random(12);
  const int wanted = kernelsWanted(24);
  int kernels = 0;
  for (int round = 0; kernels < wanted && round < 4 * rounds; ++round) {
    const Sample sample = sampleOf(round, random, 4, 0.7);
    if (isComplex(sample))
      continue;
    const Outcome outcome = outcomeOf(sample, grayWay);
    expectAgreement(sample, grayWay, outcome);
    kernels += outcome.kernels;
  }
  EXPECT_GE(kernels, wanted);
}

/// A text without its header, entry by entry.
Sample denseSample(const Dense &dense) {
  Sample sample{"real general", "", dense};
  const std::string n = std::to_string(dense.size());
  sample.text =
      "%%MatrixMarket matrix array real general\n" + n + " " + n + "\n";
  for (size_t column = 0; column < dense.size(); ++column)
    for (const auto &row : dense) {
      char text[40];
      std::snprintf(text, sizeof text, "%.17g\n", row[column].real.get_d());
      sample.text += text;
    }
  return sample;
}

/// Of the same permanent times \p factor, by \p way.
void expectSame(const Dense &a, const Dense &b, const mpq_class &factor,
                const Way &way) {
  const Outcome one = outcomeOf(denseSample(a), way),
                two = outcomeOf(denseSample(b), way);
  const Exact scaled = {one.value.real * factor, 0};
  EXPECT_TRUE(isWithin(scaled - two.value, one.bound * factor + two.bound))
      << way.engine << ", " << way.bits << " bits";
}

Dense permuted(const Dense &matrix, std::mt19937 &random) {
  std::vector<size_t> rows(matrix.size()), columns(matrix.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::iota(columns.begin(), columns.end(), 0);
  std::shuffle(rows.begin(), rows.end(), random);
  std::shuffle(columns.begin(), columns.end(), random);
  Dense result = matrix;
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t column = 0; column < rows.size(); ++column)
      result[rows[row]][columns[column]] = matrix[row][column];
  return result;
}

Dense transposed(const Dense &matrix) {
  Dense result = matrix;
  for (size_t row = 0; row < matrix.size(); ++row)
    for (size_t column = 0; column < matrix.size(); ++column)
      result[column][row] = matrix[row][column];
  return result;
}

/// Row i times 2^(50 i - 100), column 0 times 2^-300.
Dense scaled(const Dense &matrix, mpq_class &factor) {
  Dense result = matrix;
  factor = power(-300);
  for (size_t row = 0; row < matrix.size(); ++row) {
    const mpq_class scale = power(50 * int64_t(row) - 100);
    factor *= scale;
    for (Exact &value : result[row])
      value.real *= scale;
    result[row][0].real *= power(-300);
  }
  return result;
}

void expectInvariance(const Way &way) {
  std::mt19937 random(13);
  const Dense matrix = makeSample(0, 6, 1, random).dense;
  expectSame(matrix, permuted(matrix, random), 1, way);
  expectSame(matrix, transposed(matrix), 1, way);
  mpq_class factor;
  const Dense larger = scaled(matrix, factor);
  expectSame(matrix, larger, factor, way);
  // n! a^n
  const Dense constant(5, std::vector<Exact>(5, {-0.7, 0}));
  const Sample sample = denseSample(constant);
  const mpq_class a = constant[0][0].real;
  EXPECT_EQ(permanentByDefinition(constant).real,
            mpq_class(120 * a * a * a * a * a));
  expectAgreement(sample, way, outcomeOf(sample, way));
}

TEST(Agreement, CheapEnginesAreInvariant) {
  for (const Way &way : cheapWays)
    expectInvariance(way);
}
TEST(Agreement, GrayKernelsAreInvariant) { expectInvariance(grayWay); }

} // namespace
