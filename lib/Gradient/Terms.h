//===- Terms.h - the product rule -------------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_GRADIENT_TERMS_H
#define SPARSEC_LIB_GRADIENT_TERMS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// One place where a value reads an array, and what it is multiplied by there.
struct Term {
  Expr place; ///< x[col(j)]
  struct Factor {
    Expr value;
    bool divides = false;
  };
  std::vector<Factor> factors;
  /// What has to hold for it to be a term at all, outermost first: a factor is
  /// evaluated only where all do.
  std::vector<Expr> conditions;
  bool isNegative = false;
};

/// The derivative of \p value by each read of \p array in it: sums, products,
/// quotients, choices by conditions that do not depend on it, and casts to real
/// types. The error says what else stands around such a read.
llvm::Expected<std::vector<Term>> termsOf(const Expr &value,
                                          const std::string &array);

/// Whether \p value reads \p array.
bool reads(const Expr &value, const std::string &array);

/// A GradientError where \p statement stands.
llvm::Error refuseGradient(const Statement &statement, const llvm::Twine &why);

} // namespace sparsec

#endif // SPARSEC_LIB_GRADIENT_TERMS_H
