//===- StatementText.h - statements for people ------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_IR_STATEMENTTEXT_H
#define SPARSEC_LIB_IR_STATEMENTTEXT_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// `a[j] * x[col(j)]`, with the iterators of \p statement.
std::string exprText(const Expr &expr, const Statement &statement);

/// What the action of \p statement does, in the manner of C: `total++`,
/// `list[at] = k, at = first[i]++, once per (i, k)`, `allocate flags[n], zeros`.
std::string actionText(const Program &program, const Statement &statement);

} // namespace sparsec

#endif // SPARSEC_LIB_IR_STATEMENTTEXT_H
