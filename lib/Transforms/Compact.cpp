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
/// Every instance keeps a place of its own, duplicates too. Source: Venkat's
/// dissertation, section 5.1.2. The engine is in Compaction.h.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/Compaction.h"
#include "sparsec/Transforms/Transform.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "statement to rewrite"},
    {"loops", ParameterSpec::Kind::Loops,
     "adjacent loops to compact as one, outermost first"},
    {"order", ParameterSpec::Kind::Text,
     "order of the listed values; by default the cheapest legal one", true,
     "ascending|source|first_touch"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the new loop; by default that of the outermost old one", true},
};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  CompactionRequest request;
  request.statement = args.statement();
  request.loops = args.texts("loops");
  request.order = args.text("order");
  request.newLoop = args.text("name");
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
