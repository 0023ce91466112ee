//===- Emit.h - Programs to C text ------------------------------*- C++ -*-===//
#ifndef SPARSEC_PLANAPI_EMIT_H
#define SPARSEC_PLANAPI_EMIT_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/PrintedNames.h"
#include "sparsec/Support/GeneratedText.h"
#include "sparsec/Target/C/Options.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// The whole output file, not laid out yet (Frontend/Format.h): the source with
/// the function replaced by plan, _inspect, _execute, _update, _destroy and the
/// drop-in (docs/generated-code.md). For CUDA only what the function uses is
/// left of the source. An error when loops are mapped to a GPU and the target
/// is C, or the other way round.
llvm::Expected<GeneratedText> emitC(const Program &program,
                                    const CodeGenOptions &options);
/// The matching header: contract functions only.
llvm::Expected<GeneratedText> emitHeader(const Program &program,
                                         const CodeGenOptions &options);
/// What CUDA output leaves out of the source, in C, with a prototype in place
/// of the function: both together replace the source. An error for C.
llvm::Expected<GeneratedText> emitRest(const Program &program,
                                       const CodeGenOptions &options);
/// The contract as JSON, for tools that call it (docs/generated-code.md): each
/// argument's type and lengths, what each function takes, and what is frozen.
/// \p recipes: files that were read, for tools that cache what they make.
llvm::Expected<std::string>
emitDescription(const Program &program, const CodeGenOptions &options,
                const std::vector<std::string> &recipes);
/// Only the loops of one phase as C text, for print() and tests; adds its words
/// to \p names, unless that is null.
llvm::Expected<std::string> emitPhase(const Program &program,
                                      const Phase &phase,
                                      PrintedNames *names = nullptr);

} // namespace sparsec

#endif // SPARSEC_PLANAPI_EMIT_H
