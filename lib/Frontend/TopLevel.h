//===- TopLevel.h - the declarations of a file and their uses ---*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_TOPLEVEL_H
#define SPARSEC_LIB_FRONTEND_TOPLEVEL_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <set>
#include <vector>

namespace sparsec {

/// A stretch of the main file that declares something: `int a, *b;`, or a
/// typedef with the structure in it.
struct TopLevelItem {
  size_t begin = 0, end = 0; ///< with the semicolon
  std::vector<const clang::Decl *> declared;
};

/// The declarations of the main file in order, and which use which.
class TopLevel {
public:
  using Numbers = std::set<size_t>;

  explicit TopLevel(const clang::ASTContext &ast);

  const std::vector<TopLevelItem> &items() const { return list; }
  /// The item that declares \p declaration there; items().size() for one of
  /// another file.
  size_t itemOf(const clang::Decl *declaration) const;
  /// \p from with all items that they use, directly or not; each with all
  /// declarations of the same function or type. None of
  /// \p without is entered.
  Numbers reachable(Numbers from, const Numbers &without) const;

private:
  void collect(const clang::ASTContext &ast);
  void link();

  std::vector<TopLevelItem> list;
  std::vector<Numbers> uses;
  /// First declaration => the items that declare the same.
  std::map<const clang::Decl *, Numbers> declaredIn;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_TOPLEVEL_H
