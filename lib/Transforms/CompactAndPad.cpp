//===- CompactAndPad.cpp - compact, and move arrays to dense blocks -------===//
///
/// \file
/// `compact_and_pad` compacts loops and copies the arrays that the guard finds
/// into dense storage per listed value, padded so that the guard can go:
///
///     for kk in 0..m/C                      for p in offset[ii]..
///       for k in 0..C                         for k in 0..C
///         for j in index[i]..           =>      y[i] += a_prime[p][k]
///           if (C*kk + k == col[j])                     * x[C*index[p] + k]
///             y[i] += a[j] * x[C*kk + k]
///
/// Padding holds the identity of the reduction or a zero factor; a factor from
/// the caller's data needs assume_finite(), else the exact guard stays.
/// Source: Venkat's dissertation, section 5.1.3. The engine is in Compaction.h.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionArguments.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    compactedStatement,
    compactedLoops,
    {"arrays", ParameterSpec::Kind::Arrays,
     "arrays to move; none where `keep` says what the statement needs", true},
    {"names", ParameterSpec::Kind::NewNames,
     "names of the new arrays; by default NAME_prime", true},
    listOrder,
    listLoop,
    {"keep", ParameterSpec::Kind::Loops,
     "loops that go away, whose values are stored, -1 where there is none: "
     "what they subscript stays where it is",
     true},
    {"edges", ParameterSpec::Kind::Text,
     "what the executor does where a block sticks out of the matrix: it asks "
     "(guard, by default), or reads the last element there (clamp)",
     true, "guard|clamp"},
    reassociationOption,
};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  CompactionRequest request = compactionRequest(args);
  request.arrays = args.texts("arrays");
  request.names = args.texts("names");
  request.kept = args.texts("keep");
  if (request.arrays.empty() && request.kept.empty())
    return refuse("there is nothing to store: name arrays to move, or loops to "
                  "keep; compact lists values only");
  request.pad = true;
  request.clampsEdges = args.text("edges") == "clamp";
  return compactLoops(program, request);
}

} // namespace

extern const TransformSpec compact_and_padSpec;
const TransformSpec compact_and_padSpec = {
    .name = "compact_and_pad",
    .summary = "compact loops and move arrays into dense, padded storage",
    .before = "for kk\n  for k in 0..C\n    for j in index[i]..index[i+1]\n"
              "      if (C*kk + k == col[j])\n"
              "        y[i] += a[j] * x[C*kk + k]\n",
    .after = "for p in offset[i]..offset[i+1]\n  for k in 0..C\n"
             "    y[i] += a_prime[p][k] * x[C*index[p] + k]\n",
    .legality = "for reductions whose padding is a no-op, otherwise with the "
                "exact guard; the moved arrays are not written in the region",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
