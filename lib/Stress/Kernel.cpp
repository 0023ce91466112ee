//===- Kernel.cpp - the text of random kernels ----------------------------===//

#include "sparsec/Stress/Kernel.h"

#include <algorithm>
#include <cctype>
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
      {"a", Role::Values, {"index[n]"}},
      {"v", Role::Values, {"index[n]"}},
      {"sa", Role::Values, {"nnz"}},
      {"ea", Role::Values, {"nnz"}},
      {"b", Role::Values, {"n"}},
      {"x", Role::Values, {"m"}},
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

static bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Calls \p visit with the start and the text of every identifier.
static void
forEachWord(const std::string &text,
            const std::function<void(size_t, const std::string &)> &visit) {
  for (size_t at = 0; at < text.size();) {
    if (!isWordCharacter(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && isWordCharacter(text[end]))
      ++end;
    visit(at, text.substr(at, end - at));
    at = end;
  }
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

/// "n" for "m" in square kernels.
static std::string inSize(const Kernel &kernel, const std::string &extent) {
  return kernel.square && extent == "m" ? "n" : extent;
}

static std::string declaration(const Kernel &kernel, const std::string &name) {
  std::string integer = kernel.isLong ? "long " : "int ";
  for (const ArrayInfo &array : stock()) {
    if (array.name != name)
      continue;
    std::string type = array.role == Role::Values ? "double " : integer;
    if (!kernel.writes(name))
      type = "const " + type;
    if (array.extents.size() == 2)
      return type + name + "[" + inSize(kernel, array.extents[0]) + "][" +
             array.extents[1] + "]";
    return type + "*" + (kernel.isRestrict ? "restrict " : "") + name;
  }
  return integer + name;
}

static std::string pragmas(const Kernel &kernel,
                           const std::vector<std::string> &parameters) {
  auto has = [&](const std::string &name) {
    return std::find(parameters.begin(), parameters.end(), name) !=
           parameters.end();
  };
  std::vector<std::string> facts;
  std::string m = inSize(kernel, "m");
  if (has("index")) {
    facts.push_back("csr(n, " + m + ", index, col, a)");
    if (kernel.sorted)
      facts.push_back(std::string("sorted(col, index") +
                      (kernel.strict ? ", strict)" : ")"));
    if (kernel.unique)
      facts.push_back("unique(col, index)");
    if (!kernel.triangle.empty())
      facts.push_back("triangular(col, index, " + kernel.triangle +
                      (kernel.strict ? ", strict)" : ")"));
  }
  for (const ArrayInfo &array : stock()) {
    std::string name = array.name;
    if (!has(name) || name == "index" || name == "col" || name == "a")
      continue;
    if (array.role == Role::Columns)
      facts.push_back("range(" + name + ", 0, " + m + ")");
    if (array.role == Role::Rows)
      facts.push_back("range(" + name + ", 0, n)");
    if (array.role == Role::Begins || array.role == Role::Ends)
      facts.push_back("range(" + name + ", 0, nnz + 1)");
    if (array.role == Role::Permutation)
      facts.push_back("permutation(perm, n)");
    bool isIndex = array.role != Role::Values;
    if (array.extents.size() == 1 && (isIndex || kernel.givesExtents))
      facts.push_back("extent(" + name + ", " +
                      inSize(kernel, array.extents[0]) + ")");
  }
  std::string text;
  for (const std::string &fact : facts)
    text += "#pragma sparsec " + fact + "\n";
  return text;
}

static std::string printed(const Kernel &kernel, const std::vector<Node> &nodes,
                           const std::string &indent) {
  std::string text;
  for (const Node &node : nodes) {
    text += indent + node.text;
    if (node.isBlock)
      text += " {\n" + printed(kernel, node.body, indent + "  ") + indent + "}";
    text += "\n";
  }
  return text;
}

/// Words that stand for sizes and types become those of the kernel.
static std::string substituted(const Kernel &kernel, const std::string &text) {
  std::string result;
  size_t done = 0;
  forEachWord(text, [&](size_t at, const std::string &word) {
    std::string by = word;
    if (kernel.square && word == "m")
      by = "n";
    if (kernel.isLong && word == "int")
      by = "long";
    result += text.substr(done, at - done) + by;
    done = at + word.size();
  });
  return result + text.substr(done);
}

std::string Kernel::text(const std::string &name) const {
  std::vector<std::string> all = parameters();
  std::string list;
  for (const std::string &parameter : all)
    list += (list.empty() ? "" : ", ") + declaration(*this, parameter);
  return pragmas(*this, all) + "void " + name + "(" + list + ") {\n" +
         substituted(*this, printed(*this, body, "  ")) + "}\n";
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
