//===- PlainForms.cpp - C as written to C as it is read -------------------===//
///
/// \file
/// Each form is rewritten by a file of its own:
///
///     s = t = 0;                     t = 0; s = 0;             Chained..
///     memset(y, 0, n * sizeof *y);   for (k ..) y[k] = 0;      MemoryCalls
///     while (p < end) *p++ = 0;      for (k ..) ..             CountedLoops
///     for (..; i < n * s; i += s)    for (k < n; k++, i += s)  ParametricSteps
///     double t[2] = {a, b};          t[0] = a; t[1] = b;       ArrayValues
///     x[i + d[k]], d constant        x[i + (k == 0 ? ..)]      ConstantTables
///     a[q = w[i]++] = v;             q = w[i]++; a[q] = v;   Embedded..
///     assert(c);                     if (!(c)) fail();         Checks
///     default: return -2;            if (..) return -2;        EarlyReturns
///     y = f(sqrt(x));                r = sqrt(x); y = f(r);    Shared..
///     vec v = f(x);                  f(x); v_x = f_x; ..       StructureValues
///     for (k = lo, e = hi; k < e; ..) e = hi; for (k = lo; ..) PlainHeads
///     for (p = 0; ..) ..; p = w[i];  for (int p = 0; ..) ..    LoopVariables
///     while (n--)                    int n_2 = n; ..           OwnParameters
///     for (..) if (c) return i;      .. found = i; break; ..   LoopReturns
///     for (..) if (c) break;         if (go) if (c) go = 0;    EarlyEnds
///     __builtin_prefetch(&x[k]);                               Idle..
///     while (p < pe && q < qe) ..    for (p ..) for (q ..)    RowMerges
///                                      if (a[p] == b[q]) ..
///     if (c && v < t) t = v;         if (c) if (v < t) t = v;  Conditional..
///     do { .. } while (0);           ..                        here
///     for (; k < n && !found; k++)   .. if (!!found) break;    LoopForms
///     do { .. } while (++i < n);     for (; i < limit; ) ..    LateLoops
///     for (..) break; d = v[k];      .. at = k; .. d = v[at];  LoopEnds
///     for (; k < p[i + 1]; k++, c++) for (q = k; ..) k = ..    CarriedRows,
///     e = k + m; for (; k < e; k++)  .. for (q = 0; q < m; ..) RowLengths
///     for (; p < end; p++) *p        .. *(a + k)   CarriedPointers, MovedAlong
///     for (; .. && c[k] < i; k++) .. for (q ..) if (c[q] < i)  RowCuts
///     for (k = i * m; ..; k++)       for (q = 0; q < m; ..)    DenseRows
///     t = 1; ..; t = 2; ..           t = 1; ..; u = 2; ..      ScalarRanges
///     *p++;                          p++;                      Idle..
///     if (..) sum += *p++;           sum += *(val + k++);  PointerPositions,
///                                               once p is found to need that
///
/// The nodes that are made stand where the source has what they replace, so
/// that messages are about the source.
///
//===----------------------------------------------------------------------===//

#include "PlainForms.h"
#include "ArrayValues.h"
#include "CarriedPointers.h"
#include "CarriedRows.h"
#include "ChainedAssignments.h"
#include "Checks.h"
#include "ConstantTables.h"
#include "Constructs.h"
#include "CountedLoops.h"
#include "DenseRows.h"
#include "EarlyEnds.h"
#include "EarlyReturns.h"
#include "EmbeddedAssignments.h"
#include "IdleStatements.h"
#include "InlineCalls.h"
#include "KernelScan.h"
#include "LoopForms.h"
#include "LoopReturns.h"
#include "LoopVariables.h"
#include "MemoryCalls.h"
#include "OwnParameters.h"
#include "ParametricSteps.h"
#include "PlainHeads.h"
#include "PointerPositions.h"
#include "ProductBounds.h"
#include "Returns.h"
#include "RowCuts.h"
#include "RowLengths.h"
#include "ScalarRanges.h"
#include "SearchGaps.h"
#include "SharedArguments.h"
#include "Switch.h"

#include "clang/Basic/SourceManager.h"

#include <map>
#include <utility>

namespace sparsec {
namespace {

class BodyRewriter {
public:
  BodyRewriter(clang::FunctionDecl &function, RowMerges &merges,
               const FlaggedJumps &flagged,
               std::vector<std::function<void()>> &undo)
      : function(function), flagged(flagged), undo(undo),
        rows{function, function.getBody(), merges, undo,
             [this](clang::Stmt *work) { return single(work); }},
        tables(foldTables(function, function.getBody(), undo)) {}

  /// \p behind: what stands behind it in its list.
  Statements rewritten(clang::Stmt *statement,
                       llvm::ArrayRef<clang::Stmt *> behind = {}) {
    NewNodes nodes(function, statement->getBeginLoc());
    const clang::Stmt *before = std::exchange(previous, nullptr);
    if (isIdle(statement))
      return {};
    if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement))
      return {listOf(list)};
    if (std::optional<Statements> loops = rows.merged(statement))
      return *loops;
    if (const Statements ended = withRowEnds(statement, nodes, undo);
        !ended.empty())
      return ofEach(ended, behind);
    if (auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
      if (clang::ForStmt *known = withRowLengths(loop, nodes))
        return rewritten(known, behind);
    if (const Statements parts =
            withBoundInHead(statement, behind, nodes, undo);
        !parts.empty())
      return ofFormed(parts, before, nodes);
    if (auto *loop = llvm::dyn_cast<clang::DoStmt>(statement))
      return ofDo(loop);
    if (auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
      return joined(isBeforeWork(branch) ? Statements() : setBefore(branch),
                    {ofIf(branch)});
    if (auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
      return ofFor(loop, before, nodes);
    if (auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
      return counted(countedLoop(loop, single(loop->getBody()), nodes), before,
                     nodes);
    if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
      return ofSwitch(choice);
    if (auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement))
      return joined(sharedArguments(declarations, nodes, undo),
                    arrayValues(declarations, tables, nodes, undo));
    auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    if (!expression)
      return {statement};
    if (clang::Expr *step = unreadStep(expression))
      return {step};
    if (clang::Stmt *check = assertionOf(expression, function))
      return {check};
    if (std::optional<Statements> loops = memoryLoops(expression, nodes))
      return *loops;
    const Statements chain = splitChains(expression, nodes);
    if (chain.size() == 1 && chain.front() == expression) {
      Statements embedded = embeddedAssignments(expression, nodes, undo);
      if (!embedded.empty())
        return joined(std::move(embedded), {expression});
    }
    return joined(sharedArguments(expression, nodes, undo), chain);
  }

  clang::CompoundStmt *listOf(clang::CompoundStmt *list) {
    Statements parts;
    std::map<const clang::Stmt *, clang::Stmt *> others; // of rows in parts
    const llvm::ArrayRef<clang::Stmt *> all(list->body_begin(), list->size());
    for (size_t pos = 0, taken = 1; pos < all.size(); pos += taken) {
      const auto rest = all.drop_front(pos + 1);
      const size_t gap = movableBefore(all[pos], rest);
      const std::optional<Statements> search =
          gap < rest.size() ? rows.searched(all[pos], rest[gap]) : std::nullopt;
      taken = search ? gap + 2 : 1;
      if (auto known = others.find(all[pos]); known != others.end()) {
        parts.push_back(known->second);
        continue;
      }
      if (const auto cut =
              search ? std::nullopt : cutRow(rows, all[pos], rest)) {
        parts = joined(parts, cut->first);
        others[cut->next] = cut->other;
        continue;
      }
      for (clang::Stmt *moved : rest.take_front(search ? gap : 0))
        parts = joined(parts, rewritten(moved));
      if (!search && !parts.empty())
        previous = parts.back();
      parts = joined(parts, search ? *search : rewritten(all[pos], rest));
    }
    return clang::CompoundStmt::Create(
        function.getASTContext(), parts, clang::FPOptionsOverride(),
        list->getLBracLoc(), list->getRBracLoc());
  }

private:
  static Statements joined(Statements first, const Statements &rest) {
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
  }

  clang::Stmt *single(clang::Stmt *statement) {
    Statements parts = rewritten(statement);
    if (parts.size() == 1)
      return parts.front();
    return NewNodes(function, statement->getBeginLoc()).list(parts);
  }

  /// Of `do { .. } while (0)` what is in it.
  Statements ofDo(clang::DoStmt *loop) {
    if (!runsOnce(loop) || hasBreak(loop->getBody()))
      return {loop};
    auto *list = llvm::dyn_cast<clang::CompoundStmt>(loop->getBody());
    if (!list)
      return rewritten(loop->getBody());
    list = listOf(list);
    return {list->body_begin(), list->body_end()};
  }

  /// What moves out of the condition of \p branch.
  Statements setBefore(clang::IfStmt *branch) {
    NewNodes nodes(function, branch->getIfLoc());
    Statements embedded = embeddedAssignments(branch->getCond(), nodes, undo);
    return embedded.empty() ? sharedArguments(branch->getCond(), nodes, undo)
                            : embedded;
  }

  clang::Stmt *ofIf(clang::IfStmt *branch) {
    if (branch->getInit() || branch->getConditionVariable())
      return branch;
    // `if (c) ; else return 0;`
    NewNodes nodes(function, branch->getIfLoc());
    if (branch->getElse() && llvm::isa<clang::NullStmt>(branch->getThen()))
      return nodes.branch(nodes.negated(branch->getCond()),
                          single(branch->getElse()));
    if (clang::Stmt *nested = nestedUpdate(branch, nodes))
      return nested;
    return clang::IfStmt::Create(
        function.getASTContext(), branch->getIfLoc(),
        clang::IfStatementKind::Ordinary, nullptr, nullptr, branch->getCond(),
        branch->getLParenLoc(), branch->getRParenLoc(),
        single(branch->getThen()), branch->getElseLoc(),
        branch->getElse() ? single(branch->getElse()) : nullptr);
  }

  Statements ofEach(llvm::ArrayRef<clang::Stmt *> parts,
                    llvm::ArrayRef<clang::Stmt *> behind = {}) {
    Statements result;
    for (clang::Stmt *part : parts)
      result = joined(result, rewritten(part, behind));
    return result;
  }

  /// The last one of \p parts is a loop.
  Statements ofFormed(const Statements &parts, const clang::Stmt *before,
                      NewNodes &nodes) {
    const Statements front = ofEach(llvm::ArrayRef(parts).drop_back());
    return joined(front, ofFor(llvm::cast<clang::ForStmt>(parts.back()),
                               parts.size() > 1 ? nullptr : before, nodes));
  }

  /// \p parts, that a loop has become, \p before stands in front of.
  Statements counted(const Statements &parts, const clang::Stmt *before,
                     NewNodes &nodes) {
    auto *loop = parts.size() == 1
                     ? llvm::dyn_cast<clang::ForStmt>(parts.front())
                     : nullptr;
    if (loop && !hasBreak(loop->getBody())) {
      Statements rows =
          withoutProductBound(loop, before, function, nodes, undo);
      if (rows.front() == loop)
        rows = withoutProductStart(loop, nodes);
      if (rows.front() != loop)
        return rows;
    }
    return endingEarly(parts, nodes);
  }

  Statements ofFor(clang::ForStmt *loop, const clang::Stmt *front,
                   NewNodes &nodes) {
    if (loop->getConditionVariable())
      return {loop};
    Statements before;
    clang::Stmt *init = loop->getInit();
    // `for (i = k = 0; ..)`
    if (auto *start = llvm::dyn_cast_or_null<clang::Expr>(init)) {
      before = splitChains(start, nodes);
      init = before.back();
      before.pop_back();
    }
    auto *plain = new (nodes.ast) clang::ForStmt(
        nodes.ast, init, loop->getCond(), nullptr, loop->getInc(),
        single(loop->getBody()), loop->getForLoc(), loop->getLParenLoc(),
        loop->getRParenLoc());
    Statements stepped;
    if (!hasBreak(plain->getBody()))
      stepped = withoutParametricStep(plain, nodes);
    return joined(before,
                  stepped.size() > 1
                      ? stepped
                      : counted(countedLoop(plain, nodes),
                                before.empty() ? front : nullptr, nodes));
  }

  Statements endingEarly(const Statements &parts, NewNodes &nodes) {
    Statements result;
    for (clang::Stmt *part : parts) {
      auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
      for (clang::Stmt *plain :
           loop ? withoutJumps(loop, flagged, nodes) : Statements{part})
        result.push_back(plain);
    }
    return result;
  }

  /// The statements behind labels keep theirs. What is no chain of conditions
  /// the scan refuses.
  Statements ofSwitch(clang::SwitchStmt *choice) {
    auto *list = llvm::dyn_cast<clang::CompoundStmt>(choice->getBody());
    if (!list)
      return {choice};
    Statements parts;
    for (clang::Stmt *child : list->body()) {
      auto *label = llvm::dyn_cast<clang::SwitchCase>(child);
      if (!label) {
        for (clang::Stmt *part : rewritten(child))
          parts.push_back(part);
        continue;
      }
      while (auto *inner =
                 llvm::dyn_cast<clang::SwitchCase>(label->getSubStmt()))
        label = inner;
      setBody(label, single(label->getSubStmt()));
      parts.push_back(child);
    }
    clang::Stmt *old = choice->getBody();
    undo.emplace_back([choice, old] { choice->setBody(old); });
    choice->setBody(clang::CompoundStmt::Create(
        function.getASTContext(), parts, clang::FPOptionsOverride(),
        list->getLBracLoc(), list->getRBracLoc()));
    const IfChain chain = ifChainOf(choice, function.getASTContext());
    return {chain.statement ? const_cast<clang::Stmt *>(chain.statement)
                            : choice};
  }

  void setBody(clang::SwitchCase *label, clang::Stmt *statement) {
    clang::Stmt *old = label->getSubStmt();
    auto set = [label](clang::Stmt *to) {
      if (auto *number = llvm::dyn_cast<clang::CaseStmt>(label))
        number->setSubStmt(to);
      else
        llvm::cast<clang::DefaultStmt>(label)->setSubStmt(to);
    };
    undo.emplace_back([set, old] { set(old); });
    set(statement);
  }

  clang::FunctionDecl &function;
  const FlaggedJumps &flagged;
  std::vector<std::function<void()>> &undo;
  const MergeRewriter rows;
  const std::set<const clang::VarDecl *> tables;
  /// What stands in front of the statement that is rewritten next, in a list.
  const clang::Stmt *previous = nullptr;
};

} // namespace

PlainForms::PlainForms(clang::FunctionDecl &function,
                       const FlaggedJumps &flagged)
    : flagged(flagged), structures(function) {
  rewrite(function, false);
}

PlainForms::~PlainForms() {
  for (auto change = undo.rbegin(); change != undo.rend(); ++change)
    (*change)();
}

bool PlainForms::replace(const clang::VarDecl *pointer) {
  return replaceByPosition(pointer, undo);
}

void PlainForms::rewrite(clang::FunctionDecl &function, bool isCalled) {
  const clang::SourceManager &sources =
      function.getASTContext().getSourceManager();
  auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  if (!body || !seen.insert(&function).second ||
      sources.isInSystemHeader(function.getLocation()))
    return;
  undo.emplace_back([&function, old = body] { function.setBody(old); });
  body = withPlainHeads(function, body, undo);
  function.setBody(body);
  placeCarriedPointers(function, undo);
  body = llvm::cast<clang::CompoundStmt>(function.getBody());
  splitLoopVariables(function, undo);
  clang::CompoundStmt *list =
      splitScalars(function, withoutLoopReturns(function, body), undo);
  clang::CompoundStmt *plain = structures.without(
      function, BodyRewriter(function, merges, flagged, undo).listOf(list),
      undo);
  if (!isCalled)
    plain =
        withOwnParameters(function, withEarlyReturns(function, plain), undo);
  function.setBody(plain);
  for (clang::FunctionDecl *callee : definitionsCalledIn(plain))
    rewrite(*callee, true);
}

} // namespace sparsec
