//===- Diagnostics.h - messages with a place --------------------*- C++ -*-===//
///
/// \file
/// Messages about recipes in clang's look (file:line:column, the line, a
/// caret), through llvm::SourceMgr; kinds of errors and their exit codes.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_SUPPORT_DIAGNOSTICS_H
#define SPARSEC_SUPPORT_DIAGNOSTICS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// What the programs return.
enum ExitCode {
  ExitOk = 0,
  ExitUserError = 1,    ///< source, recipe, legality
  ExitUsage = 2,        ///< command line
  ExitVerification = 3, ///< results differ (sparsec-bench)
  ExitInternal = 70,    ///< our fault
};

/// An error that is sparsec's fault, not the user's.
class InternalError : public llvm::ErrorInfo<InternalError> {
public:
  static char ID;
  explicit InternalError(std::string text) : text(std::move(text)) {}
  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string text;
};

/// A place in one of the buffers of SourceDiagnostics; lines and columns count
/// from 1. \p length characters are underlined.
struct SourcePlace {
  unsigned buffer = 0;
  unsigned line = 1, column = 1;
  unsigned length = 0;
};

/// Prints messages about the files that were added to it. Colour only where the
/// stream is a terminal.
class SourceDiagnostics {
public:
  enum class Severity { Error, Warning, Note };

  explicit SourceDiagnostics(llvm::raw_ostream &out) : out(out) {}

  /// Adds a file's text; the result is its buffer number.
  unsigned addBuffer(llvm::StringRef name, llvm::StringRef text);
  llvm::StringRef bufferName(unsigned buffer) const;
  llvm::StringRef bufferText(unsigned buffer) const;

  void report(Severity severity, SourcePlace place, const llvm::Twine &message);
  /// A message without a line to show; \p where may be empty.
  void report(Severity severity, llvm::StringRef where,
              const llvm::Twine &message);
  /// "ell.script:3:9".
  std::string text(SourcePlace place) const;

private:
  llvm::SourceMgr sources;
  llvm::raw_ostream &out;
};

/// The element of \p candidates closest to \p word by edit distance, "" when
/// none is close.
std::string closestWord(llvm::StringRef word,
                        const std::vector<std::string> &candidates);
/// "; did you mean 'tile'?" or "".
std::string didYouMean(llvm::StringRef word,
                       const std::vector<std::string> &candidates);

} // namespace sparsec

#endif // SPARSEC_SUPPORT_DIAGNOSTICS_H
