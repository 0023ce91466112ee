//===- EmbeddedAssignments.h - `a[q = w[i]++] = v` --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_EMBEDDEDASSIGNMENTS_H
#define SPARSEC_LIB_FRONTEND_EMBEDDEDASSIGNMENTS_H

#include "NewNodes.h"

#include <functional>
#include <vector>

namespace sparsec {

/// The assignments to numbers inside \p expression, a statement or a condition,
/// which run before it; the expression reads the numbers instead. \p undo gets
/// what makes the source's tree again.
Statements embeddedAssignments(clang::Expr *expression, NewNodes &nodes,
                               std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_EMBEDDEDASSIGNMENTS_H
