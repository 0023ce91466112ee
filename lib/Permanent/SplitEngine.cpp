//===- SplitEngine.cpp - a row or column in parts, one after the other ----===//
///
/// \file
/// The permanent is linear in each row: with one row cut into parts it is the
/// sum of the permanents with one part of the row each. A part of one entry
/// leaves a minor, a part of two entries merges their columns (Reduce.cpp), so
/// that a row of three or four entries makes two matrices that are smaller by
/// one (Forbert and Marx, Calculation of the permanent of a sparse positive
/// matrix, 2003). Each has a plan of its own, which may split again; they are
/// made and run one at a time, and memory holds the largest of them.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Permanent/Plan.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sparsec::permanent {
namespace {

/// A row or column of a block, cut into parts of at most `width` entries.
struct Split {
  int line = 0;
  bool isColumn = false;
  int width = 1;
  int parts = 0;
};

/// How many lines are tried, the shortest ones, and the effort for each; the
/// least effort for an order of a part. There may be many parts, and each that
/// splits again looks for lines itself.
constexpr size_t triedLines = 4;
constexpr double triedVisits = 2e4;
constexpr double partVisits = 3e5;
/// Measured on one core of a Xeon at 2.6 GHz: such a search for a part.
constexpr double planningSeconds = 0.015;

template <typename Number>
Square<Number> lineFirst(const Square<Number> &square, const Split &split) {
  return split.isColumn ? transposed(square) : square;
}

int partCount(const Split &split, size_t entries) {
  return static_cast<int>((entries + split.width - 1) / split.width);
}

/// \p square, its lines turned into rows, with one part of the split row.
template <typename Number>
Square<Number> partOf(Square<Number> square, const Split &split, int part) {
  auto &row = square.rows[split.line];
  auto begin = row.begin() + std::ptrdiff_t(part) * split.width;
  auto end = std::min(begin + split.width, row.end());
  row = std::vector<typename Square<Number>::Entry>(begin, end);
  return square;
}

/// Values that cost what those of \p numbers do: what is planned is a pattern.
Matrix standIn(const Pattern &pattern, const Numbers &numbers) {
  if (numbers.kind == NumberKind::Integer) {
    IntegerSquare square;
    size_t shift = numbers.bits / std::max<size_t>(pattern.size(), 1);
    for (const auto &columns : pattern) {
      auto &row = square.rows.emplace_back();
      for (int column : columns)
        row.push_back({column, mpz_class(1) << shift});
    }
    return {std::move(square)};
  }
  if (numbers.kind == NumberKind::Precise ||
      numbers.kind == NumberKind::PreciseComplex) {
    PreciseSquare square;
    const Float one(1, mpfr_prec_t(numbers.bits));
    const bool isComplex = numbers.kind == NumberKind::PreciseComplex;
    for (const auto &columns : pattern) {
      auto &row = square.rows.emplace_back();
      for (int column : columns)
        row.push_back(
            {column,
             {one, isComplex ? one : Float(), Float(2, magnitudeBits)}});
    }
    return {std::move(square), 0, isComplex};
  }
  RoundedSquare square;
  const std::complex<double> value =
      numbers.kind == NumberKind::Positive  ? std::complex<double>(1)
      : numbers.kind == NumberKind::Complex ? std::complex<double>(0.6, 0.8)
                                            : std::complex<double>(-1);
  for (const auto &columns : pattern) {
    auto &row = square.rows.emplace_back();
    for (int column : columns)
      row.push_back({column, {value, 1}});
  }
  return {std::move(square), 0, numbers.kind == NumberKind::Complex};
}

/// The part of \p matrix that stands for all of them in predictions.
Matrix firstPart(const Matrix &matrix, const Split &split) {
  return std::visit(
      [&](const auto &square) {
        return Matrix{partOf(lineFirst(square, split), split, 0),
                      matrix.exponent, matrix.isComplex};
      },
      matrix.square);
}

/// Operations of all parts, as if they were like the first.
double operationsOf(const Matrix &matrix, const Split &split, size_t entries) {
  SearchEffort little;
  little.leastVisits = little.mostVisits = triedVisits;
  double operations = 0;
  auto add = [&](const auto &reduced) {
    for (const auto &block : reduced.blocks) {
      Graph graph(patternOf(block));
      operations += costOf(graph, findOrder(graph, little)).transitions;
    }
  };
  std::visit([&](const auto &square) { add(reduce(square)); },
             firstPart(matrix, split).square);
  return operations * partCount(split, entries);
}

/// The split with the fewest operations, of the shortest rows and columns.
Split bestSplit(const Matrix &matrix, const Pattern &pattern) {
  const int n = static_cast<int>(pattern.size());
  std::vector<size_t> length(2 * size_t(n), 0);
  for (int row = 0; row < n; ++row)
    for (int column : pattern[row]) {
      ++length[row];
      ++length[size_t(n) + column];
    }
  std::vector<int> lines(length.size());
  std::iota(lines.begin(), lines.end(), 0);
  std::stable_sort(lines.begin(), lines.end(),
                   [&](int a, int b) { return length[a] < length[b]; });
  lines.resize(std::min(lines.size(), triedLines));
  Split best;
  double least = INFINITY;
  for (int line : lines)
    for (int width : {1, 2}) {
      Split split{line % n, line >= n, width};
      double operations = operationsOf(matrix, split, length[line]);
      if (operations < least) {
        least = operations;
        best = split;
      }
    }
  best.parts = partCount(
      best, length[size_t(best.line) + (best.isColumn ? size_t(n) : 0)]);
  return best;
}

bool isComplex(const mpz_class &) { return false; }
bool isComplex(const Rounded &number) { return number.value.imag() != 0; }
bool isComplex(const Precise &number) { return !number.imaginary.isZero(); }
template <typename Number>
bool isComplex(const Square<Number> &square) {
  for (const auto &row : square.rows)
    for (const auto &entry : row)
      if (isComplex(entry.value))
        return true;
  return false;
}

class SplitEngine : public Engine {
public:
  SplitEngine(const Pattern &block, const Numbers &numbers,
              const Resources &resources)
      : resources(resources) {
    this->resources.search.leastVisits =
        std::min(partVisits, resources.search.leastVisits);
    this->resources.engine.clear(); // parts are free to take another one
    Matrix matrix = standIn(block, numbers);
    split = bestSplit(matrix, block);
    llvm::Expected<Plan> part =
        Plan::make(firstPart(matrix, split), this->resources);
    if (!part) {
      llvm::consumeError(part.takeError());
      return;
    }
    Cost one = part->cost();
    total = {one.operations * split.parts, one.bytes,
             (one.seconds + planningSeconds) * split.parts};
  }

  const char *name() const override { return "split"; }
  std::string details() const override {
    if (std::isinf(total.seconds))
      return "its parts do not fit, either";
    return llvm::formatv("{0} {1} in {2} parts, {3:e2} transitions",
                         split.isColumn ? "column" : "row", split.line + 1,
                         split.parts, total.operations);
  }
  Cost cost() const override { return total; }

  RoundedValue run(const RoundedSquare &block,
                   const Progress &progress) const override {
    RoundedValue sum;
    runParts(block, progress, [&](Value &&value) { add(sum, value); });
    return sum;
  }
  mpz_class run(const IntegerSquare &block,
                const Progress &progress) const override {
    mpz_class sum = 0;
    runParts(block, progress, [&](Value &&value) {
      const auto &exact = std::get<ExactValue>(value);
      sum += exact.number << exact.exponent; // integers: never below 0
    });
    return sum;
  }

  PreciseValue run(const PreciseSquare &block,
                   const Progress &progress) const override {
    PreciseValue sum;
    runParts(block, progress, [&](Value &&value) {
      const auto *term = std::get_if<PreciseValue>(&value);
      if (!term)
        return; // exactly 0: no perfect matching
      sum.number.add(term->number);
      sum.roundings = std::max(sum.roundings, term->roundings) + 1;
      sum.isComplex |= term->isComplex;
      sum.isEstimate |= term->isEstimate;
    });
    return sum;
  }

private:
  Resources resources;
  Split split;
  Cost total{INFINITY, INFINITY, INFINITY};

  template <typename Number, typename Add>
  void runParts(const Square<Number> &block, const Progress &progress,
                const Add &add) const {
    const Square<Number> lines = lineFirst(block, split);
    const int parts = partCount(split, lines.rows[split.line].size());
    for (int part = 0; part < parts; ++part) {
      auto ofPart = [&, part](double done) {
        return !progress || progress((part + done) / parts);
      };
      Matrix matrix{partOf(lines, split, part)};
      matrix.isComplex = isComplex(lines);
      llvm::Expected<Plan> plan = Plan::make(matrix, resources);
      if (!plan)
        throw Refused{llvm::toString(plan.takeError())};
      llvm::Expected<Value> value = plan->run(ofPart);
      if (!value)
        throw Refused{llvm::toString(value.takeError())};
      add(std::move(*value));
    }
  }

  static void add(RoundedValue &sum, const Value &value) {
    const auto *term = std::get_if<RoundedValue>(&value);
    if (!term || term->number.isZero())
      return; // exactly 0: no perfect matching
    if (sum.number.isZero()) {
      sum = *term;
      return;
    }
    int64_t exponent = std::max(sum.exponent, term->exponent);
    auto at = [&](const RoundedValue &v) {
      auto shift =
          static_cast<int>(std::max<int64_t>(v.exponent - exponent, -4000));
      return Rounded{{std::ldexp(v.number.value.real(), shift),
                      std::ldexp(v.number.value.imag(), shift)},
                     std::ldexp(v.number.magnitude, shift)};
    };
    sum.number = at(sum) + at(*term);
    sum.exponent = exponent;
    sum.roundings = std::max(sum.roundings, term->roundings) + 1;
    sum.isComplex |= term->isComplex;
    sum.isEstimate |= term->isEstimate;
  }
};

} // namespace

std::unique_ptr<Engine> makeSplitEngine(const Pattern &block,
                                        const Numbers &numbers,
                                        const Resources &resources) {
  return std::make_unique<SplitEngine>(block, numbers, resources);
}

} // namespace sparsec::permanent
