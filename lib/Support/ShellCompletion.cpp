//===- ShellCompletion.cpp - completion for shells ------------------------===//
///
/// \file
/// One table of options serves three shells. bash and zsh get a function that
/// looks at the word as it is typed, `-help=transform:ti`, which bash would
/// take apart at `=` and `:`.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Support/ShellCompletion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// `-name`, or `-name=` where words follow; both where they may.
std::string typed(const ShellOption &option) {
  const std::string name = "-" + option.name;
  if (option.words.empty())
    return name;
  return (option.isOptional ? name + " " : "") + name + "=";
}

const char *const bashBegin =
    R"(# bash completion of @PROGRAM@, made by @PROGRAM@ -help-completion=bash
@FUNCTION@() {
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
complete -F @FUNCTION@ @PROGRAM@
)";

/// \p text with the program's name in it, and that of its function.
std::string withNames(llvm::StringRef program, std::string text) {
  const std::string function = "_" + llvm::join(llvm::split(program, '-'), "_");
  for (const auto &[mark, name] :
       {std::pair<llvm::StringRef, std::string>("@PROGRAM@", program.str()),
        std::pair<llvm::StringRef, std::string>("@FUNCTION@", function)})
    for (size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark))
      text.replace(at, mark.size(), name);
  return text;
}

/// The branches that say what follows an option, and what a word becomes.
void printBash(llvm::raw_ostream &out, llvm::StringRef program,
               const std::vector<ShellOption> &options) {
  out << withNames(program, bashBegin);
  std::string names;
  for (const ShellOption &option : options) {
    names += " " + typed(option);
    if ((option.isFile || option.isFolder) && !option.isOptional)
      out << "  -" << option.name << ") extension=" << option.extension
          << " ;;\n";
    else if (option.takesValue && !option.isOptional && option.words.empty())
      out << "  -" << option.name << ") kind=none ;;\n";
    else if (option.takesValue && !option.isOptional)
      out << "  -" << option.name << ") kind=words words='"
          << llvm::join(option.words, " ") << "' ;;\n";
  }
  out << "  esac\n  case $word in\n";
  for (const ShellOption &option : options) {
    std::vector<std::string> full;
    for (const std::string &word : option.words)
      full.push_back("-" + option.name + "=" + word);
    if (!full.empty())
      out << "  -" << option.name << "=*) kind=words words='"
          << llvm::join(full, " ") << "' ;;\n";
    else if (option.isFile)
      out << "  -" << option.name << "=*) extension=" << option.extension
          << " ;;\n";
  }
  out << "  -*) kind=words words='" << names.substr(1) << "' ;;\n"
      << withNames(program, bashEnd);
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

void printZsh(llvm::raw_ostream &out, llvm::StringRef program,
              const std::vector<ShellOption> &options) {
  out << "#compdef " << program << "\n# made by " << program
      << " -help-completion=zsh\n_arguments \\\n";
  for (const ShellOption &option : options) {
    std::string spec = "*-" + option.name;
    if (!option.words.empty() || option.isOptional)
      spec += "=-"; // in the same word
    else if (option.takesValue)
      spec += "="; // also as a word of its own
    std::string action;
    if (!option.words.empty()) {
      std::vector<std::string> escaped;
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

void printFish(llvm::raw_ostream &out, llvm::StringRef program,
               const std::vector<ShellOption> &options) {
  out << "# fish completion of " << program << ", made by " << program
      << " -help-completion=fish\ncomplete -c " << program
      << " -f -a '(__fish_complete_suffix .c)'\n";
  for (const ShellOption &option : options) {
    const std::string help = "'" + amidQuotes(option.help, "\\") + "'";
    if (!option.words.empty()) {
      // fish has no old-style option with a value behind `=`.
      std::vector<std::string> full;
      if (option.isOptional)
        full.push_back("-" + option.name);
      for (const std::string &word : option.words)
        full.push_back("-" + option.name + "=" + word);
      out << "complete -c " << program
          << " -n 'string match -q -- \"-*\" (commandline "
             "-ct)' -a '"
          << llvm::join(full, " ") << "' -d " << help << "\n";
      continue;
    }
    out << "complete -c " << program << " -o " << option.name << " -d " << help;
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

bool printShell(llvm::raw_ostream &out, llvm::StringRef shell,
                llvm::StringRef program, std::vector<ShellOption> options) {
  llvm::sort(options, [](const ShellOption &one, const ShellOption &other) {
    return one.name < other.name;
  });
  if (shell == "bash")
    printBash(out, program, options);
  else if (shell == "zsh")
    printZsh(out, program, options);
  else if (shell == "fish")
    printFish(out, program, options);
  else
    return false;
  return true;
}

std::string unknownShell(llvm::StringRef shell) {
  return ("-help-completion is for bash, zsh or fish, not '" + shell + "'")
      .str();
}

} // namespace sparsec
