//===- Coalesce.cpp - several loops as one --------------------------------===//
///
/// \file
/// `coalesce` runs adjacent loops as one loop over all their instances:
///
///     for i                           for c in 0..count
///       for j in index[i]..     =>      y[row[c]] += a[c] * x[col[c]]
///         y[i] += a[j]*x[col[j]]
///
/// Iterators of the old loops are read from arrays that the inspector fills;
/// where one of them counts the instances itself (j above, from csr facts) it
/// *is* the new iterator. Source: Venkat's dissertation, section 3.2.
///
//===----------------------------------------------------------------------===//

#include "Compaction/Compaction.h"

#include "sparsec/Transforms/Transform.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "statement to rewrite"},
    {"loops", ParameterSpec::Kind::Loops,
     "adjacent loops to run as one, outermost first"},
    {"name", ParameterSpec::Kind::NewName, "name of the new loop"},
    reassociationOption,
};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  CompactionRequest request;
  request.statement = args.statement();
  request.loops = args.texts("loops");
  request.newLoop = args.text("name");
  request.order = "source";
  request.mayReassociate = args.flag(reassociationOption.name, true);
  return compactLoops(program, request);
}

} // namespace

extern const TransformSpec coalesceSpec;
const TransformSpec coalesceSpec = {
    .name = "coalesce",
    .summary = "run adjacent loops as one loop over all their instances",
    .before = "for i\n  for j in index[i]..index[i+1]\n    S(i, j)\n",
    .after = "for c in 0..count\n  S(row[c], c)\n",
    .legality = "always: the order of the instances does not change",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
