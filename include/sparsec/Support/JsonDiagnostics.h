//===- JsonDiagnostics.h - messages for other programs ----------*- C++ -*-===//
///
/// \file
/// Errors, warnings and their notes as JSON on standard error, a line for each
/// message that is no note, for editors and other languages.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_SUPPORT_JSONDIAGNOSTICS_H
#define SPARSEC_SUPPORT_JSONDIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace sparsec {

struct JsonDiagnostic {
  enum class Severity { Error, Warning, Remark, Note };

  Severity severity = Severity::Error;
  std::string file;              ///< "" where there is no place
  unsigned line = 0, column = 0; ///< from 1; 0 where only the file is known
  unsigned length = 0;           ///< of what is underlined
  std::string text;
  std::string rendered; ///< as it is printed otherwise, with the line and caret
};

/// From here on reports go to reportJson.
void useJsonDiagnostics();
/// The same where \p words, of a command line, have -diagnostics=json: before
/// anything is said of the others.
void chooseDiagnostics(llvm::ArrayRef<llvm::StringRef> words);
bool usesJsonDiagnostics();

/// A note belongs to the message before it, which is kept until the next one.
void reportJson(JsonDiagnostic diagnostic);

/// Prints what is kept.
void flushJsonDiagnostics();

/// A message that has no place: \p prefix, such as "sparsec: error: ", and
/// \p text on standard error, or the same as JSON.
void reportWithoutPlace(JsonDiagnostic::Severity severity,
                        const std::string &prefix, const std::string &text);

/// Prints what is kept and "PROGRAM: KIND: TEXT" as the last error, and ends
/// the process. It allocates nothing: handlers of signals call it. None of the
/// texts has a character that JSON escapes.
[[noreturn]] void exitWithMessage(const char *program, const char *kind,
                                  const char *text, int code);

} // namespace sparsec

#endif // SPARSEC_SUPPORT_JSONDIAGNOSTICS_H
