//===- Diagnostics.cpp - refusals with a caret ----------------------------===//
///
/// \file
/// Errors, notes and warnings about the C source, in clang's own look.
///
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool Diagnoser::report(clang::DiagnosticsEngine::Level level,
                       clang::SourceRange where, const llvm::Twine &text) {
  std::string message = text.str();
  std::string key =
      where.getBegin().printToString(ast.getSourceManager()) + message;
  if (!reported.insert(key).second)
    return false;
  clang::DiagnosticsEngine &engine = ast.getDiagnostics();
  unsigned id = 0;
  if (level == clang::DiagnosticsEngine::Error)
    id = engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
  else if (level == clang::DiagnosticsEngine::Warning)
    id = engine.getCustomDiagID(clang::DiagnosticsEngine::Warning, "%0");
  else
    id = engine.getCustomDiagID(clang::DiagnosticsEngine::Remark, "%0");
  clang::DiagnosticBuilder builder = engine.Report(where.getBegin(), id);
  builder << message;
  if (where.isValid())
    builder << clang::CharSourceRange::getTokenRange(where);
  return true;
}

void Diagnoser::error(clang::SourceRange where, const llvm::Twine &what,
                      const llvm::Twine &instead) {
  errors = true;
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::SourceLocation place = sources.getExpansionLoc(where.getBegin());
  if (sources.isInMainFile(place))
    places.emplace_back(sources.getFileOffset(place), what.str());
  std::string note = instead.str();
  if (!report(clang::DiagnosticsEngine::Error, where, what))
    return;
  // Notes belong to the error above: never suppressed as repeated.
  unsigned id = ast.getDiagnostics().getCustomDiagID(
      clang::DiagnosticsEngine::Note, "%0");
  if (!note.empty())
    ast.getDiagnostics().Report(where.getBegin(), id) << note;
  for (const auto &[place, callee] : llvm::reverse(calls))
    ast.getDiagnostics().Report(place.getBegin(), id)
        << "'" + callee + "' is called here";
}

void Diagnoser::refuse(clang::SourceRange where, const llvm::Twine &what,
                       const llvm::Twine &instead) {
  error(where, what, instead);
  throw Refused();
}

void Diagnoser::warn(clang::SourceRange where, const llvm::Twine &what) {
  report(clang::DiagnosticsEngine::Warning, where, what);
}

void Diagnoser::note(clang::SourceLocation where, const llvm::Twine &what) {
  const unsigned id = ast.getDiagnostics().getCustomDiagID(
      clang::DiagnosticsEngine::Note, "%0");
  ast.getDiagnostics().Report(where, id) << what.str();
}

void Diagnoser::remark(clang::SourceRange where, const llvm::Twine &what) {
  report(clang::DiagnosticsEngine::Remark, where, what);
}

std::string Diagnoser::location(clang::SourceLocation where) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(where));
  if (place.isInvalid())
    return "";
  return std::string(place.getFilename()) + ":" +
         std::to_string(place.getLine()) + ":" +
         std::to_string(place.getColumn());
}

SourceSpan Diagnoser::span(clang::SourceRange range) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::CharSourceRange characters = clang::Lexer::makeFileCharRange(
      sources.getExpansionRange(clang::CharSourceRange::getTokenRange(range)),
      sources, ast.getLangOpts());
  if (characters.isInvalid() || !sources.isInMainFile(characters.getBegin()))
    return {};
  return {sources.getFileOffset(characters.getBegin()),
          sources.getFileOffset(characters.getEnd())};
}

std::string Diagnoser::sourceText(clang::SourceRange range) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::CharSourceRange characters =
      sources.getExpansionRange(clang::CharSourceRange::getTokenRange(range));
  return clang::Lexer::getSourceText(characters, sources, ast.getLangOpts())
      .str();
}

} // namespace sparsec
