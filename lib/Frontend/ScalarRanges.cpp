//===- ScalarRanges.cpp - scalars that are several ------------------------===//
///
/// \file
/// A number that is declared at the top may serve one thing after the other:
///
///     double t;                              for (i ..) {
///     for (i ..) {                             for (k ..) {
///       for (k ..) {                             double t;
///         t = a[k] * x[k];                       t = a[k] * x[k];
///         s += t * t;                  =>        s += t * t;
///       }                                      }
///       if (s > m) t = s; else t = m;          double t;
///       y[i] = t;                              if (s > m) t = s; else t = m;
///     }                                        y[i] = t;
///                                            }
///
/// What is set under conditions on data does not overwrite, as far as sets
/// know: such numbers are cleared where they begin to exist (Masks.cpp). Those
/// that are always set need none of this: ScalarAnalysis.cpp.
///
//===----------------------------------------------------------------------===//

#include "ScalarRanges.h"
#include "Aliases.h"
#include "Constructs.h"
#include "FirstUses.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "LoopRegions.h"
#include "Modified.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Parts = std::vector<const clang::Stmt *>;

/// The local numbers of a function, in order, and what is done to them.
class Locals : public clang::RecursiveASTVisitor<Locals> {
public:
  std::vector<clang::VarDecl *> all;
  std::set<const clang::VarDecl *> addressed, inHeads, underConditions;

  bool VisitVarDecl(clang::VarDecl *variable) {
    const clang::QualType type = variable->getType();
    if (variable->isLocalVarDecl() && variable->hasLocalStorage() &&
        type->isArithmeticType() && !type.isVolatileQualified())
      all.push_back(variable);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->getOpcode() == clang::UO_AddrOf)
      addressed.insert(namedVariable(operation->getSubExpr()));
    return true;
  }
  bool VisitForStmt(clang::ForStmt *loop) {
    for (const clang::Stmt *part :
         {loop->getInit(), (clang::Stmt *)loop->getInc()})
      if (part)
        inHeads.merge(modifiedVariables(part));
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *branch) {
    underConditions.merge(modifiedVariables(branch));
    return true;
  }
};

/// The statement in \p list that \p part is, or is in; null where neither.
const clang::Stmt *childWith(const clang::Stmt *list, const clang::Stmt *part) {
  for (const clang::Stmt *child : list->children())
    if (child && holdsOneOf(child, {part}))
      return child;
  return nullptr;
}

class ScalarSplitter {
public:
  ScalarSplitter(clang::FunctionDecl &function, clang::CompoundStmt *body,
                 std::vector<std::function<void()>> &undo)
      : function(function), body(body), undo(undo) {}

  clang::CompoundStmt *run() {
    if (hasLabel(body))
      return body;
    Locals locals;
    locals.TraverseStmt(body);
    for (clang::VarDecl *variable : locals.all)
      if (!locals.addressed.count(variable) && !locals.inHeads.count(variable))
        split(variable, locals.underConditions.count(variable) != 0);
    if (before.empty())
      return body;
    putInto(body);
    return withDeclarations(body);
  }

private:
  void split(clang::VarDecl *variable, bool isUnderConditions) {
    const clang::CompoundStmt *list =
        listWith(body, variable, timesIn(body, variable));
    if (!list)
      return;
    const std::vector<Parts> ranges = rangesIn(list, variable);
    if (ranges.size() > 1 &&
        (isUnderConditions || isBehindJump(list) ||
         llvm::any_of(ranges, [&](const Parts &range) {
           return isBehindJump(placeOf(list, range, variable).list);
         }))) {
      Parts whole;
      for (const Parts &range : ranges)
        llvm::append_range(whole, range);
      // None reads what another one sets, nor does the rest.
      const bool areApart = isFreshWithout(body, whole, variable);
      for (const Parts &range : ranges)
        if (!declares(range.front(), variable) &&
            (areApart || isFreshWithout(body, range, variable)))
          rename(variable, placeOf(list, range, variable));
    } else if (ranges.size() == 1 && !variable->hasInit() &&
               timesIn(list, variable) == timesOf(ranges[0], variable) &&
               isBehindJump(list)) {
      declare(variable, variable, placeOf(list, ranges[0], variable));
    }
  }

  static bool declares(const clang::Stmt *statement,
                       const clang::VarDecl *variable) {
    const auto *list = llvm::dyn_cast<clang::DeclStmt>(statement);
    return list && llvm::is_contained(list->decls(), variable);
  }

  static unsigned timesOf(const Parts &parts, const clang::VarDecl *variable) {
    unsigned times = 0;
    for (const clang::Stmt *part : parts)
      times += timesIn(part, variable);
    return times;
  }

  /// The innermost list that names \p variable \p all times.
  static const clang::CompoundStmt *listWith(const clang::Stmt *statement,
                                             const clang::VarDecl *variable,
                                             unsigned all) {
    if (all == 0)
      return nullptr;
    for (const clang::Stmt *child : statement->children())
      if (child && timesIn(child, variable) == all)
        if (const auto *inner = listWith(child, variable, all))
          return inner;
    const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement);
    const bool isOfSwitch =
        list && llvm::any_of(list->body(), [](const clang::Stmt *child) {
          return llvm::isa<clang::SwitchCase>(child);
        });
    return isOfSwitch ? nullptr : list;
  }

  /// The parts of \p list that read no older value of \p variable. One begins
  /// where a statement sets it in any case, and where nothing reads what was
  /// set before, with each statement.
  static std::vector<Parts> rangesIn(const clang::CompoundStmt *list,
                                     const clang::VarDecl *variable) {
    Parts all;
    llvm::append_range(all, list->body());
    std::vector<Parts> ranges;
    for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
      const bool isSet = firstUse(all[begin], variable) == FirstUse::Sets;
      bool isRead = false;
      Parts named;
      for (end = begin; end < all.size(); ++end) {
        const FirstUse use = firstUse(all[end], variable);
        if (end > begin && use == FirstUse::Sets)
          break;
        isRead |= use == FirstUse::Reads;
        if (timesIn(all[end], variable) || declares(all[end], variable))
          named.push_back(all[end]);
      }
      if (isRead && isSet)
        ranges.push_back(named);
      else if (!isRead)
        for (const clang::Stmt *one : named)
          if (timesIn(one, variable))
            ranges.push_back({one});
    }
    return ranges;
  }

  /// Whether \p list is in a loop, where something may end an iteration before
  /// it, or has ended the loop.
  bool isBehindJump(const clang::CompoundStmt *list) const {
    bool isInLoop = false, isBehind = false;
    for (const clang::Stmt *around = body; around != list;) {
      const clang::Stmt *inner = childWith(around, list);
      if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(around)) {
        isInLoop = true;
        isBehind |= endsEarly(around);
      }
      if (llvm::isa<clang::CompoundStmt>(around) && isInLoop)
        isBehind |= jumpsBefore(around, inner);
      around = inner;
    }
    return isInLoop && (isBehind || jumpsBefore(list, nullptr));
  }

  /// Whether \p loop may end by `break`, or by more than one condition.
  static bool endsEarly(const clang::Stmt *loop) {
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
    const auto *plain = llvm::dyn_cast<clang::WhileStmt>(loop);
    const clang::Expr *test = counted ? counted->getCond()
                              : plain ? plain->getCond()
                                      : nullptr;
    return !test || conjuncts(test).size() > 1 ||
           hasBreak(counted ? counted->getBody() : plain->getBody());
  }

  /// Whether something before \p place in \p list, or anything in it, may end
  /// the iteration.
  static bool jumpsBefore(const clang::Stmt *list, const clang::Stmt *place) {
    for (const clang::Stmt *child : list->children()) {
      if (child == place)
        return false;
      if (hasContinue(child))
        return true;
    }
    return false;
  }

  /// Statements of a list.
  struct Place {
    const clang::CompoundStmt *list;
    Parts range;
  };

  /// The innermost one that has all of what \p range of \p list names, in the
  /// loops that hold it.
  static Place placeOf(const clang::CompoundStmt *list, Parts range,
                       const clang::VarDecl *named) {
    while (range.size() == 1) {
      const clang::Stmt *inner = range.front();
      if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(inner))
        inner = loop->getBody();
      else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(inner))
        inner = loop->getBody();
      const auto *body = llvm::dyn_cast<clang::CompoundStmt>(inner);
      if (!body || timesIn(body, named) != timesIn(range.front(), named))
        break;
      list = body;
      range.clear();
      for (const clang::Stmt *child : body->body())
        if (timesIn(child, named))
          range.push_back(child);
    }
    return {list, range};
  }

  void rename(clang::VarDecl *from, const Place &place) {
    NewNodes nodes(function, from->getLocation());
    clang::VarDecl *own =
        nodes.variable(from->getName(), from->getType().getUnqualifiedType());
    declare(own, from, place);
    for (const clang::Stmt *part : place.range)
      renameReferences(const_cast<clang::Stmt *>(part), from, own, undo);
  }

  /// Declares \p own where \p place begins. Where a branch that sets it stands
  /// there, beside a jump, it is cleared: branches do not overwrite.
  void declare(clang::VarDecl *own, const clang::VarDecl *named,
               const Place &place) {
    NewNodes nodes(function, named->getLocation());
    const clang::Stmt *front = place.range.front();
    Statements &made = before[front];
    made.push_back(nodes.declare(own));
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(front);
    if (branch && branch->getElse() &&
        (!timesIn(branch->getThen(), named) ||
         !timesIn(branch->getElse(), named)))
      made.push_back(nodes.assign(nodes.named(own), nodes.number(0)));
  }

  /// Puts the declarations into the lists inside \p statement.
  void putInto(clang::Stmt *statement) {
    for (clang::Stmt *&child : statement->children()) {
      if (!child)
        continue;
      putInto(child);
      auto *list = llvm::dyn_cast<clang::CompoundStmt>(child);
      clang::CompoundStmt *made = list ? withDeclarations(list) : nullptr;
      if (made == list)
        continue;
      undo.emplace_back([&child, list] { child = list; });
      child = made;
      if (auto found = before.find(list); found != before.end())
        before[made] = found->second;
    }
  }

  clang::CompoundStmt *withDeclarations(clang::CompoundStmt *list) const {
    Statements parts;
    for (clang::Stmt *child : list->body()) {
      auto found = before.find(child);
      if (found != before.end())
        parts.insert(parts.end(), found->second.begin(), found->second.end());
      parts.push_back(child);
    }
    if (parts.size() == list->size())
      return list;
    return clang::CompoundStmt::Create(
        function.getASTContext(), parts, clang::FPOptionsOverride(),
        list->getLBracLoc(), list->getRBracLoc());
  }

  clang::FunctionDecl &function;
  clang::CompoundStmt *body;
  std::vector<std::function<void()>> &undo;
  std::map<const clang::Stmt *, Statements> before;
};

} // namespace

clang::CompoundStmt *splitScalars(clang::FunctionDecl &function,
                                  clang::CompoundStmt *body,
                                  std::vector<std::function<void()>> &undo) {
  return ScalarSplitter(function, body, undo).run();
}

} // namespace sparsec
