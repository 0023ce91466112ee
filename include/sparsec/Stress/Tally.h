//===- Tally.h - what a run of many cases found -----------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_TALLY_H
#define SPARSEC_STRESS_TALLY_H

#include "sparsec/Stress/Case.h"

#include "llvm/Support/raw_ostream.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec::stress {

class Tally {
public:
  void add(const CaseRecord &record);
  /// As lines of text, for another process; `merge` reads them.
  std::string serialized() const;
  void merge(const std::string &text);

  /// Steps by transformation and cases by class of kernel: accepted, refused,
  /// and in a case that is wrong or crashed.
  void printTable(llvm::raw_ostream &out) const;
  /// Cases of three or more steps, speed, and the last line of the program.
  void printSummary(llvm::raw_ostream &out, double seconds) const;
  /// Transformations that were accepted in no case.
  std::vector<std::string> neverAccepted() const;
  bool failed() const { return count("wrong") || count("crashed"); }
  long count(const std::string &what) const {
    auto found = counts.find(what);
    return found == counts.end() ? 0 : found->second;
  }

private:
  void printRow(llvm::raw_ostream &out, const std::string &kind,
                const std::string &name) const;

  /// "accepted", "wrong", …, "step TRANSFORM accepted", "class CLASS wrong".
  std::map<std::string, long> counts;
};

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_TALLY_H
