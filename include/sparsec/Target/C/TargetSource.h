//===- TargetSource.h - the source in the target's language -----*- C++ -*-===//
#ifndef SPARSEC_TARGET_C_TARGETSOURCE_H
#define SPARSEC_TARGET_C_TARGETSOURCE_H

#include "sparsec/IR/Program.h"
#include "sparsec/Target/C/Options.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// \p program with the function's definition and parameters as the target has
/// them; for CUDA, arrays are pointers to their elements. An error where the
/// source has no such form.
llvm::Expected<Program> withTargetSource(const Program &program,
                                         const CodeGenOptions &options);

/// What of the source stands before and behind the function's replacement.
FileParts partsFor(const SourceFunction &function,
                   const CodeGenOptions &options);

/// The first lines of an output file.
std::string bannerText(const Program &program, const CodeGenOptions &options);

} // namespace sparsec

#endif // SPARSEC_TARGET_C_TARGETSOURCE_H
