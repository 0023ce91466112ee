//===- KernelScan.cpp - a first look at a function ------------------------===//
///
/// \file
/// Finds what the body reads and writes, and which values steer it: an array or
/// integer scalar is an *index object* when it occurs in a bound, a condition
/// or a subscript, or defines one that does. Everything else is data.
///
//===----------------------------------------------------------------------===//

#include "KernelScan.h"
#include "Aliases.h"
#include "Checks.h"
#include "Constructs.h"
#include "DataConditions.h"
#include "Declarators.h"
#include "ElementTypes.h"
#include "ExpressionDepth.h"
#include "ForLoop.h"
#include "InlineCalls.h"
#include "Modified.h"
#include "NamedObjects.h"
#include "PointerTests.h"
#include "ReportUnsupported.h"
#include "Returns.h"
#include "StructureArrays.h"
#include "Switch.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

namespace sparsec {
namespace {

/// Loops around one statement. Integer sets get dear with their dimensions.
constexpr unsigned maxDepth = 32;

class Scanner : public clang::RecursiveASTVisitor<Scanner> {
public:
  Scanner(ObjectNames &names, Diagnoser &diagnoser,
          const clang::ASTContext &ast, const FoundData &data)
      : names(names), aliases(names), named(names, aliases),
        diagnoser(diagnoser), ast(ast) {
    scan.data = data.objects;
    scan.computed = data.expressions;
  }

  KernelScan scan;

  bool VisitStmt(clang::Stmt *statement) {
    reportUnsupported(statement, refused, diagnoser);
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
    return true;
  }

  bool VisitExpr(clang::Expr *expression) {
    if (isObject(expression) &&
        !llvm::isa<clang::ImplicitCastExpr, clang::ParenExpr>(expression))
      remember(expression);
    if (const clang::Expr *target = modifiedBy(expression))
      noteWrite(target, expression);
    if (auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      steers(element->getIdx());
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (binary && binary->getType()->isPointerType() &&
        (binary->isAdditiveOp() || binary->isCompoundAssignmentOp()))
      steers(binary->getLHS()->getType()->isPointerType() ? binary->getRHS()
                                                          : binary->getLHS());
    return true;
  }

  /// Of guards and checks nothing but the condition matters.
  bool TraverseIfStmt(clang::IfStmt *branch) {
    if (!scan.guards.count(branch) && !isCheck(branch))
      return RecursiveASTVisitor::TraverseIfStmt(branch);
    for (const clang::Expr *local : integerLocalsIn(branch->getCond()))
      steers(local);
    if (!scan.guards.count(branch))
      steersUnder(branch->getCond());
    return TraverseStmt(branch->getCond());
  }

  bool TraverseSwitchStmt(clang::SwitchStmt *choice) {
    const IfChain chain = ifChainOf(choice, ast);
    if (chain.statement)
      return TraverseStmt(const_cast<clang::Stmt *>(chain.statement));
    diagnoser.error(chain.problem->where, chain.problem->what,
                    chain.problem->instead);
    return true;
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
    const llvm::SaveAndRestore inside(depth, depth + 1);
    return RecursiveASTVisitor::TraverseForStmt(loop);
  }

  /// The callee's expression is read as if it stood here.
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::Expr *expression = callee ? inlinedBody(callee) : nullptr;
    const auto *whole = callee ? inlinedFunction(callee) : nullptr;
    const clang::Stmt *body =
        whole ? whole->getBody() : static_cast<const clang::Stmt *>(expression);
    if (!body)
      return true;
    const clang::FunctionDecl *definition = callee->getDefinition();
    for (unsigned pos = 0; pos < definition->getNumParams(); ++pos)
      define(definition->getParamDecl(pos), call->getArg(pos));
    if (!inlinedFunctions.insert(definition).second ||
        reportTooDeep(body, diagnoser))
      return true;
    diagnoser.enterCall(call->getSourceRange(), callee->getNameAsString());
    const Steps steps = stepsOf(body);
    scan.steps.insert(steps.begin(), steps.end());
    if (whole)
      checkTypes(*whole, diagnoser);
    TraverseStmt(const_cast<clang::Stmt *>(body));
    diagnoser.leaveCall();
    return true;
  }

  bool VisitForStmt(clang::ForStmt *loop) {
    for (const clang::Stmt *part : headOf(loop)) {
      steers(part);
      scan.loopVariables.merge(modifiedVariables(part));
    }
    return true;
  }

  bool VisitIfStmt(clang::IfStmt *branch) {
    if (mayMakeData(branch, ast))
      branches.push_back(branch);
    return true;
  }

  /// What bounds and subscripts steer by is known before conditions are, of
  /// which those on data steer nothing.
  void finish() {
    spread();
    DataConditions conditions(
        aliases, steeringVariables,
        [this](const clang::Expr *base) {
          return named.isWritten(base, scan.written);
        },
        scan.computed, ast);
    for (const auto &[variable, values] : aliases.definitions)
      if (scan.data.count(names.ofVariable(variable).name))
        conditions.addData(variable);
    scan.dataBranches = conditions.branchesOf(branches);
    for (const clang::IfStmt *branch : branches)
      steersIn(branch);
    spread();
  }

  void steersIn(const clang::IfStmt *branch) {
    auto data = scan.dataBranches.find(branch);
    if (data == scan.dataBranches.end())
      return steersUnder(branch->getCond());
    std::vector<const clang::Expr *> plain = conjuncts(branch->getCond());
    plain.resize(data->second);
    for (const clang::Expr *part : plain)
      steersUnder(part);
  }

  /// Definitions of index objects steer too, until nothing changes.
  void spread() {
    size_t before = 0;
    do {
      before = steeringVariables.size();
      while (!deferred.empty()) {
        const Deferred use = deferred.back();
        deferred.pop_back();
        settle(use);
      }
      const std::set<const clang::VarDecl *> known = steeringVariables;
      for (const clang::VarDecl *variable : known)
        for (const clang::Expr *value : aliases.definitions[variable])
          steers(value);
    } while (before != steeringVariables.size() || !deferred.empty());
  }

  /// Notes the named objects of an expression that steers the computation.
  void steers(const clang::Stmt *statement) {
    const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    if (expression && isObject(expression))
      return noteSteering(expression->IgnoreParenImpCasts());
    if (const clang::FunctionDecl *callee = inlinedCall(statement)) {
      const auto *call = llvm::cast<clang::CallExpr>(statement);
      if (scan.steeringCalls.insert(call).second)
        for (const clang::ReturnStmt *end : returnsIn(callee->getBody()))
          if (end->getRetValue())
            steers(end->getRetValue());
      return;
    }
    if (expression && steersByTruth(expression))
      return;
    for (const clang::Stmt *child : statement->children())
      if (child)
        steers(child);
  }

  /// A condition. That a pointer is tested says nothing of what it points to.
  void steersUnder(const clang::Expr *condition) {
    condition = truthOf(condition);
    if (!matchPointerTest(condition, ast))
      steers(condition);
  }

  bool steersByTruth(const clang::Expr *expression) {
    const std::vector<const clang::Expr *> parts = askedForTruth(expression);
    for (const clang::Expr *part : parts)
      steersUnder(part);
    if (const auto *choice =
            llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
      steers(choice->getTrueExpr());
      steers(choice->getFalseExpr());
    }
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
    return !parts.empty() || (binary && isOfPointers(binary, ast));
  }

private:
  /// Whether \p expression names an object, or a member of elements.
  bool isObject(const clang::Expr *expression) const {
    return ObjectNames::isNamed(expression) || aliases.isAliased(expression);
  }

  /// A use of a member of something that arguments tell, once all calls are
  /// known; or a write through a parameter of a called function.
  struct Deferred {
    const clang::Expr *expression;
    bool steers = false;
    const clang::Expr *write = nullptr;
  };

  void settle(const Deferred &use) {
    if (const clang::VarDecl *variable = namedVariable(use.expression)) {
      for (const clang::Expr *origin : aliases.definitions[variable])
        noteWriteThrough(origin, use.write);
      return;
    }
    for (const Object &object : aliases.namedBy(use.expression)) {
      scan.objects.emplace(object.name, object);
      if (use.steers && !scan.data.count(object.name))
        scan.indexObjects.insert(object.name);
      if (use.write)
        scan.written.emplace(object.name, use.write->getSourceRange());
    }
  }

  void noteWriteThrough(const clang::Expr *pointer, const clang::Expr *whole) {
    const clang::Expr *base = baseOf(pointer);
    const clang::VarDecl *variable = namedVariable(base);
    if (aliases.isAliased(base) || (variable && aliases.isAlias(variable)))
      deferWrite(base, whole);
    else
      noteWritten(pointer, whole);
  }

  /// Pointers may be defined by themselves.
  void deferWrite(const clang::Expr *base, const clang::Expr *whole) {
    const clang::VarDecl *variable = namedVariable(base);
    if (!variable || through.insert({variable, whole}).second)
      deferred.push_back({base, false, whole});
  }

  void remember(const clang::Expr *expression) {
    if (aliases.isAliased(expression))
      return deferred.push_back({expression});
    if (const Object *object = named.lookUp(expression))
      scan.objects.emplace(object->name, *object);
  }

  void define(const clang::VarDecl *variable, const clang::Expr *value) {
    if (!value)
      return;
    aliases.definitions[variable].push_back(value);
    if (variable->isLocalVarDecl() && variable->getType()->isIntegerType() &&
        tellsPointers(value, ast)) {
      steeringVariables.insert(variable);
      scan.indexObjects.insert(names.ofVariable(variable).name);
    }
  }

  void noteWrite(const clang::Expr *target, const clang::Expr *whole) {
    const clang::VarDecl *own = namedVariable(target);
    if (!own || !own->getType()->isPointerType())
      return noteWritten(target, whole);
    // A pointer that gets another value writes nothing.
    const auto *change = llvm::dyn_cast<clang::BinaryOperator>(whole);
    if (change && change->getOpcode() == clang::BO_Assign)
      define(own, change->getRHS());
  }

  void noteWritten(const clang::Expr *target, const clang::Expr *whole) {
    const clang::Expr *base = baseOf(target);
    const auto *change = llvm::dyn_cast<clang::BinaryOperator>(whole);
    if (!isObject(base))
      return;
    const clang::VarDecl *foreign = namedVariable(base);
    if (foreign && names.isForeign(foreign)) {
      if (!namedVariable(target))
        return deferWrite(base, whole);
      return change ? define(foreign, change->getRHS()) : void();
    }
    if (aliases.isAliased(base))
      return deferWrite(base, whole);
    if (const Object *object = named.lookUp(base)) {
      const Object written = *object;
      scan.written.emplace(written.name, whole->getSourceRange());
      if (change && !written.isMember && written.type->isIntegerType())
        define(written.variable, change->getRHS());
      // A write through a local pointer writes what it is ever set to.
      if (written.isLocal() && written.type->isPointerType())
        deferWrite(base, whole);
    }
  }

  void noteSteering(const clang::Expr *expression) {
    const clang::VarDecl *variable = namedVariable(expression);
    if (variable && scan.data.count(names.ofVariable(variable).name))
      return;
    if (aliases.isAliased(expression))
      return !known.insert(expression).second
                 ? void()
                 : deferred.push_back({expression, true});
    if (variable && names.isForeign(variable)) {
      steeringVariables.insert(variable);
      scan.indexObjects.insert(names.ofVariable(variable).name);
    }
    const Object *object = named.lookUp(expression);
    if (!object)
      return;
    scan.objects.emplace(object->name, *object);
    if (scan.data.count(object->name))
      return;
    scan.indexObjects.insert(object->name);
    if (!object->isMember)
      steeringVariables.insert(object->variable);
  }

  ObjectNames &names;
  Aliases aliases;
  NamedObjects named;
  Diagnoser &diagnoser;
  const clang::ASTContext &ast;
  unsigned depth = 0;
  std::vector<const clang::Stmt *> refused;
  std::vector<Deferred> deferred;
  std::vector<const clang::IfStmt *> branches;
  std::set<std::pair<const clang::VarDecl *, const clang::Expr *>> through;
  std::set<const clang::VarDecl *> steeringVariables;
  std::set<const clang::FunctionDecl *> inlinedFunctions;
  /// Uses that steer and were deferred.
  std::set<const clang::Expr *> known;
};

} // namespace

KernelScan scanKernel(const clang::FunctionDecl &function, ObjectNames &names,
                      Diagnoser &diagnoser, const FoundData &data) {
  findStructureArrays(function, names);
  Scanner scanner(names, diagnoser, function.getASTContext(), data);
  for (const clang::IfStmt *branch : guardsOf(function))
    if (isLeftToOriginal(branch, function))
      scanner.scan.guards.insert(branch);
  for (const clang::ParmVarDecl *parameter : function.parameters()) {
    Object object = names.ofVariable(parameter);
    scanner.scan.objects.emplace(object.name, object);
    // Extents of VLA parameters bound what may be accessed.
    for (const clang::Expr *extent : variableExtentsOf(object.type))
      scanner.steers(extent);
  }
  if (reportTooDeep(function.getBody(), diagnoser))
    return scanner.scan;
  scanner.scan.steps = stepsOf(function.getBody());
  scanner.TraverseStmt(function.getBody());
  scanner.finish();
  return scanner.scan;
}

} // namespace sparsec
