//===- PredicateParser.h - conditions on loops in recipes -------*- C++ -*-===//
#ifndef SPARSEC_IR_PREDICATEPARSER_H
#define SPARSEC_IR_PREDICATEPARSER_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Where a condition on loops holds.
struct Predicate {
  /// `{ [loops] : condition }`, over the parameters and `calls`.
  isl::set holds;
  /// Over `{ [loops] }`.
  CallTable calls;
};

/// Parses a condition as C writes it, such as `index[i + 1] - index[i] > 32 ||
/// col[j] / 64 == i / 64`: comparisons, also chained (`0 <= d < 3`), of affine
/// values of \p loops, of \p program's parameters and of elements of integer
/// arrays, with `&&`, `||`, `!` and parentheses. Divisors are positive
/// constants; `/` and `%` round as in C, towards zero. Errors name what the
/// condition may use.
llvm::Expected<Predicate> parsePredicate(const Program &program,
                                         const std::vector<std::string> &loops,
                                         const std::string &text);

/// A value of loops, `{ [loops] -> [value] }`, over the parameters and `calls`.
struct LoopValue {
  isl::pw_aff value;
  /// Over `{ [loops] }`.
  CallTable calls;
};

/// Parses one of the values that parsePredicate compares, such as
/// `place[i] / 64`.
llvm::Expected<LoopValue> parseLoopValue(const Program &program,
                                         const std::vector<std::string> &loops,
                                         const std::string &text);

} // namespace sparsec

#endif // SPARSEC_IR_PREDICATEPARSER_H
