//===- LateLoops.cpp - `do` loops that count ------------------------------===//
///
/// \file
///     do {                                limit = k + 1 < hi ? hi : k + 1;
///       work;                             for (; k < limit;) {
///     } while (++k < hi && go);      =>     work;
///                                           k++;
///                                           if (!go) break;
///                                         }
///
//===----------------------------------------------------------------------===//

#include "Constructs.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "LoopSteps.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Whether \p test reads memory that may not be there, divides or calls.
bool mayFail(const clang::Stmt *test) {
  if (llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr, clang::CallExpr>(
          test))
    return true;
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(test);
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(test);
  return (unary && unary->getOpcode() == clang::UO_Deref) ||
         (binary && binary->isMultiplicativeOp() &&
          binary->getOpcode() != clang::BO_Mul) ||
         llvm::any_of(test->children(), [](const clang::Stmt *child) {
           return child && mayFail(child);
         });
}

class LateReader {
public:
  explicit LateReader(NewNodes &nodes) : nodes(nodes) {}
  LoopParts loop;

  /// `do { .. } while (..)`: it runs once in any case.
  bool readLate(clang::DoStmt *late) {
    if (runsOnce(late))
      return false;
    const std::vector<const clang::Expr *> tests = conjuncts(late->getCond());
    std::optional<LoopBound> found;
    size_t place = 0;
    for (; place < tests.size() && !found; ++place)
      found = boundOf(tests[place], modifiedVariables(late), true);
    if (!found || (found->op != clang::BO_LT && found->op != clang::BO_LE))
      return false;
    --place;
    const clang::UnaryOperator *tested = steppedIn(found->side);
    const bool jumps = hasContinue(late->getBody());
    if ((tested && (place != 0 || !tested->isIncrementOp())) ||
        (tests.size() > 1 && jumps) || !isFixed(found->end, late))
      return false;
    if (isAddressed(found->variable))
      return false;
    // Tests behind the bound are asked where it has failed, too.
    for (size_t pos = place + 1; pos < tests.size(); ++pos)
      if (mayFail(tests[pos]))
        return false;
    for (size_t pos = 0; pos < tests.size(); ++pos)
      if (pos != place && (mayAct(tests[pos]) ||
                           (tested && mentions(tests[pos], found->variable))))
        return false;
    Statements body = statementsOf(late->getBody());
    if (tested && changes(late->getBody(), found->variable))
      return false;
    if (!tested) {
      const auto step = stepIn(late->getBody(), found->variable, nodes.ast);
      if (!step || step->amount != 1)
        return false;
    }
    const bool isBefore = tested && tested->isPostfix();
    if (!setLimit(*found, (found->op == clang::BO_LE) + isBefore))
      return false;
    if (tested && jumps)
      loop.increment = nodes.step(found->variable, 1);
    else if (tested)
      body.push_back(nodes.step(found->variable, 1));
    for (size_t pos = 0; pos < tests.size(); ++pos)
      if (pos != place)
        body.push_back(breakUnless(tests[pos], nodes));
    loop.body = nodes.list(body);
    loop.isChanged = true;
    return true;
  }

  /// The loop runs while the variable is below the end, \p more, and once.
  bool setLimit(const LoopBound &end, long more) {
    clang::VarDecl *variable = end.variable;
    const clang::QualType type = variable->getType().getUnqualifiedType();
    const clang::QualType other =
        withoutConversions(end.end)->getType().getUnqualifiedType();
    if (!type->isSignedIntegerType() || !other->isSignedIntegerType())
      return false;
    const clang::QualType wide =
        nodes.ast.getIntWidth(other) > nodes.ast.getIntWidth(type) ? other
                                                                   : type;
    auto add = [&](clang::Expr *value, long amount) {
      value = nodes.converted(value, wide);
      return amount ? nodes.binary(clang::BO_Add, value,
                                   nodes.number(amount, wide), wide)
                    : value;
    };
    auto once = [&] { return add(nodes.load(variable), 1); };
    auto last = [&] { return add(withoutConversions(end.end), more); };
    clang::VarDecl *limit =
        nodes.variable("limit", wide,
                       nodes.select(nodes.binary(clang::BO_LT, once(), last(),
                                                 nodes.ast.IntTy),
                                    last(), once()));
    loop.before.push_back(nodes.declare(limit));
    loop.condition =
        nodes.binary(clang::BO_LT, nodes.converted(nodes.load(variable), wide),
                     nodes.load(limit), nodes.ast.IntTy);
    return true;
  }

  NewNodes &nodes;
};

} // namespace

std::optional<LoopParts> lateLoop(clang::DoStmt *loop, NewNodes &nodes) {
  LateReader reader(nodes);
  return reader.readLate(loop) ? std::optional(reader.loop) : std::nullopt;
}

} // namespace sparsec
