//===- Inputs.cpp - values for the arguments of a kernel ------------------===//
///
/// \file
/// Binds matrices to sparse arguments, then what options give, then what facts
/// and the context determine; the rest is random.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Inputs.h"

#include "Guards.h"
#include "IndexArrays.h"
#include "Rules.h"
#include "SlotEncoder.h"
#include "sparsec/Matrix/MatrixMarket.h"
#include "sparsec/Support/Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec::bench {
namespace {

llvm::Error inputError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

class Binder {
public:
  Binder(const Program &program, const Kernel &kernel,
         const BindingOptions &options)
      : program(program), kernel(kernel), options(options), known(program),
        environment(known.environment) {
    for (const Parameter &parameter : program.parameters)
      if (!parameter.pointer.empty()) // no argument is null
        environment.parameters[parameter.name] = 1;
  }

  llvm::Expected<Inputs> run(llvm::ArrayRef<const CsrMatrix *> matrices);
  std::string unfit(llvm::ArrayRef<const CsrMatrix *> matrices);

private:
  llvm::Error bindIntegers(llvm::ArrayRef<const CsrMatrix *> matrices);
  llvm::Error setParameter(const isl::pw_aff &value, int64_t number,
                           const std::string &what);
  llvm::Error bindMatrix(const SparseArgument &argument, uint64_t position,
                         const CsrMatrix &matrix);
  void bindContents();
  llvm::Error readOptions();
  llvm::Error readArray(const std::string &name, const std::string &file);
  void deriveRowLengths();
  std::string conditionText();
  llvm::Error determineParameters();
  llvm::Error makeIndexArray(const Slot &slot, bool isLast);
  llvm::Error makeIndexArrays();
  llvm::Expected<uint64_t> elementCount(const Slot &slot);
  llvm::Error checkSizes();
  const Slot *findSlot(const std::string &name) const;

  const Program &program;
  const Kernel &kernel;
  const BindingOptions &options;
  ArgumentValues known;
  Environment &environment;
};

/// Gives the unknown parameters of \p value, `n` or `2 * n + 1`, values for
/// which it is \p number.
llvm::Error Binder::setParameter(const isl::pw_aff &value, int64_t number,
                                 const std::string &what) {
  std::optional<int64_t> known = environment.evaluate(value);
  if (known && *known == number)
    return llvm::Error::success();
  if (known)
    return inputError("the matrix has " + std::to_string(number) + " " + what +
                      ", but " +
                      (poly::constantValue(value)
                           ? "the facts say "
                           : "'" + affineText(value, {}) + "' is already ") +
                      std::to_string(*known));
  const std::string name = environment.missing;
  if (environment.choose(value, number))
    return llvm::Error::success();
  return inputError("cannot choose '" + name + "' so that '" +
                    affineText(value, {}) + "' is " + std::to_string(number));
}

llvm::Error Binder::bindMatrix(const SparseArgument &argument,
                               uint64_t position, const CsrMatrix &matrix) {
  auto makes = [&](const std::string &name, SlotSource::Kind kind,
                   int64_t offset) {
    SlotSource &source = known.sources[name];
    source.kind = kind;
    source.matrix = position;
    source.offset = offset;
  };
  if (llvm::Error failure =
          setParameter(*argument.rowCount, matrix.rows, "rows"))
    return failure;
  if (argument.columnCount)
    if (llvm::Error failure =
            setParameter(*argument.columnCount, matrix.columns, "columns"))
      return failure;
  std::vector<int64_t> &pointer = environment.integers[argument.pointer];
  pointer = matrix.pointer;
  for (int64_t &start : pointer)
    start += argument.base;
  makes(argument.pointer, SlotSource::Pointer, argument.base);
  for (const std::string &name : argument.columns) {
    std::vector<int64_t> &column = environment.integers[name];
    column.assign(matrix.column.begin(), matrix.column.end());
    // A column's base is its own: the lower end of its range.
    std::optional<int64_t> base;
    for (const Fact *fact : program.factsAbout(name, Fact::Kind::Range))
      if (fact->lower)
        base = environment.evaluate(*fact->lower);
    for (int64_t &c : column)
      c += base.value_or(0);
    makes(name, SlotSource::Column, base.value_or(0));
  }
  for (const std::string &name : argument.values) {
    const bool isComplex = program.arrays.at(name).type.isComplex();
    if (!isComplex && !matrix.imaginary.empty())
      return inputError("the matrix is complex, '" + name + "' holds " +
                        program.arrays.at(name).type.spelling);
    known.floats[name] = matrix.value;
    known.imaginary[name] = matrix.imaginary;
    makes(name, isComplex ? SlotSource::Bytes : SlotSource::Value, 0);
  }
  return llvm::Error::success();
}

/// What recipes bind and no matrix fills.
void Binder::bindContents() {
  for (const auto &[name, array] : program.arrays) {
    if (!array.contents || environment.integers.count(name) ||
        known.floats.count(name))
      continue;
    if (array.type.isInteger())
      environment.integers[name].assign(array.contents->integers.begin(),
                                        array.contents->integers.end());
    else
      known.floats[name] = array.contents->numbers;
    known.imaginary[name] = array.contents->imaginary;
  }
}

const Slot *Binder::findSlot(const std::string &name) const {
  auto found = llvm::find_if(
      kernel.slots, [&](const Slot &slot) { return slot.name == name; });
  return found == kernel.slots.end() ? nullptr : &*found;
}

llvm::Error Binder::readOptions() {
  for (const auto &[name, text] : options.values) {
    const Slot *slot = findSlot(name);
    if (!slot || !slot->isScalar)
      return inputError("-arg " + name + ": '" + kernel.name +
                        "' has no scalar argument of that name");
    int64_t whole = 0;
    double real = 0;
    if (slot->type.isInteger()) {
      if (!llvm::to_integer(text, whole))
        return inputError("-arg " + name + ": '" + text +
                          "' is not an integer");
      auto known = environment.parameters.find(name);
      if (known != environment.parameters.end() && known->second != whole)
        return inputError("-arg " + name + "=" + text + ": the matrix makes '" +
                          name + "' " + std::to_string(known->second));
      environment.parameters[name] = whole;
    } else if (llvm::to_float(text, real)) {
      known.floats[name] = {real};
      known.imaginary[name] = {0};
    } else {
      return inputError("-arg " + name + ": '" + text + "' is not a number");
    }
  }
  for (const auto &[name, file] : options.files)
    if (llvm::Error failure = readArray(name, file))
      return failure;
  return llvm::Error::success();
}

llvm::Error Binder::readArray(const std::string &name,
                              const std::string &file) {
  const Slot *slot = findSlot(name);
  if (!slot || slot->isScalar || slot->holdsStructures)
    return inputError("-array " + name + ": '" + kernel.name +
                      "' has no array argument of that name");
  llvm::Expected<std::string> text = readFile(file);
  if (!text)
    return text.takeError();
  environment.integers.erase(name);
  known.floats.erase(name);
  known.imaginary.erase(name);
  known.sources.erase(name);
  llvm::SmallVector<llvm::StringRef, 0> words;
  llvm::SplitString(*text, words, " \t\r\n,");
  for (llvm::StringRef word : words) {
    int64_t whole = 0;
    double real = 0;
    // Of complex numbers the parts take turns.
    const bool isImaginary =
        slot->type.isComplex() &&
        known.imaginary[name].size() < known.floats[name].size();
    if (slot->type.isInteger() && llvm::to_integer(word, whole))
      environment.integers[name].push_back(whole);
    else if (slot->type.isFloating() && llvm::to_float(word, real))
      (isImaginary ? known.imaginary : known.floats)[name].push_back(real);
    else
      return inputError(file + ": '" + word.str() + "' is not an element of '" +
                        name + "', " + slot->type.spelling);
  }
  if (slot->type.isComplex() &&
      known.imaginary[name].size() < known.floats[name].size())
    return inputError(file + ": the last element of '" + name +
                      "' has no imaginary part");
  return llvm::Error::success();
}

/// `row_length(index) <= M` with M not given: the longest row.
void Binder::deriveRowLengths() {
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::RowLength || environment.evaluate(*fact.upper))
      continue;
    auto pointer = environment.integers.find(fact.arrays[0]);
    if (pointer == environment.integers.end())
      continue;
    int64_t longest = 0;
    const std::vector<int64_t> &starts = pointer->second;
    for (size_t r = 0; r + 1 < starts.size(); ++r)
      longest = std::max(longest, starts[r + 1] - starts[r]);
    llvm::consumeError(setParameter(*fact.upper, longest, "entries in a row"));
  }
}

/// Which condition the parameters break, and what a drop-in does then.
std::string Binder::conditionText() {
  const Fact *fact = environment.brokenCondition();
  if (!fact)
    return "the declared conditions";
  return "'" + fact->text + "' (" + fact->location +
         "); where it does not hold, the drop-in runs the original loops";
}

llvm::Error Binder::determineParameters() {
  deriveRowLengths();
  environment.solveContext();
  const std::map<std::string, int64_t> fixed = environment.parameters;
  for (const Slot &slot : kernel.slots) {
    if (!slot.isScalar || !slot.type.isInteger() ||
        environment.parameters.count(slot.name))
      continue;
    if (options.defaultSize < 0)
      return inputError("no value for '" + slot.name + "' of " + kernel.name +
                        "; give one with -arg " + slot.name + "=VALUE");
    environment.parameters[slot.name] =
        environment.sizeNear(slot.name, options.defaultSize);
    std::string broken;
    if (!environment.satisfiesContext()) {
      broken = conditionText();
      environment.parameters.erase(slot.name);
    }
    environment.solveContext();
    if (!environment.parameters.count(slot.name))
      return inputError("no small value for '" + slot.name + "' satisfies " +
                        broken);
  }
  if (!environment.satisfiesContext())
    return inputError("the sizes of " + kernel.name + " do not satisfy " +
                      conditionText());
  return avoidGuards(program, kernel, fixed, known);
}

llvm::Error Binder::makeIndexArray(const Slot &slot, bool isLast) {
  llvm::Expected<uint64_t> count = elementCount(slot);
  if (!count)
    return count.takeError();
  llvm::Expected<std::vector<int64_t>> values =
      makeIntegers(program, program.arrays.at(slot.name), *count, environment,
                   known.random, isLast);
  if (!values)
    return values.takeError();
  environment.integers[slot.name] = std::move(*values);
  return llvm::Error::success();
}

llvm::Error Binder::makeIndexArrays() {
  std::vector<const Slot *> missing;
  for (const Slot &slot : kernel.slots)
    if (!slot.isScalar && slot.type.isInteger() &&
        program.arrays.count(slot.name) &&
        !environment.integers.count(slot.name))
      missing.push_back(&slot);
  return makeInSomeOrder(std::move(missing),
                         [&](const Slot &slot, bool isLast) {
                           return makeIndexArray(slot, isLast);
                         });
}

llvm::Expected<uint64_t> Binder::elementCount(const Slot &slot) {
  return countElements(program, slot, environment);
}

/// Refuses arrays that do not fit into memory: here, as a file for the driver
/// and, while that runs, there.
llvm::Error Binder::checkSizes() {
  uint64_t bytes = 0;
  for (const Slot &slot : kernel.slots) {
    llvm::Expected<uint64_t> count = elementCount(slot);
    if (!count)
      return count.takeError();
    bytes += *count * slot.type.bytes;
  }
  return checkMemory(2 * bytes, "what '" + llvm::Twine(kernel.name) +
                                    "' is given, twice,");
}

/// All integers, and what matrices and options say of the rest.
llvm::Error Binder::bindIntegers(llvm::ArrayRef<const CsrMatrix *> matrices) {
  std::vector<SparseArgument> sparse = sparseArguments(program);
  if (matrices.size() != sparse.size())
    return inputError(kernel.name + " takes " + std::to_string(sparse.size()) +
                      " sparse matrices (facts 'csr(..)'), " +
                      std::to_string(matrices.size()) + " given");
  for (size_t k = 0; k < sparse.size(); ++k)
    if (llvm::Error failure = bindMatrix(sparse[k], k, *matrices[k]))
      return failure;
  bindContents();
  if (llvm::Error failure = readOptions())
    return failure;
  if (llvm::Error failure = determineParameters())
    return failure;
  return makeIndexArrays();
}

std::string Binder::unfit(llvm::ArrayRef<const CsrMatrix *> matrices) {
  if (llvm::Error failure = bindIntegers(matrices))
    return llvm::toString(std::move(failure));
  const Fact *fact = brokenRule(program, environment);
  return fact ? fact->text : "";
}

llvm::Expected<Inputs> Binder::run(llvm::ArrayRef<const CsrMatrix *> matrices) {
  Inputs inputs;
  if (llvm::Error failure = bindIntegers(matrices))
    return failure;
  if (!matrices.empty()) {
    inputs.name = matrices[0]->name;
    inputs.rows = matrices[0]->rows;
    inputs.columns = matrices[0]->columns;
    inputs.entries = matrices[0]->entries();
  }
  if (llvm::Error failure = checkSizes())
    return failure;
  for (const Slot &slot : kernel.slots) {
    llvm::Expected<uint64_t> count = elementCount(slot);
    if (!count)
      return count.takeError();
    if (llvm::Error failure = encodeSlot(kernel, slot, *count, known, inputs))
      return failure;
  }
  inputs.matrices = options.specs;
  inputs.matrices.resize(matrices.size());
  return inputs;
}

} // namespace

uint64_t Inputs::arrayBytes(const Kernel &kernel) const {
  uint64_t total = 0;
  for (size_t s = 0; s < kernel.slots.size(); ++s)
    if (!kernel.slots[s].isScalar)
      total += bytes[s].size();
  return total;
}

llvm::Expected<Inputs> bindInputs(const Program &program, const Kernel &kernel,
                                  llvm::ArrayRef<const CsrMatrix *> matrices,
                                  const BindingOptions &options) {
  return poly::tryIsl([&]() -> llvm::Expected<Inputs> {
    return Binder(program, kernel, options).run(matrices);
  });
}

std::string unfitForRules(const Program &program, const Kernel &kernel,
                          llvm::ArrayRef<const CsrMatrix *> matrices,
                          const BindingOptions &options) {
  llvm::Expected<std::string> why =
      poly::tryIsl([&]() -> llvm::Expected<std::string> {
        return Binder(program, kernel, options).unfit(matrices);
      });
  return why ? *why : llvm::toString(why.takeError());
}

} // namespace sparsec::bench
