//===- KeepingPrinter.cpp - clang's messages, each apart ------------------===//

#include "KeepingPrinter.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"

#include <algorithm>

namespace sparsec {

using Severity = JsonDiagnostic::Severity;

static Severity severityOf(clang::DiagnosticsEngine::Level level) {
  switch (level) {
  case clang::DiagnosticsEngine::Warning:
    return Severity::Warning;
  case clang::DiagnosticsEngine::Remark:
    return Severity::Remark;
  case clang::DiagnosticsEngine::Note:
  case clang::DiagnosticsEngine::Ignored:
    return Severity::Note;
  default:
    return Severity::Error;
  }
}

void KeepingPrinter::BeginSourceFile(const clang::LangOptions &options,
                                     const clang::Preprocessor *preprocessor) {
  language = options;
  TextDiagnosticPrinter::BeginSourceFile(options, preprocessor);
}

/// The offset behind what is underlined from \p at on: of the range with it, or
/// of the word there.
unsigned KeepingPrinter::endOf(const clang::Diagnostic &info,
                               clang::SourceLocation at) const {
  const clang::SourceManager &sources = info.getSourceManager();
  const unsigned begin = sources.getFileOffset(at);
  unsigned end =
      begin + clang::Lexer::MeasureTokenLength(at, sources, language);
  for (const clang::CharSourceRange &range : info.getRanges()) {
    const clang::CharSourceRange found =
        clang::Lexer::makeFileCharRange(range, sources, language);
    if (found.isInvalid() ||
        sources.getFileID(found.getBegin()) != sources.getFileID(at) ||
        sources.getFileOffset(found.getBegin()) > begin)
      continue;
    end = std::max(end, sources.getFileOffset(found.getEnd()));
  }
  return end;
}

void KeepingPrinter::setPlace(JsonDiagnostic &diagnostic,
                              const clang::Diagnostic &info) const {
  if (!info.hasSourceManager() || info.getLocation().isInvalid())
    return;
  const clang::SourceManager &sources = info.getSourceManager();
  const clang::SourceLocation at = sources.getFileLoc(info.getLocation());
  const clang::PresumedLoc place = sources.getPresumedLoc(at);
  if (place.isInvalid())
    return;
  diagnostic.file = place.getFilename();
  diagnostic.line = place.getLine();
  diagnostic.column = place.getColumn();
  // Of several lines, what is in the first one.
  const unsigned begin = sources.getFileOffset(at);
  const llvm::StringRef rest =
      sources.getBufferData(sources.getFileID(at)).drop_front(begin);
  const size_t newline = std::min(rest.find('\n'), rest.size());
  diagnostic.length = unsigned(
      std::min<size_t>(std::max(endOf(info, at), begin) - begin, newline));
}

void KeepingPrinter::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                      const clang::Diagnostic &info) {
  const size_t before = out.str().size();
  TextDiagnosticPrinter::HandleDiagnostic(level, info);
  JsonDiagnostic diagnostic;
  diagnostic.severity = severityOf(level);
  setPlace(diagnostic, info);
  llvm::SmallString<128> text;
  info.FormatDiagnostic(text);
  diagnostic.text = text.str();
  diagnostic.rendered = out.str().substr(before);
  kept.push_back(std::move(diagnostic));
}

void reportKept(const std::string &messages,
                const std::vector<JsonDiagnostic> &kept) {
  if (!usesJsonDiagnostics()) {
    llvm::errs() << messages;
    return;
  }
  for (const JsonDiagnostic &diagnostic : kept)
    reportJson(diagnostic);
}

} // namespace sparsec
