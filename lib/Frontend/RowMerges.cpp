//===- RowMerges.cpp - loops over what two rows share ---------------------===//
///
/// \file
/// A merge of two rows, and a search in one, are loops over pairs:
///
///     while (p < pe && q < qe) {          for (; p < pe; p++)
///       if (a[p] < b[q]) p++;               for (; q < qe; q++)
///       else if (b[q] < a[p]) q++;   =>       if (a[p] == b[q])
///       else { work; p++; q++; }                work;
///     }
///
///     while (q < qe && b[q] < v) q++;     for (; q < qe; q++)
///     if (q < qe && b[q] == v)       =>     if (b[q] == v)
///       work;                                 work;
///
/// with variables of their own, which start where p and q are. That is the same
/// where both rows rise strictly, which facts have to say (MergeFacts.cpp), and
/// where nothing reads p and q behind it. A search may go on in the next
/// iteration of a loop from where it was, if what it looks for rises, too.
/// Generated code does not try all pairs: LoopPasses/RowSearches.cpp.
///
//===----------------------------------------------------------------------===//

#include "RowMerges.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "MergeBody.h"
#include "Modified.h"
#include "ReadBehind.h"
#include "RowWalks.h"
#include "Steps.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

struct Merge {
  Loop loop;
  Walk first, second;
  MergeBody body;
};

std::optional<Merge> mergeOf(clang::Stmt *statement) {
  const std::optional<Loop> loop = loopOf(statement);
  if (!loop || loop->step)
    return std::nullopt;
  const std::vector<clang::Expr *> parts = partsOf(loop->condition);
  const std::set<const clang::VarDecl *> changed =
      modifiedVariables(loop->body);
  if (parts.size() != 2)
    return std::nullopt;
  const std::optional<Walk> first = walkOf(parts[0], changed),
                            second = walkOf(parts[1], changed);
  if (!first || !second || first->position == second->position)
    return std::nullopt;
  MergeBody body(loop->body, first->position, second->position,
                 first->position->getASTContext());
  if (body.kind == MergeBody::Kind::Other || !isElement(body.left) ||
      !isElement(body.right))
    return std::nullopt;
  return Merge{*loop, *first, *second, std::move(body)};
}

} // namespace

bool isUnionOfRows(const clang::Stmt *loop) {
  const std::optional<Merge> merge = mergeOf(const_cast<clang::Stmt *>(loop));
  return merge && merge->body.kind == MergeBody::Kind::Union;
}

std::optional<Statements> MergeRewriter::merged(clang::Stmt *statement) const {
  std::optional<Merge> merge = mergeOf(statement);
  if (!merge || merge->body.kind == MergeBody::Kind::Union)
    return std::nullopt;
  NewNodes nodes(function, statement->getBeginLoc());
  clang::Expr *test = equality(merge->body.left, merge->body.right, nodes);
  if (!test)
    return std::nullopt;
  RowMerge made{statement->getSourceRange(), /*isSearch=*/false};
  const std::vector<const clang::Stmt *> path = pathTo(body, statement);
  clang::Stmt *work = nodes.list(merge->body.work);
  clang::VarDecl *own[2] = {};
  for (const Walk *walk : {&merge->first, &merge->second}) {
    if (isReadBehind(path, walk->position))
      readBehind(walk->position, made);
    clang::VarDecl *&variable = own[walk == &merge->second];
    variable = ownOf(*walk, nodes);
    References references(walk->position, variable, undo);
    references.change(test);
    references.change(work);
  }
  auto *branch = llvm::cast<clang::IfStmt>(nodes.branch(test, rewrite(work)));
  merges[branch] = made;
  Statements result;
  if (merge->loop.init)
    result.push_back(merge->loop.init);
  result.push_back(loopOver(merge->first, own[0],
                            loopOver(merge->second, own[1], branch, nodes),
                            nodes));
  return result;
}

} // namespace sparsec
