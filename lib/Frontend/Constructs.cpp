//===- Constructs.cpp - which C is outside the accepted subset ------------===//
///
/// \file
/// One sentence for each construct that has no place in a polyhedral program,
/// and one on what to write instead.
///
//===----------------------------------------------------------------------===//

#include "Constructs.h"
#include "DataDrivenLoops.h"
#include "InlineCalls.h"
#include "MemoryCalls.h"
#include "RowMerges.h"
#include "Sentinels.h"
#include "StructureUses.h"

#include "clang/AST/Expr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace sparsec {
namespace {

using Found = std::optional<UnsupportedConstruct>;

Found unsupported(const clang::Stmt *statement, std::string what,
                  std::string instead) {
  return UnsupportedConstruct{statement->getSourceRange(), std::move(what),
                              std::move(instead)};
}

/// Statements that leave the loop nest's regular order.
Found findJump(const clang::Stmt *statement) {
  const std::string useFor =
      "write a 'for' loop whose bounds are known when it starts: affine, or "
      "read from index arrays; a 'while' loop may end where a variable to "
      "which each iteration adds one constant reaches such a bound";
  if (endsAtMarker(statement))
    return unsupported(
        statement, "a loop that walks up to a marker in the data",
        "count once where each row begins, in an index array of its own, and "
        "write for (j = index[i]; j < index[i + 1]; j++) over arrays of what "
        "the entries hold");
  if (isUnionOfRows(statement))
    return unsupported(
        statement,
        "a merge of two rows that does something with entries which only one "
        "of them has",
        "only what both rows have is a loop over pairs; what a union fills, "
        "fill in a function of its own, or go through one row after the "
        "other");
  const auto *once = llvm::dyn_cast<clang::DoStmt>(statement);
  const bool isLoop =
      llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement) &&
      !(once && runsOnce(once));
  if (const auto driven = isLoop ? dataDrivenLoop(statement) : std::nullopt)
    return unsupported(statement, driven->what, driven->instead);
  switch (statement->getStmtClass()) {
  case clang::Stmt::WhileStmtClass:
    return unsupported(statement, "a 'while' loop is not supported", useFor);
  case clang::Stmt::DoStmtClass:
    if (runsOnce(llvm::cast<clang::DoStmt>(statement)))
      return std::nullopt;
    return unsupported(statement, "a 'do' loop is not supported", useFor);
  case clang::Stmt::BreakStmtClass:
    return unsupported(statement, "'break' is not supported here",
                       "it may end a 'for' loop, under conditions, and the "
                       "cases of a 'switch'");
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
  case clang::Stmt::LabelStmtClass:
    return unsupported(statement, "'goto' and labels are not supported",
                       "use 'for' and 'if'");
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
    return unsupported(statement, "inline assembly is not supported",
                       "write the computation in C");
  default:
    return std::nullopt;
  }
}

Found findCall(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  // The others have become their members (StructureValues.cpp).
  if (takesStructures(call))
    for (const clang::Expr *argument : call->arguments())
      if (isStructureOfNumbers(argument->getType()))
        return unsupported(
            argument, "a structure is passed as a whole here",
            "call '" + callee->getNameAsString() +
                "' in a statement of its own, outside ?:, && and ||, with a "
                "variable, an element or a call as its argument");
  if (!callee)
    return unsupported(call, "a call through a function pointer",
                       "call a function of <math.h> by its name");
  if (isPureMathFunction(callee) || isConstantBuiltin(callee) ||
      isNaNTest(callee) || inlinedBody(callee) || inlinedFunction(callee))
    return std::nullopt;
  if (isMemoryFunction(callee))
    return unsupported(call,
                       "this call of '" + callee->getNameAsString() +
                           "' is not one about whole numbers",
                       "accepted are statements such as memset(y, 0, n * "
                       "sizeof *y) and memcpy(z, y, n * sizeof *y), of numbers "
                       "and arrays of numbers");
  const bool isComplex =
      call->getType()->isAnyComplexType() ||
      llvm::any_of(call->arguments(), [](const clang::Expr *argument) {
        return argument->IgnoreImpCasts()->getType()->isAnyComplexType();
      });
  if (isComplex)
    return unsupported(call,
                       "a call of '" + callee->getNameAsString() +
                           "' on complex numbers is not supported",
                       "+ - * of complex and real numbers are accepted; pass "
                       "what it returns as an argument or array");
  return unsupported(call,
                     "a call of '" + callee->getNameAsString() +
                         "', which may have side effects",
                     "pure functions of <math.h> are accepted, and functions "
                     "that this file defines and that do not call themselves; "
                     "write other computations in place, or as a macro");
}

/// `(double *)v` of a `void *v`: generated code names what is declared. What
/// calls return is refused as such, and NULL has any type.
bool givesType(const clang::Stmt *statement) {
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(statement);
  return cast && cast->getCastKind() == clang::CK_BitCast &&
         !cast->getType()->isVoidPointerType() &&
         cast->getSubExpr()->getType()->isVoidPointerType() &&
         !llvm::isa<clang::CallExpr, clang::IntegerLiteral>(
             cast->getSubExpr()->IgnoreParenCasts());
}

Found findExpression(const clang::Stmt *statement) {
  if (givesType(statement))
    return unsupported(
        statement, "a 'void *' pointer gets its type here",
        "move the loops into a function of their own with parameters of that "
        "type, and call it with the pointer, or with members: f(ctx->n, "
        "ctx->col)");
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement))
    return findCall(call);
  if (llvm::isa<clang::StmtExpr>(statement))
    return unsupported(statement, "a statement expression is not supported",
                       "write the statements before this one");
  if (llvm::isa<clang::CompoundLiteralExpr, clang::AtomicExpr, clang::VAArgExpr,
                clang::GenericSelectionExpr>(statement))
    return unsupported(statement, "this kind of expression is not supported",
                       "arithmetic on array elements, scalars and constants "
                       "is accepted");
  const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  if (expression && expression->isLValue() &&
      expression->getType().isVolatileQualified())
    return unsupported(statement, "a volatile object",
                       "accesses are reordered; drop 'volatile'");
  if (expression && expression->getType()->isAtomicType())
    return unsupported(statement, "an atomic object", "use a plain type");
  return std::nullopt;
}

} // namespace

void requireEffectless(const clang::Expr *expression, Diagnoser &diagnoser) {
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
  if (cast && cast->getCastKind() == clang::CK_ToVoid)
    return;
  diagnoser.refuse(expression->getSourceRange(),
                   "this expression statement has no effect that is understood",
                   "assignments, compound assignments, ++ and -- are "
                   "accepted");
}

bool runsOnce(const clang::DoStmt *loop) {
  const auto *condition = llvm::dyn_cast<clang::IntegerLiteral>(
      loop->getCond()->IgnoreParenImpCasts());
  return condition && condition->getValue() == 0 &&
         !hasContinue(loop->getBody());
}

bool hasBreak(const clang::Stmt *body) {
  if (llvm::isa<clang::BreakStmt>(body))
    return true;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                clang::SwitchStmt>(body))
    return false;
  return llvm::any_of(body->children(), [](const clang::Stmt *child) {
    return child && hasBreak(child);
  });
}

bool hasContinue(const clang::Stmt *body) {
  if (llvm::isa<clang::ContinueStmt>(body))
    return true;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(body))
    return false;
  return llvm::any_of(body->children(), [](const clang::Stmt *child) {
    return child && hasContinue(child);
  });
}

const clang::Expr *valueOfConstant(const clang::VarDecl *variable) {
  const clang::QualType type = variable->getType();
  const bool isConstant =
      variable->hasGlobalStorage() && type.isConstQualified() &&
      !type.isVolatileQualified() && type->isArithmeticType();
  return isConstant ? variable->getAnyInitializer() : nullptr;
}

const clang::Expr *valueOfConstant(const clang::Expr *expression) {
  const auto *reference =
      llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
  const auto *variable =
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                : nullptr;
  return variable ? valueOfConstant(variable) : nullptr;
}

bool isPureMathFunction(const clang::FunctionDecl *callee) {
  static const llvm::StringSet<> pure = {
      "acos",     "acosh",     "asin",  "asinh",     "atan",   "atan2",
      "atanh",    "cbrt",      "ceil",  "cos",       "cosh",   "erf",
      "erfc",     "exp",       "exp2",  "expm1",     "fabs",   "floor",
      "fdim",     "fma",       "fmax",  "fmin",      "fmod",   "hypot",
      "log",      "log10",     "log1p", "log2",      "logb",   "pow",
      "rint",     "nearbyint", "round", "remainder", "sin",    "sinh",
      "sqrt",     "tan",       "tanh",  "trunc",     "tgamma", "copysign",
      "nextafter"};
  static const llvm::StringSet<> integer = {"abs", "labs", "llabs"};
  if (!callee->getIdentifier() || callee->getDefinition() ||
      callee->getStorageClass() == clang::SC_Static)
    return false;
  llvm::StringRef name = callee->getName();
  if (pure.contains(name) || integer.contains(name))
    return true;
  return (name.ends_with("f") || name.ends_with("l")) &&
         pure.contains(name.drop_back());
}

bool isConstantBuiltin(const clang::FunctionDecl *callee) {
  static const llvm::StringSet<> constants = {
      "__builtin_inf",      "__builtin_inff",      "__builtin_infl",
      "__builtin_huge_val", "__builtin_huge_valf", "__builtin_huge_vall",
      "__builtin_nan",      "__builtin_nanf",      "__builtin_nanl"};
  return callee->getIdentifier() && constants.contains(callee->getName());
}

bool isNaNTest(const clang::FunctionDecl *callee) {
  static const llvm::StringSet<> tests = {"isnan", "__builtin_isnan", "__isnan",
                                          "__isnanf", "__isnanl"};
  return callee->getIdentifier() && !callee->getDefinition() &&
         tests.contains(callee->getName());
}

std::optional<UnsupportedConstruct>
findUnsupported(const clang::Stmt *statement) {
  if (Found jump = findJump(statement))
    return jump;
  return findExpression(statement);
}

} // namespace sparsec
