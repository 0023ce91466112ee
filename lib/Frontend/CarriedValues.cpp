//===- CarriedValues.cpp - values of the iteration before -----------------===//
///
/// \file
///     end = index[0];
///     for (i = 0; i < n; i++) {
///       start = end;              // index[i]
///       end = index[i + 1];
///       ..
///     }
///
/// At the start of an iteration such a variable is what the iteration before
/// has set it to: that expression, of i - 1. In the first one it is what it was
/// before the loop; if that is the expression of the first i less a step, or
/// what facts say that this is, both are one value.
///
//===----------------------------------------------------------------------===//

#include "CarriedValues.h"
#include "AffineBuilder.h"
#include "Aliases.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "LoopParts.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// \p value, that the statement at \p place of \p body reads: of a local that
/// the body sets once, before that, what it sets it to.
const clang::Expr *throughLocals(const clang::Expr *value,
                                 const clang::CompoundStmt *body,
                                 size_t place) {
  while (const clang::VarDecl *local = namedVariable(value)) {
    if (isAddressed(local) || countChanges(body, local) > 1)
      return value;
    const clang::Expr *set = nullptr;
    size_t at = 0;
    for (; at < place && !set; ++at) {
      const clang::Stmt *part = body->body_begin()[at];
      const auto *list = llvm::dyn_cast<clang::DeclStmt>(part);
      const bool isHere = list && llvm::is_contained(list->decls(), local);
      if (isHere && countChanges(body, local) > 0)
        return value;
      set = isHere ? local->getInit() : list ? nullptr : setIn(part, local);
    }
    if (!set ||
        !hasValuesOf(local->getType(), set->IgnoreParenImpCasts()->getType(),
                     local->getASTContext()))
      return value;
    value = set;
    place = at - 1;
  }
  return value;
}

/// The only value that iterations give to \p variable, behind a use of it; null
/// where there is none.
const clang::Expr *valueSetIn(const clang::ForStmt *loop,
                              const clang::VarDecl *variable,
                              const clang::VarDecl *iterator) {
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(loop->getBody());
  if (!body || hasContinue(body))
    return nullptr;
  for (const clang::Stmt *part : {loop->getCond(), loop->getInc()})
    if (changes(part, variable))
      return nullptr;
  const std::set<const clang::VarDecl *> changed = modifiedVariables(loop);
  const clang::Expr *value = nullptr;
  bool isUsed = false;
  size_t place = 0;
  for (const clang::Stmt *child : body->body()) {
    ++place;
    if (!modifiedVariables(child).count(variable)) {
      isUsed |= !value && mentions(child, variable);
      continue;
    }
    const auto *expression = llvm::dyn_cast<clang::Expr>(child);
    const auto *assign =
        expression
            ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens())
            : nullptr;
    if (value || !assign || assign->getOpcode() != clang::BO_Assign ||
        namedVariable(assign->getLHS()) != variable)
      return nullptr;
    value = throughLocals(assign->getRHS(), body, place - 1);
    // What cuts the value stands on the way.
    if (!variable->getType()->isPointerType() &&
        !hasValuesOf(variable->getType(),
                     value->IgnoreParenImpCasts()->getType(),
                     variable->getASTContext()))
      value = assign->getRHS();
  }
  const bool isOfIterator =
      value && llvm::all_of(changed, [&](const clang::VarDecl *other) {
        return other == iterator || !mentions(value, other);
      });
  return isUsed && isOfIterator ? value : nullptr;
}

/// \p scope with the iterator of \p frame one step back.
ScopePtr stepBack(const LoopFrame &frame, const ScopePtr &scope) {
  Binding before;
  before.kind = Binding::Kind::Advanced;
  before.addends = {{-frame.signedStride(), {}}};
  before.scope = scope;
  auto changed = std::make_shared<Scope>(*scope);
  (*changed)[frame.variable] = std::move(before);
  return changed;
}

/// What facts say of the elements at ends that \p place reads: index[0] = 0.
isl::set boundariesOf(const Program &program, const Statement &place) {
  const isl::space space = place.space();
  isl::set known = isl::set::universe(space);
  for (const auto &[name, call] : place.calls)
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Boundary))
      if (fact->at && fact->upper && call.arguments.size() == 1 &&
          poly::equalOn(call.arguments[0], poly::onSpace(*fact->at, space),
                        isl::set::universe(space)))
        known =
            known.intersect(poly::parameter(space, name)
                                .eq_set(poly::onSpace(*fact->upper, space)));
  return known;
}

} // namespace

std::vector<CarriedValue> carriedValues(Kernel &kernel, const Scopes &scopes,
                                        const Frames &frames,
                                        const clang::ForStmt *loop,
                                        const LoopFrame &frame,
                                        const ScopePtr &start) {
  std::vector<CarriedValue> carried;
  if (frame.test != LoopFrame::Test::AtStart || frame.counted ||
      !frame.variable->getType()->isSignedIntegerType())
    return carried;
  for (const clang::VarDecl *variable : modifiedVariables(loop->getBody())) {
    const clang::Expr *value = valueSetIn(loop, variable, frame.variable);
    const auto known = start->find(variable);
    if (!value || !variable->getType()->isIntegerType() ||
        !scopes.isBound(variable) || known == start->end() ||
        known->second.kind == Binding::Kind::Changed ||
        known->second.kind == Binding::Kind::Copied)
      continue;
    Statement place = frames.instancesHere("first");
    AffineBuilder affine(kernel, place);
    const isl::pw_aff first = affine.scalarValue(
        kernel.names.ofVariable(variable), loop->getSourceRange(), start);
    const isl::pw_aff before = affine.value(value, stepBack(frame, start));
    const isl::set ends = boundariesOf(kernel.program, place);
    if (affine.proves(first.eq_set(before).unite(ends.complement())))
      carried.push_back({variable, value});
  }
  return carried;
}

void bindCarried(Scopes &scopes, const std::vector<CarriedValue> &carried,
                 const LoopFrame &frame) {
  const ScopePtr before = stepBack(frame, scopes.current());
  for (const CarriedValue &one : carried) {
    Binding binding;
    binding.kind = Binding::Kind::Definition;
    binding.expression = one.value;
    binding.scope = before;
    scopes.bind(one.variable, binding);
  }
}

} // namespace sparsec
