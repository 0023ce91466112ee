//===- ExplainJson.h - what the analysis found, for tools -------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_EXPLAINJSON_H
#define SPARSEC_ANALYSIS_EXPLAINJSON_H

#include "sparsec/Analysis/LoopReport.h"
#include "sparsec/IR/Program.h"

#include "llvm/Support/JSON.h"

namespace sparsec {

/// Writes the attribute "facts", an array of those of \p program: text, place
/// and origin of each, once. \p withProved: also what steps have proved.
void writeFacts(llvm::json::OStream &json, const Program &program,
                bool withProved);

/// The word of a verdict: "lanes".
const char *verdictWord(LoopReport::Verdict verdict);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_EXPLAINJSON_H
