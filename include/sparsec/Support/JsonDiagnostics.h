//===- JsonDiagnostics.h - messages for other programs ----------*- C++ -*-===//
///
/// \file
/// Errors, warnings and their notes as JSON on standard error, a line for each
/// message that is no note, for editors and other languages.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_SUPPORT_JSONDIAGNOSTICS_H
#define SPARSEC_SUPPORT_JSONDIAGNOSTICS_H

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
bool usesJsonDiagnostics();

/// A note belongs to the message before it, which is kept until the next one.
void reportJson(JsonDiagnostic diagnostic);

/// Prints what is kept.
void flushJsonDiagnostics();

} // namespace sparsec

#endif // SPARSEC_SUPPORT_JSONDIAGNOSTICS_H
