//===- Expand.cpp - loops over what is known now --------------------------===//
///
/// \file
/// LoopMarks::expand: all iterations of a loop, one after the other, from the
/// outside in, so that the elements of bound arrays give inner loops their
/// bounds:
///
///     for i in [0, 2)                          y[0] += 0x1p+1 * x[0];
///       for j in [index[i], index[i + 1])  =>  y[1] += 0x1p+0 * x[0];
///         y[i] += a[j] * x[col[j]]             y[1] += 0x1.8p+0 * x[3];
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/LoopPasses/Unroll.h"

#include "sparsec/LoopIR/BoundElements.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/UnusedLocals.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool isOwnScope(const Nodes &nodes) {
  return llvm::any_of(nodes, [](const LoopNode &node) {
    return node.kind == Kind::Local || node.kind == Kind::Declare;
  });
}

/// Drops `double sum = y[i]; y[i] = sum;`, which a loop without iterations
/// leaves at the end of \p nodes.
void dropIdleAccumulator(Nodes &nodes) {
  if (nodes.size() < 2)
    return;
  const LoopNode &local = nodes.end()[-2], &store = nodes.back();
  bool isIdle = local.kind == Kind::Local && store.kind == Kind::Assign &&
                store.op == Update::Set && store.value.isVariable() &&
                store.value.name == local.name && store.target == local.value;
  if (isIdle)
    nodes.erase(nodes.end() - 2, nodes.end());
}

/// first, first + step, ...
struct Iterations {
  long first, step, count;
};

class Expander {
public:
  explicit Expander(const Program &program)
      : program(program), parameters(boundParameters(program)) {}

  llvm::Error run(Nodes &nodes) {
    Nodes result;
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      LoopNode node = std::move(nodes[pos]);
      node.rewriteExprs([&](const LoopExpr &expr) { return known(expr); });
      // What is a number now is so for all that follows.
      bool isNumber =
          node.kind == Kind::Local && node.isConst && node.value.isInteger();
      if (isNumber && !node.isStatement) {
        substituteIn(nodes, pos + 1, node.name, node.value);
        continue;
      }
      if (llvm::Error error = add(std::move(node), result))
        return error;
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

private:
  LoopExpr known(const LoopExpr &expr) const {
    LoopExpr result = expr.map([&](LoopExpr part) {
      auto value = parameters.find(part.name);
      return part.isVariable() && value != parameters.end()
                 ? LoopExpr::integer(value->second)
                 : part;
    });
    return withBoundElements(result, program);
  }

  llvm::Error add(LoopNode node, Nodes &into) {
    if (node.isFor() && node.marks.expand)
      return expand(node, into);
    if (std::optional<Iterations> all = iterations(node);
        all && all->count == 0)
      return llvm::Error::success();
    if (node.kind == Kind::If && node.condition.isInteger())
      return addScope(node.condition.value ? node.body : node.otherwise, into);
    if (llvm::Error error = run(node.body))
      return error;
    if (llvm::Error error = run(node.otherwise))
      return error;
    statements += node.kind == Kind::Assign;
    into.push_back(std::move(node));
    return llvm::Error::success();
  }

  /// The \p nodes, in braces where they declare something.
  llvm::Error addScope(Nodes nodes, Nodes &into) {
    if (llvm::Error error = run(nodes))
      return error;
    dropIdleAccumulator(nodes);
    if (!isOwnScope(nodes)) {
      llvm::move(nodes, std::back_inserter(into));
      return llvm::Error::success();
    }
    LoopNode scope;
    scope.kind = Kind::Region;
    scope.isParallel = false;
    scope.body = std::move(nodes);
    into.push_back(std::move(scope));
    return llvm::Error::success();
  }

  /// The numbers that the iterator is in turn.
  static std::optional<Iterations> iterations(const LoopNode &loop) {
    if (!loop.isFor())
      return std::nullopt;
    std::optional<long> first = integerOf(loop.lower), end;
    for (const LoopExpr &bound : loop.upper) {
      std::optional<long> value = integerOf(bound);
      if (!value)
        return std::nullopt;
      end = end ? std::min(*end, *value) : *value;
    }
    if (!first || !end || loop.stride)
      return std::nullopt;
    if (loop.descending) // To the last one, which belongs to it.
      return Iterations{*first, -loop.step,
                        *first < *end ? 0 : (*first - *end) / loop.step + 1};
    return Iterations{
        *first, loop.step,
        *first >= *end ? 0 : (*end - *first + loop.step - 1) / loop.step};
  }

  llvm::Error expand(const LoopNode &loop, Nodes &into) {
    std::optional<Iterations> all = iterations(loop);
    if (!all)
      return unknownBounds(loop);
    for (long number = 0; number < all->count; ++number) {
      if (++statements > mostUnrolled)
        return tooManyStatements(loop);
      LoopNode copy = LoopNode::block(loop.body).substitute(
          loop.name, LoopExpr::integer(all->first + number * all->step));
      if (llvm::Error error = addScope(std::move(copy.body), into))
        return error;
    }
    return llvm::Error::success();
  }

  static llvm::Error unknownBounds(const LoopNode &loop) {
    return llvm::createStringError(
        "loop '%s' cannot be unrolled completely: its bounds are no numbers; "
        "specialize the arrays in them, and unroll the loops that they depend "
        "on",
        loop.name.c_str());
  }

  const Program &program;
  const std::map<std::string, long> parameters;
  long statements = 0;
};

/// An array that is read although it exists at compile time only, or although
/// the caller might have other values when the code runs; "" for none.
std::string missingArray(const LoopAst &ast, const Program &program) {
  for (const std::string &name : ast.usedArrays()) {
    auto array = program.arrays.find(name);
    if (array == program.arrays.end() || !array->second.contents)
      continue;
    // Callers keep index arrays as they were inspected.
    bool mayChange = !array->second.type.isInteger();
    if (mayChange || array->second.owner == Array::Owner::Constant)
      return name;
  }
  return "";
}

} // namespace

llvm::Error tooManyStatements(const LoopNode &loop) {
  return llvm::createStringError(
      "loop '%s' unrolled makes more than %ld statements; unroll fewer loops, "
      "or by a factor",
      loop.name.c_str(), mostUnrolled);
}

llvm::Error expandLoops(LoopAst &ast, const Program &program) {
  bool isAsked = hasBoundArrays(program);
  ast.walk([&](const LoopNode &node) { isAsked |= node.marks.digits.isSet; });
  if (!isAsked)
    return llvm::Error::success();
  if (llvm::Error error = Expander(program).run(ast.body))
    return error;
  dropUnusedLocals(ast.body); // of loops without iterations
  if (std::string name = missingArray(ast, program); !name.empty())
    return llvm::createStringError(
        "elements of '%s' are known only once the loops that subscript it are "
        "unrolled; unroll them completely",
        name.c_str());
  return llvm::Error::success();
}

} // namespace sparsec
