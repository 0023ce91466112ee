//===- CarriedScalars.h - scalars that iterations hand on -------*- C++ -*-===//
///
/// \file
/// Scalars of the execution that a loop around a statement sets before its
/// first iteration and steps in each, for the statement to read as an index:
///
///     for i                           for i
///       for j in index[i]..             sum = base[i]
///         y[i] += a[j] * x[col[j]]  =>  for j in index[i]..
///                                         sum += col_8[j]
///                                         y[i] += a[j] * x[sum]
///
/// They are set by statements of their own, so that what reorders the loops is
/// judged by what these read and write.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_CARRIEDSCALARS_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_CARRIEDSCALARS_H

#include "sparsec/Transforms/Transform.h"

#include <string>
#include <vector>

namespace sparsec {

/// `{ R[0 .. count) }`
std::vector<unsigned> firstDims(unsigned count);

class CarriedScalars {
public:
  /// The iterations of \p nest, `{ R[loop values] }`, whose last loop steps.
  /// \p isPrivate: its other loops are the first iterators of \p statement.
  CarriedScalars(StepResult &result, const Statement &nest,
                 std::string statement, bool isPrivate);

  /// A scalar of one iteration of the loops outside.
  Expr make(const std::string &stem, const ElementType &type);
  /// `scalar = value`, of the loops outside, before the first iteration; where
  /// there is none it may be set, too.
  void begin(const Expr &scalar, Expr value);
  /// `scalar op= value`, of the loops, in each iteration.
  void step(const Expr &scalar, Update op, Expr value);
  /// \p scalar in the place of the statement's \p call, of which \p known
  /// holds. Elements that it subscripts are any, as far as is known
  /// (Expr::isOfData).
  llvm::Error replace(const std::string &call, const Expr &scalar,
                      const isl::set &known);
  /// Puts all into the loops.
  void insert();

private:
  bool isAlone() const;

  StepResult &result;
  Program &program;
  const Statement &nest;
  const unsigned depth; ///< of the loop that steps
  const std::string statement;
  const bool isPrivate;
  std::vector<Statement> begins, steps;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_CARRIEDSCALARS_H
