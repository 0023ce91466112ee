//===- LoopEnds.cpp - where a loop has ended ------------------------------===//
///
/// \file
/// Where a loop may end by `break`, what it counts is data behind it:
///
///     for (k = lo; k < hi; k++)               k = lo;
///       if (c[k] == i)                        at = k < hi ? hi : k;
///         break;                         =>   for (; k < hi; k++)
///     if (k < hi)                               if (c[k] == i) {
///       d = v[k];                                 at = k;
///                                                 break; }
///                                             if (at < hi)
///                                               d = v[at];
///
//===----------------------------------------------------------------------===//

#include "Constructs.h"
#include "FirstUses.h"
#include "LoopParts.h"

namespace sparsec {
namespace {

/// Whether \p part has a value of memory, which nobody has looked at.
bool mayRead(const clang::Stmt *part) {
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
  return llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr,
                   clang::CallExpr>(part) ||
         (unary && unary->getOpcode() == clang::UO_Deref) ||
         llvm::any_of(part->children(), [](const clang::Stmt *child) {
           return child && mayRead(child);
         });
}

class EndKeeper {
public:
  EndKeeper(LoopParts &loop, const LoopBound &bound, long step,
            llvm::ArrayRef<clang::Stmt *> behind, NewNodes &nodes,
            std::vector<std::function<void()>> &undo)
      : loop(loop), bound(bound), step(step), behind(behind), nodes(nodes),
        undo(undo) {}

  void run() {
    if (!hasBreak(loop.body) || (step != 1 && step != -1) ||
        !isFixed(bound.end, loop.body) ||
        (loop.increment && !isFixed(bound.end, loop.increment)) ||
        llvm::isa_and_nonnull<clang::DeclStmt>(loop.init) || !isReadBehind())
      return;
    clang::Expr *end = endValue();
    if (!end)
      return;
    clang::VarDecl *variable = bound.variable;
    clang::VarDecl *at = nodes.variable(
        variable->getName(), variable->getType().getUnqualifiedType(),
        bound.op == clang::BO_NE
            ? end
            : nodes.select(loop.condition, end, nodes.load(variable)));
    if (loop.init)
      loop.before.push_back(loop.init);
    loop.init = nullptr;
    loop.before.push_back(nodes.declare(at));
    loop.body = nodes.list(statementsOf(loop.body));
    keepAtBreaks(loop.body, at);
    for (clang::Stmt *part : readers)
      renameReferences(part, bound.variable, at, undo);
    loop.isChanged = true;
  }

private:
  /// What the variable is where the loop has run to its end.
  clang::Expr *endValue() const {
    const bool isUp = step > 0;
    long more = 0;
    switch (bound.op) {
    case clang::BO_LT:
    case clang::BO_LE:
      if (!isUp)
        return nullptr;
      more = bound.op == clang::BO_LE;
      break;
    case clang::BO_GT:
    case clang::BO_GE:
      if (isUp)
        return nullptr;
      more = bound.op == clang::BO_GE ? -1 : 0;
      break;
    default:
      break;
    }
    // What is read may be the greatest number, and the loop break before.
    if (more > 0 && mayRead(bound.end))
      return nullptr;
    const clang::QualType type = bound.variable->getType().getUnqualifiedType();
    clang::Expr *end = nodes.converted(withoutConversions(bound.end), type);
    return more ? nodes.binary(clang::BO_Add, end, nodes.number(more, type),
                               type)
                : end;
  }

  /// Finds the statements behind the loop that read where it ended. False where
  /// there is none, or one may change the variable before another one reads it.
  bool isReadBehind() {
    for (clang::Stmt *part : behind) {
      const FirstUse use = firstUse(part, bound.variable);
      if (use == FirstUse::Sets)
        break;
      if (use == FirstUse::None)
        continue;
      if (changes(part, bound.variable))
        return false;
      readers.push_back(part);
    }
    return !readers.empty();
  }

  /// `at = k; break;`
  void keepAtBreaks(clang::Stmt *statement, clang::VarDecl *at) {
    for (clang::Stmt *&child : statement->children()) {
      if (!child || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                              clang::SwitchStmt>(child))
        continue;
      if (!llvm::isa<clang::BreakStmt>(child)) {
        keepAtBreaks(child, at);
        continue;
      }
      clang::Stmt *old = child;
      undo.emplace_back([&child, old] { child = old; });
      child = nodes.list(
          {nodes.assign(nodes.named(at), nodes.load(bound.variable)), old});
    }
  }

  LoopParts &loop;
  const LoopBound &bound;
  const long step;
  llvm::ArrayRef<clang::Stmt *> behind;
  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
  Statements readers;
};

} // namespace

void keepEnd(LoopParts &loop, const LoopBound &bound, long step,
             llvm::ArrayRef<clang::Stmt *> behind, NewNodes &nodes,
             std::vector<std::function<void()>> &undo) {
  EndKeeper(loop, bound, step, behind, nodes, undo).run();
}

} // namespace sparsec
