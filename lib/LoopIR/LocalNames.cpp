//===- LocalNames.cpp - names that locals may have ------------------------===//

#include "sparsec/LoopIR/LocalNames.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

std::vector<std::string> reservedNames(const Program &program) {
  std::vector<std::string> names;
  for (const auto &entry : program.arrays)
    names.push_back(entry.first);
  for (const Parameter &parameter : program.parameters)
    names.push_back(parameter.name);
  for (const SourceFunction::Argument &argument : program.function.arguments)
    names.push_back(argument.name);
  return names;
}

std::string identifierFor(const std::string &text) {
  std::string name;
  bool isSeparated = false;
  for (char letter : text) {
    if (letter == '#')
      break;
    const bool isPart = llvm::isAlnum(letter) || letter == '_';
    if (isPart && isSeparated && !name.empty() && name.back() != '_')
      name += '_';
    if (isPart)
      name += letter;
    isSeparated = !isPart;
  }
  if (name.empty() || llvm::isDigit(name[0]))
    name = "v" + name;
  return name;
}

} // namespace sparsec
