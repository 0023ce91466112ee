//===- Runner.cpp - compiles and runs generated code ----------------------===//

#include "sparsec/Stress/Runner.h"

#include "CaseUnit.h"

#include "sparsec/Stress/Emulation.h"
#include "sparsec/Stress/Inputs.h"
#include "sparsec/Stress/Process.h"

#include "llvm/ADT/StringRef.h"

#include <cstdlib>
#include <dlfcn.h>

namespace sparsec::stress {
namespace {

/// sparsec/error.h: the result would be larger than max_fill or memory allows.
constexpr int noMemory = 1, fillLimit = 3;

/// Runs source and generated code of one case against each other.
class CaseRun {
public:
  CaseRun(const CaseRecord &record, void *library, LogWriter &log)
      : record(record), log(log) {
    std::string name = record.name();
    run = reinterpret_cast<int (*)(int, void **)>(
        dlsym(library, ("stress_run_" + name).c_str()));
    message = reinterpret_cast<const char *(*)()>(
        dlsym(library, ("stress_message_" + name).c_str()));
  }

  void all() {
    Random random(record.seed, record.number * 2);
    std::vector<EmulationMode> modes = {{1, false}};
    if (hasParallelLoops(record))
      modes = {{1, false}, {3, false}, {3, true}};
    for (const Inputs &inputs :
         makeInputs(record.kernel, random, !record.mayRound()))
      for (EmulationMode mode : modes)
        if (!matches(inputs, mode))
          return;
  }

private:
  bool matches(const Inputs &inputs, EmulationMode mode);
  /// One call; false when it went wrong, which is then logged.
  bool call(Task task, Arguments &arguments, const Arguments &expected);
  bool report(const std::string &kind, const std::string &details) {
    std::string text = details + " with " + std::to_string(mode.threads) +
                       (mode.isolated ? " isolated" : "") + " thread(s)\n" +
                       inputs->text();
    log.write("wrong", kind, text);
    return false;
  }

  const CaseRecord &record;
  LogWriter &log;
  int (*run)(int, void **) = nullptr;
  const char *(*message)() = nullptr;
  const Inputs *inputs = nullptr;
  EmulationMode mode;
  bool stopped = false;
};

bool CaseRun::call(Task task, Arguments &arguments, const Arguments &expected) {
  emulateThreads(mode, arguments.blocks());
  int status = run(task, arguments.pointers());
  if (status == noMemory || status == fillLimit) {
    stopped = true;
    return true;
  }
  if (status)
    return report("inspector error", message());
  if (std::string array = arguments.strayWrite(); !array.empty())
    return report("stray write", "next to '" + array + "'");
  if (std::string text = arguments.difference(expected); !text.empty())
    return report("different result", text);
  return true;
}

bool CaseRun::matches(const Inputs &which, EmulationMode how) {
  inputs = &which;
  mode = how;
  stopped = false;
  Arguments expected(record.kernel, which), actual(record.kernel, which);
  log.write("run", which.shape, "");
  run(RunSource, expected.pointers());
  if (expected.mayRound())
    return true;
  bool good = call(InspectAndExecute, actual, expected);
  if (good && !stopped) {
    expected.perturb(1);
    actual.perturb(1);
    run(RunSource, expected.pointers());
    if (!expected.mayRound())
      good = call(UpdateAndExecute, actual, expected);
  }
  run(Destroy, actual.pointers());
  std::string problem = heapProblem();
  return problem.empty() || !good ? good : report("heap", problem);
}

class Batch {
public:
  Batch(const RunnerOptions &options, const std::string &folder)
      : options(options), folder(folder) {}

  void run(const std::vector<CaseRecord *> &records);

private:
  std::string unitOf(const CaseRecord &record) const {
    return folder + "/" + record.name() + ".c";
  }
  /// "" or what the compiler said.
  std::string build(const std::vector<CaseRecord *> &records) const;
  void execute(CaseRecord &record, void *library) const;

  const RunnerOptions &options;
  std::string folder;
};

std::string Batch::build(const std::vector<CaseRecord *> &records) const {
  std::string command =
      options.compiler +
      " -std=c11 -shared -fPIC -fopenmp -ffp-contract=off "
      // Waves and tasks on small inputs, too.
      "-DSPARSEC_WAVE_COST=1 -DSPARSEC_TASK_LEAST=1 "
      "-DSPARSEC_PIECE_LEAST=1 -DSPARSEC_JUMP_COST=0 "
      "-Wall -Wextra -Werror -Wno-error=maybe-uninitialized -I '" +
      options.runtimeFolder + "'";
  for (const std::string &flag : options.flags)
    command += " " + flag;
  for (const CaseRecord *record : records)
    command += " '" + unitOf(*record) + "'";
  command += " -o '" + folder + "/cases.so' > '" + folder + "/cc' 2>&1";
  if (std::system(command.c_str()) == 0)
    return "";
  return readText(folder + "/cc") + " ";
}

void Batch::execute(CaseRecord &record, void *library) const {
  std::string path = folder + "/run.log";
  ProcessEnd end = runInChild([&] {
    LogWriter log(path);
    limitTime(10);
    CaseRun(record, library, log).all();
  });
  std::string stage;
  for (const LogLine &line : readLogLines(path)) {
    stage = line.first;
    if (line.event == "wrong")
      return record.fail(Verdict::Wrong, line.first, line.second);
  }
  if (end.timedOut)
    record.fail(Verdict::Wrong, "endless loop", "in the shape " + stage);
  else if (end.signal || end.exitCode)
    record.fail(Verdict::Wrong, "generated code crashes",
                "signal " + std::to_string(end.signal) + " in the shape " +
                    stage);
}

void Batch::run(const std::vector<CaseRecord *> &records) {
  if (records.empty())
    return;
  for (const CaseRecord *record : records)
    writeText(unitOf(*record), caseUnit(*record));
  std::string problem = build(records);
  if (!problem.empty() && records.size() > 1) {
    for (CaseRecord *record : records)
      run({record});
    return;
  }
  if (!problem.empty())
    return records.front()->fail(Verdict::Wrong, "does not compile", problem);
  void *library = dlopen((folder + "/cases.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  for (CaseRecord *record : records)
    if (library)
      execute(*record, library);
    else
      record->fail(Verdict::Wrong, "does not load", dlerror());
  if (library)
    dlclose(library);
}

} // namespace

void runCases(const std::vector<CaseRecord *> &records,
              const RunnerOptions &options, const std::string &folder) {
  Batch(options, folder).run(records);
}

} // namespace sparsec::stress
