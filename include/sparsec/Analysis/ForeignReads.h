//===- ForeignReads.h - what iterations tell each other ---------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_FOREIGNREADS_H
#define SPARSEC_ANALYSIS_FOREIGNREADS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// A read of elements that other iterations of a loop write.
struct ForeignRead {
  std::string statement, array;
  /// `{ S[..] -> [subscript] }` per dimension of the array.
  std::vector<isl::pw_aff> subscripts;

  /// Whether it is of these elements.
  bool isOf(const std::string &other,
            const std::vector<isl::pw_aff> &others) const;
};

/// The reads by which iterations of \p loop depend on each other, if all that
/// they ever need of each other are values: an element of the arrays that are
/// read so is written once by the loop, and whoever reads it runs in a later
/// iteration. Iterations may then run in any order, or at once, if readers wait
/// for the values. Refuses, and says which access it is for, when an element is
/// written twice, when an iteration reads what a later one overwrites, when a
/// read may find the own iteration's value as well as another one's, or when
/// some element that is read may be written by no iteration.
llvm::Expected<std::vector<ForeignRead>> foreignReads(const Program &program,
                                                      const Phase &phase,
                                                      const ScheduleTree &loop);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_FOREIGNREADS_H
