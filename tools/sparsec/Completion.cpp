//===- Completion.cpp - the command line for shells -----------------------===//
///
/// \file
/// One table of options serves three shells. bash and zsh get a function that
/// looks at the word as it is typed, `-help=transform:ti`, which bash would
/// take apart at `=` and `:`.
///
//===----------------------------------------------------------------------===//

#include "Completion.h"

#include "sparsec/IR/FactHelp.h"
#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/Recipe/Commands.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

using Words = std::vector<std::string>;

struct ShellOption {
  std::string name, help;
  bool takesValue = false;
  /// The value may be left out, so that it is never the next word.
  bool isOptional = false;
  /// Of the files that it takes, "script"; "" for any; what is no file has
  /// words, or a value that nobody can know.
  std::string extension;
  bool isFile = false, isFolder = false;
  Words words;
};

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
  llvm::sort(options, [](const ShellOption &one, const ShellOption &other) {
    return one.name < other.name;
  });
  return options;
}

/// `-name`, or `-name=` where words follow; both where they may.
std::string typed(const ShellOption &option) {
  const std::string name = "-" + option.name;
  if (option.words.empty())
    return name;
  return (option.isOptional ? name + " " : "") + name + "=";
}

const char *const bashBegin =
    R"(# bash completion of sparsec, made by sparsec -help-completion=bash
_sparsec() {
  local line=${COMP_LINE:0:COMP_POINT} words= kind=file extension=c
  local word=${line##*[[:space:]]}
  local before=${line%"$word"}
  before=${before%"${before##*[![:space:]]}"}
  before=${before##*[[:space:]]}
  case $before in
)";

const char *const bashEnd = R"(  esac
  COMPREPLY=()
  if [[ $kind == words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    # What bash takes for the word begins behind the last = or :.
    local typed=${word%"${word##*[=:]}"}
    [[ $COMP_WORDBREAKS == *[=:]* ]] &&
      COMPREPLY=("${COMPREPLY[@]#"$typed"}")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  elif [[ $kind == file ]]; then
    compopt -o filenames
    local name
    while IFS= read -r name; do
      [[ -d $name || -z $extension || $name == *.$extension ]] &&
        COMPREPLY+=("$name")
    done < <(compgen -f -- "${word##*=}")
  fi
}
complete -F _sparsec sparsec
)";

/// The branches that say what follows an option, and what a word becomes.
void printBash(const std::vector<ShellOption> &options) {
  llvm::raw_ostream &out = llvm::outs();
  out << bashBegin;
  std::string names;
  for (const ShellOption &option : options) {
    names += " " + typed(option);
    if ((option.isFile || option.isFolder) && !option.isOptional)
      out << "  -" << option.name << ") extension=" << option.extension
          << " ;;\n";
    else if (option.takesValue && !option.isOptional && option.words.empty())
      out << "  -" << option.name << ") kind=none ;;\n";
  }
  out << "  esac\n  case $word in\n";
  for (const ShellOption &option : options) {
    Words full;
    for (const std::string &word : option.words)
      full.push_back("-" + option.name + "=" + word);
    if (!full.empty())
      out << "  -" << option.name << "=*) kind=words words='"
          << llvm::join(full, " ") << "' ;;\n";
    else if (option.isFile)
      out << "  -" << option.name << "=*) extension=" << option.extension
          << " ;;\n";
  }
  out << "  -*) kind=words words='" << names.substr(1) << "' ;;\n" << bashEnd;
}

/// \p text for between single quotes; zsh's descriptions know brackets and
/// colons.
std::string amidQuotes(llvm::StringRef text, llvm::StringRef escaped) {
  std::string result;
  for (char c : text) {
    if (c == '\'')
      result += "'\\'";
    else if (escaped.contains(c))
      result += "\\";
    result += c;
  }
  return result;
}

void printZsh(const std::vector<ShellOption> &options) {
  llvm::raw_ostream &out = llvm::outs();
  out << "#compdef sparsec\n# made by sparsec -help-completion=zsh\n"
         "_arguments \\\n";
  for (const ShellOption &option : options) {
    std::string spec = "*-" + option.name;
    if (!option.words.empty() || option.isOptional)
      spec += "=-"; // in the same word
    else if (option.takesValue)
      spec += "="; // also as a word of its own
    std::string action;
    if (!option.words.empty()) {
      Words escaped;
      for (const std::string &word : option.words)
        escaped.push_back(
            llvm::join(llvm::split(llvm::StringRef(word), ':'), "\\:"));
      action = ":word:(" + llvm::join(escaped, " ") + ")";
    } else if (option.isFolder) {
      action = ":folder:_files -/";
    } else if (option.isFile) {
      action = option.extension.empty()
                   ? ":file:_files"
                   : ":file:_files -g \"*." + option.extension + "\"";
    } else if (option.takesValue) {
      action = ":value: ";
    }
    if (option.isOptional)
      action = ":" + action;
    out << "  '" << spec << "[" << amidQuotes(option.help, "[]:") << "]"
        << action << "' \\\n";
  }
  out << "  '1:source:_files -g \"*.c\"'\n";
}

void printFish(const std::vector<ShellOption> &options) {
  llvm::raw_ostream &out = llvm::outs();
  out << "# fish completion of sparsec, made by sparsec -help-completion=fish\n"
         "complete -c sparsec -f -a '(__fish_complete_suffix .c)'\n";
  for (const ShellOption &option : options) {
    const std::string help = "'" + amidQuotes(option.help, "\\") + "'";
    if (!option.words.empty()) {
      // fish has no old-style option with a value behind `=`.
      Words full;
      if (option.isOptional)
        full.push_back("-" + option.name);
      for (const std::string &word : option.words)
        full.push_back("-" + option.name + "=" + word);
      out << "complete -c sparsec -n 'string match -q -- \"-*\" (commandline "
             "-ct)' -a '"
          << llvm::join(full, " ") << "' -d " << help << "\n";
      continue;
    }
    out << "complete -c sparsec -o " << option.name << " -d " << help;
    if (option.isFolder)
      out << " -x -a '(__fish_complete_directories)'";
    else if (option.isFile)
      out << (option.extension.empty() ? std::string(" -r -F")
                                       : " -x -a '(__fish_complete_suffix ." +
                                             option.extension + ")'");
    else if (option.takesValue && !option.isOptional)
      out << " -x";
    out << "\n";
  }
}

} // namespace

int printCompletion(llvm::StringRef shell,
                    const llvm::cl::OptionCategory &category,
                    OptionWords words) {
  const std::vector<ShellOption> options = optionsOf(category, words);
  if (shell == "bash")
    printBash(options);
  else if (shell == "zsh")
    printZsh(options);
  else if (shell == "fish")
    printFish(options);
  else {
    llvm::errs() << "sparsec: error: -help-completion is for bash, zsh or "
                    "fish, not '"
                 << shell << "'\n";
    return ExitUsage;
  }
  return ExitOk;
}

} // namespace sparsec
