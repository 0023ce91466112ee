//===- ExpressionDepth.h - how deep expressions are -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_EXPRESSIONDEPTH_H
#define SPARSEC_LIB_FRONTEND_EXPRESSIONDEPTH_H

#include "Diagnostics.h"

#include "clang/AST/Stmt.h"

namespace sparsec {

/// All that looks at expressions calls itself for operands; a sum of n terms
/// has n levels. That many fit on a stack of 8 MiB in every pass, with room.
constexpr unsigned maxLevels = 2500;

/// What is wrong with an expression that has more, and what to do.
std::string tooManyLevels();
constexpr const char *insteadOfLevels =
    "compute parts of it in statements before, in local variables";

/// Whether an expression in \p body has more than maxLevels, parentheses and
/// implicit conversions not counted; the first one is an error. Does not call
/// itself.
bool reportTooDeep(const clang::Stmt *body, Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_EXPRESSIONDEPTH_H
