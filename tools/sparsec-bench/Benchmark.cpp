//===- Benchmark.cpp - build, run, verify and time candidates -------------===//
///
/// \file
/// One driver is compiled per candidate; then, matrix by matrix, the inputs are
/// made once and every driver verifies on them. Those on the host that pass are
/// timed by one driver, in turns; others, and one alone, time at once.
///
//===----------------------------------------------------------------------===//

#include "Benchmark.h"

#include "DriverSources.h"
#include "InputSets.h"
#include "Results.h"

#include "sparsec/Bench/CorruptedInputs.h"
#include "sparsec/Bench/InterpretedCases.h"
#include "sparsec/Bench/Turns.h"

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
    std::vector<DriverFile> files;
    ToolchainOptions tools;
  };

  llvm::Error buildOne(const Candidate &candidate, const std::string &source);
  llvm::Error build();
  llvm::Error runAll();
  llvm::Error interpret(llvm::ArrayRef<Inputs> cases);
  llvm::Error runDrivers(llvm::ArrayRef<Inputs> cases);
  llvm::Error runDrivers(llvm::ArrayRef<Inputs> cases, const std::string &what);
  llvm::Expected<bool> runOne(const Built &one, llvm::ArrayRef<Inputs> cases,
                              const std::string &what);
  llvm::Expected<DriverRun> runOn(const WorkFolder &folder,
                                  llvm::ArrayRef<Inputs> cases,
                                  const std::string &what);
  bool takesTurns(const Built &one) const;
  llvm::Error time(const Inputs &inputs);
  llvm::Error timeInTurns(llvm::ArrayRef<const Built *> fit,
                          const Inputs &inputs);

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
  built.push_back(
      {&candidate, std::move(*folder), std::move(*files), std::move(tools)});
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
    return runDrivers(cases, "0");
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
  for (const Built &one : built)
    if (llvm::Expected<bool> isGood = runOne(one, cases, what); !isGood)
      return isGood.takeError();
  return llvm::Error::success();
}

/// Whether the driver found nothing wrong.
llvm::Expected<bool> Benchmark::runOne(const Built &one,
                                       llvm::ArrayRef<Inputs> cases,
                                       const std::string &what) {
  note(options,
       "running " + one.candidate->label + " on " +
           (cases.size() == 1 ? cases[0].name
                              : std::to_string(cases.size()) + " inputs"));
  llvm::Expected<DriverRun> run = runOn(one.folder, cases, what);
  if (!run)
    return run.takeError();
  return results.take(*one.candidate, *run, cases);
}

llvm::Expected<DriverRun> Benchmark::runOn(const WorkFolder &folder,
                                           llvm::ArrayRef<Inputs> cases,
                                           const std::string &what) {
  std::string data = folder.file("cases.bin");
  if (llvm::Error failure = writeCases(data, cases))
    return failure;
  std::vector<std::string> arguments = {data, what};
  for (int count : options.threads)
    arguments.push_back(std::to_string(count));
  llvm::Expected<DriverRun> run = runDriver(folder, arguments);
  if (options.keep.empty())
    llvm::sys::fs::remove(data);
  return run;
}

/// Times of an emulation mean nothing, and those on a GPU have another driver.
bool Benchmark::takesTurns(const Built &one) const {
  auto isOnHost = [](const Built &other) {
    return other.tools.kind == DriverKind::Host;
  };
  return isOnHost(one) && llvm::count_if(built, isOnHost) > 1;
}

llvm::Error Benchmark::time(const Inputs &inputs) {
  results.begin();
  std::vector<const Built *> fit;
  for (const Built &one : built) {
    const bool isLater = takesTurns(one);
    llvm::Expected<bool> isGood =
        runOne(one, llvm::ArrayRef(inputs),
               isLater ? "0" : std::to_string(options.seconds));
    if (!isGood)
      return isGood.takeError();
    if (isLater && *isGood)
      fit.push_back(&one);
  }
  return fit.empty() ? llvm::Error::success() : timeInTurns(fit, inputs);
}

llvm::Error Benchmark::timeInTurns(llvm::ArrayRef<const Built *> fit,
                                   const Inputs &inputs) {
  llvm::Expected<WorkFolder> folder = WorkFolder::create(
      options.keep.empty() ? std::string() : options.keep + "/turns");
  if (!folder)
    return folder.takeError();
  std::vector<BuiltDriver> drivers;
  std::vector<const Candidate *> timed;
  for (const Built *one : fit) {
    drivers.push_back({&one->folder, one->files});
    timed.push_back(one->candidate);
  }
  note(options, "timing " + std::to_string(fit.size()) +
                    " candidates in turns on " + inputs.name);
  if (llvm::Error failure = linkTurns(
          *folder, drivers, {options.budget, options.runs}, fit[0]->tools))
    return failure;
  llvm::Expected<DriverRun> run =
      runOn(*folder, llvm::ArrayRef(inputs), std::to_string(options.seconds));
  if (!run)
    return run.takeError();
  results.takeTurns(timed, *run, inputs);
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
    return inputs.forEach([&](const Inputs &one) {
      return options.hasFaults() ? runDrivers(llvm::ArrayRef(one)) : time(one);
    });
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
