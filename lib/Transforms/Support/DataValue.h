//===- DataValue.h - affine values in which data stands ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_DATAVALUE_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_DATAVALUE_H

#include "sparsec/IR/Program.h"

#include <optional>
#include <string>

namespace sparsec {

/// Values `{ S[..] -> [v] }` of one statement as expressions, with data in the
/// place of one parameter: `3 * kk_index(t) + k` as `3 * sum + k`.
class DataValue {
public:
  /// \p data takes the place of \p parameter in \p user. \p known: what holds
  /// for its parameters, `{ : }`, among it that this one is not negative.
  DataValue(const Statement &user, std::string parameter, Expr data,
            isl::set known);

  /// Nothing where the data is divided although it may be negative.
  std::optional<Expr> of(const isl::pw_aff &value) const;

private:
  std::optional<Expr> convert(const isl::ast_expr &value) const;
  std::optional<Expr> operation(const isl::ast_expr_op &value) const;
  Expr number(isl::pw_aff value) const;

  const isl::space space;
  const std::string parameter;
  const Expr data;
  const isl::set known;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_DATAVALUE_H
