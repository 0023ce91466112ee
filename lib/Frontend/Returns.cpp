//===- Returns.cpp - guards at the top and the value at the end -----------===//
///
/// \file
///     double f(int n, const double *x) {
///       if (n <= 0 || !x)                 // a guard: the drop-in calls the
///         return -1;                      //   original where it holds
///       ..
///       return sum;                       // result[0] = sum
///     }
///
//===----------------------------------------------------------------------===//

#include "Returns.h"
#include "AffineBuilder.h"
#include "Aliases.h"
#include "Checks.h"
#include "ExprBuilder.h"
#include "Modified.h"
#include "PointerTests.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

const clang::Stmt *lastOf(const clang::Stmt *statement) {
  while (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    if (list->body_empty())
      return list;
    statement = list->body_back();
  }
  return statement;
}

/// A declaration, or an assignment to a local or an element of a local array,
/// in a loop or not: nothing that callers see.
bool isSilent(const clang::Stmt *statement) {
  if (llvm::isa<clang::DeclStmt, clang::NullStmt>(statement))
    return true;
  if (llvm::isa<clang::CompoundStmt>(statement))
    return llvm::all_of(statement->children(), isSilent);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return isSilent(loop->getBody());
  const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(statement);
  if (cast && cast->getCastKind() == clang::CK_ToVoid)
    return true;
  if (!expression || !binary || binary->getOpcode() != clang::BO_Assign)
    return false;
  const clang::VarDecl *variable = namedVariable(baseOf(binary->getLHS()));
  return variable && variable->isLocalVarDecl() &&
         (namedVariable(binary->getLHS()) ||
          variable->getType()->isArrayType());
}

bool isPointerTest(const clang::Expr *expression) {
  return expression->getType()->isPointerType() ||
         expression->IgnoreParenCasts()->getType()->isPointerType();
}

/// Builds a guard's condition over arguments.
class GuardBuilder {
public:
  GuardBuilder(Kernel &kernel, const ScopePtr &scope)
      : kernel(kernel), scope(scope) {
    const isl::space space = poly::tupleSpace(kernel.ctx(), "guard", 0);
    place.name = "guard";
    place.domain = place.constraints = isl::set::universe(space);
  }

  Expr truth(const clang::Expr *expression);
  void assume(const clang::Expr *expression, bool negated);

private:
  Expr value(const clang::Expr *expression);
  Expr pointer(const clang::Expr *expression);
  bool isParameter(const clang::Expr *expression) const;
  bool comparesParameters(const clang::Expr *expression) const;

  Kernel &kernel;
  const ScopePtr scope;
  Statement place;
};

Expr unary(Operator op, Expr operand) {
  Expr expr;
  expr.kind = Expr::Kind::Unary;
  expr.op = op;
  expr.type = ElementType::int32();
  expr.operands = {std::move(operand)};
  return expr;
}

Expr truthBinary(Operator op, Expr left, Expr right) {
  Expr expr = Expr::binary(op, std::move(left), std::move(right));
  expr.type = ElementType::int32();
  return expr;
}

/// A parameter, or a member of one, by its name; NULL.
Expr GuardBuilder::pointer(const clang::Expr *expression) {
  if (expression->isNullPointerConstant(
          const_cast<clang::ASTContext &>(kernel.ast),
          clang::Expr::NPC_ValueDependentIsNull))
    return Expr::constant("NULL", ElementType::opaque("void *"));
  expression = expression->IgnoreParenCasts();
  const bool isNamed = ObjectNames::isNamed(expression);
  const Object object = isNamed ? kernel.names.resolve(expression) : Object();
  if (!isNamed || object.isLocal())
    kernel.diagnoser.refuse(expression->getSourceRange(),
                            "a guard tests a pointer that is no argument",
                            "test arguments and their members");
  return Expr::access(object.name, {}, ElementType::opaque("void *"));
}

Expr GuardBuilder::value(const clang::Expr *expression) {
  if (isPointerTest(expression))
    return pointer(expression);
  AffineBuilder affine(kernel, place);
  Expr built = ExprBuilder(kernel, affine, scope).build(expression);
  bool isOfArguments = place.calls.empty();
  built.walk([&](const Expr &part) {
    auto array = kernel.program.arrays.find(part.text);
    isOfArguments &= part.kind != Expr::Kind::Access ||
                     (array != kernel.program.arrays.end() &&
                      array->second.owner == Array::Owner::Argument &&
                      array->second.isScalar());
  });
  if (!isOfArguments)
    kernel.diagnoser.refuse(expression->getSourceRange(),
                            "a guard depends on more than scalar arguments",
                            "compare scalar arguments and test pointers; what "
                            "arrays must hold is said by '#pragma sparsec'");
  return built;
}

Expr GuardBuilder::truth(const clang::Expr *expression) {
  expression = truthOf(expression);
  const auto *unaryTest = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unaryTest && unaryTest->getOpcode() == clang::UO_LNot)
    return unary(Operator::Not, truth(unaryTest->getSubExpr()));
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (binary && binary->isLogicalOp())
    return truthBinary(binary->getOpcode() == clang::BO_LAnd
                           ? Operator::LogicalAnd
                           : Operator::LogicalOr,
                       truth(binary->getLHS()), truth(binary->getRHS()));
  if (binary && binary->isComparisonOp())
    return truthBinary(operatorNamed(binary->getOpcodeStr(), 2),
                       value(binary->getLHS()), value(binary->getRHS()));
  return value(expression);
}

/// An integer scalar, a local that stands for one, or a number.
bool GuardBuilder::isParameter(const clang::Expr *expression) const {
  clang::Expr::EvalResult number;
  if (expression->EvaluateAsInt(number, kernel.ast))
    return true;
  const clang::Expr *plain = expression->IgnoreParenImpCasts();
  if (!plain->getType()->isIntegerType() || !ObjectNames::isNamed(plain))
    return false;
  const Object object = kernel.names.resolve(plain);
  return scope->count(object.variable) ||
         kernel.program.findParameter(object.name);
}

/// `n < 1`, `A->n != m`, and `n` for `n != 0`.
bool GuardBuilder::comparesParameters(const clang::Expr *expression) const {
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!binary)
    return isParameter(expression);
  return binary->isComparisonOp() && isParameter(binary->getLHS()) &&
         isParameter(binary->getRHS());
}

/// What is left to the plan: of `a || b` that returns, neither.
void GuardBuilder::assume(const clang::Expr *expression, bool negated) {
  expression = truthOf(expression);
  const auto *unaryTest = llvm::dyn_cast<clang::UnaryOperator>(expression);
  if (unaryTest && unaryTest->getOpcode() == clang::UO_LNot)
    return assume(unaryTest->getSubExpr(), !negated);
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (binary &&
      binary->getOpcode() == (negated ? clang::BO_LOr : clang::BO_LAnd)) {
    assume(binary->getLHS(), negated);
    assume(binary->getRHS(), negated);
    return;
  }
  if (!comparesParameters(expression))
    return;
  Statement known = place;
  AffineBuilder(kernel, known).assume(expression, scope, negated);
  if (known.calls.empty())
    kernel.program.context =
        kernel.program.context.intersect(known.domain.params());
}

bool isOfIntegers(const clang::Stmt *condition) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(condition);
  const bool isLeaf =
      expression && ObjectNames::isNamed(expression->IgnoreParenImpCasts());
  if (isLeaf)
    return expression->IgnoreParenImpCasts()->getType()->isIntegerType();
  return llvm::all_of(condition->children(), [](const clang::Stmt *child) {
    return !child || isOfIntegers(child);
  });
}

} // namespace

bool isLeftToOriginal(const clang::IfStmt *guard,
                      const clang::FunctionDecl &function) {
  const clang::Stmt *then = guard->getThen();
  if (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(then);
      list && list->size() == 1)
    then = list->body_front();
  return !function.getReturnType()->isVoidType() ||
         !llvm::isa<clang::ReturnStmt>(then) || !isOfIntegers(guard->getCond());
}

static bool isGuard(const clang::Stmt *statement) {
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement);
  if (!branch || branch->getElse() || branch->getInit() ||
      branch->getConditionVariable())
    return false;
  const clang::Stmt *last = lastOf(branch->getThen());
  return llvm::isa<clang::ReturnStmt>(last) || endsProgram(last);
}

bool isBeforeWork(const clang::Stmt *statement) {
  return isSilent(statement) || isGuard(statement);
}

std::vector<const clang::IfStmt *>
guardsOf(const clang::FunctionDecl &function) {
  std::vector<const clang::IfStmt *> guards;
  for (const clang::Stmt *statement : function.getBody()->children()) {
    if (!isBeforeWork(statement))
      break;
    if (isGuard(statement))
      guards.push_back(llvm::cast<clang::IfStmt>(statement));
  }
  return guards;
}

void enterGuard(Kernel &kernel, const clang::Expr *condition,
                const ScopePtr &scope) {
  GuardBuilder builder(kernel, scope);
  kernel.program.guards.push_back(builder.truth(condition));
  builder.assume(condition, /*negated=*/true);
}

void enterResult(Kernel &kernel) {
  const clang::QualType type = kernel.function.getReturnType();
  const auto *end = llvm::dyn_cast_or_null<clang::ReturnStmt>(
      kernel.function.getBody()->children().empty()
          ? nullptr
          : llvm::cast<clang::CompoundStmt>(kernel.function.getBody())
                ->body_back());
  if (type->isVoidType())
    return;
  const ElementType element = *elementType(type, kernel.ast);
  if (!end || !end->getRetValue())
    kernel.diagnoser.refuse(kernel.function.getLocation(),
                            "'" + kernel.function.getName() +
                                "' does not end in 'return VALUE;'",
                            "return the value there");
  SourceFunction &function = kernel.program.function;
  function.result = SourceFunction::Result{element.spelling, "", ""};
  clang::Expr::EvalResult constant;
  if (element.isInteger() &&
      end->getRetValue()->EvaluateAsInt(constant, kernel.ast)) {
    function.result->constant = llvm::toString(constant.Val.getInt(), 10);
    return;
  }
  Array array;
  array.name = kernel.program.freshName("result");
  array.type = element;
  array.owner = Array::Owner::Argument;
  array.isRestrict = true;
  array.extents.emplace_back(poly::constant(isl::space::unit(kernel.ctx()), 1));
  SourceFunction::Argument argument;
  argument.name = function.result->argument = array.name;
  argument.declarator.text = element.spelling + " *" + array.name;
  argument.declarator.restrictText =
      element.spelling + " *restrict " + array.name;
  argument.baseType = element.spelling;
  argument.isPointer = true;
  function.arguments.push_back(std::move(argument));
  kernel.program.arrays.emplace(array.name, std::move(array));
}

} // namespace sparsec
