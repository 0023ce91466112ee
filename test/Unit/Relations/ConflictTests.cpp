//===- ConflictTests.cpp - no conflict that was proved impossible ---------===//
///
/// \file
/// The axioms behind `-print-dependences`, against small random index arrays:
/// every conflict that occurs must be in a kept relation.
///
//===----------------------------------------------------------------------===//

#include "Conflicts.h"
#include "Matrices.h"
#include "Parsed.h"
#include "Visits.h"

#include "sparsec/Stress/Inputs.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <optional>

using namespace sparsec;
using namespace sparsec::test;

namespace {

/// A source of recipes/ and the matrices that it takes.
struct Source {
  std::string file;
  std::vector<Pattern> matrices;
  /// Takes the places of the first matrix' diagonal as `diag`.
  bool hasDiagonalPlaces = false;
};

void PrintTo(const Source &source, std::ostream *stream) {
  *stream << source.file;
}

const Source sources[] = {
    {"gauss-seidel/gauss-seidel.c", {{"index", "col"}}},
    {"gauss-seidel/gauss-seidel-bcsr.c", {{"index", "col"}}},
    {"gauss-seidel/gauss-seidel-backward.c", {{"index", "col"}}},
    {"sptrsv/forward-csr.c", {{"index", "col", Pattern::StrictlyLower}}},
    {"sptrsv/backward-csr.c", {{"index", "col", Pattern::StrictlyUpper}}},
    {"sptrsv/forward-csc.c", {{"colptr", "row", Pattern::StrictlyUpper}}},
    {"sptrsv/backward-csc.c", {{"colptr", "row", Pattern::StrictlyLower}}},
    {"sptrsv/forward-lu.c",
     {{"index", "col", Pattern::All, Pattern::StrictlyRising, true}},
     true},
    {"sptrsv/backward-lu.c",
     {{"index", "col", Pattern::All, Pattern::StrictlyRising, true}},
     true},
    {"sptrsv/forward-cholesky.c",
     {{"index", "col", Pattern::Lower, Pattern::StrictlyRising, true}}},
    {"sptrsv/backward-cholesky.c",
     {{"colptr", "row", Pattern::Upper, Pattern::StrictlyRising, true}}},
    {"ilu0/ilu0.c",
     {{"index", "col", Pattern::All, Pattern::StrictlyRising, true}},
     true},
    {"ic0/ic0.c",
     {{"colptr", "row", Pattern::Upper, Pattern::StrictlyRising, true}}},
    {"left-lu/left-lu.c",
     {{"ap", "ai"},
      {"lp", "li", Pattern::StrictlyUpper},
      {"up", "ui", Pattern::StrictlyLower, Pattern::StrictlyRising}}},
    {"left-cholesky/left-cholesky.c",
     {{"ap", "ai", Pattern::Upper},
      {"lp", "li", Pattern::StrictlyUpper, Pattern::StrictlyRising},
      {"prune", "column", Pattern::StrictlyLower}}},
    {"spgemm/spgemm.c", {{"ap", "ai"}, {"bp", "bi"}, {"cp", "ci"}}},
};

/// diag[i]: where the column of row i is i.
void addDiagonal(Numbers &numbers) {
  const std::vector<long> &index = numbers.arrays.at("index");
  std::vector<long> diagonal;
  for (size_t row = 0; row + 1 < index.size(); ++row)
    for (long at = index[row]; at < index[row + 1]; ++at)
      if (numbers.arrays.at("col")[size_t(at)] == long(row))
        diagonal.push_back(at);
  numbers.arrays["diag"] = std::move(diagonal);
}

/// Numbers for the parameters and arrays of \p source.
Numbers numbersFor(const Source &source, stress::Random &random) {
  long n = random.between(1, 4);
  Numbers numbers;
  numbers.sizes = {{"n", n}, {"m", n}, {"w", n}};
  for (const Pattern &pattern : source.matrices)
    addMatrix(numbers, pattern, {n, n}, random);
  if (source.hasDiagonalPlaces)
    addDiagonal(numbers);
  return numbers;
}

class Conflicts : public testing::TestWithParam<Source> {};

TEST_P(Conflicts, AreAmongTheKeptRelations) {
  Program program =
      parsedFile(std::string(SPARSEC_RECIPES) + "/" + GetParam().file).value();
  std::vector<const ScheduleTree *> loops = outermostLoops(program);
  ASSERT_EQ(loops.size(), 1u);
  auto loop = LoopUnderTest::make(program, *loops[0]);
  ASSERT_TRUE(loop.has_value());
  for (uint64_t number = 0; number < 40; ++number) {
    stress::Random random(7, number);
    Numbers numbers = numbersFor(GetParam(), random);
    ASSERT_EQ(loop->contradiction(numbers), "") << "matrix " << number;
  }
  bool keepsSome =
      llvm::any_of(loop->relations(), [](const CarriedRelation &one) {
        return one.fate == CarriedRelation::Fate::Kept;
      });
  EXPECT_EQ(loop->conflictCount() > 0, keepsSome);
}

TEST_P(Conflicts, AreVisited) {
  Program program =
      parsedFile(std::string(SPARSEC_RECIPES) + "/" + GetParam().file).value();
  const ScheduleTree &tree = *outermostLoops(program).front();
  auto loop = LoopUnderTest::make(program, tree);
  auto visits = Visits::make(program, tree);
  ASSERT_TRUE(loop && visits);
  size_t conflicts = 0;
  for (uint64_t number = 0; number < 60; ++number) {
    stress::Random random(13, number);
    Numbers numbers = numbersFor(GetParam(), random);
    visits->run(numbers);
    for (const auto &[first, second] : loop->conflicting(numbers)) {
      ++conflicts;
      ASSERT_TRUE(visits->order(first, second))
          << first << " and " << second << " of matrix " << number;
    }
  }
  EXPECT_EQ(conflicts > 0, visits->count() > 0);
}

INSTANTIATE_TEST_SUITE_P(Sources, Conflicts, testing::ValuesIn(sources));

/// A kernel whose arrays are called in C what its inputs call them.
stress::Kernel kernelOfWords(stress::Random &random) {
  stress::Kernel kernel = stress::makeKernel(random, "");
  kernel.isStruct = false;
  kernel.names.clear();
  return kernel;
}

/// Inputs of which all pairs of instances can be looked at.
std::vector<stress::Inputs> smallInputs(const stress::Kernel &kernel,
                                        stress::Random &random) {
  std::vector<stress::Inputs> inputs =
      stress::makeInputs(kernel, random, false);
  llvm::erase_if(inputs, [](const stress::Inputs &one) {
    return llvm::any_of(one.sizes,
                        [](const auto &size) { return size.second > 60; });
  });
  return inputs;
}

TEST(Conflicts, OfRandomKernelsAreAmongTheKeptRelations) {
  size_t loops = 0, conflicts = 0;
  for (uint64_t number = 0; number < 120; ++number) {
    stress::Random random(11, number);
    stress::Kernel kernel = kernelOfWords(random);
    std::optional<Program> program = parsedText(kernel.text("kernel"));
    if (!program)
      continue;
    for (const ScheduleTree *tree : outermostLoops(*program)) {
      auto loop = LoopUnderTest::make(*program, *tree);
      if (!loop)
        continue;
      ++loops;
      for (const stress::Inputs &inputs : smallInputs(kernel, random))
        ASSERT_EQ(loop->contradiction({inputs.sizes, inputs.integers}), "")
            << kernel.text("kernel") << inputs.text();
      conflicts += loop->conflictCount();
    }
  }
  EXPECT_GT(loops, 60u);
  EXPECT_GT(conflicts, 10'000u);
}

TEST(Conflicts, OfRandomKernelsAreVisited) {
  size_t loops = 0, conflicts = 0;
  for (uint64_t number = 0; number < 120; ++number) {
    stress::Random random(17, number);
    stress::Kernel kernel = kernelOfWords(random);
    std::optional<Program> program = parsedText(kernel.text("kernel"));
    if (!program)
      continue;
    for (const ScheduleTree *tree : outermostLoops(*program)) {
      auto loop = LoopUnderTest::make(*program, *tree);
      auto visits = Visits::make(*program, *tree);
      if (!loop || !visits)
        continue;
      ++loops;
      for (const stress::Inputs &inputs : smallInputs(kernel, random)) {
        Numbers numbers{inputs.sizes, inputs.integers};
        visits->run(numbers);
        for (const auto &[first, second] : loop->conflicting(numbers)) {
          ++conflicts;
          ASSERT_TRUE(visits->order(first, second))
              << kernel.text("kernel") << inputs.text();
        }
      }
    }
  }
  EXPECT_GT(loops, 40u);
  EXPECT_GT(conflicts, 1'000u);
}

} // namespace
