//===- NamedObjects.h - what expressions of a body name ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_NAMEDOBJECTS_H
#define SPARSEC_LIB_FRONTEND_NAMEDOBJECTS_H

#include "Aliases.h"

namespace sparsec {

/// Finds the objects that expressions name while a body is scanned.
class NamedObjects {
public:
  NamedObjects(ObjectNames &names, Aliases &aliases)
      : names(names), aliases(aliases) {}

  /// Constants stand for their values, and members of variables of the file
  /// are refused where they are used; here they are skipped. The answer holds
  /// until the next one.
  const Object *lookUp(const clang::Expr *expression);
  /// Whether \p base names, or points to, one of the objects \p written.
  bool isWritten(const clang::Expr *base,
                 const std::map<std::string, clang::SourceRange> &written,
                 unsigned levels = 0);

private:
  ObjectNames &names;
  Aliases &aliases;
  Object current;
};

/// Integer locals of a guard stand for their values. Of arguments it asks
/// nothing that makes them index objects.
std::vector<const clang::Expr *> integerLocalsIn(const clang::Stmt *condition);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_NAMEDOBJECTS_H
