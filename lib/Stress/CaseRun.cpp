//===- CaseRun.cpp - source and generated code against each other ---------===//

#include "CaseRun.h"

#include "sparsec/Stress/Violations.h"

#include <dlfcn.h>

namespace sparsec::stress {
namespace {

/// sparsec/error.h: the result would be larger than max_fill or memory allows;
/// a fact does not hold.
constexpr int noMemory = 1, fillLimit = 3, factViolated = 4;

} // namespace

CaseRun::CaseRun(const CaseRecord &record, void *library, LogWriter &log)
    : record(record), log(log) {
  std::string name = record.name();
  entry =
      reinterpret_cast<Entry>(dlsym(library, ("stress_run_" + name).c_str()));
  message = reinterpret_cast<const char *(*)()>(
      dlsym(library, ("stress_message_" + name).c_str()));
}

bool CaseRun::report(const std::string &kind, const std::string &details) {
  std::string text = details + " with " + std::to_string(mode.threads) +
                     (mode.isolated ? " isolated" : "") + " thread(s)\n" +
                     inputs->text();
  log.write("wrong", kind, text);
  return false;
}

void CaseRun::all() {
  Random random(record.seed, record.number * 2);
  std::vector<EmulationMode> modes = {{1, false}};
  if (hasParallelLoops(record))
    modes.push_back({3, false});
  if (hasParallelLoops(record) && !hasAtomicUpdates(record))
    modes.push_back({3, true});
  std::vector<Inputs> shapes =
      makeInputs(record.kernel, random, !record.mayRound());
  knownShape = shapes[record.knownShape].shape;
  for (const Inputs &each : shapes)
    for (EmulationMode how : modes)
      if (record.isAffordable(each) && !matches(each, how))
        return;
  if (!record.isThorough)
    return;
  mode = {1, false};
  for (const Inputs &each : shapes)
    if (each.shape != "large" && (!dropsIn(each) || !detects(each, random)))
      return;
}

bool CaseRun::call(Task task, Arguments &arguments, const Arguments &expected) {
  emulateThreads(mode, arguments.blocks());
  int status = run(task, arguments);
  bool isOther = status == factViolated && record.uses("specialize") &&
                 inputs->shape != knownShape;
  if (status == noMemory || status == fillLimit || isOther) {
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
  run(RunSource, expected);
  if (expected.mayRound())
    return true;
  bool good = call(InspectAndExecute, actual, expected);
  if (good && !stopped) {
    expected.perturb(1);
    actual.perturb(1);
    run(RunSource, expected);
    if (!expected.mayRound())
      good = call(UpdateAndExecute, actual, expected);
  }
  run(Destroy, actual);
  std::string problem = heapProblem();
  return problem.empty() || !good ? good : report("heap", problem);
}

bool CaseRun::dropsIn(Arguments &actual, Arguments &expected) {
  run(RunSource, expected);
  if (expected.mayRound())
    return true;
  emulateThreads(mode, actual.blocks());
  run(DropIn, actual);
  if (std::string array = actual.strayWrite(); !array.empty())
    return report("stray write of the drop-in", "next to '" + array + "'");
  if (std::string text = actual.difference(expected); !text.empty())
    return report("different result of the drop-in", text);
  std::string problem = heapProblem();
  return problem.empty() || report("heap after the drop-in", problem);
}

bool CaseRun::dropsIn(const Inputs &which) {
  inputs = &which;
  log.write("run", which.shape + ", drop-in", "");
  Arguments plain(record.kernel, which), same(record.kernel, which);
  if (!dropsIn(plain, same))
    return false;
  if (record.kernel.isRestrict)
    return true;
  for (const auto &[first, second] : plain.overlappable()) {
    log.write("run", which.shape + ", drop-in with overlap", "");
    Arguments actual(record.kernel, which), expected(record.kernel, which);
    actual.overlap(first, second);
    expected.overlap(first, second);
    if (!dropsIn(actual, expected))
      return false;
  }
  return true;
}

bool CaseRun::detects(const Inputs &which, Random &random) {
  for (const Violation &violation : violations(record.kernel, which, random)) {
    inputs = &violation.inputs;
    log.write("run", which.shape + ", " + violation.what, "");
    Arguments arguments(record.kernel, violation.inputs);
    emulateThreads(mode, arguments.blocks());
    int status = run(InspectOnly, arguments);
    std::string text = status ? message() : "";
    run(Destroy, arguments);
    heapProblem();
    // Of two that do not hold the first one is told.
    bool isNamed = text.find(record.kernel.spelled(violation.array)) !=
                       std::string::npos ||
                   record.uses("specialize");
    if (status != factViolated || !isNamed)
      return report("violated fact", violation.what + " gives status " +
                                         std::to_string(status) + " '" + text +
                                         "'");
  }
  return true;
}

} // namespace sparsec::stress
