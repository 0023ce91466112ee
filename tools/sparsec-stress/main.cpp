//===- main.cpp - sparsec-stress ------------------------------------------===//
///
/// \file
/// Property-based testing: random kernels, random compositions of steps,
/// random small matrices. See docs/testing.md.
///
//===----------------------------------------------------------------------===//

#include "Campaign.h"

#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/Memory.h"

#include <chrono>

using namespace sparsec;
using namespace sparsec::stress;

int main(int argc, char **argv) {
  exitWhenOutOfMemory("sparsec-stress");
  std::optional<Options> options = parseOptions(argc, argv);
  if (!options)
    return ExitUsage;
  setUnchecked(options->unchecked);
  auto start = std::chrono::steady_clock::now();
  Tally tally = options->only ? runSingle(*options) : runCampaign(*options);
  std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - start;
  if (options->report)
    tally.printTable(llvm::outs());
  tally.printSummary(llvm::outs(), taken.count());
  return tally.failed() ? ExitVerification : ExitOk;
}
