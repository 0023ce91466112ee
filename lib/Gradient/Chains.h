//===- Chains.h - from a read to what the loops write -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_GRADIENT_CHAINS_H
#define SPARSEC_LIB_GRADIENT_CHAINS_H

#include "Terms.h"

namespace sparsec {

/// A statement that reads an array, the local that it adds to, a statement that
/// reads that, and so on to an array of the caller's.
struct Chain {
  struct Link {
    const Statement *statement;
    Term term;
    bool isNegative; ///< it subtracts
  };
  std::vector<Link> links;
  /// The link whose instances tell those of all others.
  const Link &deepest() const;
};

/// All chains from reads of \p array; an error where one leaves what can be
/// derived.
llvm::Expected<std::vector<Chain>> chainsFrom(const Program &program,
                                              const std::string &array);

/// Whether the function's caller owns \p array.
bool isCallers(const Program &program, const std::string &array);
/// The statements of the phase that assign to \p array, in textual order.
std::vector<const Statement *> writersOf(const Program &program,
                                         const std::string &array);
/// The place of \p statement in textual order.
size_t placeOf(const Program &program, const Statement &statement);

} // namespace sparsec

#endif // SPARSEC_LIB_GRADIENT_CHAINS_H
