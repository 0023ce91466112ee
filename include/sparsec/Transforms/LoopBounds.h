//===- LoopBounds.h - first and last values of loops ------------*- C++ -*-===//
///
/// \file
/// Bounds of a loop as functions of the loops around it, under everything the
/// facts say, and proofs about them.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TRANSFORMS_LOOPBOUNDS_H
#define SPARSEC_TRANSFORMS_LOOPBOUNDS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>

namespace sparsec {

/// Instances of \p statement under everything known, `{ S[..] }`, with calls as
/// parameters.
isl::set knownInstances(const Program &program, const std::string &statement);

/// Whether `0 <= value < bound` holds on all instances of \p statement;
/// \p value and \p bound are `{ S[..] -> [v] }`.
bool staysBelow(const Program &program, const std::string &statement,
                const isl::pw_aff &value, const isl::pw_aff &bound);

/// Values of the loops outside loop \p loop around \p statement,
/// `{ S[..] -> O[values] }`.
isl::pw_multi_aff outerValues(const Program &program,
                              const std::string &statement,
                              const std::string &loop);

/// Whether call \p name means the same value for instances of \p first and
/// \p second that share the values of the loops outside \p loop (a loop around
/// both): its arguments are functions of those values, and equal ones.
bool sharesCall(const Program &program, const std::string &first,
                const std::string &second, const std::string &loop,
                const std::string &name);

enum class Side { Lower, Upper };
/// The least (greatest) value of the loop \p loop around \p statement over all
/// statements below it, given the loops outside: for each of them
/// `{ S[..] -> [bound] }`, constant in the loop itself. Fails when there is no
/// bound, when it is not one expression, or when those of two statements
/// cannot be compared.
llvm::Expected<std::map<std::string, isl::pw_aff>>
loopBound(const Program &program, const std::string &statement,
          const std::string &loop, Side side);

/// The largest number of iterations of \p loop around \p statement for fixed
/// outer loops, when the sets bound it by a constant.
std::optional<long> constantTrips(const Program &program,
                                  const std::string &statement,
                                  const std::string &loop);

/// Whether the bounds of \p loop show a constant number of iterations without
/// help from facts: it starts at one expression, and one of its ends is a
/// constant after it.
bool hasPlainTrips(const Program &program, const std::string &statement,
                   const std::string &loop);

/// More copies of a body than this make compilers slow, not kernels fast.
constexpr long maxUnrolledCopies = 1024;

/// The factor of the mark that unrolls \p loop completely: 0 where its code
/// shows how often it runs; else its greatest number of iterations, so that
/// fewer are left to the clean-up.
llvm::Expected<unsigned> fullUnrollFactor(const Program &program,
                                          const std::string &statement,
                                          const std::string &loop);

} // namespace sparsec

#endif // SPARSEC_TRANSFORMS_LOOPBOUNDS_H
