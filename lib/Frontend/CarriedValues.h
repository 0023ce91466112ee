//===- CarriedValues.h - values of the iteration before ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CARRIEDVALUES_H
#define SPARSEC_LIB_FRONTEND_CARRIEDVALUES_H

#include "Frames.h"
#include "Scopes.h"

namespace sparsec {

/// A variable that an iteration begins with as the one before has set it, and
/// the first one as if there had been one.
struct CarriedValue {
  const clang::VarDecl *variable;
  const clang::Expr *value;
};

/// Those of \p loop, with \p frame; \p start is what variables stand for where
/// it begins.
std::vector<CarriedValue> carriedValues(Kernel &kernel, const Scopes &scopes,
                                        const Frames &frames,
                                        const clang::ForStmt *loop,
                                        const LoopFrame &frame,
                                        const ScopePtr &start);

/// Binds them where an iteration begins, or behind the loop.
void bindCarried(Scopes &scopes, const std::vector<CarriedValue> &carried,
                 const LoopFrame &frame);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CARRIEDVALUES_H
