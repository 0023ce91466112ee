//===- SteadyValues.h - values that a loop leaves as they are ---*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STEADYVALUES_H
#define SPARSEC_LIB_FRONTEND_STEADYVALUES_H

#include "clang/AST/Stmt.h"

namespace sparsec {

/// Whether \p value is made of names, members of parameters and numbers that
/// \p loop does not change, by sums, products and quotients.
bool isSteady(const clang::Stmt *value, const clang::Stmt *loop);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STEADYVALUES_H
