//===- MovedAlong.cpp - what moves with a row's position ------------------===//
///
/// \file
///     for (i = 0; i < n; i++)              d = c - k;
///       for (; k < p[i + 1]; k++)     =>   for (i = 0; i < n; i++)
///         s += a[k] * x[*c++];               for (; k < p[i + 1]; k++)
///                                              s += a[k] * x[*(d + k)];
///                                          c = d + k;
///
//===----------------------------------------------------------------------===//

#include "MovedAlong.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "LoopSteps.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// A variable that moves with the position.
class Mover {
public:
  Mover(CarriedLoop &carried, clang::VarDecl *variable, NewNodes &nodes,
        std::vector<std::function<void()>> &undo)
      : carried(carried), variable(variable), nodes(nodes), undo(undo),
        type(variable->getType().getUnqualifiedType()) {}

  void run() {
    clang::Stmt *body = carried.loop->getBody();
    const unsigned loads = countLoads(body);
    if (!isKept() || isDeclaredIn(carried.loop, variable) ||
        countChanges(body, variable) != 1 ||
        countNames(carried.loop, variable) != loads + 1 || !dropStep(loads > 0))
      return;
    const bool isPointer = type->isPointerType();
    // Several of an entry may be more than an int, where no element is read.
    const clang::QualType place =
        isPointer || nodes.ast.getIntWidth(type) > widthOfPosition() ? type
        : amount == 1 ? carried.position->getType().getUnqualifiedType()
                      : nodes.ast.getPointerDiffType();
    clang::Expr *start = nodes.load(variable);
    difference = nodes.variable(
        variable->getName(), place,
        nodes.binary(clang::BO_Sub,
                     isPointer ? start : nodes.converted(start, place),
                     moved(place), place));
    carried.before.push_back(nodes.declare(difference));
    replaceLoads(body);
    replaceLoads(carried.work);
    for (clang::Expr *step : carried.steps)
      replaceLoads(step);
    carried.behind.push_back(nodes.assign(nodes.named(variable), value()));
  }

private:
  unsigned widthOfPosition() const {
    return nodes.ast.getIntWidth(carried.position->getType());
  }

  /// Whether nothing but its name leads to the variable.
  bool isKept() const {
    const bool isNumber =
        type->isSignedIntegerType() ||
        (type->isPointerType() && type->getPointeeType()->isConstantSizeType());
    return isNumber && variable->hasLocalStorage() &&
           !variable->getType().isVolatileQualified() && !isAddressed(variable);
  }

  /// Takes the step out of the loop's head, or its body, if anything reads the
  /// variable.
  bool dropStep(bool isRead) {
    // Is it read there before or behind the step?
    const auto names =
        llvm::count_if(carried.steps, [&](const clang::Expr *step) {
          return mentions(step, variable);
        });
    if (names > 1)
      return false;
    for (auto step = carried.steps.begin(); step != carried.steps.end();
         ++step) {
      const auto found = constantStep(*step, nodes.ast);
      if (!found || found->first != variable)
        continue;
      amount = found->second;
      if (isRead)
        carried.steps.erase(step);
      return isRead;
    }
    const auto found = stepIn(carried.work, variable, nodes.ast);
    if (!found || (!isRead && found->isStatement))
      return false;
    amount = found->amount;
    carried.work = withoutStep(carried.work, *found, variable, nodes, undo);
    return true;
  }

  /// How far all entries so far have moved it, in the integer of \p place.
  clang::Expr *moved(clang::QualType place) {
    const clang::QualType number =
        place->isPointerType() ? nodes.ast.getPointerDiffType() : place;
    clang::Expr *entries =
        nodes.converted(nodes.load(carried.position), number);
    return amount == 1
               ? entries
               : nodes.binary(clang::BO_Mul, nodes.number(amount, number),
                              entries, number);
  }

  clang::Expr *value() {
    const clang::QualType place = difference->getType();
    return nodes.converted(nodes.binary(clang::BO_Add, nodes.load(difference),
                                        moved(place), place),
                           type);
  }

  bool isLoad(const clang::Stmt *part) const {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
    return cast && cast->getCastKind() == clang::CK_LValueToRValue &&
           namedVariable(cast->getSubExpr()) == variable;
  }

  unsigned countLoads(const clang::Stmt *part) const {
    unsigned count = isLoad(part);
    for (const clang::Stmt *child : part->children())
      count += child ? countLoads(child) : 0;
    return count;
  }

  void replaceLoads(clang::Stmt *part) {
    for (clang::Stmt *&child : part->children()) {
      if (!child)
        continue;
      if (!isLoad(child)) {
        replaceLoads(child);
        continue;
      }
      clang::Stmt *old = child;
      undo.emplace_back([&child, old] { child = old; });
      child = value();
    }
  }

  CarriedLoop &carried;
  clang::VarDecl *variable;
  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
  const clang::QualType type;
  clang::VarDecl *difference = nullptr;
  long amount = 0;
};

} // namespace

void placeAlong(CarriedLoop &carried, NewNodes &nodes,
                std::vector<std::function<void()>> &undo) {
  std::set<const clang::VarDecl *> moved = modifiedVariables(carried.work);
  for (const clang::Expr *step : carried.steps)
    moved.merge(modifiedVariables(step));
  moved.erase(carried.position);
  // In the order of the source, so that results do not depend on addresses.
  std::vector<const clang::VarDecl *> all(moved.begin(), moved.end());
  llvm::sort(all, [](const clang::VarDecl *a, const clang::VarDecl *b) {
    return a->getLocation() < b->getLocation();
  });
  for (const clang::VarDecl *variable : all)
    Mover(carried, const_cast<clang::VarDecl *>(variable), nodes, undo).run();
}

} // namespace sparsec
