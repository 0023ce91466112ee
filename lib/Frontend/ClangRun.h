//===- ClangRun.h - clang on a file or on a text ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CLANGRUN_H
#define SPARSEC_LIB_FRONTEND_CLANGRUN_H

#include "sparsec/Frontend/Frontend.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/FrontendAction.h"

#include <memory>
#include <optional>
#include <string>

namespace sparsec {

/// Runs \p action on the file of \p options, or on \p text as if it stood
/// there. The answer: whether there was no error.
bool runClang(const FrontendOptions &options,
              const std::optional<std::string> &text,
              std::unique_ptr<clang::FrontendAction> action,
              clang::DiagnosticConsumer &diagnostics);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CLANGRUN_H
