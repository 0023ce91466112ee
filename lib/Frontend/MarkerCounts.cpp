//===- MarkerCounts.cpp - entries up to a marker, counted -----------------===//
///
/// \file
///     while (x->index != -1) {       long x_entries = 0;       in the caller
///       s += x->value;               while ((x + x_entries)->index != -1)
///       x++;                    =>     x_entries++;
///     }
///                                    while (x_entries--) {     in the loops
///                                      s += x->value;
///                                      x++;
///                                    }
///
/// Both read the same markers in the same order. The count comes first, so
/// nothing that runs in between may change what the condition reads: numbers
/// that are stored must be of another kind than those that it loads.
///
//===----------------------------------------------------------------------===//

#include "MarkerCounts.h"
#include "Aliases.h"
#include "ChainedAssignments.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "Modified.h"
#include "Sentinels.h"
#include "TextEdits.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

/// What statements do that a count may depend on.
class Effects : public clang::RecursiveASTVisitor<Effects> {
public:
  std::set<const clang::VarDecl *> variables; ///< that are set
  std::vector<clang::QualType> stored;        ///< types, elsewhere
  bool isKnown = true;

  bool VisitExpr(clang::Expr *expression) {
    const clang::Expr *target = modifiedBy(expression);
    if (!target)
      return true;
    if (const clang::VarDecl *variable = variableStoredTo(target))
      variables.insert(variable);
    else
      stored.push_back(target->getType());
    isKnown &= target->getType()->isArithmeticType() ||
               (variableStoredTo(target) && target->getType()->isPointerType());
    return true;
  }
  /// What is declared here is nothing in front.
  bool VisitVarDecl(clang::VarDecl *variable) {
    variables.insert(variable);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    isKnown &= callee && (isPureMathFunction(callee) ||
                          isConstantBuiltin(callee) || isNaNTest(callee));
    return true;
  }
};

class References : public clang::RecursiveASTVisitor<References> {
public:
  std::vector<const clang::DeclRefExpr *> found;
  bool hasCalls = false; ///< or reads that count themselves

  bool VisitExpr(clang::Expr *expression) {
    hasCalls |= expression->getType().isVolatileQualified() ||
                expression->getType()->isAtomicType();
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (llvm::isa<clang::VarDecl>(reference->getDecl()))
      found.push_back(reference);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *) {
    hasCalls = true;
    return true;
  }
};

/// Variables whose address is taken.
class Addresses : public clang::RecursiveASTVisitor<Addresses> {
public:
  std::set<const clang::VarDecl *> taken;

  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->getOpcode() == clang::UO_AddrOf)
      taken.insert(variableStoredTo(operation->getSubExpr()));
    return true;
  }
};

References referencesIn(const clang::Expr *expression) {
  References result;
  if (expression)
    result.TraverseStmt(const_cast<clang::Expr *>(expression));
  return result;
}

/// The variable that `p++`, `++p` or `p += 1` moves; null for others.
const clang::VarDecl *movedByOne(const clang::Stmt *statement,
                                 const clang::ASTContext &ast) {
  if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return step->isIncrementOp() ? namedVariable(step->getSubExpr()) : nullptr;
  const auto *step = llvm::dyn_cast<clang::CompoundAssignOperator>(statement);
  clang::Expr::EvalResult number;
  const bool isOne = step && step->getOpcode() == clang::BO_AddAssign &&
                     step->getRHS()->EvaluateAsInt(number, ast) &&
                     number.Val.getInt() == 1;
  return isOne ? namedVariable(step->getLHS()) : nullptr;
}

/// How often \p part, which runs once, moves \p variable in any case.
unsigned stepsAlways(const clang::Stmt *part, const clang::VarDecl *variable,
                     const clang::ASTContext &ast) {
  const auto *operation = llvm::dyn_cast_or_null<clang::BinaryOperator>(part);
  const bool isOpen =
      !part || (operation && operation->isLogicalOp()) ||
      llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::IfStmt,
                clang::SwitchStmt, clang::AbstractConditionalOperator,
                clang::UnaryExprOrTypeTraitExpr>(part);
  if (isOpen)
    return 0;
  unsigned steps = movedByOne(part, ast) == variable;
  for (const clang::Stmt *child : part->children())
    steps += stepsAlways(child, variable, ast);
  return steps;
}

/// How often \p part has an expression that changes \p variable.
unsigned changesOf(const clang::Stmt *part, const clang::VarDecl *variable) {
  if (!part)
    return 0;
  const clang::Expr *target = modifiedBy(part);
  unsigned changes = target && variableStoredTo(target) == variable;
  for (const clang::Stmt *child : part->children())
    changes += changesOf(child, variable);
  return changes;
}

/// The parts of a `for` or `while`.
struct Parts {
  const clang::Stmt *start = nullptr, *step = nullptr, *body = nullptr;
  const clang::Expr *condition = nullptr;
};

Parts partsOf(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop))
    return {counted->getInit(), counted->getInc(), counted->getBody(),
            counted->getConditionVariable() ? nullptr : counted->getCond()};
  const auto *open = llvm::dyn_cast<clang::WhileStmt>(loop);
  return open && !open->getConditionVariable()
             ? Parts{nullptr, nullptr, open->getBody(), open->getCond()}
             : Parts();
}

class MarkerCounter {
public:
  explicit MarkerCounter(const clang::FunctionDecl &function)
      : ast(function.getASTContext()) {
    addresses.TraverseStmt(function.getBody());
  }

  std::vector<MarkerCount> found;

  void add(const clang::Stmt *statement) {
    if (const auto *hinted = llvm::dyn_cast<clang::AttributedStmt>(statement))
      statement = hinted->getSubStmt();
    const Parts loop = partsOf(statement);
    if (loop.condition && endsAtMarker(statement))
      consider(loop);
    before.TraverseStmt(const_cast<clang::Stmt *>(statement));
  }

private:
  void consider(const Parts &loop) {
    MarkerCount count{loop.condition, nullptr, nullptr, {}};
    if (loop.start && !findStart(loop.start, count))
      return;
    const References read = referencesIn(loop.condition);
    for (const clang::DeclRefExpr *reference : read.found)
      if (const auto *variable =
              llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
          changesOf(loop.body, variable) + changesOf(loop.step, variable) != 0)
        count.moved =
            count.moved && count.moved != variable ? nullptr : variable;
    if (!count.moved || !isStepped(loop, count.moved) || hasBreak(loop.body) ||
        hasContinue(loop.body) || read.hasCalls ||
        loop.condition->HasSideEffects(ast))
      return;
    for (const clang::DeclRefExpr *reference : read.found)
      if (reference->getDecl() == count.moved)
        count.places.push_back(reference);
    Effects inside;
    inside.TraverseStmt(const_cast<clang::Stmt *>(loop.body));
    inside.TraverseStmt(const_cast<clang::Stmt *>(loop.step));
    inside.variables.erase(count.moved);
    const bool isSteady = isApart(loop.condition, before, count) &&
                          isApart(loop.condition, inside, count) &&
                          isApart(count.start, before, count);
    if (isSteady)
      found.push_back(std::move(count));
  }

  /// `p = start` or `T *p = start`, for which \p count is.
  bool findStart(const clang::Stmt *start, MarkerCount &count) const {
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(start);
    const auto *list = llvm::dyn_cast<clang::DeclStmt>(start);
    if (set && set->getOpcode() == clang::BO_Assign) {
      count.moved = namedVariable(set->getLHS());
      count.start = set->getRHS();
    } else if (list && list->isSingleDecl()) {
      count.moved = llvm::dyn_cast<clang::VarDecl>(list->getSingleDecl());
      count.start = count.moved ? count.moved->getInit() : nullptr;
    }
    return count.start && !count.start->HasSideEffects(ast) &&
           !referencesIn(count.start).hasCalls &&
           !mentions(count.start, count.moved);
  }

  bool isStepped(const Parts &loop, const clang::VarDecl *moved) const {
    return moved->getType()->isPointerType() && !addresses.taken.count(moved) &&
           changesOf(loop.body, moved) + changesOf(loop.step, moved) == 1 &&
           stepsAlways(loop.body, moved, ast) +
                   stepsAlways(loop.step, moved, ast) ==
               1;
  }

  /// Whether \p effects leave what \p read, perhaps null, reads.
  bool isApart(const clang::Expr *read, const Effects &effects,
               const MarkerCount &count) const {
    auto isSteady = [&](const clang::DeclRefExpr *reference) {
      const auto *variable = llvm::cast<clang::VarDecl>(reference->getDecl());
      const bool isOwn = variable == count.moved && count.start;
      return isOwn || (!effects.variables.count(variable) &&
                       !addresses.taken.count(variable) &&
                       (variable->hasLocalStorage() ||
                        variable->getType().isConstQualified()));
    };
    return !read || (effects.isKnown &&
                     llvm::all_of(referencesIn(read).found, isSteady) &&
                     llvm::none_of(effects.stored, [&](clang::QualType type) {
                       return mayLoad(read, type);
                     }));
  }

  const clang::ASTContext &ast;
  Addresses addresses;
  Effects before; ///< of the statements so far
};

} // namespace

std::vector<MarkerCount> markerCounts(const LoopRegion &region,
                                      const clang::FunctionDecl &function) {
  MarkerCounter counter(function);
  for (const clang::Stmt *statement : region.statements)
    counter.add(statement);
  return std::move(counter.found);
}

std::optional<std::pair<size_t, size_t>>
textRange(const clang::Expr *expression, const clang::SourceManager &sources) {
  const clang::LangOptions plain;
  const clang::SourceLocation first = expression->getBeginLoc(),
                              last = expression->getEndLoc(),
                              begin = sources.getExpansionLoc(first);
  if (!sources.isInMainFile(begin) ||
      (first.isMacroID() &&
       !clang::Lexer::isAtStartOfMacroExpansion(first, sources, plain)) ||
      (last.isMacroID() &&
       !clang::Lexer::isAtEndOfMacroExpansion(last, sources, plain)))
    return std::nullopt;
  const clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(
      sources.getExpansionRange(last).getEnd(), 0, sources, plain);
  return std::pair<size_t, size_t>(sources.getFileOffset(begin),
                                   sources.getFileOffset(end));
}

std::string countingText(const MarkerCount &count, const std::string &name,
                         const clang::SourceManager &sources) {
  const std::string file = sources.getBufferData(sources.getMainFileID()).str();
  const auto whole = textRange(count.condition, sources);
  const auto start = count.start ? textRange(count.start, sources) : whole;
  if (!whole || !start)
    return "";
  const std::string from =
      count.start
          ? "(" + file.substr(start->first, start->second - start->first) + ")"
          : count.moved->getNameAsString();
  TextEdits edits;
  for (const clang::DeclRefExpr *place : count.places) {
    const auto range = textRange(place, sources);
    if (!range || place->getBeginLoc().isMacroID())
      return "";
    edits.replace(range->first, range->second, "(" + from + " + " + name + ")");
  }
  return edits.apply(file, whole->first, whole->second);
}

} // namespace sparsec
