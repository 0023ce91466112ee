//===- ShellCompletion.h - completion for shells ----------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_SHELLCOMPLETION_H
#define SPARSEC_SUPPORT_SHELLCOMPLETION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace sparsec {

/// An option of a program, `-name`, `-name=VALUE` or `-name VALUE`.
struct ShellOption {
  std::string name, help;
  bool takesValue = false;
  /// The value may be left out, so that it is never the next word.
  bool isOptional = false;
  /// Of the files that it takes, "script"; "" for any; what is no file has
  /// words, or a value that nobody can know.
  std::string extension;
  bool isFile = false, isFolder = false;
  std::vector<std::string> words;
};

/// Writes what \p shell (bash, zsh, fish) reads to complete the command line of
/// \p program, which takes \p options and C files. False: there is no such
/// shell.
bool printShell(llvm::raw_ostream &out, llvm::StringRef shell,
                llvm::StringRef program, std::vector<ShellOption> options);

/// What to say then.
std::string unknownShell(llvm::StringRef shell);

} // namespace sparsec

#endif // SPARSEC_SUPPORT_SHELLCOMPLETION_H
