//===- KernelScan.cpp - a first look at a function ------------------------===//
///
/// \file
/// Finds what the body reads and writes, and which values steer it: an array or
/// integer scalar is an *index object* when it occurs in a bound, a condition
/// or a subscript, or defines one that does. Everything else is data.
///
//===----------------------------------------------------------------------===//

#include "KernelScan.h"
#include "Constructs.h"
#include "ExpressionDepth.h"
#include "InlineCalls.h"
#include "Returns.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace sparsec {
namespace {

/// Loops around one statement. Integer sets get dear with their dimensions.
constexpr unsigned maxDepth = 32;

/// The target of an assignment or ++/--; null for other expressions.
const clang::Expr *modifiedBy(const clang::Stmt *statement) {
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  return nullptr;
}

/// The variable or member that an lvalue or pointer expression is based on.
const clang::Expr *baseOf(const clang::Expr *expression) {
  expression = expression->IgnoreParenCasts();
  if (const auto *element =
          llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return baseOf(element->getBase());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return baseOf(unary->getSubExpr());
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return baseOf(binary->getLHS()->getType()->isPointerType()
                      ? binary->getLHS()
                      : binary->getRHS());
  return expression;
}

class ModifiedVariables : public clang::RecursiveASTVisitor<ModifiedVariables> {
public:
  std::set<const clang::VarDecl *> variables;

  bool VisitExpr(clang::Expr *expression) {
    const clang::Expr *target = modifiedBy(expression);
    if (!target)
      return true;
    if (const auto *reference =
            llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts()))
      if (const auto *variable =
              llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
        variables.insert(variable);
    return true;
  }
};

class Scanner : public clang::RecursiveASTVisitor<Scanner> {
public:
  Scanner(ObjectNames &names, Diagnoser &diagnoser,
          const clang::ASTContext &ast)
      : names(names), diagnoser(diagnoser), ast(ast) {}

  KernelScan scan;

  bool VisitStmt(clang::Stmt *statement) {
    if (std::optional<UnsupportedConstruct> found = findUnsupported(statement))
      diagnoser.error(found->where, found->what, found->instead);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (!variable->isLocalVarDecl())
      return true;
    define(variable, variable->getInit());
    if (variable->getInit() && !variable->isStaticLocal()) {
      // Its definition is a statement even when nothing reads it.
      const Object object = names.ofVariable(variable);
      scan.objects.emplace(object.name, object);
    }
    if (variable->getType()->isPointerType())
      scan.localPointers.insert(variable);
    return true;
  }

  bool VisitExpr(clang::Expr *expression) {
    if (ObjectNames::isNamed(expression) &&
        !llvm::isa<clang::ImplicitCastExpr, clang::ParenExpr>(expression))
      remember(expression);
    if (const clang::Expr *target = modifiedBy(expression))
      noteWrite(target, expression);
    if (auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      steers(element->getIdx());
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (binary && binary->getType()->isPointerType())
      steers(binary->getLHS()->getType()->isPointerType() ? binary->getRHS()
                                                          : binary->getLHS());
    return true;
  }

  /// Of a guard nothing but the condition matters.
  bool TraverseIfStmt(clang::IfStmt *branch) {
    if (!scan.guards.count(branch))
      return RecursiveASTVisitor::TraverseIfStmt(branch);
    return TraverseStmt(branch->getCond());
  }

  /// Loops that are too deep are not looked into.
  bool TraverseForStmt(clang::ForStmt *loop) {
    if (depth == maxDepth) {
      diagnoser.error({loop->getForLoc(), loop->getRParenLoc()},
                      "more than " + llvm::Twine(maxDepth) +
                          " loops are nested here",
                      "join or unroll some of them by hand");
      return true;
    }
    ++depth;
    const bool goesOn = RecursiveASTVisitor::TraverseForStmt(loop);
    --depth;
    return goesOn;
  }

  /// The callee's expression is read as if it stood here.
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::Expr *body = callee ? inlinedBody(callee) : nullptr;
    if (!body)
      return true;
    const clang::FunctionDecl *definition = callee->getDefinition();
    for (unsigned pos = 0; pos < definition->getNumParams(); ++pos)
      define(definition->getParamDecl(pos), call->getArg(pos));
    if (inlinedFunctions.insert(definition).second &&
        !reportTooDeep(body, diagnoser))
      TraverseStmt(const_cast<clang::Expr *>(body));
    return true;
  }

  bool VisitForStmt(clang::ForStmt *loop) {
    for (clang::Stmt *part :
         {loop->getInit(), static_cast<clang::Stmt *>(loop->getCond()),
          static_cast<clang::Stmt *>(loop->getInc())})
      if (part)
        steers(part);
    return true;
  }

  bool VisitIfStmt(clang::IfStmt *branch) {
    if (!matchConditionalUpdate(branch, ast))
      steers(branch->getCond());
    return true;
  }

  /// Definitions of index objects steer too, until nothing changes.
  void finish() {
    for (size_t before = 0; before != steeringVariables.size();) {
      before = steeringVariables.size();
      const std::set<const clang::VarDecl *> known = steeringVariables;
      for (const clang::VarDecl *variable : known)
        for (const clang::Expr *value : definitions[variable])
          steers(value);
    }
  }

  /// Notes the named objects of an expression that steers the computation.
  void steers(const clang::Stmt *statement) {
    const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    if (expression && ObjectNames::isNamed(expression))
      return noteSteering(expression->IgnoreParenImpCasts());
    for (const clang::Stmt *child : statement->children())
      if (child)
        steers(child);
  }

private:
  void remember(const clang::Expr *expression) {
    const Object *object = lookUp(expression);
    if (object)
      scan.objects.emplace(object->name, *object);
  }

  /// Globals are refused where they are used; here they are skipped.
  const Object *lookUp(const clang::Expr *expression) {
    const clang::Expr *base = expression->IgnoreParenImpCasts();
    while (const auto *member = llvm::dyn_cast<clang::MemberExpr>(base))
      base = member->getBase()->IgnoreParenImpCasts();
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(base);
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                  : nullptr;
    if (!variable || !variable->isLocalVarDeclOrParm() ||
        variable->isStaticLocal() || names.isForeign(variable))
      return nullptr;
    current = names.resolve(expression);
    return &current;
  }

  void define(const clang::VarDecl *variable, const clang::Expr *value) {
    if (value)
      definitions[variable].push_back(value);
  }

  void noteWrite(const clang::Expr *target, const clang::Expr *whole) {
    const clang::Expr *base = baseOf(target);
    if (!ObjectNames::isNamed(base))
      return;
    if (const Object *object = lookUp(base)) {
      const Object written = *object;
      scan.written.emplace(written.name, whole->getSourceRange());
      const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(whole);
      if (binary && written.type->isIntegerType() && !written.isMember)
        define(written.variable, binary->getRHS());
      // A write through a local pointer writes what it was initialised from.
      if (written.isLocal() && written.type->isPointerType())
        for (const clang::Expr *origin : definitions[written.variable])
          noteWrite(origin, whole);
    }
  }

  void noteSteering(const clang::Expr *expression) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                  : nullptr;
    if (variable && names.isForeign(variable))
      steeringVariables.insert(variable);
    const Object *object = lookUp(expression);
    if (!object)
      return;
    scan.objects.emplace(object->name, *object);
    scan.indexObjects.insert(object->name);
    if (!object->isMember)
      steeringVariables.insert(object->variable);
  }

  ObjectNames &names;
  Diagnoser &diagnoser;
  const clang::ASTContext &ast;
  Object current;
  unsigned depth = 0;
  std::set<const clang::VarDecl *> steeringVariables;
  std::set<const clang::FunctionDecl *> inlinedFunctions;
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>>
      definitions;
};

} // namespace

std::set<const clang::VarDecl *>
modifiedVariables(const clang::Stmt *statement) {
  ModifiedVariables visitor;
  visitor.TraverseStmt(const_cast<clang::Stmt *>(statement));
  return visitor.variables;
}

bool KernelScan::isIndexScalar(const Object &object) const {
  return object.type->isIntegralOrEnumerationType() &&
         indexObjects.count(object.name);
}

KernelScan scanKernel(const clang::FunctionDecl &function, ObjectNames &names,
                      Diagnoser &diagnoser) {
  Scanner scanner(names, diagnoser, function.getASTContext());
  for (const clang::IfStmt *branch : guardsOf(function))
    if (isLeftToOriginal(branch, function))
      scanner.scan.guards.insert(branch);
  for (const clang::ParmVarDecl *parameter : function.parameters()) {
    Object object = names.ofVariable(parameter);
    scanner.scan.objects.emplace(object.name, object);
    // Extents of VLA parameters bound what may be accessed.
    for (clang::QualType type = object.type; !type.isNull();) {
      const auto *array =
          llvm::dyn_cast<clang::ArrayType>(type.getCanonicalType());
      const auto *pointer = type->getAs<clang::PointerType>();
      if (const auto *sized =
              llvm::dyn_cast_or_null<clang::VariableArrayType>(array))
        if (sized->getSizeExpr())
          scanner.steers(sized->getSizeExpr());
      type = array     ? array->getElementType()
             : pointer ? pointer->getPointeeType()
                       : clang::QualType();
    }
  }
  if (reportTooDeep(function.getBody(), diagnoser))
    return scanner.scan;
  scanner.TraverseStmt(function.getBody());
  scanner.finish();
  return scanner.scan;
}

} // namespace sparsec
