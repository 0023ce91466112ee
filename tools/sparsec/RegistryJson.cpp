//===- RegistryJson.cpp - the steps of recipes for other languages --------===//
///
/// \file
/// -help-transforms=json: what a binding needs to offer every step and command
/// as a function of its own language, with help.
///
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "sparsec/Recipe/Commands.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

using Kind = ParameterSpec::Kind;

const char *wordOf(Kind kind) {
  switch (kind) {
  case Kind::Statement:
    return "statement";
  case Kind::Loop:
    return "loop";
  case Kind::Loops:
    return "loops";
  case Kind::NewName:
    return "newName";
  case Kind::NewNames:
    return "newNames";
  case Kind::Count:
    return "count";
  case Kind::Counts:
    return "counts";
  case Kind::Integer:
    return "integer";
  case Kind::Integers:
    return "integers";
  case Kind::Numbers:
    return "numbers";
  case Kind::Sizes:
    return "sizes";
  case Kind::Array:
    return "array";
  case Kind::Arrays:
    return "arrays";
  case Kind::Text:
    return "text";
  case Kind::Texts:
    return "texts";
  case Kind::Flag:
    return "flag";
  }
  return "any";
}

void writeParameter(llvm::json::OStream &json, const ParameterSpec &parameter) {
  json.object([&] {
    json.attribute("name", parameter.name);
    json.attribute("kind", wordOf(parameter.kind));
    json.attribute("isOptional", parameter.optional);
    json.attribute("help", parameter.help);
    if (parameter.words.empty())
      return;
    json.attributeArray("words", [&] {
      for (llvm::StringRef word : llvm::split(parameter.words, '|'))
        json.value(word);
    });
  });
}

void writeStep(llvm::json::OStream &json, const TransformSpec &spec) {
  json.object([&] {
    json.attribute("name", spec.name);
    json.attribute("summary", spec.summary);
    json.attribute("before", spec.before);
    json.attribute("after", spec.after);
    json.attribute("legality", spec.legality);
    json.attributeArray("parameters", [&] {
      for (const ParameterSpec &parameter : spec.parameters)
        writeParameter(json, parameter);
    });
  });
}

void writeCommand(llvm::json::OStream &json, const CommandHelp &command) {
  json.object([&] {
    json.attribute("name", command.name);
    json.attribute("summary", command.summary);
    json.attributeArray("usage", [&] {
      for (llvm::StringRef usage : llvm::split(command.usage, "; "))
        json.value(usage);
    });
  });
}

} // namespace

void printRegistryJson() {
  llvm::json::OStream json(llvm::outs(), /*IndentSize=*/2);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeArray("commands", [&] {
      for (const CommandHelp &command : recipeCommands())
        writeCommand(json, command);
    });
    json.attributeArray("transforms", [&] {
      for (const TransformSpec *spec : allTransforms())
        writeStep(json, *spec);
    });
  });
  llvm::outs() << "\n";
}

} // namespace sparsec
