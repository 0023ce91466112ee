//===- Diagnostics.cpp - messages with a place ----------------------------===//

#include "sparsec/Support/Diagnostics.h"

#include "sparsec/Support/JsonDiagnostics.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace sparsec {

char InternalError::ID = 0;

unsigned SourceDiagnostics::addBuffer(llvm::StringRef name,
                                      llvm::StringRef text) {
  return sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, name), llvm::SMLoc());
}

llvm::StringRef SourceDiagnostics::bufferName(unsigned buffer) const {
  return sources.getMemoryBuffer(buffer)->getBufferIdentifier();
}

llvm::StringRef SourceDiagnostics::bufferText(unsigned buffer) const {
  return sources.getMemoryBuffer(buffer)->getBuffer();
}

static llvm::SourceMgr::DiagKind kindOf(SourceDiagnostics::Severity severity) {
  switch (severity) {
  case SourceDiagnostics::Severity::Error:
    return llvm::SourceMgr::DK_Error;
  case SourceDiagnostics::Severity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case SourceDiagnostics::Severity::Note:
    break;
  }
  return llvm::SourceMgr::DK_Note;
}

/// For other programs, where \p out is what they read: trials of steps report
/// elsewhere. \p rendered is what would be printed.
static bool reportForPrograms(const llvm::raw_ostream &out,
                              SourceDiagnostics::Severity severity,
                              JsonDiagnostic diagnostic) {
  if (!usesJsonDiagnostics() || &out != &llvm::errs())
    return false;
  using From = SourceDiagnostics::Severity;
  using To = JsonDiagnostic::Severity;
  diagnostic.severity = severity == From::Error     ? To::Error
                        : severity == From::Warning ? To::Warning
                                                    : To::Note;
  reportJson(std::move(diagnostic));
  return true;
}

void SourceDiagnostics::report(Severity severity, SourcePlace place,
                               const llvm::Twine &message) {
  llvm::SMLoc where;
  if (place.buffer)
    where =
        sources.FindLocForLineAndColumn(place.buffer, place.line, place.column);
  if (!where.isValid()) {
    report(severity, place.buffer ? text(place) : "", message);
    return;
  }
  llvm::SMRange range(
      where, llvm::SMLoc::getFromPointer(where.getPointer() + place.length));
  llvm::ArrayRef<llvm::SMRange> ranges(range);
  const llvm::SMDiagnostic diagnostic = sources.GetMessage(
      where, kindOf(severity), message,
      place.length ? ranges : llvm::ArrayRef<llvm::SMRange>());
  std::string rendered;
  llvm::raw_string_ostream text(rendered);
  diagnostic.print(nullptr, text, false);
  if (!reportForPrograms(out, severity,
                         {.file = bufferName(place.buffer).str(),
                          .line = place.line,
                          .column = place.column,
                          .length = place.length,
                          .text = message.str(),
                          .rendered = rendered}))
    sources.PrintMessage(out, diagnostic, out.has_colors());
}

void SourceDiagnostics::report(Severity severity, llvm::StringRef where,
                               const llvm::Twine &message) {
  const llvm::SMDiagnostic diagnostic(where, kindOf(severity), message.str());
  std::string rendered;
  llvm::raw_string_ostream text(rendered);
  diagnostic.print(nullptr, text, false);
  if (!reportForPrograms(
          out, severity,
          {.file = where.str(), .text = message.str(), .rendered = rendered}))
    diagnostic.print(nullptr, out, out.has_colors());
}

std::string SourceDiagnostics::text(SourcePlace place) const {
  return (bufferName(place.buffer) + ":" + llvm::Twine(place.line) + ":" +
          llvm::Twine(place.column))
      .str();
}

std::string closestWord(llvm::StringRef word,
                        const std::vector<std::string> &candidates) {
  unsigned limit = std::max<unsigned>(1, unsigned(word.size() + 1) / 3);
  std::string best;
  unsigned bestDistance = limit + 1;
  for (const std::string &candidate : candidates) {
    unsigned distance = word.edit_distance(candidate, true, limit);
    if (distance >= bestDistance || candidate == word)
      continue;
    // A one-letter name is close to every other one: no suggestion.
    if (word.size() == 1 && candidate.size() == 1)
      continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

std::string didYouMean(llvm::StringRef word,
                       const std::vector<std::string> &candidates) {
  std::string closest = closestWord(word, candidates);
  return closest.empty() ? "" : "; did you mean '" + closest + "'?";
}

} // namespace sparsec
