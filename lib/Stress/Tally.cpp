//===- Tally.cpp - what a run of many cases found -------------------------===//

#include "sparsec/Stress/Tally.h"

#include "sparsec/Stress/StepMaker.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <sstream>

namespace sparsec::stress {

static const char *nameOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Accepted:
    return "accepted";
  case Verdict::Refused:
    return "refused";
  case Verdict::Wrong:
    return "wrong";
  case Verdict::Crashed:
    return "crashed";
  }
  return "";
}

static double percent(long part, long whole) {
  return whole ? 100.0 * double(part) / double(whole) : 0.0;
}

void Tally::add(const CaseRecord &record) {
  ++counts[nameOf(record.verdict)];
  bool isSourceRefused =
      record.steps.empty() && record.verdict == Verdict::Refused;
  counts["source refused"] += isSourceRefused;
  if (record.intended >= 3 && !isSourceRefused) {
    bool isAccepted = record.verdict == Verdict::Accepted;
    ++counts["long"];
    counts["long accepted"] += isAccepted;
    counts["long straight"] +=
        isAccepted && !record.count(StepRecord::Fate::Refused);
  }
  for (const StepRecord &step : record.steps) {
    bool refused = step.fate == StepRecord::Fate::Refused;
    const char *fate = refused ? "refused" : "accepted";
    ++counts[std::string("steps ") + fate];
    ++counts["step " + step.step.transform + " " + record.kernel.className +
             " " + fate];
  }
}

std::string Tally::serialized() const {
  std::string text;
  for (const auto &[what, count] : counts)
    text += std::to_string(count) + " " + what + "\n";
  return text;
}

void Tally::merge(const std::string &text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    size_t blank = line.find(' ');
    counts[line.substr(blank + 1)] += std::stol(line.substr(0, blank));
  }
}

void Tally::printTable(llvm::raw_ostream &out) const {
  out << llvm::left_justify("accepted/refused", 22);
  for (const std::string &each : kernelClasses())
    out << llvm::right_justify(each, 12);
  out << "\n";
  for (const TransformSpec *spec : drawnTransforms()) {
    out << llvm::left_justify(spec->name, 22);
    for (const std::string &each : kernelClasses()) {
      std::string key = "step " + spec->name.str() + " " + each;
      std::string cell = std::to_string(count(key + " accepted")) + "/" +
                         std::to_string(count(key + " refused"));
      out << llvm::right_justify(cell, 12);
    }
    out << "\n";
  }
  std::vector<std::string> empty = neverAccepted();
  out << "never accepted: "
      << (empty.empty() ? "none" : llvm::join(empty, ", ")) << "\n";
}

std::vector<std::string> Tally::neverAccepted() const {
  std::vector<std::string> result;
  for (const TransformSpec *spec : drawnTransforms())
    for (const std::string &each : kernelClasses())
      if (!count("step " + spec->name.str() + " " + each + " accepted"))
        result.push_back(spec->name.str() + " in " + each);
  return result;
}

void Tally::printSummary(llvm::raw_ostream &out, double seconds) const {
  long all =
      count("accepted") + count("refused") + count("wrong") + count("crashed");
  out << llvm::format("%ld cases in %.0f s (%.1f per second), %ld sources "
                      "refused\n",
                      all, seconds, double(all) / seconds,
                      count("source refused"));
  long taken = count("steps accepted");
  out << llvm::format("steps: %ld accepted, %ld refused (%.0f %% accepted)\n",
                      taken, count("steps refused"),
                      percent(taken, taken + count("steps refused")));
  long total = count("long"), good = count("long accepted");
  long straight = count("long straight");
  out << llvm::format("compositions of three or more effective steps: %ld of "
                      "%ld accepted (%.0f %%), %ld of them without a refused "
                      "step in between (%.0f %%)\n",
                      good, total, percent(good, total), straight,
                      percent(straight, total));
  out << count("accepted") << " accepted, " << count("refused") << " refused, "
      << count("wrong") << " wrong, " << count("crashed") << " crashed\n";
}

} // namespace sparsec::stress
