//===- CaseLog.cpp - what the process of a case has written ---------------===//

#include "CaseLog.h"

namespace sparsec::stress {
namespace {

class LogReader {
public:
  LogReader(CaseRecord &record, const std::string &folder)
      : record(record), folder(folder) {}

  void run(const ProcessEnd &end);

private:
  void take(const LogLine &line);
  void takeStep(const LogLine &line);
  void takeEnd(const ProcessEnd &end);
  void readFiles();
  void fail(Verdict how, const std::string &what, const std::string &details);
  bool isBranch() const { return branchAt.has_value(); }

  CaseRecord &record;
  const std::string &folder;
  std::string stage = "parse", previous;
  bool isEmitted = false;
  /// Of a branch: how many steps of the composition were tried before it, and
  /// its own one, which is no step of the composition.
  std::optional<size_t> branchAt;
  StepRecord branchStep;
};

/// A branch that fails is a composition of its own.
void LogReader::fail(Verdict how, const std::string &what,
                     const std::string &details) {
  if (isBranch() && !record.failed()) {
    record.steps.resize(*branchAt);
    record.steps.push_back(branchStep);
    isEmitted = false;
  }
  record.fail(how, what, details);
}

void LogReader::takeStep(const LogLine &line) {
  using Fate = StepRecord::Fate;
  if (line.event == "try")
    record.steps.push_back({{line.first, line.second}, Fate::Refused, ""});
  else if (line.event == "branch")
    branchAt = std::min(size_t(std::stoul(line.first)), record.steps.size());
  else if (line.event == "attempt")
    branchStep = {{line.first, line.second}, Fate::Accepted, ""};
  else if (isBranch())
    return;
  else if (line.event == "accepted" || line.event == "no effect")
    record.steps.back().fate =
        line.event == "accepted" ? Fate::Accepted : Fate::NoEffect;
  else if (line.event == "refused") {
    // Of a case that is wrong, the interpreter has told why.
    if (!record.failed())
      record.why = line.first;
    if (previous == "try")
      record.steps.back().why = line.first;
  }
}

void LogReader::take(const LogLine &line) {
  takeStep(line);
  isEmitted |= line.event == "emitted";
  if (line.event == "failed")
    fail(Verdict::Crashed, line.first, line.second);
  else if (line.event == "wrong")
    fail(Verdict::Wrong, line.first, line.second);
  else if (line.event == "compared")
    ++record.compared;
  else if (line.event == "unknown")
    record.unknown = line.first;
}

void LogReader::readFiles() {
  record.generated = readText(folder + "/generated.c");
  if (!record.isThorough)
    return;
  record.whole = readText(folder + "/whole");
  record.header = readText(folder + "/header");
  record.rest = record.onGpu ? readText(folder + "/rest") : "";
}

void LogReader::takeEnd(const ProcessEnd &end) {
  const std::string where = stage == "try"       ? record.steps.back().step.text
                            : stage == "attempt" ? branchStep.step.text
                                                 : stage;
  // Traits of sets with strides.
  const bool isDrawing = stage == "draw" || stage == "branch";
  if (end.timedOut && isDrawing && !isEmitted)
    record.why = "no step was found in time";
  else if (end.timedOut && !isDrawing)
    fail(Verdict::Crashed, "no answer in time", "in " + where);
  else if (!end.timedOut && (end.signal || end.exitCode))
    fail(Verdict::Crashed, "signal " + std::to_string(end.signal),
         "in " + where + "\n" + readText(folder + "/errors"));
}

void LogReader::run(const ProcessEnd &end) {
  long since = 0;
  for (const LogLine &line : readLogLines(folder + "/log")) {
    const bool isStep = stage == "try" || stage == "attempt";
    record.times[isStep              ? "step"
                 : stage == "branch" ? "draw"
                                     : stage] += line.milliseconds - since;
    since = line.milliseconds;
    previous = stage;
    stage = line.event;
    take(line);
    if (line.event == "failed")
      return;
  }
  takeEnd(end);
  if (isEmitted && !end.signal && !end.exitCode)
    readFiles();
  if (!record.failed() && !(isEmitted && record.isComplete()))
    record.verdict = Verdict::Refused;
}

} // namespace

void readCaseLog(CaseRecord &record, const std::string &folder,
                 const ProcessEnd &end) {
  LogReader(record, folder).run(end);
}

} // namespace sparsec::stress
