//===- Scopes.cpp - what variables stand for along the walk ---------------===//
///
/// \file
/// Assignments to integers that steer bind them; loops and branches change the
/// bindings of what they modify:
///
///     k = 0; for (i...) { a[k] = ...; k += 2; }     k is 2 * i in the body
///     if (hi > n) hi = n;                           hi is a choice
///
//===----------------------------------------------------------------------===//

#include "Scopes.h"

namespace sparsec {
namespace {

const clang::VarDecl *variableOf(const clang::Expr *expression) {
  const auto *reference =
      llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                   : nullptr;
}

std::optional<long> constantOf(const clang::Expr *expression,
                               const clang::ASTContext &ast) {
  clang::Expr::EvalResult value;
  if (!expression->EvaluateAsInt(value, ast) ||
      !value.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return value.Val.getInt().getExtValue();
}

/// `++`, `--`, `+= addend`, `-= addend` of a variable.
struct Change {
  const clang::VarDecl *variable = nullptr;
  long sign = 1;
  /// 1 when null.
  const clang::Expr *addend = nullptr;
};

std::optional<Change> changeIn(const clang::Stmt *statement) {
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    if (unary->isIncrementDecrementOp())
      return Change{variableOf(unary->getSubExpr()),
                    unary->isIncrementOp() ? 1 : -1, nullptr};
  const auto *update = llvm::dyn_cast<clang::CompoundAssignOperator>(statement);
  if (update && (update->getOpcode() == clang::BO_AddAssign ||
                 update->getOpcode() == clang::BO_SubAssign))
    return Change{variableOf(update->getLHS()),
                  update->getOpcode() == clang::BO_AddAssign ? 1 : -1,
                  update->getRHS()};
  return std::nullopt;
}

/// How often \p loop runs, when its bounds are constants.
std::optional<long> constantTrips(const clang::ForStmt *loop,
                                  const clang::ASTContext &ast) {
  const auto *comparison =
      llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
  const auto *declaration =
      llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  const auto *assign =
      llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
  std::optional<Change> step;
  if (loop->getInc())
    step = changeIn(loop->getInc());
  if (!comparison || !step || step->addend || step->sign != 1 ||
      variableOf(comparison->getLHS()) != step->variable)
    return std::nullopt;
  const clang::Expr *start = nullptr;
  if (declaration && declaration->isSingleDecl() &&
      declaration->getSingleDecl() == step->variable)
    start = step->variable->getInit();
  else if (assign && assign->getOpcode() == clang::BO_Assign &&
           variableOf(assign->getLHS()) == step->variable)
    start = assign->getRHS();
  std::optional<long> low, high = constantOf(comparison->getRHS(), ast);
  if (start)
    low = constantOf(start, ast);
  if (!low || !high)
    return std::nullopt;
  if (comparison->getOpcode() == clang::BO_LT)
    return std::max(0L, *high - *low);
  if (comparison->getOpcode() == clang::BO_LE)
    return std::max(0L, *high - *low + 1);
  return std::nullopt;
}

/// The constant that one run of \p statement adds to \p variable; none when it
/// changes the variable in another way, or not always.
std::optional<long> addedBy(const clang::Stmt *statement,
                            const clang::VarDecl *variable,
                            const clang::ASTContext &ast) {
  if (!modifiedVariables(statement).count(variable))
    return 0;
  if (llvm::isa<clang::CompoundStmt>(statement)) {
    long sum = 0;
    for (const clang::Stmt *child : statement->children()) {
      std::optional<long> part = addedBy(child, variable, ast);
      if (!part)
        return std::nullopt;
      sum += *part;
    }
    return sum;
  }
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    std::optional<long> trips = constantTrips(loop, ast);
    std::optional<long> each = addedBy(loop->getBody(), variable, ast);
    const clang::VarDecl *iterator =
        trips ? changeIn(loop->getInc())->variable : variable;
    if (!trips || !each || iterator == variable)
      return std::nullopt;
    return *trips * *each;
  }
  std::optional<Change> change = changeIn(statement);
  if (!change || change->variable != variable)
    return std::nullopt;
  std::optional<long> addend =
      change->addend ? constantOf(change->addend, ast) : 1L;
  if (!addend)
    return std::nullopt;
  return change->sign * *addend;
}

} // namespace

bool Scopes::isBound(const clang::VarDecl *variable) const {
  return variable->getType()->isPointerType() ||
         kernel.scan.isIndexScalar(kernel.names.ofVariable(variable));
}

void Scopes::bind(const clang::VarDecl *variable, Binding binding) {
  auto changed = std::make_shared<Scope>(*scope);
  (*changed)[variable] = std::move(binding);
  scope = changed;
}

void Scopes::define(const clang::VarDecl *variable, const clang::Expr *value) {
  Binding binding;
  binding.kind = Binding::Kind::Definition;
  binding.expression = value;
  binding.scope = scope;
  bind(variable, binding);
}

void Scopes::change(const clang::VarDecl *variable, const clang::Expr *change) {
  Binding binding;
  binding.changedAt = change->getSourceRange();
  if (std::optional<Change> sum = changeIn(change)) {
    binding.kind = Binding::Kind::Advanced;
    binding.stride = sum->sign;
    binding.expression = sum->addend;
    binding.scope = scope;
  }
  bind(variable, binding);
}

void Scopes::forgetModified(const clang::Stmt *part) {
  for (const clang::VarDecl *variable : modifiedVariables(part)) {
    Binding binding;
    binding.changedAt = part->getSourceRange();
    bind(variable, binding);
  }
}

void Scopes::bindCounters(const clang::ForStmt *loop, const ScopePtr &before,
                          const std::shared_ptr<const LoopRange> &range,
                          bool isAfterLoop) {
  for (const clang::VarDecl *variable : modifiedVariables(loop->getBody())) {
    auto earlier = before->find(variable);
    std::optional<long> each = addedBy(loop->getBody(), variable, kernel.ast);
    if (!each || earlier == before->end() || !isBound(variable) ||
        variable->getType()->isPointerType())
      continue;
    Binding binding;
    binding.kind = Binding::Kind::Advanced;
    binding.stride = *each;
    binding.scope = before;
    binding.loop = range;
    binding.isAfterLoop = isAfterLoop;
    bind(variable, binding);
  }
}

void Scopes::merge(const clang::IfStmt *branch, const ScopePtr &before,
                   const ScopePtr &whenTrue, const ScopePtr &whenFalse) {
  scope = before;
  forgetModified(branch);
  for (const clang::VarDecl *variable : modifiedVariables(branch)) {
    if (!whenTrue->count(variable) || !whenFalse->count(variable))
      continue;
    Binding binding;
    binding.kind = Binding::Kind::Chosen;
    binding.expression = branch->getCond();
    binding.scope = before;
    binding.whenTrue = whenTrue;
    binding.whenFalse = whenFalse;
    if (!variable->getType()->isPointerType())
      bind(variable, binding);
  }
}

} // namespace sparsec
