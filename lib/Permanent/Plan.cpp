//===- Plan.cpp - preprocessing, choice of engines, product of blocks -----===//

#include "Residues.h"

#include "sparsec/Permanent/Plan.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <thread>
#include <unistd.h>

namespace sparsec::permanent {
namespace {

bool isPositive(const RoundedSquare &square) {
  for (const auto &row : square.rows)
    for (const auto &entry : row)
      if (entry.value.value.imag() != 0 ||
          entry.value.value.real() != entry.value.magnitude)
        return false;
  return true;
}

/// Bits of the entries; 2 if there are none.
size_t bitsOf(const PreciseSquare &square) {
  mpfr_prec_t bits = 2;
  for (const auto &row : square.rows)
    for (const auto &entry : row)
      bits = std::max(
          {bits, entry.value.real.bits(), entry.value.imaginary.bits()});
  return size_t(bits);
}

NumberKind kindOf(const Matrix &matrix) {
  if (std::holds_alternative<PreciseSquare>(matrix.square))
    return matrix.isComplex ? NumberKind::PreciseComplex : NumberKind::Precise;
  const auto *rounded = std::get_if<RoundedSquare>(&matrix.square);
  if (!rounded)
    return NumberKind::Integer;
  if (isPositive(*rounded))
    return NumberKind::Positive;
  return matrix.isComplex ? NumberKind::Complex : NumberKind::Signed;
}

Numbers numbersOf(const IntegerSquare &block, NumberKind kind) {
  return {kind, bitsByRowSums(block)};
}
Numbers numbersOf(const RoundedSquare &, NumberKind kind) { return {kind, 0}; }
Numbers numbersOf(const PreciseSquare &block, NumberKind kind) {
  return {kind, bitsOf(block)};
}

const RoundedSquare *valuesOf(const IntegerSquare &) { return nullptr; }
const RoundedSquare *valuesOf(const PreciseSquare &) { return nullptr; }
const RoundedSquare *valuesOf(const RoundedSquare &block) { return &block; }

BlockPlan planOf(int size, size_t entries,
                 std::vector<std::unique_ptr<Engine>> engines,
                 const Resources &resources) {
  BlockPlan plan{size, entries, {}, {}};
  for (const auto &engine : engines)
    plan.offers.push_back({engine->name(), engine->cost()});
  plan.engine = cheapest(std::move(engines), resources);
  return plan;
}

/// ", or .. with another engine" for those that could take the block.
std::string otherOffers(const BlockPlan &block) {
  std::string text;
  for (const BlockPlan::Offer &offer : block.offers)
    if (offer.engine != block.engine->name() && std::isfinite(offer.cost.bytes))
      text += llvm::formatv(", or {0:e2} bytes and {1:e2} seconds by {2}",
                            offer.cost.bytes, offer.cost.seconds, offer.engine)
                  .str();
  return text;
}

/// What shares a sum over subsets, if there is one.
const char *helpFor(const BlockPlan &block) {
  for (const BlockPlan::Offer &offer : block.offers)
    if (offer.engine.starts_with("gray") && std::isfinite(offer.cost.bytes))
      return ", GPUs or more machines (mpirun)";
  return "";
}

/// The refusal: what it would take, and what would help.
llvm::Error tooLarge(const BlockPlan &block, const Resources &resources) {
  const Cost cost = block.engine->cost();
  std::string text =
      llvm::formatv("no plan fits: a block of {0} rows with {1} entries ",
                    block.size, block.entries)
          .str();
  if (std::isinf(cost.bytes))
    text += llvm::formatv("is not for the engine {0}: {1}",
                          block.engine->name(), block.engine->details())
                .str();
  else
    text +=
        llvm::formatv("would take {0:e2} bytes and {1:e2} seconds by {2} "
                      "({3}){4}; allowed are {5:e2} bytes (-memory) and {6:e2} "
                      "seconds (-seconds); a longer search for an order "
                      "(-effort){7} may help",
                      cost.bytes, cost.seconds, block.engine->name(),
                      block.engine->details(), otherOffers(block),
                      resources.bytes, resources.seconds, helpFor(block))
            .str();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

} // namespace

Resources machineResources() {
  Resources resources;
  resources.threads =
      std::clamp(std::thread::hardware_concurrency(), 1U, 1024U);
  resources.bytes =
      0.5 * double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  return resources;
}

llvm::Expected<Plan> Plan::make(const Matrix &matrix,
                                const Resources &resources) {
  Plan plan;
  plan.matrixSize = matrix.size();
  plan.numbers.kind = kindOf(matrix);
  if (const auto *precise = std::get_if<PreciseSquare>(&matrix.square))
    plan.numbers.bits = bitsOf(*precise);
  plan.exponent = matrix.exponent;
  std::visit([&](const auto &square) { plan.reduction = reduce(square); },
             matrix.square);
  auto addBlocks = [&](const auto &reduced) {
    for (const auto &block : reduced.blocks)
      plan.steps.push_back(planOf(
          block.size(), block.entries(),
          enginesFor(patternOf(block), numbersOf(block, plan.numbers.kind),
                     resources, valuesOf(block)),
          resources));
  };
  if (plan.structuralRank() == plan.size())
    std::visit(addBlocks, plan.reduction);
  for (const BlockPlan &block : plan.steps)
    if (!fits(block.engine->cost(), resources))
      return tooLarge(block, resources);
  if (plan.cost().seconds > resources.seconds)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "no plan fits: all blocks together would take %.2e seconds; allowed "
        "are %.2e (-seconds)",
        plan.cost().seconds, resources.seconds);
  return plan;
}

int Plan::structuralRank() const {
  return std::visit([](const auto &r) { return r.structuralRank; }, reduction);
}
int Plan::diagonalBlocks() const {
  return std::visit([](const auto &r) { return r.firstBlocks; }, reduction);
}
int Plan::largestDiagonalBlock() const {
  return std::visit([](const auto &r) { return r.largestFirstBlock; },
                    reduction);
}
int Plan::eliminatedVertices() const {
  return std::visit([](const auto &r) { return r.eliminated; }, reduction);
}

std::string Plan::arithmetic() const {
  switch (numbers.kind) {
  case NumberKind::Positive:
    return "double";
  case NumberKind::Signed:
    return "double with signs";
  case NumberKind::Complex:
    return "complex double";
  case NumberKind::Precise:
    return std::to_string(numbers.bits) + " bits";
  case NumberKind::PreciseComplex:
    return "complex, " + std::to_string(numbers.bits) + " bits";
  case NumberKind::Integer:
    break;
  }
  return "exact integers";
}

Cost Plan::cost() const {
  Cost total;
  for (const BlockPlan &block : steps) {
    Cost cost = block.engine->cost();
    total.operations += cost.operations;
    total.seconds += cost.seconds;
    total.bytes = std::max(total.bytes, cost.bytes);
  }
  return total;
}

/// \p whole as one block sees it, by predicted seconds.
Progress Plan::ofBlock(size_t block, const Progress &whole) const {
  if (!whole)
    return {};
  double before = 0, total = cost().seconds;
  for (size_t i = 0; i < block; ++i)
    before += steps[i].engine->cost().seconds;
  double share = steps[block].engine->cost().seconds;
  return [=](double done) { return whole((before + done * share) / total); };
}

Value Plan::runBlocks(const Reduction<mpz_class> &reduced,
                      const Progress &progress) const {
  if (structuralRank() < size() || isZero(reduced.factor))
    return ExactValue{0};
  mpz_class product = reduced.factor;
  for (size_t i = 0; i < steps.size() && sgn(product) != 0; ++i)
    product *= steps[i].engine->run(reduced.blocks[i], ofBlock(i, progress));
  return ExactValue{product, exponent + reduced.exponent};
}

Value Plan::runBlocks(const Reduction<Rounded> &reduced,
                      const Progress &progress) const {
  if (structuralRank() < size())
    return ExactValue{0};
  RoundedValue product{reduced.factor, exponent + reduced.exponent};
  product.isComplex = numbers.kind == NumberKind::Complex;
  // Reading, eliminations, the factors of the blocks of one row.
  product.roundings = size() + 2.0 * eliminatedVertices() + diagonalBlocks();
  for (size_t i = 0; i < steps.size(); ++i) {
    RoundedValue block =
        steps[i].engine->run(reduced.blocks[i], ofBlock(i, progress));
    RoundedSquare single{{{{0, product.number * block.number}}}};
    product.exponent += block.exponent + balance(single);
    product.isEstimate |= block.isEstimate;
    product.number = single.rows[0][0].value;
    product.roundings += block.roundings + 1;
  }
  return product;
}

Value Plan::runBlocks(const Reduction<Precise> &reduced,
                      const Progress &progress) const {
  if (structuralRank() < size())
    return ExactValue{0};
  PreciseValue product{reduced.factor, unsigned(numbers.bits)};
  product.isComplex = numbers.kind == NumberKind::PreciseComplex;
  product.roundings = size() + 2.0 * eliminatedVertices() + diagonalBlocks();
  for (size_t i = 0; i < steps.size(); ++i) {
    PreciseValue block =
        steps[i].engine->run(reduced.blocks[i], ofBlock(i, progress));
    product.number = product.number * block.number;
    product.isEstimate |= block.isEstimate;
    product.roundings += block.roundings + 1;
  }
  return product;
}

llvm::Expected<Value> Plan::run(const Progress &progress) const {
  try {
    return std::visit([&](const auto &r) { return runBlocks(r, progress); },
                      reduction);
  } catch (const Stopped &) {
    return llvm::createStringError(
        std::make_error_code(std::errc::operation_canceled), "stopped");
  } catch (const PartDone &done) {
    return llvm::createStringError(
        std::make_error_code(std::errc::operation_in_progress), done.text);
  } catch (const Refused &refused) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   refused.reason);
  } catch (const std::bad_alloc &) {
    return llvm::createStringError(
        std::make_error_code(std::errc::not_enough_memory),
        "out of memory; a smaller -memory refuses before it begins");
  }
}

} // namespace sparsec::permanent
