//===- Benchmark.cpp - build, run, verify and time candidates -------------===//
///
/// \file
/// One driver is compiled per candidate; then, matrix by matrix, the inputs are
/// made once and every driver runs on them.
///
//===----------------------------------------------------------------------===//

#include "Benchmark.h"

#include "DriverSources.h"
#include "InputSets.h"
#include "Results.h"

#include "sparsec/Bench/CorruptedInputs.h"
#include "sparsec/Bench/InterpretedCases.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace sparsec::bench {
namespace {

class Benchmark {
public:
  Benchmark(const Program &program, const Kernel &kernel,
            const std::vector<Candidate> &candidates, const Options &options)
      : program(program), kernel(kernel), candidates(candidates),
        options(options), results(kernel, candidates, options) {}

  llvm::Expected<Outcome> run();

private:
  struct Built {
    const Candidate *candidate;
    WorkFolder folder;
  };

  llvm::Error buildOne(const Candidate &candidate, const std::string &source);
  llvm::Error build();
  llvm::Error runAll();
  llvm::Error interpret(llvm::ArrayRef<Inputs> cases);
  llvm::Error runDrivers(llvm::ArrayRef<Inputs> cases);
  llvm::Error runDrivers(llvm::ArrayRef<Inputs> cases, const std::string &what);

  const Program &program;
  const Kernel &kernel;
  const std::vector<Candidate> &candidates;
  const Options &options;
  std::vector<Built> built;
  Results results;
};

llvm::Error Benchmark::buildOne(const Candidate &candidate,
                                const std::string &source) {
  std::string keep = options.keep;
  if (!keep.empty() && candidates.size() > 1)
    keep += "/" + std::to_string(built.size());
  llvm::Expected<WorkFolder> folder = WorkFolder::create(keep);
  if (!folder)
    return folder.takeError();
  DriverMaker maker(program, kernel, options);
  llvm::Expected<std::vector<DriverFile>> files =
      maker.files(candidate, {source, folder->file("generated.h")});
  if (!files)
    return files.takeError();
  note(options, "compiling " + candidate.label);
  ToolchainOptions tools =
      maker.tools(candidate, llvm::sys::path::parent_path(source).str());
  if (llvm::Error failure = buildDriver(*folder, *files, tools))
    return failure;
  built.push_back({&candidate, std::move(*folder)});
  return llvm::Error::success();
}

llvm::Error Benchmark::build() {
  llvm::SmallString<128> source(options.source);
  llvm::sys::fs::make_absolute(source);
  for (const Candidate &candidate : candidates)
    if (llvm::Error failure = buildOne(candidate, std::string(source)))
      return failure;
  return llvm::Error::success();
}

llvm::Error Benchmark::runDrivers(llvm::ArrayRef<Inputs> cases) {
  if (!options.hasFaults())
    return runDrivers(cases,
                      options.corpus ? "0" : std::to_string(options.seconds));
  if (options.failAllocations)
    if (llvm::Error failure = runDrivers(cases, "allocations"))
      return failure;
  std::vector<Inputs> corrupted;
  for (const Inputs &valid : cases)
    if (options.corrupt)
      llvm::append_range(corrupted, corruptedInputs(program, kernel, valid));
  return corrupted.empty() ? llvm::Error::success()
                           : runDrivers(corrupted, "corrupted");
}

/// \p what to do, as driver.c takes it.
llvm::Error Benchmark::runDrivers(llvm::ArrayRef<Inputs> cases,
                                  const std::string &what) {
  for (const Built &one : built) {
    std::string data = one.folder.file("cases.bin");
    if (llvm::Error failure = writeCases(data, cases))
      return failure;
    note(options,
         "running " + one.candidate->label + " on " +
             (cases.size() == 1 ? cases[0].name
                                : std::to_string(cases.size()) + " inputs"));
    std::vector<std::string> arguments = {data, what};
    for (int count : options.threads)
      arguments.push_back(std::to_string(count));
    llvm::Expected<DriverRun> run = runDriver(one.folder, arguments);
    if (!run)
      return run.takeError();
    if (llvm::Error failure = results.take(*one.candidate, *run, cases))
      return failure;
    if (options.keep.empty())
      llvm::sys::fs::remove(data);
  }
  return llvm::Error::success();
}

llvm::Error Benchmark::interpret(llvm::ArrayRef<Inputs> cases) {
  for (const Candidate &candidate : candidates) {
    const std::optional<OrderTeller> &teller = candidate.teller;
    llvm::Expected<DriverReport> report =
        interpretCases({program, *candidate.program, kernel,
                        teller ? teller->orders : std::vector<FreeOrder>(),
                        teller ? &teller->program : nullptr, options.exact},
                       cases, unsigned(options.threads.size()));
    if (!report)
      return report.takeError();
    results.take(candidate, *report);
  }
  return llvm::Error::success();
}

llvm::Error Benchmark::runAll() {
  InputSets inputs(program, kernel, options);
  if (!options.corpus)
    return inputs.forEach(
        [&](const Inputs &one) { return runDrivers(llvm::ArrayRef(one)); });
  // Seven threads on fewer cores should not spin; an existing value stays.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  llvm::Expected<std::vector<Inputs>> cases = inputs.corpusInputs();
  if (!cases)
    return cases.takeError();
  return options.interpret ? interpret(*cases) : runDrivers(*cases);
}

llvm::Expected<Outcome> Benchmark::run() {
  if (!options.interpret)
    if (llvm::Error failure = build())
      return failure;
  if (llvm::Error failure = runAll())
    return failure;
  if (llvm::Error failure = results.finish())
    return failure;
  return results.outcome;
}

} // namespace

llvm::Expected<Outcome> runBenchmark(const Program &program,
                                     const std::vector<Candidate> &candidates,
                                     const Options &options) {
  llvm::Expected<Kernel> kernel = describeKernel(program, options.exact);
  if (!kernel)
    return kernel.takeError();
  return Benchmark(program, *kernel, candidates, options).run();
}

} // namespace sparsec::bench
