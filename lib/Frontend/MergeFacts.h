//===- MergeFacts.h - what merges and searches need to know -----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MERGEFACTS_H
#define SPARSEC_LIB_FRONTEND_MERGEFACTS_H

#include "Kernel.h"
#include "RowMerges.h"

namespace sparsec {

/// What \p branch stands for; null where it is as it was written.
const RowMerge *mergeAt(const Kernel &kernel, const clang::IfStmt *branch);

/// Refuses \p merge, of which \p here is what its \p condition `a[p] == b[q]`
/// guards, unless facts say that the entries of the rows rise; for `a[p] < v`,
/// a part of a row, that they do not fall.
void requireRisingRows(const Kernel &kernel, const RowMerge &merge,
                       const clang::Expr *condition, const Statement &here);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MERGEFACTS_H
