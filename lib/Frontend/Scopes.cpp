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
#include "Constructs.h"
#include "ForLoop.h"

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

/// `factor`, times `trips` unless that is null.
struct Addend {
  long factor = 0;
  const clang::Expr *trips = nullptr;
};

std::optional<Addend> addedBy(const clang::Stmt *statement,
                              const clang::VarDecl *variable,
                              const clang::ASTContext &ast);

std::optional<long> stepOf(const clang::ForStmt *loop,
                           const clang::VarDecl *iterator,
                           const clang::ASTContext &ast) {
  std::optional<Addend> step = addedBy(loop->getInc(), iterator, ast);
  if (!step || step->trips)
    return std::nullopt;
  return step->factor;
}

/// `for (i = 0; i < HIGH; i++)`: a constant, or HIGH itself.
std::optional<Addend> tripsOf(const clang::ForStmt *loop,
                              const clang::ASTContext &ast) {
  const auto *comparison =
      llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
  const clang::VarDecl *iterator =
      comparison ? variableOf(comparison->getLHS()) : nullptr;
  if (!iterator || comparison->getOpcode() != clang::BO_LT || !loop->getInc() ||
      stepOf(loop, iterator, ast) != 1)
    return std::nullopt;
  const clang::Expr *start = iterator->getInit();
  if (const auto *assign =
          llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit()))
    start =
        assign->getOpcode() == clang::BO_Assign ? assign->getRHS() : nullptr;
  else if (!loop->getInit())
    start = nullptr;
  std::optional<long> low = start ? constantOf(start, ast) : std::nullopt;
  std::optional<long> high = constantOf(comparison->getRHS(), ast);
  if (low && high)
    return Addend{std::max(0L, *high - *low), nullptr};
  if (low == 0)
    return Addend{1, comparison->getRHS()};
  return std::nullopt;
}

std::optional<Addend> sumOf(const std::optional<Addend> &a,
                            const std::optional<Addend> &b) {
  if (!a || !b || (a->factor != 0 && b->factor != 0 && (a->trips || b->trips)))
    return std::nullopt;
  return Addend{a->factor + b->factor, a->trips ? a->trips : b->trips};
}

/// What each iteration of \p loop adds to \p variable.
std::optional<Addend> eachAdds(const clang::ForStmt *loop,
                               const clang::VarDecl *variable,
                               const clang::ASTContext &ast) {
  const clang::Stmt *iteration = loop->getBody();
  // What stands behind a jump does not always run.
  if (hasContinue(iteration) && modifiedVariables(iteration).count(variable))
    return std::nullopt;
  std::optional<Addend> body = addedBy(iteration, variable, ast);
  return loop->getInc() ? sumOf(body, addedBy(loop->getInc(), variable, ast))
                        : body;
}

/// What one run of \p statement adds to \p variable; none when it changes the
/// variable in another way, or not always.
std::optional<Addend> addedBy(const clang::Stmt *statement,
                              const clang::VarDecl *variable,
                              const clang::ASTContext &ast) {
  if (!modifiedVariables(statement).count(variable))
    return Addend{};
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (llvm::isa<clang::CompoundStmt>(statement) ||
      (binary && binary->isCommaOp())) {
    std::optional<Addend> sum = Addend{};
    for (const clang::Stmt *child : statement->children())
      sum = sumOf(sum, addedBy(child, variable, ast));
    return sum;
  }
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    std::optional<Addend> trips = tripsOf(loop, ast);
    std::optional<Addend> each = eachAdds(loop, variable, ast);
    if (!trips || !each || (trips->trips && each->trips) ||
        mentions(loop->getCond(), variable))
      return std::nullopt;
    return Addend{trips->factor * each->factor,
                  trips->trips ? trips->trips : each->trips};
  }
  std::optional<Change> change = changeIn(statement);
  if (!change || change->variable != variable)
    return std::nullopt;
  std::optional<long> addend =
      change->addend ? constantOf(change->addend, ast) : 1L;
  if (!addend)
    return std::nullopt;
  return Addend{change->sign * *addend, nullptr};
}

/// Whether \p loop changes a variable in \p expression.
bool varies(const clang::Expr *expression, const clang::ForStmt *loop) {
  for (const clang::VarDecl *variable : modifiedVariables(loop))
    if (mentions(expression, variable))
      return true;
  return false;
}

/// Data of a called function stay where they are.
bool isCopied(const clang::VarDecl *variable, const ScopePtr &scope) {
  auto bound = scope->find(variable);
  return bound != scope->end() && bound->second.kind == Binding::Kind::Copied;
}

} // namespace

bool Scopes::isBound(const clang::VarDecl *variable) const {
  return variable->getType()->isPointerType() ||
         kernel.scan.isIndexScalar(kernel.names.ofVariable(variable));
}

void Scopes::requireKnown(const clang::VarDecl *variable,
                          clang::SourceRange head) {
  auto bound = scope->find(variable);
  if (bound == scope->end() || bound->second.kind == Binding::Kind::Changed)
    kernel.diagnoser.refuse(head, "the start of this loop is not known",
                            "start it in its head: for (int i = LOW; ...)");
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
    if (isCopied(variable, scope))
      continue;
    Binding binding;
    binding.changedAt = part->getSourceRange();
    bind(variable, binding);
  }
}

void Scopes::bindCounters(const clang::ForStmt *loop, const ScopePtr &before,
                          const std::shared_ptr<const LoopRange> &range,
                          bool isAfterLoop) {
  for (const clang::VarDecl *variable : modifiedVariables(loop)) {
    auto earlier = before->find(variable);
    std::optional<Addend> each = eachAdds(loop, variable, kernel.ast);
    if (!each || earlier == before->end() || !isBound(variable) ||
        variable->getType()->isPointerType() ||
        (each->trips && varies(each->trips, loop)))
      continue;
    Binding binding;
    binding.kind = Binding::Kind::Advanced;
    binding.stride = each->factor;
    binding.expression = each->trips;
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
    if (!whenTrue->count(variable) || !whenFalse->count(variable) ||
        isCopied(variable, before))
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
