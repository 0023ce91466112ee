//===- Kernel.cpp - what random kernels hold -----------------------------===//

#include "KernelWords.h"

#include "sparsec/Stress/Kernel.h"

#include <algorithm>
#include <functional>

namespace sparsec::stress {

const std::vector<ArrayInfo> &stock() {
  static const std::vector<ArrayInfo> arrays = {
      {"index", Role::Pointers, {"n + 1"}},
      {"col", Role::Columns, {"index[n]"}},
      {"first", Role::Begins, {"n"}},
      {"last", Role::Ends, {"n"}},
      {"scol", Role::Columns, {"nnz"}},
      {"erow", Role::Rows, {"nnz"}},
      {"ecol", Role::Columns, {"nnz"}},
      {"perm", Role::Permutation, {"n"}},
      {"back", Role::Inverse, {"n"}},
      {"a", Role::Values, {"index[n]"}},
      {"v", Role::Values, {"index[n]"}},
      {"sa", Role::Values, {"nnz"}},
      {"ea", Role::Values, {"nnz"}},
      {"b", Role::Values, {"n"}},
      {"x", Role::Values, {"m"}},
      {"g", Role::Values, {"4"}},
      {"u", Role::Values, {"n + 3"}},
      {"B", Role::Values, {"n", "p"}},
      {"X", Role::Values, {"m", "p"}},
      {"y", Role::Values, {"n"}},
      {"w", Role::Values, {"n"}},
      {"z", Role::Values, {"m"}},
      {"Y", Role::Values, {"n", "p"}},
      {"Z", Role::Values, {"m", "p"}},
  };
  return arrays;
}

static bool containsWord(const std::string &text, const std::string &word) {
  bool found = false;
  forEachWord(text,
              [&](size_t, const std::string &each) { found |= each == word; });
  return found;
}

static void walk(const std::vector<Node> &nodes,
                 const std::function<void(const Node &)> &visit) {
  for (const Node &node : nodes) {
    visit(node);
    walk(node.body, visit);
    walk(node.otherwise, visit);
  }
}

bool Kernel::mentions(const std::string &word) const {
  bool found = false;
  walk(body, [&](const Node &node) { found |= containsWord(node.text, word); });
  return found;
}

bool Kernel::writes(const std::string &array) const {
  bool found = false;
  walk(body, [&](const Node &node) { found |= node.target == array; });
  return found;
}

unsigned Kernel::statementCount() const {
  unsigned count = 0;
  walk(body, [&](const Node &node) { count += !node.isBlock; });
  return count;
}

std::vector<std::string> Kernel::parameters() const {
  std::vector<std::string> integers = {"n"}, arrays;
  bool usesCsr =
      mentions("index") || mentions("a") || mentions("v") || mentions("col");
  for (const ArrayInfo &array : stock()) {
    std::string name = array.name;
    // csr(...) names all three.
    bool isCsr = name == "index" || name == "col" || name == "a";
    if (mentions(name) || (isCsr && usesCsr))
      arrays.push_back(name);
  }
  if (mentions("back") && !mentions("perm"))
    arrays.push_back("perm");
  auto needs = [&](const std::string &integer) {
    if (integer == "nnz" && (mentions("first") || mentions("last")))
      return true;
    for (const ArrayInfo &array : stock())
      if (std::find(arrays.begin(), arrays.end(), array.name) != arrays.end())
        for (const std::string &extent : array.extents)
          if (containsWord(extent, integer))
            return true;
    return mentions(integer);
  };
  bool hasColumns = usesCsr || mentions("scol") || mentions("ecol");
  if (!square && (needs("m") || hasColumns))
    integers.push_back("m");
  for (const char *integer : {"p", "nnz"})
    if (needs(integer))
      integers.push_back(integer);
  integers.insert(integers.end(), arrays.begin(), arrays.end());
  return integers;
}

/// The variants of \p nodes with one node cut or replaced by its body.
static std::vector<std::vector<Node>> cuts(const std::vector<Node> &nodes) {
  std::vector<std::vector<Node>> result;
  for (size_t at = 0; at < nodes.size(); ++at) {
    std::vector<Node> without = nodes;
    without.erase(without.begin() + long(at));
    result.push_back(without);
    if (!nodes[at].isBlock)
      continue;
    without.insert(without.begin() + long(at), nodes[at].body.begin(),
                   nodes[at].body.end());
    result.push_back(without);
    if (!nodes[at].otherwise.empty()) {
      std::vector<Node> variant = nodes;
      variant[at].otherwise.clear();
      result.push_back(std::move(variant));
    }
    for (std::vector<Node> &body : cuts(nodes[at].body)) {
      std::vector<Node> variant = nodes;
      variant[at].body = std::move(body);
      if (!variant[at].body.empty())
        result.push_back(std::move(variant));
    }
  }
  return result;
}

std::vector<Kernel> smallerKernels(const Kernel &kernel) {
  std::vector<Kernel> result;
  for (std::vector<Node> &body : cuts(kernel.body)) {
    Kernel smaller = kernel;
    smaller.body = std::move(body);
    if (smaller.statementCount())
      result.push_back(std::move(smaller));
  }
  return result;
}

} // namespace sparsec::stress
