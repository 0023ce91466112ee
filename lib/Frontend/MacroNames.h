//===- MacroNames.h - the macros of a file ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MACRONAMES_H
#define SPARSEC_LIB_FRONTEND_MACRONAMES_H

#include "FileNames.h"

namespace sparsec {

/// Enters the macros of the file and of the headers of generated code.
void addMacros(const FileScope &file, const Diagnoser &diagnoser,
               TakenNames &taken);

/// Refuses macros that would change what generated code says.
void checkMacros(const FileScope &file, Diagnoser &diagnoser);

/// Whether \p name is the runtime's, pasted with what sparsec made of another
/// function of the file.
bool isPasted(const FileScope &file, llvm::StringRef name);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MACRONAMES_H
