//===- ArgumentNames.cpp - whether a text is what a step takes ------------===//
///
/// \file
/// Names that there are, names that there are not yet, and words of a list.
///
//===----------------------------------------------------------------------===//

#include "ArgumentReader.h"

#include "sparsec/IR/TakenNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec::recipe {

using Kind = ParameterSpec::Kind;

namespace {

/// Arrays that the statement reads or writes, as data or as index.
std::vector<std::string> arraysOf(const Statement &statement) {
  std::set<std::string> names;
  for (const Access &access : statement.accesses())
    names.insert(access.array);
  for (const auto &entry : statement.calls)
    names.insert(entry.second.function);
  return {names.begin(), names.end()};
}

/// The same of all statements in the outermost loop around \p statement: lists
/// of arrays are for what goes along, too.
std::vector<std::string> arraysAround(const Program &program,
                                      const std::string &statement) {
  std::set<std::string> names;
  auto add = [&](const std::string &name) {
    for (std::string &array : arraysOf(program.statement(name)))
      names.insert(std::move(array));
  };
  add(statement);
  if (const Phase *phase = program.phaseOf(statement)) {
    const auto loops = phase->tree.loopsAround(statement);
    if (!loops.empty())
      llvm::for_each(loops.front()->statements(), add);
  }
  return {names.begin(), names.end()};
}

bool isIdentifier(llvm::StringRef name) {
  if (name.empty() || llvm::isDigit(name.front()))
    return false;
  return llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

} // namespace

llvm::Error ArgumentReader::checkText(const ParameterSpec &parameter,
                                      const std::string &text) const {
  const std::string statement = result.statement();
  switch (parameter.kind) {
  case Kind::Loop:
  case Kind::Loops: {
    std::vector<std::string> loops = loopNames(engine.program, statement);
    if (!llvm::is_contained(loops, text))
      return commandError("no loop '" + text + "' around " + statement +
                          "; its loops are: " + joined(loops) +
                          didYouMean(text, loops));
    return llvm::Error::success();
  }
  case Kind::Array:
  case Kind::Arrays: {
    const auto arrays = arraysOf(engine.program.statement(statement));
    const bool isThere =
        llvm::is_contained(arrays, text) ||
        (parameter.kind == Kind::Arrays &&
         llvm::is_contained(arraysAround(engine.program, statement), text));
    if (!isThere)
      return commandError("statement " + statement + " has no array '" + text +
                          "'; its arrays are: " + joined(arrays) +
                          didYouMean(text, arrays));
    return llvm::Error::success();
  }
  case Kind::NewName:
  case Kind::NewNames:
    return checkName(parameter, text);
  default:
    break;
  }
  llvm::SmallVector<llvm::StringRef> accepted;
  parameter.words.split(accepted, '|', -1, /*KeepEmpty=*/false);
  if (accepted.empty() || llvm::is_contained(accepted, text))
    return llvm::Error::success();
  std::vector<std::string> words;
  for (llvm::StringRef word : accepted)
    words.push_back(word.str());
  return commandError("'" + parameter.name +
                      "' must be one of: " + joined(words) + "; not '" + text +
                      "'" + didYouMean(text, words));
}

llvm::Error ArgumentReader::checkName(const ParameterSpec &parameter,
                                      const std::string &name) const {
  const Program &program = engine.program;
  if (!isIdentifier(name))
    return commandError("'" + parameter.name +
                        "' must be a C identifier, not '" + name + "'");
  bool taken = program.arrays.count(name) || program.findParameter(name) ||
               program.function.name == name;
  if (taken)
    return commandError("the name '" + name + "' is taken by the kernel; '" +
                        parameter.name + "' needs a new one");
  if (std::string use = useOfLocal(program, name); !use.empty())
    return commandError("the name '" + name + "' is " + use + "; '" +
                        parameter.name + "' needs another one");
  return llvm::Error::success();
}

} // namespace sparsec::recipe
