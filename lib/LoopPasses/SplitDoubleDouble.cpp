//===- SplitDoubleDouble.cpp - scalars of twice the digits ----------------===//
///
/// \file
/// A scalar of type doubleDouble is the unevaluated sum of two doubles, of
/// which the second is at most half a unit in the last place of the first. Sums
/// and products of them become those of the parts:
///
///     x += a;     =>   const double sum = x + a;
///                      const double back = sum - x;
///                      const double error = (x - (sum - back)) + (a - back)
///                                           + x_low;
///                      const double next = sum + error;
///                      x_low = error - (next - sum);
///                      x = next;
///
/// (Knuth's two-sum; the product's error by a fused multiply-add. Relative
/// errors of about 2^-104 of the operands' magnitudes: Dekker 1971; Joldes,
/// Muller and Popescu, ACM TOMS 44, 2017.) Where a double is asked for, it is
/// the first part; other operators and functions take it of their operands.
/// Integers become doubles as the source says, before a sum takes them apart:
/// signs of unsigned ones, and sums that wrap around, are theirs.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopIR/DoubleDouble.h"

#include "GrayCodeNest.h"
#include "UnreadVariables.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/Evaluation.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopIR/Typing.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include <utility>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// A number of two parts; a double has no `low`.
struct Wide {
  LoopExpr high;
  std::optional<LoopExpr> low;
};

bool isWideScalar(const LoopNode &node) {
  bool isNamed = node.kind == Kind::Local ||
                 (node.kind == Kind::Declare && node.dimensions.empty());
  return isNamed && node.type.element.isDoubleDouble();
}

bool isPlain(const LoopExpr &expr) {
  return expr.operands.empty() || (expr.kind == LoopExpr::Kind::Unary &&
                                   expr.operands[0].operands.empty());
}

class DoubleDoubleSplitter {
public:
  DoubleDoubleSplitter(const LoopAst &ast, const Program &program)
      : program(program), typing(program) {
    for (const std::string &name : reservedNames(program))
      taken.insert(name);
    ast.walk([&](const LoopNode &node) { note(node); });
  }

  bool hasWork() const { return !lows.empty(); }

  llvm::Error run(Nodes &nodes) {
    typing.enter();
    split(nodes);
    typing.leave();
    dropUnread(nodes, made);
    if (failure.empty())
      return llvm::Error::success();
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "precision: " + failure);
  }

private:
  void note(const LoopNode &node) {
    taken.insert(node.name);
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) { taken.insert(part.name); });
    });
    if (isWideScalar(node) && !lows.count(node.name))
      lows[node.name] = fresh(node.name + "_low");
  }

  /// \p stem, or the next number behind it that is free.
  std::string fresh(const std::string &stem) {
    unsigned &number = copies[stem];
    std::string name;
    do {
      ++number;
      name = number == 1 ? stem : stem + "_" + std::to_string(number);
    } while (!useOfLocal(program, name).empty() || !taken.insert(name).second);
    made.insert(name);
    return name;
  }

  const std::string *lowOf(const LoopExpr &expr) const {
    bool isScalar = expr.isVariable() || (expr.kind == LoopExpr::Kind::Load &&
                                          expr.operands.empty());
    return isScalar && wide.count(expr.name) ? &lows.at(expr.name) : nullptr;
  }

  bool mentionsWide(const LoopExpr &expr) const {
    bool found = false;
    expr.walk([&](const LoopExpr &part) {
      found |= lowOf(part) != nullptr || isWideCast(part);
    });
    return found;
  }

  /// What gathers terms of such a scalar has its type.
  static bool isWideCast(const LoopExpr &expr) {
    return expr.kind == LoopExpr::Kind::Cast &&
           expr.type->element.isDoubleDouble();
  }

  /// \p expr, which no wide scalar is part of, as a double.
  Wide doubleOf(const LoopExpr &expr) const {
    if (!typing.typeOf(expr).isInteger())
      return {expr, std::nullopt};
    return {folded(expr::cast(LoopType::float64(), expr)), std::nullopt};
  }

  /// A new variable with \p value.
  LoopExpr stored(LoopExpr value, const char *stem) {
    LoopNode node =
        LoopNode::local(LoopType::float64(), fresh(stem), std::move(value));
    node.isStatement = true;
    out.push_back(node);
    return LoopExpr::variable(node.name);
  }

  LoopExpr kept(LoopExpr value, const char *stem) {
    return isPlain(value) ? value : stored(std::move(value), stem);
  }

  /// \p sum + \p error, of which the second is small, as a number of two parts.
  Wide normalized(const LoopExpr &sum, LoopExpr error) {
    error = kept(std::move(error), "error");
    LoopExpr high = stored(binary(Operator::Add, sum, error), "high");
    // Computed where it is used: a double is often all that is asked for.
    LoopExpr low = binary(Operator::Subtract, error,
                          binary(Operator::Subtract, high, sum));
    return {high, low};
  }

  Wide added(Wide a, Wide b) {
    LoopExpr x = kept(std::move(a.high), "term");
    LoopExpr y = kept(std::move(b.high), "term");
    LoopExpr sum = stored(binary(Operator::Add, x, y), "sum");
    LoopExpr back = stored(binary(Operator::Subtract, sum, x), "back");
    LoopExpr error = binary(
        Operator::Add,
        binary(Operator::Subtract, x, binary(Operator::Subtract, sum, back)),
        binary(Operator::Subtract, y, back));
    for (const std::optional<LoopExpr> &low : {a.low, b.low})
      if (low)
        error = binary(Operator::Add, error, *low);
    return normalized(sum, std::move(error));
  }

  Wide multiplied(Wide a, Wide b) {
    LoopExpr x = kept(std::move(a.high), "term");
    LoopExpr y = kept(std::move(b.high), "term");
    LoopExpr product =
        stored(expr::call(runtime::rounded_product, {x, y}), "product");
    LoopExpr error =
        stored(expr::call(runtime::product_rest, {x, y, product}), "error");
    if (b.low)
      error =
          binary(Operator::Add, error, binary(Operator::Multiply, x, *b.low));
    if (a.low)
      error =
          binary(Operator::Add, error, binary(Operator::Multiply, *a.low, y));
    return normalized(product, std::move(error));
  }

  static Wide negative(Wide value) {
    value.high = folded(minus(value.high));
    if (value.low)
      value.low = minus(*value.low);
    return value;
  }

  /// What \p expr is as a term of a sum: sums of doubles are such sums, too.
  Wide valueOf(const LoopExpr &expr) {
    bool isSum = (expr.op == Operator::Add || expr.op == Operator::Subtract) &&
                 !typing.typeOf(expr).isInteger();
    return isSum || mentionsWide(expr) ? wideValueOf(expr) : doubleOf(expr);
  }

  /// As a factor: doubles are computed as ever.
  Wide factorOf(const LoopExpr &expr) {
    return mentionsWide(expr) ? wideValueOf(expr) : doubleOf(expr);
  }

  Wide wideValueOf(const LoopExpr &expr) {
    if (const std::string *low = lowOf(expr))
      return {LoopExpr::variable(expr.name), LoopExpr::variable(*low)};
    if (isWideCast(expr))
      return valueOf(expr.operands[0]);
    if (expr.kind == LoopExpr::Kind::Cast && *expr.type == LoopType::float64())
      return {rounded(expr.operands[0]), std::nullopt};
    if (expr.op == Operator::Negate || expr.op == Operator::Plus) {
      Wide value = valueOf(expr.operands[0]);
      return expr.op == Operator::Negate ? negative(std::move(value)) : value;
    }
    if (expr.op == Operator::Add || expr.op == Operator::Subtract) {
      Wide a = valueOf(expr.operands[0]), b = valueOf(expr.operands[1]);
      return added(std::move(a), expr.op == Operator::Subtract
                                     ? negative(std::move(b))
                                     : std::move(b));
    }
    if (expr.op == Operator::Multiply) {
      Wide a = factorOf(expr.operands[0]), b = factorOf(expr.operands[1]);
      return multiplied(std::move(a), std::move(b));
    }
    if (!asksForDouble)
      hasNoForm(printExpr(expr));
    return {ofFirstParts(expr), std::nullopt};
  }

  /// \p expr of the doubles that its operands round to.
  LoopExpr ofFirstParts(LoopExpr expr) {
    std::vector<LoopExpr> operands;
    for (const LoopExpr &operand : expr.operands) {
      const size_t made = out.size();
      const bool isLazy = isEvaluatedLazily(expr, operands.size());
      operands.push_back(rounded(operand));
      if (out.size() != made && isLazy && mayFail(operand))
        hasNoForm(printExpr(operand));
    }
    expr.operands = std::move(operands);
    return expr;
  }

  /// The double that \p expr is nearest to: `total - high` is the second part.
  LoopExpr rounded(const LoopExpr &expr) {
    if (!mentionsWide(expr))
      return expr;
    const bool before = std::exchange(asksForDouble, true);
    LoopExpr value = wideValueOf(expr).high;
    asksForDouble = before;
    return value;
  }

  void hasNoForm(const std::string &text) {
    failure = "'" + text +
              "' has no form in two doubles; sums, differences and products do";
  }

  static LoopExpr zero() { return expressionOf(Number(0.0)); }

  void declare(LoopNode node) {
    node.type = LoopType::float64();
    out.push_back(node);
    node.name = lows.at(node.name);
    out.push_back(std::move(node));
  }

  void define(LoopNode node) {
    const Wide value = valueOf(node.value);
    node.type = LoopType::float64();
    node.value = value.high;
    const std::string low = lows.at(node.name);
    out.push_back(node);
    node.name = low;
    node.value = value.low.value_or(zero());
    out.push_back(std::move(node));
  }

  void assign(LoopNode node) {
    const std::string *low = lowOf(node.target);
    if (!low) {
      node.value = rounded(node.value);
      out.push_back(std::move(node));
      return;
    }
    // Threads exchange single elements, of arrays and scalars of the program.
    if (node.lanes.isMapped())
      failure = "threads of a GPU cannot combine '" + node.target.name +
                "', a sum of two doubles; map only loops around its "
                "declaration to threads";
    LoopExpr result = node.value;
    if (operatorOf(node.op) != Operator::None)
      result = binary(operatorOf(node.op), node.target, std::move(result));
    else if (node.op != Update::Set)
      hasNoForm(printExpr(node.target) + " " + spellingOf(node.op) + " " +
                printExpr(result));
    Wide value = valueOf(result);
    node.op = Update::Set;
    node.target = LoopExpr::variable(node.target.name);
    node.value = value.high;
    LoopNode second = node;
    second.target = LoopExpr::variable(*low);
    second.value = value.low.value_or(zero());
    if (second.value.mentions(node.target.name))
      second.value = stored(std::move(second.value), "low");
    out.push_back(std::move(node));
    out.push_back(std::move(second));
  }

  /// Threads and lanes cannot share such sums.
  void checkReductions(LoopNode &loop) {
    for (const Reduction &clause : loop.reductions)
      if (wide.count(clause.variable)) {
        if (loop.marks.parallel)
          hasNoForm("reduction(" + clause.clause() + ")");
        takeSimdOff(loop, "its lanes cannot share sums of two doubles each");
      }
    if (!loop.marks.simd && !loop.marks.parallel)
      loop.reductions.clear();
  }

  void visit(LoopNode node) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      return introduce(std::move(node));
    if (node.kind == Kind::Assign)
      return assign(std::move(node));
    if (node.kind == Kind::If)
      node.condition = rounded(node.condition);
    checkReductions(node);
    for (Nodes *inner : {&node.body, &node.otherwise}) {
      if (node.kind == Kind::Block) {
        split(*inner);
        continue;
      }
      const std::set<std::string> outside = wide;
      typing.enter();
      if (node.isFor())
        typing.declare(node);
      split(*inner);
      typing.leave();
      wide = outside;
    }
    out.push_back(std::move(node));
  }

  /// From here on in its scope, \p node is what its name means.
  void introduce(LoopNode node) {
    const LoopNode declared = node;
    const bool isWide = isWideScalar(node);
    if (!isWide) {
      if (node.kind == Kind::Local)
        node.value = rounded(node.value);
      out.push_back(std::move(node));
    } else if (node.kind == Kind::Local) {
      define(std::move(node));
    } else {
      declare(std::move(node));
    }
    typing.declare(declared);
    isWide ? (void)wide.insert(declared.name) : (void)wide.erase(declared.name);
  }

  void split(Nodes &nodes) {
    Nodes result;
    std::swap(out, result);
    for (LoopNode &node : nodes)
      visit(std::move(node));
    std::swap(out, result);
    nodes = std::move(result);
  }

  /// Names of scalars of two doubles => that of the second one.
  std::map<std::string, std::string> lows;
  std::set<std::string> wide; ///< those of them that mean one in this scope
  std::set<std::string> taken, made; ///< names in use; variables made here
  const Program &program;
  Typing typing; ///< of names as they are before the split
  std::map<std::string, unsigned> copies;
  std::string failure;
  bool asksForDouble = false; ///< of the value at hand: its first part
  Nodes out;
};

} // namespace

llvm::Error splitDoubleDoubles(LoopAst &ast, const Program &program) {
  for (const auto &[name, array] : program.arrays)
    if (array.type.isDoubleDouble() && !(array.isScalar() && array.isPrivate()))
      return llvm::createStringError(
          "precision: '" + name +
          "' is an array of numbers of two doubles; apply precision after "
          "the steps that make arrays of a scalar");
  DoubleDoubleSplitter splitter(ast, program);
  return splitter.hasWork() ? splitter.run(ast.body) : llvm::Error::success();
}

} // namespace sparsec
