//===- ScalarAddresses.h - what `&v` passes to a function -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SCALARADDRESSES_H
#define SPARSEC_LIB_FRONTEND_SCALARADDRESSES_H

#include "Kernel.h"

namespace sparsec {

/// A local number, where \p scope says what variables stand for.
struct ScalarPlace {
  const clang::Expr *lvalue;
  ScopePtr scope;
};

/// The number whose address the pointer \p expression is, `&v` or a parameter
/// that stands for that; none for others.
std::optional<ScalarPlace> addressedScalar(const clang::Expr *expression,
                                           const ScopePtr &scope);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SCALARADDRESSES_H
