//===- Inputs.cpp - values for the arguments of a kernel ------------------===//
///
/// \file
/// Binds matrices to sparse arguments, then what options give, then what facts
/// and the context determine; the rest is random.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Inputs.h"

#include "IndexArrays.h"
#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/Generators.h"
#include "sparsec/Bench/MatrixMarket.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

namespace sparsec::bench {
namespace {

llvm::Error inputError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

template <typename Number>
void append(std::vector<unsigned char> &bytes, Number value) {
  size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

class Binder {
public:
  Binder(const Program &program, const Kernel &kernel,
         const BindingOptions &options)
      : program(program), kernel(kernel), options(options),
        environment(program), random(20) {}

  llvm::Expected<Inputs> run(llvm::ArrayRef<const CsrMatrix *> matrices);

private:
  llvm::Error setParameter(const isl::pw_aff &value, int64_t number,
                           const std::string &what);
  llvm::Error bindMatrix(const SparseArgument &argument,
                         const CsrMatrix &matrix);
  llvm::Error readOptions();
  llvm::Error readArray(const std::string &name, const std::string &file);
  void deriveRowLengths();
  llvm::Error determineParameters();
  llvm::Error makeIndexArrays();
  llvm::Expected<uint64_t> elementCount(const Slot &slot);
  llvm::Error encode(const Slot &slot, Inputs &inputs);
  llvm::Error encodeScalar(const Slot &slot, std::vector<unsigned char> &bytes);
  llvm::Error encodeInteger(const Slot &slot, int64_t value,
                            std::vector<unsigned char> &bytes);
  double suitable(double value) const;
  const Slot *findSlot(const std::string &name) const;

  const Program &program;
  const Kernel &kernel;
  const BindingOptions &options;
  Environment environment;
  std::map<std::string, std::vector<double>> floats;
  Random random;
};

/// Gives \p number to the one unknown parameter p of \p value = p + constant.
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
  std::string name = environment.missing;
  environment.parameters[name] = 0;
  std::optional<int64_t> offset = environment.evaluate(value);
  environment.parameters[name] = number - offset.value_or(0);
  std::optional<int64_t> check = environment.evaluate(value);
  if (check && *check == number)
    return llvm::Error::success();
  return inputError("cannot choose '" + name + "' so that '" +
                    affineText(value, {}) + "' is " + std::to_string(number));
}

llvm::Error Binder::bindMatrix(const SparseArgument &argument,
                               const CsrMatrix &matrix) {
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
  }
  for (const std::string &name : argument.values)
    floats[name] = matrix.value;
  return llvm::Error::success();
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
      floats[name] = {real};
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
  if (!slot || slot->isScalar)
    return inputError("-array " + name + ": '" + kernel.name +
                      "' has no array argument of that name");
  llvm::Expected<std::string> text = readFile(file);
  if (!text)
    return text.takeError();
  llvm::SmallVector<llvm::StringRef, 0> words;
  llvm::SplitString(*text, words, " \t\r\n,");
  for (llvm::StringRef word : words) {
    int64_t whole = 0;
    double real = 0;
    if (slot->type.isInteger() && llvm::to_integer(word, whole))
      environment.integers[name].push_back(whole);
    else if (slot->type.isFloating() && llvm::to_float(word, real))
      floats[name].push_back(real);
    else
      return inputError(file + ": '" + word.str() + "' is not an element of '" +
                        name + "', " + slot->type.spelling);
  }
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

llvm::Error Binder::determineParameters() {
  deriveRowLengths();
  environment.solveContext();
  for (const Slot &slot : kernel.slots) {
    if (!slot.isScalar || !slot.type.isInteger() ||
        environment.parameters.count(slot.name))
      continue;
    if (options.defaultSize < 0)
      return inputError("no value for '" + slot.name + "' of " + kernel.name +
                        "; give one with -arg " + slot.name + "=VALUE");
    environment.parameters[slot.name] = options.defaultSize;
    if (!environment.satisfiesContext())
      environment.parameters.erase(slot.name);
    environment.solveContext();
    if (!environment.parameters.count(slot.name))
      return inputError("no small value for '" + slot.name +
                        "' satisfies the declared conditions");
  }
  if (!environment.satisfiesContext())
    return inputError("the sizes do not satisfy the declared conditions of " +
                      kernel.name);
  return llvm::Error::success();
}

llvm::Error Binder::makeIndexArrays() {
  for (const Slot &slot : kernel.slots) {
    auto array = program.arrays.find(slot.name);
    if (slot.isScalar || !slot.type.isInteger() ||
        array == program.arrays.end() || environment.integers.count(slot.name))
      continue;
    llvm::Expected<uint64_t> count = elementCount(slot);
    if (!count)
      return count.takeError();
    llvm::Expected<std::vector<int64_t>> values =
        makeIntegers(program, array->second, *count, environment, random);
    if (!values)
      return values.takeError();
    environment.integers[slot.name] = std::move(*values);
  }
  return llvm::Error::success();
}

llvm::Expected<uint64_t> Binder::elementCount(const Slot &slot) {
  auto found = program.arrays.find(slot.name);
  if (slot.isScalar)
    return 1;
  if (found == program.arrays.end())
    return 0;
  uint64_t count = 1;
  for (unsigned dim = 0; dim < found->second.extents.size(); ++dim) {
    environment.missing.clear();
    std::optional<int64_t> length = environment.extent(slot.name, dim);
    if (!length)
      return inputError(
          "cannot derive the length of '" + slot.name + "' from its accesses" +
          (environment.missing.empty()
               ? ""
               : " ('" + environment.missing + "' is not known)") +
          "; add '#pragma sparsec extent(" + slot.name + ", LENGTH)'");
    if (__builtin_mul_overflow(count, std::max<int64_t>(*length, 0), &count) ||
        count > (uint64_t{1} << 34))
      return inputError("'" + slot.name + "' would have over 2^34 elements");
  }
  return count + found->second.extraElements;
}

/// Kernels with square roots and the like get positive numbers.
double Binder::suitable(double value) const {
  return kernel.needsPositive ? std::fabs(value) : value;
}

llvm::Error Binder::encodeInteger(const Slot &slot, int64_t value,
                                  std::vector<unsigned char> &bytes) {
  unsigned bits = 8 * slot.type.bytes;
  bool fits = slot.type.isSigned
                  ? llvm::isIntN(bits, value)
                  : value >= 0 && (bits == 64 || llvm::isUIntN(bits, value));
  if (!fits)
    return inputError("'" + slot.name + "' holds " + slot.type.spelling +
                      " and cannot take " + std::to_string(value));
  for (unsigned k = 0; k < slot.type.bytes; ++k)
    bytes.push_back(static_cast<unsigned char>(value >> (8 * k)));
  return llvm::Error::success();
}

llvm::Error Binder::encodeScalar(const Slot &slot,
                                 std::vector<unsigned char> &bytes) {
  if (slot.type.isInteger())
    return encodeInteger(slot, environment.parameters.at(slot.name), bytes);
  auto given = floats.find(slot.name);
  double value =
      given == floats.end() ? suitable(random.value()) : given->second[0];
  if (slot.type.bytes == 4)
    append(bytes, static_cast<float>(value));
  else
    append(bytes, value);
  return llvm::Error::success();
}

llvm::Error Binder::encode(const Slot &slot, Inputs &inputs) {
  std::vector<unsigned char> bytes;
  llvm::Expected<uint64_t> count = elementCount(slot);
  if (!count)
    return count.takeError();
  inputs.elements.push_back(*count);
  bytes.reserve(*count * slot.type.bytes);
  llvm::Error failure = llvm::Error::success();
  if (slot.isScalar) {
    failure = encodeScalar(slot, bytes);
  } else if (slot.type.isInteger()) {
    const std::vector<int64_t> &values = environment.integers[slot.name];
    if (values.size() < *count)
      return inputError("'" + slot.name + "' has " +
                        std::to_string(values.size()) + " elements; " +
                        std::to_string(*count) + " are needed");
    for (uint64_t k = 0; k < *count && !failure; ++k)
      failure = encodeInteger(slot, values[k], bytes);
  } else {
    const std::vector<double> &values = floats[slot.name];
    if (!values.empty() && values.size() < *count)
      return inputError("'" + slot.name + "' has " +
                        std::to_string(values.size()) + " elements; " +
                        std::to_string(*count) + " are needed");
    for (uint64_t k = 0; k < *count; ++k) {
      double value = suitable(values.empty() ? random.value() : values[k]);
      if (slot.type.bytes == 4)
        append(bytes, static_cast<float>(value));
      else
        append(bytes, value);
    }
  }
  inputs.bytes.push_back(std::move(bytes));
  return failure;
}

llvm::Expected<Inputs> Binder::run(llvm::ArrayRef<const CsrMatrix *> matrices) {
  Inputs inputs;
  std::vector<SparseArgument> sparse = sparseArguments(program);
  if (matrices.size() != sparse.size())
    return inputError(kernel.name + " takes " + std::to_string(sparse.size()) +
                      " sparse matrices (facts 'csr(..)'), " +
                      std::to_string(matrices.size()) + " given");
  for (size_t k = 0; k < sparse.size(); ++k)
    if (llvm::Error failure = bindMatrix(sparse[k], *matrices[k]))
      return failure;
  if (!matrices.empty()) {
    inputs.name = matrices[0]->name;
    inputs.rows = matrices[0]->rows;
    inputs.columns = matrices[0]->columns;
    inputs.entries = matrices[0]->entries();
  }
  if (llvm::Error failure = readOptions())
    return failure;
  if (llvm::Error failure = determineParameters())
    return failure;
  if (llvm::Error failure = makeIndexArrays())
    return failure;
  for (const Slot &slot : kernel.slots)
    if (llvm::Error failure = encode(slot, inputs))
      return failure;
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

llvm::Error writeCases(const std::string &path, llvm::ArrayRef<Inputs> cases) {
  std::error_code status;
  llvm::raw_fd_ostream out(path, status);
  if (status)
    return llvm::createStringError(status, "cannot write '%s'", path.c_str());
  auto number = [&](uint64_t value) {
    out.write(reinterpret_cast<const char *>(&value), sizeof value);
  };
  number(cases.size());
  for (const Inputs &inputs : cases) {
    std::string name = inputs.name.substr(0, 255);
    name.resize(256);
    out << name;
    for (size_t s = 0; s < inputs.bytes.size(); ++s) {
      const std::vector<unsigned char> &bytes = inputs.bytes[s];
      number(inputs.elements[s]);
      out.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
      out.write_zeros((8 - bytes.size() % 8) % 8);
    }
  }
  out.close();
  if (out.has_error())
    return llvm::createStringError(out.error(), "cannot write '%s'",
                                   path.c_str());
  return llvm::Error::success();
}

} // namespace sparsec::bench
