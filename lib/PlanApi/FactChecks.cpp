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

#include "CheckBuilder.h"
#include "FactConditions.h"
#include "FactOrder.h"
#include "MadeFacts.h"
#include "Presence.h"
#include "RangeRules.h"
#include "RuleChecks.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"
#include "sparsec/Target/Cuda/GpuFetch.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/IR/RowPointers.h"
#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = Fact::Kind;
using Nodes = std::vector<LoopNode>;

void CheckBuilder::call(const FactChecker &checker, const Fact &fact,
                        std::vector<LoopExpr> operands) {
  const bool onGpu = types && checker.hasTwin;
  operands.insert(operands.begin(), factText(fact));
  if (onGpu)
    operands.push_back(LoopExpr::variable("stream"));
  const char *prefix = onGpu ? "sparsec_gpu_check_" : "sparsec_check_";
  checks.push_back(stmt::ifFine(
      stmt::tryCall(prefix + checker.name.str(), std::move(operands))));
}

void CheckBuilder::guard(Violation violation) {
  // Nothing can have failed before the first one.
  const LoopExpr condition =
      checks.empty() ? violation.condition
                     : expr::binary(expr::isFine(), Operator::LogicalAnd,
                                    violation.condition);
  checks.push_back(LoopNode::ifThen(
      condition, {stmt::assign(expr::status(), std::move(violation.failure))}));
}

/// The values of the elements of index arrays that the condition names stand in
/// the message.
llvm::Expected<CheckBuilder::Violation>
CheckBuilder::violated(const Fact &fact) {
  llvm::Expected<LoopExpr> condition =
      violationOf(program, gistOfTypes(program, *fact.condition));
  if (!condition)
    return condition.takeError();
  std::string format = "%s does not hold", separator = ": ";
  std::vector<LoopExpr> operands = {factText(fact)};
  for (const auto &[name, element] : program.calls) {
    if (!poly::involvesParam(*fact.condition, name))
      continue;
    const isl::pw_aff &position = element.arguments[0];
    llvm::Expected<LoopExpr> at = lowerLongLong(program, position);
    if (!at)
      return at.takeError();
    llvm::Expected<LoopExpr> found = lowerLongLong(
        program, poly::parameter(position.domain().space(), name));
    if (!found)
      return found.takeError();
    format += separator + element.function + "[%lld] = %lld";
    operands.push_back(*at);
    operands.push_back(*found);
    separator = ", ";
  }
  return Violation{*condition,
                   stmt::failure("FACT_VIOLATED", std::move(format), operands)};
}

/// Whether there are arguments for which the condition \p fact does not hold.
bool CheckBuilder::canFail(const Fact &fact) const {
  const isl::set asked = gistOfTypes(program, *fact.condition);
  return !asked.is_equal(isl::set::universe(asked.space()));
}

/// A condition; on elements of index arrays only once these are known to be
/// there.
llvm::Error CheckBuilder::addCondition(const Fact &fact) {
  constexpr FactChecker present{"present", /*hasTwin=*/false};
  for (const std::string &array : fact.arrays) {
    llvm::Expected<LoopExpr> number = count(array);
    if (number)
      call(present, fact, {viewOf(array), *number});
    else
      llvm::consumeError(number.takeError());
  }
  if (!canFail(fact))
    return llvm::Error::success();
  llvm::Expected<Violation> violation = violated(fact);
  if (!violation)
    return violation.takeError();
  guard(std::move(*violation));
  return llvm::Error::success();
}

/// Of the conditions on parameters.
llvm::Expected<std::vector<CheckBuilder::Violation>>
CheckBuilder::violatedParameters() {
  std::vector<Violation> violations;
  isl::set context = program.context.intersect(readableEnds(program));
  for (const Parameter &parameter : program.parameters)
    if (!parameter.pointer.empty()) {
      const isl::pw_aff value =
          poly::parameter(isl::space::unit(context.ctx()), parameter.name);
      context = context.gist(
          value.ge_set(poly::constant(isl::space::unit(context.ctx()), 0))
              .intersect(value.le_set(
                  poly::constant(isl::space::unit(context.ctx()), 1))));
    }
  // What the inspector computes holds by construction, and later.
  for (const Parameter &parameter : program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      context = poly::dropParam(context, parameter.name);
  for (const Fact &fact : program.facts) {
    if (fact.kind != Kind::Condition || !fact.condition)
      continue;
    context = context.gist(*fact.condition);
    if (fact.origin != Fact::Origin::Declared || !fact.arrays.empty() ||
        isAboutMade(program, fact) || !canFail(fact))
      continue;
    llvm::Expected<Violation> violation = violated(fact);
    if (!violation)
      return violation.takeError();
    violations.push_back(std::move(*violation));
  }
  context = gistOfTypes(program, context);
  if (context.is_equal(isl::set::universe(context.space())))
    return violations;
  llvm::Expected<LoopExpr> condition = violationOf(program, context);
  if (!condition)
    return condition.takeError();
  const std::string message =
      program.function.name + ": expected " + conditionText(context);
  violations.push_back({*condition, stmt::failure("BAD_ARGUMENT", "%s",
                                                  {expr::string(message)})});
  return violations;
}

/// A type's name that nothing in the file has, nor those before.
std::string CheckBuilder::ruleName() const {
  auto isTaken = [&](const std::string &name) {
    return !useOfFunction(program, name).empty() ||
           llvm::any_of(*types, [&](const LoopStruct &type) {
             return type.name == name;
           });
  };
  const std::string stem = program.function.name + "_rule";
  std::string name = stem;
  for (unsigned number = 2; isTaken(name); ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

llvm::Error CheckBuilder::addRule(const Fact &fact) {
  if (types) {
    llvm::Expected<GpuRuleCheck> check =
        gpuRuleCheck(program, fact, factText(fact), ruleName());
    if (!check)
      return check.takeError();
    types->push_back(std::move(check->type));
    llvm::append_range(checks, check->nodes);
    return llvm::Error::success();
  }
  llvm::Expected<Nodes> nodes = ruleCheck(program, fact, factText(fact));
  if (!nodes)
    return nodes.takeError();
  llvm::append_range(checks, *nodes);
  return llvm::Error::success();
}

/// A fact about members of structures, or rows behind pointers.
llvm::Error CheckBuilder::addOfScattered(const Fact &fact) {
  const bool hasRows = llvm::any_of(fact.arrays, [&](const auto &array) {
    return hasRowPointers(program, array);
  });
  if (fact.kind == Kind::Range &&
      (hasRows || program.arrays.at(fact.arrays[0]).extents.size() == 1)) {
    llvm::Expected<Fact> rule = ruleOfRange(program, fact);
    return rule ? addRule(*rule) : rule.takeError();
  }
  return llvm::createStringError(
      "'%s' is not checked where it is about %s: leave it away, pass %s as an "
      "array of its own, or take it unchecked by assume(\"%s\") in the recipe",
      fact.text.c_str(),
      hasRows ? "rows behind pointers" : "members of structures",
      hasRows ? "the rows" : "the member", fact.text.c_str());
}

llvm::Error CheckBuilder::addFact(const Fact &fact) {
  const bool isPlain =
      fact.kind == Kind::Extent || fact.kind == Kind::NoAlias ||
      fact.kind == Kind::Rule || fact.kind == Kind::Order ||
      llvm::none_of(fact.arrays, [&](const std::string &array) {
        return structureMember(array).has_value() ||
               hasRowPointers(program, array);
      });
  if (!isPlain)
    return addOfScattered(fact);
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
  case Kind::Rounded:
    return addRounded(fact);
  case Kind::Order: // Else inspectors ensure it; nobody can declare it.
    return fact.which == "keys" ? addKeys(fact) : llvm::Error::success();
  case Kind::Extent:
  case Kind::NoAlias:
  case Kind::AssumeFinite:
    return llvm::Error::success();
  }
  return llvm::Error::success();
}

/// Facts about arrays that may be null say something where they are not.
llvm::Error CheckBuilder::addFactWhereThere(const Fact &fact) {
  std::optional<LoopExpr> areThere = presenceCondition(program, fact.arrays);
  if (!areThere)
    return addFact(fact);
  Nodes before = std::exchange(checks, {});
  const auto matricesBefore = matrices;
  if (llvm::Error failure = addFact(fact))
    return failure;
  matrices = matricesBefore; // those made here are locals of the block
  if (!checks.empty())
    before.push_back(LoopNode::ifThen(std::move(*areThere), checks));
  checks = std::move(before);
  return llvm::Error::success();
}

llvm::Error CheckBuilder::addFacts(std::vector<const Fact *> facts) {
  llvm::stable_sort(facts, [](const Fact *a, const Fact *b) {
    return checkOrder(*a) < checkOrder(*b);
  });
  for (const Fact *fact : facts)
    if (llvm::Error failure = addFactWhereThere(*fact))
      return failure;
  return llvm::Error::success();
}

/// The locals, the status, and the checks. The first call gives the status its
/// value, unless elements are fetched from a GPU for it: that gives one, too.
Nodes CheckBuilder::withStatus() const {
  Nodes nodes = locals.nodes();
  LoopNode status = stmt::variable(LoopType::int32(), expr::status().name,
                                   LoopExpr::literal("SPARSEC_OK"));
  llvm::ArrayRef<LoopNode> rest = checks;
  const LoopNode &first = rest.front();
  const bool isCall =
      first.kind == LoopNode::Kind::If && first.condition == expr::isFine();
  if (isCall && !(types && first.body[0].value.hasLoad())) {
    status.value = first.body[0].value;
    rest = rest.drop_front();
  }
  nodes.push_back(std::move(status));
  llvm::append_range(nodes, rest);
  return nodes;
}

llvm::Expected<Nodes> CheckBuilder::build() {
  llvm::Expected<std::vector<Violation>> violations = violatedParameters();
  if (!violations)
    return violations.takeError();
  for (Violation &violation : *violations)
    guard(std::move(violation));
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
  Nodes nodes = withStatus();
  nodes.push_back(stmt::returns(expr::status()));
  return types ? checksWithFetches(program, nodes) : std::move(nodes);
}

/// The same in a function that has a status, which is SPARSEC_OK.
llvm::Expected<Nodes>
CheckBuilder::buildScope(std::vector<const Fact *> facts) {
  if (llvm::Error failure = addFacts(std::move(facts)))
    return failure;
  llvm::Expected<Nodes> nodes = locals.nodes();
  llvm::append_range(*nodes, checks);
  if (types)
    nodes = checksWithFetches(program, *nodes);
  if (!nodes)
    return nodes;
  nodes->push_back(stmt::check());
  return Nodes{stmt::scope(std::move(*nodes))};
}

/// Of conditions on parameters, in a function without a status.
llvm::Expected<Nodes> CheckBuilder::buildGuards() {
  llvm::Expected<std::vector<Violation>> violations = violatedParameters();
  if (!violations)
    return violations.takeError();
  Nodes nodes = locals.nodes();
  for (Violation &violation : *violations)
    nodes.push_back(
        LoopNode::ifThen(std::move(violation.condition),
                         {stmt::returns(std::move(violation.failure))}));
  return nodes;
}

llvm::Expected<Nodes> factChecks(const Program &program) {
  return CheckBuilder(program, nullptr).build();
}

llvm::Expected<Nodes> gpuFactChecks(const Program &program,
                                    std::vector<LoopStruct> &types) {
  return CheckBuilder(program, &types).build();
}

llvm::Expected<Nodes> madeFactChecks(const Program &program,
                                     const std::vector<const Fact *> &facts,
                                     std::vector<LoopStruct> *types) {
  return CheckBuilder(program, types).buildScope(facts);
}

llvm::Expected<Nodes> conditionGuards(const Program &program) {
  return CheckBuilder(program, nullptr).buildGuards();
}

} // namespace sparsec
