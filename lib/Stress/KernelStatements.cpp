//===- KernelStatements.cpp - what random kernels compute -----------------===//

#include "RandomKernel.h"

namespace sparsec::stress {

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
    return element(array, column, array == "Z" ? dense : "");
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
  return element(array, row, array == "Y" ? dense : "");
}

/// `X[i]`, or with a \p column `X[i][k]`.
std::string Maker::element(const std::string &array, const std::string &row,
                           const std::string &column) const {
  if (column.empty())
    return array + "[" + row + "]";
  if (!kernel.isFlat)
    return array + "[" + row + "][" + column + "]";
  bool isSum = row.find(" - ") != std::string::npos;
  return array + "[" + (isSum ? "(" + row + ")" : row) + " * p + " + column +
         "]";
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
      all.insert(all.end(), 2, element("X", column, dense));
    for (const std::string &row : scope.rows)
      all.push_back(element("B", row, dense));
  }
  for (const std::string &few : scope.few) {
    all.insert(all.end(), style.windows ? 4 : 1, "g[" + few + "]");
    for (const std::string &row : scope.rowLoops)
      all.insert(all.end(), style.windows ? 6 : 1,
                 "u[" + row + " + " + few + "]");
  }
  const std::string drawn = random.pick(all);
  // What sums of elements do not commute with.
  const bool isElement = drawn.find('[') != std::string::npos;
  if (kernel.divides && isElement && random.chance(25))
    return random.chance(50) ? drawn + " / 2" : "(int)" + drawn;
  return drawn;
}

/// " / x[col[j]]" behind a factor at times, where an entry has the column.
std::string Maker::quotient(const Scope &scope) {
  std::vector<std::string> entries;
  for (const std::string &column : scope.columns)
    if (column.find("col[") != std::string::npos)
      entries.push_back(column);
  if (!kernel.divides || entries.empty() || !random.chance(50))
    return "";
  return " / x[" + random.pick(entries) + "]";
}

/// A value: a product or sum of factors, at times with something written.
std::string Maker::source(const Scope &scope, bool mayReadWritten) {
  std::string value = factor(scope);
  if (random.chance(60))
    value += (random.chance(75) ? " * " : " + ") + factor(scope);
  value += quotient(scope);
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

/// What is compared and kept: at times an operator that binds less tightly than
/// the comparison, in parentheses.
std::string Maker::compared(const Scope &scope) {
  if (!random.chance(35))
    return source(scope, false);
  const std::string left = factor(scope), right = factor(scope);
  if (kernel.element == Element::Int && random.chance(40))
    return "(" + left + (random.chance(50) ? " | " : " & ") + right + ")";
  if (random.chance(25))
    return "(" + left + (random.chance(50) ? " == " : " < ") + right + ")";
  return "(" + left + " > " + right + " ? " + source(scope, false) + " : " +
         random.pick(std::vector<std::string>{left, "1"}) + ")";
}

/// An extremum, and the element of another array that goes along with it:
///
///     if (b[i] > y[i]) {
///       y[i] = b[i];
///       w[i] = 2 * x[col[j]];
///     }
Node Maker::tuple(const Scope &scope, const std::string &array,
                  const std::string &to) {
  const std::string beside = array == "y" ? "w" : "y";
  const std::string value = compared(scope);
  const std::string relation =
      random.pick(std::vector<std::string>{" < ", " > ", " <= ", " >= "});
  std::vector<Node> body = {
      {to + " = " + value + ";", {}, false, array},
      {beside + to.substr(array.size()) + " = " + source(scope, false) + ";",
       {},
       false,
       beside}};
  if (random.chance(30))
    std::swap(body[0], body[1]);
  return {"if (" + value + relation + to + ")", std::move(body), true, ""};
}

Node Maker::statement(const Scope &scope) {
  std::string array;
  std::string to = target(scope, array);
  Op op = drawOp();
  if (op == Op::Extremum && (array == "y" || array == "w") && random.chance(40))
    return tuple(scope, array, to);
  // `if (a + t > t) t = a + t` is no maximum.
  return update(op, array, to,
                op == Op::Extremum ? compared(scope) : source(scope, true));
}

Node Maker::scalarUpdate(const Scope &scope) {
  Op op = drawOp();
  return update(op, "", scope.scalar,
                op == Op::Extremum ? compared(scope) : source(scope, true));
}

} // namespace sparsec::stress
