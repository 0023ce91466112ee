//===- InlineCalls.cpp - calls of functions of the file -------------------===//
///
/// \file
/// `static double square(double v) { return v * v; }` is a macro with types: a
/// call is the returned expression, in which each parameter stands for its
/// argument, converted to the parameter's type. Functions with statements are
/// walked where they are called (Calls.cpp).
///
//===----------------------------------------------------------------------===//

#include "InlineCalls.h"
#include "Aliases.h"
#include "Designator.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace sparsec {
namespace {

/// What the body returns when that is all it does.
const clang::Expr *returnedBy(const clang::FunctionDecl *definition) {
  const auto *body =
      llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody());
  const auto *end = body && body->size() == 1
                        ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front())
                        : nullptr;
  return end ? end->getRetValue() : nullptr;
}

using Functions = std::set<const clang::FunctionDecl *>;

/// Whether \p statement calls one of \p callers, directly or not.
bool recurses(const clang::Stmt *statement, const Functions &callers) {
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *definition =
        callee ? callee->getDefinition() : nullptr;
    if (definition && callers.count(definition))
      return true;
    const clang::Expr *body = definition ? returnedBy(definition) : nullptr;
    Functions all = callers;
    all.insert(definition);
    if (body && recurses(body, all))
      return true;
  }
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt *child) {
                       return child && recurses(child, callers);
                     });
}

/// Whether \p statement calls \p wanted, by way of functions that are not in
/// \p seen, to which it adds those it looks into.
bool reaches(const clang::Stmt *statement, const clang::FunctionDecl *wanted,
             Functions &seen) {
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *next =
        callee ? callee->getDefinition() : nullptr;
    if (next == wanted && next)
      return true;
    if (next && seen.insert(next).second &&
        reaches(next->getBody(), wanted, seen))
      return true;
  }
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt *child) {
                       return child && reaches(child, wanted, seen);
                     });
}

void addReturns(const clang::Stmt *statement,
                std::vector<const clang::ReturnStmt *> &returns) {
  if (const auto *found = llvm::dyn_cast<clang::ReturnStmt>(statement))
    returns.push_back(found);
  for (const clang::Stmt *child : statement->children())
    if (child)
      addReturns(child, returns);
}

void addCalled(const clang::Stmt *part,
               std::vector<clang::FunctionDecl *> &definitions) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (clang::FunctionDecl *definition =
          callee ? const_cast<clang::FunctionDecl *>(callee)->getDefinition()
                 : nullptr)
    definitions.push_back(definition);
  for (const clang::Stmt *child : part->children())
    if (child)
      addCalled(child, definitions);
}

} // namespace

std::vector<clang::FunctionDecl *>
definitionsCalledIn(const clang::Stmt *part) {
  std::vector<clang::FunctionDecl *> definitions;
  addCalled(part, definitions);
  return definitions;
}

const clang::Expr *inlinedBody(const clang::FunctionDecl *callee) {
  const clang::FunctionDecl *definition = callee->getDefinition();
  if (!definition || definition->isVariadic() ||
      !definition->hasWrittenPrototype())
    return nullptr;
  const clang::Expr *body = returnedBy(definition);
  return body && !recurses(body, {definition}) && !callsStatements(body)
             ? body
             : nullptr;
}

const clang::FunctionDecl *inlinedFunction(const clang::FunctionDecl *callee) {
  const clang::FunctionDecl *definition = callee->getDefinition();
  if (!definition || definition->isVariadic() ||
      !definition->hasWrittenPrototype() || !definition->getBody() ||
      definition->getASTContext().getSourceManager().isInSystemHeader(
          definition->getLocation()))
    return nullptr;
  Functions seen;
  if (reaches(definition->getBody(), definition, seen))
    return nullptr;
  const clang::Expr *only = returnedBy(definition);
  return only && !callsStatements(only) ? nullptr : definition;
}

const clang::FunctionDecl *inlinedCall(const clang::Stmt *statement) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee ? inlinedFunction(callee) : nullptr;
}

bool callsStatements(const clang::Stmt *expression) {
  return inlinedCall(expression) ||
         std::any_of(expression->child_begin(), expression->child_end(),
                     [](const clang::Stmt *child) {
                       return child && callsStatements(child);
                     });
}

std::vector<const clang::ReturnStmt *> returnsIn(const clang::Stmt *body) {
  std::vector<const clang::ReturnStmt *> returns;
  addReturns(body, returns);
  return returns;
}

ScopePtr scopeOfCall(const clang::CallExpr *call, const ScopePtr &scope) {
  const clang::FunctionDecl *definition =
      call->getDirectCallee()->getDefinition();
  auto inside = std::make_shared<Scope>();
  for (unsigned pos = 0; pos < definition->getNumParams(); ++pos) {
    Binding binding;
    binding.kind = Binding::Kind::Definition;
    binding.expression = call->getArg(pos);
    binding.scope = scope;
    inside->emplace(definition->getParamDecl(pos), binding);
  }
  return inside;
}

const clang::VarDecl *resultOf(Kernel &kernel, const clang::CallExpr *call) {
  const clang::VarDecl *&result = kernel.callResults[call];
  if (!result) {
    auto &ast = const_cast<clang::ASTContext &>(kernel.ast);
    result = clang::VarDecl::Create(ast, ast.getTranslationUnitDecl(),
                                    call->getBeginLoc(), call->getBeginLoc(),
                                    &ast.Idents.get("value"), call->getType(),
                                    nullptr, clang::SC_None);
  }
  return result;
}

const Binding &valueOfCall(Kernel &kernel, const clang::CallExpr *call,
                           const ScopePtr &scope) {
  auto bound = scope->find(resultOf(kernel, call));
  if (bound == scope->end())
    kernel.diagnoser.refuse(
        call->getSourceRange(),
        "a call of '" + call->getDirectCallee()->getName() +
            "', which has statements, cannot stand here",
        "assign what it returns to a local variable before");
  return bound->second;
}

Object objectIn(Kernel &kernel, const clang::VarDecl *variable,
                const ScopePtr &scope) {
  Object object = kernel.names.ofVariable(variable);
  auto bound = scope->find(variable);
  if (bound != scope->end() && bound->second.kind == Binding::Kind::Copied)
    object.name = bound->second.copy;
  return object;
}

/// The structure, or a pointer to it, that \p expression is.
static Object structureIn(Kernel &kernel, const clang::Expr *expression,
                          const ScopePtr &scope) {
  expression = withoutCasts(expression);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  const bool isAddress = unary && unary->getOpcode() == clang::UO_AddrOf;
  if (isAddress || (unary && unary->getOpcode() == clang::UO_Deref)) {
    Object object = structureIn(kernel, unary->getSubExpr(), scope);
    object.addresses += isAddress ? 1 : -1;
    return object;
  }
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable =
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                : nullptr;
  auto bound = variable ? scope->find(variable) : scope->end();
  if (bound != scope->end() && bound->second.kind == Binding::Kind::Definition)
    return structureIn(kernel, bound->second.expression, bound->second.scope);
  if (bound != scope->end() && bound->second.kind != Binding::Kind::Copied)
    refuseMoved(kernel, kernel.names.ofVariable(variable), bound->second,
                expression->getSourceRange());
  return resolveIn(kernel, expression, scope);
}

Object resolveIn(Kernel &kernel, const clang::Expr *expression,
                 const ScopePtr &scope) {
  expression = expression->IgnoreParenImpCasts();
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
  if (member && ObjectNames::isNamed(member->getBase()))
    return kernel.names.member(structureIn(kernel, member->getBase(), scope),
                               member);
  Object object = kernel.names.resolve(expression);
  return object.isMember ? object : objectIn(kernel, object.variable, scope);
}

} // namespace sparsec
