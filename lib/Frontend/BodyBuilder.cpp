//===- BodyBuilder.cpp - function bodies to statements and loops ----------===//
///
/// \file
/// Walks the body in order. Loops and conditions are frames on a stack; each
/// assignment to data makes a statement whose instances the frames describe.
/// Assignments to integers that steer loops or subscripts make no statement:
/// they bind the variable in the scope (Scopes.h).
///
//===----------------------------------------------------------------------===//

#include "BodyBuilder.h"
#include "AffineBuilder.h"
#include "Calls.h"
#include "CarriedValues.h"
#include "Checks.h"
#include "Constructs.h"
#include "DataSubscripts.h"
#include "ExprBuilder.h"
#include "ForLoop.h"
#include "Frames.h"
#include "InlineCalls.h"
#include "Masks.h"
#include "MergeFacts.h"
#include "Modified.h"
#include "PointerTests.h"
#include "Returns.h"
#include "Scopes.h"
#include "Signature.h"
#include "Switch.h"

namespace sparsec {
namespace {

class BodyBuilder {
public:
  explicit BodyBuilder(Kernel &kernel)
      : kernel(kernel), scopes(kernel), frames(kernel),
        calls(kernel, scopes, frames,
              {[this](const clang::Stmt *body, ScheduleTree &into) {
                 walk(body, into);
               },
               [this](const clang::Stmt *source, ScheduleTree &into,
                      const Calls::Make &make, const Hoisted &hoisted = {}) {
                 addStatement(source, into, make, hoisted);
               },
               [this](const clang::VarDecl *variable, const clang::Stmt *source,
                      ScheduleTree &into) {
                 masks.begin(variable, source, into);
               }}),
        masks(kernel, scopes, frames,
              {[this](const clang::Stmt *body, ScheduleTree &into) {
                 walk(body, into);
               },
               [this](const clang::Stmt *source, ScheduleTree &into,
                      const Calls::Make &make, bool isMasked) {
                 addStatement(source, into, make, {}, isMasked);
               }}) {}

  ScheduleTree build() {
    const clang::Stmt *body = kernel.function.getBody();
    lastStatement = body;
    for (const clang::Stmt *child : body->children())
      lastStatement = child;
    ScheduleTree tree = ScheduleTree::sequence({});
    walk(body, tree);
    return tree;
  }

private:
  void walk(const clang::Stmt *statement, ScheduleTree &into) {
    // A refusal ends one statement; its siblings are still examined.
    try {
      dispatch(statement, into);
    } catch (const Refused &) {
    }
  }

  void dispatch(const clang::Stmt *statement, ScheduleTree &into) {
    if (llvm::isa<clang::NullStmt>(statement))
      return;
    if (llvm::isa<clang::CompoundStmt>(statement))
      return walkList(statement, into);
    if (const auto *once = llvm::dyn_cast<clang::DoStmt>(statement))
      return walk(once->getBody(), into);
    if (llvm::isa<clang::ContinueStmt>(statement))
      return frames.leave(statement);
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
      return walkFor(loop, into);
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
      return walkIf(branch, into);
    if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
      return walk(ifChainOf(choice, kernel.ast).statement, into);
    if (const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement))
      return walkDeclarations(declarations, into);
    if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
      return walkExpression(expression, into);
    if (const auto *end = llvm::dyn_cast<clang::ReturnStmt>(statement))
      return walkReturn(end, into);
    kernel.diagnoser.refuse(statement->getSourceRange(),
                            "this kind of statement is not supported",
                            "'for', 'if', assignments and declarations are "
                            "accepted");
  }

  /// Statements in order; behind one that may jump those run that it did not
  /// leave.
  void walkList(const clang::Stmt *list, ScheduleTree &into) {
    size_t skipped = 0;
    for (const clang::Stmt *child : list->children()) {
      const size_t before = frames.jumps();
      walk(child, into);
      skipped += frames.skipSince(before);
    }
    frames.resume(skipped);
  }

  void walkReturn(const clang::ReturnStmt *end, ScheduleTree &into) {
    if (calls.isInside())
      return calls.leave(end, into);
    const bool isLast = end == lastStatement;
    if (frames.depth())
      kernel.diagnoser.refuse(end->getSourceRange(), "'return' inside a loop",
                              "what it returns is no real number, which "
                              "may be returned there: keep it, end the loops "
                              "by 'break', and return it at the end");
    if (!isLast && end->getRetValue())
      kernel.diagnoser.refuse(end->getSourceRange(),
                              "'return' of a value before the end of the "
                              "function",
                              "return a value at the end, and under conditions "
                              "on arguments before anything else");
    if (isLast)
      return end->getRetValue() ? storeResult(end, into) : void();
    frames.leave(end);
  }

  void storeResult(const clang::ReturnStmt *end, ScheduleTree &into) {
    const SourceFunction::Result &result = *kernel.program.function.result;
    if (result.argument.empty())
      return;
    const Hoisted hoisted = calls.hoist(end->getRetValue(), into);
    addStatement(
        end, into,
        [&](ExprBuilder &builder) {
          return builder.result(result.argument, end->getRetValue());
        },
        hoisted);
  }

  //===--- Loops and branches ---------------------------------------------===//

  LoopFrame makeFrame(const clang::ForStmt *statement, ScheduleTree &into) {
    ForLoop loop = matchForLoop(kernel, statement);
    LoopFrame frame;
    frame.variable = loop.variable;
    frame.name = frames.loopName(loop.variable);
    frame.down = loop.down;
    frame.stride = loop.stride;
    frame.test = loop.test;
    frame.condition = loop.condition;
    if (loop.start)
      calls.hoist(loop.start, into);
    if (loop.start)
      scopes.define(loop.variable, loop.start);
    else
      scopes.requireKnown(loop.variable,
                          {statement->getForLoc(), statement->getRParenLoc()});
    frame.outside = scopes.current();
    // Reads the start with the calls it makes, as far as the loop's own level.
    Statement probe = frames.instancesHere("loop");
    AffineBuilder affine(kernel, probe);
    frame.counted =
        loop.stride > 1 && affine.involvesCalls(affine.startOf(frame));
    if (statement->getInc())
      scopes.requireCounters(statement->getInc());
    // Sums start in front of the loop.
    for (const clang::VarDecl *variable : loop.alsoDeclared)
      walkDeclaration(variable, statement->getInit(), into);
    return frame;
  }

  void walkFor(const clang::ForStmt *statement, ScheduleTree &into) {
    const ScopePtr before = scopes.current();
    LoopFrame frame = makeFrame(statement, into);
    const ScopePtr start = scopes.current();
    const std::vector<CarriedValue> carried =
        carriedValues(kernel, scopes, frames, statement, frame, start);
    scopes.forgetModified(statement);
    Binding iterator;
    iterator.kind = Binding::Kind::Iterator;
    iterator.position = frames.depth();
    iterator.counted = frame.counted;
    iterator.stride = frame.signedStride();
    iterator.scope = frame.outside;
    scopes.bind(frame.variable, iterator);
    frame.inside = scopes.current();
    ScheduleTree body = ScheduleTree::sequence({});
    const size_t jumps = frames.jumps();
    std::shared_ptr<const LoopRange> range =
        frames.under(frame, [&](const Statement &instances) {
          auto iterations =
              std::make_shared<LoopRange>(rangeOf(kernel, frame, instances));
          scopes.bindCounters(statement, start, iterations, false);
          bindCarried(scopes, carried, frame);
          iterations->inside = scopes.current();
          walk(statement->getBody(), body);
          return iterations;
        });
    frames.arrive(jumps);
    scopes.restore(before);
    scopes.forgetModified(statement);
    if (!range)
      return;
    scopes.bindCounters(statement, start, range, true);
    scopes.bindLastValue(frame, range);
    bindCarried(scopes, carried, frame);
    if (body.statements().empty())
      return;
    into.children.push_back(
        ScheduleTree::loop(frame.name, frames.loopValues(frame, body), body));
    into.children.back().span = kernel.diagnoser.span(
        {statement->getForLoc(), statement->getRParenLoc()});
  }

  void walkIf(const clang::IfStmt *branch, ScheduleTree &into) {
    if (kernel.scan.guards.count(branch))
      return enterGuard(kernel, branch->getCond(), scopes.current());
    if (isCheck(branch))
      return requireNever(kernel, frames, branch, scopes.current());
    if (branch->getInit() || branch->getConditionVariable())
      kernel.diagnoser.refuse(branch->getSourceRange(),
                              "a declaration in an 'if'", "");
    if (std::optional<ConditionalUpdate> update =
            matchConditionalUpdate(branch, kernel.ast);
        update &&
        llvm::none_of(update->targets(),
                      [&](const clang::Expr *target) {
                        return scopes.boundTarget(target);
                      }) &&
        !callsStatements(branch->getCond()))
      return addStatement(branch, into, [&](ExprBuilder &builder) {
        return builder.conditionalUpdate(*update);
      });
    calls.hoist(branch->getCond(), into);
    const RowMerge *merge = mergeAt(kernel, branch);
    if (kernel.scan.dataBranches.count(branch))
      return masks.walk(branch, into);
    const ScopePtr before = scopes.current();
    const ScopePtr whenTrue = walkBranch({branch->getCond(), false, before},
                                         branch->getThen(), into, merge);
    const ScopePtr whenFalse =
        branch->getElse() ? walkBranch({branch->getCond(), true, before},
                                       branch->getElse(), into)
                          : before;
    scopes.merge(branch, before, whenTrue, whenFalse);
  }

  /// The scope in which \p body ends.
  ScopePtr walkBranch(const ConditionFrame &frame, const clang::Stmt *body,
                      ScheduleTree &into, const RowMerge *merge = nullptr) {
    scopes.restore(frame.scope);
    frames.under(frame, [&](const Statement &here) {
      if (merge)
        requireRisingRows(kernel, *merge, frame.condition, here);
      walk(body, into);
      return true;
    });
    return scopes.current();
  }

  //===--- Statements -----------------------------------------------------===//

  void walkDeclarations(const clang::DeclStmt *declarations,
                        ScheduleTree &into) {
    for (const clang::Decl *each : declarations->decls())
      walkDeclaration(llvm::dyn_cast<clang::VarDecl>(each), declarations, into);
  }

  void walkDeclaration(const clang::VarDecl *variable,
                       const clang::Stmt *declarations, ScheduleTree &into) {
    const clang::Expr *value = variable ? variable->getInit() : nullptr;
    if (variable && variable->getType()->isArrayType())
      placeLocalArray(kernel, objectIn(kernel, variable, scopes.current()).name,
                      frames.depth());
    // A constant may as well be there where conditions on data do not hold.
    const bool isMasked = !value || !value->isEvaluatable(kernel.ast);
    if (variable && isMasked && !scopes.isBound(variable))
      masks.begin(variable, declarations, into);
    if (!value || valueOfConstant(variable))
      return;
    if (variable->getType()->isArrayType())
      kernel.diagnoser.refuse(value->getSourceRange(),
                              "an initialiser of an array",
                              "assign the elements in a loop");
    if (variable->isStaticLocal())
      kernel.diagnoser.refuse(variable->getSourceRange(),
                              "a static variable keeps its value between "
                              "calls",
                              "pass it as a parameter");
    const Hoisted hoisted = calls.hoist(value, into);
    if (scopes.isBound(variable))
      scopes.define(variable, value);
    else
      addStatement(
          declarations, into,
          [&](ExprBuilder &builder) {
            return builder.definition(variable, value);
          },
          hoisted, isMasked);
    makeSteps(stepsInValue(value), into);
  }

  void walkExpression(const clang::Expr *expression, ScheduleTree &into) {
    expression = expression->IgnoreParens();
    const clang::Expr *plain = expression->IgnoreParenCasts();
    if (inlinedCall(plain)) {
      calls.enter(llvm::cast<clang::CallExpr>(plain), into);
      return scopes.step(stepsIn(plain));
    }
    const auto *both = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (both && both->isCommaOp()) {
      walkExpression(both->getLHS(), into);
      return walkExpression(both->getRHS(), into);
    }
    const clang::Expr *target = modifiedBy(expression);
    if (!target)
      return requireEffectless(expression, kernel.diagnoser);
    const Hoisted hoisted = calls.hoist(expression, into);
    if (const clang::VarDecl *variable = scopes.boundTarget(target)) {
      scopes.assign(variable, expression);
      return stepData(stepsIn(expression), into);
    }
    addStatement(
        expression, into,
        [&](ExprBuilder &builder) { return builder.assignment(expression); },
        hoisted);
    makeSteps(stepsIn(expression), into);
  }

  void makeSteps(const Steps &steps, ScheduleTree &into) {
    scopes.step(steps);
    stepData(steps, into);
  }

  void stepData(const Steps &steps, ScheduleTree &into) {
    for (const clang::UnaryOperator *step : steps)
      if (isDataStep(kernel, step))
        addStatement(step, into, [&](ExprBuilder &builder) {
          return builder.assignment(step);
        });
  }

  void addStatement(const clang::Stmt *source, ScheduleTree &into,
                    const Calls::Make &make, const Hoisted &hoisted = {},
                    bool isMasked = true) {
    versionByPointers(kernel, [&] {
      for (size_t pos = 0, updates = 1; pos < updates; ++pos)
        updates = addUpdate(pos, source, into, make, hoisted, isMasked);
    });
  }

  /// Adds the update at \p pos of those that \p source makes; their number.
  size_t addUpdate(size_t pos, const clang::Stmt *source, ScheduleTree &into,
                   const Calls::Make &make, const Hoisted &hoisted,
                   bool isMasked) {
    Statement statement = frames.instancesHere(
        "S" + std::to_string(kernel.program.statements.size()));
    if (!kernel.pointersThere.empty() && statement.instances().is_empty())
      return 0; // it does not run with such pointers
    AffineBuilder affine(kernel, statement);
    ExprBuilder builder(kernel, affine, scopes.current());
    std::vector<Assignment> updates = updatesOf(make(builder));
    statement.assignment = std::move(updates[pos]);
    requireSteppedOnce(kernel, statement);
    masks.apply(statement, source->getSourceRange(), isMasked);
    calls.requireOrder(statement, hoisted);
    frames.describe(statement, source);
    into.children.push_back(ScheduleTree::leaf(statement.name));
    kernel.program.statements.emplace(statement.name, statement);
    return updates.size();
  }

  Kernel &kernel;
  Scopes scopes;
  Frames frames;
  Calls calls;
  Masks masks;
  const clang::Stmt *lastStatement = nullptr;
};

} // namespace

ScheduleTree buildBody(Kernel &kernel) {
  ScheduleTree tree = BodyBuilder(kernel).build();
  tree.normalize();
  return tree;
}

} // namespace sparsec
