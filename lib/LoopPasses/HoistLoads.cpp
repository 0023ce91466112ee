//===- HoistLoads.cpp - index loads leave loops that do not move them -----===//
///
/// \file
/// An element of an index array that a loop reads in subscripts, bounds or
/// conditions, and does not move, is read once before the loop, at the level
/// that fixes its subscript:
///
///     for p                            for p {
///       for r                            const int k = k_index[p];
///         Y[p][r] += X[k_index[p]][r]    for r
///                               =>         Y[p][r] += X[k][r];
///                                      }
///
/// Only elements of arrays that nothing writes in the phase, and only where
/// they may be read: a statement beside the loop reads them in any case, the
/// loop runs and does, or facts say that they exist. Loops on threads, blocks
/// and lanes keep what is theirs: the host does not read what a kernel does.
///
//===----------------------------------------------------------------------===//

#include "LoadLocals.h"
#include "Surroundings.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

/// More per loop would not fit the registers.
constexpr size_t maxHoisted = 16;

/// Whether what the recipe asked of \p loop leaves its body as it is.
bool keepsBody(const LoopNode &loop) {
  const LoopMarks &marks = loop.marks;
  return marks.isConcurrent() || marks.lanes || marks.digits.isSet ||
         marks.expand || marks.wave.isSet() || !marks.vectors.empty();
}

/// What \p node and the nodes below define or assign.
Names definedIn(const LoopNode &root) {
  Names names;
  root.walk([&](const LoopNode &node) {
    if (node.isFor() || node.kind == Kind::Local || node.kind == Kind::Declare)
      names.insert(node.name);
    if (node.kind == Kind::Assign)
      names.insert(node.target.name);
  });
  return names;
}

bool isRead(const LoopExpr &expr, const LoopExpr &load) {
  bool found = false;
  visitLoads(expr, true, [&](const LoopExpr &part, bool certain) {
    found |= certain && part == load;
  });
  return found;
}

/// Whether \p node itself reads \p load whenever control comes to it.
bool isReadAt(const LoopNode &node, const LoopExpr &load) {
  if (node.isFor())
    return isRead(node.lower, load) ||
           llvm::any_of(node.upper, [&](const LoopExpr &bound) {
             return isRead(bound, load);
           });
  bool found = false;
  if (node.kind == Kind::Assign || node.kind == Kind::Local ||
      node.kind == Kind::If)
    node.visitExprs(
        [&](const LoopExpr &expr, bool) { found |= isRead(expr, load); });
  return found;
}

class LoadHoister {
public:
  LoadHoister(const LoopAst &ast, const Program &program)
      : program(program), written(arraysWrittenIn(ast, program)) {}

  void run(Nodes &nodes, Surroundings around);

private:
  /// Takes elements out of \p nodes[pos], a loop; returns where it is then.
  size_t takeOut(Nodes &nodes, size_t pos, Surroundings &around);
  void collect(const LoopExpr &expr, bool isInteger, const Names &moved,
               std::vector<LoopExpr> &loads) const;
  void collect(const LoopNode &node, const Names &moved,
               std::vector<LoopExpr> &loads) const;
  bool isFixed(const LoopExpr &load, const Names &moved) const;
  bool mayRead(const LoopExpr &load, const Nodes &nodes, size_t pos,
               const Surroundings &around) const;
  void insert(Nodes &nodes, size_t first, const LoopExpr &load,
              const std::string &text);

  const Program &program;
  Names written;
  unsigned names = 0;
};

/// Whether all arrays in \p load keep what they hold in all of the phase, and
/// none of \p moved is in its subscripts.
bool LoadHoister::isFixed(const LoopExpr &load, const Names &moved) const {
  bool isFixed = true;
  load.walk([&](const LoopExpr &part) {
    if (part.isVariable())
      isFixed &= !moved.count(part.name) && !written.count(part.name);
    if (part.kind != LoopExpr::Kind::Load)
      return;
    auto found = program.arrays.find(part.name);
    if (found == program.arrays.end() || written.count(part.name)) {
      isFixed = false;
      return;
    }
    const Array &array = found->second;
    const bool isKept = array.owner == Array::Owner::Argument ||
                        array.owner == Array::Owner::Plan;
    isFixed &= isKept && array.type.isInteger() && !array.contents &&
               array.onGpu == Array::OnGpu::No && array.publishedIn.empty();
  });
  return isFixed;
}

/// Appends the elements in \p expr that keep their value where \p moved do,
/// inner ones first; \p isInteger: it is no computation of a statement but a
/// subscript, a bound or a condition.
void LoadHoister::collect(const LoopExpr &expr, bool isInteger,
                          const Names &moved,
                          std::vector<LoopExpr> &loads) const {
  const bool isLoad = expr.kind == LoopExpr::Kind::Load;
  for (const LoopExpr &operand : expr.operands)
    collect(operand, isInteger || isLoad, moved, loads);
  if (isLoad && isInteger && !expr.operands.empty() &&
      loads.size() < maxHoisted && isFixed(expr, moved) &&
      !llvm::is_contained(loads, expr))
    loads.push_back(expr);
}

void LoadHoister::collect(const LoopNode &node, const Names &moved,
                          std::vector<LoopExpr> &loads) const {
  if (node.isFor() && keepsBody(node))
    return;
  const bool isInteger = node.isFor() || node.kind == Kind::If ||
                         (node.kind == Kind::Local && !node.isStatement);
  if (node.vectors.empty() && node.kind != Kind::Action)
    node.visitExprs([&](const LoopExpr &expr, bool) {
      collect(expr, isInteger, moved, loads);
    });
  for (const Nodes *children : {&node.body, &node.otherwise})
    for (const LoopNode &child : *children)
      collect(child, moved, loads);
}

/// Whether \p load may be read before the loop \p nodes[pos].
bool LoadHoister::mayRead(const LoopExpr &load, const Nodes &nodes, size_t pos,
                          const Surroundings &around) const {
  if (around.mayRead(load))
    return true;
  bool isBeside = false;
  for (size_t at = pos; at < nodes.size() && !isBeside; ++at) {
    isBeside = isReadAt(nodes[at], load);
    if (!isFixed(load, definedIn(nodes[at])))
      break;
  }
  if (isBeside && !mayJump(nodes))
    return true;
  const LoopNode &loop = nodes[pos];
  const bool isInBody = llvm::any_of(
      loop.body, [&](const LoopNode &node) { return isReadAt(node, load); });
  return isInBody && !loop.goesOn && around.knowledge.runs(loop) &&
         !mayJump(loop.body);
}

/// Makes a local of \p load, in the source's terms \p text, before
/// \p nodes[first], for it and what follows.
void LoadHoister::insert(Nodes &nodes, size_t first, const LoopExpr &load,
                         const std::string &text) {
  LoopNode local = LoopNode::local(localTypeOf(load, program),
                                   text + "#h" + std::to_string(names++), load);
  const LoopExpr variable = localOf(local.name, load, program);
  for (size_t at = first; at < nodes.size(); ++at) {
    replaceIn(nodes[at], load, variable);
    // Locals of one name may follow each other.
    if (!isFixed(load, definedIn(nodes[at])))
      break;
  }
  nodes.insert(nodes.begin() + long(first), std::move(local));
}

size_t LoadHoister::takeOut(Nodes &nodes, size_t pos, Surroundings &around) {
  const Names moved = definedIn(nodes[pos]);
  std::vector<LoopExpr> loads;
  for (const LoopNode &child : nodes[pos].body)
    collect(child, moved, loads);
  const std::vector<LoopExpr> asWritten = loads;
  for (size_t next = 0; next < loads.size(); ++next) {
    const LoopExpr load = loads[next];
    // The first node of the list that reads it, too.
    size_t first = pos;
    for (size_t at = pos; at-- > 0 && isFixed(load, definedIn(nodes[at]));)
      if (isReadAt(nodes[at], load))
        first = at;
    if (first == pos && !mayRead(load, nodes, pos, around))
      continue;
    // Not between a loop and what begins the sums that it adds up.
    while (first > 0 && nodes[first - 1].kind == Kind::Assign &&
           isFixed(load, definedIn(nodes[first - 1])))
      --first;
    insert(nodes, first, load, printExpr(asWritten[next]));
    ++pos;
    const LoopNode &local = nodes[first];
    around.define(local);
    const LoopExpr variable = localOf(local.name, load, program);
    for (LoopExpr &outer : loads)
      outer = outer.map(
          [&](LoopExpr part) { return part == load ? variable : part; });
  }
  return pos;
}

void LoadHoister::run(Nodes &nodes, Surroundings around) {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    if (nodes[pos].isFor() && !keepsBody(nodes[pos]))
      pos = takeOut(nodes, pos, around);
    LoopNode &node = nodes[pos];
    if (node.kind == Kind::Local)
      around.define(node);
    if (node.body.empty() && node.otherwise.empty())
      continue;
    Surroundings inner = around, otherwise = around;
    inner.enter(node, otherwise);
    run(node.body, std::move(inner));
    run(node.otherwise, std::move(otherwise));
  }
}

} // namespace

void hoistLoads(LoopAst &ast, const Program &program) {
  LoadHoister(ast, program).run(ast.body, Surroundings(ast, program));
  cleanLocals(ast, program);
}

} // namespace sparsec
