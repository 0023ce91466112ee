//===- SplitComplex.cpp - complex scalars as two doubles ------------------===//
///
/// \file
/// Vectors and digits are of doubles. Each complex scalar of a scope becomes
/// two of them; sums and products become those of the parts, without C's mends
/// for infinite ones (C11, annex G.5.1):
///
///     double _Complex x = a;         double x_re = a_re, x_im = a_im;
///     x *= b;                  =>    const double next_re = x_re * b_re - ..;
///     sum += x;                      ..
///                                    sum += sparsec_complex_of(x_re, x_im);
///
/// What the scope only reads, elements and scalars of others, is taken apart
/// where it is used.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopIR/ComplexNumbers.h"

#include "GrayCodeNest.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// A number in parts; a real one has no `im`.
struct Parts {
  LoopExpr re;
  std::optional<LoopExpr> im;
};

bool isComplexScalar(const LoopNode &node) {
  bool isNamed = node.kind == Kind::Local ||
                 (node.kind == Kind::Declare && node.dimensions.empty());
  return isNamed && node.type.element.isComplex128();
}

bool isPlain(const LoopExpr &expr) {
  return expr.operands.empty() || (expr.kind == LoopExpr::Kind::Unary &&
                                   expr.operands[0].operands.empty());
}

bool isZero(const LoopExpr &expr) {
  std::optional<Number> number = numberOf(expr);
  return number && isEqual(*number, 0);
}

/// Numbers such as 2i have no real part: nothing is computed with that.
LoopExpr times(const LoopExpr &a, const LoopExpr &b) {
  return isZero(a) ? a : isZero(b) ? b : binary(Operator::Multiply, a, b);
}

LoopExpr sum(Operator op, const LoopExpr &a, const LoopExpr &b) {
  if (isZero(b))
    return a;
  if (isZero(a))
    return op == Operator::Subtract ? minus(b) : b;
  return binary(op, a, b);
}

std::optional<LoopExpr> sum(Operator op, const std::optional<LoopExpr> &a,
                            const std::optional<LoopExpr> &b) {
  if (!a && b)
    return op == Operator::Subtract ? minus(*b) : *b;
  return a && b ? sum(op, *a, *b) : a;
}

class ComplexSplitter {
public:
  ComplexSplitter(const Nodes &nodes, const Program &program,
                  const std::set<std::string> &complexScalars)
      : program(program), complexScalars(complexScalars) {
    for (const std::string &name : reservedNames(program))
      taken.insert(name);
    for (const LoopNode &root : nodes)
      root.walk([&](const LoopNode &node) { takeNames(node); });
    for (const LoopNode &root : nodes)
      root.walk([&](const LoopNode &node) {
        if (isComplexScalar(node) && !split.count(node.name))
          split[node.name] = {fresh(node.name + "_re"),
                              fresh(node.name + "_im")};
      });
  }

  bool hasWork() const { return !split.empty(); }

  void run(Nodes &nodes) {
    Nodes result;
    std::swap(out, result);
    for (LoopNode &node : nodes)
      visit(std::move(node));
    std::swap(out, result);
    nodes = std::move(result);
  }

private:
  void takeNames(const LoopNode &node);
  std::string fresh(const std::string &stem);
  void visit(LoopNode node);
  void declare(LoopNode node);
  void define(LoopNode node);
  void assign(LoopNode node);
  void update(const LoopNode &node, const Parts &value);
  LoopExpr stored(LoopExpr value, const std::string &stem);
  Parts kept(Parts value);
  const std::pair<std::string, std::string> *find(const LoopExpr &expr) const;
  bool isComplex(const LoopExpr &expr) const;
  Parts partsOf(const LoopExpr &expr);
  Parts product(Parts a, Parts b);
  LoopExpr whole(const LoopExpr &expr) const;
  bool mentionsSplit(const LoopExpr &expr) const;
  void splitReductions(LoopNode &loop) const;

  const Program &program;
  const std::set<std::string> &complexScalars;
  /// Complex scalars of the scope => their parts.
  std::map<std::string, std::pair<std::string, std::string>> split;
  std::set<std::string> taken;
  std::map<std::string, unsigned> copies;
  Nodes out;
};

void ComplexSplitter::takeNames(const LoopNode &node) {
  taken.insert(node.name);
  node.visitExprs([&](const LoopExpr &expr, bool) {
    expr.walk([&](const LoopExpr &part) { taken.insert(part.name); });
  });
}

/// \p stem, or the next number behind it that is free.
std::string ComplexSplitter::fresh(const std::string &stem) {
  unsigned &number = copies[stem];
  std::string name;
  do {
    ++number;
    name = number == 1 ? stem : stem + "_" + std::to_string(number);
  } while (!useOfLocal(program, name).empty() || !taken.insert(name).second);
  return name;
}

const std::pair<std::string, std::string> *
ComplexSplitter::find(const LoopExpr &expr) const {
  bool isScalar = expr.isVariable() ||
                  (expr.kind == LoopExpr::Kind::Load && expr.operands.empty());
  auto found = isScalar ? split.find(expr.name) : split.end();
  return found == split.end() ? nullptr : &found->second;
}

/// Whether \p expr is a complex number.
bool ComplexSplitter::isComplex(const LoopExpr &expr) const {
  auto array = program.arrays.find(expr.name);
  switch (expr.kind) {
  case LoopExpr::Kind::Variable:
  case LoopExpr::Kind::Load:
    return find(expr) ||
           (expr.operands.empty() && complexScalars.count(expr.name)) ||
           (array != program.arrays.end() && array->second.type.isComplex());
  case LoopExpr::Kind::Call:
    return isComplexOf(expr);
  case LoopExpr::Kind::Cast:
    return expr.type->element.isComplex128();
  case LoopExpr::Kind::Unary:
  case LoopExpr::Kind::Binary:
    return llvm::any_of(expr.operands, [&](const LoopExpr &operand) {
      return isComplex(operand);
    });
  default:
    return false;
  }
}

/// A new variable with \p value.
LoopExpr ComplexSplitter::stored(LoopExpr value, const std::string &stem) {
  LoopNode node =
      LoopNode::local(LoopType::float64(), fresh(stem), std::move(value));
  node.isStatement = true;
  out.push_back(node);
  return LoopExpr::variable(node.name);
}

/// \p value with its parts in variables, unless they are such or numbers.
Parts ComplexSplitter::kept(Parts value) {
  if (!isPlain(value.re))
    value.re = stored(std::move(value.re), "re");
  if (value.im && !isPlain(*value.im))
    value.im = stored(std::move(*value.im), "im");
  return value;
}

Parts ComplexSplitter::product(Parts a, Parts b) {
  // A part that is used twice is computed once.
  if (b.im)
    a = kept(std::move(a));
  if (a.im)
    b = kept(std::move(b));
  if (!a.im || !b.im)
    return {times(a.re, b.re), a.im   ? std::optional(times(*a.im, b.re))
                               : b.im ? std::optional(times(a.re, *b.im))
                                      : std::nullopt};
  return {sum(Operator::Subtract, times(a.re, b.re), times(*a.im, *b.im)),
          sum(Operator::Add, times(a.re, *b.im), times(*a.im, b.re))};
}

Parts ComplexSplitter::partsOf(const LoopExpr &expr) {
  if (!isComplex(expr))
    return {whole(expr), std::nullopt};
  if (const auto *names = find(expr))
    return {LoopExpr::variable(names->first),
            LoopExpr::variable(names->second)};
  if (isComplexOf(expr))
    return {whole(expr.operands[0]), whole(expr.operands[1])};
  if (expr.kind == LoopExpr::Kind::Cast)
    return partsOf(expr.operands[0]);
  if (expr.isVariable() || expr.kind == LoopExpr::Kind::Load) {
    const LoopExpr element = whole(expr);
    return {realOf(element), imaginaryOf(element)};
  }
  Parts first = partsOf(expr.operands[0]);
  if (expr.kind == LoopExpr::Kind::Unary) {
    if (expr.op == Operator::Plus)
      return first;
    return {minus(first.re),
            first.im ? std::optional(minus(*first.im)) : std::nullopt};
  }
  Parts second = partsOf(expr.operands[1]);
  if (expr.op == Operator::Multiply)
    return product(std::move(first), std::move(second));
  assert((expr.op == Operator::Add || expr.op == Operator::Subtract) &&
         "the frontend refuses others");
  return {sum(expr.op, first.re, second.re), sum(expr.op, first.im, second.im)};
}

/// \p expr with complexOf in place of what is split.
LoopExpr ComplexSplitter::whole(const LoopExpr &expr) const {
  return expr.map([&](LoopExpr part) {
    if (const auto *names = find(part))
      return complexOf(LoopExpr::variable(names->first),
                       LoopExpr::variable(names->second));
    if (!isPartOf(part) || !isComplexOf(part.operands[0]))
      return part;
    const bool isReal = part == realOf(part.operands[0]);
    return LoopExpr(part.operands[0].operands[isReal ? 0 : 1]);
  });
}

/// `type name` => `double name_re; double name_im`.
void ComplexSplitter::declare(LoopNode node) {
  const auto names = split.at(node.name);
  node.type = LoopType::float64();
  for (const std::string &name : {names.first, names.second}) {
    node.name = name;
    out.push_back(node);
  }
}

void ComplexSplitter::define(LoopNode node) {
  const auto names = split.at(node.name);
  const Parts value = partsOf(node.value);
  node.type = LoopType::float64();
  node.name = names.first;
  node.value = value.re;
  out.push_back(node);
  node.name = names.second;
  node.value = value.im.value_or(expressionOf(Number(0.0)));
  out.push_back(std::move(node));
}

/// \p node, which updates what is split, part by part.
void ComplexSplitter::update(const LoopNode &node, const Parts &value) {
  const auto &names = *find(node.target);
  auto part = [&](const std::string &name, const LoopExpr &by) {
    if ((node.op == Update::Add || node.op == Update::Subtract) && isZero(by))
      return;
    LoopNode copy = node;
    copy.target = LoopExpr::variable(name);
    copy.value = by;
    out.push_back(std::move(copy));
  };
  part(names.first, value.re);
  if (value.im)
    part(names.second, *value.im);
  else if (node.op == Update::Set)
    part(names.second, expressionOf(Number(0.0)));
  else if (node.op == Update::Multiply)
    part(names.second, value.re);
}

void ComplexSplitter::assign(LoopNode node) {
  const auto *names = find(node.target);
  if (!names) {
    const bool isSplit = isComplex(node.value);
    if (isSplit && mentionsSplit(node.value)) {
      const Parts value = partsOf(node.value);
      node.value = value.im ? complexOf(value.re, *value.im) : value.re;
    } else {
      node.value = whole(node.value);
    }
    out.push_back(std::move(node));
    return;
  }
  Parts value = partsOf(node.value);
  if (node.op == Update::Multiply && value.im) {
    value = product(
        {LoopExpr::variable(names->first), LoopExpr::variable(names->second)},
        std::move(value));
    node.op = Update::Set;
  }
  // The first part is changed before the second one is computed.
  const LoopExpr &second = value.im ? *value.im : value.re;
  if (second.mentions(names->first)) {
    value.re = stored(std::move(value.re), "re");
    if (value.im)
      value.im = stored(std::move(*value.im), "im");
  }
  update(node, value);
}

bool ComplexSplitter::mentionsSplit(const LoopExpr &expr) const {
  bool found = false;
  expr.walk([&](const LoopExpr &part) { found |= find(part) != nullptr; });
  return found;
}

/// Lanes of a simd loop may share sums of parts, not products.
void ComplexSplitter::splitReductions(LoopNode &loop) const {
  std::vector<Reduction> clauses;
  for (const Reduction &clause : loop.reductions) {
    auto names = split.find(clause.variable);
    if (names == split.end()) {
      clauses.push_back(clause);
      continue;
    }
    if (clause.op != Update::Add)
      takeSimdOff(loop, "its lanes cannot share products of complex numbers");
    clauses.push_back({clause.op, names->second.first});
    clauses.push_back({clause.op, names->second.second});
  }
  loop.reductions = loop.marks.simd ? clauses : std::vector<Reduction>();
}

void ComplexSplitter::visit(LoopNode node) {
  if (isComplexScalar(node))
    return node.kind == Kind::Local ? define(std::move(node))
                                    : declare(std::move(node));
  if (node.kind == Kind::Assign)
    return assign(std::move(node));
  node.rewriteExprs([&](const LoopExpr &expr) { return whole(expr); });
  splitReductions(node);
  run(node.body);
  run(node.otherwise);
  out.push_back(std::move(node));
}

} // namespace

std::set<std::string> complexScalars(const LoopAst &ast) {
  std::set<std::string> names;
  ast.walk([&](const LoopNode &node) {
    if (isComplexScalar(node))
      names.insert(node.name);
  });
  return names;
}

void splitComplexLocals(std::vector<LoopNode> &nodes, const Program &program,
                        const std::set<std::string> &complexScalars) {
  ComplexSplitter splitter(nodes, program, complexScalars);
  if (splitter.hasWork())
    splitter.run(nodes);
}

} // namespace sparsec
