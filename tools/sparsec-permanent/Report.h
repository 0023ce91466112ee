//===- Report.h - plans and values for people and programs ------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_PERMANENT_REPORT_H
#define SPARSEC_TOOLS_PERMANENT_REPORT_H

#include "sparsec/Permanent/Plan.h"

#include <chrono>

namespace sparsec::permanent {

struct Timing {
  double plan = 0, run = 0; ///< seconds
};

void printPlan(const Plan &plan, double seconds);
void printValue(const Plan &plan, const Value &value, const Timing &timing);

/// A line on standard error with the share of a run that is done, rewritten
/// every second on a terminal, and a line every ten seconds elsewhere if asked
/// for. Short runs print none.
class ProgressLine {
public:
  explicit ProgressLine(bool always);
  ~ProgressLine();
  Progress listener();

private:
  using Clock = std::chrono::steady_clock;
  bool terminal, prints, shown = false;
  Clock::time_point start, next;

  void print(double share);
};

/// One JSON object; without \p value only the plan.
void printJson(const Plan &plan, const Value *value, const Timing &timing,
               const std::vector<std::string> &notes);

} // namespace sparsec::permanent

#endif // SPARSEC_TOOLS_PERMANENT_REPORT_H
