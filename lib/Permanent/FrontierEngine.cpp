//===- FrontierEngine.cpp - frontier dynamic programming ------------------===//
///
/// \file
/// Rows and columns of the bipartite graph are eliminated one at a time; the
/// state is the set of frontier vertices that are matched already, its value
/// the sum over all partial matchings that lead there. No subtraction of its
/// own, so nothing cancels but what cancels in the matrix. Integers: modulo
/// 2^64, 2^128 or that and primes, as many as the size of the result asks for.
///
//===----------------------------------------------------------------------===//

#include "FrontierWalk.h"
#include "Residues.h"
#include "Rings.h"

#include "sparsec/Permanent/Engine.h"
#include "sparsec/Permanent/Reduce.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

namespace sparsec::permanent {
namespace {

/// Measured on one core of a Xeon at 2.6 GHz; seconds.
constexpr double secondsPerTransition = 2.5e-9;
constexpr double secondsPerTableEntry = 2e-9;
constexpr double secondsPerStep = 2e-6;
/// Where the values do not fit the caches, a transition takes longer.
constexpr double cacheBytes = 3e7, beyondCaches = 1.6;

/// Bytes of a value, relative time of a transition, and how often all states
/// are walked.
struct Weight {
  double bytes, time, passes;
};

/// One pass in 64 bits; or in double for the size of the result, in 128 bits,
/// and one for each prime of 59 bits.
Weight integerWeight(size_t bits) {
  if (bits <= 64)
    return {8, 1, 1};
  double primes = bits <= 128 ? 0 : std::ceil(double(bits - 128) / 59);
  return {16, 2.4 + 1.6 * primes, 2 + primes};
}

/// Three numbers in each value, with the memory they point to.
Weight preciseWeight(const Numbers &numbers) {
  const double parts = numbers.kind == NumberKind::Precise ? 1 : 2;
  const double words = std::ceil(double(numbers.bits) / 64);
  return {parts * (16 + 8 * words) + 32 + 3 * 32,
          parts * parts * (30 + 2 * words), 1};
}

Weight weightOf(const Numbers &numbers) {
  switch (numbers.kind) {
  case NumberKind::Positive:
    return {8, 1, 1};
  case NumberKind::Signed:
    return {16, 1.2, 1};
  case NumberKind::Complex:
    return {24, 1.6, 1};
  case NumberKind::Precise:
  case NumberKind::PreciseComplex:
    return preciseWeight(numbers);
  case NumberKind::Integer:
    break;
  }
  return integerWeight(numbers.bits);
}

class FrontierEngine : public Engine {
public:
  FrontierEngine(const Pattern &block, const Numbers &numbers,
                 const Resources &resources)
      : numbers(numbers), threads(resources.threads), graph(block) {
    std::vector<int> order = findOrder(graph, resources.search);
    orderCost = costOf(graph, order);
    if (auto found = schedule(graph, order))
      steps = std::move(*found);
    fits = !steps.empty();
  }

  const char *name() const override { return "frontier"; }
  std::string details() const override {
    if (!fits)
      return "a frontier of more than 64 rows and columns";
    return llvm::formatv("frontier {0}, {1:e2} states at most, {2:e2} "
                         "transitions",
                         orderCost.frontier, orderCost.peak,
                         orderCost.transitions);
  }
  Cost cost() const override;
  RoundedValue run(const RoundedSquare &block,
                   const Progress &progress) const override;
  mpz_class run(const IntegerSquare &block,
                const Progress &progress) const override;
  PreciseValue run(const PreciseSquare &block,
                   const Progress &progress) const override;

private:
  Numbers numbers;
  unsigned threads;
  Graph graph;
  OrderCost orderCost;
  std::vector<Step> steps;
  bool fits = false;

  class Passes;
  template <typename Ring>
  RoundedValue runRounded(const RoundedSquare &block, Passes &passes) const;
  template <typename Ring>
  typename Ring::Value residue(const Ring &ring,
                               const Square<typename Ring::Value> &block,
                               Passes &passes) const;
  size_t bitsOf(const IntegerSquare &block, Passes &passes) const;
};

/// Progress over one or several passes over all steps.
class FrontierEngine::Passes {
public:
  Passes(const Progress &progress, double passes, double transitions)
      : progress(progress), total(passes * transitions) {}

  void did(const Step &step) {
    done +=
        double(step.edges.size() + 1) *
        binomial(__builtin_popcountll(step.after.mask), step.after.elements);
    report(progress, std::min(1.0, done / total));
  }

private:
  const Progress &progress;
  double total, done = 0;
};

Cost FrontierEngine::cost() const {
  if (!fits)
    return {INFINITY, INFINITY, INFINITY};
  Weight weight = weightOf(numbers);
  double bytes = 2 * orderCost.peak * weight.bytes; // before and after a step
  // Large steps are shared between threads, small ones are not.
  double shared = orderCost.peak > 2e5 ? threads : 1;
  double transition = weight.time * secondsPerTransition *
                      (bytes > cacheBytes ? beyondCaches : 1) / shared;
  double tableEntries = 0;
  for (const Step &step : steps)
    tableEntries +=
        SubsetRank::tableEntries(step.after.mask, step.after.elements);
  return {orderCost.transitions, bytes,
          orderCost.transitions * transition +
              weight.passes * (tableEntries * secondsPerTableEntry +
                               secondsPerStep * double(steps.size()))};
}

template <typename Number>
const Number &entryAt(const Square<Number> &block, const Step::Edge &edge) {
  const auto &row = block.rows[edge.row];
  return std::lower_bound(row.begin(), row.end(), edge.column,
                          [](const auto &entry, int column) {
                            return entry.column < column;
                          })
      ->value;
}

/// The exponent of the largest magnitude if it is far from 1, else 0.
template <typename Ring>
int farExponent(const FrontierWalk<Ring> &walk) {
  double largest = 0;
  for (const auto &value : walk)
    largest = std::max(largest, Ring::magnitude(value));
  int exponent = largest > 0 ? std::ilogb(largest) : 0;
  return std::abs(exponent) > 200 ? exponent : 0;
}

Rounded scaled(const Rounded &number, double power) {
  return {number.value * power, number.magnitude * power};
}

template <typename Ring>
RoundedValue FrontierEngine::runRounded(const RoundedSquare &block,
                                        Passes &passes) const {
  FrontierWalk<Ring> walk(Ring{}, threads);
  typename FrontierWalk<Ring>::Coefficients coefficients = {};
  RoundedValue result;
  int exponent = 0; // taken out of all values by the next step
  for (const Step &step : steps) {
    double power = std::ldexp(1.0, -exponent);
    result.exponent += exponent;
    for (const Step::Edge &edge : step.edges)
      coefficients[edge.bit] = Ring::of(scaled(entryAt(block, edge), power));
    walk.apply(step, coefficients, Ring::of({power, power}));
    exponent = farExponent(walk);
    passes.did(step);
    result.roundings += static_cast<double>(step.edges.size()) + 2;
  }
  result.number = Ring::toRounded(walk.front());
  return result;
}

RoundedValue FrontierEngine::run(const RoundedSquare &block,
                                 const Progress &progress) const {
  Passes passes(progress, 1, orderCost.transitions);
  if (numbers.kind == NumberKind::Positive)
    return runRounded<PositiveRing>(block, passes);
  if (numbers.kind == NumberKind::Signed)
    return runRounded<SignedRing>(block, passes);
  return runRounded<ComplexRing>(block, passes);
}

template <typename Ring>
typename Ring::Value
FrontierEngine::residue(const Ring &ring,
                        const Square<typename Ring::Value> &block,
                        Passes &passes) const {
  FrontierWalk<Ring> walk(ring, threads);
  typename FrontierWalk<Ring>::Coefficients coefficients = {};
  for (const Step &step : steps) {
    for (const Step::Edge &edge : step.edges)
      coefficients[edge.bit] = entryAt(block, edge);
    walk.apply(step, coefficients, Ring::one());
    passes.did(step);
  }
  return walk.front();
}

/// Bits that hold the result, with its sign: by the row sums if these are
/// small, else by the permanent of the magnitudes.
size_t FrontierEngine::bitsOf(const IntegerSquare &block,
                              Passes &passes) const {
  size_t rough = bitsByRowSums(block);
  if (rough <= 64)
    return rough;
  ScaledSquare magnitudes = magnitudesOf(block);
  magnitudes.exponent += balance(magnitudes.square);
  RoundedValue bound = runRounded<PositiveRing>(magnitudes.square, passes);
  int64_t exponent = magnitudes.exponent + bound.exponent;
  if (bound.number.magnitude > 0)
    exponent += std::ilogb(bound.number.magnitude);
  return std::max<int64_t>(exponent, 0) + 3; // ceiling, rounding, sign
}

mpz_class FrontierEngine::run(const IntegerSquare &block,
                              const Progress &progress) const {
  Passes passes(progress, integerWeight(numbers.bits).passes,
                orderCost.transitions);
  size_t bits = bitsOf(block, passes);
  Residues residues(bits);
  if (bits <= 64) {
    residues.add(
        residue(WrappingRing<uint64_t>(), wrapped<uint64_t>(block), passes));
    return residues.result();
  }
  residues.add(residue(WrappingRing<Wide>(), wrapped<Wide>(block), passes));
  while (!residues.areEnough()) {
    PrimeRing ring{residues.nextPrime()};
    residues.add(residue(ring, modulo(block, ring.prime), passes), ring.prime);
  }
  return residues.result();
}

PreciseValue FrontierEngine::run(const PreciseSquare &block,
                                 const Progress &progress) const {
  Passes passes(progress, 1, orderCost.transitions);
  PreciseValue result;
  result.number = residue(PreciseRing(), block, passes);
  for (const Step &step : steps)
    result.roundings += static_cast<double>(step.edges.size()) + 2;
  return result;
}

} // namespace

std::unique_ptr<Engine> makeFrontierEngine(const Pattern &block,
                                           const Numbers &numbers,
                                           const Resources &resources) {
  return std::make_unique<FrontierEngine>(block, numbers, resources);
}

} // namespace sparsec::permanent
