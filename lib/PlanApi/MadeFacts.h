//===- MadeFacts.h - facts about what inspectors make -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_MADEFACTS_H
#define SPARSEC_LIB_PLANAPI_MADEFACTS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <vector>

namespace sparsec {

/// Whether \p fact speaks of an array or a number that phases make: the
/// caller's arguments do not tell whether it holds.
bool isAboutMade(const Program &program, const Fact &fact);

/// The declared facts that isAboutMade, by the position in Program::phases of
/// the last phase that makes something of what they speak of: right behind it
/// they can be checked, and nobody has relied on them. An error when the
/// executor makes it, or when phases make it under different conditions.
llvm::Expected<std::map<size_t, std::vector<const Fact *>>>
madeFactsByPhase(const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_MADEFACTS_H
