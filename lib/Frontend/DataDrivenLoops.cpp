//===- DataDrivenLoops.cpp - loops that data sends on ---------------------===//
///
/// \file
///     for (i = k; i != -1; i = parent[i])                follows links
///     while (top > 0) { i = todo[--top]; ..todo[top++] } works off a list
///     while (head < tail) { i = todo[head++]; .. }       works off a queue
///     while (table[h] != key) h = (h + 1) % size;        looks for a place
///     while (lo <= hi) { mid = (lo + hi) / 2; .. }       halves what is left
///     for (;;) { c = 2 * i + 1; ..; i = c; }             goes through a heap
///     while (2 * i + 1 < n) { c = 2 * i + 1; ..; i = c; }
///     while (err > tol) ..                               until data is good
///
/// and as `for` loops, of which the head's first part is no part of the loop.
///
/// No set of iterations can be given for them; the names help users to see
/// which part of their code builds structure and which uses it.
///
//===----------------------------------------------------------------------===//

#include "DataDrivenLoops.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "LoopSteps.h"
#include "Modified.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

/// The variables that steer a loop, and what is done to variables in it.
class LoopReader : public clang::RecursiveASTVisitor<LoopReader> {
public:
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> values;
  std::set<const clang::VarDecl *> up, down;

  bool VisitBinaryOperator(clang::BinaryOperator *assignment) {
    const clang::VarDecl *variable = assignment->getOpcode() == clang::BO_Assign
                                         ? namedVariable(assignment->getLHS())
                                         : nullptr;
    if (variable)
      values[variable].push_back(assignment->getRHS());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->getInit())
      values[variable].push_back(variable->getInit());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *step) {
    const clang::VarDecl *variable = step->isIncrementDecrementOp()
                                         ? namedVariable(step->getSubExpr())
                                         : nullptr;
    if (variable)
      (step->isIncrementOp() ? up : down).insert(variable);
    return true;
  }
};

/// Whether \p part reads an element or a member at a place that \p variable
/// tells.
bool readsAt(const clang::Stmt *part, const clang::VarDecl *variable) {
  if (!part)
    return false;
  const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
  if ((element && mentions(element->getIdx(), variable)) ||
      (member && member->isArrow() &&
       namedVariable(member->getBase()) == variable))
    return true;
  return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
    return readsAt(child, variable);
  });
}

std::set<const clang::VarDecl *> variablesIn(const clang::Stmt *part) {
  std::set<const clang::VarDecl *> result;
  if (!part)
    return result;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part))
    if (const auto *variable =
            llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      result.insert(variable);
  for (const clang::Stmt *child : part->children())
    result.merge(variablesIn(child));
  return result;
}

/// Whether \p variable gets what is read where it is, directly or through
/// another variable.
bool followsLinks(const LoopReader &reader, const clang::VarDecl *variable) {
  auto values = reader.values.find(variable);
  if (values == reader.values.end())
    return false;
  return llvm::any_of(values->second, [&](const clang::Expr *value) {
    const clang::VarDecl *through = namedVariable(value);
    auto others = through ? reader.values.find(through) : reader.values.end();
    return readsAt(value, variable) ||
           (others != reader.values.end() &&
            llvm::any_of(others->second, [&](const clang::Expr *other) {
              return readsAt(other, variable);
            }));
  });
}

} // namespace

/// The head of a loop.
struct Head {
  const clang::Expr *condition = nullptr;
  bool isCounted = false; ///< a `for` loop that steps
};

/// Whether \p increment is more than `i = c`.
static bool counts(const clang::Expr *increment) {
  const auto *assign = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      increment ? increment->IgnoreParens() : nullptr);
  const clang::VarDecl *target =
      assign && assign->getOpcode() == clang::BO_Assign
          ? namedVariable(assign->getLHS())
          : nullptr;
  return increment &&
         (!target || constantStep(increment, target->getASTContext()));
}

/// `n--`, `n-- > 0`
static bool stepsInTest(const clang::Expr *condition) {
  const auto *test = condition ? llvm::dyn_cast<clang::BinaryOperator>(
                                     condition->IgnoreParenImpCasts())
                               : nullptr;
  return condition &&
         (test && test->isComparisonOp()
              ? steppedIn(test->getLHS()) || steppedIn(test->getRHS())
              : steppedIn(condition) != nullptr);
}

static Head headOf(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop))
    return {counted->getCond(),
            counts(counted->getInc()) || stepsInTest(counted->getCond())};
  if (const auto *open = llvm::dyn_cast<clang::WhileStmt>(loop))
    return {open->getCond(), false};
  if (const auto *late = llvm::dyn_cast<clang::DoStmt>(loop))
    return {late->getCond(), false};
  return {};
}

/// The operator in \p part that has \p variable for an operand and is one of
/// \p wanted; null where there is none.
static const clang::BinaryOperator *
operationOn(const clang::Stmt *part, const clang::VarDecl *variable,
            llvm::ArrayRef<clang::BinaryOperatorKind> wanted) {
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
  if (binary && llvm::is_contained(wanted, binary->getOpcode()) &&
      mentions(binary, variable))
    return binary;
  for (const clang::Stmt *child : part->children())
    if (const auto *found =
            child ? operationOn(child, variable, wanted) : nullptr)
      return found;
  return nullptr;
}

/// Whether a value of \p variable is made of its own by one of the operators
/// \p wanted, directly or through another variable.
static bool isMadeBy(const LoopReader &reader, const clang::VarDecl *variable,
                     llvm::ArrayRef<clang::BinaryOperatorKind> wanted) {
  auto values = reader.values.find(variable);
  if (values == reader.values.end())
    return false;
  return llvm::any_of(values->second, [&](const clang::Expr *value) {
    if (operationOn(value, variable, wanted))
      return true;
    const clang::VarDecl *through = namedVariable(value);
    auto others = through ? reader.values.find(through) : reader.values.end();
    return others != reader.values.end() &&
           llvm::any_of(others->second, [&](const clang::Expr *other) {
             return operationOn(other, variable, wanted);
           });
  });
}

static std::string quoted(const clang::VarDecl *variable) {
  return "'" + variable->getNameAsString() + "'";
}

static bool isEndless(const clang::Expr *condition) {
  const auto *number = condition ? llvm::dyn_cast<clang::IntegerLiteral>(
                                       condition->IgnoreParenImpCasts())
                                 : nullptr;
  return !condition || (number && !number->getValue().isZero());
}

/// `for (;;) { c = 2 * i + 1; ..; i = c; }`
static std::string heapWalk(const LoopReader &reader, const clang::Stmt *loop,
                            const clang::Expr *condition) {
  for (const auto &[variable, values] : reader.values)
    if (variable->getType()->isIntegerType() && readsAt(loop, variable) &&
        (isEndless(condition) || mentions(condition, variable)) &&
        isMadeBy(reader, variable,
                 {clang::BO_Mul, clang::BO_Div, clang::BO_Shl, clang::BO_Shr}))
      return "a loop that goes through a heap, or another tree in an array: "
             "where " +
             quoted(variable) + " goes next is a multiple or a part of it";
  return "";
}

static DataDrivenLoop forInspectors(std::string what) {
  return {std::move(what),
          "its iterations are known only once it has run: let a function of "
          "its own fill index arrays, an inspector of yours, and transform the "
          "loops over these"};
}

/// `while (a < b)` where the loop moves both.
static std::optional<DataDrivenLoop> betweenTwo(const LoopReader &reader,
                                                const clang::Expr *condition,
                                                bool isCounted) {
  for (const clang::Expr *part : conjuncts(condition)) {
    const auto *test =
        llvm::dyn_cast<clang::BinaryOperator>(part->IgnoreParenImpCasts());
    const bool isComparison = test && test->isComparisonOp();
    const auto *distance = isComparison
                               ? llvm::dyn_cast<clang::BinaryOperator>(
                                     test->getLHS()->IgnoreParenImpCasts())
                               : nullptr;
    const bool isDistance =
        distance && distance->getOpcode() == clang::BO_Sub; // hi - lo > 1
    const clang::BinaryOperator *sides = isDistance ? distance : test;
    const clang::VarDecl *one =
        isComparison ? namedVariable(sides->getLHS()) : nullptr;
    const clang::VarDecl *other =
        isComparison ? namedVariable(sides->getRHS()) : nullptr;
    if (isDistance)
      std::swap(one, other);
    if (!one || !other || !one->getType()->isIntegerType() ||
        !other->getType()->isIntegerType())
      continue;
    if (reader.up.count(one) && reader.up.count(other))
      return forInspectors(
          "a loop over a queue that grows as it runs, between " + quoted(one) +
          " and " + quoted(other));
    if (isCounted)
      continue;
    for (const auto &[middle, values] : reader.values)
      for (const clang::Expr *value : values)
        if (middle != one && middle != other && mentions(value, one) &&
            mentions(value, other))
          return DataDrivenLoop{
              "a search that halves what is left between " + quoted(one) +
                  " and " + quoted(other),
              "write for (k = lo; k < hi; k++) if (c[k] == v) ..: where a fact "
              "says that c rises, '#pragma sparsec sorted(c, index, strict)', "
              "generated code halves what is left"};
  }
  return std::nullopt;
}

/// `while (err > tol)`, err computed in the loop; `while (!done)`.
static std::optional<DataDrivenLoop> untilGood(const LoopReader &reader,
                                               const clang::Expr *condition) {
  for (const clang::Expr *part : conjuncts(condition)) {
    part = part->IgnoreParenImpCasts();
    const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(part);
    if (negation && negation->getOpcode() == clang::UO_LNot)
      part = negation->getSubExpr();
    for (const clang::VarDecl *variable : variablesIn(part))
      if (reader.values.count(variable) && !reader.up.count(variable) &&
          !reader.down.count(variable) &&
          (variable->getType()->isFloatingType() ||
           namedVariable(part) == variable))
        return DataDrivenLoop{
            "a loop that runs until " + quoted(variable) +
                ", which it computes, says that it is enough",
            "give it a number of iterations at most, for (t = 0; t < most; "
            "t++), and leave it by 'break'; or put the loops in it into a "
            "function of their own, which it calls"};
  }
  return std::nullopt;
}

/// `while (c[k] < i) k++;`, `for (k = index[i]; c[k] != i; k++) ;`
static bool isOpenRow(const LoopReader &reader, const Head &head,
                      const clang::VarDecl *variable) {
  const auto *test = llvm::dyn_cast<clang::BinaryOperator>(
      head.condition->IgnoreParenImpCasts());
  return test && test->isComparisonOp() &&
         namedVariable(test->getLHS()) != variable &&
         namedVariable(test->getRHS()) != variable &&
         !reader.values.count(variable) && reader.up.count(variable) &&
         !reader.down.count(variable);
}

static std::optional<DataDrivenLoop> inData(const LoopReader &reader,
                                            const Head &head) {
  for (const clang::VarDecl *variable : variablesIn(head.condition)) {
    if (followsLinks(reader, variable))
      return forInspectors("a loop that follows links: where " +
                           quoted(variable) + " goes next is read as it runs");
    const bool isSearched =
        readsAt(head.condition, variable) &&
        (reader.values.count(variable) || reader.up.count(variable) ||
         reader.down.count(variable));
    const std::string place = "a loop that looks for the place " +
                              quoted(variable) + " in data as it runs";
    if (isSearched &&
        isMadeBy(reader, variable, {clang::BO_Rem, clang::BO_And}))
      return forInspectors(place + ", as hash tables are probed");
    if (isSearched && isOpenRow(reader, head, variable))
      return DataDrivenLoop{
          place, "where that is in a row, ask for the row's end first, " +
                     quoted(variable) +
                     " < index[i + 1] && ..: a search of a row is a loop over "
                     "it; what looks elsewhere is a function of its own, an "
                     "inspector of yours, that fills index arrays"};
    if (head.isCounted)
      continue;
    if (reader.up.count(variable) && reader.down.count(variable))
      return forInspectors(
          "a loop over a list that grows and shrinks as it runs, by " +
          quoted(variable));
    if (isSearched)
      return forInspectors(place);
  }
  return std::nullopt;
}

std::optional<DataDrivenLoop> dataDrivenLoop(const clang::Stmt *loop) {
  const Head head = headOf(loop);
  LoopReader reader;
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  for (const clang::Stmt *part : loop->children())
    if (part && (!counted || part != counted->getInit()))
      reader.TraverseStmt(const_cast<clang::Stmt *>(part));
  const std::string heap = head.isCounted || stepsInTest(head.condition)
                               ? ""
                               : heapWalk(reader, loop, head.condition);
  if (isEndless(head.condition))
    return heap.empty() ? std::nullopt : std::optional(forInspectors(heap));
  std::optional<DataDrivenLoop> found = inData(reader, head);
  if (!found)
    found = betweenTwo(reader, head.condition, head.isCounted);
  if (!found && !heap.empty())
    found = forInspectors(heap);
  if (!found && !head.isCounted)
    found = untilGood(reader, head.condition);
  return found;
}

} // namespace sparsec
