//===- DefinitionText.h - the kernel's text, cut in pieces ------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DEFINITIONTEXT_H
#define SPARSEC_LIB_FRONTEND_DEFINITIONTEXT_H

#include "KernelFinder.h"
#include "TextEdits.h"

namespace sparsec {

/// The facts of \p kernel, a line each, as the file has them.
std::string pragmaLines(const FoundKernel &kernel);

/// Adds to \p edits that the lines of \p kernel's pragmas go.
void dropPragmas(const FoundKernel &kernel, const clang::SourceManager &sources,
                 TextEdits &edits);

/// The definition of \p kernel in its file with \p edits.
DefinitionText definitionText(const FoundKernel &kernel,
                              const clang::ASTContext &ast,
                              const TextEdits &edits);

/// What stands from the first pragma of \p kernel to its definition, less the
/// pragmas: directives and comments; "" where there are none.
std::string textAmidPragmas(const FoundKernel &kernel,
                            const clang::SourceManager &sources);

/// \p text without `#pragma sparsec` lines (continuation lines included),
/// also where conditions of the preprocessor leave them out.
std::string withoutSparsecPragmas(const std::string &text);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DEFINITIONTEXT_H
