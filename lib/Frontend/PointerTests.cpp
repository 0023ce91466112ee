//===- PointerTests.cpp - variants chosen by null pointers ----------------===//
///
/// \file
///     if (w) y[i] = w[i] * s; else y[i] = s;
///     j = perm != NULL ? perm[i] : i;
///
/// Whether a pointer is null does not change in the function: it is a
/// parameter, 1 where the pointer points to something (Parameter::pointer).
/// A statement that asks becomes two, one with the parameter 1 and one with 0;
/// of `perm ? perm[i] : i` the first one has perm[i] and the second one has i.
/// An access that C does not make in one of them is in none of its sets.
///
//===----------------------------------------------------------------------===//

#include "PointerTests.h"
#include "AffineBuilder.h"
#include "Aliases.h"
#include "InlineCalls.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

bool isNullConstant(const clang::Expr *expression,
                    const clang::ASTContext &ast) {
  return expression->isNullPointerConstant(
             const_cast<clang::ASTContext &>(ast),
             clang::Expr::NPC_ValueDependentIsNull) !=
         clang::Expr::NPCK_NotNull;
}

/// A pointer where it is tested: an argument or a member of one, or one of
/// which it is known whether it is null.
struct TestedPointer {
  std::string name;
  std::optional<bool> isThere = std::nullopt;
};

TestedPointer testedPointer(Kernel &kernel, const clang::Expr *pointer,
                            const ScopePtr &scope) {
  if (isNullConstant(pointer, kernel.ast))
    return {"", false};
  const clang::Expr *plain = pointer->IgnoreParenCasts();
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(plain);
  if (plain->getType()->isArrayType() ||
      (unary && unary->getOpcode() == clang::UO_AddrOf))
    return {"", true};
  if (ObjectNames::isNamed(plain)) {
    const Object object = resolveIn(kernel, plain, scope);
    auto bound = object.isMember ? scope->end() : scope->find(object.variable);
    if (bound == scope->end() && !object.isLocal() && !object.addresses)
      return {object.name};
    if (bound != scope->end() &&
        bound->second.kind == Binding::Kind::Definition)
      return testedPointer(kernel, bound->second.expression,
                           bound->second.scope);
  }
  kernel.diagnoser.refuse(
      pointer->getSourceRange(),
      "a condition tests a pointer that is no argument",
      "test arguments and their members, or local pointers that are "
      "initialised by such");
}

/// The name of the parameter that says whether \p pointer points to something.
std::string presenceOf(Kernel &kernel, const std::string &pointer) {
  Program &program = kernel.program;
  if (const Parameter *known = program.presenceOf(pointer))
    return known->name;
  std::string stem = "has";
  for (llvm::StringRef rest = pointer; !rest.empty();) {
    auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    stem += "_" + rest.take_while(isWord).str();
    rest = rest.drop_while(isWord).drop_until(isWord);
  }
  std::string name = program.freshName(stem);
  for (unsigned copy = 2; kernel.scan.objects.count(name); ++copy)
    name = program.freshName(stem + "_" + std::to_string(copy));
  program.parameters.push_back(
      {name, ElementType::int32(), Parameter::Owner::Argument, pointer});
  const isl::space unit = isl::space::unit(kernel.ctx());
  const isl::pw_aff value = poly::parameter(unit, name);
  program.context =
      program.context.intersect(value.ge_set(poly::constant(unit, 0)))
          .intersect(value.le_set(poly::constant(unit, 1)));
  return name;
}

} // namespace

std::optional<PointerTest> matchPointerTest(const clang::Expr *condition,
                                            const clang::ASTContext &ast) {
  condition = truthOf(condition);
  if (condition->getType()->isPointerType())
    return PointerTest{condition, false};
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!binary || !binary->isEqualityOp() ||
      !binary->getLHS()->getType()->isPointerType())
    return std::nullopt;
  const bool isOfNull = binary->getOpcode() == clang::BO_EQ;
  if (isNullConstant(binary->getRHS(), ast))
    return PointerTest{binary->getLHS(), isOfNull};
  if (isNullConstant(binary->getLHS(), ast))
    return PointerTest{binary->getRHS(), isOfNull};
  return std::nullopt;
}

std::vector<const clang::Expr *> askedForTruth(const clang::Expr *expression) {
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (binary && binary->isLogicalOp())
    return {binary->getLHS(), binary->getRHS()};
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unary && unary->getOpcode() == clang::UO_LNot)
    return {unary->getSubExpr()};
  const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression);
  return choice ? std::vector<const clang::Expr *>{choice->getCond()}
                : std::vector<const clang::Expr *>{};
}

bool isOfPointers(const clang::BinaryOperator *operation,
                  const clang::ASTContext &ast) {
  return (operation->isComparisonOp() && matchPointerTest(operation, ast)) ||
         (operation->getLHS()->getType()->isPointerType() &&
          operation->getRHS()->getType()->isPointerType());
}

const clang::Expr *truthOf(const clang::Expr *expression) {
  while (true) {
    expression = expression->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    if (!cast || (cast->getCastKind() != clang::CK_IntegralToBoolean &&
                  cast->getCastKind() != clang::CK_PointerToBoolean))
      return expression;
    expression = cast->getSubExpr();
  }
}

bool isTruthValue(const clang::Expr *expression) {
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  return (binary && (binary->isComparisonOp() || binary->isLogicalOp())) ||
         (unary && unary->getOpcode() == clang::UO_LNot);
}

bool tellsPointers(const clang::Expr *value, const clang::ASTContext &ast) {
  value = value->IgnoreParenImpCasts();
  auto asks = [&](const clang::Expr *condition) {
    return matchPointerTest(condition, ast) || tellsPointers(condition, ast);
  };
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(value))
    return asks(choice->getCond());
  if (!isTruthValue(value))
    return false;
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(value);
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(value);
  if (unary)
    return asks(unary->getSubExpr());
  return binary->isLogicalOp()
             ? asks(binary->getLHS()) || asks(binary->getRHS())
             : matchPointerTest(binary, ast).has_value();
}

void versionByPointers(Kernel &kernel, llvm::function_ref<void()> build) {
  const bool before = std::exchange(kernel.splitsByPointers, true);
  const auto leave =
      llvm::make_scope_exit([&] { kernel.splitsByPointers = before; });
  std::string pointer;
  try {
    return build();
  } catch (const PointerSplit &split) {
    pointer = split.pointer;
  }
  const auto forget =
      llvm::make_scope_exit([&] { kernel.pointersThere.erase(pointer); });
  for (const bool isThere : {true, false}) {
    kernel.pointersThere[pointer] = isThere;
    versionByPointers(kernel, build);
  }
}

void AffineBuilder::assumePointers() {
  for (const auto &[pointer, isThere] : kernel.pointersThere)
    restrict(poly::parameter(space, presenceOf(kernel, pointer))
                 .eq_set(poly::constant(space, isThere)));
}

std::optional<bool> AffineBuilder::knownTest(const PointerTest &test,
                                             const ScopePtr &scope) {
  const TestedPointer tested = testedPointer(kernel, test.pointer, scope);
  if (tested.isThere)
    return *tested.isThere != test.isOfNull;
  auto known = kernel.pointersThere.find(tested.name);
  if (known != kernel.pointersThere.end())
    return known->second != test.isOfNull;
  if (kernel.splitsByPointers)
    throw PointerSplit{tested.name};
  return std::nullopt;
}

isl::set AffineBuilder::pointerTest(const PointerTest &test,
                                    const ScopePtr &scope) {
  const std::string name = testedPointer(kernel, test.pointer, scope).name;
  return poly::parameter(space, presenceOf(kernel, name))
      .eq_set(poly::constant(space, !test.isOfNull));
}

/// The definition of the integer local that \p expression is, where that is a
/// truth value: of `int scaled = w != NULL;`.
static const Binding *truthDefinition(const clang::Expr *expression,
                                      const ScopePtr &scope) {
  const clang::VarDecl *variable = namedVariable(expression);
  auto bound = variable ? scope->find(variable) : scope->end();
  const bool isDefined =
      bound != scope->end() && variable->getType()->isIntegerType() &&
      bound->second.kind == Binding::Kind::Definition &&
      isTruthValue(bound->second.expression->IgnoreParenImpCasts());
  return isDefined ? &bound->second : nullptr;
}

std::optional<bool> AffineBuilder::knownTruth(const clang::Expr *expression,
                                              const ScopePtr &scope) {
  expression = truthOf(expression);
  if (std::optional<PointerTest> test =
          matchPointerTest(expression, kernel.ast))
    return knownTest(*test, scope);
  if (const Binding *definition = truthDefinition(expression, scope))
    return knownTruth(definition->expression->IgnoreParenImpCasts(),
                      definition->scope);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unary && unary->getOpcode() == clang::UO_LNot) {
    std::optional<bool> known = knownTruth(unary->getSubExpr(), scope);
    return known ? std::optional<bool>(!*known) : std::nullopt;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (binary && binary->isLogicalOp()) {
    const bool decides = binary->getOpcode() == clang::BO_LOr;
    const std::optional<bool> left = knownTruth(binary->getLHS(), scope);
    if (left == decides)
      return decides;
    const std::optional<bool> right = knownTruth(binary->getRHS(), scope);
    if (right == decides)
      return decides;
    return left && right ? std::optional<bool>(!decides) : std::nullopt;
  }
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::Expr *body =
      call ? inlinedBody(call->getDirectCallee()) : nullptr;
  return body ? knownTruth(body, scopeOfCall(call, scope)) : std::nullopt;
}

} // namespace sparsec
