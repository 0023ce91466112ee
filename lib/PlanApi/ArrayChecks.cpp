//===- ArrayChecks.cpp - checks of what facts say of elements -------------===//

#include "CheckBuilder.h"

#include "FactOrder.h"
#include "sparsec/IR/ArrayLengths.h"
#include "sparsec/IR/StorageFormat.h"
#include "sparsec/LoopIR/BoundElements.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"

namespace sparsec {
namespace {

using Kind = Fact::Kind;

namespace checker {
constexpr FactChecker boundary{"boundary"};
constexpr FactChecker complexNumbers{"complex_numbers"};
constexpr FactChecker contents{"contents"};
constexpr FactChecker hasDiagonal{"has_diagonal"};
constexpr FactChecker injective{"injective"};
constexpr FactChecker inverse{"inverse"};
constexpr FactChecker keys{"keys", /*hasTwin=*/false};
constexpr FactChecker monotonic{"monotonic"};
constexpr FactChecker numbers{"numbers"};
constexpr FactChecker permutation{"permutation"};
constexpr FactChecker position{"position", /*hasTwin=*/false};
constexpr FactChecker range{"range"};
constexpr FactChecker rounded{"rounded"};
constexpr FactChecker rowLength{"row_length"};
constexpr FactChecker rows{"rows"};
constexpr FactChecker sorted{"sorted"};
constexpr FactChecker symmetricPattern{"symmetric_pattern"};
constexpr FactChecker triangular{"triangular"};
constexpr FactChecker unique{"unique"};
} // namespace checker

LoopExpr flag(bool isSet) { return LoopExpr::integer(isSet); }

} // namespace

llvm::Expected<LoopExpr> CheckBuilder::value(const isl::pw_aff &value) {
  return lowerParameterValue(program, value, true);
}

llvm::Expected<LoopExpr>
CheckBuilder::valueOr(const std::optional<isl::pw_aff> &bound,
                      const char *limit) {
  return bound ? value(*bound) : LoopExpr::literal(limit);
}

/// How many elements \p array has; of one with one dimension, less \p minus.
llvm::Expected<LoopExpr> CheckBuilder::count(const std::string &array,
                                             long minus) {
  const Array &counted = program.arrays.at(array);
  if (counted.extents.size() > 1)
    return elementsOf(program, counted);
  llvm::Expected<isl::pw_aff> extent = firstExtent(program, counted);
  if (!extent)
    return extent.takeError();
  return value(extent->add_constant(-minus));
}

/// The `sparsec_rows` for a fact about (column, index). Where their number is
/// an element of an array, that is read once the checks so far allow it.
llvm::Expected<LoopExpr> CheckBuilder::rows(const Fact &fact) {
  const std::string &index = fact.arrays[1];
  const std::string key = fact.arrays[0] + " " + index;
  if (auto known = matrices.find(key); known != matrices.end())
    return known->second;
  llvm::Expected<LoopExpr> number = count(index, 1);
  if (!number)
    return number.takeError();
  const bool reads = number->hasLoad();
  if (reads)
    number = LoopExpr::select(expr::isFine(), *number, LoopExpr::integer(0));
  LoopExpr column = viewOf(fact.arrays[0]), pointer = viewOf(index);
  LoopNode made =
      locals.make(LoopType::opaque("sparsec_rows"), "rows",
                  expr::call(runtime::rows_of,
                             {std::move(column), std::move(pointer), *number,
                              LoopExpr::integer(baseOf(program, index))}));
  const LoopExpr matrix = LoopExpr::variable(made.name);
  if (reads)
    checks.push_back(std::move(made));
  else
    locals.add(std::move(made));
  matrices.emplace(key, matrix);
  if (hasSafeRows(program, fact))
    return matrix;
  number = count(fact.arrays[0]);
  if (!number)
    return number.takeError();
  call(checker::rows, fact, {matrix, *number});
  return matrix;
}

llvm::Error CheckBuilder::addRange(const Fact &fact) {
  llvm::Expected<LoopExpr> number = count(fact.arrays[0]);
  if (!number)
    return number.takeError();
  llvm::Expected<LoopExpr> lower = valueOr(fact.lower, "LLONG_MIN");
  if (!lower)
    return lower.takeError();
  llvm::Expected<LoopExpr> upper = valueOr(fact.upper, "LLONG_MAX");
  if (!upper)
    return upper.takeError();
  call(checker::range, fact, {viewOf(fact.arrays[0]), *number, *lower, *upper});
  return llvm::Error::success();
}

llvm::Error CheckBuilder::addBoundary(const Fact &fact) {
  const std::string &array = fact.arrays[0];
  llvm::Expected<LoopExpr> at = value(*fact.at);
  if (!at)
    return at.takeError();
  llvm::Expected<LoopExpr> expected = value(*fact.upper);
  if (!expected)
    return expected.takeError();
  const std::optional<isl::pw_aff> &extent =
      program.arrays.at(array).extents[0];
  // Else the fact itself says that there is such an element.
  const bool isDeclared = isLengthDeclared(program, program.arrays.at(array));
  bool mayMiss =
      isDeclared &&
      !fact.at->ge_set(*extent).intersect(program.context).is_empty();
  if (mayMiss) {
    llvm::Expected<LoopExpr> number = value(*extent);
    if (!number)
      return number.takeError();
    call(checker::position, fact, {viewOf(array), *number, *at});
  }
  call(checker::boundary, fact, {viewOf(array), *at, *expected});
  return llvm::Error::success();
}

/// What a table has of \p contents.
static std::vector<LoopExpr> tableOf(const Contents &contents) {
  std::vector<LoopExpr> elements;
  for (long element : contents.integers)
    elements.push_back(LoopExpr::integer(element));
  for (size_t at = 0; at < contents.numbers.size(); ++at) {
    elements.push_back(exactLiteral(contents.numbers[at]));
    if (!contents.imaginary.empty())
      elements.push_back(exactLiteral(contents.imaginary[at]));
  }
  if (elements.empty()) // C has no empty arrays.
    elements.push_back(LoopExpr::integer(0));
  return elements;
}

/// The elements that the code was made for, in a table.
llvm::Error CheckBuilder::addContents(const Fact &fact) {
  const std::string &array = fact.arrays[0];
  const Contents &contents = *program.arrays.at(array).contents;
  llvm::Expected<LoopExpr> number = count(array);
  if (!number)
    return number.takeError();
  const ElementType &type = program.arrays.at(array).type;
  const LoopExpr table = locals.addTable(
      type.isInteger() ? ElementType::int64() : ElementType::float64(),
      array + "_bound", tableOf(contents));
  std::vector<LoopExpr> operands;
  if (type.isInteger())
    operands = {viewOf(array)};
  else
    operands = {expr::string(array), LoopExpr::variable(array)};
  operands.push_back(*number);
  operands.push_back(table);
  operands.push_back(LoopExpr::integer(long(contents.size())));
  call(type.isInteger()   ? checker::contents
       : type.isComplex() ? checker::complexNumbers
                          : checker::numbers,
       fact, std::move(operands));
  return llvm::Error::success();
}

/// Keys of iterations that depend on each other.
llvm::Error CheckBuilder::addKeys(const Fact &fact) {
  llvm::Expected<LoopExpr> number = count(fact.arrays[0]);
  if (!number)
    return number.takeError();
  llvm::Expected<LoopExpr> begin = value(*fact.lower);
  if (!begin)
    return begin.takeError();
  llvm::Expected<LoopExpr> step = value(*fact.at);
  if (!step)
    return step.takeError();
  call(checker::keys, fact,
       {viewOf(fact.arrays[0]), viewOf(fact.arrays[1]), viewOf(fact.arrays[2]),
        *number, *begin, *step});
  return llvm::Error::success();
}

/// Elements that the plan stores in fewer bits.
llvm::Error CheckBuilder::addRounded(const Fact &fact) {
  const std::string &stored = fact.arrays[0], &values = fact.arrays[1];
  llvm::Expected<LoopExpr> number = count(stored);
  if (!number)
    return number.takeError();
  call(checker::rounded, fact,
       {viewOf(stored), viewOf(values), *number,
        LoopExpr::integer(findStorageFormat(fact.which)->digits)});
  return llvm::Error::success();
}

/// Facts about the values of one array, or of two.
llvm::Error CheckBuilder::addOfArray(const Fact &fact) {
  const std::string &array = fact.arrays[0];
  if (fact.kind == Kind::Boundary)
    return addBoundary(fact);
  long minus = fact.kind == Kind::RowLength ? 1 : 0;
  llvm::Expected<LoopExpr> number = fact.kind == Kind::Permutation && fact.upper
                                        ? value(*fact.upper)
                                        : count(array, minus);
  if (!number)
    return number.takeError();
  if (fact.kind == Kind::RowLength) {
    llvm::Expected<LoopExpr> most = value(*fact.upper);
    if (!most)
      return most.takeError();
    call(checker::rowLength, fact, {viewOf(array), *number, *most});
  } else if (fact.kind == Kind::Monotonic) {
    call(checker::monotonic, fact, {viewOf(array), *number, flag(fact.strict)});
  } else if (fact.kind == Kind::Injective) {
    call(checker::injective, fact, {viewOf(array), *number});
  } else if (fact.kind == Kind::Permutation) {
    call(checker::permutation, fact, {viewOf(array), *number});
  } else {
    const std::string &inverse = fact.arrays[1];
    llvm::Expected<LoopExpr> inverses = count(inverse);
    if (!inverses)
      return inverses.takeError();
    call(checker::inverse, fact,
         {viewOf(array), *number, viewOf(inverse), *inverses});
  }
  return llvm::Error::success();
}

/// Facts about the entries of rows.
llvm::Error CheckBuilder::addOfRows(const Fact &fact) {
  llvm::Expected<LoopExpr> matrix = rows(fact);
  if (!matrix)
    return matrix.takeError();
  if (fact.kind == Kind::Sorted)
    call(checker::sorted, fact, {*matrix, flag(fact.strict)});
  else if (fact.kind == Kind::Unique)
    call(checker::unique, fact, {*matrix});
  else if (fact.kind == Kind::HasDiagonal)
    call(checker::hasDiagonal, fact, {*matrix});
  else if (fact.kind == Kind::SymmetricPattern)
    call(checker::symmetricPattern, fact, {*matrix});
  else
    call(checker::triangular, fact,
         {*matrix, LoopExpr::integer(fact.which == "lower" ? 1 : -1),
          LoopExpr::integer(fact.strict ? -1 : 0)});
  return llvm::Error::success();
}

} // namespace sparsec
