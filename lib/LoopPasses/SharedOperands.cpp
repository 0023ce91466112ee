//===- SharedOperands.cpp - operands of instructions, loaded once ---------===//
///
/// \file
/// What a lane loads for matrix instructions stands where they are called, each
/// element under its condition, as often as there is a call. Here each becomes
/// a local in front of the calls beside each other, and so does the element of
/// an index array that several have in their subscripts:
///
///     t = mma(c ? X[k[p] * m + j] : 0,         const int k_0 = c ? k[p] : 0;
///             c ? X[k[p] * m + j + 1] : 0, ..)  const float X_0 =
///     u = mma(c ? X[k[p] * m + j] : 0, ..)  =>      c ? X[k_0 * m + j] : 0;
///                                              ..
///                                              t = mma(X_0, X_1, ..)
///
/// nvcc does not, as it cannot move one conditional load to another. Where a
/// choice is loaded, `bit(words[p], i) ? packed[..] : 0`, words that tell it
/// are loaded as index arrays are. Only what the kernel does not write is
/// loaded early. An element of an index array that is the same in all
/// iterations of the loop around is loaded in front of it. Conditions on
/// neighbours that a divisor makes alike, `j + 1 < m` where j and m are even,
/// become one, so that load-vectors finds them.
///
//===----------------------------------------------------------------------===//

#include "GuardedLoads.h"
#include "KernelLists.h"
#include "TensorCall.h"

#include "sparsec/LoopIR/Divisors.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using E = LoopExpr::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

const LoopExpr &withoutCasts(const LoopExpr &expr) {
  const LoopExpr *inner = &expr;
  while (inner->kind == E::Cast)
    inner = &inner->operands[0];
  return *inner;
}

/// Whether \p expr is an element, or a number in its place.
bool isChoice(const LoopExpr &expr) {
  return expr.kind == E::Select && expr.operands[2].kind == E::Literal;
}

/// `condition ? value : 0`, of which `load` is the only load but for those in
/// its subscripts and in the condition of a choice; null for other expressions.
const LoopExpr *guardedLoad(const LoopExpr &expr) {
  if (expr.kind != E::Select || !isZero(expr.operands[2]))
    return nullptr;
  const LoopExpr *value = &withoutCasts(expr.operands[1]);
  if (isChoice(*value))
    value = &withoutCasts(value->operands[1]);
  return value->kind == E::Load && !value->operands.empty() ? value : nullptr;
}

/// Whether \p call is of a function whose arguments decide its value.
bool isPureCall(const LoopExpr &call) {
  const RuntimeHelper *helper = findRuntimeHelper(call.name);
  return helper == &runtime::has_bit || helper == &runtime::bits_below;
}

/// \p condition with the least constants that let the same through: `j + c < m`
/// holds where j - j % d + d * (c / d) < m does, d dividing m - j.
LoopExpr loosened(const LoopExpr &condition, const Divisors &known) {
  return condition.map([&](LoopExpr part) {
    if (part.kind != E::Less)
      return part;
    long constant = 0;
    const LoopExpr margin = part.operands[1] - part.operands[0];
    if (margin.kind != E::Add)
      return part;
    for (const LoopExpr &term : margin.operands)
      constant += term.isInteger() ? -term.value : 0;
    const long divisor = known.of(margin + LoopExpr::integer(constant));
    const long rest = ((constant % divisor) + divisor) % divisor;
    return less(part.operands[0] - LoopExpr::integer(rest), part.operands[1]);
  });
}

/// \p expr with what \p change makes of the elements in it, not of those in
/// their subscripts: these are there under other conditions, perhaps.
LoopExpr
withOutermostLoads(const LoopExpr &expr,
                   const std::function<LoopExpr(const LoopExpr &)> &change) {
  if (expr.kind == E::Load && !expr.operands.empty())
    return change(expr);
  LoopExpr result = expr;
  result.operands = expr.operands.mapped([&](const LoopExpr &operand) {
    return withOutermostLoads(operand, change);
  });
  return result;
}

/// Whether a local among \p nodes that \p expr has is defined from \p first on,
/// in front of \p last.
bool mentionsLocals(const LoopExpr &expr, const Nodes &nodes, size_t first,
                    size_t last) {
  for (size_t at = first; at < last; ++at)
    if (nodes[at].kind == Kind::Local && expr.mentions(nodes[at].name))
      return true;
  return false;
}

/// What \p condition asks of names that \p load has in its subscripts. A row, a
/// column and a summand are each there or not, whatever the others are, and
/// number 0 is where any is (TensorMatch.h): where an instruction runs, the
/// rest says nothing of which elements of an index array there are.
LoopExpr conditionOf(const LoopExpr &load, const LoopExpr &condition) {
  if (condition.kind == E::And) {
    LoopExpr result = LoopExpr::integer(1);
    for (const LoopExpr &part : condition.operands)
      result = logicalAnd(result, conditionOf(load, part));
    return result;
  }
  bool isAsked = false;
  load.walk([&](const LoopExpr &part) {
    isAsked |= part.isVariable() && condition.mentions(part.name);
  });
  return isAsked ? condition : LoopExpr::integer(1);
}

/// That \p loop has an iteration.
LoopExpr runs(const LoopNode &loop) {
  LoopExpr result = LoopExpr::integer(1);
  for (const LoopExpr &bound : loop.upper)
    result = logicalAnd(result, less(loop.lower, bound));
  return result;
}

/// \p value, which guarded() made or which is there in any case, where
/// \p condition holds, too.
LoopExpr alsoUnder(const LoopExpr &condition, const LoopExpr &value) {
  if (value.kind != E::Select || !isZero(value.operands[2]))
    return LoopExpr::select(condition, value, LoopExpr::integer(0));
  return LoopExpr::select(logicalAnd(value.operands[0], condition),
                          value.operands[1], value.operands[2]);
}

class OperandSharer {
public:
  explicit OperandSharer(const Program &program) : program(program) {}

  void share(Nodes &nodes, const Divisors &known, const Names &written);
  void hoistIndices(Nodes &nodes) const;

private:
  /// What is loaded, in front of the call at `before`; `loaded` is `value` with
  /// locals of index arrays in its subscripts.
  struct Part {
    LoopExpr condition, value, loaded;
    std::string local;
    LoopType type;
    size_t before;
  };

  bool isFixed(const LoopExpr &expr, const Names &written) const;
  LoopExpr operandFor(const LoopExpr &operand, const Nodes &nodes, size_t at);
  LoopExpr indexFor(const LoopExpr &load, const LoopExpr &condition,
                    const Nodes &nodes, size_t at);
  std::string nameFor(const LoopExpr &load) {
    return load.name + "_here#" + std::to_string(made++);
  }
  static LoopNode localOf(const Part &part);

  const Program &program;
  /// Of one list of nodes: operands, and what several of them have in their
  /// subscripts.
  std::vector<Part> operands, indices;
  Names indexLocals; ///< of all lists
  unsigned made = 0;
};

/// Whether nothing in \p expr changes in the kernel that writes \p written.
bool OperandSharer::isFixed(const LoopExpr &expr, const Names &written) const {
  bool fixed = true;
  expr.walk([&](const LoopExpr &part) {
    const auto array = program.arrays.find(part.name);
    fixed &=
        (part.kind != E::Call || isPureCall(part)) && !written.count(part.name);
    fixed &= part.kind != E::Load ||
             (array != program.arrays.end() && !array->second.isPrivate());
  });
  return fixed;
}

/// The local that \p operand of the call at \p at becomes.
LoopExpr OperandSharer::operandFor(const LoopExpr &operand, const Nodes &nodes,
                                   size_t at) {
  const LoopExpr &condition = operand.operands[0], &value = operand.operands[1];
  const auto known = llvm::find_if(operands, [&](const Part &part) {
    return part.condition == condition && part.value == value;
  });
  if (known != operands.end())
    return LoopExpr::variable(known->local);
  const LoopExpr &load = *guardedLoad(operand);
  const LoopExpr &typed = isChoice(value) ? value.operands[1] : value;
  const LoopType type = typed.kind == E::Cast
                            ? *typed.type
                            : LoopType(program.arrays.at(load.name).type);
  const auto asIndex = [&](const LoopExpr &inner) {
    return indexFor(inner, condition, nodes, at);
  };
  const auto withIndices = [&](const LoopExpr &element) {
    LoopExpr result = element;
    result.operands = element.operands.mapped([&](const LoopExpr &place) {
      return withOutermostLoads(place, asIndex);
    });
    return result;
  };
  const LoopExpr loaded =
      isChoice(value)
          ? LoopExpr::select(withOutermostLoads(value.operands[0], asIndex),
                             withOutermostLoads(value.operands[1], withIndices),
                             value.operands[2])
          : withOutermostLoads(value, withIndices);
  // The map folds sums of what has changed.
  operands.push_back({condition, value,
                      loaded.map([](LoopExpr part) { return part; }),
                      nameFor(load), type, at});
  return LoopExpr::variable(operands.back().local);
}

/// The local of \p load, in a subscript of the call at \p at under \p
/// condition: one of an earlier call where that can ask the condition.
LoopExpr OperandSharer::indexFor(const LoopExpr &load, const LoopExpr &asked,
                                 const Nodes &nodes, size_t at) {
  const LoopExpr condition = conditionOf(load, asked);
  for (Part &part : indices)
    if (part.value == load &&
        !mentionsLocals(condition, nodes, part.before, at)) {
      part.condition = logicalOr(part.condition, condition);
      return LoopExpr::variable(part.local, load.wide);
    }
  indices.push_back({condition, load, load, nameFor(load),
                     LoopType(program.arrays.at(load.name).type), at});
  indexLocals.insert(indices.back().local);
  return LoopExpr::variable(indices.back().local, load.wide);
}

/// Moves elements of index arrays that are the same in all iterations of a loop
/// among \p nodes in front of it.
void OperandSharer::hoistIndices(Nodes &nodes) const {
  Nodes result;
  for (LoopNode &node : nodes) {
    Names inside = {node.name};
    Nodes rest;
    for (LoopNode &inner : node.body) {
      const auto isInside = [&](const std::string &name) {
        return inner.value.mentions(name);
      };
      const bool isFixed = node.isFor() && !node.marks.gpu.isMapped() &&
                           inner.kind == Kind::Local &&
                           indexLocals.count(inner.name) &&
                           llvm::none_of(inside, isInside);
      if (isFixed) {
        inner.value = alsoUnder(runs(node), inner.value);
        result.push_back(std::move(inner));
        continue;
      }
      if (inner.kind == Kind::Local)
        inside.insert(inner.name);
      rest.push_back(std::move(inner));
    }
    node.body = std::move(rest);
    result.push_back(std::move(node));
  }
  nodes = std::move(result);
}

LoopNode OperandSharer::localOf(const Part &part) {
  return stmt::constant(part.type, part.local,
                        guarded(part.condition, part.loaded, part.type));
}

/// The calls of instructions that stand beside each other in \p nodes.
void OperandSharer::share(Nodes &nodes, const Divisors &known,
                          const Names &written) {
  operands.clear();
  indices.clear();
  for (size_t at = 0; at < nodes.size(); ++at) {
    if (!isTensorCall(nodes[at]))
      continue;
    LoopExpr &call = nodes[at].body.front().value;
    call.operands = call.operands.mapped([&](const LoopExpr &operand) {
      if (!guardedLoad(operand) || !isFixed(operand, written))
        return operand;
      return operandFor(LoopExpr::select(loosened(operand.operands[0], known),
                                         operand.operands[1],
                                         operand.operands[2]),
                        nodes, at);
    });
  }
  Nodes result;
  for (size_t at = 0; at < nodes.size(); ++at) {
    for (const std::vector<Part> *parts : {&indices, &operands})
      for (const Part &part : *parts)
        if (part.before == at) {
          result.push_back(localOf(part));
          result.back().vectors = nodes[at].vectors;
        }
    result.push_back(std::move(nodes[at]));
  }
  nodes = std::move(result);
}

} // namespace

void shareOperands(LoopAst &ast, const Program &program) {
  OperandSharer sharer(program);
  forEachKernelList(
      ast.body, Divisors(program),
      [&](Nodes &nodes, const Divisors &known, const Names &written) {
        if (llvm::any_of(nodes, isTensorCall))
          sharer.share(nodes, known, written);
        sharer.hoistIndices(nodes);
      });
}

} // namespace sparsec
