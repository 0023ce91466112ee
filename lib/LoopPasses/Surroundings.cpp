//===- Surroundings.cpp - what is known where a loop stands ---------------===//

#include "Surroundings.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

bool mentionsAny(const LoopExpr &expr, const Names &names) {
  return llvm::any_of(
      names, [&](const std::string &name) { return expr.mentions(name); });
}

void visitLoads(const LoopExpr &expr, bool certain, const LoadVisitor &visit) {
  using E = LoopExpr::Kind;
  if (expr.kind == E::Load)
    visit(expr, certain);
  bool lazy = expr.kind == E::Select || expr.kind == E::And ||
              expr.kind == E::Or || expr.op == Operator::LogicalAnd ||
              expr.op == Operator::LogicalOr;
  for (size_t pos = 0; pos < expr.operands.size(); ++pos)
    visitLoads(expr.operands[pos], certain && !(lazy && pos > 0), visit);
}

bool mayJump(const Nodes &nodes, bool inLoop) {
  return llvm::any_of(nodes, [&](const LoopNode &node) {
    const bool leavesLoop =
        node.kind == Kind::Break || node.kind == Kind::Continue;
    return node.kind == Kind::Return || node.kind == Kind::Check ||
           node.kind == Kind::Label || (leavesLoop && !inLoop) ||
           mayJump(node.body, inLoop || node.isFor()) ||
           mayJump(node.otherwise, inLoop);
  });
}

Names arraysWrittenIn(const LoopAst &loops, const Program &program) {
  Names written;
  auto addNames = [&](const LoopExpr &expr) {
    expr.walk([&](const LoopExpr &part) { written.insert(part.name); });
  };
  loops.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Assign)
      written.insert(node.target.name);
    if (node.kind == Kind::Call)
      addNames(node.value);
    for (const LoopExpr &operand : node.before)
      addNames(operand);
    for (const LoopExpr &operand : node.after)
      addNames(operand);
    if (node.kind != Kind::Action || !program.statements.count(node.name))
      return;
    for (const Access &access : program.statement(node.name).accesses())
      if (access.isWrite)
        written.insert(access.array);
  });
  return written;
}

Surroundings::Surroundings(const LoopAst &loops, const Program &program)
    : program(&program), knowledge(program, arraysWrittenIn(loops, program)) {}

void Surroundings::enter(const LoopNode &node, Surroundings &otherwise) {
  if (node.kind == Kind::If) {
    knowledge.assume(node.condition);
    otherwise.knowledge.assumeNot(node.condition);
  }
  if (!node.isFor())
    return;
  knowledge.enter(node);
  for (std::vector<ParallelNames> *loops : {&parallel, &inBlock})
    for (ParallelNames &names : *loops) {
      auto dependsOnIt = [&](const LoopExpr &bound) {
        return mentionsAny(bound, names.own) ||
               mentionsAny(bound, names.bounded);
      };
      if (dependsOnIt(node.lower) || llvm::any_of(node.upper, dependsOnIt))
        names.bounded.insert(node.name);
      names.inner.insert(node.name);
    }
  // Elements of vectors would each store a sum of their own.
  if (node.marks.lanes)
    parallel.push_back({{node.name}});
  if (!node.marks.isConcurrent())
    return;
  parallel.push_back({{node.name}});
  if (node.marks.gpu.level == GpuMark::Level::Thread)
    inBlock.push_back({{node.name}});
  const GpuMark::Sharing sharing = node.marks.gpu.sharing;
  isAtomic |= sharing == GpuMark::Sharing::Atomic ||
              sharing == GpuMark::Sharing::Segments;
  isCombined |= sharing == GpuMark::Sharing::Combined;
}

void Surroundings::define(const LoopNode &local) {
  knowledge.define(local);
  if (local.isConst)
    values.insert_or_assign(local.name, local.value);
  if (isAmbiguous(local.value))
    ambiguous.insert(local.name);
  for (std::vector<ParallelNames> *loops : {&parallel, &inBlock})
    for (ParallelNames &names : *loops) {
      if (mentionsAny(local.value, names.own))
        names.own.insert(local.name);
      if (mentionsAny(local.value, names.bounded))
        names.bounded.insert(local.name);
      if (mentionsAny(local.value, names.inner))
        names.inner.insert(local.name);
    }
}

void Surroundings::addAccessed(const Nodes &nodes) {
  for (const LoopNode &node : nodes)
    if (node.kind == Kind::Assign || node.kind == Kind::Local)
      node.visitExprs([&](const LoopExpr &expr, bool) {
        visitLoads(expr, true, [&](const LoopExpr &load, bool certain) {
          if (certain)
            accessed.push_back(load);
        });
      });
}

bool Surroundings::exists(const LoopExpr &access) const {
  if (llvm::is_contained(accessed, access))
    return true;
  auto array = program->arrays.find(access.name);
  return array != program->arrays.end() && !array->second.isShared &&
         knowledge.isInside(access) && isOwned(access);
}

bool Surroundings::mayRead(const LoopExpr &value) const {
  bool may = true;
  value.walk([&](const LoopExpr &part) {
    if (part.kind == LoopExpr::Kind::Load && !part.operands.empty())
      may &= knowledge.isInside(part) || llvm::is_contained(accessed, part);
  });
  return may;
}

/// Whether \p subscript, of which no two elements are equal, has other values
/// in other iterations of the loop of \p names: it depends on nothing inside,
/// or that stays within what a step of the iterator moves it, `4 * i + r`.
bool Surroundings::fixes(const LoopExpr &subscript,
                         const ParallelNames &names) const {
  using E = LoopExpr::Kind;
  if (subscript.kind == E::Widen || subscript.kind == E::Load)
    return subscript.operands.size() == 1 &&
           fixes(subscript.operands[0], names);
  if (!mentionsAny(subscript, names.own))
    return false;
  if (!mentionsAny(subscript, names.inner))
    return true;
  if (const LoopExpr &value = valueOf(subscript); &value != &subscript)
    return fixes(value, names);
  bool isFixed = false;
  subscript.walk([&](const LoopExpr &part) {
    if (part.kind != E::Mul || part.operands.size() != 2)
      return;
    for (size_t pos : {0, 1}) {
      const LoopExpr &step = part.operands[pos];
      const LoopExpr rest = subscript - part;
      isFixed |=
          step.kind == E::Integer && step.value > 0 &&
          mentionsAny(part.operands[1 - pos], names.own) &&
          !mentionsAny(part.operands[1 - pos], names.inner) &&
          !mentionsAny(rest, names.own) && knowledge.isNonNegative(rest) &&
          knowledge.isNonNegative(LoopExpr::integer(step.value - 1) - rest);
    }
  });
  return isFixed;
}

/// Whether no other thread can touch \p access: those that do not run what
/// touches it are no part of the proof that threads do not meet.
bool Surroundings::isOwned(const LoopExpr &access) const {
  const bool isPlain =
      llvm::none_of(access.operands, [&](const LoopExpr &subscript) {
        return isAmbiguous(subscript);
      });
  return parallel.empty() ||
         (isPlain && llvm::all_of(parallel, [&](const ParallelNames &names) {
            return llvm::any_of(access.operands,
                                [&](const LoopExpr &subscript) {
                                  return fixes(subscript, names);
                                }) ||
                   !(mentionsAny(access, names.own) ||
                     mentionsAny(access, names.bounded));
          }));
}

/// Whether no two elements of \p array are equal.
static bool holdsValuesOnce(const Program &program, const std::string &array) {
  return !program.factsAbout(array, Fact::Kind::Injective).empty() ||
         !program.factsAbout(array, Fact::Kind::Permutation).empty() ||
         llvm::any_of(program.factsAbout(array, Fact::Kind::Monotonic),
                      [](const Fact *fact) { return fact->strict; });
}

bool Surroundings::isAmbiguous(const LoopExpr &expr) const {
  using E = LoopExpr::Kind;
  auto isAnyOf = [&](const ExprList &operands) {
    return llvm::any_of(operands, [&](const LoopExpr &operand) {
      return isAmbiguous(operand);
    });
  };
  switch (expr.kind) {
  case E::Integer:
    return false;
  case E::Variable:
    return ambiguous.count(expr.name) != 0;
  case E::Add:
  case E::Mul:
  case E::Widen:
    return isAnyOf(expr.operands);
  case E::Load:
    return expr.operands.size() != 1 || !holdsValuesOnce(*program, expr.name) ||
           isAnyOf(expr.operands);
  default:
    return true;
  }
}

} // namespace sparsec
