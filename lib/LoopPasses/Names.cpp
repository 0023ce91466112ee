//===- Names.cpp - C names for locals -------------------------------------===//

#include "sparsec/LoopIR/LocalNames.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/IR/TakenNames.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>
#include <utility>

namespace sparsec {

using Kind = LoopNode::Kind;

namespace {

class LocalNames {
public:
  LocalNames(const LoopAst &ast, const Program &program) : program(program) {
    for (const std::string &name : reservedNames(program))
      taken.insert(name);
    ast.walk([&](const LoopNode &node) {
      if (node.isFor())
        taken.insert(node.name);
      if (node.kind == Kind::Assign)
        assigned.insert(node.target.name);
    });
  }

  void name(std::vector<LoopNode> &nodes) { name(nodes, taken); }

private:
  using Names = std::set<std::string>;

  bool isTaken(const Names &taken, const std::string &name) const {
    return taken.count(name) || !useOfLocal(program, name).empty();
  }

  /// Whether \p local has the value that \p earlier, of its name, has still.
  bool isRepeated(const LoopNode &local, const LoopNode &earlier) const {
    bool isFixed = local.isConst && earlier.isConst && !local.value.hasLoad();
    local.value.walk(
        [&](const LoopExpr &part) { isFixed &= !assigned.count(part.name); });
    return isFixed && local.value == earlier.value;
  }

  /// Names the local at \p pos, for which `taken` has no name yet.
  void rename(std::vector<LoopNode> &nodes, size_t pos, Names &taken) const {
    LoopNode &node = nodes[pos];
    std::string stem = identifierFor(node.name), name = stem;
    for (unsigned number = 2; isTaken(taken, name); ++number)
      name = stem + "_" + std::to_string(number);
    LoopExpr local = LoopExpr::variable(name, node.type.isWide());
    const std::string old = std::exchange(node.name, name);
    taken.insert(name);
    // Loops inside may have the name of a loop, no other local that of a `#`.
    if (!llvm::StringRef(old).contains('#'))
      return substituteIn(nodes, pos + 1, old, local);
    for (size_t later = pos + 1; later < nodes.size(); ++later) {
      renameVariable(nodes[later], old, local);
      if (nodes[later].kind == Kind::Local && nodes[later].name == old)
        return;
    }
  }

  /// Loops of one iteration leave locals of one name beside each other: one is
  /// enough where they are equal.
  void name(std::vector<LoopNode> &nodes, Names taken) const {
    std::map<std::string, LoopNode> declared;
    std::vector<LoopNode> kept;
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      LoopNode &node = nodes[pos];
      const bool isLocal = node.kind == Kind::Local;
      auto earlier = declared.find(node.name);
      const bool isAgain = isLocal && earlier != declared.end();
      if (isAgain && isRepeated(node, earlier->second))
        continue;
      if (isLocal && (isAgain || llvm::StringRef(node.name).contains('#'))) {
        taken.insert(node.name);
        rename(nodes, pos, taken);
      }
      if (isLocal)
        declared.emplace(node.name, node);
      name(node.body, taken);
      name(node.otherwise, taken);
      kept.push_back(std::move(node));
    }
    nodes = std::move(kept);
  }

  const Program &program;
  Names taken, assigned;
};

} // namespace

void nameLocals(LoopAst &ast, const Program &program) {
  LocalNames(ast, program).name(ast.body);
}

} // namespace sparsec
