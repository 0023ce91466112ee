//===- LoopPasses.cpp - structure, widths, divisions, names ---------------===//

#include "LoopPasses.h"

#include "sparsec/CodeGen/ExprPrinter.h"
#include "sparsec/IR/TakenNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sparsec {

using Kind = LoopNode::Kind;

namespace {

void append(std::vector<LoopNode> &list, std::vector<LoopNode> more) {
  for (LoopNode &node : more)
    list.push_back(std::move(node));
}

/// Trip count when it is constant, negative counts as 0.
std::optional<long> tripCount(const LoopNode &loop) {
  if (loop.upper.size() != 1)
    return std::nullopt;
  LoopExpr difference = loop.upper[0] - loop.lower;
  if (!difference.isInteger())
    return std::nullopt;
  return std::max(0L, (difference.value + loop.step - 1) / loop.step);
}

/// What is left of \p node, whose children are flat.
std::vector<LoopNode> simplified(LoopNode node) {
  if (node.kind == Kind::Block)
    return std::move(node.body);
  if (node.kind == Kind::If) {
    if (node.condition.isInteger())
      return std::move(node.condition.value ? node.body : node.otherwise);
    if (node.body.empty() && node.otherwise.empty())
      return {};
  }
  if (node.isFor()) {
    std::optional<long> trips = tripCount(node);
    if (node.body.empty() || trips == 0)
      return {};
    // A grid of one block is a kernel all the same, and a thread that has one
    // part of a loop may have to do what others do in the other parts.
    if (trips == 1 && !node.marks.gpu.isMapped())
      return {LoopNode::block(node.body).substitute(node.name, node.lower)};
  }
  return {std::move(node)};
}

} // namespace

void renameVariable(LoopNode &node, const std::string &from,
                    const LoopExpr &to) {
  node.rewriteExprs(
      [&](const LoopExpr &expr) { return expr.substitute(from, to); });
  for (std::string &reduction : node.reductions)
    if (llvm::StringRef(reduction).ends_with(":" + from))
      reduction = reduction.substr(0, reduction.find(':') + 1) + to.name;
  for (LoopNode &child : node.body)
    renameVariable(child, from, to);
  for (LoopNode &child : node.otherwise)
    renameVariable(child, from, to);
}

void flatten(std::vector<LoopNode> &nodes) {
  std::vector<LoopNode> result;
  for (LoopNode &node : nodes) {
    flatten(node.body);
    flatten(node.otherwise);
    std::vector<LoopNode> left = simplified(std::move(node));
    if (left.size() == 1 && left[0].kind == Kind::Block)
      left = std::move(left[0].body);
    append(result, std::move(left));
  }
  nodes = std::move(result);
}

namespace {

/// Marks 64-bit variables in the expressions below.
void inferWidths(std::vector<LoopNode> &nodes, std::set<std::string> wide) {
  for (LoopNode &node : nodes) {
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr leaf) {
        if (leaf.isVariable() && wide.count(leaf.name))
          leaf.wide = true;
        return leaf;
      });
    });
    bool isWide = false;
    if (node.isFor() || node.kind == Kind::Local)
      node.visitExprs([&](const LoopExpr &expr, bool) { isWide |= expr.wide; });
    if (isWide || node.exceedsInt) {
      node.type = "long long";
      wide.insert(node.name);
    }
    inferWidths(node.body, wide);
    inferWidths(node.otherwise, wide);
  }
}

} // namespace

void inferWidths(std::vector<LoopNode> &nodes) {
  inferWidths(nodes, std::set<std::string>());
}

namespace {

llvm::Error flattenArrays(std::vector<LoopNode> &nodes,
                          const Program &program) {
  std::string failure;
  auto position = [&](LoopExpr expr) {
    auto found = program.arrays.find(expr.name);
    bool flat = expr.kind == LoopExpr::Kind::Load && expr.operands.size() > 1 &&
                found != program.arrays.end() && isFlat(found->second);
    if (!flat)
      return expr;
    llvm::Expected<LoopExpr> made =
        flatPosition(program, found->second, expr.operands.toVector());
    if (made)
      return LoopExpr::load(expr.name, {*made}, expr.wide);
    failure = llvm::toString(made.takeError());
    return expr;
  };
  for (LoopNode &node : nodes) {
    node.rewriteExprs([&](const LoopExpr &expr) { return expr.map(position); });
    if (!failure.empty())
      return llvm::createStringError(failure);
    if (llvm::Error error = flattenArrays(node.body, program))
      return error;
    if (llvm::Error error = flattenArrays(node.otherwise, program))
      return error;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error flattenArrays(LoopAst &ast, const Program &program) {
  return flattenArrays(ast.body, program);
}

namespace {

/// Uses of a variable, and those of them with a negative factor.
struct Signs {
  unsigned uses = 0, negative = 0;

  void count(const LoopNode &root, const std::string &name) {
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool) { count(expr, name); });
    });
  }

  void count(const LoopExpr &root, const std::string &name) {
    root.walk([&](const LoopExpr &expr) {
      uses += expr.isVariable() && expr.name == name;
      negative += expr.kind == LoopExpr::Kind::Mul &&
                  expr.operands[0].isInteger() && expr.operands[0].value < 0 &&
                  expr.operands[1].isVariable() &&
                  expr.operands[1].name == name;
    });
  }
};

} // namespace

void turnDescending(std::vector<LoopNode> &nodes) {
  for (LoopNode &node : nodes) {
    turnDescending(node.body);
    turnDescending(node.otherwise);
    if (!node.isFor() || node.marks.gpu.isMapped())
      continue;
    Signs signs;
    for (const LoopNode &child : node.body)
      signs.count(child, node.name);
    if (signs.uses == 0 || signs.uses != signs.negative)
      continue;
    // i in [lower, upper) becomes -i from -lower down to 1 - upper.
    LoopExpr minus = LoopExpr::integer(-1);
    LoopExpr iterator =
        minus * LoopExpr::variable(node.name, node.type == "long long");
    for (LoopNode &child : node.body)
      child = child.substitute(node.name, iterator);
    LoopExpr last = LoopExpr::integer(1) - node.upper[0];
    for (const LoopExpr &bound : llvm::drop_begin(node.upper))
      last = maxOf(last, LoopExpr::integer(1) - bound);
    node.lower = minus * node.lower;
    node.upper = {last};
    node.descending = true;
  }
}

LoopExpr tripCondition(const LoopNode &loop) {
  if (loop.descending)
    return lessEqual(loop.upper[0], loop.lower);
  LoopExpr condition = less(loop.lower, loop.upper[0]);
  for (const LoopExpr &upper : llvm::drop_begin(loop.upper))
    condition = logicalAnd(condition, less(loop.lower, upper));
  return condition;
}

void nameHintedBounds(std::vector<LoopNode> &nodes) {
  std::vector<LoopNode> result;
  for (LoopNode &node : nodes) {
    nameHintedBounds(node.body);
    nameHintedBounds(node.otherwise);
    bool isHinted = node.isFor() && !node.marks.pragmas.empty();
    for (LoopExpr &upper : node.upper) {
      bool selects = false;
      upper.walk([&](const LoopExpr &part) {
        selects |= part.kind == LoopExpr::Kind::Select;
      });
      if (!isHinted || !selects)
        continue;
      result.push_back(LoopNode::local(upper.wide ? "long long" : "int",
                                       node.name + "_end#", upper));
      upper = LoopExpr::variable(node.name + "_end#", upper.wide);
    }
    result.push_back(std::move(node));
  }
  nodes = std::move(result);
}

std::vector<std::string> reservedNames(const Program &program) {
  std::vector<std::string> names;
  for (const auto &entry : program.arrays)
    names.push_back(entry.first);
  for (const Parameter &parameter : program.parameters)
    names.push_back(parameter.name);
  for (const SourceFunction::Argument &argument : program.function.arguments)
    names.push_back(argument.name);
  return names;
}

std::string identifierFor(const std::string &text) {
  std::string name;
  bool isSeparated = false;
  for (char letter : text) {
    if (letter == '#')
      break;
    const bool isPart = llvm::isAlnum(letter) || letter == '_';
    if (isPart && isSeparated && !name.empty() && name.back() != '_')
      name += '_';
    if (isPart)
      name += letter;
    isSeparated = !isPart;
  }
  if (name.empty() || llvm::isDigit(name[0]))
    name = "v" + name;
  return name;
}

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
    LoopExpr local = LoopExpr::variable(name, node.type == "long long");
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
