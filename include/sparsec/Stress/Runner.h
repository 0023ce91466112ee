//===- Runner.h - compiles and runs generated code --------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_RUNNER_H
#define SPARSEC_STRESS_RUNNER_H

#include "sparsec/Stress/Case.h"

#include <string>
#include <vector>

namespace sparsec::stress {

struct RunnerOptions {
  std::string compiler = "gcc";
  std::vector<std::string> flags = {"-O0"};
  std::string runtimeFolder;
  /// Stands in for CUDA's headers.
  std::string emulationFolder;
  /// Runs generated code on threads: lib/Stress/threads/threads.c.
  std::string threadsFile;
};

/// Compiles the generated code of \p records beside their sources in one call
/// of the compiler and runs both on small matrices; sets the verdicts of those
/// that fail. Every case runs in a process of its own.
void runCases(const std::vector<CaseRecord *> &records,
              const RunnerOptions &options, const std::string &folder);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_RUNNER_H
