//===- Interpretation.cpp - a case without a C compiler -------------------===//

#include "Interpretation.h"

#include "sparsec/IR/TakenNames.h"
#include "sparsec/Interpreter/Interpreter.h"

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

double realAt(const Cells &cells, size_t position) {
  double number = 0;
  float shorter = 0;
  if (cells.type.bytes == sizeof shorter) {
    std::memcpy(&shorter, cells.at(position), sizeof shorter);
    return shorter;
  }
  std::memcpy(&number, cells.at(position), sizeof number);
  return number;
}

bool isReal(const Cells &cells) {
  return cells.type.kind == ElementType::Kind::Floating &&
         cells.type.bytes <= 8;
}

/// Sums of larger values may round, and differ in another order.
bool mayRound(const Memory &memory) {
  for (const auto &[name, cells] : memory.arrays)
    for (size_t pos = 0; isReal(cells) && pos < cells.count(); ++pos)
      if (!(std::fabs(realAt(cells, pos)) <
            (cells.type.bytes == 4 ? 1L << 20 : 1L << 40)))
        return true;
  return false;
}

bool areEqual(const Cells &a, const Cells &b, size_t position) {
  if (a.isSet[position] != b.isSet[position])
    return false;
  if (isReal(a))
    return realAt(a, position) == realAt(b, position);
  return std::memcmp(a.at(position), b.at(position), a.type.bytes) == 0;
}

std::string textAt(const Cells &cells, size_t position) {
  if (!cells.isSet[position])
    return "without a value";
  if (isReal(cells))
    return exactText(realAt(cells, position));
  std::string digits;
  for (unsigned byte = 0; byte < cells.type.bytes; ++byte)
    digits = llvm::utohexstr(cells.at(position)[byte], false, 2) + digits;
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

class CaseInterpreter {
public:
  CaseInterpreter(const CaseRecord &record, const Program &source,
                  const Program &program)
      : record(record), source(source), program(program) {}

  Interpretation run();

private:
  bool readLoops();
  bool compare(const Inputs &inputs);
  /// Notes why nothing is known, or what is wrong; whether all is well.
  bool note(llvm::Error error, const Inputs &inputs);

  const CaseRecord &record;
  const Program &source, &program;
  LoopSnapshot before;
  std::vector<LoopSnapshot> after;
  Interpretation verdict;
};

bool CaseInterpreter::readLoops() {
  auto fails = [&](llvm::Error error) {
    if (!error)
      return false;
    verdict = {Result::NotInterpreted, llvm::toString(std::move(error))};
    return true;
  };
  llvm::Expected<LoopSnapshot> first = loopsBeforePasses(source);
  if (fails(first.takeError()))
    return false;
  before = std::move(*first);
  if (record.isThorough) {
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

bool CaseInterpreter::note(llvm::Error error, const Inputs &inputs) {
  if (!error)
    return true;
  verdict.result =
      error.isA<NotInterpreted>() ? Result::NotInterpreted : Result::Different;
  verdict.details = llvm::toString(std::move(error));
  if (verdict.result == Result::Different)
    verdict.details += " on " + inputs.text();
  return false;
}

bool CaseInterpreter::compare(const Inputs &inputs) {
  Memory expected = memoryOf(record.kernel, inputs, source);
  if (llvm::Error error = interpret(source, before, expected)) {
    verdict = {Result::NotInterpreted,
               "the source: " + llvm::toString(std::move(error))};
    return false;
  }
  if (mayRound(expected))
    return true;
  for (size_t place = 0; place < after.size(); ++place) {
    Memory actual = memoryOf(record.kernel, inputs, program);
    const unsigned seed = unsigned(record.number + place + 1);
    if (!note(interpret(program, after[place], actual, seed), inputs))
      return false;
    const std::string what = difference(source, expected, actual);
    if (!what.empty()) {
      verdict = {Result::Different, "after " + after[place].pass + ": " + what +
                                        " on " + inputs.text()};
      return false;
    }
  }
  return true;
}

Interpretation CaseInterpreter::run() {
  if (!readLoops())
    return verdict;
  Random random(record.seed, record.number * 2);
  std::vector<Inputs> shapes =
      makeInputs(record.kernel, random, !record.mayRound());
  const std::string known = shapes[record.knownShape].shape;
  for (const Inputs &inputs : shapes) {
    bool isOther = record.uses("specialize") && inputs.shape != known;
    if (inputs.shape != "large" && record.isAffordable(inputs) && !isOther &&
        !compare(inputs))
      break;
  }
  return verdict;
}

} // namespace

Interpretation interpretCase(const CaseRecord &record, const Program &source,
                             const Program &program) {
  return CaseInterpreter(record, source, program).run();
}

} // namespace sparsec::stress
