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
#include "Counters.h"
#include "DataSubscripts.h"
#include "Modified.h"

namespace sparsec {

namespace {

/// Whether \p expression reads a variable of unknown value, directly or not.
bool readsChanged(const clang::Stmt *expression, const ScopePtr &scope) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable =
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                : nullptr;
  const auto bound = variable ? scope->find(variable) : scope->end();
  if (bound != scope->end()) {
    const Binding &binding = bound->second;
    return binding.kind == Binding::Kind::Changed ||
           (binding.kind == Binding::Kind::Definition &&
            readsChanged(binding.expression, binding.scope));
  }
  return llvm::any_of(expression->children(), [&](const clang::Stmt *child) {
    return child && readsChanged(child, scope);
  });
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
    kernel.diagnoser.refuse(
        head,
        "the start of this loop, where '" + variable->getName() +
            "' has got to, is not known",
        "where that is the start of a row in any case, start it there: for (" +
            variable->getName() +
            " = index[i]; ...); where it is found as the loops run, write "
            "each loop over its whole row, with 'if' or 'if (..) break;' in it "
            "for where it begins and ends");
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
  if (std::optional<Product> addend = addendOf(change)) {
    binding.kind = Binding::Kind::Advanced;
    for (Factor &factor : addend->factors)
      factor.scope = scope;
    binding.addends = {*addend};
    binding.scope = scope;
  }
  bind(variable, binding);
}

void Scopes::step(const Steps &steps) {
  for (const clang::UnaryOperator *each : steps)
    if (!isDataStep(kernel, each))
      change(steppedVariable(each), each);
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

void Scopes::requireCounters(const clang::Expr *increment) const {
  increment = increment->IgnoreParens();
  const auto *both = llvm::dyn_cast<clang::BinaryOperator>(increment);
  if (both && both->isCommaOp()) {
    requireCounters(both->getLHS());
    return requireCounters(both->getRHS());
  }
  const clang::Expr *target = modifiedBy(increment);
  if (!target || !boundTarget(target))
    kernel.diagnoser.refuse(increment->getSourceRange(),
                            "the head of a loop does more than step its "
                            "variable and counters",
                            "move this to the end of the body");
}

void Scopes::bindCounters(const clang::ForStmt *loop, const ScopePtr &before,
                          const std::shared_ptr<const LoopRange> &range,
                          bool isAfterLoop) {
  std::set<const clang::VarDecl *> left = modifiedVariables(loop);
  // What one counter adds may be read through another one.
  for (size_t known = left.size() + 1; known != left.size();) {
    known = left.size();
    for (auto place = left.begin(); place != left.end();) {
      std::optional<Binding> counter =
          counterOf(*place, loop, before, isAfterLoop ? range->inside : scope);
      if (!counter) {
        ++place;
        continue;
      }
      counter->loop = range;
      counter->isAfterLoop = isAfterLoop;
      bind(*place, *counter);
      place = left.erase(place);
    }
  }
}

/// \p variable, which an iteration of \p loop may add something to.
std::optional<Binding> Scopes::counterOf(const clang::VarDecl *variable,
                                         const clang::ForStmt *loop,
                                         const ScopePtr &before,
                                         const ScopePtr &inside) const {
  const bool isKnown =
      before->count(variable) || llvm::isa<clang::ParmVarDecl>(variable);
  const auto own = scope->find(variable);
  const bool isIterator =
      own != scope->end() && own->second.kind == Binding::Kind::Iterator;
  if (!isKnown || isIterator || !isBound(variable))
    return std::nullopt;
  std::optional<std::vector<Product>> each =
      eachAdds(loop, variable, kernel.ast);
  if (!each || !placeFactors(*each, loop, inside))
    return std::nullopt;
  Binding binding;
  binding.kind = Binding::Kind::Advanced;
  binding.addends = std::move(*each);
  binding.scope = before;
  binding.changedAt = loop->getSourceRange();
  return binding;
}

/// Gives \p addends the scopes in which they are read in an iteration. False
/// where that would need what they add.
bool Scopes::placeFactors(std::vector<Product> &addends,
                          const clang::ForStmt *loop,
                          const ScopePtr &inside) const {
  for (Product &addend : addends)
    for (Factor &factor : addend.factors) {
      Scopes there(kernel);
      there.restore(inside);
      // The head's increment is read in different places where there are jumps.
      const clang::Stmt *body = loop->getBody();
      if (holds(body, factor.place) || !hasContinue(body))
        there.runTo(factor.place, body);
      factor.scope = there.current();
      if (readsChanged(factor.value, factor.scope) ||
          (factor.low && readsChanged(factor.low, factor.scope)))
        return false;
    }
  return true;
}

/// What \p part binds on the way to \p place, which is in it. The answer:
/// whether it is.
bool Scopes::runTo(const clang::Stmt *place, const clang::Stmt *part) {
  if (part == place)
    return true;
  if (llvm::isa<clang::CompoundStmt>(part)) {
    for (const clang::Stmt *child : part->children())
      if (runTo(place, child))
        return true;
    return false;
  }
  if (holds(part, place)) {
    forgetModified(part);
    return true;
  }
  run(part);
  return false;
}

void Scopes::run(const clang::Stmt *statement) {
  if (const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl *each : declarations->decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(each))
        if (variable->getInit()) {
          if (isBound(variable))
            define(variable, variable->getInit());
          step(stepsInValue(variable->getInit()));
        }
    return;
  }
  const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  const clang::Expr *target =
      expression ? modifiedBy(expression->IgnoreParens()) : nullptr;
  const clang::VarDecl *variable = target ? boundTarget(target) : nullptr;
  if (!variable)
    return forgetModified(statement);
  assign(variable, expression->IgnoreParens());
}

const clang::VarDecl *Scopes::boundTarget(const clang::Expr *target) const {
  const auto *reference =
      llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
  const auto *variable =
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                : nullptr;
  if (!variable || !isBound(variable))
    return nullptr;
  // Parameters of called functions are theirs to change.
  const bool isOwn =
      (variable->isLocalVarDecl() && !variable->isStaticLocal()) ||
      kernel.names.isForeign(variable);
  // The function's own, if pointers, are positions in what they came with.
  const clang::QualType type = variable->getType();
  const bool isPosition = llvm::isa<clang::ParmVarDecl>(variable) &&
                          type->isPointerType() &&
                          (!type->getPointeeType()->isRecordType() ||
                           kernel.names.structureArrays.count(variable));
  return isOwn || isPosition ? variable : nullptr;
}

void Scopes::assign(const clang::VarDecl *variable, const clang::Expr *change) {
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(change);
  if (binary && binary->getOpcode() == clang::BO_Assign)
    define(variable, binary->getRHS());
  else
    this->change(variable, change);
  step(stepsIn(change));
}

void Scopes::bindLastValue(const LoopFrame &loop,
                           const std::shared_ptr<const LoopRange> &range) {
  Binding last;
  last.kind = Binding::Kind::Advanced;
  last.addends = {{loop.signedStride(), {}}};
  last.scope = loop.outside;
  if (loop.test != LoopFrame::Test::AtStart) {
    // The test that fails makes a step, too.
    bind(loop.variable, last);
    last.scope = current();
  }
  last.loop = range;
  last.isAfterLoop = true;
  bind(loop.variable, last);
}

void Scopes::merge(const clang::IfStmt *branch, const ScopePtr &before,
                   const ScopePtr &whenTrue, const ScopePtr &whenFalse) {
  scope = before;
  forgetModified(branch);
  for (const clang::VarDecl *variable : modifiedVariables(branch)) {
    // A pointer parameter points where it came with.
    const bool isKnown =
        (whenTrue->count(variable) && whenFalse->count(variable)) ||
        (llvm::isa<clang::ParmVarDecl>(variable) &&
         variable->getType()->isPointerType());
    if (!isKnown || isCopied(variable, before))
      continue;
    Binding binding;
    binding.kind = Binding::Kind::Chosen;
    binding.expression = branch->getCond();
    binding.scope = before;
    binding.whenTrue = whenTrue;
    binding.whenFalse = whenFalse;
    binding.changedAt = branch->getSourceRange();
    bind(variable, binding);
  }
}

} // namespace sparsec
