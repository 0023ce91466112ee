//===- KernelMaker.cpp - random kernels of each class ---------------------===//
///
/// \file
/// A class fixes what makes a kernel interesting (which loops, what is written
/// and how); the rest is drawn: directions, guards, further statements, inner
/// loops, facts.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Stress/Kernel.h"

#include <map>

namespace sparsec::stress {
namespace {

enum class Loop { Row, Csr, Segment, Edge, Column, Dense, Constant, Triangle };
enum class Target { Any, Row, Column };
enum class Op { Any, Sum, Order, Extremum };

struct Style {
  const char *name;
  std::vector<Loop> nest;
  Target target = Target::Any;
  Op op = Op::Sum;
  bool square = false;    ///< always, not only now and then
  bool permuted = false;  ///< rows in the order of perm
  bool guarded = false;   ///< a condition around the innermost statements
  bool previous = false;  ///< reads what the iteration before wrote
  bool solves = false;    ///< y[i] depends on y[col[j]]
  bool strided = false;   ///< loops with strides and downwards
  bool scalar = false;    ///< sums into a scalar
  bool imperfect = false; ///< statements between the loops
};

const std::vector<Style> &styles() {
  static const std::vector<Style> all = {
      {.name = "gather", .nest = {Loop::Row, Loop::Csr}, .target = Target::Row},
      {.name = "scatter",
       .nest = {Loop::Row, Loop::Csr},
       .target = Target::Column},
      {.name = "permuted",
       .nest = {Loop::Row, Loop::Csr},
       .target = Target::Row,
       .permuted = true},
      {.name = "segments", .nest = {Loop::Row, Loop::Segment}},
      {.name = "coordinates", .nest = {Loop::Edge}},
      {.name = "guarded",
       .nest = {Loop::Row, Loop::Csr},
       .square = true,
       .guarded = true},
      {.name = "solve",
       .nest = {Loop::Row, Loop::Csr},
       .square = true,
       .solves = true},
      {.name = "recurrence",
       .nest = {Loop::Row},
       .op = Op::Any,
       .previous = true},
      {.name = "dense", .nest = {Loop::Row, Loop::Dense}, .op = Op::Any},
      {.name = "triangle",
       .nest = {Loop::Row, Loop::Triangle},
       .op = Op::Any,
       .square = true},
      {.name = "blocks", .nest = {Loop::Row, Loop::Csr, Loop::Dense}},
      {.name = "scalar", .nest = {Loop::Row, Loop::Csr}, .scalar = true},
      {.name = "extremum", .nest = {Loop::Row, Loop::Csr}, .op = Op::Extremum},
      {.name = "order", .nest = {Loop::Row, Loop::Csr}, .op = Op::Order},
      {.name = "strided", .nest = {Loop::Row, Loop::Csr}, .strided = true},
      {.name = "imperfect",
       .nest = {Loop::Row, Loop::Csr},
       .op = Op::Any,
       .imperfect = true},
      {.name = "mixed", .nest = {}, .op = Op::Any},
  };
  return all;
}

/// What may be used at one place of a nest.
struct Scope {
  /// Expressions with values in [0, n) and [0, m).
  std::vector<std::string> rows, columns;
  /// Iterators over the entries of CSR, segments, coordinates; over [0, p).
  std::vector<std::string> entries, segments, edges, dense;
  /// Iterators over rows, in any case plain names.
  std::vector<std::string> rowLoops;
  std::string scalar;
};

class Maker {
public:
  Maker(Random &random, const Style &style) : random(random), style(style) {}

  Kernel make();

private:
  std::vector<Loop> drawPlan();
  std::vector<Node> nest(const std::vector<Loop> &plan, size_t at,
                         const Scope &scope);
  std::vector<Node> innermost(const Scope &scope);
  Node loop(Loop kind, Scope &scope);
  std::string rowHead(const std::string &name);
  std::string range(const std::string &name, const std::string &low,
                    const std::string &high, bool mayStride);
  std::string guard(const Scope &scope);
  std::string target(const Scope &scope, std::string &array);
  std::string source(const Scope &scope, bool mayReadWritten);
  std::string factor(const Scope &scope);
  Node statement(const Scope &scope);
  Op drawOp();
  Node update(Op op, const std::string &array, const std::string &to,
              const std::string &value);
  Node scalarUpdate(const Scope &scope);
  std::string fresh(const std::string &stem) {
    int count = used[stem]++;
    return count ? stem + std::to_string(count + 1) : stem;
  }

  Random &random;
  const Style &style;
  Kernel kernel;
  std::map<std::string, int> used;
};

Kernel Maker::make() {
  kernel.className = style.name;
  kernel.square = style.square || random.chance(25);
  kernel.isLong = random.chance(10);
  kernel.isRestrict = random.chance(40);
  kernel.givesExtents = random.chance(85);
  kernel.sorted = random.chance(25);
  kernel.unique = random.chance(25);
  kernel.strict = (kernel.sorted || style.solves) && random.chance(50);
  if (kernel.square && random.chance(style.solves ? 60 : 10))
    kernel.triangle = random.chance(75) ? "lower" : "upper";
  int nests = random.chance(style.nest.empty() ? 50 : 15) ? 2 : 1;
  for (int at = 0; at < nests; ++at)
    for (Node &node : nest(drawPlan(), 0, {}))
      kernel.body.push_back(std::move(node));
  return kernel;
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

std::string Maker::range(const std::string &name, const std::string &low,
                         const std::string &high, bool mayStride) {
  int form = random.chance(style.strided ? 70 : 8) ? random.between(1, 3) : 0;
  if (form == 2 && !mayStride)
    form = 1;
  std::string init = "for (int " + name + " = ";
  if (form == 1)
    return init + high + " - 1; " + name + " >= " + low + "; " + name + "--)";
  std::string head = init + low + "; " + name;
  if (form == 2)
    return head + " < " + high + "; " + name +
           " += " + std::to_string(random.between(2, 3)) + ")";
  if (form == 3)
    return head + " <= " + high + " - 1; " + name + "++)";
  return head + " < " + high + "; " + name + "++)";
}

Node Maker::loop(Loop kind, Scope &scope) {
  std::string name;
  auto head = [&](const std::string &low, const std::string &high,
                  bool mayStride) {
    return Node{range(name, low, high, mayStride), {}, true, ""};
  };
  auto segment = [&](const std::string &low, const std::string &high,
                     const std::string &columns) {
    scope.columns.push_back(columns + "[" + name + "]");
    if (kernel.square)
      scope.rows.push_back(scope.columns.back());
    return head(low, high, random.chance(30));
  };
  std::string row = scope.rows.empty() ? "0" : random.pick(scope.rows);
  switch (kind) {
  case Loop::Row: {
    name = fresh("i");
    scope.rows.push_back(name);
    scope.rowLoops.push_back(name);
    if (style.permuted || random.chance(5))
      scope.rows.insert(scope.rows.begin(), "perm[" + name + "]");
    if (style.permuted && random.chance(50))
      scope.rows.pop_back();
    bool fromOne = style.previous || random.chance(3);
    return head(fromOne ? "1" : "0", "n", true);
  }
  case Loop::Csr:
    name = fresh("j");
    scope.entries.push_back(name);
    return segment("index[" + row + "]", "index[" + row + " + 1]", "col");
  case Loop::Segment:
    name = fresh("q");
    scope.segments.push_back(name);
    return segment("first[" + row + "]", "last[" + row + "]", "scol");
  case Loop::Edge: {
    name = fresh("e");
    scope.edges.push_back(name);
    scope.rows.push_back("erow[" + name + "]");
    return segment("0", "nnz", "ecol");
  }
  case Loop::Column:
    name = fresh("c");
    scope.columns.push_back(name);
    return head("0", "m", true);
  case Loop::Dense:
    name = fresh("k");
    scope.dense.push_back(name);
    return head("0", "p", true);
  case Loop::Constant:
    name = fresh("t");
    return head("0", std::to_string(random.between(1, 4)), true);
  case Loop::Triangle: {
    name = fresh("l");
    scope.rows.push_back(name);
    scope.rowLoops.push_back(name);
    return random.chance(60) ? head("0", row, true)
                             : head(row + " + 1", "n", true);
  }
  }
  return {};
}

std::string Maker::guard(const Scope &scope) {
  std::vector<std::string> conditions;
  for (const std::string &row : scope.rowLoops) {
    if (kernel.square)
      for (const std::string &column : scope.columns)
        for (const char *relation : {" < ", " <= ", " > ", " == ", " != "})
          conditions.push_back(column + relation + row);
    conditions.push_back(row + " > 0");
    conditions.push_back(row + " < n - 2");
    conditions.push_back(row + " % 2 == 0");
  }
  for (const std::string &column : scope.columns)
    conditions.push_back(column + " >= 2");
  for (const std::string &dense : scope.dense)
    conditions.push_back(dense + " < 3");
  if (conditions.empty())
    return "";
  if (style.guarded && kernel.square && random.chance(80))
    return "if (" + conditions[size_t(random.below(4))] + ")";
  return "if (" + random.pick(conditions) + ")";
}

/// An element to assign to; \p array is its array.
std::string Maker::target(const Scope &scope, std::string &array) {
  bool toColumn = style.target == Target::Column ||
                  (style.target == Target::Any && random.chance(35));
  std::string dense = scope.dense.empty() ? "" : random.pick(scope.dense);
  if (!scope.entries.empty() && style.target == Target::Any &&
      random.chance(style.op == Op::Order ? 20 : 8)) {
    array = "v";
    return "v[" + random.pick(scope.entries) + "]";
  }
  if ((toColumn || scope.rows.empty()) && !scope.columns.empty()) {
    std::string column = random.pick(scope.columns);
    array = dense.empty() || random.chance(30)
                ? (kernel.square && random.chance(40) ? "y" : "z")
                : "Z";
    return array + "[" + column + "]" + (array == "Z" ? "[" + dense + "]" : "");
  }
  if (scope.rows.empty()) {
    array = "y";
    return "y[0]";
  }
  std::string row =
      style.target == Target::Row || style.solves || style.previous
          ? scope.rows.front()
          : random.pick(scope.rows);
  array = dense.empty() || random.chance(25) ? (random.chance(75) ? "y" : "w")
                                             : "Y";
  if (style.solves || style.previous)
    array = "y";
  return array + "[" + row + "]" + (array == "Y" ? "[" + dense + "]" : "");
}

/// A small factor that is only read.
std::string Maker::factor(const Scope &scope) {
  std::vector<std::string> all = {"2", "3"};
  for (const std::string &entry : scope.entries)
    all.insert(all.end(), 3, "a[" + entry + "]");
  for (const std::string &entry : scope.segments)
    all.insert(all.end(), 3, "sa[" + entry + "]");
  for (const std::string &entry : scope.edges)
    all.insert(all.end(), 3, "ea[" + entry + "]");
  for (const std::string &row : scope.rows)
    all.push_back("b[" + row + "]");
  bool isDense =
      scope.entries.empty() && scope.segments.empty() && scope.edges.empty();
  if (isDense && !scope.rowLoops.empty())
    all.push_back("b[perm[" + random.pick(scope.rowLoops) + "]]");
  for (const std::string &column : scope.columns)
    all.insert(all.end(), 2, "x[" + column + "]");
  for (const std::string &dense : scope.dense) {
    for (const std::string &column : scope.columns)
      all.insert(all.end(), 2, "X[" + column + "][" + dense + "]");
    for (const std::string &row : scope.rows)
      all.push_back("B[" + row + "][" + dense + "]");
  }
  return random.pick(all);
}

/// A value: a product or sum of factors, at times with something written.
std::string Maker::source(const Scope &scope, bool mayReadWritten) {
  std::string value = factor(scope);
  if (random.chance(60))
    value += (random.chance(75) ? " * " : " + ") + factor(scope);
  if (style.solves && !scope.entries.empty())
    return "a[" + scope.entries.back() + "] * y[" + scope.columns.back() + "]";
  if (style.previous && !scope.rowLoops.empty() && random.chance(80))
    return "y[" + scope.rowLoops.front() + " - 1] + " + value;
  if (mayReadWritten && random.chance(12) && !scope.rows.empty())
    value += " + " + std::string(random.chance(60) ? "y" : "w") + "[" +
             random.pick(scope.rows) + "]";
  return value;
}

Op Maker::drawOp() {
  if (style.op != Op::Any)
    return style.op;
  int draw = random.below(100);
  return draw < 55 ? Op::Sum : draw < 85 ? Op::Order : Op::Extremum;
}

Node Maker::update(Op op, const std::string &array, const std::string &to,
                   const std::string &value) {
  auto node = [&](const std::string &text) {
    return Node{text, {}, false, array};
  };
  switch (op) {
  case Op::Order:
    return node(to + " = " + value +
                random.pick(std::vector<std::string>{"", "", " - " + to}) +
                ";");
  case Op::Extremum: {
    std::string relation = random.chance(50) ? " < " : " > ";
    return node("if (" + value + relation + to + ") " + to + " = " + value +
                ";");
  }
  default:
    break;
  }
  if (random.chance(4))
    return node(to + " *= " + value + ";");
  return node(to + (random.chance(80) ? " += " : " -= ") + value + ";");
}

Node Maker::statement(const Scope &scope) {
  std::string array;
  std::string to = target(scope, array);
  Op op = drawOp();
  // `if (a + t > t) t = a + t` is no maximum.
  return update(op, array, to, source(scope, op != Op::Extremum));
}

Node Maker::scalarUpdate(const Scope &scope) {
  Op op = drawOp();
  return update(op, "", scope.scalar, source(scope, op != Op::Extremum));
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
    if (!condition.empty())
      return {Node{condition, std::move(body), true, ""}};
  }
  return body;
}

std::vector<Node> Maker::nest(const std::vector<Loop> &plan, size_t at,
                              const Scope &outside) {
  if (at == plan.size())
    return innermost(outside);
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

} // namespace

const std::vector<std::string> &kernelClasses() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Style &style : styles())
      result.push_back(style.name);
    return result;
  }();
  return names;
}

Kernel makeKernel(Random &random, const std::string &className) {
  const Style *style = &random.pick(styles());
  for (const Style &each : styles())
    if (each.name == className)
      style = &each;
  return Maker(random, *style).make();
}

} // namespace sparsec::stress
