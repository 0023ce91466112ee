//===- CodeGen.h - Programs to C text ---------------------------*- C++ -*-===//
#ifndef SPARSEC_CODEGEN_CODEGEN_H
#define SPARSEC_CODEGEN_CODEGEN_H

#include "sparsec/CodeGen/CodeWarning.h"
#include "sparsec/IR/Program.h"
#include "sparsec/IR/SourceForms.h"
#include "sparsec/Support/GeneratedText.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// What the output is written in.
enum class Target {
  C,   ///< C11 with OpenMP; also C++17
  Cuda ///< C++17 with kernels
};

struct CodeGenOptions {
  Target target = Target::C;
  /// For the first lines of the file: version, command line, recipe hash,
  /// steps.
  std::string commandLine, recipeHash;
  std::vector<std::string> steps;
  /// Paste the parts of runtime/ that are used (the file then builds alone), or
  /// `#include <sparsec/…>` them.
  bool embedRuntime = true;
  /// Assert declared facts in the inspector.
  bool checkFacts = true;
  /// The source for Target::Cuda, of the frontend; not needed for C.
  SourceForms forms;
  /// Gets what the recipe's author should know of the code; may be null.
  WarningSink warn;
};

/// Whether some loop of \p program is mapped to the blocks or threads of a GPU.
bool hasKernels(const Program &program);

/// The whole output file, not laid out yet (Frontend/Format.h): the source with
/// the function replaced by plan, _inspect, _execute, _update, _destroy and the
/// drop-in (design.md section 5). For CUDA only what the function uses is left
/// of the source. An error when loops are mapped to a GPU and the target is C,
/// or the other way round.
llvm::Expected<GeneratedText> emitC(const Program &program,
                                    const CodeGenOptions &options);
/// The matching header: contract functions only.
llvm::Expected<GeneratedText> emitHeader(const Program &program,
                                         const CodeGenOptions &options);
/// What CUDA output leaves out of the source, in C, with a prototype in place
/// of the function: both together replace the source. An error for C.
llvm::Expected<GeneratedText> emitRest(const Program &program,
                                       const CodeGenOptions &options);
/// Only the loops of one phase as C text, for print() and tests.
llvm::Expected<std::string> emitPhase(const Program &program,
                                      const Phase &phase);

} // namespace sparsec

#endif // SPARSEC_CODEGEN_CODEGEN_H
