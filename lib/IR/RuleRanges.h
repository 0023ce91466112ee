//===- RuleRanges.h - ranges that rules imply -------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_IR_RULERANGES_H
#define SPARSEC_LIB_IR_RULERANGES_H

#include "sparsec/IR/Program.h"

namespace sparsec::facts {

/// Adds the ranges that rules about all elements of an array imply: where p
/// does not decrease up to p[n], `forall i: 0 <= i < n => p[i] <= d[i] && d[i]
/// < p[i + 1]` says 0 <= d < p[n]. They hold where the rules do, which are
/// checked.
void addRuleRanges(Program &program);

} // namespace sparsec::facts

#endif // SPARSEC_LIB_IR_RULERANGES_H
