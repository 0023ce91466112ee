//===- TopLevel.cpp - the declarations of a file and their uses -----------===//

#include "TopLevel.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

/// All declarations that one refers to.
class UseFinder : public clang::RecursiveASTVisitor<UseFinder> {
public:
  std::set<const clang::Decl *> used;

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    const clang::Decl *declared = reference->getDecl();
    if (const auto *value = llvm::dyn_cast<clang::EnumConstantDecl>(declared))
      declared = llvm::cast<clang::Decl>(value->getDeclContext());
    used.insert(declared->getCanonicalDecl());
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) {
    used.insert(type.getTypedefNameDecl()->getCanonicalDecl());
    return true;
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc type) {
    used.insert(type.getDecl()->getCanonicalDecl());
    return true;
  }
};

/// Where \p declaration stands in the main file, or the macro that makes it.
std::optional<TopLevelItem> placeOf(const clang::Decl *declaration,
                                    const clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::CharSourceRange range = sources.getExpansionRange(
      clang::CharSourceRange::getTokenRange(declaration->getSourceRange()));
  if (!range.isValid() || !sources.isInMainFile(range.getBegin()) ||
      !sources.isInMainFile(range.getEnd()))
    return std::nullopt;
  const clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(
      range.getEnd(), 0, sources, ast.getLangOpts());
  return TopLevelItem{sources.getFileOffset(range.getBegin()),
                      sources.getFileOffset(end),
                      {declaration}};
}

/// The end of the semicolon that ends \p item, before \p limit; of the item
/// itself where there is none.
size_t endOf(const TopLevelItem &item, size_t limit,
             const clang::ASTContext &ast) {
  const auto *function =
      llvm::dyn_cast<clang::FunctionDecl>(item.declared.back());
  if (function && function->doesThisDeclarationHaveABody())
    return item.end;
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation at =
      sources.getLocForStartOfFile(sources.getMainFileID())
          .getLocWithOffset(int(item.end) - 1);
  while (std::optional<clang::Token> token =
             clang::Lexer::findNextToken(at, sources, ast.getLangOpts())) {
    const size_t offset = sources.getFileOffset(token->getLocation());
    if (offset >= limit || token->is(clang::tok::eof))
      break;
    if (token->is(clang::tok::semi))
      return offset + 1;
    at = token->getLocation();
  }
  return item.end;
}

} // namespace

TopLevel::TopLevel(const clang::ASTContext &ast) {
  collect(ast);
  link();
}

void TopLevel::collect(const clang::ASTContext &ast) {
  std::vector<TopLevelItem> places;
  for (const clang::Decl *declaration : ast.getTranslationUnitDecl()->decls())
    if (!declaration->isImplicit())
      if (std::optional<TopLevelItem> place = placeOf(declaration, ast))
        places.push_back(std::move(*place));
  llvm::stable_sort(places,
                    [](const TopLevelItem &one, const TopLevelItem &other) {
                      return one.begin < other.begin;
                    });
  for (TopLevelItem &place : places) {
    if (list.empty() || place.begin >= list.back().end) {
      list.push_back(std::move(place));
      continue;
    }
    list.back().end = std::max(list.back().end, place.end);
    list.back().declared.push_back(place.declared.front());
  }
  const clang::SourceManager &sources = ast.getSourceManager();
  const size_t size = sources.getBufferData(sources.getMainFileID()).size();
  for (size_t number = 0; number < list.size(); ++number)
    list[number].end = endOf(
        list[number],
        number + 1 < list.size() ? list[number + 1].begin + 1 : size + 1, ast);
}

void TopLevel::link() {
  for (size_t number = 0; number < list.size(); ++number)
    for (const clang::Decl *declaration : list[number].declared)
      declaredIn[declaration->getCanonicalDecl()].insert(number);
  for (const TopLevelItem &item : list) {
    UseFinder finder;
    for (const clang::Decl *declaration : item.declared)
      finder.TraverseDecl(const_cast<clang::Decl *>(declaration));
    Numbers numbers;
    for (const clang::Decl *used : finder.used)
      if (auto found = declaredIn.find(used); found != declaredIn.end())
        numbers.insert(found->second.begin(), found->second.end());
    uses.push_back(std::move(numbers));
  }
}

size_t TopLevel::itemOf(const clang::Decl *declaration) const {
  for (size_t number = 0; number < list.size(); ++number)
    if (llvm::is_contained(list[number].declared, declaration))
      return number;
  return list.size();
}

TopLevel::Numbers TopLevel::reachable(Numbers from,
                                      const Numbers &without) const {
  std::vector<size_t> pending(from.begin(), from.end());
  while (!pending.empty()) {
    const size_t number = pending.back();
    pending.pop_back();
    Numbers next = uses[number];
    for (const clang::Decl *declaration : list[number].declared) {
      const Numbers &same = declaredIn.at(declaration->getCanonicalDecl());
      next.insert(same.begin(), same.end());
    }
    for (size_t other : next)
      if (!without.count(other) && from.insert(other).second)
        pending.push_back(other);
  }
  return from;
}

} // namespace sparsec
