//===- LoweringLeaf.h - statements in terms of their loops ------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOWERING_LOWERINGLEAF_H
#define SPARSEC_LIB_LOWERING_LOWERINGLEAF_H

#include "LoweringExprs.h"
#include "LoweringSchedule.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <string>

namespace sparsec {

/// A statement and where isl put it.
struct LeafPlace {
  const Program &program;
  const Statement &statement;
  const ScheduledStatement &scheduled;
  /// `{ S[..] }` the instances that it has, where isl sees more of them; null:
  /// all that isl sees.
  const isl::set *instances;
  const isl::ast_build &build;
  /// All other names.
  Resolver outer;
};

/// `{ T -> [t0, .., td] }` from the build's own, nested space of the loops.
isl::pw_multi_aff flatTimes(const isl::ast_build &build);

/// An Assign or Action with subscripts and values in terms of the loops. Calls
/// that no bound needed are loads at their use.
LoopNode lowerLeaf(const LeafPlace &place);

} // namespace sparsec

#endif // SPARSEC_LIB_LOWERING_LOWERINGLEAF_H
