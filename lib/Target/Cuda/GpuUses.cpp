//===- GpuUses.cpp - how much of an array a nest touches ------------------===//

#include "GpuUses.h"

#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

/// The variables and arrays in the expressions of \p node alone.
Names namesIn(const LoopNode &node) {
  Names names = identifiersOf(llvm::join(node.lines, "\n"));
  node.visitExprs([&](const LoopExpr &expr, bool) {
    expr.walk([&](const LoopExpr &part) { names.insert(part.name); });
  });
  return names;
}

/// How many elements of \p array \p line names: not those of arrays whose names
/// end with the same letters.
size_t elementsIn(llvm::StringRef line, const std::string &array) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  size_t number = 0;
  for (size_t at = line.find(array + "["); at != llvm::StringRef::npos;
       at = line.find(array + "[", at + 1))
    number += at == 0 || !isWord(line[at - 1]);
  return number;
}

/// How many elements of \p arrays the expressions and lines of \p node name.
size_t elementsIn(const LoopNode &node, const Names &arrays) {
  size_t number = 0;
  node.visitExprs([&](const LoopExpr &expr, bool) {
    expr.walk([&](const LoopExpr &part) {
      number += part.kind == LoopExpr::Kind::Load && arrays.count(part.name);
    });
  });
  for (const std::string &line : node.lines)
    for (const std::string &name : arrays)
      number += elementsIn(line, name);
  return number;
}

class UseCounter {
public:
  UseCounter(const Names &arrays, const std::string &line)
      : arrays(arrays), line(line) {}

  Nodes count(const Nodes &nodes);
  /// A loop runs as often as elements say.
  bool isUnknown = false;

private:
  const Names &arrays;
  const std::string &line;
  /// Locals made of elements.
  Names hidden;
};

Nodes UseCounter::count(const Nodes &nodes) {
  Nodes result;
  for (const LoopNode &node : nodes) {
    size_t elements = elementsIn(node, arrays);
    bool isHidden = elements > 0 ||
                    llvm::any_of(namesIn(node), [&](const std::string &name) {
                      return hidden.count(name) != 0;
                    });
    result.insert(result.end(), elements, LoopNode::text({line}));
    if (node.kind == Kind::Local && isHidden)
      hidden.insert(node.name);
    else if (node.kind == Kind::Local)
      result.push_back(node);
    isUnknown |= isHidden && node.isFor();
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
    return node.kind != Kind::Local && node.kind != Kind::Text &&
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
        [&](const LoopNode &node) { used.merge(namesIn(node)); });
    dropUnused(nodes, used);
  }
}

void replaceActions(Nodes &nodes, const std::string &line) {
  for (LoopNode &node : nodes) {
    replaceActions(node.body, line);
    replaceActions(node.otherwise, line);
    if (node.kind == Kind::Action)
      node = LoopNode::text({line});
  }
}

} // namespace

Nodes actionsOf(const Nodes &nodes, const std::string &line) {
  Nodes result = nodes;
  replaceActions(result, line);
  clean(result);
  return result;
}

std::optional<Nodes> usesOf(const Nodes &nodes, const Names &arrays,
                            const std::string &line) {
  UseCounter counter(arrays, line);
  Nodes result = counter.count(nodes);
  if (counter.isUnknown)
    return std::nullopt;
  clean(result);
  return result;
}

} // namespace sparsec
