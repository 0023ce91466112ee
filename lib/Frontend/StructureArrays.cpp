//===- StructureArrays.cpp - parameters that hold many structures ---------===//
///
/// \file
/// A parameter `struct T *e`, or such a member `A->e`, is one structure, whose
/// members are parameters and arrays of the program, unless the function
/// subscripts or moves it. Then each member is an array with an element for
/// each structure.
///
//===----------------------------------------------------------------------===//

#include "StructureArrays.h"
#include "Aliases.h"
#include "InlineCalls.h"
#include "Modified.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace sparsec {
namespace {

bool isToStructures(clang::QualType type) {
  return type->isPointerType() && type->getPointeeType()->isRecordType();
}

class Finder : public clang::RecursiveASTVisitor<Finder> {
public:
  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->isLocalVarDecl() && variable->getInit())
      define(variable, variable->getInit());
    return true;
  }

  bool VisitExpr(clang::Expr *expression) {
    if (const auto *element =
            llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      add(element->getBase());
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (binary && binary->isAdditiveOp() && isToStructures(binary->getType()))
      add(binary);
    const clang::Expr *changed = modifiedBy(expression);
    if (changed && isToStructures(changed->getType())) {
      if (binary && binary->getOpcode() == clang::BO_Assign)
        define(namedVariable(changed), binary->getRHS());
      else
        add(changed);
    }
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *definition =
        callee && (inlinedBody(callee) || inlinedFunction(callee))
            ? callee->getDefinition()
            : nullptr;
    if (!definition)
      return true;
    for (unsigned pos = 0; pos < definition->getNumParams(); ++pos)
      define(definition->getParamDecl(pos), call->getArg(pos));
    if (seen.insert(definition).second)
      TraverseStmt(definition->getBody());
    return true;
  }

  /// What the variables found are set to is in arrays, too.
  void finish() {
    for (size_t before = ~size_t{0}; before != found.size();) {
      before = found.size();
      const std::set<const clang::VarDecl *> known = found;
      for (const clang::VarDecl *variable : known)
        for (const clang::Expr *value : definitions[variable])
          add(value);
    }
  }

  std::set<const clang::VarDecl *> found;
  std::set<const clang::FieldDecl *> fields;

private:
  void define(const clang::VarDecl *variable, const clang::Expr *value) {
    if (variable && isToStructures(variable->getType()))
      definitions[variable].push_back(value);
  }

  void add(const clang::Expr *pointer) {
    const clang::Expr *base = baseOf(pointer);
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(base);
    if (member && isToStructures(member->getType()) &&
        isToStructures(pointer->getType()))
      fields.insert(llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()));
    const clang::VarDecl *origin = namedVariable(base);
    if (origin && isToStructures(origin->getType()) &&
        isToStructures(pointer->getType()))
      found.insert(origin);
  }

  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>>
      definitions;
  std::set<const clang::FunctionDecl *> seen;
};

} // namespace

void findStructureArrays(const clang::FunctionDecl &function,
                         ObjectNames &names) {
  Finder finder;
  finder.TraverseStmt(function.getBody());
  finder.finish();
  names.structureArrays.clear();
  for (const clang::VarDecl *variable : finder.found)
    if (variable->getDeclContext() == &function &&
        llvm::isa<clang::ParmVarDecl>(variable))
      names.structureArrays.insert(variable);
  names.structureFields = std::move(finder.fields);
}

bool isOfStructureArray(Kernel &kernel, const clang::Expr *structure,
                        const ScopePtr &scope) {
  const clang::Expr *base = baseOf(structure);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(base);
  const auto *field =
      member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())
             : nullptr;
  if (field && kernel.names.structureFields.count(field) &&
      ObjectNames::isNamed(member))
    return true;
  if (member)
    return member->getType()->isRecordType() &&
           isOfStructureArray(kernel, member->getBase(), scope);
  const clang::VarDecl *variable = namedVariable(base);
  if (!variable)
    return false;
  if (kernel.names.structureArrays.count(variable))
    return true;
  auto bound = scope->find(variable);
  if (bound == scope->end())
    return false;
  const Binding &binding = bound->second;
  if (binding.kind == Binding::Kind::Advanced)
    return isOfStructureArray(kernel, base, binding.scope);
  return binding.kind == Binding::Kind::Definition && binding.expression &&
         isOfStructureArray(kernel, binding.expression, binding.scope);
}

} // namespace sparsec
