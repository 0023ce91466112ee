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
  // What is compiled only is compared once.
  counts["compared"] += record.isInterpreted
                            ? record.compared
                            : record.verdict == Verdict::Accepted;
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
    ++counts["step " + step.step.transform + " " +
             (record.failed() && !refused ? "wrong" : fate)];
  }
  ++counts["class " + record.kernel.className + " " +
           (record.failed() ? "wrong" : nameOf(record.verdict))];
  for (const auto &[stage, milliseconds] : record.times)
    counts["time " + stage] += milliseconds;
  const std::pair<const char *, bool> traits[] = {
      {"cuda", record.onGpu},
      {"inspector on the GPU", record.inspectsOnGpu},
      {"interpreted", record.isInterpreted && record.unknown.empty() &&
                          record.verdict != Verdict::Refused},
      {"compiled", !record.generated.empty()},
      {"thorough", record.isThorough},
      {"threads",
       record.times.count("threads") && record.times.at("threads") > 0}};
  if (!record.generated.empty() || record.isInterpreted)
    for (const auto &[name, has] : traits)
      counts[std::string("run ") + name] += has;
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

void Tally::printRow(llvm::raw_ostream &out, const std::string &kind,
                     const std::string &name) const {
  out << llvm::left_justify(name, 22);
  for (const char *fate : {" accepted", " refused", " wrong"})
    out << llvm::right_justify(std::to_string(count(kind + " " + name + fate)),
                               10);
  out << "\n";
}

void Tally::printTable(llvm::raw_ostream &out) const {
  out << "steps                   accepted   refused     wrong\n";
  for (const TransformSpec *spec : allTransforms())
    printRow(out, "step", spec->name.str());
  out << "cases                   accepted   refused     wrong\n";
  for (const std::string &each : kernelClasses())
    printRow(out, "class", each);
  for (const auto &[what, number] : counts)
    if (llvm::StringRef(what).starts_with("run "))
      out << what << ": " << number << "\n";
    else if (llvm::StringRef(what).starts_with("time "))
      out << what << ": " << number / 1000 << " s\n";
  std::vector<std::string> missing = neverAccepted();
  out << "never accepted: "
      << (missing.empty() ? "none" : llvm::join(missing, ", ")) << "\n";
}

std::vector<std::string> Tally::neverAccepted() const {
  std::vector<std::string> result;
  for (const TransformSpec *spec : allTransforms())
    if (!count("step " + spec->name.str() + " accepted"))
      result.push_back(spec->name.str());
  return result;
}

void Tally::printSummary(llvm::raw_ostream &out, double seconds) const {
  long all =
      count("accepted") + count("refused") + count("wrong") + count("crashed");
  out << llvm::format("%ld cases in %.0f s (%.1f per second), %ld sources "
                      "refused\n",
                      all, seconds, double(all) / seconds,
                      count("source refused"));
  out << llvm::format("%ld compositions compared with their source (%.1f per "
                      "second)\n",
                      count("compared"), double(count("compared")) / seconds);
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
