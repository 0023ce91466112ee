//===- ReachTrace.h - when loops come to elements ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_REACHTRACE_H
#define SPARSEC_LIB_REPORT_REACHTRACE_H

#include "sparsec/Bench/Inputs.h"
#include "sparsec/Interpreter/Trace.h"
#include "sparsec/Report/Picture.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Runs programs without a sparse matrix, and follows when their loops come to
/// elements of the caller's arrays.
class ReachTracer {
public:
  /// \p source as the frontend made it; \p values are those of its parameters.
  /// Fails with what keeps it from being run.
  static llvm::Expected<ReachTracer>
  make(const Program &source, const std::map<std::string, std::string> &values,
       const UserCalls &callUsers);

  /// Of \p program, which steps made of the source: arguments with several
  /// elements, in the order of their names. Fails with TooManyIterations.
  llvm::Expected<std::vector<StepPictures::Reach>>
  trace(const Program &program) const;

private:
  ReachTracer() = default;
  llvm::Expected<std::vector<StepPictures::Reach>> run(const Program &program,
                                                       Memory &memory) const;

  bench::Kernel kernel;
  bench::Inputs inputs;
  UserCalls callUsers;
};

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_REACHTRACE_H
