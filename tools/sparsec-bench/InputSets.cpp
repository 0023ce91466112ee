//===- InputSets.cpp - the inputs that a command line asks for ------------===//
#include "InputSets.h"
#include "Messages.h"

#include "sparsec/Bench/Corpus.h"
#include "sparsec/Bench/Generators.h"
#include "sparsec/Bench/MatrixFile.h"
#include "sparsec/Bench/Report.h"
#include "sparsec/Matrix/Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec::bench {
namespace {

llvm::Error inputError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

/// Small sizes for parameters that no matrix determines.
constexpr int64_t sizeWithFaults = 4;
constexpr int64_t smallSizes[] = {1, 3, 4, 8, 17, 0, 33, 2, 5};

} // namespace

namespace {

/// What rules may ask of a matrix, the least change first.
std::vector<MatrixShape> shapesForRules() {
  std::vector<MatrixShape> shapes;
  for (int triangle = 0; triangle < 5; ++triangle)
    for (bool isUnique : {false, true})
      for (bool hasDiagonal : {false, true})
        for (bool isSorted : {false, true}) {
          MatrixShape shape;
          shape.lower = triangle == 1 || triangle == 3;
          shape.upper = triangle == 2 || triangle == 4;
          shape.strict = triangle > 2;
          shape.unique = isUnique;
          shape.sorted = isSorted;
          shape.diagonal = hasDiagonal;
          if (!(shape.strict && hasDiagonal))
            shapes.push_back(shape);
        }
  return shapes;
}

bool isInRule(const Program &program, const SparseArgument &argument) {
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    return fact.kind == Fact::Kind::Rule &&
           llvm::any_of(fact.arrays, [&](const std::string &name) {
             return name == argument.pointer ||
                    llvm::is_contained(argument.columns, name);
           });
  });
}

std::vector<const CsrMatrix *>
pointersTo(const std::vector<CsrMatrix> &matrices) {
  std::vector<const CsrMatrix *> pointers;
  for (const CsrMatrix &matrix : matrices)
    pointers.push_back(&matrix);
  return pointers;
}

} // namespace

/// Changes the matrices that rules speak of as little as it takes for arrays
/// to be made for which the rules hold: sorts them, adds diagonals. Whether
/// they are others then; they stay where nothing helps.
bool InputSets::fitToRules(std::vector<CsrMatrix> &matrices,
                           const BindingOptions &binding) const {
  auto isFit = [&](const std::vector<CsrMatrix> &now) {
    return unfitForRules(program, kernel, pointersTo(now), binding).empty();
  };
  auto speaks = [&](const SparseArgument &argument) {
    return isInRule(program, argument);
  };
  if (llvm::none_of(sparse, speaks) || isFit(matrices))
    return false;
  for (const MatrixShape &shape : shapesForRules()) {
    std::vector<CsrMatrix> changed = matrices;
    for (size_t k = 0; k < sparse.size(); ++k)
      if (speaks(sparse[k])) {
        MatrixShape both = shapeOf(k);
        both.lower |= shape.lower;
        both.upper |= shape.upper;
        both.strict |= shape.strict;
        both.unique |= shape.unique;
        both.sorted |= shape.sorted;
        both.diagonal |= shape.diagonal;
        if (!hasShape(matrices[k], both))
          changed[k] = adaptTo(matrices[k], both);
      }
    if (!isFit(changed))
      continue;
    matrices = std::move(changed);
    return true;
  }
  return false;
}

void note(const Options &options, const std::string &text) {
  if (options.progress || llvm::sys::Process::StandardErrIsDisplayed())
    sayAlone(Severity::Remark, text);
}

MatrixShape InputSets::shapeOf(size_t argument) const {
  MatrixShape shape = requiredShape(program, sparse[argument]);
  shape.sorted |= options.shape.sorted;
  shape.unique |= options.shape.unique;
  shape.square |= options.shape.square;
  return shape;
}

llvm::Expected<InputSets::Loaded> InputSets::load(size_t position) const {
  const auto &[generated, text] = options.matrices[position];
  note(options, (generated ? "generating " : "reading ") + text);
  if (generated) {
    llvm::Expected<CsrMatrix> matrix = generateMatrix(text);
    if (!matrix)
      return matrix.takeError();
    return Loaded{std::move(*matrix), text};
  }
  const bool isComplex = llvm::any_of(
      kernel.slots, [](const Slot &slot) { return slot.type.isComplex(); });
  llvm::Expected<CsrMatrix> matrix = loadMatrix(text, isComplex);
  if (!matrix)
    return matrix.takeError();
  return Loaded{std::move(*matrix), ""};
}

/// The same, changed to what the facts about \p argument ask for.
llvm::Expected<InputSets::Loaded> InputSets::loadFor(size_t argument,
                                                     size_t position) const {
  llvm::Expected<Loaded> loaded = load(position);
  MatrixShape shape = shapeOf(argument);
  if (!loaded || hasShape(loaded->matrix, shape))
    return loaded;
  say(Severity::Remark,
      "'" + loaded->matrix.name +
          "' is changed to satisfy the declared facts (sorted, triangular, "
          "diagonal, ...)");
  return Loaded{adaptTo(loaded->matrix, shape), ""};
}

llvm::Expected<Inputs> InputSets::inputsOf(size_t group) const {
  std::vector<CsrMatrix> matrices;
  BindingOptions binding;
  binding.values = options.values;
  binding.files = options.arrays;
  if (options.hasFaults())
    binding.defaultSize = sizeWithFaults;
  for (size_t k = 0; k < sparse.size(); ++k) {
    llvm::Expected<Loaded> loaded = loadFor(k, group * sparse.size() + k);
    if (!loaded)
      return loaded.takeError();
    matrices.push_back(std::move(loaded->matrix));
    binding.specs.push_back(loaded->spec);
  }
  if (fitToRules(matrices, binding)) {
    say(Severity::Remark,
        "'" + matrices[0].name + "' is changed to satisfy the declared rules");
    binding.specs.assign(sparse.size(), "");
  }
  llvm::Expected<Inputs> inputs =
      bindInputs(program, kernel, pointersTo(matrices), binding);
  if (inputs && !options.strategy.empty() && !matrices.empty())
    inputs->features = featuresOf(matrices[0]);
  if (inputs && sparse.empty())
    for (const auto &[name, value] : options.values)
      inputs->name += (inputs->name.empty() ? "" : " ") + name + "=" + value;
  return inputs;
}

llvm::Error InputSets::forEach(
    const std::function<llvm::Error(const Inputs &)> &use) const {
  size_t step = sparse.empty() ? 1 : sparse.size();
  size_t groups = sparse.empty() ? 1 : options.matrices.size() / step;
  if (sparse.empty() && !options.matrices.empty())
    return inputError("'" + kernel.name +
                      "' has no facts such as '#pragma sparsec csr(n, m, "
                      "index, col, a)' that tell what the matrix is for");
  if (!sparse.empty() &&
      (options.matrices.empty() || options.matrices.size() % step))
    return inputError("'" + kernel.name + "' takes " + std::to_string(step) +
                      " sparse matrices a run; give them with -matrix or "
                      "-generate");
  for (size_t group = 0; group < groups; ++group) {
    llvm::Expected<Inputs> inputs = inputsOf(group);
    if (!inputs)
      return inputs.takeError();
    if (llvm::Error failure = use(*inputs))
      return failure;
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<Inputs>> InputSets::corpusInputs() const {
  std::vector<std::vector<CsrMatrix>> perArgument;
  std::vector<MatrixShape> shapes;
  for (size_t k = 0; k < sparse.size(); ++k) {
    shapes.push_back(shapeOf(k));
    perArgument.push_back(corpus(shapes.back()));
  }
  size_t count = sparse.empty() ? std::size(smallSizes) : SIZE_MAX;
  for (const auto &matrices : perArgument)
    count = std::min(count, matrices.size());
  std::vector<Inputs> cases;
  std::string refused;
  size_t skipped = 0;
  for (size_t number = 0; number < count; ++number) {
    std::vector<CsrMatrix> matrices;
    for (const auto &list : perArgument)
      matrices.push_back(list[number]);
    BindingOptions binding;
    binding.values = options.values;
    binding.files = options.arrays;
    binding.defaultSize = smallSizes[number % std::size(smallSizes)];
    fitSizes(program, sparse, shapes, options.values, matrices);
    fitToRules(matrices, binding);
    llvm::Expected<Inputs> inputs =
        bindInputs(program, kernel, pointersTo(matrices), binding);
    if (!inputs) {
      refused = llvm::toString(inputs.takeError());
      ++skipped;
      continue;
    }
    if (sparse.empty())
      inputs->name = "size-" + std::to_string(binding.defaultSize);
    cases.push_back(std::move(*inputs));
  }
  if (cases.empty())
    return inputError("no input of the corpus fits: " + refused);
  // What is not verified is told to whoever reads the count.
  if (skipped)
    sayAlone(Severity::Remark,
             std::to_string(skipped) + " inputs left out: " + refused);
  return cases;
}

} // namespace sparsec::bench
