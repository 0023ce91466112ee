//===- SplitArrays.cpp - small local arrays become scalars ----------------===//
///
/// \file
/// A local array that was unrolled, and is set where it stands, is so many
/// scalars, and one of two scalars
/// that hold one value by turns is enough:
///
///     double t[2];
///     t[0] = y[2 * i];                       double t = y[2 * i];
///     t[1] = y[2 * i + 1];                   double t_2 = y[2 * i + 1];
///     double sum = t[0], sum_2 = t[1];
///     for j                             =>   for j
///       sum += ..; sum_2 += ..                 t += ..; t_2 += ..
///     t[0] = sum; t[1] = sum_2;
///     y[2 * i] = t[0];                       y[2 * i] = t;
///     y[2 * i + 1] = t[1];                   y[2 * i + 1] = t_2;
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Calls \p visit on each expression of \p nodes from \p first on, here and
/// below.
void visitFrom(const Nodes &nodes, size_t first,
               const std::function<void(const LoopExpr &)> &visit) {
  for (size_t pos = first; pos < nodes.size(); ++pos)
    nodes[pos].walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool) { expr.walk(visit); });
    });
}

/// Applies \p rewrite to each part of an expression of \p node, here and below.
void rewriteParts(LoopNode &node,
                  const std::function<LoopExpr(LoopExpr)> &rewrite) {
  node.rewriteExprs([&](const LoopExpr &expr) { return expr.map(rewrite); });
  for (Nodes *children : {&node.prologue, &node.body, &node.otherwise})
    for (LoopNode &child : *children)
      rewriteParts(child, rewrite);
}

void renameReductions(LoopNode &node, const std::string &from,
                      const std::string &to) {
  for (Reduction &reduction : node.reductions)
    if (reduction.variable == from)
      reduction.variable = to;
  for (Nodes *children : {&node.prologue, &node.body, &node.otherwise})
    for (LoopNode &child : *children)
      renameReductions(child, from, to);
}

bool names(const LoopNode &node, const std::string &variable) {
  bool found = false;
  visitFrom({node}, 0, [&](const LoopExpr &part) {
    found |= part.name == variable &&
             (part.isVariable() || part.kind == LoopExpr::Kind::Load);
  });
  node.walk([&](const LoopNode &part) {
    found |= llvm::any_of(part.reductions, [&](const Reduction &reduction) {
      return reduction.variable == variable;
    });
  });
  return found;
}

/// Whether computing \p value may do more than that.
bool hasEffects(const LoopExpr &value) {
  bool found = false;
  value.walk([&](const LoopExpr &part) {
    found |= part.kind == LoopExpr::Kind::Call ||
             part.kind == LoopExpr::Kind::Increment;
  });
  return found;
}

/// The elements of the array that \p nodes[pos] declares as scalars.
class ArraySplitter {
public:
  ArraySplitter(Nodes &nodes, size_t pos, const Program &program)
      : nodes(nodes), pos(pos), program(program) {}

  /// Whether that was possible.
  bool run() {
    if (nodes[pos].kind != Kind::Declare || nodes[pos].dimensions.empty() ||
        !nodes[pos].values.empty() || isPartitioned() || !findElements() ||
        llvm::any_of(elements, [&](const LoopExpr &element) {
          return !firstSet(element);
        }))
      return false;
    const LoopType type = nodes[pos].type;
    for (const LoopExpr &element : elements) {
      LoopNode *const first = firstSet(element);
      if (isNamedOnce(element) && !hasEffects(first->value)) {
        nodes.erase(nodes.begin() + (first - nodes.data()));
        continue;
      }
      const LoopExpr scalar = LoopExpr::variable(nameOf(element));
      LoopNode local = LoopNode::local(type, scalar.name, first->value);
      local.isConst = false;
      local.isStatement = true;
      *first = std::move(local);
      for (size_t at = pos + 1; at < nodes.size(); ++at)
        rewriteParts(nodes[at], [&](LoopExpr part) {
          return part == element ? scalar : part;
        });
    }
    nodes.erase(nodes.begin() + long(pos));
    return true;
  }

private:
  /// Whether the recipe says where each of its elements is.
  bool isPartitioned() const {
    const auto array = program.arrays.find(nodes[pos].name);
    return array != program.arrays.end() && array->second.partition;
  }

  /// Whether all that is said of the array is of elements that have numbers.
  bool findElements() {
    const std::string &name = nodes[pos].name;
    bool isNumbered = true;
    // Around threads of a kernel each of them has an array of its own, which
    // outlining finds.
    for (size_t at = pos + 1; at < nodes.size(); ++at)
      nodes[at].walk([&](const LoopNode &node) {
        isNumbered &= !node.isFor() || !node.marks.gpu.isMapped();
      });
    visitFrom(nodes, pos + 1, [&](const LoopExpr &part) {
      if (part.name != name)
        return;
      const bool isElement =
          part.kind == LoopExpr::Kind::Load &&
          part.operands.size() == nodes[pos].dimensions.size() &&
          llvm::all_of(part.operands,
                       [](const LoopExpr &at) { return at.isInteger(); });
      isNumbered &= isElement;
      if (isElement && !llvm::is_contained(elements, part))
        elements.push_back(part);
    });
    return isNumbered && elements.size() <= most;
  }

  /// "t_1_0" for t[1][0], once no other name is like it.
  static std::string nameOf(const LoopExpr &element) {
    std::string name = element.name;
    for (const LoopExpr &at : element.operands)
      name += "_" + std::to_string(at.value);
    return name + "#e";
  }

  /// The assignment of the list that is the first to name \p element; null if
  /// that is something else.
  LoopNode *firstSet(const LoopExpr &element) {
    for (size_t at = pos + 1; at < nodes.size(); ++at) {
      LoopNode &node = nodes[at];
      bool isNamed = false;
      visitFrom({node}, 0,
                [&](const LoopExpr &part) { isNamed |= part == element; });
      if (!isNamed)
        continue;
      bool isRead = false;
      node.value.walk([&](const LoopExpr &part) { isRead |= part == element; });
      const bool isSet = node.kind == Kind::Assign && node.op == Update::Set &&
                         node.target == element &&
                         node.atomic == LoopNode::Atomic::None && !isRead;
      return isSet ? &node : nullptr;
    }
    return nullptr;
  }

  /// Whether \p element is set, and nothing else: nobody wants it.
  bool isNamedOnce(const LoopExpr &element) const {
    unsigned times = 0;
    visitFrom(nodes, pos + 1,
              [&](const LoopExpr &part) { times += part == element; });
    return times == 1;
  }

  /// More are not in registers anyway.
  static constexpr size_t most = 64;

  Nodes &nodes;
  size_t pos;
  const Program &program;
  std::vector<LoopExpr> elements;
};

/// Lets \p nodes[pos], a copy of a scalar that gets its value back later in the
/// list, be that scalar. Whether that was possible.
bool mergeCopy(Nodes &nodes, size_t pos) {
  const LoopNode copy = nodes[pos];
  if (copy.kind != Kind::Local || copy.isConst || !copy.value.isVariable())
    return false;
  const std::string scalar = copy.value.name;
  const LoopExpr mine = LoopExpr::variable(copy.name);
  const bool isOwn = llvm::any_of(
      llvm::make_range(nodes.begin(), nodes.begin() + long(pos)),
      [&](const LoopNode &node) {
        return node.name == scalar && node.type == copy.type &&
               (node.kind == Kind::Local
                    ? !node.isConst
                    : node.kind == Kind::Declare && node.dimensions.empty());
      });
  size_t back = pos + 1;
  while (back < nodes.size() && !names(nodes[back], scalar))
    ++back;
  if (!isOwn || back == nodes.size())
    return false;
  const LoopNode &returns = nodes[back];
  const bool getsBack = returns.kind == Kind::Assign &&
                        returns.op == Update::Set && returns.value == mine &&
                        returns.target == LoopExpr::variable(scalar) &&
                        returns.atomic == LoopNode::Atomic::None;
  for (size_t later = back + 1; later < nodes.size(); ++later)
    if (names(nodes[later], copy.name))
      return false;
  if (!getsBack)
    return false;
  for (size_t at = pos + 1; at < back; ++at) {
    rewriteParts(nodes[at], [&](LoopExpr part) {
      return part == mine ? copy.value : part;
    });
    renameReductions(nodes[at], copy.name, scalar);
  }
  nodes.erase(nodes.begin() + long(back));
  nodes.erase(nodes.begin() + long(pos));
  return true;
}

} // namespace

void splitArrays(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes)
    for (Nodes *children : {&node.prologue, &node.body, &node.otherwise})
      splitArrays(*children, program);
  for (size_t pos = 0; pos < nodes.size();)
    pos += ArraySplitter(nodes, pos, program).run() ? 0 : 1;
  for (size_t pos = 0; pos < nodes.size();)
    pos = mergeCopy(nodes, pos) ? 0 : pos + 1;
}

} // namespace sparsec
