//===- main.cpp - sparsec-bench -------------------------------------------===//
///
/// \file
/// Source and recipes => generated code => driver => verified timings.
///
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "EmitDriver.h"
#include "Messages.h"
#include "Tuning.h"

#include "sparsec/Bench/Generators.h"
#include "sparsec/Bench/Toolchain.h"
#include "sparsec/Frontend/Frontend.h"
#include "sparsec/IR/FactParser.h"
#include "sparsec/Matrix/MatrixMarket.h"
#include "sparsec/Support/FileOutput.h"
#include "sparsec/Support/Memory.h"
#include "sparsec/Support/Version.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec::bench {
namespace {

constexpr int usageStatus = 2;

/// Prints \p failure; a driver part that does not compile is our fault, unless
/// it is the user's source.
int report(llvm::Error failure) {
  int status = 1;
  llvm::handleAllErrors(
      std::move(failure),
      [&](const BuildError &error) {
        bool users = error.file == "original.c";
        say(Severity::Error,
            (users ? "the source does not compile: "
                   : "internal error: generated code does not compile: ") +
                error.text);
        status = users ? 1 : 70;
      },
      [&](const llvm::ErrorInfoBase &error) {
        say(Severity::Error, error.message());
      });
  return status;
}

int writeMatrix(const Options &options) {
  llvm::Expected<CsrMatrix> matrix =
      generateMatrix(options.matrices.front().second);
  if (!matrix)
    return report(matrix.takeError());
  if (llvm::Error failure = writeFile(options.write, toMatrixMarket(*matrix)))
    return report(std::move(failure));
  return 0;
}

/// What is written at the end goes where there is something: told before all is
/// measured.
llvm::Error checkFolders(const Options &options) {
  for (const std::string &file : {options.csv, options.plot, options.store}) {
    const llvm::StringRef folder = llvm::sys::path::parent_path(file);
    if (!folder.empty() && !llvm::sys::fs::is_directory(folder))
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "cannot write '%s': there is no folder "
                                     "'%s'",
                                     file.c_str(), folder.str().c_str());
  }
  return llvm::Error::success();
}

int run(Options options) {
  Session session;
  if (llvm::Error failure = checkFolders(options))
    return report(std::move(failure));
  SourceForms forms;
  llvm::Expected<Program> program =
      parseSource(session,
                  {.file = options.source,
                   .function = options.function,
                   .clangArguments = options.clangArguments},
                  &forms);
  if (!program)
    return report(program.takeError());
  options.sourceText = forms.outlined;
  llvm::Error wrong = llvm::Error::success();
  for (const std::string &fact : options.facts)
    wrong = llvm::joinErrors(
        std::move(wrong),
        addFacts(*program, fact, Fact::Origin::Declared, "command line:1:1"));
  if (wrong)
    return report(std::move(wrong));
  if (options.assume)
    assumeUnchecked(*program);
  if (!options.strategy.empty()) {
    llvm::Expected<Outcome> outcome = runSearches(*program, forms, options);
    return outcome ? static_cast<int>(*outcome) : report(outcome.takeError());
  }
  llvm::Expected<std::vector<Candidate>> candidates =
      makeCandidates(*program, forms, options);
  if (!candidates)
    return report(candidates.takeError());
  if (!options.emitDriver.empty()) {
    if (llvm::Error failure = emitDrivers(*program, *candidates, options))
      return report(std::move(failure));
    return 0;
  }
  llvm::Expected<Outcome> outcome =
      runBenchmark(*program, *candidates, options);
  if (!outcome)
    return report(outcome.takeError());
  return static_cast<int>(*outcome);
}

} // namespace
} // namespace sparsec::bench

int main(int argc, char **argv) {
  using namespace sparsec::bench;
  sparsec::exitWhenOutOfMemory("sparsec-bench");
  llvm::Expected<Options> options = parseOptions(argc, argv);
  if (!options) {
    sparsec::reportWithoutPlace(Severity::Error, "sparsec-bench: ",
                                llvm::toString(options.takeError()));
    return usageStatus;
  }
  if (options->help || options->version) {
    llvm::outs() << (options->help ? helpText()
                                   : std::string("sparsec-bench ") +
                                         sparsec::versionNumber() + "\n");
    return 0;
  }
  if (!options->shell.empty()) {
    printCompletion(llvm::outs(), options->shell);
    return 0;
  }
  int status = 0;
  if (!options->replay.empty()) {
    if (llvm::Error failure = replaySearches(*options))
      status = report(std::move(failure));
  } else {
    status = options->write.empty() ? run(*options) : writeMatrix(*options);
  }
  sparsec::flushJsonDiagnostics();
  return status;
}
