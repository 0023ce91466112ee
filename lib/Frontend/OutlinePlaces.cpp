//===- OutlinePlaces.cpp - where loops are cut out of a file --------------===//

#include "OutlinePlaces.h"
#include "Directives.h"

#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class PlaceFinder {
public:
  PlaceFinder(const LoopRegion &region, const FoundKernel &kernel)
      : region(region), kernel(kernel), ast(kernel.function->getASTContext()),
        sources(ast.getSourceManager()),
        file(sources.getBufferData(sources.getMainFileID())) {}

  std::string why;
  OutlinePlaces places;

  bool find() { return findRegion() && findFunction() && isFreeOfDirectives(); }

private:
  bool stay(const std::string &reason) {
    why = reason;
    return false;
  }

  size_t offsetOf(clang::SourceLocation place) const {
    return sources.getFileOffset(sources.getExpansionLoc(place));
  }

  /// Whether the text from \p first to \p last has no macro of which a part
  /// is outside.
  bool isWhole(clang::SourceLocation first, clang::SourceLocation last) const {
    return (!first.isMacroID() || clang::Lexer::isAtStartOfMacroExpansion(
                                      first, sources, ast.getLangOpts())) &&
           (!last.isMacroID() || clang::Lexer::isAtEndOfMacroExpansion(
                                     last, sources, ast.getLangOpts()));
  }

  bool findRegion() {
    const clang::Stmt *first = region.statements.front(),
                      *last = region.statements.back();
    // `#pragma unroll` is an attribute of the loop.
    if (const auto *hinted = llvm::dyn_cast<clang::AttributedStmt>(first))
      first = hinted->getSubStmt();
    const clang::CharSourceRange begin =
        sources.getExpansionRange(first->getBeginLoc());
    const clang::CharSourceRange end =
        sources.getExpansionRange(last->getEndLoc());
    for (clang::SourceLocation place : {begin.getBegin(), end.getEnd()})
      if (!sources.isInMainFile(place))
        return stay("they are in another file");
    if (!isWhole(first->getBeginLoc(), last->getEndLoc()))
      return stay("a macro holds a part of them");
    places.begin = offsetOf(begin.getBegin());
    const clang::SourceLocation behind =
        endsInSemicolon(last)
            ? clang::Lexer::findLocationAfterToken(
                  end.getEnd(), clang::tok::semi, sources, ast.getLangOpts(),
                  /*SkipTrailingWhitespaceAndNewLine=*/false)
            : clang::Lexer::getLocForEndOfToken(end.getEnd(), 0, sources,
                                                ast.getLangOpts());
    if (behind.isInvalid())
      return stay("a macro holds their end");
    places.end = offsetOf(behind);
    return true;
  }

  bool findFunction() {
    const clang::FunctionTypeLoc type = kernel.function->getFunctionTypeLoc();
    const clang::Stmt *body = kernel.function->getBody();
    if (!type || type.getRParenLoc().isMacroID() ||
        body->getBeginLoc().isMacroID() || body->getEndLoc().isMacroID())
      return stay("a macro makes the function's head or its braces");
    places.head = offsetOf(kernel.begin());
    places.parenthesis = offsetOf(type.getRParenLoc()) + 1;
    places.brace = offsetOf(body->getBeginLoc());
    places.close = offsetOf(kernel.function->getEndLoc());
    if (places.begin >= places.end || places.end > places.close)
      return stay("they are no text of the function's own");
    return true;
  }

  /// Both functions have the directives. That is right for macros that are
  /// defined once, if their names were nothing else before.
  bool mayDefineTwice() const {
    const auto names = macrosDefinedIn(file.slice(places.head, places.close));
    auto isFree = [&](const std::string &name) {
      const auto word = ast.Idents.find(name);
      if (word == ast.Idents.end())
        return false;
      auto isNamedSo = [&](const clang::Decl *declared) {
        const auto *named = llvm::dyn_cast<clang::NamedDecl>(declared);
        return named && named->getIdentifier() == word->second;
      };
      return ast.getTranslationUnitDecl()->lookup(word->second).empty() &&
             llvm::none_of(kernel.function->decls(), isNamedSo);
    };
    return names && llvm::all_of(*names, isFree);
  }

  bool isFreeOfDirectives() {
    if (blankedComments(file).find("_Pragma") != std::string::npos)
      return stay("the file has '_Pragma'");
    if (!directivesOf(file.slice(places.brace, places.close)).lines.empty() &&
        !mayDefineTwice())
      return stay("a macro is defined, or a file included, in the function");
    if (directivesOf(file.slice(places.begin, places.end)).isCut)
      return stay("a condition of the preprocessor begins or ends in them");
    return true;
  }

  const LoopRegion &region;
  const FoundKernel &kernel;
  const clang::ASTContext &ast;
  const clang::SourceManager &sources;
  const llvm::StringRef file;
};

} // namespace

std::optional<OutlinePlaces> placesOf(const LoopRegion &region,
                                      const FoundKernel &kernel,
                                      std::string &why) {
  PlaceFinder finder(region, kernel);
  if (finder.find())
    return finder.places;
  why = finder.why;
  return std::nullopt;
}

} // namespace sparsec
