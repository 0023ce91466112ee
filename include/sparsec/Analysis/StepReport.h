//===- StepReport.h - what was checked of a step ----------------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_STEPREPORT_H
#define SPARSEC_ANALYSIS_STEPREPORT_H

#include "sparsec/IR/Fact.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// The checks that a legal step passed, in the order in which they ran.
struct StepReport {
  struct Check {
    /// "order": as docs/legality.md calls it.
    std::string name;
    /// What it is about: "S0 runs in S0x".
    std::vector<std::string> notes;
    /// Pairs of accesses to one array, one of them a write, that it compared.
    unsigned pairs = 0;
    /// Questions "can this happen?" that were answered with no: without facts,
    /// and by each set of facts from which none can be left out.
    unsigned arithmetic = 0;
    std::map<std::vector<std::string>, unsigned> byFacts;
    /// Facts without which the check as a whole would fail.
    std::vector<std::string> needed;
  };
  std::vector<Check> checks;
};

/// What the user wrote, or what an inspector ensures of the array it made:
/// "unique(col, index)", "offset is monotonic".
std::string textOf(const Fact &fact);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_STEPREPORT_H
