//===- PortableText.cpp - the file in words that targets take -------------===//
///
/// \file
/// Generated code stands in C and in C++, behind headers that define macros,
/// and names things itself. Parameters and locals that are in its way get
/// another name before anything is translated, with all their uses:
///
///     void scale(int n, double *new)   =>   void scale(int n, double *new_)
///     #pragma sparsec extent(new, n)   =>   #pragma sparsec extent(new_, n)
///
/// A name that some macro's definition mentions stays: other functions may use
/// the macro, too. `checkNames` and `whyNotCxx` then say what is wrong with it.
///
//===----------------------------------------------------------------------===//

#include "PortableText.h"

#include "SourceTokens.h"
#include "TextEdits.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/StringExtras.h"

#include <vector>

namespace sparsec {
namespace {

/// Where parameters and locals are named, by name.
class LocalNames : public clang::RecursiveASTVisitor<LocalNames> {
public:
  std::map<std::string, std::vector<clang::SourceLocation>> places;

  bool VisitVarDecl(clang::VarDecl *variable) {
    note(variable, variable->getLocation());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (const auto *variable =
            llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      note(variable, reference->getLocation());
    return true;
  }

private:
  void note(const clang::VarDecl *variable, clang::SourceLocation where) {
    if (variable->isLocalVarDeclOrParm() && variable->getIdentifier())
      places[variable->getNameAsString()].push_back(where);
  }
};

class Rewriter {
public:
  Rewriter(const FileScope &file, const TakenNames &taken,
           const PragmaList &pragmas)
      : file(file), taken(taken), pragmas(pragmas),
        sources(file.ast.getSourceManager()),
        text(sources.getBufferData(sources.getMainFileID())),
        used(usedNames(*file.kernel.function)) {}

  std::optional<PortableText> run() {
    if (text.starts_with("\xEF\xBB\xBF"))
      replace(0, 3, "");
    respellTokens();
    renameLocals();
    renameInPragmas();
    if (!isChanged)
      return std::nullopt;
    return PortableText{edits.apply(text.str(), 0, text.size()), renamed};
  }

private:
  void replace(size_t begin, size_t end, const std::string &by) {
    edits.replace(begin, end, by);
    isChanged = true;
  }

  /// `<:` as `[`, and no token over two lines.
  void respellTokens() {
    eachToken(file.ast, 0, text.size(),
              [&](const clang::Token &token, size_t offset) {
                respell(token, offset);
                return true;
              });
  }

  void respell(const clang::Token &token, size_t offset) {
    const llvm::StringRef written = text.substr(offset, token.getLength());
    const char *mark = clang::tok::getPunctuatorSpelling(token.getKind());
    if (mark && written != mark)
      replace(offset, offset + written.size(), mark);
    else if (token.is(clang::tok::raw_identifier) && token.needsCleaning() &&
             !token.hasUCN())
      replace(
          offset, offset + written.size(),
          clang::Lexer::getSpelling(token, sources, file.ast.getLangOpts()));
  }

  bool isTaken(const std::string &name) const {
    auto macro = taken.macros.find(name);
    const bool isMacro =
        macro != taken.macros.end() && !macro->second.hasParameters;
    return isMacro || used.count(name) || !isPlainName(name) ||
           !wordOfTargets(name).empty();
  }

  /// "class_" for `class`; nothing in the file or its headers has the name.
  std::string freeName(const std::string &name) const {
    std::string result;
    for (char c : name)
      result += llvm::isAlnum(c) || c == '_' ? c : '_';
    if (!wordOfTargets(result + "_").empty())
      result = "v" + result; // __x
    const clang::IdentifierTable &known =
        file.preprocessor.getIdentifierTable();
    do
      result += "_";
    while (isTaken(result) || known.find(result) != known.end() ||
           llvm::any_of(renamed, [&](const auto &other) {
             return other.second == result;
           }));
    return result;
  }

  /// The offset of the name at \p where in the main file; nothing where the
  /// definition of a macro has it.
  std::optional<size_t> offsetOf(clang::SourceLocation where) const {
    while (sources.isMacroArgExpansion(where))
      where = sources.getImmediateSpellingLoc(where);
    if (where.isMacroID() || !sources.isInMainFile(where))
      return std::nullopt;
    return sources.getFileOffset(where);
  }

  void renameLocals() {
    LocalNames locals;
    for (const clang::Decl *declaration : neededBy(file))
      locals.TraverseDecl(const_cast<clang::Decl *>(declaration));
    for (const auto &[name, places] : locals.places) {
      std::set<size_t> offsets;
      bool isWritten = isTaken(name);
      for (clang::SourceLocation place : places) {
        std::optional<size_t> offset = offsetOf(place);
        isWritten &= offset.has_value();
        offsets.insert(offset.value_or(0));
      }
      if (!isWritten)
        continue;
      const std::string next = freeName(name);
      renamed[name] = next;
      for (size_t offset : offsets)
        replace(offset, offset + lengthAt(offset), next);
    }
  }

  size_t lengthAt(size_t offset) const {
    const clang::SourceLocation start =
        sources.getLocForStartOfFile(sources.getMainFileID());
    return clang::Lexer::MeasureTokenLength(start.getLocWithOffset(int(offset)),
                                            sources, file.ast.getLangOpts());
  }

  /// Names in facts and, for the copy of the loops, in OpenMP directives.
  void renameInPragmas() {
    std::vector<clang::SourceLocation> hashes = pragmas.openMP;
    for (const SparsecPragma &pragma : file.kernel.pragmas)
      hashes.push_back(pragma.hash);
    if (renamed.empty())
      return;
    const size_t begin = sources.getFileOffset(file.kernel.begin());
    const size_t end = sources.getFileOffset(file.kernel.function->getEndLoc());
    for (clang::SourceLocation hash : hashes) {
      const size_t offset = sources.getFileOffset(hash);
      const bool isOwn = llvm::none_of(
          pragmas.openMP, [&](auto other) { return other == hash; });
      if (isOwn || (offset >= begin && offset < end))
        renameInDirective(offset);
    }
  }

  void renameInDirective(size_t hash) {
    bool isMember = false;
    eachToken(file.ast, hash, text.size(),
              [&](const clang::Token &token, size_t offset) {
                if (offset > hash && token.isAtStartOfLine())
                  return false;
                auto found = token.is(clang::tok::raw_identifier)
                                 ? renamed.find(clang::Lexer::getSpelling(
                                       token, sources, file.ast.getLangOpts()))
                                 : renamed.end();
                if (found != renamed.end() && !isMember)
                  replace(offset, offset + token.getLength(), found->second);
                isMember =
                    token.is(clang::tok::period) || token.is(clang::tok::arrow);
                return true;
              });
  }

  const FileScope &file;
  const TakenNames &taken;
  const PragmaList &pragmas;
  const clang::SourceManager &sources;
  const llvm::StringRef text;
  const std::set<std::string> used;
  TextEdits edits;
  bool isChanged = false;
  std::map<std::string, std::string> renamed;
};

} // namespace

std::optional<PortableText> portableText(const FileScope &file,
                                         const TakenNames &taken,
                                         const PragmaList &pragmas) {
  return Rewriter(file, taken, pragmas).run();
}

} // namespace sparsec
