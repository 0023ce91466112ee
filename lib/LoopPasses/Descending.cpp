//===- Descending.cpp - loops that count down -----------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

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

/// Whether \p loop visits the negated values of an iterator of each statement:
/// one that counts down in the source, or was reversed.
bool runsDown(const LoopNode &loop) {
  auto isNegated = [](const auto &entry) {
    const isl::pw_aff turned = entry.second.neg();
    const isl::space space = turned.space().domain();
    for (unsigned dim = 0; dim < unsigned(turned.domain().tuple_dim()); ++dim)
      if (turned.plain_is_equal(poly::dimension(space, dim)))
        return true;
    return false;
  };
  return loop.source && !loop.source->values.empty() &&
         llvm::all_of(loop.source->values, isNegated);
}

/// Whether \p bound is 1 at most, less multiples of parameters: `1 - n`.
bool isBelow(const LoopExpr &bound, const Program &program) {
  using Kind = LoopExpr::Kind;
  if (bound.kind == Kind::Add || bound.kind == Kind::Max)
    return llvm::all_of(bound.operands, [&](const LoopExpr &operand) {
      return isBelow(operand, program);
    });
  if (bound.isInteger())
    return bound.value <= 1;
  return bound.kind == Kind::Mul && bound.operands.size() == 2 &&
         bound.operands[0].isInteger() && bound.operands[0].value < 0 &&
         bound.operands[1].isVariable() &&
         program.findParameter(bound.operands[1].name);
}

/// Whether \p loop runs from such a number to another one: through values of an
/// iterator that counts down in the source, which an inspector looks at.
bool runsBelowZero(const LoopNode &loop, const Program &program) {
  return !loop.lower.isInteger() && isBelow(loop.lower, program) &&
         llvm::all_of(loop.upper, [&](const LoopExpr &bound) {
           return isBelow(bound, program);
         });
}

class Turner {
public:
  Turner(const Program &program, const Phase &phase)
      : program(program), isInspector(phase.role == Phase::Role::Inspect &&
                                      !program.inspectsOnGpu) {}

  void turn(std::vector<LoopNode> &nodes) const;

private:
  bool isToTurn(const LoopNode &loop) const;

  const Program &program;
  /// Of the host: kernels count up.
  const bool isInspector;
};

bool Turner::isToTurn(const LoopNode &loop) const {
  if (!loop.isFor() || loop.marks.gpu.isMapped())
    return false;
  Signs signs;
  for (const LoopNode &child : loop.body)
    signs.count(child, loop.name);
  if (signs.uses == 0)
    return false;
  return signs.uses == signs.negative || runsDown(loop) ||
         (isInspector && 2 * signs.negative >= signs.uses &&
          runsBelowZero(loop, program));
}

/// The negated last value below \p upper.
LoopExpr lastBefore(const LoopExpr &upper) {
  if (upper.kind != LoopExpr::Kind::Max)
    return LoopExpr::integer(1) - upper;
  LoopExpr last = lastBefore(upper.operands[0]);
  for (const LoopExpr &operand : llvm::drop_begin(upper.operands))
    last = minOf(last, lastBefore(operand));
  return last;
}

void Turner::turn(std::vector<LoopNode> &nodes) const {
  for (LoopNode &node : nodes) {
    turn(node.body);
    turn(node.otherwise);
    if (!isToTurn(node))
      continue;
    // i in [lower, upper) becomes -i from -lower down to 1 - upper.
    LoopExpr minus = LoopExpr::integer(-1);
    LoopExpr iterator =
        minus * LoopExpr::variable(node.name, node.type.isWide());
    for (LoopNode &child : node.body)
      child = child.substitute(node.name, iterator);
    LoopExpr last = lastBefore(node.upper[0]);
    for (const LoopExpr &bound : llvm::drop_begin(node.upper))
      last = maxOf(last, lastBefore(bound));
    node.lower = minus * node.lower;
    node.upper = {last};
    node.descending = true;
  }
}

} // namespace

void turnDescending(LoopAst &ast, const Program &program, const Phase &phase) {
  Turner(program, phase).turn(ast.body);
}

} // namespace sparsec
