//===- Benchmark.cpp - build, run, verify and time candidates -------------===//
///
/// \file
/// One driver is compiled per candidate; then, matrix by matrix, the inputs are
/// made once and every driver verifies on them. Those on the host that pass are
/// timed by one driver, in turns; others, and one alone, time at once.
///
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "Messages.h"

#include "DriverSources.h"
#include "InputSets.h"
#include "Peers.h"
#include "ResultKeys.h"
#include "Results.h"

#include "sparsec/Bench/CorruptedInputs.h"
#include "sparsec/Bench/InterpretedCases.h"
#include "sparsec/Bench/Store.h"
#include "sparsec/Bench/Turns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace sparsec::bench {
namespace {

class Benchmark {
public:
  Benchmark(const Program &program, const Kernel &kernel,
            const std::vector<Candidate> &candidates, const Options &options)
      : program(program), kernel(kernel), candidates(candidates),
        options(options), keys(program, options), built(candidates.size()),
        results(kernel, candidates, options) {}

  llvm::Expected<Outcome> run();

private:
  struct Built {
    const Candidate *candidate;
    WorkFolder folder;
    std::vector<DriverFile> files;
    ToolchainOptions tools;
  };

  llvm::Expected<Built> buildOne(const Candidate &candidate) const;
  llvm::Expected<const Built *> builtOne(const Candidate &candidate);
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
  bool takesTurns(const Candidate &candidate) const;
  bool reuse(const Candidate &candidate, const Inputs &inputs);
  llvm::Error keepResults();
  llvm::Error time(const Inputs &inputs);
  llvm::Error timeInTurns(llvm::ArrayRef<const Built *> fit,
                          const Inputs &inputs);

  const Program &program;
  const Kernel &kernel;
  const std::vector<Candidate> &candidates;
  const Options &options;
  ResultKeys keys;
  std::optional<Store> store;
  std::optional<PeerLibrary> peer;         ///< of -peer
  std::vector<std::optional<Built>> built; ///< as candidates are
  Results results;
};

llvm::Expected<Benchmark::Built>
Benchmark::buildOne(const Candidate &candidate) const {
  llvm::SmallString<128> source(options.source);
  llvm::sys::fs::make_absolute(source);
  std::string keep = options.keep;
  if (!keep.empty() && candidates.size() > 1)
    keep += "/" + std::to_string(&candidate - candidates.data());
  llvm::Expected<WorkFolder> folder = WorkFolder::create(keep);
  if (!folder)
    return folder.takeError();
  DriverMaker maker(program, kernel, options);
  llvm::Expected<std::vector<DriverFile>> files = maker.files(
      candidate, {std::string(source), folder->file("generated.h")});
  if (!files)
    return files.takeError();
  ToolchainOptions tools =
      maker.tools(candidate, llvm::sys::path::parent_path(source).str());
  // Not after a minute of nvcc; that it is missing comes first, though.
  if (tools.kind == DriverKind::Gpu && llvm::sys::findProgramByName(tools.nvcc))
    if (std::string why = whyNoGpu(); !why.empty())
      return noGpuError(candidate.label, why);
  note(options, "compiling " + candidate.label);
  if (llvm::Error failure = buildDriver(*folder, *files, tools))
    return failure;
  return Built{&candidate, std::move(*folder), std::move(*files),
               std::move(tools)};
}

/// Compiles what was not needed before.
llvm::Expected<const Benchmark::Built *>
Benchmark::builtOne(const Candidate &candidate) {
  std::optional<Built> &one = built[size_t(&candidate - candidates.data())];
  if (!one) {
    llvm::Expected<Built> made = buildOne(candidate);
    if (!made)
      return made.takeError();
    one.emplace(std::move(*made));
  }
  return &*one;
}

llvm::Error Benchmark::build() {
  for (const Candidate &candidate : candidates)
    if (llvm::Expected<const Built *> one = builtOne(candidate); !one)
      return one.takeError();
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
  for (const std::optional<Built> &one : built)
    if (llvm::Expected<bool> isGood = runOne(*one, cases, what); !isGood)
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
bool Benchmark::takesTurns(const Candidate &candidate) const {
  auto isOnHost = [](const Candidate &other) {
    return !other.interface.isCuda;
  };
  return isOnHost(candidate) && (options.budget > 0 || peer ||
                                 llvm::count_if(candidates, isOnHost) > 1);
}

/// Takes stored results of all numbers of threads, or none. One that was
/// dropped was so beside the candidates of its run, which others now are: its
/// few rounds say nothing of how it stands to these.
bool Benchmark::reuse(const Candidate &candidate, const Inputs &inputs) {
  if (!options.reuse)
    return false;
  std::vector<const Row *> stored;
  for (int count : options.threads) {
    const Row *row = store->find(keys.of(candidate, count));
    if (!row || row->timing.isDropped)
      return false;
    stored.push_back(row);
  }
  for (const Row *row : stored)
    results.reuse(candidate, *row, inputs);
  return true;
}

llvm::Error Benchmark::keepResults() {
  if (!store)
    return llvm::Error::success();
  for (const Measured &one : results.newRows()) {
    const Candidate &candidate = candidates[one.candidate];
    if (llvm::Error failure =
            store->add(keys.of(candidate, one.row.timing.threads), one.row))
      return failure;
  }
  return llvm::Error::success();
}

llvm::Error Benchmark::time(const Inputs &inputs) {
  results.begin();
  if (store)
    keys.use(inputs);
  std::vector<const Built *> fit;
  for (const Candidate &candidate : candidates) {
    if (reuse(candidate, inputs))
      continue;
    llvm::Expected<const Built *> one = builtOne(candidate);
    if (!one)
      return one.takeError();
    const bool isLater = takesTurns(candidate);
    llvm::Expected<bool> isGood =
        runOne(**one, llvm::ArrayRef(inputs),
               isLater ? "0" : exactText(options.seconds));
    if (!isGood)
      return isGood.takeError();
    if (isLater && *isGood)
      fit.push_back(*one);
  }
  if (!fit.empty())
    if (llvm::Error failure = timeInTurns(fit, inputs))
      return failure;
  return keepResults();
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
  if (peer)
    timed.push_back(&results.peer);
  note(options, "timing " + std::to_string(timed.size()) +
                    " candidates in turns on " + inputs.name);
  if (llvm::Error failure =
          linkTurns(*folder, drivers,
                    {options.budget, options.runs, peer ? &*peer : nullptr},
                    fit[0]->tools))
    return failure;
  llvm::Expected<DriverRun> run =
      runOn(*folder, llvm::ArrayRef(inputs), exactText(options.seconds));
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
  if (options.onlyVerifies() && !options.interpret)
    if (llvm::Error failure = build())
      return failure;
  if (options.hasHostPeer()) {
    llvm::Expected<PeerLibrary> found = findPeer(options.peer, program, kernel);
    if (!found)
      return found.takeError();
    peer.emplace(std::move(*found));
  }
  if (!options.store.empty()) {
    llvm::Expected<Store> opened =
        Store::open(options.store, [](const std::string &text) {
          say(Severity::Warning, text);
        });
    if (!opened)
      return opened.takeError();
    store.emplace(std::move(*opened));
  }
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
