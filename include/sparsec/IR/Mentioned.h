//===- Mentioned.h - the parameters that matter to statements ---*- C++ -*-===//
///
/// \file
/// Each inspector adds lengths to the program's parameters and what is known of
/// them to its context. What it says of other inspectors' lengths helps no
/// question about a statement, but makes every one of them larger.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_MENTIONED_H
#define SPARSEC_IR_MENTIONED_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>

namespace sparsec {

/// The parameters that \p statement, its calls and the facts about them
/// mention, and all that are not the plan's.
std::set<std::string> mentionedParameters(const Program &program,
                                          const Statement &statement);

/// The same for points `{ P[..] }` and \p calls over them.
std::set<std::string> mentionedParameters(const Program &program,
                                          const isl::set &points,
                                          const CallTable &calls);

/// `{ : }` what `program.context` says of the parameters \p mentioned.
isl::set contextOf(const Program &program,
                   const std::set<std::string> &mentioned);

} // namespace sparsec

#endif // SPARSEC_IR_MENTIONED_H
