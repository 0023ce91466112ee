//===- KernelLoops.cpp - heads of loops and conditions --------------------===//

#include "RandomKernel.h"

namespace sparsec::stress {

std::string Maker::range(const std::string &name, const std::string &low,
                         const std::string &high, bool mayStride) {
  int form = random.chance(style.strided ? 70 : 8) ? random.between(1, 3) : 0;
  if (form == 2 && !mayStride)
    form = 1;
  std::string init = "for (int " + name + " = ",
              rising = "for (rising " + name + " = ";
  if (form == 1)
    return init + high + " - 1; " + name + " >= " + low + "; " + name + "--)";
  std::string head = rising + low + "; " + name;
  if (form == 2)
    return head + " < " + high + "; " + name +
           " += " + std::to_string(random.between(2, 3)) + ")";
  // Of no rows an unsigned iterator would have 2^32 up to n - 1.
  if (form == 3 && !kernel.isUnsigned)
    return head + " <= " + high + " - 1; " + name + "++)";
  return head + " < " + high + "; " + name + "++)";
}

void Maker::addRow(const std::string &name, Scope &scope) {
  scope.rows.push_back(name);
  scope.rowLoops.push_back(name);
  if (style.permuted || random.chance(5))
    scope.rows.insert(scope.rows.begin(), "perm[" + name + "]");
  if (style.permuted && random.chance(50))
    scope.rows.pop_back();
}

Node Maker::loop(Loop kind, Scope &scope) {
  std::string name, base = kernel.isFromOne ? " - 1" : "";
  auto head = [&](const std::string &low, const std::string &high,
                  bool mayStride) {
    return Node{range(name, low, high, mayStride), {}, true, ""};
  };
  auto segment = [&](const std::string &low, const std::string &high,
                     const std::string &columns) {
    scope.columns.push_back(columns + "[" + name + "]" +
                            (columns == "col" ? base : ""));
    if (kernel.square)
      scope.rows.push_back(scope.columns.back());
    return head(low, high, random.chance(30));
  };
  std::string row = scope.rows.empty() ? "0" : random.pick(scope.rows);
  switch (kind) {
  case Loop::Row: {
    name = fresh("i");
    addRow(name, scope);
    bool fromOne = style.previous || random.chance(3);
    return head(fromOne ? "1" : "0", "n", true);
  }
  case Loop::Csr:
    name = fresh("j");
    scope.entries.push_back(name);
    return segment("index[" + row + "]" + base, "index[" + row + " + 1]" + base,
                   "col");
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
    scope.few.push_back(name);
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
    conditions.push_back(row + (kernel.isUnsigned ? " + 2 < n" : " < n - 2"));
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

} // namespace sparsec::stress
