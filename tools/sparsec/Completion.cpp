//===- Completion.cpp - the command line for shells -----------------------===//
///
/// \file
/// The options that llvm::cl knows, and what they take, for ShellCompletion.
///
//===----------------------------------------------------------------------===//

#include "Completion.h"

#include "sparsec/IR/FactHelp.h"
#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/Recipe/Commands.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/ShellCompletion.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

using Words = std::vector<std::string>;

Words stepNames() {
  Words names;
  for (const TransformSpec *spec : allTransforms())
    names.push_back(spec->name.str());
  return names;
}

/// What `-help=` takes.
Words helpTopics() {
  Words topics = {"transforms", "commands", "facts"};
  for (const std::string &name : stepNames())
    topics.push_back("transform:" + name);
  for (const CommandHelp &command : recipeCommands())
    topics.push_back("command:" + command.name.str());
  for (const FactHelp &fact : factHelp())
    if (std::string topic = "fact:" + fact.name.str();
        !llvm::is_contained(topics, topic))
      topics.push_back(topic);
  return topics;
}

std::vector<ShellOption> optionsOf(const llvm::cl::OptionCategory &category,
                                   OptionWords &words) {
  words["explain"] = {"short"};
  words["print-after"] = stepNames();
  words["print-loops-after"] = loopPassNames();
  words["print-loops-after"].push_back("all");
  std::vector<ShellOption> options;
  for (const auto &entry : llvm::cl::getRegisteredOptions()) {
    const llvm::cl::Option &option = *entry.second;
    if (!llvm::is_contained(option.Categories, &category))
      continue;
    ShellOption made;
    made.name = entry.first().str();
    made.help = option.HelpStr.str();
    made.takesValue = !option.ValueStr.empty() || words.count(made.name) != 0;
    made.isOptional =
        option.getValueExpectedFlag() == llvm::cl::ValueOptional &&
        made.takesValue;
    made.isFile = option.ValueStr == "FILE";
    made.isFolder = option.ValueStr == "DIR";
    if (made.name == "recipe" || made.name == "check")
      made.extension = "script";
    made.words = words[made.name];
    options.push_back(std::move(made));
  }
  ShellOption help;
  help.name = "help";
  help.help = "help, on the command line or on a topic";
  help.takesValue = help.isOptional = true;
  help.words = helpTopics();
  options.push_back(std::move(help));
  ShellOption version;
  version.name = "version";
  version.help = "the version";
  options.push_back(std::move(version));
  return options;
}

} // namespace

int printCompletion(llvm::StringRef shell,
                    const llvm::cl::OptionCategory &category,
                    OptionWords words) {
  if (printShell(llvm::outs(), shell, "sparsec", optionsOf(category, words)))
    return ExitOk;
  llvm::errs() << "sparsec: error: " << unknownShell(shell) << "\n";
  return ExitUsage;
}

} // namespace sparsec
