//===- Renaming.h - a function under another name ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_RENAMING_H
#define SPARSEC_LIB_FRONTEND_RENAMING_H

#include "OutlinedParts.h"
#include "SourceParts.h"

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace sparsec {

/// Gives the function of \p program the name \p name and \p beside in place of
/// its file. All names of generated code follow from it. An error where the
/// name is taken or the function cannot leave its file, as \p loops that became
/// a function of their own.
llvm::Error renameFunction(Program &program, const std::string &name,
                           const std::optional<OutlinedLoops> &loops,
                           SourceBeside beside);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_RENAMING_H
