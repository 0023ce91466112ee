//===- StepCheck.h - the parts of the checker -------------------*- C++ -*-===//
///
/// \file
/// What checkStep is made of. Every part proves or refuses; unknown is refused.
/// Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_STEPCHECK_H
#define SPARSEC_LIB_ANALYSIS_STEPCHECK_H

#include "InstancePair.h"

#include "sparsec/IR/Step.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// A statement of the new program that runs instances of an old one.
struct Successor {
  const Statement *old = nullptr;
  const Statement *now = nullptr;
  /// `{ X[new] -> S[old] }`; absent when nothing changed.
  std::optional<isl::pw_multi_aff> map;
  bool enumerated = false, padded = false;
};

/// Whether a test has switched the checker off.
bool isUnchecked();
llvm::Error refusal(const llvm::Twine &why);
/// "S0[i, j']" with \p prime behind each iterator.
std::string instanceText(const Statement &statement, llvm::StringRef prime);
/// A fact that could exclude that two touches meet, or "".
std::string suggestFact(const Program &program, const Statement &first,
                        const Touch &a, const Statement &second,
                        const Touch &b);

/// Who runs the instances of each old statement; an error when one has no
/// successor.
llvm::Expected<std::vector<Successor>> findSuccessors(const Program &before,
                                                      const StepResult &step);
/// Every loop of the execute phase stands where its bounds are known, and the
/// loops around a statement tell its instances apart.
llvm::Error checkBounds(const Program &after);
/// (a) every old instance is run exactly once, nothing else is run.
llvm::Error checkCoverage(const Program &after,
                          const std::vector<Successor> &successors);
/// (c) dependences of \p before are respected by \p after.
llvm::Error checkOrder(const Program &before, const Program &after,
                       const std::vector<Successor> &successors);
/// New statements of the execute phase (copies) stand where the statements
/// that they serve stand.
llvm::Error checkNewWork(const Program &before, const Program &after,
                         const std::vector<Successor> &successors);
/// Index arrays and arrays that inspectors read are not written by the loops.
llvm::Error checkFrozen(const Program &after);
/// Iterations that own a private scalar or temporary are not interleaved.
llvm::Error checkPrivate(const Program &before, const Program &after,
                         const std::vector<Successor> &successors);
/// Loops marked parallel or simd may still run so.
llvm::Error checkParallelMarks(const Program &before, const Program &after);

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_STEPCHECK_H
