//===- EarlyEnds.cpp - loops that end at what they find -------------------===//
///
/// \file
/// `break` clears a flag, under which the rest of the loop stands:
///
///     for (k = lo; k < hi; k++) {        int goes_on = 1;
///       if (col[k] == i) {               for (k = lo; k < hi; k++)
///         at = k;                          if (goes_on) {
///         break;                     =>      if (col[k] == i) {
///       }                                      at = k;
///       s += a[k];                             goes_on = 0;
///     }                                      }
///                                            if (goes_on)
///                                              s += a[k];
///                                          }
///
/// All iterations exist as far as sets know, and statements depend on the flag;
/// generated code ends the loop where that is 0 (LoopPasses/EarlyExits.cpp).
/// Variables from outside that the head steps are not known behind the loop.
/// `continue` beside `break` becomes a branch before or, where it is under
/// several conditions, clears a flag of the iteration, `stays`, likewise. So
/// does, without `break`, one that a walk has found under several conditions of
/// which some are on data.
///
//===----------------------------------------------------------------------===//

#include "EarlyEnds.h"
#include "Constructs.h"
#include "KernelScan.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

class JumpRewriter {
public:
  enum class Of { Break, Continue };
  JumpRewriter(NewNodes &nodes, clang::VarDecl *flag, Of jump)
      : nodes(nodes), flag(flag), jump(jump) {}

  clang::Stmt *goesOn(clang::Stmt *body) {
    return nodes.branch(nodes.load(flag), body);
  }

  /// \p statement with assignments to the flag for its jumps.
  clang::Stmt *rewritten(clang::Stmt *statement) {
    if (!hasJump(statement))
      return statement;
    if (isJump(statement))
      return nodes.assign(nodes.named(flag), nodes.number(0));
    if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement))
      return nodes.list(rewrittenList({list->body_begin(), list->body_end()}));
    if (auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
      return ofIf(branch);
    return statement; // the scan refuses what is left
  }

private:
  bool hasJump(const clang::Stmt *statement) const {
    return jump == Of::Break ? hasBreak(statement) : hasContinue(statement);
  }
  bool isJump(const clang::Stmt *statement) const {
    return jump == Of::Break ? llvm::isa<clang::BreakStmt>(statement)
                             : llvm::isa<clang::ContinueStmt>(statement);
  }

  /// Behind what may jump stands what else is done then.
  Statements rewrittenList(const Statements &list) {
    Statements result;
    for (size_t pos = 0; pos < list.size(); ++pos) {
      result.push_back(rewritten(list[pos]));
      if (!hasJump(list[pos]) || pos + 1 == list.size())
        continue;
      if (isJump(list[pos]))
        return result;
      const Statements rest =
          rewrittenList({list.begin() + long(pos) + 1, list.end()});
      result.push_back(goesOn(nodes.list(rest)));
      return result;
    }
    return result;
  }

  clang::Stmt *ofIf(clang::IfStmt *branch) {
    return clang::IfStmt::Create(
        nodes.ast, branch->getIfLoc(), clang::IfStatementKind::Ordinary,
        branch->getInit(), branch->getConditionVariable(), branch->getCond(),
        branch->getLParenLoc(), branch->getRParenLoc(),
        rewritten(branch->getThen()), branch->getElseLoc(),
        branch->getElse() ? rewritten(branch->getElse()) : nullptr);
  }

  NewNodes &nodes;
  clang::VarDecl *flag;
  const Of jump;
};

/// `if (c) { A; continue; } B` as `if (c) A; else B`: what stands behind the
/// flag is under one more condition on data, beside which jumps are refused.
class ContinueRewriter {
public:
  explicit ContinueRewriter(NewNodes &nodes) : nodes(nodes) {}

  /// \p list, behind which the iteration has nothing to do.
  Statements rewritten(const Statements &list) {
    Statements result;
    for (size_t pos = 0; pos < list.size(); ++pos) {
      if (llvm::isa<clang::ContinueStmt>(list[pos]))
        return result;
      auto *branch = llvm::dyn_cast<clang::IfStmt>(list[pos]);
      const bool isPlain = branch && !branch->getInit() &&
                           !branch->getConditionVariable() &&
                           hasContinue(branch);
      std::optional<Statements> then, otherwise;
      if (isPlain) {
        then = upToContinue(branch->getThen());
        otherwise = upToContinue(branch->getElse());
      }
      if (!then && !otherwise) {
        result.push_back(list[pos]);
        continue;
      }
      const Statements rest =
          rewritten({list.begin() + long(pos) + 1, list.end()});
      addBranch(branch, then ? *then : joined(branch->getThen(), rest),
                otherwise ? *otherwise : joined(branch->getElse(), rest),
                result);
      return result;
    }
    return result;
  }

  static Statements partsOf(clang::Stmt *body) {
    auto *list = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
    if (list)
      return {list->body_begin(), list->body_end()};
    return body ? Statements{body} : Statements();
  }

private:
  /// What \p branch does before the `continue` at its end; none where that is
  /// not the only one.
  static std::optional<Statements> upToContinue(clang::Stmt *branch) {
    Statements parts = partsOf(branch);
    if (parts.empty() || !llvm::isa<clang::ContinueStmt>(parts.back()))
      return std::nullopt;
    parts.pop_back();
    if (llvm::any_of(parts, hasContinue))
      return std::nullopt;
    return parts;
  }

  /// \p rest behind \p branch, whose variables stay its own. Where one of its
  /// statements ends the iteration \p rest must not follow: that stays, for a
  /// flag.
  Statements joined(clang::Stmt *branch, const Statements &rest) {
    Statements parts;
    if (branch) {
      const Statements inner = partsOf(branch);
      const bool goesOn = rest.empty() || llvm::none_of(inner, hasContinue);
      parts.push_back(nodes.list(goesOn ? rewritten(inner) : inner));
    }
    parts.insert(parts.end(), rest.begin(), rest.end());
    return parts;
  }

  void addBranch(clang::IfStmt *branch, const Statements &then,
                 const Statements &otherwise, Statements &into) {
    clang::Expr *condition = branch->getCond();
    if (then.empty() && otherwise.empty()) {
      if (condition->HasSideEffects(nodes.ast))
        into.push_back(condition);
      return;
    }
    clang::Stmt *first = nodes.list(then.empty() ? otherwise : then);
    const bool isBoth = !then.empty() && !otherwise.empty();
    into.push_back(clang::IfStmt::Create(
        nodes.ast, branch->getIfLoc(), clang::IfStatementKind::Ordinary,
        nullptr, nullptr, then.empty() ? nodes.negated(condition) : condition,
        branch->getLParenLoc(), branch->getRParenLoc(), first,
        branch->getElseLoc(), isBoth ? nodes.list(otherwise) : nullptr));
  }

  NewNodes &nodes;
};

/// The variables from outside that the head of \p loop steps, as they stand in
/// the source.
std::vector<clang::VarDecl *> outerVariables(const clang::ForStmt *loop) {
  std::set<const clang::VarDecl *> stepped;
  for (const clang::Expr *part : {loop->getCond(), loop->getInc()})
    if (part)
      stepped.merge(modifiedVariables(part));
  if (const auto *own =
          llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit()))
    for (const clang::Decl *declared : own->decls())
      stepped.erase(llvm::dyn_cast<clang::VarDecl>(declared));
  std::vector<clang::VarDecl *> result;
  for (const clang::VarDecl *variable : stepped)
    result.push_back(const_cast<clang::VarDecl *>(variable));
  llvm::sort(result, [](const auto *first, const auto *second) {
    return first->getLocation() < second->getLocation();
  });
  return result;
}

/// Whether one of the \p flagged ends an iteration of the loop over \p body.
bool hasAny(const FlaggedJumps &flagged, const clang::Stmt *body) {
  if (llvm::isa<clang::ContinueStmt>(body))
    return flagged.count(body->getBeginLoc()) != 0;
  if (!hasContinue(body))
    return false;
  return llvm::any_of(body->children(), [&](const clang::Stmt *child) {
    return child && hasAny(flagged, child);
  });
}

} // namespace

/// \p body without `continue`.
static clang::Stmt *withoutContinue(clang::Stmt *body, NewNodes &nodes) {
  if (hasContinue(body))
    body = nodes.list(
        ContinueRewriter(nodes).rewritten(ContinueRewriter::partsOf(body)));
  if (!hasContinue(body))
    return body;
  clang::VarDecl *stays =
      nodes.variable("stays", nodes.ast.IntTy, nodes.number(1));
  JumpRewriter jumps(nodes, stays, JumpRewriter::Of::Continue);
  return nodes.list({nodes.declare(stays), jumps.rewritten(body)});
}

static clang::ForStmt *withBody(const clang::ForStmt *loop, clang::Stmt *body,
                                NewNodes &nodes) {
  auto *init = const_cast<clang::Stmt *>(loop->getInit());
  return new (nodes.ast) clang::ForStmt(
      nodes.ast, init, const_cast<clang::Expr *>(loop->getCond()), nullptr,
      const_cast<clang::Expr *>(loop->getInc()), body, loop->getForLoc(),
      loop->getLParenLoc(), loop->getRParenLoc());
}

Statements withoutJumps(clang::ForStmt *loop, const FlaggedJumps &flagged,
                        NewNodes &nodes) {
  clang::Stmt *body = loop->getBody();
  if (!hasBreak(body))
    return {hasAny(flagged, body)
                ? withBody(loop, withoutContinue(body, nodes), nodes)
                : loop};
  clang::VarDecl *flag =
      nodes.variable("goes_on", nodes.ast.IntTy, nodes.number(1));
  JumpRewriter rewriter(nodes, flag, JumpRewriter::Of::Break);
  body = rewriter.goesOn(rewriter.rewritten(withoutContinue(body, nodes)));
  Statements result = {nodes.declare(flag), withBody(loop, body, nodes)};
  // What they are then is data: of no use to what they steer.
  for (clang::VarDecl *variable : outerVariables(loop))
    result.push_back(nodes.branch(
        nodes.negated(nodes.load(flag)),
        nodes.assign(nodes.named(variable), nodes.load(variable))));
  return result;
}

} // namespace sparsec
