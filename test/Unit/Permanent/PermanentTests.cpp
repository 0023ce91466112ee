//===- PermanentTests.cpp - random matrices against the definition --------===//
#include "Reference.h"

using namespace sparsec;
using namespace sparsec::permanent;

namespace {

using Integers = std::uniform_int_distribution<int64_t>;
using Reals = std::uniform_real_distribution<double>;

constexpr int rounds = 200;

/// Sizes 0 .. 11 with few to all places filled.
struct Shape {
  int size;
  double density;
};
Shape shapeOf(int round) {
  return {round % 12, 0.15 + 0.85 * (round % 7) / 6.0};
}

void expectExact(const bench::MarketMatrix &file, int round,
                 const Resources &resources = {}) {
  Matrix matrix = matrixOf(file);
  Value value = permanentOf(matrix, resources);
  ASSERT_TRUE(isExact(value));
  EXPECT_EQ(std::get<ExactValue>(value).number,
            expansion(std::get<IntegerSquare>(matrix.square)))
      << "round " << round;
}

TEST(Permanent, RandomIntegersAreExact) {
  std::mt19937 random(1);
  for (int round = 0; round < rounds; ++round) {
    auto [size, density] = shapeOf(round);
    // Up to 63 bits an entry: results of one word to many.
    int64_t largest = int64_t{1} << (round * 5 % 63);
    Integers values(round % 3 ? -largest : 0, largest);
    expectExact(randomMatrix(size, density, random,
                             [&](auto &m, int r, int c) {
                               addInteger(m, r, c, values(random));
                             }),
                round);
  }
}

TEST(Permanent, RandomPatternsAreExact) {
  std::mt19937 random(2);
  for (int round = 0; round < rounds; ++round) {
    auto [size, density] = shapeOf(round);
    bench::MarketMatrix file =
        randomMatrix(size, density, random,
                     [](auto &m, int r, int c) { m.entries.add(r, c, 1); });
    file.hasValues = false;
    expectExact(file, round);
  }
}

/// The value, less its exponent.
std::complex<double> plain(const Value &value) {
  if (const auto *exact = std::get_if<ExactValue>(&value))
    return std::ldexp(exact->number.get_d(), int(exact->exponent));
  const auto &rounded = std::get<RoundedValue>(value);
  return {std::ldexp(rounded.number.value.real(), int(rounded.exponent)),
          std::ldexp(rounded.number.value.imag(), int(rounded.exponent))};
}

double bound(const Value &value) {
  double relative = relativeError(value);
  return relative == 0 ? 0 : relative * std::abs(plain(value));
}

/// The expansion's own rounding: as that of the result and as large.
void expectClose(const bench::MarketMatrix &file, int round,
                 const Resources &resources = {}) {
  Matrix matrix = matrixOf(file, Arithmetic::Rounded);
  Value value = permanentOf(matrix, resources);
  std::complex<double> expected =
      expansion(std::get<RoundedSquare>(matrix.square));
  EXPECT_LE(std::abs(plain(value) - expected), 2 * bound(value))
      << "round " << round << ": " << decimal(value) << ", expected "
      << expected.real() << " " << expected.imag();
  if (const auto *rounded = std::get_if<RoundedValue>(&value)) {
    EXPECT_LE(bound(value), std::ldexp(1e-12 * rounded->number.magnitude,
                                       int(rounded->exponent)));
  }
}

TEST(Permanent, RandomDoublesLieWithinTheirBound) {
  std::mt19937 random(3);
  for (int round = 0; round < rounds; ++round) {
    auto [size, density] = shapeOf(round);
    Reals values(round % 2 ? -2 : 0, 2);
    expectClose(randomMatrix(size, density, random,
                             [&](auto &m, int r, int c) {
                               m.entries.add(r, c, values(random));
                             }),
                round);
  }
}

TEST(Permanent, RandomComplexNumbersLieWithinTheirBound) {
  std::mt19937 random(4);
  Reals values(-1.5, 1.5);
  for (int round = 0; round < rounds; ++round) {
    auto [size, density] = shapeOf(round);
    expectClose(randomMatrix(size, density, random,
                             [&](auto &m, int r, int c) {
                               m.entries.add(r, c, values(random));
                               m.imaginary.push_back(values(random));
                             }),
                round);
  }
}

TEST(Permanent, DoublesTakenExactlyAgreeWithTheBound) {
  std::mt19937 random(5);
  Reals values(-2, 2);
  for (int round = 0; round < 40; ++round) {
    bench::MarketMatrix file =
        randomMatrix(9, 0.5, random, [&](auto &m, int r, int c) {
          m.entries.add(r, c, std::ldexp(values(random), 20 * (r % 5)));
        });
    Value rounded = permanentOf(matrixOf(file));
    Value exact = permanentOf(matrixOf(file, Arithmetic::Exact));
    ASSERT_TRUE(isExact(exact));
    EXPECT_LE(std::abs(plain(rounded) - plain(exact)),
              bound(rounded) + 1e-15 * std::abs(plain(exact)));
  }
}

/// Memory for a few states: blocks are split again and again.
TEST(Permanent, LittleMemorySplitsBlocks) {
  std::mt19937 random(7);
  Resources little;
  little.bytes = 200;
  Integers integers(-9, 9);
  Reals values(-2, 2);
  for (int round = 0; round < 40; ++round) {
    auto [size, density] = shapeOf(round);
    expectExact(randomMatrix(size, density, random,
                             [&](auto &m, int r, int c) {
                               addInteger(m, r, c, integers(random));
                             }),
                round, little);
    expectClose(randomMatrix(size, density, random,
                             [&](auto &m, int r, int c) {
                               m.entries.add(r, c, values(random));
                               if (round % 2)
                                 m.imaginary.push_back(values(random));
                             }),
                round, little);
  }
}

TEST(Permanent, ProgressRisesAndStops) {
  std::mt19937 random(8);
  Matrix matrix = matrixOf(randomMatrix(
      12, 0.6, random, [](auto &m, int r, int c) { addInteger(m, r, c, 1); }));
  for (double bytes : {1e6, 2e3}) {
    Resources resources;
    resources.bytes = bytes;
    Plan plan = llvm::cantFail(Plan::make(matrix, resources));
    double last = 0;
    int calls = 0;
    ASSERT_TRUE(bool(plan.run([&](double share) {
      EXPECT_GE(share, last);
      EXPECT_LE(share, 1 + 1e-9);
      last = share;
      return ++calls > 0;
    })));
    EXPECT_GT(calls, 10);
    EXPECT_GT(last, 0.9);
    llvm::Expected<Value> stopped =
        plan.run([](double share) { return share < 0.5; });
    ASSERT_FALSE(bool(stopped));
    EXPECT_EQ(llvm::toString(stopped.takeError()), "stopped");
  }
}

TEST(Permanent, ThreadsChangeNothing) {
  std::mt19937 random(6);
  Integers values(-9, 9);
  Matrix matrix =
      matrixOf(randomMatrix(19, 1, random, [&](auto &m, int r, int c) {
        addInteger(m, r, c, values(random));
      }));
  Resources threads;
  threads.threads = 4; // 19 rows without zeros: steps of several pieces
  Value value = permanentOf(matrix, threads);
  EXPECT_EQ(std::get<ExactValue>(value).number,
            expansion(std::get<IntegerSquare>(matrix.square)));
}

} // namespace
