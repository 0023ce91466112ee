//===- KernelText.cpp - the text of random kernels ------------------------===//

#include "KernelWords.h"

#include "sparsec/Stress/Kernel.h"

#include <algorithm>

namespace sparsec::stress {
namespace {

using Words = std::vector<std::string>;

bool has(const Words &words, const std::string &word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const ArrayInfo *findArray(const std::string &name) {
  for (const ArrayInfo &array : stock())
    if (name == array.name)
      return &array;
  return nullptr;
}

bool isMember(const std::string &name) {
  return name == "index" || name == "col" || name == "a";
}

const char *typeOf(Element element) {
  switch (element) {
  case Element::Float:
    return "float";
  case Element::Int:
    return "int";
  case Element::Complex:
    return "double _Complex";
  case Element::Byte:
    return "unsigned char";
  case Element::Truth:
    return "_Bool";
  case Element::Double:
    break;
  }
  return "double";
}

/// Words that stand for sizes, types and names become those of the kernel.
std::string substituted(const Kernel &kernel, const std::string &text) {
  std::string result;
  size_t done = 0;
  forEachWord(text, [&](size_t at, const std::string &word) {
    result += text.substr(done, at - done) + kernel.spelled(word);
    done = at + word.size();
  });
  return result + text.substr(done);
}

std::string integerType(const Kernel &kernel) {
  return kernel.isLong ? "long" : "int";
}

/// What the elements of \p array are declared as, `const double`.
std::string elementType(const Kernel &kernel, const ArrayInfo &array) {
  std::string type = array.role == Role::Values
                         ? typeOf(kernel.elementOf(array.name))
                         : integerType(kernel);
  return (kernel.writes(array.name) ? "" : "const ") + type;
}

std::string declaration(const Kernel &kernel, const std::string &name) {
  std::string spelled = kernel.spelled(name);
  const ArrayInfo *array = findArray(name);
  if (!array)
    return integerType(kernel) + " " + spelled;
  std::string type = elementType(kernel, *array) + " ";
  if (array->extents.size() == 2 && !kernel.isFlat)
    return type + spelled + "[" + kernel.spelled(array->extents[0]) + "][" +
           kernel.spelled(array->extents[1]) + "]";
  return type + "*" + (kernel.isRestrict ? "restrict " : "") + spelled;
}

/// The facts about the structure of CSR.
Words factsAboutRows(const Kernel &kernel) {
  Words facts = {std::string(kernel.isFromOne ? "csr_base1" : "csr") +
                 "(n, m, index, col, a)"};
  if (kernel.sorted)
    facts.push_back(std::string("sorted(col, index") +
                    (kernel.strict ? ", strict)" : ")"));
  if (kernel.unique)
    facts.push_back("unique(col, index)");
  if (!kernel.triangle.empty() && kernel.isRule)
    facts.push_back(
        std::string("rule(forall i, e: index[i] <= e && e < index[i + 1] => ") +
        (kernel.triangle == "lower" ? "col[e] <" : "i <") +
        (kernel.strict ? "" : "=") +
        (kernel.triangle == "lower" ? " i)" : " col[e])"));
  else if (!kernel.triangle.empty())
    facts.push_back("triangular(col, index, " + kernel.triangle +
                    (kernel.strict ? ", strict)" : ")"));
  if (kernel.hasDiagonal)
    facts.push_back("has_diagonal(col, index)");
  if (kernel.isSymmetric)
    facts.push_back("symmetric_pattern(col, index)");
  if (kernel.isShort)
    facts.push_back("row_length(index) <= 24");
  return facts;
}

/// What must be known of the values of an index array, and its length.
Words factsAbout(const Kernel &kernel, const ArrayInfo &array) {
  std::string name = array.name;
  Words facts;
  switch (array.role) {
  case Role::Columns:
    facts = {"range(" + name + ", 0, m)"};
    break;
  case Role::Rows:
    facts = {"range(" + name + ", 0, n)"};
    break;
  case Role::Begins:
  case Role::Ends:
    facts = {"range(" + name + ", 0, nnz + 1)"};
    break;
  case Role::Permutation:
    facts = {"permutation(" + name + ", n)"};
    break;
  case Role::Inverse:
    facts = {"permutation(" + name + ", n)", "inverse(" + name + ", perm)"};
    break;
  default:
    break;
  }
  bool isIndex = array.role != Role::Values;
  if (isIndex || kernel.givesExtents || name == "u" || kernel.isFlat) {
    std::string list;
    for (const std::string &extent : array.extents)
      list += ", " + extent +
              (kernel.isFromOne && extent == "index[n]" ? " - 1" : "");
    if (array.extents.size() == 1 || kernel.isFlat)
      facts.push_back("extent(" + name + list + ")");
  }
  return facts;
}

std::string pragmas(const Kernel &kernel) {
  Words parameters = kernel.parameters(), facts;
  if (has(parameters, "index"))
    facts = factsAboutRows(kernel);
  for (const ArrayInfo &array : stock())
    if (has(parameters, array.name) && !isMember(array.name))
      for (const std::string &fact : factsAbout(kernel, array))
        facts.push_back(fact);
  std::string text;
  for (const std::string &fact : facts)
    text += "#pragma sparsec " + substituted(kernel, fact) + "\n";
  return text;
}

std::string printed(const std::vector<Node> &nodes, const std::string &indent) {
  std::string text;
  for (const Node &node : nodes) {
    text += indent + node.text;
    if (node.isBlock)
      text += " {\n" + printed(node.body, indent + "  ") + indent + "}";
    if (!node.otherwise.empty())
      text +=
          " else {\n" + printed(node.otherwise, indent + "  ") + indent + "}";
    text += "\n";
  }
  return text;
}

} // namespace

Element Kernel::elementOf(const std::string &array) const {
  auto found = mixed.find(array);
  return found == mixed.end() ? element : found->second;
}

std::string Kernel::spelled(const std::string &word) const {
  if (square && word == "m")
    return spelled("n");
  if (word == "int" || word == "rising")
    return isUnsigned && word == "rising" ? "unsigned" : integerType(*this);
  if (word == "double")
    return typeOf(element);
  auto other = names.find(word);
  const std::string &name = other == names.end() ? word : other->second;
  return isStruct && isMember(word) ? "A->" + name : name;
}

std::vector<Kernel::Argument> Kernel::arguments() const {
  std::vector<Argument> result;
  Argument structure{"A", "const struct matrix *A", {}, false, true};
  for (const std::string &name : parameters())
    if (isStruct && isMember(name))
      structure.parameters.push_back(name);
    else
      result.push_back({spelled(name),
                        declaration(*this, name),
                        {name},
                        findArray(name) != nullptr});
  if (!structure.parameters.empty())
    result.push_back(structure);
  return result;
}

std::string Kernel::preamble() const {
  if (!isStruct || !has(parameters(), "index"))
    return "";
  std::string text = "struct matrix {\n";
  for (const char *member : {"index", "col", "a"})
    text += "  " + elementType(*this, *findArray(member)) + " *" +
            spelled(member).substr(3) + ";\n";
  return text + "};\n";
}

std::string Kernel::definition(const std::string &name) const {
  std::string list;
  for (const Argument &argument : arguments())
    list += (list.empty() ? "" : ", ") + argument.declaration;
  return "void " + name + "(" + list + ") {\n" +
         substituted(*this, printed(body, "  ")) + "}\n";
}

std::string Kernel::text(const std::string &name) const {
  return preamble() + pragmas(*this) + definition(name);
}

} // namespace sparsec::stress
