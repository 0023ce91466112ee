//===- FactChecks.cpp - declared facts as run-time checks -----------------===//
///
/// \file
/// Each declared fact becomes a call of its checker in runtime/sparsec/facts.h:
///
///     const sparsec_view col_view = sparsec_view_of("col", col, 4);
///     const char *const fact = "spmv.c:3:9: csr(n, m, index, col, a)";
///     int status = SPARSEC_OK;
///     if (status == SPARSEC_OK)
///       status = sparsec_check_range(fact, col_view, index[n], 0, m);
///     return status;
///
/// Pointer arrays come first: the others are read through them. Facts about
/// what the inspector makes are checked in the inspector, right behind that.
///
//===----------------------------------------------------------------------===//

#include "FactChecks.h"

#include "CheckLocals.h"
#include "FactConditions.h"
#include "FactOrder.h"
#include "MadeFacts.h"
#include "RuleChecks.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/LoopIR/BoundElements.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/PlanApi/ContractModel.h"
#include "sparsec/Target/C/SourceRewrite.h"
#include "sparsec/Target/Cuda/GpuLines.h"

#include "sparsec/IR/CallSafety.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace sparsec {
namespace {

using Kind = Fact::Kind;

const char *const ifFine = "if (status == SPARSEC_OK)";

class CheckBuilder {
public:
  CheckBuilder(const Program &program, std::string *types)
      : program(program), types(types), locals(program) {}

  llvm::Expected<std::vector<std::string>> build();
  llvm::Expected<std::vector<std::string>>
  buildBlock(std::vector<const Fact *> facts);

private:
  llvm::Error addFacts(std::vector<const Fact *> facts);
  llvm::Error addConditions();
  llvm::Error addCondition(const Fact &fact);
  llvm::Error addFact(const Fact &fact);
  llvm::Error addOfArray(const Fact &fact);
  llvm::Error addOfRows(const Fact &fact);
  llvm::Error addRange(const Fact &fact);
  std::string ruleName() const;
  llvm::Error addRule(const Fact &fact);
  llvm::Error addBoundary(const Fact &fact);
  llvm::Error addContents(const Fact &fact);
  void call(const std::string &checker, const Fact &fact,
            const std::vector<std::string> &operands);
  void guard(const std::string &violation, const std::string &failure);

  llvm::Expected<std::string> value(const isl::pw_aff &value);
  llvm::Expected<std::string> count(const std::string &array, long minus = 0);
  llvm::Expected<std::string> rows(const Fact &fact);
  std::string viewOf(const std::string &array) { return locals.viewOf(array); }
  std::string factText(const Fact &fact) { return locals.textOf(fact); }

  const Program &program;
  /// On a GPU: of rules.
  std::string *types;
  CheckLocals locals;
  std::vector<std::string> checks;
  std::map<std::string, std::string> matrices;
};

llvm::Expected<std::string> CheckBuilder::value(const isl::pw_aff &value) {
  return printParameterValue(program, value, true);
}

/// How many elements \p array has; of one with one dimension, less \p minus.
llvm::Expected<std::string> CheckBuilder::count(const std::string &array,
                                                long minus) {
  const Array &counted = program.arrays.at(array);
  if (counted.extents.size() > 1)
    return elementsText(program, counted);
  llvm::Expected<isl::pw_aff> extent = firstExtent(program, counted);
  if (!extent)
    return extent.takeError();
  return value(extent->add_constant(-minus));
}

/// The name of the `sparsec_rows` for a fact about (column, index).
llvm::Expected<std::string> CheckBuilder::rows(const Fact &fact) {
  const std::string &index = fact.arrays[1];
  std::string &name = matrices[fact.arrays[0] + " " + index];
  if (!name.empty())
    return name;
  llvm::Expected<std::string> number = count(index, 1);
  if (!number)
    return number.takeError();
  std::string column = viewOf(fact.arrays[0]), pointer = viewOf(index);
  name =
      locals.add("const sparsec_rows ", "rows",
                 "sparsec_rows_of(" + column + ", " + pointer + ", " + *number +
                     ", " + std::to_string(baseOf(program, index)) + ")");
  if (hasSafeRows(program, fact))
    return name;
  number = count(fact.arrays[0]);
  if (!number)
    return number.takeError();
  call("rows", fact, {name, *number});
  return name;
}

void CheckBuilder::call(const std::string &checker, const Fact &fact,
                        const std::vector<std::string> &operands) {
  checks.push_back(ifFine);
  checks.push_back("  status = sparsec_check_" + checker + "(" +
                   factText(fact) + ", " + llvm::join(operands, ", ") + ");");
}

/// Fails with sparsec_fail(\p failure) where \p violation is true.
void CheckBuilder::guard(const std::string &violation,
                         const std::string &failure) {
  bool isAtom = !llvm::StringRef(violation).contains("||") &&
                !llvm::StringRef(violation).contains("?");
  const std::string &term = isAtom ? violation : "(" + violation + ")";
  if (checks.empty())
    checks.push_back("if (" + violation + ")");
  else
    checks.push_back("if (status == SPARSEC_OK && " + term + ")");
  checks.push_back("  status = sparsec_fail(" + failure + ");");
}

/// A condition; on elements of index arrays only once these are known to be
/// there.
llvm::Error CheckBuilder::addCondition(const Fact &fact) {
  for (const std::string &array : fact.arrays) {
    llvm::Expected<std::string> number = count(array);
    if (number)
      call("present", fact, {viewOf(array), *number});
    else
      llvm::consumeError(number.takeError());
  }
  llvm::Expected<std::string> violation =
      violationText(program, *fact.condition);
  if (!violation)
    return violation.takeError();
  std::string format = "%s does not hold", values, separator = ": ";
  for (const auto &[name, element] : program.calls) {
    if (!poly::involvesParam(*fact.condition, name))
      continue;
    const isl::pw_aff &position = element.arguments[0];
    llvm::Expected<std::string> at = printLongLong(program, position);
    llvm::Expected<std::string> found = printLongLong(
        program, poly::parameter(position.domain().space(), name));
    if (!at || !found)
      return llvm::joinErrors(at ? llvm::Error::success() : at.takeError(),
                              found ? llvm::Error::success()
                                    : found.takeError());
    format += separator + element.function + "[%lld] = %lld";
    values += ", " + *at + ", " + *found;
    separator = ", ";
  }
  guard(*violation, "SPARSEC_FACT_VIOLATED, \"" + format + "\", " +
                        factText(fact) + values);
  return llvm::Error::success();
}

llvm::Error CheckBuilder::addConditions() {
  isl::set context = program.context.intersect(readableEnds(program));
  // What the inspector computes holds by construction, and later.
  for (const Parameter &parameter : program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      context = poly::dropParam(context, parameter.name);
  for (const Fact &fact : program.facts) {
    if (fact.kind != Kind::Condition || !fact.condition)
      continue;
    context = context.gist(*fact.condition);
    if (fact.origin == Fact::Origin::Declared && fact.arrays.empty() &&
        !isAboutMade(program, fact))
      if (llvm::Error failure = addCondition(fact))
        return failure;
  }
  if (context.is_equal(isl::set::universe(context.space())))
    return llvm::Error::success();
  llvm::Expected<std::string> violation = violationText(program, context);
  if (!violation)
    return violation.takeError();
  guard(*violation, "SPARSEC_BAD_ARGUMENT, \"%s\", " +
                        quoted(program.function.name + ": expected " +
                               conditionText(context)));
  return llvm::Error::success();
}

llvm::Error CheckBuilder::addRange(const Fact &fact) {
  llvm::Expected<std::string> number = count(fact.arrays[0]);
  if (!number)
    return number.takeError();
  std::string lower = "LLONG_MIN", upper = "LLONG_MAX";
  if (fact.lower) {
    llvm::Expected<std::string> text = value(*fact.lower);
    if (!text)
      return text.takeError();
    lower = *text;
  }
  if (fact.upper) {
    llvm::Expected<std::string> text = value(*fact.upper);
    if (!text)
      return text.takeError();
    upper = *text;
  }
  call("range", fact, {viewOf(fact.arrays[0]), *number, lower, upper});
  return llvm::Error::success();
}

llvm::Error CheckBuilder::addBoundary(const Fact &fact) {
  const std::string &array = fact.arrays[0];
  llvm::Expected<std::string> at = value(*fact.at);
  if (!at)
    return at.takeError();
  llvm::Expected<std::string> expected = value(*fact.upper);
  if (!expected)
    return expected.takeError();
  const std::optional<isl::pw_aff> &extent =
      program.arrays.at(array).extents[0];
  bool mayMiss =
      extent && !fact.at->ge_set(*extent).intersect(program.context).is_empty();
  if (mayMiss) {
    llvm::Expected<std::string> number = value(*extent);
    if (!number)
      return number.takeError();
    call("position", fact, {viewOf(array), *number, *at});
  }
  call("boundary", fact, {viewOf(array), *at, *expected});
  return llvm::Error::success();
}

/// The elements that the code was made for, in a table.
llvm::Error CheckBuilder::addContents(const Fact &fact) {
  const std::string &array = fact.arrays[0];
  const Contents &contents = *program.arrays.at(array).contents;
  llvm::Expected<std::string> number = count(array);
  if (!number)
    return number.takeError();
  std::vector<std::string> elements;
  for (long element : contents.integers)
    elements.push_back(std::to_string(element));
  for (size_t at = 0; at < contents.numbers.size(); ++at) {
    elements.push_back(hexText(contents.numbers[at]));
    if (!contents.imaginary.empty())
      elements.push_back(hexText(contents.imaginary[at]));
  }
  if (elements.empty())
    elements.push_back("0");
  const ElementType &type = program.arrays.at(array).type;
  bool isInteger = type.isInteger();
  const std::string table = locals.addTable(
      isInteger ? "static const long long " : "static const double ",
      array + "_bound", "{" + llvm::join(elements, ", ") + "}");
  call(isInteger          ? "contents"
       : type.isComplex() ? "complex_numbers"
                          : "numbers",
       fact,
       {isInteger ? viewOf(array) : quoted(array) + ", " + array, *number,
        table, std::to_string(contents.size())});
  return llvm::Error::success();
}

/// Facts about the values of one array, or of two.
llvm::Error CheckBuilder::addOfArray(const Fact &fact) {
  const std::string &array = fact.arrays[0];
  if (fact.kind == Kind::Boundary)
    return addBoundary(fact);
  long minus = fact.kind == Kind::RowLength ? 1 : 0;
  llvm::Expected<std::string> number =
      fact.kind == Kind::Permutation && fact.upper ? value(*fact.upper)
                                                   : count(array, minus);
  if (!number)
    return number.takeError();
  if (fact.kind == Kind::RowLength) {
    llvm::Expected<std::string> most = value(*fact.upper);
    if (!most)
      return most.takeError();
    call("row_length", fact, {viewOf(array), *number, *most});
  } else if (fact.kind == Kind::Monotonic) {
    call("monotonic", fact, {viewOf(array), *number, fact.strict ? "1" : "0"});
  } else if (fact.kind == Kind::Injective) {
    call("injective", fact, {viewOf(array), *number});
  } else if (fact.kind == Kind::Permutation) {
    call("permutation", fact, {viewOf(array), *number});
  } else {
    const std::string &inverse = fact.arrays[1];
    llvm::Expected<std::string> inverses = count(inverse);
    if (!inverses)
      return inverses.takeError();
    call("inverse", fact, {viewOf(array), *number, viewOf(inverse), *inverses});
  }
  return llvm::Error::success();
}

/// Facts about the entries of rows.
llvm::Error CheckBuilder::addOfRows(const Fact &fact) {
  llvm::Expected<std::string> matrix = rows(fact);
  if (!matrix)
    return matrix.takeError();
  if (fact.kind == Kind::Sorted)
    call("sorted", fact, {*matrix, fact.strict ? "1" : "0"});
  else if (fact.kind == Kind::Unique)
    call("unique", fact, {*matrix});
  else if (fact.kind == Kind::HasDiagonal)
    call("has_diagonal", fact, {*matrix});
  else if (fact.kind == Kind::SymmetricPattern)
    call("symmetric_pattern", fact, {*matrix});
  else
    call("triangular", fact,
         {*matrix, fact.which == "lower" ? "1" : "-1",
          fact.strict ? "-1" : "0"});
  return llvm::Error::success();
}

/// A type's name that nothing in the file has, nor those before.
std::string CheckBuilder::ruleName() const {
  const std::set<std::string> before = identifiersOf(*types);
  const std::string stem = program.function.name + "_rule";
  std::string name = stem;
  for (unsigned number = 2;
       before.count(name) || !useOfFunction(program, name).empty(); ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

llvm::Error CheckBuilder::addRule(const Fact &fact) {
  if (types) {
    llvm::Expected<GpuRuleCheck> check =
        gpuRuleCheck(program, fact, factText(fact), ruleName());
    if (!check)
      return check.takeError();
    *types += check->type + "\n";
    llvm::append_range(checks, check->lines);
    return llvm::Error::success();
  }
  llvm::Expected<std::vector<std::string>> lines =
      ruleCheckLines(program, fact, factText(fact));
  if (!lines)
    return lines.takeError();
  llvm::append_range(checks, *lines);
  return llvm::Error::success();
}

llvm::Error CheckBuilder::addFact(const Fact &fact) {
  switch (fact.kind) {
  case Kind::Range:
    return addRange(fact);
  case Kind::Monotonic:
  case Kind::Injective:
  case Kind::Permutation:
  case Kind::Inverse:
  case Kind::RowLength:
  case Kind::Boundary:
    return addOfArray(fact);
  case Kind::Sorted:
  case Kind::Unique:
  case Kind::HasDiagonal:
  case Kind::SymmetricPattern:
  case Kind::Triangular:
    return addOfRows(fact);
  case Kind::Rule:
    return addRule(fact);
  case Kind::Contents:
    return addContents(fact);
  case Kind::Condition:
    return addCondition(fact);
  case Kind::Extent:
  case Kind::NoAlias:
  case Kind::AssumeFinite:
  case Kind::Order: // what inspectors ensure; nobody can declare it
    return llvm::Error::success();
  }
  return llvm::Error::success();
}

llvm::Error CheckBuilder::addFacts(std::vector<const Fact *> facts) {
  llvm::stable_sort(facts, [](const Fact *a, const Fact *b) {
    return checkOrder(*a) < checkOrder(*b);
  });
  for (const Fact *fact : facts)
    if (llvm::Error failure = addFact(*fact))
      return failure;
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::string>> CheckBuilder::build() {
  if (llvm::Error failure = addConditions())
    return failure;
  std::vector<const Fact *> declared;
  for (const Fact &fact : program.facts) {
    bool isParameters = fact.kind == Kind::Condition && fact.arrays.empty();
    if (fact.origin == Fact::Origin::Declared && !isParameters &&
        !isAboutMade(program, fact))
      declared.push_back(&fact);
  }
  if (llvm::Error failure = addFacts(std::move(declared)))
    return failure;
  if (checks.empty())
    return checks;
  std::vector<std::string> lines = locals.lines();
  lines.push_back("int status = SPARSEC_OK;");
  llvm::ArrayRef<std::string> rest = checks;
  if (rest.front() == ifFine) {
    lines.back() = "int" + rest[1].substr(1);
    rest = rest.drop_front(2);
  }
  llvm::append_range(lines, rest);
  lines.push_back("return status;");
  return lines;
}

/// The same in a function that has a status, which is SPARSEC_OK.
llvm::Expected<std::vector<std::string>>
CheckBuilder::buildBlock(std::vector<const Fact *> facts) {
  if (llvm::Error failure = addFacts(std::move(facts)))
    return failure;
  std::vector<std::string> lines = locals.lines();
  llvm::append_range(lines, checks);
  if (types) {
    auto onGpu = checksForGpu(program, lines);
    if (!onGpu)
      return onGpu.takeError();
    lines = std::move(*onGpu);
  }
  lines.insert(lines.begin(), "{");
  llvm::append_range(lines,
                     std::vector<std::string>{"if (status != SPARSEC_OK)",
                                              "  goto fail;", "}"});
  return lines;
}

} // namespace

llvm::Expected<std::vector<std::string>>
factCheckLines(const Program &program) {
  return CheckBuilder(program, nullptr).build();
}

llvm::Expected<std::vector<std::string>>
gpuFactCheckLines(const Program &program, std::string &types) {
  return CheckBuilder(program, &types).build();
}

llvm::Expected<std::vector<std::string>>
madeFactCheckLines(const Program &program,
                   const std::vector<const Fact *> &facts, std::string *types) {
  return CheckBuilder(program, types).buildBlock(facts);
}

} // namespace sparsec
