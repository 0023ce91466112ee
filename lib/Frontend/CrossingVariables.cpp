//===- CrossingVariables.cpp - what a region shares with its function -----===//
///
/// \file
/// A variable that the region always sets before it reads it, and that is set
/// again wherever it is read behind it, is a local of the region's own:
/// counters of loops that are declared at the top of the function.
///
//===----------------------------------------------------------------------===//

#include "CrossingVariables.h"
#include "Aliases.h"
#include "Constructs.h"
#include "Declarators.h"
#include "FirstUses.h"
#include "ForLoop.h"
#include "Modified.h"
#include "OutlineHazards.h"
#include "ReadBehind.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace sparsec {
namespace {

/// Where a variable is named.
struct Uses {
  bool before = false, inside = false, behind = false;
  bool declaredInside = false;
  bool written = false; ///< inside, or its address is taken there
};

class UseFinder : public clang::RecursiveASTVisitor<UseFinder> {
public:
  explicit UseFinder(const LoopRegion &region) : region(region) {}

  std::map<const clang::VarDecl *, Uses> uses;

  bool TraverseStmt(clang::Stmt *statement) {
    if (!llvm::is_contained(region.statements, statement))
      return Base::TraverseStmt(statement);
    isInside = wasInside = true;
    const bool goesOn = Base::TraverseStmt(statement);
    isInside = false;
    return goesOn;
  }
  /// Who runs one branch does not run the other one behind it.
  bool TraverseIfStmt(clang::IfStmt *branch) {
    if (region.isRepeated || !branch->getElse() ||
        !holdsRegion(branch->getThen(), region))
      return Base::TraverseIfStmt(branch);
    for (clang::Stmt *part : branch->children())
      if (part && part != branch->getElse())
        TraverseStmt(part);
    isLeft = true;
    TraverseStmt(branch->getElse());
    isLeft = false;
    return true;
  }
  /// Nor what stands behind a `return` that nothing jumps over.
  bool TraverseCompoundStmt(clang::CompoundStmt *list) {
    bool leaves = !region.isRepeated && holdsRegion(list, region);
    for (clang::Stmt *part : list->body()) {
      const bool mayRun = wasInside || holdsRegion(part, region);
      TraverseStmt(part);
      if (mayRun && (hasBreak(part) || hasContinue(part)))
        leaves = false;
      if (leaves && mayRun && llvm::isa<clang::ReturnStmt>(part))
        isOver = true;
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    uses[variable].declaredInside |= isInside;
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (const auto *variable =
            llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) {
      Uses &use = uses[variable];
      if (isInside || !(isLeft || isOver))
        (isInside ? use.inside : wasInside ? use.behind : use.before) = true;
    }
    return true;
  }
  bool VisitExpr(clang::Expr *expression) {
    const clang::Expr *target = modifiedOrAddressed(expression);
    const clang::VarDecl *variable =
        target ? variableStoredTo(target) : structureOfDecayed(expression);
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression);
    if (element)
      subscripted.insert(element->getBase());
    if (isInside && variable && !subscripted.count(expression))
      uses[variable].written = true;
    return true;
  }

private:
  using Base = clang::RecursiveASTVisitor<UseFinder>;

  const LoopRegion &region;
  std::set<const clang::Expr *> subscripted;
  bool isInside = false, wasInside = false;
  /// Where those who ran the region do not come to.
  bool isLeft = false, isOver = false;
};

class Crossing {
public:
  Crossing(const LoopRegion &region, const clang::FunctionDecl &function,
           const std::set<std::string> &named)
      : region(region), function(function), named(named), finder(region),
        addresses(addressesTakenAround(region, function)),
        seen(variablesSeenAt(region, function)) {
    finder.TraverseStmt(function.getBody());
  }

  std::string why; ///< nothing is found

  std::optional<std::vector<CrossingVariable>> find() {
    for (const clang::ParmVarDecl *parameter : function.parameters())
      consider(parameter);
    for (const clang::Decl *declared : function.decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
        if (!llvm::isa<clang::ParmVarDecl>(variable))
          consider(variable);
    addExtents();
    return why.empty() ? std::optional(std::move(found)) : std::nullopt;
  }

private:
  void stay(const std::string &before, const clang::VarDecl *variable,
            const std::string &behind) {
    if (why.empty())
      why = before + "'" + variable->getNameAsString() + "'" + behind;
  }

  void consider(const clang::VarDecl *variable) {
    const Uses &use = finder.uses[variable];
    const bool isGiven = variable->hasInit() ||
                         llvm::isa<clang::ParmVarDecl>(variable) || use.before;
    const auto other = seen.find(variable->getNameAsString());
    const bool isNamed = named.count(variable->getNameAsString()) && isGiven &&
                         other != seen.end() && other->second == variable;
    if (variable->hasGlobalStorage() && !variable->isStaticLocal())
      return;
    if (!use.inside && !isNamed)
      return;
    CrossingVariable crossing{variable};
    crossing.isDeclaredAround = !use.declaredInside;
    if (use.declaredInside) {
      crossing.isDeclared = crossing.goesOut = use.behind;
      if (!use.behind)
        return;
    } else if (variable->getType()->isArrayType() || !use.inside) {
      crossing.comesIn =
          isGiven || use.before || use.behind || region.isRepeated;
    } else {
      settle(crossing, use, isGiven);
    }
    const bool isCopied = !use.declaredInside && use.inside &&
                          !variable->getType()->isArrayType();
    if (isCopied && addresses.passed.count(variable) && use.written)
      crossing.comesIn = crossing.goesOut = true; // who was called may read it
    if (isCopied && addresses.kept.count(variable))
      stay("a pointer to ", variable, ", which they use, is kept around them");
    if (crossing.goesOut && !variable->getType()->isArithmeticType())
      stay("", variable,
           ", which they set and others use behind them, is no number");
    if (variable->getType().isVolatileQualified())
      stay("", variable, " is volatile");
    if (crossing.goesOut && variable->getStorageClass() == clang::SC_Register)
      stay("", variable,
           ", which they set and others use behind them, is in a register");
    found.push_back(crossing);
  }

  void settle(CrossingVariable &crossing, const Uses &use, bool isGiven) const {
    if (crossing.variable->isStaticLocal()) {
      crossing.comesIn = true;
      crossing.goesOut = use.written; // the next call reads it
      return;
    }
    const FirstUse first = firstUse(region.statements, crossing.variable);
    const bool isCarried = region.isRepeated && first == FirstUse::Reads &&
                           isCarriedOver(crossing.variable);
    const bool isElsewhere =
        use.behind || (region.isRepeated && (use.before || isCarried));
    crossing.goesOut =
        use.written && isElsewhere &&
        (isCarried || !isFreshWithout(function.getBody(), region.statements,
                                      crossing.variable));
    crossing.comesIn = (isGiven || region.isRepeated) &&
                       (first == FirstUse::Reads ||
                        (crossing.goesOut && first != FirstUse::Sets));
  }

  /// Whether the region may read what it left in \p variable the last time.
  bool isCarriedOver(const clang::VarDecl *variable) const {
    const std::vector<const clang::Stmt *> path =
        pathTo(function.getBody(), region.statements.front());
    auto mayJumpIn = [](const clang::Stmt *around) {
      return llvm::isa<clang::SwitchStmt>(around);
    };
    return hasLabel(function.getBody()) || llvm::any_of(path, mayJumpIn) ||
           carriedBy(path, variable);
  }

  /// What the types of others read: n of `double (*x)[n]`.
  void addExtents() {
    std::set<const clang::VarDecl *> read;
    for (const CrossingVariable &crossing : found)
      for (const clang::Expr *extent :
           variableExtentsOf(crossing.variable->getType())) {
        if (changesAny(extent))
          stay("the type of ", crossing.variable, " changes something");
        for (auto &[variable, use] : finder.uses)
          if (mentions(extent, variable)) {
            read.insert(variable);
            if (changesBetween(variable, crossing.variable->getLocation(),
                               region, function))
              stay("", variable,
                   " changes behind a declaration whose type has it");
          }
      }
    for (CrossingVariable &crossing : found)
      crossing.comesIn |= read.erase(crossing.variable) != 0;
    for (const clang::VarDecl *variable : read)
      found.insert(found.begin(), {variable, true});
  }

  const LoopRegion &region;
  const clang::FunctionDecl &function;
  const std::set<std::string> &named;
  UseFinder finder;
  TakenAddresses addresses;
  std::map<std::string, const clang::VarDecl *> seen;
  std::vector<CrossingVariable> found;
};

} // namespace

std::optional<std::vector<CrossingVariable>>
crossingVariables(const LoopRegion &region, const clang::FunctionDecl &function,
                  const std::set<std::string> &named, std::string &why) {
  Crossing crossing(region, function, named);
  auto found = crossing.find();
  why = crossing.why;
  return found;
}

} // namespace sparsec
