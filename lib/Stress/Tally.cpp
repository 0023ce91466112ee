//===- Tally.cpp - what a run of many cases found -------------------------===//

#include "sparsec/Stress/Tally.h"

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

void Tally::add(const CaseRecord &record) {
  ++counts[nameOf(record.verdict)];
  if (record.steps.empty() && record.verdict == Verdict::Refused)
    ++counts["source refused"];
  // Refused before its end, a composition would have had all its steps.
  bool isComplete = record.verdict == Verdict::Accepted;
  if ((isComplete ? record.effective() : record.intended) >= 3) {
    ++counts["long"];
    counts["long accepted"] += isComplete;
  }
  for (const StepRecord &step : record.steps) {
    bool refused = step.fate == StepRecord::Fate::Refused;
    ++counts["step " + step.step.transform + " " + record.kernel.className +
             (refused ? " refused" : " accepted")];
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
  for (const TransformSpec *spec : allTransforms()) {
    out << llvm::left_justify(spec->name, 22);
    for (const std::string &each : kernelClasses()) {
      std::string key = "step " + spec->name.str() + " " + each;
      std::string cell = std::to_string(count(key + " accepted")) + "/" +
                         std::to_string(count(key + " refused"));
      out << llvm::right_justify(cell, 12);
    }
    out << "\n";
  }
}

void Tally::printSummary(llvm::raw_ostream &out, double seconds) const {
  long all =
      count("accepted") + count("refused") + count("wrong") + count("crashed");
  long total = count("long"), good = count("long accepted");
  out << llvm::format("%ld cases in %.0f s (%.1f per second), %ld sources "
                      "refused\n",
                      all, seconds, double(all) / seconds,
                      count("source refused"));
  out << llvm::format("compositions of three or more steps: %ld of %ld "
                      "accepted (%.0f %%)\n",
                      good, total,
                      total ? 100.0 * double(good) / double(total) : 0.0);
  out << count("accepted") << " accepted, " << count("refused") << " refused, "
      << count("wrong") << " wrong, " << count("crashed") << " crashed\n";
}

} // namespace sparsec::stress
