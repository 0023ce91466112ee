//===- Completion.h - the command line for shells ---------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_COMPLETION_H
#define SPARSEC_TOOLS_SPARSEC_COMPLETION_H

#include "llvm/Support/CommandLine.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// The words that an option takes, where these are known.
using OptionWords = std::map<std::string, std::vector<std::string>>;

/// Prints what \p shell (bash, zsh, fish) reads to complete the options of
/// \p category, with the names of steps, commands, facts and passes; the exit
/// code.
int printCompletion(llvm::StringRef shell,
                    const llvm::cl::OptionCategory &category,
                    OptionWords words);

} // namespace sparsec

#endif // SPARSEC_TOOLS_SPARSEC_COMPLETION_H
