//===- DriverSources.h - the files of a candidate's driver ------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_DRIVERSOURCES_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_DRIVERSOURCES_H

#include "Candidates.h"

#include "sparsec/Bench/Toolchain.h"

namespace sparsec::bench {

/// What a driver's text includes: absolute paths, or relative to its folder.
struct DriverPaths {
  std::string source;    ///< the user's C file
  std::string generated; ///< where Candidate::text goes
};

/// Makes the drivers of one kernel.
class DriverMaker {
public:
  DriverMaker(const Program &program, const Kernel &kernel,
              const Options &options)
      : program(program), kernel(kernel), options(options) {}

  /// All files but \p paths.source. Fails where -peer does not apply.
  llvm::Expected<std::vector<DriverFile>> files(const Candidate &candidate,
                                                const DriverPaths &paths) const;

  /// How to compile them; the source's own headers are in \p includes.
  ToolchainOptions tools(const Candidate &candidate,
                         const std::string &includes) const;

  DriverKind kindOf(const Candidate &candidate) const;

private:
  llvm::Expected<std::string> madeSource(const std::string &source) const;

  const Program &program;
  const Kernel &kernel;
  const Options &options;
};

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_DRIVERSOURCES_H
