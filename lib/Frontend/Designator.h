//===- Designator.h - object and subscripts ---------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DESIGNATOR_H
#define SPARSEC_LIB_FRONTEND_DESIGNATOR_H

#include "Kernel.h"

namespace sparsec {

/// A signed term of a subscript, with the scope its variables are read in.
struct SubscriptTerm {
  const clang::Expr *expression;
  ScopePtr scope;
  bool negative = false;
};
using Subscript = std::vector<SubscriptTerm>;

/// An element of an object; no subscripts for scalars.
struct Designator {
  Object object;
  std::vector<Subscript> subscripts;
  clang::SourceRange range;
};

/// The element that the lvalue \p expression designates. Array subscripts,
/// `*`, `&`, pointer sums, members and local pointers with an initialiser are
/// followed; anything else is refused.
Designator designate(Kernel &kernel, const clang::Expr *expression,
                     const ScopePtr &scope);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DESIGNATOR_H
