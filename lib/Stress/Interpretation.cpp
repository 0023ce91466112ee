//===- Interpretation.cpp - a case without a C compiler -------------------===//

#include "Interpretation.h"

#include "sparsec/IR/TakenNames.h"
#include "sparsec/Interpreter/Interpreter.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstring>

namespace sparsec::stress {
namespace {

using Result = Interpretation::Result;

/// What \p program calls what the source calls \p name.
std::string nameIn(const Program &program, const std::string &name) {
  if (!program.function.names)
    return name;
  auto found = program.function.names->renamed.find(name);
  return found == program.function.names->renamed.end() ? name : found->second;
}

/// What a call of the kernel is given: arrays and sizes by the names that they
/// have in the program.
Memory memoryOf(const Kernel &kernel, const Inputs &inputs,
                const Program &program) {
  Memory memory;
  for (const std::string &word : kernel.parameters()) {
    const std::string name = nameIn(program, kernel.spelled(word));
    if (auto size = inputs.sizes.find(word); size != inputs.sizes.end())
      memory.parameters[name] = size->second;
    auto array = program.arrays.find(name);
    if (array == program.arrays.end())
      continue;
    const ElementType &type = array->second.type;
    if (auto list = inputs.integers.find(word); list != inputs.integers.end())
      memory.arrays[name] = Cells::of(type, list->second);
    if (auto list = inputs.values.find(word); list != inputs.values.end())
      memory.arrays[name] = Cells::of(type, list->second);
  }
  return memory;
}

/// The real number of \p bytes at \p from.
double realAt(const unsigned char *from, unsigned bytes) {
  double number = 0;
  float shorter = 0;
  if (bytes == sizeof shorter) {
    std::memcpy(&shorter, from, sizeof shorter);
    return shorter;
  }
  std::memcpy(&number, from, sizeof number);
  return number;
}

/// How many `float` or `double` an element is: two of a complex one; 0 of what
/// is compared by its bytes.
unsigned partsOf(const ElementType &type) {
  const bool isComplex = type.kind == ElementType::Kind::Complex;
  const unsigned parts = isComplex ? 2 : 1, bytes = type.bytes / parts;
  const bool isKnown = bytes == sizeof(float) || bytes == sizeof(double);
  return isKnown && (isComplex || type.kind == ElementType::Kind::Floating)
             ? parts
             : 0;
}

/// The numbers that an element is.
llvm::SmallVector<double, 2> partsAt(const Cells &cells, size_t position) {
  llvm::SmallVector<double, 2> parts;
  const unsigned count = partsOf(cells.type);
  for (unsigned part = 0; part < count; ++part) {
    const unsigned bytes = cells.type.bytes / count;
    parts.push_back(realAt(cells.at(position) + part * bytes, bytes));
  }
  return parts;
}

/// Sums of larger values may round, and differ in another order.
bool mayRound(const Memory &memory) {
  for (const auto &[name, cells] : memory.arrays) {
    const unsigned parts = partsOf(cells.type);
    const bool isShort = parts && cells.type.bytes / parts == sizeof(float);
    const double most = double(isShort ? 1L << 20 : 1L << 40);
    for (size_t pos = 0; parts && pos < cells.count(); ++pos)
      for (double part : partsAt(cells, pos))
        if (!(std::fabs(part) < most))
          return true;
  }
  return false;
}

/// As C's `==`: a zero's sign, which products of complex numbers in another
/// order may change, is no difference.
bool areEqual(const Cells &a, const Cells &b, size_t position) {
  if (a.isSet[position] != b.isSet[position])
    return false;
  if (partsOf(a.type))
    return partsAt(a, position) == partsAt(b, position);
  return std::memcmp(a.at(position), b.at(position), a.type.bytes) == 0;
}

std::string textAt(const Cells &cells, size_t position) {
  if (!cells.isSet[position])
    return "without a value";
  std::string numbers;
  for (double part : partsAt(cells, position))
    numbers += (numbers.empty() ? "" : " ") + exactText(part);
  if (!numbers.empty())
    return numbers;
  std::string digits;
  for (unsigned byte = cells.type.bytes; byte-- > 0;)
    digits += llvm::toHex({cells.at(position)[byte]}, /*LowerCase=*/true);
  return "0x" + digits;
}

/// The first element of the caller's arrays that is not as expected; "" for
/// none.
std::string difference(const Program &source, const Memory &expected,
                       const Memory &actual) {
  for (const auto &[name, array] : source.arrays) {
    auto known = expected.arrays.find(name), found = actual.arrays.find(name);
    if (array.owner != Array::Owner::Argument || known == expected.arrays.end())
      continue;
    for (size_t pos = 0; pos < known->second.count(); ++pos)
      if (!areEqual(known->second, found->second, pos))
        return name + "[" + std::to_string(pos) + "] is " +
               textAt(found->second, pos) + " in place of " +
               textAt(known->second, pos);
  }
  return "";
}

class Comparison {
public:
  Comparison(const CaseRecord &record, const Program &source,
             const Program &program)
      : record(record), source(source), program(program) {}

  Interpretation run(const std::vector<SourceRun> &runs, bool isThorough);

private:
  bool readLoops(bool isThorough);
  bool compare(const SourceRun &run);
  /// Notes why nothing is known, or what is wrong; whether all is well.
  bool note(llvm::Error error, const Inputs &inputs);

  const CaseRecord &record;
  const Program &source, &program;
  std::vector<LoopSnapshot> after;
  Interpretation verdict;
};

bool Comparison::readLoops(bool isThorough) {
  auto fails = [&](llvm::Error error) {
    if (!error)
      return false;
    verdict = {Result::NotInterpreted, llvm::toString(std::move(error))};
    return true;
  };
  if (isThorough) {
    llvm::Expected<std::vector<LoopSnapshot>> all = loopSnapshots(program);
    if (fails(all.takeError()))
      return false;
    after = std::move(*all);
    return true;
  }
  llvm::Expected<LoopSnapshot> last = loopsAfterPasses(program);
  if (fails(last.takeError()))
    return false;
  after.push_back(std::move(*last));
  return true;
}

bool Comparison::note(llvm::Error error, const Inputs &inputs) {
  if (!error)
    return true;
  verdict.result =
      error.isA<NotInterpreted>() ? Result::NotInterpreted : Result::Different;
  verdict.details = llvm::toString(std::move(error));
  if (verdict.result == Result::Different)
    verdict.details += " on " + inputs.text();
  return false;
}

bool Comparison::compare(const SourceRun &run) {
  if (!run.problem.empty()) {
    verdict = {Result::NotInterpreted, "the source: " + run.problem};
    return false;
  }
  if (mayRound(run.results))
    return true;
  for (size_t place = 0; place < after.size(); ++place) {
    Memory actual = memoryOf(record.kernel, run.inputs, program);
    const unsigned seed = unsigned(record.number + place + 1);
    if (!note(interpret(program, after[place], actual, seed), run.inputs))
      return false;
    const std::string what = difference(source, run.results, actual);
    if (!what.empty()) {
      verdict = {Result::Different, "after " + after[place].pass + ": " + what +
                                        " on " + run.inputs.text()};
      return false;
    }
  }
  return true;
}

Interpretation Comparison::run(const std::vector<SourceRun> &runs,
                               bool isThorough) {
  if (!readLoops(isThorough))
    return verdict;
  for (const SourceRun &run : runs) {
    bool isOther = record.uses("specialize") && !run.isKnown;
    if (record.isAffordable(run.inputs) && !isOther && !compare(run))
      break;
  }
  return verdict;
}

} // namespace

const std::vector<SourceRun> &CaseInterpreter::runsFor(const CaseRecord &made) {
  const bool hasFractions = !made.mayRound();
  auto [entry, isNew] = runs.try_emplace(hasFractions);
  if (!isNew)
    return entry->second;
  Random random(made.seed, made.number * 2);
  std::vector<Inputs> shapes = makeInputs(made.kernel, random, hasFractions);
  const std::string known = shapes[made.knownShape].shape;
  llvm::Expected<LoopSnapshot> loops = loopsBeforePasses(source);
  std::string problem = loops ? "" : llvm::toString(loops.takeError());
  for (Inputs &inputs : shapes) {
    if (inputs.shape == "large")
      continue;
    SourceRun run{std::move(inputs), {}, problem, false};
    run.isKnown = run.inputs.shape == known;
    run.results = memoryOf(made.kernel, run.inputs, source);
    if (problem.empty())
      if (llvm::Error error = interpret(source, *loops, run.results))
        run.problem = llvm::toString(std::move(error));
    entry->second.push_back(std::move(run));
  }
  return entry->second;
}

Interpretation CaseInterpreter::compare(const CaseRecord &made,
                                        const Program &program,
                                        bool isThorough) {
  return Comparison(made, source, program).run(runsFor(made), isThorough);
}

} // namespace sparsec::stress
