//===- LuaAnnotations.cpp - the recipe language for editors ---------------===//
///
/// \file
/// What the Lua language server reads (LuaLS, LuaCATS annotations): a function
/// of each step and each command, with its parameters, so that editors complete
/// names, show help and find wrong arguments.
///
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "sparsec/Recipe/Commands.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

using Kind = ParameterSpec::Kind;

/// A word of `words` as a type: "counted"|"strided".
std::string wordsType(llvm::StringRef words) {
  std::string type;
  for (llvm::StringRef word : llvm::split(words, '|'))
    type += (type.empty() ? "\"" : "|\"") + word.str() + "\"";
  return type;
}

std::string typeOf(const ParameterSpec &parameter) {
  switch (parameter.kind) {
  case Kind::Statement:
    return "sparsec.Statement|string|integer";
  case Kind::Loop:
  case Kind::NewName:
  case Kind::Array:
    return "string";
  case Kind::Text:
    return parameter.words.empty() ? "string" : wordsType(parameter.words);
  case Kind::Loops:
  case Kind::NewNames:
  case Kind::Arrays:
  case Kind::Texts:
    return "string|string[]";
  case Kind::Count:
  case Kind::Integer:
    return "integer";
  case Kind::Counts:
  case Kind::Integers:
    return "integer|integer[]";
  case Kind::Numbers:
    return "number[]|number[][]";
  case Kind::Sizes:
    return "integer|string|(integer|string)[]";
  case Kind::Flag:
    return "boolean";
  }
  return "any";
}

/// The parameter's name, which may be a word of Lua: `function_`.
std::string nameOf(const ParameterSpec &parameter) {
  static const char *const words[] = {
      "and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
      "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
      "repeat",   "return", "then", "true", "until",  "while"};
  return parameter.name.str() +
         (llvm::is_contained(words, parameter.name) ? "_" : "");
}

/// Lines of \p text behind `---`.
void printComment(llvm::StringRef text) {
  for (llvm::StringRef line : llvm::split(text, '\n'))
    llvm::outs() << "---" << (line.empty() ? "" : " ") << line << "\n";
}

/// Help in one line.
std::string oneLine(llvm::StringRef text) {
  std::string line = text.str();
  for (char &c : line)
    if (c == '\n')
      c = ' ';
  return line;
}

void printStep(const TransformSpec &spec) {
  llvm::outs() << "\n";
  printComment(spec.summary);
  printComment("\n```");
  printComment(spec.before);
  printComment("```\nbecomes\n```");
  printComment(spec.after);
  printComment("```\n" + ("Legal: " + spec.legality).str());
  std::string names, options;
  for (const ParameterSpec &parameter : spec.parameters) {
    if (parameter.optional) {
      options += (options.empty() ? "" : ", ") + parameter.name.str() +
                 "?: " + typeOf(parameter);
      continue;
    }
    llvm::outs() << "---@param " << nameOf(parameter) << " "
                 << typeOf(parameter) << " " << oneLine(parameter.help) << "\n";
    names += (names.empty() ? "" : ", ") + nameOf(parameter);
  }
  if (!options.empty()) {
    for (const ParameterSpec &parameter : spec.parameters)
      if (parameter.optional)
        printComment("- `" + parameter.name.str() +
                     "`: " + oneLine(parameter.help));
    llvm::outs() << "---@param options? {" << options << "}|any\n";
    names += ", options";
  }
  llvm::outs() << "---@return sparsec.Statement\nfunction " << spec.name << "("
               << names << ") end\n";
}

} // namespace

void printLuaAnnotations() {
  llvm::outs()
      << "---@meta\n"
         "-- The recipe language of sparsec for the Lua language server: put\n"
         "-- this file into the editor's workspace.library. Made by\n"
         "-- sparsec -help-transforms=lua.\n\n"
         "---A statement, which steps take and return; fields name what a "
         "step\n"
         "---made of it, such as `remainder` of split_with_alignment.\n"
         "---@class sparsec.Statement\n"
         "---@field name string\n"
         "---@field [string] sparsec.Statement\n\n"
         "---The source's only statement, where it has one.\n"
         "---@type sparsec.Statement\n"
         "s = nil\n";
  for (const CommandHelp &command : recipeCommands()) {
    llvm::outs() << "\n";
    printComment(command.summary);
    for (llvm::StringRef usage : llvm::split(command.usage, "; "))
      printComment("`" + usage.str() + "`");
    llvm::outs() << "---@param ... any\n---@return any\nfunction "
                 << command.name << "(...) end\n";
  }
  for (const TransformSpec *spec : allTransforms())
    printStep(*spec);
}

} // namespace sparsec
