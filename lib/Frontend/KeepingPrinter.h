//===- KeepingPrinter.h - clang's messages, each apart ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_KEEPINGPRINTER_H
#define SPARSEC_LIB_FRONTEND_KEEPINGPRINTER_H

#include "sparsec/Support/JsonDiagnostics.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"

#include <vector>

namespace sparsec {

/// Prints as clang does, into a string, and keeps each message for other
/// programs, too.
class KeepingPrinter : public clang::TextDiagnosticPrinter {
public:
  KeepingPrinter(llvm::raw_string_ostream &out, clang::DiagnosticOptions *look)
      : TextDiagnosticPrinter(out, look), out(out) {}

  void BeginSourceFile(const clang::LangOptions &language,
                       const clang::Preprocessor *preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

  std::vector<JsonDiagnostic> kept;

private:
  void setPlace(JsonDiagnostic &diagnostic,
                const clang::Diagnostic &info) const;
  unsigned endOf(const clang::Diagnostic &info, clang::SourceLocation at) const;

  llvm::raw_string_ostream &out;
  clang::LangOptions language;
};

/// Prints \p messages, for programs \p kept.
void reportKept(const std::string &messages,
                const std::vector<JsonDiagnostic> &kept);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_KEEPINGPRINTER_H
