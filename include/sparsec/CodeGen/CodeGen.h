//===- CodeGen.h - Programs to C text ---------------------------*- C++ -*-===//
#ifndef SPARSEC_CODEGEN_CODEGEN_H
#define SPARSEC_CODEGEN_CODEGEN_H

#include "sparsec/IR/Program.h"
#include "sparsec/Support/GeneratedText.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

struct CodeGenOptions {
  /// For the first lines of the file: version, command line, recipe hash,
  /// steps.
  std::string commandLine, recipeHash;
  std::vector<std::string> steps;
  /// Paste the parts of runtime/ that are used (the file then builds alone), or
  /// `#include <sparsec/…>` them.
  bool embedRuntime = true;
  /// Assert declared facts in the inspector.
  bool checkFacts = true;
};

/// The whole output file, not laid out yet (Frontend/Format.h): the source with
/// the function replaced by plan, _inspect, _execute, _update, _destroy and the
/// drop-in (design.md section 5).
llvm::Expected<GeneratedText> emitC(const Program &program,
                                    const CodeGenOptions &options);
/// The matching header: contract functions only.
llvm::Expected<GeneratedText> emitHeader(const Program &program,
                                         const CodeGenOptions &options);
/// Only the loops of one phase as C text, for print() and tests.
llvm::Expected<std::string> emitPhase(const Program &program,
                                      const Phase &phase);

} // namespace sparsec

#endif // SPARSEC_CODEGEN_CODEGEN_H
