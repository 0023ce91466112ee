//===- Calls.cpp - called functions as part of the walk -------------------===//
///
/// \file
/// A function with statements runs before the statement that calls it:
///
///     y[i] = dot(lo, hi, col, v, x);    =>    s = 0;
///                                             for (..) s += ..;
///                                             y[i] = s;
///
/// Parameters stand for their arguments where these are pointers, integers that
/// steer, or single values that nothing changes; others are copied. C leaves
/// open what of an expression is evaluated before a call in it; where that
/// would matter the expression is refused.
///
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Aliases.h"
#include "ElementTypes.h"
#include "InlineCalls.h"
#include "ScalarAddresses.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Of one function, however its calls are nested.
constexpr unsigned maxCalls = 200, maxLoops = 32;

class Locals : public clang::RecursiveASTVisitor<Locals> {
public:
  std::vector<const clang::VarDecl *> variables;
  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->isLocalVarDecl() && !variable->isStaticLocal())
      variables.push_back(variable);
    return true;
  }
};

unsigned loopsIn(const clang::Stmt *statement) {
  unsigned most = 0;
  for (const clang::Stmt *child : statement->children())
    if (child)
      most = std::max(most, loopsIn(child));
  return most + llvm::isa<clang::ForStmt>(statement);
}

/// Whether a value is returned wherever \p statement ends.
bool alwaysReturns(const clang::Stmt *statement) {
  if (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return !list->body_empty() && alwaysReturns(list->body_back());
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return branch->getElse() && alwaysReturns(branch->getThen()) &&
           alwaysReturns(branch->getElse());
  return llvm::isa<clang::ReturnStmt>(statement);
}

/// A scalar that only the called function sees.
bool isOwnScalar(const Program &program, const std::string &name) {
  auto array = program.arrays.find(name);
  return array != program.arrays.end() &&
         array->second.owner == Array::Owner::Local && array->second.isScalar();
}

} // namespace

Hoisted Calls::hoist(const clang::Expr *expression, ScheduleTree &into) {
  if (!callsStatements(expression))
    return {};
  std::vector<Group> groups;
  find(expression, false, groups, into);
  Hoisted hoisted;
  for (const Group &group : groups)
    for (const std::string &name : group.written) {
      hoisted.emplace(name, group.call);
      for (const Group &other : groups)
        if (other.call != group.call && other.used.count(name))
          kernel.diagnoser.refuse(
              group.call->getSourceRange(),
              "this call writes '" + name +
                  "', which another call in this expression uses",
              "assign what the first one returns to a local variable before");
    }
  return hoisted;
}

void Calls::noteUse(const Statement &statement, Group &group) const {
  for (const Access &access : statement.accesses()) {
    if (isOwnScalar(kernel.program, access.array) &&
        !addressed.count(access.array))
      continue;
    group.used.insert(access.array);
    if (access.isWrite)
      group.written.insert(access.array);
  }
}

void Calls::find(const clang::Stmt *part, bool isConditional,
                 std::vector<Group> &groups, ScheduleTree &into) {
  if (inlinedCall(part)) {
    const auto *call = llvm::cast<clang::CallExpr>(part);
    if (isConditional)
      kernel.diagnoser.refuse(
          call->getSourceRange(),
          "a call of '" + call->getDirectCallee()->getName() +
              "', which has statements, under a condition of this expression",
          "call it in a statement of its own, under an 'if'");
    const size_t before = into.children.size();
    walkCall(call, true, into);
    Group group{call, {}, {}};
    for (const ScheduleTree &added : llvm::drop_begin(into.children, before))
      for (const std::string &name : added.statements())
        noteUse(kernel.program.statement(name), group);
    groups.push_back(std::move(group));
    return;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
  const bool chooses = llvm::isa<clang::AbstractConditionalOperator>(part) ||
                       (binary && binary->isLogicalOp());
  bool isFirst = true;
  for (const clang::Stmt *child : part->children()) {
    if (child)
      find(child, isConditional || (chooses && !isFirst), groups, into);
    isFirst = false;
  }
}

void Calls::requireOrder(const Statement &statement, const Hoisted &hoisted) {
  for (const Access &access : statement.accesses())
    if (auto found = hoisted.find(access.array);
        access.isRead && found != hoisted.end())
      kernel.diagnoser.refuse(
          found->second->getSourceRange(),
          "this call writes '" + access.array +
              "', which the expression around it reads",
          "assign what it returns to a local variable before");
}

void Calls::enter(const clang::CallExpr *call, ScheduleTree &into) {
  walkCall(call, false, into);
}

void Calls::requireSize(const clang::CallExpr *call,
                        const clang::FunctionDecl *callee) {
  if (++entered > maxCalls)
    kernel.diagnoser.refuse(call->getSourceRange(),
                            "more than " + llvm::Twine(maxCalls) +
                                " calls of functions with statements",
                            "give some of the loops a function of their own");
  if (frames.depth() + loopsIn(callee->getBody()) > maxLoops)
    kernel.diagnoser.refuse(call->getSourceRange(),
                            "more than " + llvm::Twine(maxLoops) +
                                " loops are nested here",
                            "join or unroll some of them by hand");
}

/// The callee's frames and scope end with the call, whatever is refused inside.
void Calls::walkCall(const clang::CallExpr *call, bool isUsed,
                     ScheduleTree &into) {
  const clang::FunctionDecl *callee = inlinedCall(call);
  requireSize(call, callee);
  const auto *body = llvm::cast<clang::CompoundStmt>(callee->getBody());
  const bool returns = !callee->getReturnType()->isVoidType();
  if (isUsed && returns && !alwaysReturns(body))
    kernel.diagnoser.refuse(callee->getLocation(),
                            "'" + callee->getName() +
                                "' does not end in 'return VALUE;'",
                            "return the value there");
  Hoisted hoisted;
  for (const clang::Expr *argument : call->arguments())
    hoisted.merge(hoist(argument, into));
  const ScopePtr outside = scopes.current();
  for (const clang::Expr *argument : call->arguments())
    if (std::optional<ScalarPlace> place = addressedScalar(argument, outside))
      addressed.insert(
          objectIn(kernel, namedVariable(place->lvalue), place->scope).name);
  kernel.diagnoser.enterCall(call->getSourceRange(), callee->getNameAsString());
  const size_t jumps = frames.jumps();
  frames.enterCall();
  active.push_back({call, callee, isUsed && returns,
                    returnsIn(body).size() == 1, frames.depth(), "",
                    std::nullopt});
  std::optional<Binding> value;
  {
    const auto end = llvm::make_scope_exit([&] {
      active.pop_back();
      frames.leaveCall();
      frames.arrive(jumps);
      kernel.diagnoser.leaveCall();
      scopes.restore(outside);
    });
    for (unsigned pos = 0; pos < callee->getNumParams(); ++pos)
      bindParameter(callee->getParamDecl(pos), call->getArg(pos), outside,
                    hoisted, into);
    copyLocals(callee);
    ++times[callee];
    walk.statement(body, into);
    value = active.back().value;
  }
  if (value)
    scopes.bind(resultOf(kernel, call), *value);
}

/// Whether \p value, where the walk stands, is the same until the statement
/// that the call is in: of scalars that are the function's or never change.
/// \p isLeaf: no computation, either.
bool Calls::isStable(const clang::Expr *value, bool isLeaf) {
  Statement place = frames.instancesHere("value");
  AffineBuilder affine(kernel, place);
  const Expr built = ExprBuilder(kernel, affine, scopes.current()).build(value);
  if (isLeaf &&
      (built.kind == Expr::Kind::Binary || built.kind == Expr::Kind::Call ||
       built.kind == Expr::Kind::Select))
    return false;
  bool isStable = true;
  built.walk([&](const Expr &part) {
    isStable &= part.kind != Expr::Kind::Access ||
                (isOwnScalar(kernel.program, part.text) &&
                 !addressed.count(part.text)) ||
                (!kernel.scan.written.count(part.text) &&
                 kernel.scan.objects.count(part.text));
  });
  return isStable;
}

Array Calls::scalarOf(clang::QualType type, const std::string &name,
                      clang::SourceRange where) {
  std::optional<ElementType> element = elementType(type, kernel.ast);
  if (!element)
    kernel.diagnoser.refuse(
        where, "values of type '" + type.getAsString() + "' are not supported",
        acceptedTypes);
  Array array;
  array.name = name;
  array.type = *element;
  array.owner = Array::Owner::Local;
  return array;
}

/// \p variable stands for an array or scalar of this call's own.
void Calls::copyOf(const clang::VarDecl *variable, const Array &array) {
  Array copy = array;
  copy.name = kernel.program.freshName(array.name);
  Binding binding;
  binding.kind = Binding::Kind::Copied;
  binding.copy = copy.name;
  binding.changedAt = variable->getSourceRange();
  scopes.bind(variable, binding);
  kernel.program.arrays.emplace(copy.name, std::move(copy));
}

void Calls::bindParameter(const clang::ParmVarDecl *parameter,
                          const clang::Expr *argument, const ScopePtr &outside,
                          const Hoisted &hoisted, ScheduleTree &into) {
  const clang::QualType type = parameter->getType();
  const bool isChanged =
      modifiedVariables(active.back().callee->getBody()).count(parameter);
  Binding binding;
  binding.kind = Binding::Kind::Definition;
  binding.expression = argument;
  binding.scope = outside;
  const bool standsFor =
      !parameter->getIdentifier() || scopes.isBound(parameter) ||
      !type->isArithmeticType() ||
      (!isChanged && !type->isAnyComplexType() && isStable(argument, true));
  if (standsFor)
    return scopes.bind(parameter, binding);
  copyOf(parameter, scalarOf(type, parameter->getNameAsString(),
                             parameter->getSourceRange()));
  walk.begin(parameter, argument, into);
  walk.add(
      argument, into,
      [&](ExprBuilder &builder) {
        return builder.definition(parameter, argument);
      },
      hoisted);
}

/// Of the first call the locals have the arrays that the signature has made.
void Calls::copyLocals(const clang::FunctionDecl *callee) {
  if (!times[callee])
    return;
  Locals locals;
  locals.TraverseStmt(callee->getBody());
  for (const clang::VarDecl *variable : locals.variables) {
    auto array =
        kernel.program.arrays.find(kernel.names.ofVariable(variable).name);
    if (array != kernel.program.arrays.end())
      copyOf(variable, array->second);
  }
}

void Calls::leave(const clang::ReturnStmt *end, ScheduleTree &into) {
  Active &here = active.back();
  const auto *body = llvm::cast<clang::CompoundStmt>(here.callee->getBody());
  const clang::Expr *value = end->getRetValue();
  const bool isLast = body->body_back() == end;
  if (frames.depth() > here.depth)
    kernel.diagnoser.refuse(end->getSourceRange(), "'return' inside a loop",
                            "what it returns is no real number, which "
                            "may be returned there: keep it, end the loops by "
                            "'break', and return it at the end");
  // What a call in it does happens, whether or not the value is used.
  const Hoisted hoisted = value ? hoist(value, into) : Hoisted();
  if (here.isUsed && value) {
    const bool steers = kernel.scan.steeringCalls.count(here.call);
    if (steers && !here.hasOneEnd)
      kernel.diagnoser.refuse(end->getSourceRange(),
                              "one of several values that bounds, conditions "
                              "or subscripts are computed from is returned",
                              "return one value, at the end: a < b ? a : b");
    if (steers || (here.hasOneEnd && isStable(value, false))) {
      Binding binding;
      binding.kind = Binding::Kind::Definition;
      binding.expression = value;
      binding.scope = scopes.current();
      here.value = binding;
      return;
    }
    if (here.result.empty()) {
      copyOf(resultOf(kernel, here.call),
             scalarOf(here.call->getType(), "value",
                      here.callee->getReturnTypeSourceRange()));
      here.value = scopes.current()->at(resultOf(kernel, here.call));
      here.result = here.value->copy;
      walk.begin(resultOf(kernel, here.call), end, into);
    }
    Binding stored = *here.value;
    const clang::VarDecl *result = resultOf(kernel, here.call);
    scopes.bind(result, stored);
    walk.add(
        end, into,
        [&](ExprBuilder &builder) { return builder.definition(result, value); },
        hoisted);
  }
  if (!isLast)
    frames.leave(end);
}

} // namespace sparsec
