//===- Conditions.cpp - `if` conditions and loop bounds to sets -----------===//
///
/// \file
/// Conditions become sets of instances. Conjuncts are added one at a time, so
/// that affine ones stay free of calls and earlier ones help to prove later
/// ones. A loop contributes its start, its condition and its stride.
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"
#include "DataSubscripts.h"
#include "ForLoop.h"
#include "InlineCalls.h"
#include "PointerTests.h"

#include "sparsec/IR/FactParser.h"

#include "llvm/Support/SaveAndRestore.h"

namespace sparsec {
namespace {

isl::set compare(clang::BinaryOperatorKind op, const isl::pw_aff &left,
                 const isl::pw_aff &right) {
  switch (op) {
  case clang::BO_LT:
    return left.lt_set(right);
  case clang::BO_LE:
    return left.le_set(right);
  case clang::BO_GT:
    return left.gt_set(right);
  case clang::BO_GE:
    return left.ge_set(right);
  case clang::BO_EQ:
    return left.eq_set(right);
  default:
    return left.ne_set(right);
  }
}

} // namespace

void AffineBuilder::restrict(const isl::set &set) {
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(set, entry.first)) {
      statement.constraints = statement.constraints.intersect(set).coalesce();
      return;
    }
  statement.domain = statement.domain.intersect(set).coalesce();
}

isl::set AffineBuilder::comparison(const clang::BinaryOperator *operation,
                                   const ScopePtr &scope) {
  if (operation->getLHS()->getType()->isPointerType())
    kernel.diagnoser.refuse(
        operation->getSourceRange(), "this condition compares two pointers",
        "compare pointers with NULL; '#pragma sparsec noalias' says that "
        "arrays do not overlap, and '_execute' checks it otherwise");
  const bool isOfIntegers =
      operation->getLHS()->getType()->isIntegralOrEnumerationType();
  if (!isOfIntegers && mayBeData(kernel))
    throw SteeredByData();
  if (!isOfIntegers)
    kernel.diagnoser.refuse(
        operation->getSourceRange(),
        "this condition depends on data that are not integers",
        "conditions compare iterators, integer parameters and index arrays; "
        "write y = c ? a : b for a choice by data, or if (v < t) t = v for a "
        "minimum");
  return compare(operation->getOpcode(), value(operation->getLHS(), scope),
                 value(operation->getRHS(), scope));
}

isl::set AffineBuilder::condition(const clang::Expr *expression,
                                  const ScopePtr &scope) {
  expression = truthOf(expression);
  if (std::optional<bool> known = knownTruth(expression, scope))
    return *known ? isl::set::universe(space) : isl::set::empty(space);
  if (std::optional<PointerTest> test =
          matchPointerTest(expression, kernel.ast))
    return pointerTest(*test, scope);
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (binary && binary->isComparisonOp())
    return comparison(binary, scope);
  if (binary && binary->isLogicalOp()) {
    isl::set left = condition(binary->getLHS(), scope);
    isl::set right = condition(binary->getRHS(), scope);
    return binary->getOpcode() == clang::BO_LAnd ? left.intersect(right)
                                                 : left.unite(right);
  }
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unary && unary->getOpcode() == clang::UO_LNot)
    return condition(unary->getSubExpr(), scope).complement();
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  if (call && inlinedBody(call->getDirectCallee()))
    return condition(inlinedBody(call->getDirectCallee()),
                     scopeOfCall(call, scope));
  if (inlinedCall(expression)) {
    const Binding &result = valueOfCall(kernel, call, scope);
    if (result.kind == Binding::Kind::Definition)
      return condition(result.expression, result.scope);
  }
  isl::pw_aff number = value(expression, scope);
  isl::pw_aff zero = poly::constant(space, 0);
  // One set instead of two for unsigned and truth values.
  return proves(number.ge_set(zero)) ? number.gt_set(zero)
                                     : number.ne_set(zero);
}

void AffineBuilder::assume(const clang::Expr *expression, const ScopePtr &scope,
                           bool negated) {
  expression = truthOf(expression);
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  // !(a || b) is !a && !b.
  if (binary &&
      binary->getOpcode() == (negated ? clang::BO_LOr : clang::BO_LAnd)) {
    assume(binary->getLHS(), scope, negated);
    assume(binary->getRHS(), scope, negated);
    return;
  }
  const llvm::SaveAndRestore computed(kernel.mayBeData, true);
  isl::set holds = condition(expression, scope);
  restrict(negated ? holds.complement() : holds);
}

ElementType AffineBuilder::iteratorType(const LoopFrame &loop) const {
  std::optional<ElementType> type =
      elementType(loop.variable->getType(), kernel.ast);
  assert(type && "an iterator is an integer");
  return *type;
}

void AffineBuilder::enter(const LoopFrame &loop, unsigned position) {
  isl::pw_aff dimension = poly::dimension(space, position);
  isl::pw_aff start = startOf(loop);
  const ElementType type = iteratorType(loop);
  if (loop.test == LoopFrame::Test::AfterStep &&
      !contains(type, ElementType::int32()))
    requireFits(start, type, loop.condition->getSourceRange(), true);
  if (loop.counted) {
    restrict(dimension.ge_set(poly::constant(space, 0)));
  } else {
    restrict(loop.down ? dimension.le_set(start) : dimension.ge_set(start));
    if (loop.stride > 1)
      restrict(poly::modulo(dimension.sub(start), loop.stride)
                   .eq_set(poly::constant(space, 0)));
  }
  for (const clang::Expr *part : conjuncts(loop.condition))
    enterBound(loop, start, part);
}

/// One side of a loop's test; in `i-- > 0` the value before the step.
isl::pw_aff AffineBuilder::testedSide(const LoopFrame &loop,
                                      const clang::Expr *side) {
  if (!steppedIn(side))
    return value(side, loop.inside);
  isl::pw_aff iterator = scalarValue(kernel.names.ofVariable(loop.variable),
                                     side->getSourceRange(), loop.inside);
  return loop.test == LoopFrame::Test::BeforeStep
             ? iterator.add_constant(-loop.signedStride())
             : iterator;
}

void AffineBuilder::enterBound(const LoopFrame &loop, const isl::pw_aff &start,
                               const clang::Expr *condition) {
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(condition);
  clang::SourceRange range = condition->getSourceRange();
  // `i--` alone is `i-- != 0`.
  isl::pw_aff left =
      testedSide(loop, comparison ? comparison->getLHS() : condition);
  isl::pw_aff right = comparison ? testedSide(loop, comparison->getRHS())
                                 : poly::constant(space, 0);
  clang::BinaryOperatorKind op =
      comparison ? comparison->getOpcode() : clang::BO_NE;
  const bool iteratorLeft =
      !comparison || mentions(comparison->getLHS(), loop.variable);
  const isl::pw_aff &end = iteratorLeft ? right : left;
  if (op == clang::BO_NE) {
    // A loop that ends at one value counts up or down to it, if it starts on
    // the right side of it.
    isl::pw_aff first = loop.test == LoopFrame::Test::BeforeStep
                            ? start.add_constant(-loop.signedStride())
                            : start;
    requireOrdered(loop.down ? end : first, loop.down ? first : end, range);
    op = iteratorLeft == loop.down ? clang::BO_GT : clang::BO_LT;
  }
  const bool isStrict = op == clang::BO_LT || op == clang::BO_GT;
  requireIteratorFits(loop, end, isStrict, range);
  restrict(compare(op, left, right));
}

void AffineBuilder::requireIteratorFits(const LoopFrame &loop,
                                        const isl::pw_aff &bound, bool isStrict,
                                        clang::SourceRange range) {
  const ElementType type = iteratorType(loop);
  if (type.isSigned && type.bytes >= 4)
    return;
  // The value after the last iteration must exist, or the loop never ends.
  if (loop.down)
    requireReachable(
        bound.add_constant(isStrict ? 1 - loop.stride : -loop.stride), type,
        true, range);
  else
    requireReachable(bound, type, false, range);
}

/// \p what depends on it, for messages.
bool AffineBuilder::ensureOrdered(const isl::pw_aff &low,
                                  const isl::pw_aff &high,
                                  clang::SourceRange range,
                                  const std::string &what) {
  isl::set claim = low.le_set(high);
  if (proves(claim))
    return true;
  if (!onParametersOnly(low) || !onParametersOnly(high) || claim.is_empty())
    return declareMonotone(low, high, range) ||
           declareOrdered(low, high, range, what);
  requireCondition(claim,
                   affineText(low, statement.iterators) +
                       " <= " + affineText(high, statement.iterators),
                   range);
  return true;
}

void AffineBuilder::requireOrdered(const isl::pw_aff &low,
                                   const isl::pw_aff &high,
                                   clang::SourceRange range) {
  if (!ensureOrdered(low, high, range, "this loop ends"))
    kernel.diagnoser.refuse(range,
                            "'!=' ends this loop only if " +
                                affineText(low, statement.iterators) +
                                " <= " + affineText(high, statement.iterators) +
                                ", which is not known",
                            "use '<' (or '>' for a loop that counts down)");
}

/// Whether \p high is as much above \p low as an element of an index array is
/// above one before it, which becomes a fact.
bool AffineBuilder::declareMonotone(const isl::pw_aff &low,
                                    const isl::pw_aff &high,
                                    clang::SourceRange range) {
  const isl::set all = isl::set::universe(space);
  const isl::pw_aff apart = high.sub(low);
  for (const auto &[lowName, lowCall] : statement.calls)
    for (const auto &[highName, highCall] : statement.calls) {
      if (lowCall.function != highCall.function ||
          lowCall.arguments.size() != 1 ||
          !poly::equalOn(apart,
                         poly::parameter(space, highName)
                             .sub(poly::parameter(space, lowName)),
                         all))
        continue;
      std::optional<long> distance =
          poly::constantValue(highCall.arguments[0].sub(lowCall.arguments[0]));
      if (!distance || *distance < 0)
        continue;
      llvm::Error failure = addFacts(
          kernel.program, "monotonic(" + lowCall.function + ")",
          Fact::Origin::Declared, kernel.diagnoser.location(range.getBegin()));
      if (failure)
        kernel.diagnoser.refuse(range, llvm::toString(std::move(failure)), "");
      return true;
    }
  return false;
}

/// Whether `low <= high` is a rule about elements at one iterator, which
/// becomes a fact: begin[i] <= end[i].
bool AffineBuilder::declareOrdered(isl::pw_aff low, isl::pw_aff high,
                                   clang::SourceRange range,
                                   const std::string &what) {
  std::optional<unsigned> place;
  const CallTable calls = statement.calls;
  for (const auto &[name, call] : calls) {
    if (!poly::involvesParam(low, name) && !poly::involvesParam(high, name))
      continue;
    if (call.arguments.size() != 1 || !nestedCalls(call, calls).empty())
      return false;
    for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
      if (poly::involvesDim(call.arguments[0], dim)) {
        if (place && *place != dim)
          return false;
        place = dim;
      }
    const std::string element =
        call.function + "[" +
        affineText(call.arguments[0], statement.iterators) + "]";
    low = poly::renameParam(low, name, element);
    high = poly::renameParam(high, name, element);
  }
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (dim != place &&
        (poly::involvesDim(low, dim) || poly::involvesDim(high, dim)))
      return false;
  const auto bounds =
      place ? poly::parameterBounds(statement.domain, *place) : std::nullopt;
  if (!bounds || bounds->first.n_piece() != 1 || bounds->second.n_piece() != 1)
    return false;
  const std::string claim = affineText(low, statement.iterators) +
                            " <= " + affineText(high, statement.iterators),
                    name = statement.iterators[*place];
  llvm::Error failure = addFacts(
      kernel.program,
      "rule(forall " + name + ": " + affineText(bounds->first, {}) + " <= " +
          name + " <= " + affineText(bounds->second, {}) + " => " + claim + ")",
      Fact::Origin::Declared, kernel.diagnoser.location(range.getBegin()));
  if (failure)
    kernel.diagnoser.refuse(range, llvm::toString(std::move(failure)), "");
  kernel.diagnoser.warn(range, what + " only if " + claim +
                                   ", which the inspector will assert");
  return true;
}

LoopRange rangeOf(Kernel &kernel, const LoopFrame &loop,
                  const Statement &instances) {
  Statement probe = instances;
  AffineBuilder affine(kernel, probe);
  isl::pw_aff number = affine.iterationNumber(loop);
  if (loop.counted)
    return {instances, number, poly::constant(probe.space(), 0), 1, nullptr};
  return {instances, number, affine.startOf(loop), loop.signedStride(),
          nullptr};
}

} // namespace sparsec
