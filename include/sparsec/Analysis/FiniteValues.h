//===- FiniteValues.h - values that finite inputs keep finite ---*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_FINITEVALUES_H
#define SPARSEC_ANALYSIS_FINITEVALUES_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>

namespace sparsec {

/// Which values are finite, and can be computed, wherever the kernel's inputs
/// are finite: what `assume_finite()` says, and no more. Sums, differences and
/// products are taken to be so, as if none overflowed. Quotients are not: the
/// element of `1 / x[k]` that no entry of the matrix uses may be 0.
class FiniteValues {
public:
  /// Elements of the region's own arrays that nothing has set hold anything;
  /// they count where \p readsUnset, where padding may run.
  FiniteValues(const Program &program, bool readsUnset);

  /// What in \p value may be infinite, NaN or not computable: "the quotient
  /// '/'", "'sqrt'"; "" for nothing.
  std::string doubtIn(const Expr &value) const;

private:
  std::string doubtOf(const Expr &node) const;
  bool holdsOthers(const Statement &statement, const std::string &array) const;

  const Program &program;
  /// Arrays of floating-point elements that may hold others than finite ones.
  std::set<std::string> doubtful;
};

/// What the operator of \p quotient, a division, makes doubtful: "the quotient
/// '/'"; "" where it divides by a constant that is safe.
std::string doubtOfQuotient(const Expr &quotient);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_FINITEVALUES_H
