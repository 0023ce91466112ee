//===- Explain.h - what the analysis found, for people ----------*- C++ -*-===//
///
/// \file
/// Texts for -explain and -print-dependences. They depend on the program alone:
/// equal programs give equal texts.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_ANALYSIS_EXPLAIN_H
#define SPARSEC_ANALYSIS_EXPLAIN_H

#include "sparsec/Analysis/LoopReport.h"
#include "sparsec/Analysis/StepReport.h"
#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// "spmv.c:5:3: remark: loop 'i' may run in parallel" for every loop of every
/// phase, in textual order; below it, indented, each conflict of two accesses
/// in different iterations and why it is impossible, or that it is kept.
std::string explainLoops(const Program &program, const LoopChoice &choice = {});

/// "may run in parallel", "is sequential: loop 'i' carries ...".
std::string verdictText(const LoopReport &loop);

/// "declared, checked at run time": who vouches for a fact.
const char *originText(const Program &program, const Fact &fact);

/// The checks of one step, a line each: what was proved and by which facts;
/// then what happens at run time with the facts that were used.
/// \p program is the one after the step. \p isShort: only the last ones.
std::string explainChecks(const StepReport &report, const Program &program,
                          bool isShort = false);

/// The facts, a line each, with who vouches for them.
std::string explainFacts(const Program &program);

/// The dependences as a graph for Graphviz. Nodes are statements, with their
/// source text. An edge is labelled with kind, array and carrying loops; one
/// that facts refute is dashed and grey and labelled with these facts.
std::string dependenceGraph(const Program &program);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_EXPLAIN_H
