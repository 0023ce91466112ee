//===- Frontend.h - C functions to Programs ---------------------*- C++ -*-===//
#ifndef SPARSEC_FRONTEND_FRONTEND_H
#define SPARSEC_FRONTEND_FRONTEND_H

#include "sparsec/IR/Program.h"
#include "sparsec/IR/SourceForms.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

struct FrontendOptions {
  std::string file;
  /// The function to take; "" means the only one with sparsec pragmas, or else
  /// the only one with a `for` loop.
  std::string function = "";
  /// What follows `--` on the command line: -I, -D, -std.
  std::vector<std::string> clangArguments = {};
  /// Whether the loops alone are taken of a function that is refused for what
  /// stands around them.
  bool outlines = true;
  /// The new name of the function, which then stands beside the file and not in
  /// place of it: the program's source has only what the function uses. "" for
  /// its own.
  std::string rename = "";
};

/// Parses the file with clang and returns the function as a Program with one
/// Execute phase. Diagnostics (caret, notes) have been printed to stderr
/// through clang's DiagnosticsEngine when an error is returned; its text is
/// then only a summary such as "1 error in spmv.c". The program is about a new
/// function, and a remark has been printed, where the loops alone are taken. \p
/// forms, unless null, is what CUDA output needs of the text.
llvm::Expected<Program> parseSource(Session &session,
                                    const FrontendOptions &options,
                                    SourceForms *forms = nullptr);

} // namespace sparsec

#endif // SPARSEC_FRONTEND_FRONTEND_H
