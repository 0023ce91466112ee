//===- RegistryJson.cpp - the steps of recipes for other languages --------===//
///
/// \file
/// -help-transforms=json: what a binding needs to offer every step and command
/// as a function of its own language, with help.
///
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "ParameterKinds.h"

#include "sparsec/Recipe/Commands.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

void writeParameter(llvm::json::OStream &json, const ParameterSpec &parameter) {
  json.object([&] {
    json.attribute("name", parameter.name);
    json.attribute("kind", namesOf(parameter.kind).word);
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
