//===- InterpretedCases.cpp - verification without a compiler -------------===//
///
/// \file
/// As in driver/verify.c: |y - y0| <= (8 eps (k + 1) + 2 r) bound, with k
/// roundings behind y and r those of the plan's values together, which the
/// source's loops compute in three other versions.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/InterpretedCases.h"

#include "Reals.h"

#include "sparsec/Bench/Driver.h"
#include "sparsec/Bench/Random.h"
#include "sparsec/Bench/Replay.h"
#include "sparsec/Interpreter/Interpreter.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>

namespace sparsec::bench {

Memory memoryOf(const Program &program, const Kernel &kernel,
                const Inputs &inputs) {
  Memory memory;
  for (size_t pos = 0; pos < kernel.slots.size(); ++pos) {
    const Slot &slot = kernel.slots[pos];
    if (slot.holdsStructures)
      continue;
    Cells cells = Cells::make(slot.type, inputs.elements[pos], true);
    std::memcpy(cells.bytes.data(), inputs.bytes[pos].data(),
                std::min(cells.bytes.size(), inputs.bytes[pos].size()));
    if (program.arrays.count(slot.name)) {
      memory.arrays[slot.name] = std::move(cells);
      continue;
    }
    long long number = 0; // little endian, sizes are not negative
    std::memcpy(&number, cells.bytes.data(), slot.type.bytes);
    memory.parameters[slot.name] = number;
  }
  return memory;
}

namespace {

/// Floating elements become what \p change makes of their real numbers.
template <typename Change>
Memory changed(Memory memory, Change change) {
  for (auto &[name, cells] : memory.arrays) {
    if (!cells.type.isFloating())
      continue;
    Reals reals(cells);
    for (size_t pos = 0; pos < reals.count(); pos += reals.parts) {
      double size = std::fabs(reals.get(pos));
      if (reals.parts == 2) {
        size += std::fabs(reals.get(pos + 1));
        reals.set(pos + 1, 0);
      }
      reals.set(pos, change(size));
    }
  }
  return memory;
}

class CaseVerifier {
public:
  CaseVerifier(const InterpretedPair &pair)
      : pair(pair), source(inOrder(pair.source, pair.orders)),
        bound(boundProgram(source)), terms(termsProgram(source)),
        rounding(roundingProgram(source)) {}

  llvm::Error prepare();
  llvm::Error run(const Inputs &inputs, unsigned orders, DriverReport &report);

private:
  /// Arrays of one case.
  struct Results {
    Memory original, bound, terms, rounding, actual;
  };
  llvm::Error interpretSource(const Inputs &inputs, Results &results);
  llvm::Error findOrder(const Inputs &inputs, Memory &memory);
  llvm::Error widenBounds(const Inputs &inputs, Results &results);
  llvm::Error interpretRounding(const Inputs &inputs, Memory &memory);
  std::string compare(Results &results, double &worst, bool &isFinite) const;
  std::string compareReals(const Slot &slot, Results &results, double &worst,
                           bool &isFinite) const;
  bool agree(double right, double now, double allowed) const;

  const InterpretedPair &pair;
  /// In the order of the plan.
  const Program source, bound, terms, rounding;
  LoopSnapshot tellerLoops, sourceLoops, boundLoops, termsLoops, roundingLoops,
      resultLoops;
};

llvm::Error CaseVerifier::prepare() {
  // Inputs are drawn without regard to rules, which inspectors check.
  for (const Fact &fact : pair.source.facts)
    if (fact.kind == Fact::Kind::Rule && fact.origin == Fact::Origin::Declared)
      return llvm::createStringError(
          "the inspector's check of 'rule' is not interpreted; '-assume' takes "
          "it as given where all inputs satisfy it");
  using Maker = llvm::Expected<LoopSnapshot> (*)(const Program &);
  const std::tuple<const Program &, LoopSnapshot &, Maker> all[] = {
      {pair.teller ? *pair.teller : source, tellerLoops, loopsBeforePasses},
      {source, sourceLoops, loopsBeforePasses},
      {bound, boundLoops, loopsBeforePasses},
      {terms, termsLoops, loopsBeforePasses},
      {rounding, roundingLoops, loopsBeforePasses},
      {pair.result, resultLoops, loopsAfterPasses}};
  for (const auto &[program, loops, make] : all) {
    llvm::Expected<LoopSnapshot> made = make(program);
    if (!made)
      return made.takeError();
    loops = std::move(*made);
  }
  return llvm::Error::success();
}

/// Puts the list of iterations into \p memory, as the teller runs them.
llvm::Error CaseVerifier::findOrder(const Inputs &inputs, Memory &memory) {
  Memory telling = memoryOf(*pair.teller, pair.kernel, inputs);
  if (llvm::Error error = interpret(*pair.teller, tellerLoops, telling))
    return error;
  for (size_t number = 0; number < pair.orders.size(); ++number) {
    const auto &visits = telling.visits[static_cast<long long>(number)];
    memory.parameters[visitsName(number)] =
        static_cast<long long>(visits.size());
    for (unsigned loop = 0; loop < pair.orders[number].depth; ++loop) {
      std::vector<long> values;
      for (const std::vector<long long> &visit : visits)
        values.push_back(static_cast<long>(visit[loop]));
      memory.arrays[orderName(number, loop)] =
          Cells::of(ElementType::int64(), values);
    }
  }
  return llvm::Error::success();
}

llvm::Error CaseVerifier::interpretSource(const Inputs &inputs,
                                          Results &results) {
  results.original = memoryOf(source, pair.kernel, inputs);
  if (pair.teller)
    if (llvm::Error error = findOrder(inputs, results.original))
      return error;
  results.bound = changed(results.original, [](double size) { return size; });
  results.terms = changed(results.original, [](double) { return 0.0; });
  if (llvm::Error error = interpret(source, sourceLoops, results.original))
    return error;
  if (llvm::Error error = interpret(bound, boundLoops, results.bound))
    return error;
  if (llvm::Error error = interpret(terms, termsLoops, results.terms))
    return error;
  results.rounding = results.terms;
  return pair.result.roundedBy.empty()
             ? llvm::Error::success()
             : interpretRounding(inputs, results.rounding);
}

/// As driver/sensitivity.c: results may be off by what inputs off by roundings
/// make of them.
llvm::Error CaseVerifier::widenBounds(const Inputs &inputs, Results &results) {
  constexpr int samples = 4;
  const double part = std::sqrt(pair.kernel.epsilon);
  Random random(1);
  for (int sample = 0; sample < samples && !pair.teller; ++sample) {
    Memory memory = memoryOf(source, pair.kernel, inputs);
    for (auto &[name, cells] : memory.arrays)
      for (size_t pos = 0;
           cells.type.isFloating() && pos < Reals(cells).count(); ++pos)
        Reals(cells).set(pos,
                         Reals(cells).get(pos) * (1 + part * random.value()));
    if (llvm::Error error = interpret(source, sourceLoops, memory))
      return error;
    for (const Slot &slot : pair.kernel.slots) {
      auto found = memory.arrays.find(slot.name);
      if (found == memory.arrays.end() || !slot.type.isFloating())
        continue;
      Reals now(found->second), right(results.original.arrays.at(slot.name)),
          bound(results.bound.arrays.at(slot.name));
      for (size_t pos = 0; pos < now.count(); ++pos) {
        const size_t first = pos - pos % now.parts;
        const double change =
            double(now.parts) * std::fabs(now.get(pos) - right.get(pos)) / part;
        if (std::isfinite(change) && change > bound.get(first))
          bound.set(first, change);
      }
    }
  }
  return llvm::Error::success();
}

llvm::Error CaseVerifier::interpretRounding(const Inputs &inputs,
                                            Memory &memory) {
  Memory orders = std::move(memory);
  memory = changed(memoryOf(source, pair.kernel, inputs),
                   [](double) { return 0.0; });
  // What findOrder() has added.
  memory.parameters = orders.parameters;
  memory.arrays.merge(orders.arrays);
  for (const auto &[name, error] : pair.result.roundedBy) {
    Reals reals(memory.arrays.at(name));
    for (size_t pos = 0; pos < reals.count(); pos += reals.parts)
      reals.set(pos, error);
  }
  return interpret(rounding, roundingLoops, memory);
}

/// What may differ where the bound of an element overflows, as the driver's
/// half_of_digits().
static double halfOfDigits(const Reals &results, double epsilon) {
  double largest = 0;
  for (size_t pos = 0; pos < results.count(); ++pos)
    if (const double value = std::fabs(results.get(pos)); std::isfinite(value))
      largest = std::max(largest, value);
  return std::sqrt(epsilon) * largest;
}

bool CaseVerifier::agree(double right, double now, double allowed) const {
  if (std::isnan(right))
    return std::isnan(now);
  if (pair.isExact)
    return std::memcmp(&right, &now, sizeof now) == 0;
  if (!std::isfinite(right))
    return right == now;
  return std::fabs(now - right) <= allowed;
}

/// Of the number whose parts begin at \p first.
static double magnitude(const Reals &results, size_t first) {
  double sum = 0;
  for (size_t part = 0; part < results.parts; ++part)
    sum += std::fabs(results.get(first + part));
  return sum;
}

std::string CaseVerifier::compareReals(const Slot &slot, Results &results,
                                       double &worst, bool &isFinite) const {
  Reals original(results.original.arrays.at(slot.name)),
      actual(results.actual.arrays.at(slot.name)),
      size(results.bound.arrays.at(slot.name)),
      roundings(results.terms.arrays.at(slot.name)),
      storage(results.rounding.arrays.at(slot.name));
  const bool isRounded = !pair.result.roundedBy.empty();
  const double epsilon = pair.kernel.epsilon;
  std::optional<double> half;
  for (size_t pos = 0; pos < original.count(); ++pos) {
    const size_t first = pos - pos % original.parts;
    // A quotient may be larger than one of bounds; it is rounded as well.
    const double itself = magnitude(original, first),
                 most = std::isfinite(itself)
                            ? std::max(size.get(first), itself)
                            : size.get(first);
    const double right = original.get(pos), now = actual.get(pos),
                 stored = isRounded ? 2 * storage.get(first) : 0,
                 bound =
                     (8 * epsilon * (roundings.get(first) + 1) + stored) * most;
    if (!std::isfinite(bound) && !half)
      half = halfOfDigits(original, epsilon);
    const double allowed = std::isfinite(bound) ? bound : *half;
    if (!agree(right, now, allowed))
      return llvm::formatv("'{0}[{1}]' is {2} in place of {3}, {4} allowed",
                           slot.name, pos / original.parts, now, right, allowed)
          .str();
    isFinite &= std::isfinite(right);
    const double relative = std::fabs(now - right) / most;
    if (std::isfinite(relative))
      worst = std::max(worst, relative);
  }
  return "";
}

/// The first element that is not as the source leaves it; "" for none.
std::string CaseVerifier::compare(Results &results, double &worst,
                                  bool &isFinite) const {
  for (const Slot &slot : pair.kernel.slots) {
    auto right = results.original.arrays.find(slot.name);
    if (right == results.original.arrays.end())
      continue;
    const Cells &expected = right->second,
                &found = results.actual.arrays.at(slot.name);
    for (size_t pos = 0; pos < expected.count(); ++pos) {
      const bool isSame = std::memcmp(expected.at(pos), found.at(pos),
                                      expected.type.bytes) == 0;
      const bool mayDiffer = slot.isWritten && slot.type.isFloating();
      if (!found.isSet[pos] || (!isSame && !mayDiffer))
        return llvm::formatv("'{0}[{1}]' is another than the source's",
                             slot.name, pos)
            .str();
    }
    if (!slot.type.isFloating())
      continue;
    std::string what = compareReals(slot, results, worst, isFinite);
    if (!what.empty())
      return what;
  }
  return "";
}

/// Which array does not hold what a recipe took it to hold; "" for none.
static std::string otherContents(const Program &source, const Memory &memory) {
  for (const auto &[name, array] : source.arrays) {
    auto found = memory.arrays.find(name);
    if (!array.contents || found == memory.arrays.end())
      continue;
    const Contents &contents = *array.contents;
    std::vector<double> numbers = contents.numbers;
    for (size_t pos = contents.imaginary.size(); pos-- > 0;)
      numbers.insert(numbers.begin() + long(pos) + 1, contents.imaginary[pos]);
    const Cells expected = array.type.isInteger()
                               ? Cells::of(array.type, contents.integers)
                               : Cells::of(array.type, numbers);
    if (expected.bytes != found->second.bytes)
      return name;
  }
  return "";
}

llvm::Error CaseVerifier::run(const Inputs &inputs, unsigned orders,
                              DriverReport &report) {
  const std::string about = "input '" + inputs.name + "', interpreted: ";
  Results results;
  const std::string other =
      otherContents(pair.source, memoryOf(pair.source, pair.kernel, inputs));
  if (!other.empty()) {
    report.declined.push_back(about + "specialize(" + other +
                              ") does not hold");
    return llvm::Error::success();
  }
  if (llvm::Error error = interpretSource(inputs, results))
    return llvm::joinErrors(
        llvm::createStringError("the source, on input '" + inputs.name + "'"),
        std::move(error));
  double worst = 0;
  bool isFinite = true, isWidened = pair.isExact;
  for (unsigned order = 0; order < orders; ++order) {
    results.actual = memoryOf(pair.result, pair.kernel, inputs);
    llvm::Error error =
        interpret(pair.result, resultLoops, results.actual, order);
    if (error.isA<NotInterpreted>())
      return error;
    const bool hasRun = !error;
    std::string what = error ? llvm::toString(std::move(error))
                             : compare(results, worst, isFinite);
    if (!what.empty() && hasRun && !isWidened) {
      isWidened = true;
      if (llvm::Error failure = widenBounds(inputs, results))
        return failure;
      what = compare(results, worst, isFinite);
    }
    if (what.empty())
      continue;
    report.failures.push_back(about + what);
    return llvm::Error::success();
  }
  report.verified.push_back({inputs.name, worst, isFinite});
  return llvm::Error::success();
}

} // namespace

llvm::Expected<DriverReport> interpretCases(const InterpretedPair &pair,
                                            llvm::ArrayRef<Inputs> cases,
                                            unsigned orders) {
  return poly::tryIsl([&]() -> llvm::Expected<DriverReport> {
    CaseVerifier verifier(pair);
    if (llvm::Error error = verifier.prepare())
      return error;
    DriverReport report;
    for (const Inputs &inputs : cases)
      if (llvm::Error error = verifier.run(inputs, orders, report))
        return error;
    return report;
  });
}

} // namespace sparsec::bench
