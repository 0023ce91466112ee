//===- PrivatizeReductions.cpp - what threads reduce into -----------------===//
///
/// \file
/// LoopMarks::updates: each OpenMP thread has a part of the elements that all
/// iterations update, also where it updates others atomically:
///
///     parallel for i              double part = 0;
///       sum[0] += x[i]     =>     #pragma omp parallel for reduction(+ : part)
///                                 for i: part += x[i];
///                                 sum[0] += part;
///
/// An element that need not exist where the loop does not run is left alone
/// then.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopIR/UnusedLocals.h"
#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/Lowering/ValueRanges.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <utility>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

class ReductionPrivatizer {
public:
  explicit ReductionPrivatizer(const Program &program, const LoopAst &ast)
      : program(program) {
    for (const std::string &name : reservedNames(program))
      taken.insert(name);
    ast.walk([&](const LoopNode &node) { taken.insert(node.name); });
  }

  llvm::Error run(Nodes &nodes, ValueRanges knowledge) {
    Nodes result;
    for (LoopNode &node : nodes) {
      if (node.kind == Kind::Local)
        knowledge.define(node);
      if (llvm::Error error = runInside(node, knowledge))
        return error;
      bool isReduced = node.isFor() && node.marks.parallel &&
                       node.marks.updates != LoopMarks::Updates::None;
      if (!isReduced) {
        result.push_back(std::move(node));
        continue;
      }
      if (llvm::Error error = makeParts(std::move(node), knowledge, result))
        return error;
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

private:
  struct Part {
    LoopExpr target;
    Update op;
    std::string name, statement;
    bool isCertain; ///< whether each iteration updates it
  };

  /// What is declared between the parallel loop and a statement.
  struct Scope {
    std::set<std::string> own; ///< of each iteration
    /// Locals that have one value in all iterations => that value, in terms of
    /// what is declared outside.
    std::map<std::string, LoopExpr> invariants;
    bool isCertain = true; ///< whether each iteration comes here

    /// Scalars of statements are loads without subscripts.
    bool varies(const LoopExpr &expr) const {
      bool found = false;
      expr.walk(
          [&](const LoopExpr &part) { found |= own.count(part.name) != 0; });
      return found;
    }
    LoopExpr outside(const LoopExpr &expr) const {
      return expr.map([&](LoopExpr part) {
        auto known = invariants.find(part.name);
        bool isScalar = part.operands.empty() && known != invariants.end();
        return isScalar ? known->second : part;
      });
    }
    void declare(const LoopNode &node) {
      invariants.erase(node.name);
      own.erase(node.name);
      if (node.kind == Kind::Local && node.isConst && !varies(node.value))
        invariants.emplace(node.name, outside(node.value));
      else
        own.insert(node.name);
    }
  };

  llvm::Error runInside(LoopNode &node, const ValueRanges &around) {
    ValueRanges knowledge = around, otherwise = around;
    if (node.isFor() && !node.descending)
      knowledge.enter(node);
    if (node.kind == Kind::If) {
      knowledge.assume(node.condition);
      otherwise.assumeNot(node.condition);
    }
    if (llvm::Error error = run(node.body, knowledge))
      return error;
    return run(node.otherwise, otherwise);
  }

  llvm::Error makeParts(LoopNode loop, const ValueRanges &knowledge,
                        Nodes &into) {
    std::vector<Part> parts;
    shared.clear();
    outside = &knowledge;
    mayBeAtomic = loop.marks.isAtomic();
    if (loop.source && loop.marks.hasParts())
      shared = sharedBy(PartOwners::Threads, program, *loop.source);
    if (llvm::Error error = gather(loop.body, Scope{{loop.name}, {}}, parts))
      return error;
    Nodes joins, joinsIfRun;
    for (const Part &part : parts) {
      const ElementType &type = program.arrays.at(part.target.name).type;
      LoopNode local = LoopNode::local(type, part.name, startOf(part, type));
      local.isConst = false;
      local.isStatement = true;
      into.push_back(std::move(local));
      loop.reductions.push_back({part.op, part.name});
      bool exists = knowledge.isInside(part.target);
      if (!exists && (!part.isCertain || startsWithTarget(part, type)))
        return llvm::createStringError(
            "threads cannot have parts of '%s', which need not exist where no "
            "iteration updates it; give the array's extent, or split the loop "
            "by the condition",
            printExpr(part.target).c_str());
      (exists ? joins : joinsIfRun).push_back(join(part));
    }
    if (knowledge.runs(loop))
      llvm::move(std::exchange(joinsIfRun, {}), std::back_inserter(joins));
    LoopExpr condition = tripCondition(loop);
    dropUnusedLocals(loop.body); // that only named an element
    into.push_back(std::move(loop));
    llvm::move(joins, std::back_inserter(into));
    if (!joinsIfRun.empty())
      into.push_back(
          LoopNode::ifThen(std::move(condition), std::move(joinsIfRun)));
    return llvm::Error::success();
  }

  /// An integer's minimum begins with the element itself, which is counted once
  /// more when parts are joined: it is the same.
  static bool startsWithTarget(const Part &part, const ElementType &type) {
    return isChoice(part.op) && type.isInteger();
  }

  /// What changes nothing. A real minimum begins with an infinity, also by
  /// fmin, of whose values none is NaN: OpenMP's own parts begin so.
  static LoopExpr startOf(const Part &part, const ElementType &type) {
    if (startsWithTarget(part, type))
      return part.target;
    if (isChoice(part.op))
      return LoopExpr::literal(isLeast(part.op) ? "INFINITY" : "-INFINITY");
    return LoopExpr::literal(identityOf(part.op, /*isFloating=*/true));
  }

  static LoopNode join(const Part &part) {
    LoopNode node;
    node.kind = Kind::Assign;
    node.name = part.statement;
    node.target = part.target;
    node.op = joinOf(part.op);
    node.value = LoopExpr::variable(part.name);
    return node;
  }

  llvm::Error gather(Nodes &nodes, Scope scope, std::vector<Part> &parts) {
    for (LoopNode &node : nodes)
      if (llvm::Error error = gatherIn(node, scope, parts))
        return error;
    return llvm::Error::success();
  }

  llvm::Error gatherIn(LoopNode &node, Scope &scope, std::vector<Part> &parts) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      scope.declare(node);
    if (node.kind == Kind::Block) {
      for (LoopNode &child : node.body)
        if (llvm::Error error = gatherIn(child, scope, parts))
          return error;
      return llvm::Error::success();
    }
    Scope inner = scope;
    if (node.isFor())
      inner.declare(node);
    inner.isCertain &= node.kind != Kind::If && !node.isFor();
    for (Nodes *nodes : {&node.body, &node.otherwise})
      if (llvm::Error error = gather(*nodes, inner, parts))
        return error;
    if (node.kind == Kind::Assign && node.op != Update::Set &&
        !scope.own.count(node.target.name))
      return addPart(node, scope, parts);
    return llvm::Error::success();
  }

  /// Whether OpenMP joins them.
  static bool hasParts(Update op) { return *clauseOf(op) != 0; }

  llvm::Error addPart(LoopNode &node, const Scope &scope,
                      std::vector<Part> &parts) {
    if (node.target.kind != LoopExpr::Kind::Load)
      return llvm::createStringError(
          "threads would share '%s', which gathers what a loop around them "
          "adds up; distribute that loop",
          node.target.name.c_str());
    if (scope.varies(node.target) && shared.count(node.target.name) == 0)
      return llvm::Error::success(); // Its own in each iteration.
    if (scope.varies(node.target))
      return llvm::createStringError(
          "threads would share '%s', one element that each iteration names by "
          "an index array; tile the loop with its number by more than 1",
          printExpr(node.target).c_str());
    const LoopExpr target = scope.outside(node.target);
    // What can be no part stays atomic; copies of arrays are the thread's own.
    if (!program.arrays.at(target.name).partsOf.empty())
      return llvm::Error::success();
    if (mayBeAtomic && !isChoice(node.op) &&
        (!hasParts(node.op) || !outside->isInside(target)))
      return llvm::Error::success();
    if (!hasParts(node.op))
      return llvm::createStringError(
          "threads cannot have parts of '%s', which is updated by %s; sums, "
          "products, bits and minima can be",
          printExpr(node.target).c_str(), spellingOf(node.op));
    auto part = llvm::find_if(parts, [&](const Part &other) {
      return other.target == target && joinOf(other.op) == joinOf(node.op);
    });
    if (part == parts.end()) {
      std::string name = "part";
      for (unsigned number = 2; !taken.insert(name).second; ++number)
        name = "part_" + std::to_string(number);
      parts.push_back({target, node.op, name, node.name, false});
      part = parts.end() - 1;
    }
    part->isCertain |= scope.isCertain;
    node.target = LoopExpr::variable(part->name);
    node.atomic = LoopNode::Atomic::None;
    return llvm::Error::success();
  }

  const Program &program;
  std::set<std::string> taken;
  // Of the loop at hand: the arrays of which its threads may update one
  // element, what is known around it, and whether they may do so in other ways.
  std::set<std::string> shared;
  const ValueRanges *outside = nullptr;
  bool mayBeAtomic = false;
};

} // namespace

llvm::Error privatizeReductions(LoopAst &ast, const Program &program) {
  return ReductionPrivatizer(program, ast).run(ast.body, ValueRanges(program));
}

} // namespace sparsec
