//===- StructureUses.cpp - which structures are their members -------------===//

#include "StructureUses.h"
#include "InlineCalls.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// The members of structures are numbers, or structures of such.
bool isOfNumbers(clang::QualType type) {
  if (type->isArithmeticType())
    return true;
  const auto *record = type->getAs<clang::RecordType>();
  if (!record || !record->isStructureType() || type.isVolatileQualified())
    return false;
  return llvm::all_of(record->getDecl()->fields(),
                      [](const clang::FieldDecl *field) {
                        return field->getIdentifier() && !field->isBitField() &&
                               isOfNumbers(field->getType());
                      });
}

class WholeUses : public clang::RecursiveASTVisitor<WholeUses> {
public:
  std::set<const clang::VarDecl *> found;

  bool VisitUnaryOperator(clang::UnaryOperator *unary) {
    std::string path;
    if (unary->getOpcode() == clang::UO_AddrOf)
      if (const clang::VarDecl *root = rootOfMembers(unary->getSubExpr(), path))
        found.insert(root);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    if (takesStructures(call))
      return true;
    for (const clang::Expr *argument : call->arguments()) {
      std::string path;
      if (isStructureOfNumbers(argument->getType()))
        if (const clang::VarDecl *root =
                rootOfMembers(argument->IgnoreParenImpCasts(), path))
          found.insert(root);
    }
    return true;
  }
};

/// Finds out whether the address of one of some variables is taken.
class Addresses : public clang::RecursiveASTVisitor<Addresses> {
public:
  bool isTaken = false;

  bool VisitUnaryOperator(clang::UnaryOperator *unary) {
    std::string path;
    if (unary->getOpcode() == clang::UO_AddrOf)
      if (const clang::VarDecl *root = rootOfMembers(unary->getSubExpr(), path))
        isTaken |= llvm::isa<clang::ParmVarDecl>(root) &&
                   isStructureOfNumbers(root->getType());
    return true;
  }
};

} // namespace

bool isStructureOfNumbers(clang::QualType type) {
  return type->isRecordType() && isOfNumbers(type);
}

const clang::VarDecl *rootOfMembers(const clang::Expr *expression,
                                    std::string &path) {
  expression = expression->IgnoreParens();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    const clang::VarDecl *root =
        member->isArrow() ? nullptr : rootOfMembers(member->getBase(), path);
    path += "." + member->getMemberDecl()->getNameAsString();
    return root;
  }
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                   : nullptr;
}

bool usesByMembers(const clang::FunctionDecl &definition) {
  Addresses addresses;
  addresses.TraverseStmt(definition.getBody());
  const clang::SourceManager &sources =
      definition.getASTContext().getSourceManager();
  return !addresses.isTaken &&
         !sources.isInSystemHeader(definition.getLocation());
}

const clang::FunctionDecl *takesStructures(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition =
      callee && (inlinedBody(callee) || inlinedFunction(callee))
          ? callee->getDefinition()
          : nullptr;
  if (!definition || definition->getNumParams() != call->getNumArgs())
    return nullptr;
  const bool takesAny = llvm::any_of(
      definition->parameters(), [](const clang::ParmVarDecl *parameter) {
        return isStructureOfNumbers(parameter->getType());
      });
  return takesAny && usesByMembers(*definition) ? definition : nullptr;
}

std::set<const clang::VarDecl *> wholeStructures(clang::Stmt *body) {
  WholeUses uses;
  uses.TraverseStmt(body);
  return std::move(uses.found);
}

} // namespace sparsec
