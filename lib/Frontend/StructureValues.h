//===- StructureValues.h - local structures as their members ----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STRUCTUREVALUES_H
#define SPARSEC_LIB_FRONTEND_STRUCTUREVALUES_H

#include "NewNodes.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace sparsec {

/// Gives structures that are local variables, and those that functions return,
/// a variable for each member.
class StructureValues {
public:
  explicit StructureValues(clang::FunctionDecl &kernel) : kernel(kernel) {}

  /// \p body, of \p function, without structures that are used by members, set
  /// as a whole, or returned.
  clang::CompoundStmt *without(clang::FunctionDecl &function,
                               clang::CompoundStmt *body,
                               std::vector<std::function<void()>> &undo);

private:
  /// Leaves of a structure, by their paths: ".x", ".at.y".
  using Members = std::map<std::string, clang::VarDecl *>;
  class Setter;
  class Rewriter;

  clang::FunctionDecl &kernel;
  std::map<const clang::VarDecl *, Members> members;
  /// What a function returns.
  std::map<const clang::FunctionDecl *, Members> results;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STRUCTUREVALUES_H
