//===- ReportUnsupported.cpp - what no later pass accepts -----------------===//

#include "ReportUnsupported.h"
#include "Constructs.h"
#include "FirstUses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

void reportUnsupported(const clang::Stmt *statement,
                       std::vector<const clang::Stmt *> &refused,
                       Diagnoser &diagnoser) {
  const auto found = findUnsupported(statement);
  const bool isSaid = llvm::isa<clang::BreakStmt>(statement) &&
                      llvm::any_of(refused, [&](const clang::Stmt *loop) {
                        return holdsOneOf(loop, {statement});
                      });
  if (!found || isSaid)
    return;
  diagnoser.error(found->where, found->what, found->instead);
  refused.push_back(statement);
}

} // namespace sparsec
