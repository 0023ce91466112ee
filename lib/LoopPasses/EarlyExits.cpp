//===- EarlyExits.cpp - loops that end before their bounds ----------------===//
///
/// \file
/// A loop in whose iterations nothing happens once a scalar is 0, to which it
/// stays, ends there:
///
///     for j                               for (j; goes_on && ..)
///       c = goes_on != 0;                   if (a[j] == v) {
///       if (c && a[j] == v) {       =>        first = j;
///         first = j;                          goes_on = 0;
///         goes_on = 0;                      }
///       }
///
/// That is what `break` has become (Frontend/EarlyEnds.h): iteration sets do
/// not know of it, the code does. A loop on threads or in lanes runs to its
/// end.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Zeros = std::set<std::string>; ///< scalars that are 0

bool isScalar(const LoopExpr &expr) {
  return expr.kind == LoopExpr::Kind::Load && expr.operands.empty();
}

bool isLiteral(const LoopExpr &expr, const char *text) {
  return (expr.kind == LoopExpr::Kind::Literal && expr.name == text) ||
         (expr.isInteger() && std::to_string(expr.value) == text);
}

/// Whether \p expr is 0 where \p zeros are.
bool isZero(const LoopExpr &expr, const Zeros &zeros) {
  if (isScalar(expr))
    return zeros.count(expr.name) != 0;
  if (isLiteral(expr, "0"))
    return true;
  if (expr.kind != LoopExpr::Kind::Binary)
    return false;
  const LoopExpr &left = expr.operands[0], &right = expr.operands[1];
  if (expr.op == Operator::LogicalAnd)
    return isZero(left, zeros) || isZero(right, zeros);
  return expr.op == Operator::NotEqual && isZero(left, zeros) &&
         isZero(right, zeros);
}

/// What a loop sets, and to what.
class LoopSets {
public:
  explicit LoopSets(const LoopNode &loop) {
    loop.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Action || node.kind == Kind::Call)
        isOpen = true;
      if (node.kind == Kind::Local || node.kind == Kind::Declare)
        own.insert(node.name);
      if (node.kind != Kind::Assign || !isScalar(node.target))
        return;
      const bool clears = node.op == Update::Set && isLiteral(node.value, "0");
      (clears ? cleared : others).insert(node.target.name);
    });
  }

  /// Scalars from outside to which the loop assigns nothing but 0.
  Zeros candidates() const {
    Zeros result;
    if (!isOpen)
      for (const std::string &name : cleared)
        if (!others.count(name) && !own.count(name))
          result.insert(name);
    return result;
  }

private:
  bool isOpen = false; ///< calls and actions may do anything
  std::set<std::string> cleared, others, own;
};

/// Finds out whether an iteration does anything.
class Effects {
public:
  Effects(const Program &program, const LoopNode &loop)
      : program(program), loop(loop) {}

  /// Whether \p nodes do nothing that is seen behind the iteration, where
  /// \p zeros, which they change, are 0.
  bool haveNone(const Nodes &nodes, Zeros &zeros) const {
    return llvm::all_of(
        nodes, [&](const LoopNode &node) { return hasNone(node, zeros); });
  }

private:
  bool hasNone(const LoopNode &node, Zeros &zeros) const {
    switch (node.kind) {
    case Kind::Local:
    case Kind::Declare:
      zeros.erase(node.name);
      return true;
    case Kind::Block:
      return haveNone(node.body, zeros);
    case Kind::Assign:
      return isOwn(node, zeros);
    case Kind::If:
      return hasNoneIn(node, zeros);
    case Kind::For: {
      // What it sets is not known behind it, nor at its start.
      forget(node, zeros);
      Zeros inside = zeros;
      return haveNone(node.body, inside);
    }
    default:
      return false;
    }
  }

  bool hasNoneIn(const LoopNode &branch, Zeros &zeros) const {
    if (isZero(branch.condition, zeros))
      return haveNone(branch.otherwise, zeros);
    Zeros then = zeros, otherwise = zeros;
    forget(branch, zeros);
    return haveNone(branch.body, then) && haveNone(branch.otherwise, otherwise);
  }

  /// Of a scalar that no other iteration sees.
  bool isOwn(const LoopNode &node, Zeros &zeros) const {
    auto array = program.arrays.find(node.target.name);
    const bool isPrivate =
        isScalar(node.target) && array != program.arrays.end() &&
        array->second.isPrivate() && !array->second.liveOut &&
        isOfIterations(array->second);
    const bool stays = node.op == Update::Set && isZero(node.value, zeros);
    if (!isPrivate)
      return stays && zeros.count(node.target.name);
    if (stays)
      zeros.insert(node.target.name);
    else
      zeros.erase(node.target.name);
    return true;
  }

  /// Whether each iteration of the loop sets \p scalar before it reads it.
  bool isOfIterations(const Array &scalar) const {
    if (!loop.source)
      return false;
    for (const std::string &name : loop.source->statements()) {
      const Phase *phase = program.phaseOf(name);
      if (!phase)
        return false;
      unsigned depth = 0;
      for (const ScheduleTree *around : phase->tree.loopsAround(name)) {
        ++depth;
        if (around->name == loop.source->name)
          break;
      }
      if (scalar.privateDepth < int(depth))
        return false;
    }
    return true;
  }

  static void forget(const LoopNode &node, Zeros &zeros) {
    node.walk([&](const LoopNode &part) {
      if (part.kind == Kind::Assign && !isLiteral(part.value, "0"))
        zeros.erase(part.target.name);
    });
  }

  const Program &program;
  const LoopNode &loop;
};

//===--- What is known inside --------------------------------------------===//

/// \p condition where the scalar \p name is 1; none where that is all of it.
std::optional<LoopExpr> without(const LoopExpr &condition,
                                const std::string &name) {
  if (isScalar(condition) && condition.name == name)
    return std::nullopt;
  if (condition.kind != LoopExpr::Kind::Binary ||
      condition.op != Operator::LogicalAnd)
    return condition;
  std::optional<LoopExpr> left = without(condition.operands[0], name),
                          right = without(condition.operands[1], name);
  if (!left || !right)
    return left ? left : right;
  return LoopExpr::binary(Operator::LogicalAnd, *left, *right);
}

/// Whether \p node sets the scalar that \p before has just set.
bool overwrites(const LoopNode &node, const LoopNode &before) {
  if (node.kind != Kind::Assign || before.kind != Kind::Assign ||
      node.op != Update::Set || before.op != Update::Set ||
      !isScalar(node.target) || !(node.target == before.target))
    return false;
  bool isRead = false;
  node.value.walk([&](const LoopExpr &part) {
    isRead |= isScalar(part) && part.name == node.target.name;
  });
  return !isRead;
}

void append(Nodes &nodes, LoopNode node) {
  if (!nodes.empty() && overwrites(node, nodes.back()))
    nodes.pop_back();
  nodes.push_back(std::move(node));
}

/// Takes \p name, which is 1, out of conditions in \p nodes.
void dropFrom(Nodes &nodes, const std::string &name) {
  Nodes result;
  for (LoopNode &node : nodes) {
    dropFrom(node.body, name);
    dropFrom(node.otherwise, name);
    if (node.kind == Kind::Assign)
      if (std::optional<LoopExpr> value = without(node.value, name))
        node.value = *value;
    std::optional<LoopExpr> rest;
    if (node.kind == Kind::If) {
      rest = without(node.condition, name);
      if (!rest) {
        for (LoopNode &child : node.body)
          append(result, std::move(child));
        continue;
      }
      node.condition = *rest;
    }
    append(result, std::move(node));
  }
  nodes = std::move(result);
}

unsigned assignmentsTo(const Nodes &nodes, const std::string &name) {
  unsigned count = 0;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      count += node.kind == Kind::Assign && node.target.name == name;
    });
  return count;
}

bool mentions(const Nodes &nodes, const std::string &name) {
  return llvm::any_of(nodes, [&](const LoopNode &root) {
    bool found = false;
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool) {
        expr.walk([&](const LoopExpr &part) {
          found |= isScalar(part) && part.name == name;
        });
      });
    });
    return found;
  });
}

/// At its start an iteration of \p loop has \p flag != 0.
void useFlag(LoopNode &loop, const std::string &flag) {
  for (size_t pos = 0; pos < loop.body.size(); ++pos) {
    const LoopNode node = loop.body[pos];
    const bool clears = node.kind == Kind::Assign && isScalar(node.target) &&
                        node.target.name != flag && node.op == Update::Set &&
                        isLiteral(node.value, "0");
    if (node.kind == Kind::Local || node.kind == Kind::Declare || clears)
      continue;
    const bool isCopy = node.kind == Kind::Assign && isScalar(node.target) &&
                        node.op == Update::Set &&
                        node.value.kind == LoopExpr::Kind::Binary &&
                        node.value.op == Operator::NotEqual &&
                        isScalar(node.value.operands[0]) &&
                        node.value.operands[0].name == flag &&
                        isLiteral(node.value.operands[1], "0");
    if (!isCopy || assignmentsTo(loop.body, node.target.name) != 1)
      return;
    Nodes rest = loop.body;
    rest.erase(rest.begin() + long(pos));
    dropFrom(rest, node.target.name);
    if (!mentions(rest, node.target.name))
      loop.body = std::move(rest);
    return;
  }
}

bool mayEndEarly(const LoopNode &loop) {
  const LoopMarks &marks = loop.marks;
  return loop.isFor() && loop.source && !loop.goesOn && !loop.descending &&
         !marks.parallel && !marks.simd && !marks.lanes &&
         !marks.wave.isSet() && !marks.digits.isSet && !marks.gpu.isMapped() &&
         loop.reductions.empty();
}

void leaveEarly(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    if (mayEndEarly(node))
      for (const std::string &flag : LoopSets(node).candidates()) {
        Zeros zeros = {flag};
        if (!Effects(program, node).haveNone(node.body, zeros))
          continue;
        node.goesOn = LoopExpr::load(flag, {});
        useFlag(node, flag);
        break;
      }
    leaveEarly(node.body, program);
    leaveEarly(node.otherwise, program);
  }
}

} // namespace

void endLoopsEarly(LoopAst &ast, const Program &program) {
  leaveEarly(ast.body, program);
}

} // namespace sparsec
