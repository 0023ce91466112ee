//===- Compact.cpp - visit only the values that a guard admits ------------===//
///
/// \file
/// `compact` replaces dense loops under a guard by one loop over the values
/// that the guard admits, listed by an inspector:
///
///     for i                           for p in i_offset
///       for j in index[i]..     =>      i = i_index[p]
///         S(i, j)                       for j in index[i]..
///                                         S(i, j)
///
/// Every instance keeps a place of its own, duplicates too, unless the recipe
/// asks for distinct values. Source: Venkat's
/// dissertation, section 5.1.2. The engine is in Compaction.h.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionArguments.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    compactedStatement,
    compactedLoops,
    listOrder,
    {"distinct", ParameterSpec::Kind::Flag,
     "whether each value is listed once, and the loops inside that find it "
     "stay; by default each instance has an entry",
     true},
    listLoop,
    reassociationOption};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  CompactionRequest request = compactionRequest(args);
  request.isDistinct = args.flag("distinct", false);
  return compactLoops(program, request);
}

} // namespace

extern const TransformSpec compactSpec;
const TransformSpec compactSpec = {
    .name = "compact",
    .summary = "visit only the values that a guard admits",
    .before = "for k in 0..m\n  if (k is touched)\n    S(k)\n",
    .after = "for p in 0..count\n  S(index[p])\n",
    .legality = "when the listed order keeps every dependence; the set of "
                "instances does not change",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
