//===- WeakBounds.cpp - loops that look for their iterations --------------===//
///
/// \file
/// A loop is weak where all that it does stands under a condition on its
/// iterator that has one value in all of the loop and could have been a bound:
///
///     for (p = offset[q]; p < count; p++)
///       if (p < offset[q + 1])
///         …
///
/// Loops of a constant number of iterations at most, such as those over blocks
/// at the edge of a matrix, and loops on the threads of a GPU are meant so.
///
//===----------------------------------------------------------------------===//

#include "LoopRequests.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopPasses/Pipeline.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Conditions = std::vector<LoopExpr>;

void addConjuncts(const LoopExpr &condition, Conditions &list) {
  if (condition.kind == LoopExpr::Kind::And)
    for (const LoopExpr &operand : condition.operands)
      addConjuncts(operand, list);
  else
    list.push_back(condition);
}

/// The conditions that all of \p nodes is under; absent where nothing is done.
std::optional<Conditions> conditionsAround(const std::vector<LoopNode> &nodes) {
  std::optional<Conditions> common;
  auto keep = [&](std::optional<Conditions> own) {
    if (!own)
      return;
    if (common)
      llvm::erase_if(*common, [&](const LoopExpr &condition) {
        return !llvm::is_contained(*own, condition);
      });
    else
      common = std::move(own);
  };
  for (const LoopNode &node : nodes) {
    std::optional<Conditions> own = conditionsAround(node.body);
    switch (node.kind) {
    case Kind::If:
      if (own)
        addConjuncts(node.condition, *own);
      keep(std::move(own));
      keep(conditionsAround(node.otherwise));
      break;
    case Kind::For:
    case Kind::Block:
    case Kind::Region:
      keep(std::move(own));
      break;
    case Kind::Local:
    case Kind::Declare:
      break;
    default:
      keep(Conditions());
    }
  }
  return common;
}

class WeakBounds {
public:
  explicit WeakBounds(const LoopNode &loop) : loop(loop) {
    variant = {loop.name};
    loop.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Assign)
        variant.insert(node.target.name);
      if (node.kind == Kind::Declare || (node.isFor() && &node != &loop))
        variant.insert(node.name);
      if (node.kind == Kind::Local && (!node.isConst || isVariant(node.value)))
        variant.insert(node.name);
    });
  }

  /// A condition that could have been a bound of the loop.
  std::optional<LoopExpr> find() const {
    if (loop.marks.gpu.isMapped() || isShort())
      return std::nullopt;
    for (const LoopExpr &condition :
         conditionsAround(loop.body).value_or(Conditions()))
      if (couldBeBound(condition))
        return condition;
    return std::nullopt;
  }

private:
  bool isVariant(const LoopExpr &expr) const {
    bool found = false;
    expr.walk([&](const LoopExpr &part) {
      bool isNamed = part.isVariable() || part.kind == LoopExpr::Kind::Load;
      found |= isNamed && variant.count(part.name);
    });
    return found;
  }

  /// Whether a constant bounds the number of iterations.
  bool isShort() const {
    return llvm::any_of(loop.upper, [&](const LoopExpr &upper) {
      return (upper - loop.lower).isInteger();
    });
  }

  bool couldBeBound(const LoopExpr &condition) const {
    using E = LoopExpr::Kind;
    if (condition.kind != E::Less && condition.kind != E::LessEqual &&
        condition.kind != E::Equal)
      return false;
    LoopExpr iterator = LoopExpr::variable(loop.name);
    LoopExpr margin = condition.operands[1] - condition.operands[0];
    LoopExpr step =
        margin.substitute(loop.name, iterator + LoopExpr::integer(1)) - margin;
    return step.isInteger() && step.value != 0 &&
           !isVariant(margin.substitute(loop.name, LoopExpr::integer(0)));
  }

  const LoopNode &loop;
  /// What may have another value in another iteration.
  std::set<std::string> variant;
};

} // namespace

bool hasWeakLoop(const Program &program, const std::string &loop) {
  bool found = false;
  LoweringHooks hooks;
  hooks.warn = [&](const CodeWarning &warning) {
    found |=
        warning.kind == CodeWarning::Kind::WeakLoop && warning.loop == loop;
  };
  for (const Phase &phase : program.phases)
    if (auto ast = lowerPhase(program, phase, hooks); !ast)
      llvm::consumeError(ast.takeError());
  return found;
}

void reportWeakBounds(const LoopAst &ast, const WarningSink &warn) {
  ast.walk([&](const LoopNode &node) {
    bool isMeant = node.marks.expand || node.marks.digits.isSet;
    if (!node.isFor() || isMeant)
      return;
    std::optional<LoopExpr> condition = WeakBounds(node).find();
    if (!condition)
      return;
    const std::string name = node.source ? node.source->name : node.name;
    warn({CodeWarning::Kind::WeakLoop, name,
          node.source ? node.source->span : SourceSpan(),
          "loop '" + name +
              "' visits iterations that do nothing, those without '" +
              printExpr(*condition) +
              "': not all of that can be read where the loop begins; put the "
              "loops that it depends on outside, or state what ranges and "
              "extents the index arrays in it have",
          [name](const Program &program) {
            return hasWeakLoop(program, name);
          }});
  });
}

} // namespace sparsec
