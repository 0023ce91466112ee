//===- ExprBuilder.cpp - data expressions and assignments -----------------===//
///
/// \file
/// clang's expression trees to sparsec's. Implicit conversions are dropped
/// where C repeats them from the operands' types, and kept as casts where an
/// affine leaf might be printed with another type.
///
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "Constructs.h"
#include "DataSubscripts.h"
#include "ElementTypes.h"
#include "ExpressionDepth.h"
#include "InlineCalls.h"
#include "PointerTests.h"

#include "sparsec/IR/StorageFormat.h"

#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

namespace sparsec {

ElementType ExprBuilder::typeOf(clang::QualType type,
                                clang::SourceRange where) {
  if (std::optional<ElementType> known = elementType(type, kernel.ast))
    return *known;
  kernel.diagnoser.refuse(
      where, "values of type '" + type.getAsString() + "' are not supported",
      acceptedTypes);
}

/// Refuses what is not computed of complex numbers.
void ExprBuilder::requireReal(const clang::Expr *expression,
                              clang::SourceRange where) {
  if (expression->getType()->isAnyComplexType())
    kernel.diagnoser.refuse(
        where, "this is not supported for complex numbers",
        "+ - * of complex and real numbers and = += -= *= are accepted; pass "
        "other complex numbers, quotients and parts as arguments or arrays");
}

/// Refuses the operation or constant \p expression of 16 bits.
void ExprBuilder::requireFloat(const clang::Expr *expression) {
  const ElementType type = typeOf(expression);
  if (!smallFloat(type))
    return;
  const bool isLiteral = llvm::isa<clang::FloatingLiteral>(expression);
  kernel.diagnoser.refuse(
      expression->getSourceRange(),
      isLiteral ? "a constant of type '" + type.spelling + "'"
                : "arithmetic on two numbers of type '" + type.spelling +
                      "' is rounded by some machines and not by others",
      isLiteral ? "write a float, '1.5f'"
                : "convert one of them to float, '(float)a[j] * b[k]'");
}

ElementType ExprBuilder::typeOf(const clang::Expr *expression) {
  return typeOf(expression->getType(), expression->getSourceRange());
}

/// Inlined functions may make an expression deeper than it is written.
Expr ExprBuilder::build(const clang::Expr *expression) {
  if (kernel.levels > maxLevels)
    kernel.diagnoser.refuse(expression->getExprLoc(), tooManyLevels(),
                            insteadOfLevels);
  ++kernel.levels;
  const auto leave = llvm::make_scope_exit([&] { --kernel.levels; });
  return built(expression->IgnoreParens());
}

/// Where truth is asked for: pointers are null or not in all instances.
Expr ExprBuilder::truth(const clang::Expr *expression) {
  if (std::optional<bool> known = affine.knownTruth(expression, scope))
    return Expr::constant(*known ? "1" : "0", ElementType::int32());
  return build(expression);
}

Expr ExprBuilder::holds(const clang::Expr *condition) {
  condition = truthOf(condition);
  requireReal(condition, condition->getSourceRange());
  Expr value = truth(condition);
  if (isTruthValue(condition) || value.kind == Expr::Kind::Constant)
    return value;
  Expr result = Expr::binary(Operator::NotEqual, std::move(value),
                             Expr::constant("0", ElementType::int32()));
  result.type = ElementType::int32();
  return result;
}

Expr ExprBuilder::built(const clang::Expr *expression) {
  if (isTruthValue(expression))
    if (std::optional<bool> known = affine.knownTruth(expression, scope))
      return Expr::constant(*known ? "1" : "0", ElementType::int32());
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
    return castExpr(cast);
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return operation(binary);
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary(sign);
  if (const auto *choice =
          llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return select(choice);
  if (const auto *function = llvm::dyn_cast<clang::CallExpr>(expression))
    return call(function);
  if (llvm::isa<clang::FloatingLiteral, clang::IntegerLiteral,
                clang::CharacterLiteral>(expression))
    return literal(expression);
  requireReal(expression, expression->getSourceRange());
  clang::Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, kernel.ast))
    return foldedConstant(constant.Val.getInt(), typeOf(expression));
  kernel.diagnoser.refuse(expression->getSourceRange(),
                          "this kind of expression is not supported",
                          "arithmetic on array elements, scalars, iterators "
                          "and constants is accepted");
}

/// A literal of the value's own type: `sizeof(double)` is 8UL.
Expr ExprBuilder::foldedConstant(const llvm::APSInt &value,
                                 const ElementType &type) {
  std::string text = llvm::toString(value, 10);
  if (!type.isSigned)
    text += "U";
  if (type.bytes > 4)
    text += "L";
  return Expr::constant(text, type);
}

/// As spelled where it stands, or in the macro it comes from.
Expr ExprBuilder::literal(const clang::Expr *expression) {
  requireFloat(expression);
  const clang::SourceManager &sources = kernel.ast.getSourceManager();
  clang::SourceLocation place =
      sources.getSpellingLoc(expression->getBeginLoc());
  std::string text = kernel.diagnoser.sourceText(place);
  return Expr::constant(text, typeOf(expression));
}

Expr ExprBuilder::castExpr(const clang::CastExpr *cast) {
  const clang::Expr *operand = cast->getSubExpr();
  if (cast->getCastKind() == clang::CK_LValueToRValue)
    return access(operand);
  if (!cast->getType()->isAnyComplexType())
    requireReal(operand, cast->getSourceRange());
  Expr inner = build(operand);
  if (cast->getCastKind() == clang::CK_NoOp &&
      llvm::isa<clang::ImplicitCastExpr>(cast))
    return inner;
  ElementType to = typeOf(cast);
  const bool cuts = cast->getCastKind() == clang::CK_IntegralCast &&
                    !contains(to, typeOf(operand));
  const bool isLiteral = inner.kind == Expr::Kind::Constant;
  // C++'s classes of 16 bits are converted where the text says so.
  const bool isSmall = smallFloat(to) || smallFloat(typeOf(operand));
  if (llvm::isa<clang::ImplicitCastExpr>(cast) && !isSmall &&
      (!cuts || isLiteral))
    return inner;
  return converted(std::move(inner), to);
}

Expr ExprBuilder::converted(Expr inner, const ElementType &to) {
  Expr result;
  result.kind = Expr::Kind::Cast;
  result.type = to;
  result.operands.push_back(std::move(inner));
  return result;
}

Expr ExprBuilder::access(const clang::Expr *lvalue) {
  if (const clang::Expr *value = valueOfConstant(lvalue))
    return ofType(build(value), typeOf(lvalue));
  if (std::optional<Expr> value = argument(lvalue))
    return *value;
  Designator element = designate(kernel, lvalue, scope);
  const Object &object = element.object;
  ElementType type = typeOf(lvalue);
  const bool isScalar = element.subscripts.empty();
  if (isScalar && kernel.program.findParameter(object.name))
    return Expr::affine(poly::parameter(affine.statementSpace(), object.name),
                        type);
  if (isScalar && object.isLocal() && kernel.scan.isIndexScalar(object))
    return steering(object, lvalue, type);
  if (!kernel.program.arrays.count(object.name))
    kernel.diagnoser.refuse(lvalue->getSourceRange(),
                            "'" + object.name +
                                "' is neither a number nor an array of numbers",
                            "pass arrays of integers, real floating values or "
                            "double _Complex");
  if (isOfData(kernel, element))
    return elementOfData(element, type);
  const llvm::SaveAndRestore subscript(kernel.mayBeData, true);
  Expr result = Expr::access(object.name, affine.subscripts(element), type);
  result.span = kernel.diagnoser.span(lvalue->getSourceRange());
  return result;
}

/// An iterator is a variable of its type in the output, too; the value that
/// stands for a scalar is converted to the scalar's type.
Expr ExprBuilder::steering(const Object &object, const clang::Expr *lvalue,
                           const ElementType &type) {
  const llvm::SaveAndRestore number(kernel.mayBeData, true);
  Expr value = Expr::affine(
      affine.scalarValue(object, lvalue->getSourceRange(), scope), type);
  auto bound = scope->find(object.variable);
  const bool isIterator = bound != scope->end() &&
                          bound->second.kind == Binding::Kind::Iterator &&
                          !bound->second.counted;
  if (isIterator || contains(ElementType::int32(), type))
    return value;
  return converted(std::move(value), type);
}

/// The argument that \p lvalue, a parameter of an inlined function, stands
/// for, in the parameter's type.
std::optional<Expr> ExprBuilder::argument(const clang::Expr *lvalue) {
  const auto *reference =
      llvm::dyn_cast<clang::DeclRefExpr>(lvalue->IgnoreParens());
  const auto *parameter =
      reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl())
                : nullptr;
  auto bound = parameter ? scope->find(parameter) : scope->end();
  if (bound == scope->end() || bound->second.kind != Binding::Kind::Definition)
    return std::nullopt;
  const clang::Expr *value = bound->second.expression;
  Expr result = ExprBuilder(kernel, affine, bound->second.scope).build(value);
  return ofType(std::move(result), typeOf(lvalue));
}

/// \p expr, converted where it is of another type.
Expr ExprBuilder::ofType(Expr expr, const ElementType &type) {
  return expr.type == type ? expr : converted(std::move(expr), type);
}

Expr ExprBuilder::target(const clang::Expr *lvalue) {
  Expr result = access(lvalue);
  if (result.kind != Expr::Kind::Access)
    kernel.diagnoser.refuse(
        lvalue->getSourceRange(),
        "an integer that steers loops or subscripts is modified here",
        "assign it a value that is affine in iterators, parameters and index "
        "arrays, by '=', before each use");
  const Array &array = kernel.program.arrays.at(result.text);
  if (array.isScalar() && array.owner == Array::Owner::Argument)
    kernel.diagnoser.refuse(lvalue->getSourceRange(),
                            "the scalar '" + array.name +
                                "' belongs to the caller and is modified",
                            "copy it to a local variable first");
  return result;
}

Expr ExprBuilder::operation(const clang::BinaryOperator *binary) {
  if (binary->isAssignmentOp() || binary->isCommaOp())
    kernel.diagnoser.refuse(binary->getSourceRange(),
                            "a side effect inside an expression",
                            "write each assignment as a statement of its own");
  const bool isLogical = binary->isLogicalOp();
  const bool isOfPointers =
      binary->getLHS()->getType()->isPointerType() && !isLogical;
  if (isOfPointers && binary->getOpcode() == clang::BO_Sub)
    return Expr::affine(affine.value(binary, scope), typeOf(binary));
  if (isOfPointers) // they may have to be positions
    for (const clang::Expr *side : {binary->getLHS(), binary->getRHS()})
      (void)designatePointee(kernel, side, scope);
  if (isOfPointers)
    kernel.diagnoser.refuse(binary->getSourceRange(),
                            "pointers are compared or subtracted here",
                            "use integers");
  if (!binary->isAdditiveOp() && binary->getOpcode() != clang::BO_Mul) {
    requireReal(binary->getLHS(), binary->getSourceRange());
    requireReal(binary->getRHS(), binary->getSourceRange());
  }
  if (!binary->isComparisonOp() && !isLogical)
    requireFloat(binary);
  auto operand = [&](const clang::Expr *side) {
    return isLogical ? truth(side) : build(side);
  };
  Expr result =
      Expr::binary(operatorNamed(binary->getOpcodeStr(), 2),
                   operand(binary->getLHS()), operand(binary->getRHS()));
  result.type = typeOf(binary);
  return result;
}

Expr ExprBuilder::unary(const clang::UnaryOperator *unary) {
  if (kernel.scan.steps.count(unary) && isDataStep(kernel, unary))
    return stepped(unary);
  const bool isSign = unary->getOpcode() == clang::UO_Minus ||
                      unary->getOpcode() == clang::UO_Plus;
  if (!isSign) {
    // `I` is a unary operator on an imaginary literal.
    requireReal(unary, unary->getSourceRange());
    requireReal(unary->getSubExpr(), unary->getSourceRange());
  }
  switch (unary->getOpcode()) {
  case clang::UO_Minus:
  case clang::UO_Plus:
  case clang::UO_LNot:
  case clang::UO_Not:
    break;
  default:
    kernel.diagnoser.refuse(unary->getSourceRange(),
                            unary->isIncrementDecrementOp()
                                ? "a side effect inside an expression"
                                : "this operator is not supported here",
                            "write each change as a statement of its own, and "
                            "use + - * / and subscripts");
  }
  Expr result;
  result.kind = Expr::Kind::Unary;
  result.op =
      operatorNamed(clang::UnaryOperator::getOpcodeStr(unary->getOpcode()), 1);
  result.type = typeOf(unary);
  result.operands.push_back(build(unary->getSubExpr()));
  // The sign of a class of 16 bits is a float in C++.
  return smallFloat(result.type) ? converted(result, ElementType(result.type))
                                 : result;
}

Expr ExprBuilder::select(const clang::ConditionalOperator *choice) {
  if (std::optional<bool> known = affine.knownTruth(choice->getCond(), scope))
    return ofType(
        build(*known ? choice->getTrueExpr() : choice->getFalseExpr()),
        typeOf(choice));
  requireReal(choice, choice->getSourceRange());
  Expr result;
  result.kind = Expr::Kind::Select;
  result.type = typeOf(choice);
  result.operands = {build(choice->getCond()), build(choice->getTrueExpr()),
                     build(choice->getFalseExpr())};
  return result;
}

Expr ExprBuilder::call(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  assert(callee && "the scan refuses calls through pointers");
  if (const clang::Expr *body = inlinedBody(callee))
    return inlined(call, body);
  if (inlinedFunction(callee))
    return returned(call);
  Expr result;
  result.type = typeOf(call);
  if (isConstantBuiltin(callee)) {
    result.text =
        callee->getNameAsString() + (call->getNumArgs() == 0 ? "()" : "(\"\")");
    return result;
  }
  if (isNaNTest(callee)) {
    // Only a NaN differs from itself.
    Expr value = build(call->getArg(0));
    Expr test = Expr::binary(Operator::NotEqual, value, value);
    test.type = result.type;
    return test;
  }
  result.kind = Expr::Kind::Call;
  result.text = callee->getNameAsString();
  requireReal(call, call->getSourceRange());
  for (const clang::Expr *argument : call->arguments()) {
    requireReal(argument, call->getSourceRange());
    result.operands.push_back(build(argument));
  }
  return result;
}

/// The returned expression with the arguments in place of the parameters.
Expr ExprBuilder::inlined(const clang::CallExpr *call,
                          const clang::Expr *body) {
  Expr result =
      ExprBuilder(kernel, affine, scopeOfCall(call, scope)).build(body);
  ElementType type = typeOf(call);
  if (result.type == type)
    return result;
  return converted(std::move(result), type);
}

/// What the call, whose statements stand before this one, returned.
Expr ExprBuilder::returned(const clang::CallExpr *call) {
  const Binding &value = valueOfCall(kernel, call, scope);
  if (value.kind == Binding::Kind::Copied)
    return Expr::access(value.copy, {}, typeOf(call));
  return ofType(
      ExprBuilder(kernel, affine, value.scope).build(value.expression),
      typeOf(call));
}

} // namespace sparsec
