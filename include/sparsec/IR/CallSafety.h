//===- CallSafety.h - which index arrays may be read where ------*- C++ -*-===//
#ifndef SPARSEC_IR_CALLSAFETY_H
#define SPARSEC_IR_CALLSAFETY_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>

namespace sparsec {

/// `[n] -> { : }` where every call with parameter arguments, `index[n]`, reads
/// an element of its array. The inspector checks it before anything else.
isl::set readableEnds(const Program &program);

/// Whether \p array has the elements \p subscripts, `{ T[..] -> [s] }`, in all
/// of \p places, `{ T[..] }`.
bool isInside(const Program &program, const std::string &array,
              const std::vector<isl::pw_aff> &subscripts,
              const isl::set &places);

/// What facts say of the values of calls where these may be read. Made once for
/// \p statements, whose calls are asked about: what follows of the facts
/// without any call is not cheap, and grows with each array.
class CallSafety {
public:
  CallSafety(const Program &program,
             const std::vector<const Statement *> &statements);

  /// `{ : }` the ranges of \p calls, also those that end at `index(n)`.
  isl::set rangesOf(const CallTable &calls) const;

  /// `{ : }` what the facts say of those calls of \p statement that are
  /// \p known.
  isl::set knownOf(const Statement &statement,
                   const std::set<std::string> &known) const;

  /// The calls of \p statement that read inside their arrays when its loops
  /// are those of \p domain. A fact about a value holds where the value can be
  /// read, so each proof rests on calls that are proved already.
  std::set<std::string> safeCalls(const Statement &statement,
                                  const isl::set &domain) const;

private:
  isl::set withRanges(isl::set known, const CallTable &calls) const;

  const Program &program;
  /// `{ : }` where every array with elements has values for them; and where
  /// calls with parameter arguments read an element, too.
  isl::set nonEmpty, sizes;
};

} // namespace sparsec

#endif // SPARSEC_IR_CALLSAFETY_H
