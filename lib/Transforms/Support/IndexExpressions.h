//===- IndexExpressions.h - what make_dense makes loops of ------*- C++ -*-===//
///
/// \file
/// Index expressions of a statement by the names that recipes give them:
/// "col[j]", the array "col", or the loop "j" that only it depends on; and
/// values in C of the loops around it, parameters and elements of integer
/// arrays, which the statement need not read: "part[col[j]]", "col[j] / 64".
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_INDEXEXPRESSIONS_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_INDEXEXPRESSIONS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

struct IndexExpression {
  std::string text;  ///< of the recipe
  std::string call;  ///< that it is, of the statement; "" where it is a sum
  isl::pw_aff value; ///< `{ S[..] -> [value] }`
};

struct IndexExpressions {
  /// The old one, with the calls of the expressions.
  Statement statement;
  std::vector<IndexExpression> all;
};

/// What \p texts say of \p statement of \p program. Makes the arrays that they
/// read index arrays of \p next. Fails where one stands for nothing or for
/// several, reads what the loops write or elements that may not be there, and
/// where two are the same.
llvm::Expected<IndexExpressions>
findIndexExpressions(const Program &program, Program &next,
                     const std::string &statement,
                     const std::vector<std::string> &texts);

/// The number of loops around \p statement, from the outermost one, that
/// determine all of \p expressions.
unsigned depthOf(const Program &program, const IndexExpressions &expressions);

/// `{ X[..] : \p dense is one of the values that \p expression may have }`, by
/// what facts say; measures elements in \p next where they leave the end open.
/// Fails where that is not enough for bounds in the parameters.
llvm::Expected<isl::set> valueRange(Program &next,
                                    const IndexExpressions &expressions,
                                    const IndexExpression &expression,
                                    const isl::pw_aff &dense);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_INDEXEXPRESSIONS_H
