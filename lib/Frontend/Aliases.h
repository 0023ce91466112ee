//===- Aliases.h - structures by other names --------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ALIASES_H
#define SPARSEC_LIB_FRONTEND_ALIASES_H

#include "Objects.h"

#include <map>
#include <vector>

namespace sparsec {

/// The variable that \p expression is; null for others.
const clang::VarDecl *namedVariable(const clang::Expr *expression);

/// \p expression without conversions, and casts to the type that it has.
const clang::Expr *withoutCasts(const clang::Expr *expression);

/// What parameters of called functions and local pointers stand for, as far as
/// the scan has seen: of all calls together.
class Aliases {
public:
  explicit Aliases(ObjectNames &names) : names(names) {}

  /// The values that variables are given anywhere.
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>>
      definitions;

  /// Whether \p expression is a member by way of such a variable, or of an
  /// element.
  bool isAliased(const clang::Expr *expression) const;
  /// What \p expression, of members, may name.
  std::vector<Object> namedBy(const clang::Expr *expression,
                              unsigned levels = 0);

  bool isAlias(const clang::VarDecl *variable) const;

private:
  ObjectNames &names;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ALIASES_H
