//===- NamedObjects.cpp - what expressions of a body name -----------------===//

#include "NamedObjects.h"
#include "Constructs.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// Pointers may be set from themselves.
constexpr unsigned maxOrigins = 32;

const Object *NamedObjects::lookUp(const clang::Expr *expression) {
  const clang::Expr *base = expression->IgnoreParenImpCasts();
  while (const auto *member = llvm::dyn_cast<clang::MemberExpr>(base))
    base = member->getBase()->IgnoreParenImpCasts();
  const clang::VarDecl *variable = namedVariable(base);
  if (!variable || variable->isStaticLocal() || names.isForeign(variable) ||
      valueOfConstant(variable) ||
      (variable->isFileVarDecl() && base != expression->IgnoreParenImpCasts()))
    return nullptr;
  current = names.resolve(expression);
  return &current;
}

bool NamedObjects::isWritten(
    const clang::Expr *base,
    const std::map<std::string, clang::SourceRange> &written, unsigned levels) {
  auto isWrittenObject = [&](const Object &object) {
    return written.count(object.name) != 0;
  };
  if (aliases.isAliased(base))
    return llvm::any_of(aliases.namedBy(base), isWrittenObject);
  const clang::VarDecl *variable = namedVariable(base);
  if (variable && aliases.isAlias(variable))
    return levels < maxOrigins &&
           llvm::any_of(
               aliases.definitions[variable],
               [&](const clang::Expr *origin) {
                 return isWritten(baseOf(origin), written, levels + 1);
               });
  const Object *object = ObjectNames::isNamed(base) ? lookUp(base) : nullptr;
  return object && isWrittenObject(*object);
}

std::vector<const clang::Expr *> integerLocalsIn(const clang::Stmt *condition) {
  std::vector<const clang::Expr *> found;
  const auto *expression = llvm::dyn_cast<clang::DeclRefExpr>(condition);
  const clang::VarDecl *variable =
      expression ? namedVariable(expression) : nullptr;
  if (variable && variable->isLocalVarDecl() &&
      variable->getType()->isIntegerType())
    found.push_back(expression);
  for (const clang::Stmt *child : condition->children())
    if (child)
      llvm::append_range(found, integerLocalsIn(child));
  return found;
}

} // namespace sparsec
