//===- LoopPassesAccumulators.cpp - array elements kept in scalars --------===//
///
/// \file
/// A loop that updates elements whose subscripts neither it nor a loop inside
/// it changes keeps them in scalars: the order of operations, and so the
/// result, is the same. Distinct arrays do not overlap (their disjointness is a
/// fact or is checked at run time).
///
///     for j                         double sum = y[i];
///       y[i] += …          =>       for j
///                                     sum += …;
///                                   y[i] = sum;
///
//===----------------------------------------------------------------------===//

#include "LoopPasses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// More would not fit the registers.
constexpr unsigned maxAccumulators = 32;

/// Per parallel loop around: its iterator and locals that depend on it.
using ParallelNames = std::vector<std::set<std::string>>;

bool mentionsAny(const LoopExpr &expr, const std::set<std::string> &names) {
  return llvm::any_of(
      names, [&](const std::string &name) { return expr.mentions(name); });
}

/// One element that the loop may keep in a scalar.
struct Element {
  LoopExpr access;
  std::string op;         ///< of its updates, the first one
  bool updated = false;   ///< read and written
  bool unguarded = false; ///< not only under conditions that the loop fixes
};

class LoopRewriter {
public:
  LoopRewriter(const Program &program, LoopNode &loop,
               const ParallelNames &parallel, unsigned &names)
      : program(program), loop(loop), parallel(parallel), names(names) {
    loop.walk([&](const LoopNode &node) {
      if (node.isFor() || node.kind == Kind::Local)
        variant.insert(node.name);
      if (node.kind == Kind::Action)
        excludeAction(*program.statement(node.name).action);
    });
  }

  /// The loop with its accumulators, or nothing when there is none.
  Nodes run() {
    for (const LoopNode &node : loop.body)
      collect(node, true);
    Nodes before, after;
    for (auto &[array, found] : elements)
      if (!excluded.count(array) && isDistinct(array, found) &&
          before.size() + found.size() <= maxAccumulators)
        for (const Element &element : found)
          replace(element, before, after);
    if (before.empty())
      return {};
    Nodes result = std::move(before);
    result.push_back(std::move(loop));
    for (LoopNode &node : after)
      result.push_back(std::move(node));
    return result;
  }

private:
  /// The lines of an action may touch any element.
  void excludeAction(const Action &action) {
    excluded.insert(action.reads.begin(), action.reads.end());
    excluded.insert(action.writes.begin(), action.writes.end());
  }

  bool isInvariant(const LoopExpr &expr) const {
    bool invariant = true;
    expr.walk([&](const LoopExpr &node) {
      invariant &= !(node.isVariable() && variant.count(node.name));
    });
    return invariant;
  }

  void collect(const LoopNode &node, bool unguarded) {
    node.visitExprs([&](const LoopExpr &expr, bool written) {
      expr.walk([&](const LoopExpr &load) {
        if (load.kind != LoopExpr::Kind::Load || load.operands.empty())
          return;
        bool isTarget = written && &load == &expr;
        add(load, isTarget ? node.op : "", unguarded);
      });
    });
    bool inner = unguarded;
    if (node.kind == Kind::If)
      inner &= !isInvariant(node.condition);
    for (const LoopNode &child : node.body)
      collect(child, inner);
    for (const LoopNode &child : node.otherwise)
      collect(child, inner);
  }

  void add(const LoopExpr &load, const std::string &op, bool unguarded) {
    std::vector<Element> &known = elements[load.name];
    auto found = llvm::find_if(
        known, [&](const Element &e) { return e.access == load; });
    if (found == known.end())
      found = known.insert(known.end(), {load, op, false, false});
    if (!op.empty() && op != "=") {
      found->op = op;
      found->updated = true;
    }
    found->unguarded |= unguarded;
  }

  /// Whether the elements of \p array are different ones that the loop does not
  /// move, and at least one is updated.
  bool isDistinct(const std::string &array,
                  const std::vector<Element> &found) const {
    if (llvm::none_of(found, [](const Element &e) { return e.updated; }))
      return false;
    for (const Element &element : found) {
      bool bound = llvm::all_of(parallel, [&](const auto &names) {
        return mentionsAny(element.access, names);
      });
      bool hasLoad =
          llvm::any_of(element.access.operands,
                       [](const LoopExpr &e) { return e.hasLoad(); });
      if (!isInvariant(element.access) || hasLoad || !bound ||
          !element.unguarded)
        return false;
      for (const Element &other : found)
        if (&other != &element && !differ(element.access, other.access))
          return false;
    }
    return program.arrays.count(array);
  }

  static bool differ(const LoopExpr &a, const LoopExpr &b) {
    for (size_t pos = 0; pos < a.operands.size(); ++pos) {
      LoopExpr difference = a.operands[pos] - b.operands[pos];
      if (difference.isInteger() && difference.value != 0)
        return true;
    }
    return false;
  }

  void replace(const Element &element, Nodes &before, Nodes &after) {
    const ElementType &type = program.arrays.at(element.access.name).type;
    LoopNode local = LoopNode::local(
        type.spelling, stem(element.op) + "#a" + std::to_string(names++),
        element.access);
    local.isConst = false;
    LoopExpr variable = LoopExpr::variable(local.name);
    for (LoopNode &node : loop.body)
      substitute(node, element.access, variable);
    if (element.updated)
      addClauses(loop, local.name);
    LoopNode store;
    store.kind = Kind::Assign;
    store.target = element.access;
    store.op = "=";
    store.value = variable;
    before.push_back(std::move(local));
    after.push_back(std::move(store));
  }

  static void substitute(LoopNode &node, const LoopExpr &access,
                         const LoopExpr &variable) {
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map(
          [&](LoopExpr part) { return part == access ? variable : part; });
    });
    for (LoopNode &child : node.body)
      substitute(child, access, variable);
    for (LoopNode &child : node.otherwise)
      substitute(child, access, variable);
  }

  /// Tells the simd loops here and below that they reduce into \p local.
  static void addClauses(LoopNode &node, const std::string &local) {
    if (node.isFor() && node.marks.simd)
      addClause(node, local);
    for (LoopNode &child : node.body)
      addClauses(child, local);
    for (LoopNode &child : node.otherwise)
      addClauses(child, local);
  }

  static void addClause(LoopNode &simd, const std::string &local) {
    std::string op;
    simd.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Assign && node.op != "=" &&
          node.target.isVariable() && node.target.name == local)
        op = node.op;
    });
    if (!op.empty())
      simd.reductions.push_back(clause(op) + ":" + local);
  }

  static std::string stem(llvm::StringRef op) {
    return llvm::StringSwitch<std::string>(op)
        .Cases("+=", "-=", "sum")
        .Cases("*=", "/=", "product")
        .Case("min=", "least")
        .Case("max=", "greatest")
        .Default("bits");
  }

  static std::string clause(llvm::StringRef op) {
    if (op == "-=")
      return "+";
    return op.drop_back(1).str();
  }

  const Program &program;
  LoopNode &loop;
  const ParallelNames &parallel;
  unsigned &names;
  std::set<std::string> variant, excluded;
  std::map<std::string, std::vector<Element>> elements;
};

/// The scalars that \p loop updates and does not declare: simd needs to know.
void addScalarReductions(LoopNode &loop) {
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      bool scalar = node.kind == Kind::Assign && node.op != "=" &&
                    node.target.kind == LoopExpr::Kind::Load &&
                    node.target.operands.empty();
      if (!scalar)
        return;
      std::string op =
          node.op == "-=" ? "+" : node.op.substr(0, node.op.size() - 1);
      std::string clause = op + ":" + node.target.name;
      if (!llvm::is_contained(loop.reductions, clause))
        loop.reductions.push_back(clause);
    });
}

bool hasParallelLoop(const LoopNode &root) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    found |= node.isFor() && node.marks.parallel;
  });
  return found;
}

bool hasLoop(const LoopNode &loop) {
  bool found = false;
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) { found |= node.isFor(); });
  return found;
}

/// Takes the simd mark off \p loop when it still updates an element in memory
/// that it does not move: lanes would overwrite each other.
void dropUnsafeSimd(LoopNode &loop) {
  std::set<std::string> variant = {loop.name};
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Local || node.isFor())
        variant.insert(node.name);
      bool update = node.kind == Kind::Assign && node.op != "=" &&
                    node.target.kind == LoopExpr::Kind::Load &&
                    !node.target.operands.empty();
      if (update && llvm::none_of(variant, [&](const std::string &name) {
            return node.target.mentions(name);
          }))
        loop.marks.simd = false;
    });
}

void visit(Nodes &nodes, const Program &program, ParallelNames parallel,
           unsigned &names) {
  Nodes result;
  for (LoopNode &node : nodes) {
    if (node.isFor() && node.marks.simd && !hasLoop(node))
      addScalarReductions(node);
    Nodes rewritten;
    if (node.isFor() && !hasParallelLoop(node))
      rewritten = LoopRewriter(program, node, parallel, names).run();
    if (rewritten.empty())
      rewritten.push_back(std::move(node));
    for (LoopNode &part : rewritten) {
      ParallelNames inner = parallel;
      if (part.isFor() && part.marks.parallel)
        inner.push_back({part.name});
      if (part.kind == Kind::Local)
        for (std::set<std::string> &group : parallel)
          if (mentionsAny(part.value, group))
            group.insert(part.name);
      visit(part.body, program, inner, names);
      visit(part.otherwise, program, inner, names);
      if (part.isFor() && part.marks.simd)
        dropUnsafeSimd(part);
      result.push_back(std::move(part));
    }
  }
  nodes = std::move(result);
}

bool isStore(const LoopNode &node) {
  return node.kind == Kind::Assign && node.op == "=" && node.value.isVariable();
}

bool isAccumulator(const LoopNode &node) {
  return node.kind == Kind::Local && !node.isConst &&
         node.value.kind == LoopExpr::Kind::Load;
}

/// `C[i] = 0; double sum = C[i];` => `double sum = 0;`: the assignment before
/// the accumulator is not needed then.
bool startsFrom(Nodes &nodes, size_t pos) {
  if (pos == 0)
    return false;
  const LoopNode &before = nodes[pos - 1];
  bool sets = before.kind == Kind::Assign && before.op == "=" &&
              before.target == nodes[pos].value && !isStore(before);
  if (sets)
    nodes[pos].value = before.value;
  return sets;
}

/// `y[i] = sum; double sum_2 = y[i];` between two loops: the second one goes on
/// with the first one's scalar.
void joinAccumulators(Nodes &nodes) {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    joinAccumulators(nodes[pos].body);
    joinAccumulators(nodes[pos].otherwise);
    if (!isAccumulator(nodes[pos]))
      continue;
    if (startsFrom(nodes, pos)) {
      nodes.erase(nodes.begin() + long(--pos));
      continue;
    }
    size_t store = pos;
    while (store > 0 &&
           (isStore(nodes[store - 1]) || isAccumulator(nodes[store - 1])) &&
           !(isStore(nodes[store - 1]) &&
             nodes[store - 1].target == nodes[pos].value))
      --store;
    if (store == 0 || !isStore(nodes[store - 1]))
      continue;
    std::string scalar = nodes[store - 1].value.name, old = nodes[pos].name;
    for (size_t later = pos + 1; later < nodes.size(); ++later)
      renameVariable(nodes[later], old, LoopExpr::variable(scalar));
    nodes.erase(nodes.begin() + long(pos));
    nodes.erase(nodes.begin() + long(store - 1));
    pos -= 2;
  }
}

} // namespace

void addAccumulators(LoopAst &ast, const Program &program) {
  unsigned names = 0;
  visit(ast.body, program, {}, names);
  joinAccumulators(ast.body);
}

} // namespace sparsec
