//===- TableBound.cpp - how much of an array a nest touches ---------------===//

#include "TableBound.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

/// Calls \p visit on each part of the expressions of \p node alone.
void visitParts(const LoopNode &node,
                const std::function<void(const LoopExpr &)> &visit) {
  node.visitExprs([&](const LoopExpr &expr, bool) { expr.walk(visit); });
}

/// The variables and arrays in the expressions of \p node alone.
Names ownNames(const LoopNode &node) {
  Names names;
  visitParts(node, [&](const LoopExpr &part) { names.insert(part.name); });
  return names;
}

/// How many elements of \p arrays the expressions of \p node name.
size_t elementsIn(const LoopNode &node, const Names &arrays) {
  size_t number = 0;
  visitParts(node, [&](const LoopExpr &part) {
    number += part.kind == LoopExpr::Kind::Load && arrays.count(part.name);
  });
  return number;
}

class UseCounter {
public:
  UseCounter(const Names &arrays, const LoopNode &use)
      : arrays(arrays), use(use) {}

  Nodes count(const Nodes &nodes);
  /// A loop runs as often as elements say.
  bool isUnknown = false;

private:
  const Names &arrays;
  const LoopNode &use;
  /// Locals made of elements.
  Names hidden;
};

Nodes UseCounter::count(const Nodes &nodes) {
  Nodes result;
  for (const LoopNode &node : nodes) {
    size_t elements = elementsIn(node, arrays);
    bool isHidden = elements > 0 ||
                    llvm::any_of(ownNames(node), [&](const std::string &name) {
                      return hidden.count(name) != 0;
                    });
    result.insert(result.end(), elements, use);
    if (node.kind == Kind::Local && isHidden)
      hidden.insert(node.name);
    else if (node.kind == Kind::Local)
      result.push_back(node);
    isUnknown |= isHidden && node.isFor();
    if (node.kind == Kind::Action) {
      llvm::append_range(result, count(node.body));
      continue;
    }
    LoopNode copy = node;
    copy.body = count(node.body);
    copy.otherwise = count(node.otherwise);
    if (isHidden) {
      // Both ways are counted.
      llvm::append_range(result, copy.body);
      llvm::append_range(result, copy.otherwise);
    } else if (!copy.body.empty() || !copy.otherwise.empty()) {
      result.push_back(std::move(copy));
    }
  }
  return result;
}

/// Drops locals that nothing needs, and what then is empty.
void dropUnused(Nodes &nodes, const Names &used) {
  llvm::erase_if(nodes, [&](LoopNode &node) {
    bool wasNest = !node.body.empty() || !node.otherwise.empty();
    dropUnused(node.body, used);
    dropUnused(node.otherwise, used);
    bool isEmpty = wasNest && node.body.empty() && node.otherwise.empty();
    return isEmpty || (node.kind == Kind::Local && !used.count(node.name));
  });
}

bool holdsLocalsOnly(const Nodes &nodes) {
  return llvm::all_of(
      nodes, [](const LoopNode &node) { return node.kind == Kind::Local; });
}

/// Drops loops and branches without work.
void dropIdle(Nodes &nodes) {
  llvm::erase_if(nodes, [](LoopNode &node) {
    dropIdle(node.body);
    dropIdle(node.otherwise);
    return node.kind != Kind::Local && node.kind != Kind::Call &&
           holdsLocalsOnly(node.body) && holdsLocalsOnly(node.otherwise);
  });
}

/// Drops what does no work, and the locals of that.
void clean(Nodes &nodes) {
  dropIdle(nodes);
  for (Names used, before = {""}; used != before;) {
    before = std::move(used);
    used.clear();
    LoopAst{nodes}.walk(
        [&](const LoopNode &node) { used.merge(ownNames(node)); });
    dropUnused(nodes, used);
  }
}

void replaceActions(Nodes &nodes, const LoopNode &use) {
  for (LoopNode &node : nodes) {
    replaceActions(node.body, use);
    replaceActions(node.otherwise, use);
    if (node.kind == Kind::Action)
      node = use;
  }
}

} // namespace

Nodes actionsOf(const Nodes &nodes, const LoopNode &use) {
  Nodes result = nodes;
  replaceActions(result, use);
  clean(result);
  return result;
}

std::optional<Nodes> usesOf(const Nodes &nodes, const Names &arrays,
                            const LoopNode &use) {
  UseCounter counter(arrays, use);
  Nodes result = counter.count(nodes);
  if (counter.isUnknown)
    return std::nullopt;
  clean(result);
  return result;
}

} // namespace sparsec
