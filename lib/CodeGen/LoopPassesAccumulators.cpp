//===- LoopPassesAccumulators.cpp - array elements kept in scalars --------===//
///
/// \file
/// A loop that updates elements whose subscripts neither it nor a loop inside
/// it changes keeps them in scalars: the order of operations, and so the
/// result, is the same. Distinct arrays do not overlap (their disjointness is a
/// fact or is checked at run time). An element that the loop may not touch must
/// exist: it lies inside the array's extent, or a statement beside the loop
/// accesses it, or the loop does whenever it runs, and then a condition asks
/// whether it runs.
///
///     for j                         double sum = y[i];
///       y[i] += …          =>       for j
///                                     sum += …;
///                                   y[i] = sum;
///
//===----------------------------------------------------------------------===//

#include "Knowledge.h"
#include "LoopPasses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <functional>
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
  bool read = false;      ///< read beside its updates
  bool unguarded = false; ///< not only under conditions that the loop fixes
  bool certain = false;   ///< accessed whenever the loop runs
  bool replaced = false;  ///< the first access in the loop is a plain write
};

using LoadVisitor = std::function<void(const LoopExpr &load, bool certain)>;

/// Calls \p visit on the array elements in \p expr; not certain are those that
/// a condition inside \p expr may leave out.
void visitLoads(const LoopExpr &expr, bool certain, const LoadVisitor &visit) {
  using E = LoopExpr::Kind;
  if (expr.kind == E::Load && !expr.operands.empty())
    visit(expr, certain);
  bool lazy = expr.kind == E::Select || expr.kind == E::And ||
              expr.kind == E::Or || expr.name == "&&" || expr.name == "||";
  for (size_t pos = 0; pos < expr.operands.size(); ++pos)
    visitLoads(expr.operands[pos], certain && !(lazy && pos > 0), visit);
}

/// Appends the elements that \p node reads or writes whenever it runs.
void addLoads(const LoopNode &node, std::vector<LoopExpr> &loads) {
  node.visitExprs([&](const LoopExpr &expr, bool) {
    visitLoads(expr, true, [&](const LoopExpr &load, bool certain) {
      if (certain)
        loads.push_back(load);
    });
  });
}

/// What is known where a loop stands.
struct Surroundings {
  Knowledge knowledge;
  /// Elements that statements beside the loop and around it access.
  std::vector<LoopExpr> accessed;
  ParallelNames parallel;
};

class LoopRewriter {
public:
  LoopRewriter(const Program &program, LoopNode &loop,
               const Surroundings &around, unsigned &names)
      : program(program), loop(loop), around(around), names(names) {
    loop.walk([&](const LoopNode &node) {
      if (node.isFor() || node.kind == Kind::Local)
        variant.insert(node.name);
      if (node.kind == Kind::Assign)
        written.insert(node.target.name);
      if (node.kind == Kind::Action)
        excludeAction(program.statement(node.name));
    });
  }

  /// The loop with its accumulators, or nothing when there is none.
  Nodes run() {
    const LoopNode original = loop;
    Nodes before = takeInvariantLocals(), after;
    Knowledge inside = around.knowledge;
    inside.enter(loop);
    for (const LoopNode &node : loop.body)
      collect(node, {true, true}, inside);
    for (auto &[array, found] : elements)
      if (!excluded.count(array) && isDistinct(array, found) &&
          after.size() + found.size() <= maxAccumulators)
        for (const Element &element : found)
          replace(element, before, after);
    if (after.empty()) {
      loop = original;
      return {};
    }
    bool asks = needsToRun && !around.knowledge.runs(loop);
    LoopExpr condition = tripCondition(loop);
    Nodes result = std::move(before);
    result.push_back(std::move(loop));
    for (LoopNode &node : after)
      result.push_back(std::move(node));
    if (asks)
      return {LoopNode::ifThen(std::move(condition), std::move(result))};
    return result;
  }

private:
  /// How control reaches an access: see Element.
  struct Path {
    bool unguarded, certain;
  };

  static LoopExpr tripCondition(const LoopNode &loop) {
    LoopExpr condition = less(loop.lower, loop.upper[0]);
    for (const LoopExpr &upper : llvm::drop_begin(loop.upper))
      condition = logicalAnd(condition, less(loop.lower, upper));
    return condition;
  }

  /// The lines of an action may touch any element.
  void excludeAction(const Statement &statement) {
    for (const Access &access : statement.accesses())
      excluded.insert(access.array);
  }

  /// Whether \p expr has one value in all of the loop.
  bool isInvariant(const LoopExpr &expr) const {
    bool invariant = true;
    expr.walk([&](const LoopExpr &node) {
      invariant &= !(node.isVariable() && variant.count(node.name));
    });
    return invariant;
  }

  /// The same for a subscript, which may load from index arrays.
  bool isInvariantSubscript(const LoopExpr &subscript) const {
    bool invariant = isInvariant(subscript);
    subscript.walk([&](const LoopExpr &node) {
      invariant &= node.kind != LoopExpr::Kind::Load ||
                   !(written.count(node.name) || excluded.count(node.name));
    });
    return invariant;
  }

  /// Takes the locals out of the loop that it does not change: subscripts such
  /// as `col[j]`, which it loads whenever it runs.
  Nodes takeInvariantLocals() {
    Nodes taken, left;
    for (LoopNode &node : loop.body) {
      bool moves = node.kind == Kind::Local && node.isConst &&
                   isInvariantSubscript(node.value);
      if (moves) {
        variant.erase(node.name);
        needsToRun = true;
      }
      (moves ? taken : left).push_back(std::move(node));
    }
    loop.body = std::move(left);
    return taken;
  }

  void collect(const LoopNode &node, Path path, Knowledge knowledge) {
    node.visitExprs([&](const LoopExpr &expr, bool written) {
      visitLoads(expr, path.certain, [&](const LoopExpr &load, bool certain) {
        bool isTarget = written && &load == &expr;
        add(load, isTarget ? node.op : "", {path.unguarded, certain});
      });
    });
    if (node.kind == Kind::If) {
      path.unguarded &= !isInvariant(node.condition);
      path.certain = false;
    }
    if (node.isFor()) {
      path.certain &= knowledge.runs(node);
      knowledge.enter(node);
    }
    for (const LoopNode &child : node.body)
      collect(child, path, knowledge);
    for (const LoopNode &child : node.otherwise)
      collect(child, path, knowledge);
  }

  void add(const LoopExpr &load, const std::string &op, Path path) {
    std::vector<Element> &known = elements[load.name];
    auto found = llvm::find_if(
        known, [&](const Element &e) { return e.access == load; });
    if (found == known.end())
      found = known.insert(known.end(),
                           {.access = load, .op = op, .replaced = op == "="});
    if (!op.empty() && op != "=") {
      found->op = op;
      found->updated = true;
    }
    found->read |= op.empty();
    found->unguarded |= path.unguarded;
    found->certain |= path.certain;
  }

  /// Whether \p element may be read and written where the loop stands.
  bool exists(const Element &element) const {
    return around.knowledge.isInside(element.access) ||
           llvm::is_contained(around.accessed, element.access);
  }

  /// Whether the elements of \p array are different ones that the loop does not
  /// move, and at least one is updated.
  bool isDistinct(const std::string &array,
                  const std::vector<Element> &found) const {
    if (llvm::none_of(found, [](const Element &e) { return e.updated; }))
      return false;
    auto declared = program.arrays.find(array);
    if (declared == program.arrays.end())
      return false;
    // An iteration of a parallel loop has local arrays of its own.
    bool isLocal = declared->second.owner == Array::Owner::Local;
    for (const Element &element : found) {
      bool bound = isLocal || llvm::all_of(around.parallel, [&](auto &names) {
                     return mentionsAny(element.access, names);
                   });
      bool stays =
          llvm::all_of(element.access.operands, [&](const LoopExpr &e) {
            return isInvariantSubscript(e);
          });
      // A copy that every iteration makes anew holds nothing before the loop.
      bool isFresh = isLocal && element.replaced;
      // Lanes have parts of a sum, not the sum.
      bool needsSum = element.updated && element.read && hasLanes();
      if (!stays || !bound || isFresh || needsSum || !element.unguarded ||
          !(element.certain || exists(element)))
        return false;
      for (const Element &other : found)
        if (&other != &element && !differ(element.access, other.access))
          return false;
    }
    return true;
  }

  bool hasLanes() const {
    bool found = false;
    loop.walk([&](const LoopNode &node) {
      found |= node.isFor() && node.marks.simd;
    });
    return found;
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
    needsToRun |= !exists(element);
    const ElementType &type = program.arrays.at(element.access.name).type;
    LoopNode local = LoopNode::local(
        type.spelling, stem(element.op) + "#a" + std::to_string(names++),
        element.access);
    local.isConst = false;
    LoopExpr variable = LoopExpr::variable(local.name);
    for (LoopNode &node : loop.body)
      substitute(node, element.access, variable);
    if (element.updated)
      addReductionClauses(loop, local.name, type, program);
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

  static std::string stem(llvm::StringRef op) {
    return llvm::StringSwitch<std::string>(op)
        .Cases("+=", "-=", "sum")
        .Cases("*=", "/=", "product")
        .Cases("min=", "fmin=", "fminf=", "fminl=", "least")
        .Cases("max=", "fmax=", "fmaxf=", "fmaxl=", "greatest")
        .Default("bits");
  }

  const Program &program;
  LoopNode &loop;
  const Surroundings &around;
  unsigned &names;
  /// What goes before the loop is only known to exist when the loop runs.
  bool needsToRun = false;
  std::set<std::string> variant, written, excluded;
  std::map<std::string, std::vector<Element>> elements;
};

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

class AccumulatorPass {
public:
  explicit AccumulatorPass(const Program &program) : program(program) {}

  void visit(Nodes &nodes, Surroundings around);

private:
  /// \p node, with accumulators around it where it is a loop that allows it.
  Nodes rewritten(LoopNode node, const Surroundings &around);
  void visitInside(LoopNode &node, Surroundings around);

  const Program &program;
  unsigned names = 0;
};

Nodes AccumulatorPass::rewritten(LoopNode node, const Surroundings &around) {
  if (node.isFor() && node.marks.simd && !hasLoop(node))
    addScalarReductions(node, program);
  Nodes result;
  if (node.isFor() && !hasParallelLoop(node))
    result = LoopRewriter(program, node, around, names).run();
  if (result.empty())
    result.push_back(std::move(node));
  return result;
}

void AccumulatorPass::visitInside(LoopNode &node, Surroundings around) {
  Surroundings otherwise = around;
  if (node.isFor())
    around.knowledge.enter(node);
  if (node.isFor() && node.marks.parallel)
    around.parallel.push_back({node.name});
  if (node.kind == Kind::If) {
    around.knowledge.assume(node.condition);
    otherwise.knowledge.assumeNot(node.condition);
  }
  visit(node.body, std::move(around));
  visit(node.otherwise, std::move(otherwise));
  if (node.isFor() && node.marks.simd)
    dropUnsafeSimd(node);
}

void AccumulatorPass::visit(Nodes &nodes, Surroundings around) {
  for (const LoopNode &node : nodes)
    if (node.kind == Kind::Assign || node.kind == Kind::Local)
      addLoads(node, around.accessed);
  Nodes result;
  for (LoopNode &node : nodes) {
    for (LoopNode &part : rewritten(std::move(node), around)) {
      if (part.kind == Kind::Local) {
        around.knowledge.define(part);
        for (std::set<std::string> &group : around.parallel)
          if (mentionsAny(part.value, group))
            group.insert(part.name);
      }
      visitInside(part, around);
      result.push_back(std::move(part));
    }
  }
  nodes = std::move(result);
}

} // namespace

void addAccumulators(LoopAst &ast, const Program &program) {
  AccumulatorPass(program).visit(ast.body, {Knowledge(program), {}, {}});
  joinAccumulators(ast.body);
}

} // namespace sparsec
