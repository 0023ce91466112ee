//===- Benchmark.cpp - build, run, verify and time candidates -------------===//
///
/// \file
/// One driver is compiled per candidate; then, matrix by matrix, the inputs are
/// made once and every driver verifies on them.
///
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "Messages.h"

#include "DriverSources.h"
#include "InputSets.h"
#include "Peers.h"

#include "sparsec/Bench/CorruptedInputs.h"
#include "sparsec/Bench/InterpretedCases.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace sparsec::bench {

bool takesTurns(const Candidate &candidate,
                const std::vector<Candidate> &candidates,
                const Options &options) {
  const bool isCuda = candidate.interface.isCuda;
  const auto beside = llvm::count_if(candidates, [&](const Candidate &other) {
    return other.interface.isCuda == isCuda;
  });
  return !(isCuda && options.emulate) &&
         (options.budget > 0 || (options.hasHostPeer() && !isCuda) ||
          beside > 1);
}

Benchmark::Benchmark(const Program &program, const Kernel &kernel,
                     const std::vector<Candidate> &candidates,
                     const Options &options)
    : program(program), kernel(kernel), candidates(candidates),
      options(options), keys(program, options), built(candidates.size()),
      results(kernel, candidates, options) {}

/// All but what a compiler makes of it.
llvm::Expected<Benchmark::Built>
Benchmark::prepareOne(const Candidate &candidate) const {
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
  if (!options.strategy.empty())
    tools.timeLimit = options.trialTimeout;
  if (objects && tools.objects.empty())
    tools.objects = objects->path();
  return Built{&candidate, std::move(*folder), std::move(*files),
               std::move(tools)};
}

llvm::Expected<Benchmark::Built>
Benchmark::buildOne(const Candidate &candidate) const {
  llvm::Expected<Built> one = prepareOne(candidate);
  if (!one)
    return one.takeError();
  note(options, "compiling " + candidate.label);
  if (llvm::Error failure = buildDriver(one->folder, one->files, one->tools))
    return failure;
  return one;
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
    if (llvm::Expected<tune::Outcome> ended = runOne(*one, cases, what); !ended)
      return ended.takeError();
  return llvm::Error::success();
}

llvm::Expected<tune::Outcome> Benchmark::runOne(const Built &one,
                                                llvm::ArrayRef<Inputs> cases,
                                                const std::string &what) {
  note(options,
       "running " + one.candidate->label + " on " +
           (cases.size() == 1 ? cases[0].name
                              : std::to_string(cases.size()) + " inputs"));
  llvm::Expected<DriverRun> run =
      runOn(one.folder, cases, what, one.tools.timeLimit);
  if (!run)
    return run.takeError();
  if (run->isTimedOut)
    return tune::Outcome::TimedOut;
  return results.take(*one.candidate, *run, cases);
}

llvm::Expected<DriverRun> Benchmark::runOn(const WorkFolder &folder,
                                           llvm::ArrayRef<Inputs> cases,
                                           const std::string &what,
                                           double timeLimit) {
  std::string data = folder.file("cases.bin");
  if (llvm::Error failure = writeCases(data, cases))
    return failure;
  std::vector<std::string> arguments = {data, what};
  for (int count : options.threads)
    arguments.push_back(std::to_string(count));
  llvm::Expected<DriverRun> run = runDriver(folder, arguments, timeLimit);
  if (options.keep.empty())
    llvm::sys::fs::remove(data);
  return run;
}

/// Stored results of all numbers of threads, or none. One that was dropped was
/// so beside the candidates of its run, which others now are: its few rounds
/// say nothing of how it stands to these.
std::vector<const Row *>
Benchmark::storedRows(const Candidate &candidate) const {
  std::vector<const Row *> stored;
  for (int count : options.threads) {
    const Row *row =
        options.reuse ? store->find(keys.of(candidate, count)) : nullptr;
    if (!row || row->timing.isDropped)
      return {};
    stored.push_back(row);
  }
  return stored;
}

bool Benchmark::reuse(const Candidate &candidate, const Inputs &inputs) {
  const std::vector<const Row *> stored = storedRows(candidate);
  for (const Row *row : stored)
    results.reuse(candidate, *row, inputs);
  return !stored.empty();
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

/// Verifies the candidates of these numbers, those that have not failed, and
/// times what passes.
llvm::Error Benchmark::time(const Inputs &inputs,
                            llvm::ArrayRef<size_t> numbers) {
  if (store)
    keys.use(inputs);
  std::vector<const Built *> fit;
  for (size_t number : numbers) {
    const Candidate &candidate = candidates[number];
    if (failures.count(number) || reuse(candidate, inputs))
      continue;
    llvm::Expected<const Built *> one = builtOne(candidate);
    if (!one)
      return one.takeError();
    const bool isLater = takesTurns(candidate, candidates, options);
    llvm::Expected<tune::Outcome> ended =
        runOne(**one, llvm::ArrayRef(inputs),
               isLater ? "0" : exactText(options.seconds));
    if (!ended)
      return ended.takeError();
    if (*ended != tune::Outcome::Good)
      failures.emplace(number, *ended);
    else if (isLater)
      fit.push_back(*one);
  }
  if (llvm::Error failure = timeInTurns(std::move(fit), inputs))
    return failure;
  return keepResults();
}

/// Those on the host, and those on a GPU.
llvm::Error Benchmark::timeInTurns(std::vector<const Built *> fit,
                                   const Inputs &inputs) {
  const auto onGpu =
      std::stable_partition(fit.begin(), fit.end(), [](const Built *one) {
        return one->tools.kind == DriverKind::Host;
      });
  for (auto [begin, end] :
       {std::pair(fit.begin(), onGpu), std::pair(onGpu, fit.end())})
    if (begin != end)
      if (llvm::Error failure = timeTogether(
              llvm::ArrayRef(&*begin, size_t(end - begin)), inputs))
        return failure;
  return llvm::Error::success();
}

/// \p fit: of one DriverKind.
llvm::Error Benchmark::timeTogether(llvm::ArrayRef<const Built *> fit,
                                    const Inputs &inputs) {
  const ToolchainOptions &tools = fit[0]->tools;
  const bool onHost = tools.kind == DriverKind::Host;
  llvm::Expected<WorkFolder> folder = WorkFolder::create(
      options.keep.empty() ? std::string()
                           : options.keep + (onHost ? "/turns" : "/gpu-turns"));
  if (!folder)
    return folder.takeError();
  std::vector<BuiltDriver> drivers;
  std::vector<const Candidate *> timed;
  for (const Built *one : fit) {
    drivers.push_back({one->folder.path() + "/", one->files});
    timed.push_back(one->candidate);
  }
  const PeerLibrary *beside = peer && onHost ? &*peer : nullptr;
  if (beside)
    timed.push_back(&results.peer);
  note(options, "timing " + std::to_string(timed.size()) +
                    " candidates in turns on " + inputs.name);
  if (llvm::Error failure = linkTurns(
          *folder, drivers, {options.budget, options.runs, beside}, tools))
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

/// The results' begin() is told of each input.
llvm::Error
Benchmark::forEachInput(llvm::function_ref<llvm::Error(const Inputs &)> use) {
  size_t number = 0;
  return InputSets(program, kernel, options).forEach([&](const Inputs &one) {
    results.begin(number++);
    return use(one);
  });
}

llvm::Error Benchmark::runAll() {
  std::vector<size_t> all(candidates.size());
  std::iota(all.begin(), all.end(), size_t{0});
  if (!options.corpus)
    return forEachInput([&](const Inputs &one) {
      // A failure on one input says nothing of the others.
      failures.clear();
      return options.hasFaults() ? runDrivers(llvm::ArrayRef(one))
                                 : time(one, all);
    });
  InputSets inputs(program, kernel, options);
  // Seven threads on fewer cores should not spin; an existing value stays.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  llvm::Expected<std::vector<Inputs>> cases = inputs.corpusInputs();
  if (!cases)
    return cases.takeError();
  return options.interpret ? interpret(*cases) : runDrivers(*cases);
}

llvm::Error Benchmark::open() {
  if (options.hasHostPeer()) {
    llvm::Expected<PeerLibrary> found = findPeer(options.peer, program, kernel);
    if (!found)
      return found.takeError();
    peer.emplace(std::move(*found));
  }
  if (options.store.empty())
    return llvm::Error::success();
  llvm::Expected<Store> opened =
      Store::open(options.store, [](const std::string &text) {
        say(Severity::Warning, text);
      });
  if (!opened)
    return opened.takeError();
  store.emplace(std::move(*opened));
  return llvm::Error::success();
}

llvm::Expected<Outcome> Benchmark::run() {
  if (options.onlyVerifies() && !options.interpret)
    if (llvm::Error failure = build())
      return failure;
  if (llvm::Error failure = open())
    return failure;
  if (llvm::Error failure = runAll())
    return failure;
  return finish();
}

llvm::Expected<Outcome> Benchmark::finish() {
  if (llvm::Error failure = results.finish())
    return failure;
  return results.outcome;
}

llvm::Expected<Outcome> runBenchmark(const Program &program,
                                     const std::vector<Candidate> &candidates,
                                     const Options &options) {
  llvm::Expected<Kernel> kernel = describeKernel(program, options.exact);
  if (!kernel)
    return kernel.takeError();
  return Benchmark(program, *kernel, candidates, options).run();
}

} // namespace sparsec::bench
