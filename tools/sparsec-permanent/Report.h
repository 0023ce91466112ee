//===- Report.h - plans and values for people and programs ------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_PERMANENT_REPORT_H
#define SPARSEC_TOOLS_PERMANENT_REPORT_H

#include "sparsec/Permanent/Plan.h"

namespace sparsec::permanent {

struct Timing {
  double plan = 0, run = 0; ///< seconds
};

void printPlan(const Plan &plan, double seconds);
void printValue(const Plan &plan, const Value &value, const Timing &timing);

/// One JSON object; without \p value only the plan.
void printJson(const Plan &plan, const Value *value, const Timing &timing);

} // namespace sparsec::permanent

#endif // SPARSEC_TOOLS_PERMANENT_REPORT_H
