//===- AffineBuilder.cpp - integer C expressions to isl -------------------===//
///
/// \file
/// Integer expressions become polynomials in the parameters with affine
/// coefficients; an element of an index array becomes an uninterpreted call.
/// Variables are read through the scope (ScalarValues.cpp).
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"
#include "Aliases.h"
#include "Constructs.h"
#include "DataSubscripts.h"
#include "InlineCalls.h"
#include "PointerTests.h"

namespace sparsec {

isl::pw_aff AffineBuilder::value(const clang::Expr *expression,
                                 const ScopePtr &scope) {
  const Polynomial sum = polynomial(expression, scope);
  if (!sum.affine())
    askForData(kernel, expression->IgnoreParenImpCasts());
  return checkedAffine(sum, expression->getSourceRange());
}

isl::pw_aff AffineBuilder::checkedAffine(const Polynomial &sum,
                                         clang::SourceRange range) {
  if (std::optional<isl::pw_aff> affine = sum.affine())
    return affine->coalesce();
  kernel.diagnoser.refuse(
      range,
      "this value is not affine: it multiplies an iterator or a parameter by a "
      "parameter",
      "accepted are sums of iterators, parameters and index-array elements "
      "with constant factors; products only in subscripts such as a[i*n + k] "
      "with 0 <= k < n; a loop over such a row is for (k = 0; k < n; k++)");
}

Polynomial AffineBuilder::polynomial(const clang::Expr *expression,
                                     const ScopePtr &scope) {
  expression = expression->IgnoreParens();
  clang::Expr::EvalResult constant;
  if (expression->getType()->isIntegralOrEnumerationType() &&
      expression->EvaluateAsInt(constant, kernel.ast) &&
      constant.Val.getInt().isRepresentableByInt64())
    return {poly::constant(space, constant.Val.getInt().getExtValue()), space};
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
    return castValue(cast, scope);
  if (isTruthValue(expression))
    return {condition(expression, scope).indicator_function().coalesce(),
            space};
  if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return binary(sum, scope);
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary(sign, scope);
  if (const auto *choice =
          llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return select(choice, scope);
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  if (call && inlinedBody(call->getDirectCallee()))
    return polynomial(inlinedBody(call->getDirectCallee()),
                      scopeOfCall(call, scope));
  if (inlinedCall(expression)) {
    const Binding &result = valueOfCall(kernel, call, scope);
    if (result.kind == Binding::Kind::Definition)
      return polynomial(result.expression, result.scope);
  }
  kernel.diagnoser.refuse(
      expression->getSourceRange(),
      "bounds, conditions and subscripts cannot use this expression",
      "accepted are sums of iterators, integer parameters, index-array "
      "elements and constants, and `a < b ? a : b`");
}

Polynomial AffineBuilder::castValue(const clang::CastExpr *cast,
                                    const ScopePtr &scope) {
  const clang::Expr *operand = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const clang::Expr *value = valueOfConstant(operand))
      return polynomial(value, scope);
    return load(operand, scope);
  case clang::CK_NoOp:
    return polynomial(operand, scope);
  case clang::CK_IntegralCast: {
    Polynomial value = polynomial(operand, scope);
    std::optional<ElementType> from =
        elementType(operand->getType(), kernel.ast);
    std::optional<ElementType> to = elementType(cast->getType(), kernel.ast);
    assert(from && to && "an integral cast is between integers");
    std::optional<isl::pw_aff> affine = value.affine();
    if (affine && !contains(*to, *from))
      requireFits(*affine, *to, cast->getSourceRange(), false);
    return value;
  }
  default:
    if (mayBeData(kernel))
      throw SteeredByData();
    kernel.diagnoser.refuse(
        cast->getSourceRange(),
        "an index is computed from a value that is not an integer",
        "bounds, conditions and subscripts use integers only");
  }
}

Polynomial AffineBuilder::load(const clang::Expr *lvalue,
                               const ScopePtr &scope) {
  Designator element = designate(kernel, lvalue, scope);
  const std::string &name = element.object.name;
  if (element.subscripts.empty())
    return scalar(element.object, lvalue->getSourceRange(), scope);
  std::optional<ElementType> type = elementType(lvalue->getType(), kernel.ast);
  if (!type || !type->isInteger())
    kernel.diagnoser.refuse(lvalue->getSourceRange(),
                            "an element of '" + name +
                                "' is used as an index but is not an integer",
                            "index arrays have an integer element type");
  auto written = kernel.scan.written.find(name);
  if (written != kernel.scan.written.end() && mayBeData(kernel))
    throw SteeredByData{{name}};
  if (written != kernel.scan.written.end())
    kernel.diagnoser.refuse(
        written->second, "the index array '" + name + "' is written here",
        "arrays that bounds, conditions or subscripts read must not change in "
        "the function; compute them in a function of their own");
  if (!kernel.program.arrays.count(name))
    kernel.diagnoser.refuse(lvalue->getSourceRange(),
                            "'" + name + "' is no array of numbers here",
                            "pass index arrays as parameters, or as members "
                            "of such");
  return {addCall(statement.calls, {name, subscripts(element)},
                  statement.iterators, space),
          space};
}

Polynomial AffineBuilder::binary(const clang::BinaryOperator *operation,
                                 const ScopePtr &scope) {
  if (operation->getLHS()->getType()->isPointerType())
    return pointerDifference(operation, scope);
  if (!operation->isAdditiveOp() && operation->getOpcode() != clang::BO_Mul)
    return divisionOrBits(operation, scope);
  Polynomial left = polynomial(operation->getLHS(), scope);
  Polynomial right = polynomial(operation->getRHS(), scope);
  std::optional<Polynomial> result;
  if (operation->isAdditiveOp())
    result = left.plus(
        operation->getOpcode() == clang::BO_Add ? right : right.scaled(-1));
  else
    result = timesSum(left, right);
  clang::SourceRange range = operation->getSourceRange();
  if (!result)
    askForData(kernel, operation);
  if (!result)
    kernel.diagnoser.refuse(
        range, "the product of two values that vary is not affine",
        "one factor has to be a constant or, in a subscript, a parameter");
  std::optional<ElementType> type =
      elementType(operation->getType(), kernel.ast);
  if (!type || type->isSigned)
    return *result;
  if (std::optional<isl::pw_aff> affine = result->affine())
    requireFits(*affine, *type, range, true);
  else if (type->bytes < 8)
    askForData(kernel, operation); // C computes it
  if (!result->affine() && type->bytes < 8)
    kernel.diagnoser.refuse(range, "this unsigned product may wrap around",
                            "compute it in size_t: (size_t) i * n + k");
  return *result;
}

/// Sums of parameters are one factor where the array at hand asks for that.
std::optional<Polynomial>
AffineBuilder::timesSum(const Polynomial &left, const Polynomial &right) const {
  if (!kernel.keepsSums || left.isConstant() || right.isConstant())
    return left.times(right);
  return left.withWholeSum().times(right.withWholeSum());
}

/// \p value where it is a constant, or a local variable that holds one: the
/// number of threads of a program without them.
static std::optional<long> constantIn(const clang::Expr *value,
                                      const ScopePtr &scope,
                                      const clang::ASTContext &ast) {
  clang::Expr::EvalResult constant;
  if (value->EvaluateAsInt(constant, ast))
    return constant.Val.getInt().isRepresentableByInt64()
               ? std::optional<long>(constant.Val.getInt().getExtValue())
               : std::nullopt;
  const clang::VarDecl *variable = namedVariable(value);
  const auto bound = variable ? scope->find(variable) : scope->end();
  if (bound == scope->end() ||
      bound->second.kind != Binding::Kind::Definition ||
      !bound->second.expression)
    return std::nullopt;
  const std::optional<long> held =
      constantIn(bound->second.expression, bound->second.scope, ast);
  // Neither the variable nor a conversion of it may cut the value.
  const bool isSmall = held && *held >= 0 && *held < 128;
  return isSmall ? held : std::nullopt;
}

Polynomial AffineBuilder::divisionOrBits(const clang::BinaryOperator *operation,
                                         const ScopePtr &scope) {
  clang::SourceRange range = operation->getSourceRange();
  const long right = constantIn(operation->getRHS(), scope, kernel.ast)
                         .value_or(-1); // others are not affine
  isl::pw_aff left = value(operation->getLHS(), scope);
  isl::pw_aff divisor = poly::constant(space, right);
  const bool isShift = right >= 0 && right < 31;
  switch (operation->getOpcode()) {
  case clang::BO_Div:
    if (right > 0)
      return {left.tdiv_q(divisor), space};
    break;
  case clang::BO_Rem:
    if (right > 0)
      return {left.tdiv_r(divisor), space};
    break;
  case clang::BO_Shr:
    if (isShift)
      return {poly::floorDiv(left, 1L << right), space};
    break;
  case clang::BO_And:
    if (right > 0 && (right & (right + 1)) == 0)
      return {poly::modulo(left, right + 1), space};
    break;
  default:
    break;
  }
  askForData(kernel, operation);
  kernel.diagnoser.refuse(
      range, "this operation on an index is not affine",
      "division and remainder by positive constants, >> by a constant and & "
      "with 2^k - 1 are accepted, others in subscripts, values and conditions "
      "alone: what bounds need, pass as an argument or an index array");
}

Polynomial AffineBuilder::unary(const clang::UnaryOperator *operation,
                                const ScopePtr &scope) {
  if (operation->isIncrementDecrementOp())
    return stepped(operation, scope);
  Polynomial operand = polynomial(operation->getSubExpr(), scope);
  if (operation->getOpcode() == clang::UO_Plus)
    return operand;
  if (operation->getOpcode() != clang::UO_Minus)
    kernel.diagnoser.refuse(operation->getSourceRange(),
                            "this operation on an index is not affine",
                            "+, - and factors are accepted");
  Polynomial negated = operand.scaled(-1);
  std::optional<ElementType> type =
      elementType(operation->getType(), kernel.ast);
  if (type && !type->isSigned)
    requireFits(checkedAffine(negated, operation->getSourceRange()), *type,
                operation->getSourceRange(), true);
  return negated;
}

/// `k++` is k, `++k` is k + 1; the walk makes the step behind the statement.
Polynomial AffineBuilder::stepped(const clang::UnaryOperator *step,
                                  const ScopePtr &scope) {
  if (!kernel.scan.steps.count(step))
    kernel.diagnoser.refuse(step->getSourceRange(),
                            "a side effect inside an expression",
                            "write each change as a statement of its own: "
                            "a[k] = v; k++;");
  if (!steppedVariable(step))
    return load(step->getSubExpr(), scope);
  const Object object = kernel.names.ofVariable(steppedVariable(step));
  const long ahead = step->isPostfix() ? 0 : step->isIncrementOp() ? 1 : -1;
  return scalar(object, step->getSourceRange(), scope)
      .plus({poly::constant(space, ahead), space});
}

Polynomial AffineBuilder::select(const clang::ConditionalOperator *choice,
                                 const ScopePtr &scope) {
  if (std::optional<bool> known = knownTruth(choice->getCond(), scope))
    return polynomial(*known ? choice->getTrueExpr() : choice->getFalseExpr(),
                      scope);
  isl::set isTrue = condition(choice->getCond(), scope);
  isl::pw_aff whenTrue = value(choice->getTrueExpr(), scope);
  isl::pw_aff whenFalse = value(choice->getFalseExpr(), scope);
  return {whenTrue.intersect_domain(isTrue)
              .union_add(whenFalse.intersect_domain(isTrue.complement()))
              .coalesce(),
          space};
}

bool AffineBuilder::involvesCalls(const isl::pw_aff &value) const {
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(value, entry.first))
      return true;
  return false;
}

bool AffineBuilder::onParametersOnly(const isl::pw_aff &value) const {
  if (involvesCalls(value))
    return false;
  for (unsigned pos = 0; pos < statement.iterators.size(); ++pos)
    if (poly::involvesDim(value, pos))
      return false;
  return true;
}

} // namespace sparsec
