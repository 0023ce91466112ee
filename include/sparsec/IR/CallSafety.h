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

/// `{ : }` the ranges of \p calls, also those that end at `index(n)`.
isl::set rangesOf(const Program &program, const CallTable &calls);

/// `{ : }` what the facts say of those calls of \p statement that are \p known.
isl::set knownOf(const Program &program, const Statement &statement,
                 const std::set<std::string> &known);

/// Whether \p array has the elements \p subscripts, `{ T[..] -> [s] }`, in all
/// of \p places, `{ T[..] }`.
bool isInside(const Program &program, const std::string &array,
              const std::vector<isl::pw_aff> &subscripts,
              const isl::set &places);

/// The calls of \p statement that read inside their arrays when its loops are
/// those of \p domain. A fact about a value holds where the value can be read,
/// so each proof rests on calls that are proved already.
std::set<std::string> safeCalls(const Program &program,
                                const Statement &statement,
                                const isl::set &domain);

} // namespace sparsec

#endif // SPARSEC_IR_CALLSAFETY_H
