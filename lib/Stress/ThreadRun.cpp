//===- ThreadRun.cpp - generated code on real threads ---------------------===//

#include "ThreadRun.h"

#include "CaseUnit.h"

#include "sparsec/Stress/Arguments.h"
#include "sparsec/Stress/Process.h"

#include <cstdlib>

namespace sparsec::stress {
namespace {

/// As for all cases, so that small inputs have waves too.
const char *const waveFlags = " -DSPARSEC_GAIN_LEAST=100 -DSPARSEC_WAVE_COST=1 "
                              "-DSPARSEC_TASK_LEAST=1 -DSPARSEC_PIECE_LEAST=1 "
                              "-DSPARSEC_JUMP_COST=0 ";

class ThreadRun {
public:
  ThreadRun(CaseRecord &record, const RunnerOptions &options,
            const std::string &unit)
      : record(record), options(options), unit(unit) {}

  void all();

private:
  bool build();
  bool matches(const Inputs &inputs);
  std::string quoted(const std::string &suffix) const {
    return "'" + unit + suffix + "'";
  }

  CaseRecord &record;
  const RunnerOptions &options;
  std::string unit;
};

bool ThreadRun::build() {
  std::string command =
      "gcc -std=gnu11 -O1 -g1 -fsanitize=thread -fopenmp -ffp-contract=off "
      "-fwrapv -DENTRY=stress_run_" +
      record.name() + waveFlags + "-I '" + options.runtimeFolder + "' " +
      quoted("") + " '" + options.threadsFile + "' -lpthread -lm -o " +
      quoted(".threads") + " > " + quoted(".cc") + " 2>&1";
  if (std::system(command.c_str()) == 0)
    return true;
  record.fail(Verdict::Wrong, "does not compile for threads",
              readText(unit + ".cc"));
  return false;
}

/// sparsec/error.h
constexpr int noMemory = 1, fillLimit = 3, factViolated = 4;

bool ThreadRun::matches(const Inputs &inputs) {
  Arguments arguments(record.kernel, inputs);
  writeText(unit + ".in", arguments.serialized());
  // Rounding aside, the source on the host says what comes out: the run before
  // this one has compared the same values with it, so one thread will do.
  std::string results[2];
  for (int threads : {1, 4}) {
    std::string command = "TSAN_OPTIONS=exitcode=66 timeout 60 " +
                          quoted(".threads") + " " + quoted(".in") + " " +
                          quoted(".out") + " " + std::to_string(threads) +
                          " > " + quoted(".cc") + " 2>&1";
    int status = std::system(command.c_str());
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == noMemory || code == fillLimit ||
        (code == factViolated && record.uses("specialize")))
      return true;
    if (code != 0) {
      record.fail(Verdict::Wrong,
                  code == 66 ? "race of threads"
                  : code == 124
                      ? "threads that wait in vain"
                      : "threads end with code " + std::to_string(code),
                  readText(unit + ".cc") + inputs.text());
      return false;
    }
    results[threads > 1] = readText(unit + ".out");
  }
  if (results[0] == results[1])
    return true;
  record.fail(Verdict::Wrong, "different result on threads", inputs.text());
  return false;
}

void ThreadRun::all() {
  if (!build())
    return;
  Random random(record.seed, record.number * 2);
  for (const Inputs &inputs :
       makeInputs(record.kernel, random, !record.mayRound()))
    if ((inputs.shape == "square" || inputs.shape == "large") &&
        record.isAffordable(inputs) && !matches(inputs))
      return;
}

} // namespace

bool hasWaitingThreads(const CaseRecord &record) {
  return !record.onGpu && record.uses("sparse_wavefront");
}

void runOnThreads(CaseRecord &record, const RunnerOptions &options,
                  const std::string &unit) {
  ThreadRun(record, options, unit).all();
}

} // namespace sparsec::stress
