//===- ArrayValues.h - arrays with initialisers -----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ARRAYVALUES_H
#define SPARSEC_LIB_FRONTEND_ARRAYVALUES_H

#include "NewNodes.h"

#include <functional>
#include <set>
#include <vector>

namespace sparsec {

/// The declarations in \p statement with assignments in place of initialisers
/// of arrays, and without \p unused ones; constant arrays that are static are
/// automatic ones. \p undo gets what makes the source's tree again.
Statements arrayValues(clang::DeclStmt *statement,
                       const std::set<const clang::VarDecl *> &unused,
                       NewNodes &nodes,
                       std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ARRAYVALUES_H
