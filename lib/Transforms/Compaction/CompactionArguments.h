//===- CompactionArguments.h - what the compactions ask for -----*- C++ -*-===//
///
/// \file
/// The parameters that compact and compact_and_pad share.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONARGUMENTS_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONARGUMENTS_H

#include "Compaction/Compaction.h"

#include "sparsec/Transforms/Transform.h"

namespace sparsec {

inline constexpr ParameterSpec compactedStatement = {
    "statement", ParameterSpec::Kind::Statement, "statement to rewrite"};
inline constexpr ParameterSpec compactedLoops = {
    "loops", ParameterSpec::Kind::Loops,
    "adjacent loops to compact as one, outermost first"};
inline constexpr ParameterSpec listOrder = {
    "order", ParameterSpec::Kind::Text,
    "order of the listed values; by default the cheapest legal one", true,
    "ascending|source|first_touch"};
inline constexpr ParameterSpec listLoop = {
    "name", ParameterSpec::Kind::NewName,
    "name of the new loop; by default that of the outermost old one", true};

inline CompactionRequest compactionRequest(const Arguments &args) {
  CompactionRequest request;
  request.statement = args.statement();
  request.loops = args.texts("loops");
  request.order = args.text("order");
  request.newLoop = args.text("name");
  request.mayReassociate = args.flag(reassociationOption.name, true);
  return request;
}

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONARGUMENTS_H
