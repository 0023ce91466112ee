//===- CheckLocals.cpp - what checks of facts declare ---------------------===//

#include "CheckLocals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace sparsec {

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    // "??/" is a backslash to some compilers.
    const bool isTrigraph = c == '?' && result.back() == '?';
    if (c == '"' || c == '\\' || isTrigraph)
      result += '\\';
    if (llvm::isPrint(c))
      result += c;
  }
  return result + "\"";
}

std::string CheckLocals::fresh(const std::string &stem) const {
  std::string name = stem;
  auto taken = [&](const std::string &candidate) {
    return llvm::any_of(declarations, [&](const std::string &line) {
      return llvm::StringRef(line).contains(" " + candidate + " =") ||
             llvm::StringRef(line).contains(" " + candidate + "[] =");
    });
  };
  for (unsigned number = 2; taken(name) || program.freshName(name) != name;
       ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

std::string CheckLocals::add(const std::string &type, const std::string &stem,
                             const std::string &value) {
  std::string name = fresh(stem);
  declarations.push_back(type + name + " = " + value + ";");
  return name;
}

std::string CheckLocals::addTable(const std::string &type,
                                  const std::string &stem,
                                  const std::string &values) {
  std::string name = fresh(stem);
  declarations.push_back(type + name + "[] = " + values + ";");
  return name;
}

std::string CheckLocals::viewOf(const std::string &array) {
  std::string &view = views[array];
  if (!view.empty())
    return view;
  std::string stem;
  for (char c : array)
    if (llvm::isAlnum(c) || c == '_')
      stem += c;
    else if (!llvm::StringRef(stem).ends_with("_"))
      stem += '_';
  const ElementType &type = program.arrays.at(array).type;
  std::string bytes = (type.isSigned ? "" : "-") + std::to_string(type.bytes);
  return view = add("const sparsec_view ", stem + "_view",
                    "sparsec_view_of(" + quoted(array) + ", " + array + ", " +
                        bytes + ")");
}

std::string CheckLocals::textOf(const Fact &fact) {
  // The file without its folder: the text must not depend on where it was.
  std::string place = llvm::sys::path::filename(fact.location).str();
  std::string full = place.empty() ? fact.text : place + ": " + fact.text;
  std::string &name = texts[full];
  if (name.empty())
    name = add("const char *const ", "fact", quoted(full));
  return name;
}

} // namespace sparsec
