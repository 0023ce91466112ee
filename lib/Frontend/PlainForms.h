//===- PlainForms.h - C as written to C as it is read -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PLAINFORMS_H
#define SPARSEC_LIB_FRONTEND_PLAINFORMS_H

#include "EarlyEnds.h"
#include "RowMerges.h"
#include "StructureValues.h"

#include "clang/AST/Decl.h"

#include <functional>
#include <set>
#include <vector>

namespace sparsec {

/// While it lives the bodies of a function, and of those that it calls, have
/// plainer statements in place of others that mean the same.
class PlainForms {
public:
  PlainForms(clang::FunctionDecl &function, const FlaggedJumps &flagged);
  ~PlainForms();
  PlainForms(const PlainForms &) = delete;
  PlainForms &operator=(const PlainForms &) = delete;

  /// Puts a position in its array in place of \p pointer; false where it may
  /// point into several.
  bool replace(const clang::VarDecl *pointer);

  RowMerges merges;

private:
  void rewrite(clang::FunctionDecl &function, bool isCalled);

  const FlaggedJumps &flagged;
  StructureValues structures;
  std::set<const clang::FunctionDecl *> seen;
  /// What makes the source's tree again, last first.
  std::vector<std::function<void()>> undo;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PLAINFORMS_H
