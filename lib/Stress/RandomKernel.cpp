//===- RandomKernel.cpp - random kernels of each class --------------------===//
///
/// \file
/// A class fixes what makes a kernel interesting (which loops, what is written
/// and how); the rest is drawn: directions, guards, further statements, inner
/// loops, types, names, facts.
///
//===----------------------------------------------------------------------===//

#include "RandomKernel.h"

#include <algorithm>

namespace sparsec::stress {

Kernel Maker::make() {
  kernel.className = style.name;
  drawTraits();
  drawFacts();
  drawTypes();
  int nests = random.chance(style.nest.empty() ? 50 : 15) ? 2 : 1;
  for (int at = 0; at < nests; ++at) {
    std::vector<Loop> plan = drawPlan();
    auto isFull = [](Loop kind) {
      return kind == Loop::Row || kind == Loop::Column ||
             kind == Loop::Triangle || kind == Loop::Edge;
    };
    kernel.sizePower =
        std::max(kernel.sizePower,
                 unsigned(std::count_if(plan.begin(), plan.end(), isFull)));
    for (Node &node : nest(plan, 0, {}))
      kernel.body.push_back(std::move(node));
  }
  drawNames();
  return kernel;
}

void Maker::drawTraits() {
  kernel.square = style.square || random.chance(25);
  kernel.isLong = random.chance(10);
  kernel.isUnsigned = !kernel.isLong && random.chance(6);
  kernel.isRestrict = random.chance(40);
  kernel.isStruct = random.chance(10);
  kernel.isFlat = random.chance(20);
  kernel.isFromOne = random.chance(6);
  kernel.givesExtents = random.chance(85);
}

void Maker::drawFacts() {
  kernel.sorted = random.chance(25);
  kernel.unique = random.chance(25);
  kernel.strict = (kernel.sorted || style.solves) && random.chance(50);
  if (kernel.square && random.chance(style.solves ? 60 : 10))
    kernel.triangle = random.chance(75) ? "lower" : "upper";
  kernel.isRule =
      !kernel.triangle.empty() && !kernel.isFromOne && random.chance(20);
  if (kernel.square && kernel.triangle.empty()) {
    kernel.hasDiagonal = random.chance(12);
    kernel.isSymmetric = random.chance(8);
  }
  kernel.isShort = random.chance(12);
}

void Maker::drawTypes() {
  bool compares = style.op == Op::Extremum || style.op == Op::Any;
  int draw = random.below(100);
  kernel.element = draw < 64                   ? Element::Double
                   : draw < 78                 ? Element::Float
                   : draw < 90                 ? Element::Int
                   : compares                  ? Element::Double
                   : style.body != Body::Drawn ? Element::Double
                                               : Element::Complex;
  if (style.body == Body::Digits)
    kernel.element = Element::Double;
  kernel.divides = kernel.element != Element::Complex && random.chance(12);
  auto mix = [&](const char *array, std::vector<Element> elements) {
    if (random.chance(50))
      kernel.mixed[array] = random.pick(elements);
  };
  // Read only, so that no value is cut.
  if (kernel.element == Element::Double && random.chance(25))
    for (const char *array : {"a", "b", "x"})
      mix(array, {Element::Float, Element::Float, Element::Int, Element::Byte});
  // Integers are cut alike in any order, or the compiler has to know.
  if (kernel.element == Element::Int && random.chance(40))
    for (const char *array : {"a", "b", "x", "y"})
      mix(array, {Element::Byte, Element::Byte, Element::Truth});
}

/// Names that stand for something in C, in C++, in generated code or in this
/// compiler's own.
void Maker::drawNames() {
  if (!random.chance(15))
    return;
  std::vector<std::string> hostile = {
      "if_",       "for_",   "forward", "iface",   "i_",      "plan",
      "plan_",     "status", "status_", "aIdx",    "data",    "class",
      "new",       "S0",     "S1",      "n_count", "index_1", "threadIdx",
      "blockIdx_", "stream", "fail",    "x_tmp",   "sum",     "p0",
      "i_perm",    "task",   "wave",    "in",      "min",     "sparsec_x"};
  random.shuffle(hostile);
  std::vector<std::string> words = {"i", "j", "k", "t",   "q", "e",
                                    "y", "x", "a", "col", "n", "p"};
  random.shuffle(words);
  for (int at = 0, count = random.between(1, 4); at < count; ++at)
    kernel.names[words[size_t(at)]] = hostile[size_t(at)];
}

std::vector<Loop> Maker::drawPlan() {
  std::vector<Loop> plan = style.nest;
  if (plan.empty()) {
    plan = random.pick(
        std::vector<std::vector<Loop>>{{Loop::Row},
                                       {Loop::Row, Loop::Column},
                                       {Loop::Row, Loop::Segment},
                                       {Loop::Row, Loop::Csr},
                                       {Loop::Row, Loop::Csr, Loop::Constant},
                                       {Loop::Dense, Loop::Row, Loop::Csr},
                                       {Loop::Row, Loop::Dense, Loop::Csr},
                                       {Loop::Row, Loop::Csr, Loop::Csr},
                                       {Loop::Column, Loop::Constant},
                                       {Loop::Edge}});
  }
  if (plan.size() < 4 && random.chance(20))
    plan.push_back(random.chance(50) ? Loop::Dense : Loop::Constant);
  return plan;
}

std::vector<Node> Maker::innermost(const Scope &scope) {
  std::vector<Node> body;
  if (!scope.scalar.empty() && random.chance(90))
    body.push_back(scalarUpdate(scope));
  else
    body.push_back(statement(scope));
  while (random.chance(18) && body.size() < 3)
    body.push_back(statement(scope));
  if (random.chance(style.guarded ? 95 : 10)) {
    std::string condition = guard(scope);
    if (condition.empty())
      return body;
    Node node{condition, std::move(body), true, ""};
    if (random.chance(style.guarded ? 35 : 20))
      node.otherwise = {statement(scope)};
    return {node};
  }
  return body;
}

std::vector<Node> Maker::nest(const std::vector<Loop> &plan, size_t at,
                              const Scope &outside) {
  if (at == plan.size())
    return style.body == Body::Digits  ? digits(outside)
           : style.body == Body::Local ? local(outside)
                                       : innermost(outside);
  Scope scope = outside;
  Node head = loop(plan[at], scope);
  std::vector<Node> body;
  bool isInner = at + 1 == plan.size();
  bool sums = style.scalar && !isInner && scope.scalar.empty();
  if (sums) {
    scope.scalar = fresh("s");
    body.push_back({"double " + scope.scalar + " = " + factor(scope) + ";",
                    {},
                    false,
                    ""});
  }
  Scope own = scope;
  int often = isInner ? 0 : style.imperfect ? 65 : 10;
  if (random.chance(often))
    body.push_back(statement(own));
  for (Node &node : nest(plan, at + 1, scope))
    body.push_back(std::move(node));
  if (sums) {
    std::string array;
    std::string to = target(own, array);
    body.push_back(
        {to + (random.chance(60) ? " = " : " += ") + scope.scalar + ";",
         {},
         false,
         array});
  }
  if (random.chance(often))
    body.push_back(statement(own));
  head.body = std::move(body);
  return {head};
}

Kernel makeKernel(Random &random, const std::string &className) {
  const Style *style = &random.pick(styles());
  for (const Style &each : styles())
    if (each.name == className)
      style = &each;
  return Maker(random, *style).make();
}

} // namespace sparsec::stress
