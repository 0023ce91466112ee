//===- FileNames.h - the names that a file takes ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_FILENAMES_H
#define SPARSEC_LIB_FRONTEND_FILENAMES_H

#include "Diagnostics.h"
#include "HeaderNames.h"
#include "KernelFinder.h"
#include "TopLevel.h"

#include "sparsec/IR/TakenNames.h"

#include "clang/Lex/Preprocessor.h"

namespace sparsec {

/// One function and the file around it.
struct FileScope {
  clang::ASTContext &ast;
  const clang::Preprocessor &preprocessor;
  const FoundKernel &kernel;
  const HeaderNames &headers;
  const FrontendOptions &options;
};

/// What the file and its headers take of names.
TakenNames namesOfFile(const FileScope &file, const Diagnoser &diagnoser);

/// Declarations of the main file's that the function needs, itself included.
std::vector<const clang::Decl *> neededBy(const FileScope &file);

/// Names of functions, globals, enumerators and types that the function's own
/// text uses.
std::set<std::string> usedNames(const clang::FunctionDecl &function);

/// Whether all of \p name are letters, digits and underscores.
bool isPlainName(llvm::StringRef name);

/// Refuses what no target has a text for: names that clash with those of the
/// headers that generated code includes, macros that would change generated
/// code, parameters without a name or a text of their own.
void checkNames(const FileScope &file, const TakenNames &taken,
                Diagnoser &diagnoser);

/// Whether a function of this name may stand, without its loops, in the text
/// before the headers of generated code, which declare others.
bool mayBeDeclared(const clang::FunctionDecl &function,
                   const FrontendOptions &options);

/// Why what the function needs cannot be C++: a name that is a word there, or a
/// type that GPUs lack. "k.c:4:7: CUDA output: ..."; "" if it can.
std::string whyNotCxx(const FileScope &file, const TakenNames &taken,
                      const Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_FILENAMES_H
