//===- Designator.h - object and subscripts ---------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DESIGNATOR_H
#define SPARSEC_LIB_FRONTEND_DESIGNATOR_H

#include "Kernel.h"

namespace sparsec {

/// What has moved a pointer since it was somewhere else.
struct PointerMove {
  Object object;
  Binding move;
};

struct ChosenPlace;

/// A signed term of a subscript, with the scope its variables are read in.
struct SubscriptTerm {
  /// Null: 1, or the pointer's move.
  const clang::Expr *expression = nullptr;
  ScopePtr scope = nullptr;
  bool negative = false;
  std::shared_ptr<const PointerMove> pointer = nullptr;
  /// One of two places, where branches leave a pointer.
  std::shared_ptr<const ChosenPlace> chosen = nullptr;
};
using Subscript = std::vector<SubscriptTerm>;

struct ChosenPlace {
  const clang::Expr *condition;
  ScopePtr scope;
  Subscript whenTrue, whenFalse;
};

/// An element of an object; no subscripts for scalars.
struct Designator {
  Object object;
  std::vector<Subscript> subscripts;
  clang::SourceRange range = {};
  /// The address of a member of a structure: the last subscript is the
  /// structure's, and behind the member lie others.
  bool isOfMember = false;
};

/// The element that the lvalue \p expression designates. Array subscripts,
/// `*`, `&`, pointer sums, members and local pointers with an initialiser are
/// followed; anything else is refused.
Designator designate(Kernel &kernel, const clang::Expr *expression,
                     const ScopePtr &scope);

/// The element that the pointer \p expression points to.
Designator designatePointee(Kernel &kernel, const clang::Expr *expression,
                            const ScopePtr &scope);

/// The pointer \p object, which \p binding moves, has no known place.
[[noreturn]] void refuseMoved(Kernel &kernel, const Object &object,
                              const Binding &binding, clang::SourceRange range);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DESIGNATOR_H
