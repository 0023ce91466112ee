//===- TransformHelp.cpp - help from the table of transformations ---------===//

#include "Options.h"
#include "ParameterKinds.h"

#include "sparsec/IR/FactHelp.h"
#include "sparsec/Recipe/Commands.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/JsonDiagnostics.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>

namespace sparsec {
namespace {

std::string signature(const TransformSpec &spec) {
  std::string required, named;
  for (const ParameterSpec &parameter : spec.parameters) {
    std::string &text = parameter.optional ? named : required;
    text += (text.empty() ? "" : ", ") + parameter.name.str() +
            (parameter.optional ? " = …" : "");
  }
  return (spec.name + "(" + required +
          (named.empty() ? "" : " [, {" + named + "}]") + ")")
      .str();
}

void printIndented(llvm::StringRef text, unsigned indent) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines)
    llvm::outs().indent(indent) << line << "\n";
}

/// Lines for steps that one target only can run, and for those that do not keep
/// results.
std::string notes(const TransformSpec &spec) {
  std::string text = spec.forGpu ? "For: -target=cuda\n" : "";
  if (spec.mayChangeResults)
    text += "Results: those of the source may change, by more than rounding\n";
  return text;
}

void printOne(const TransformSpec &spec) {
  llvm::outs() << signature(spec) << "\n  " << spec.summary
               << "\n\nParameters:\n";
  for (const ParameterSpec &parameter : spec.parameters) {
    llvm::outs() << llvm::format("  %-12s %s", parameter.name.str().c_str(),
                                 namesOf(parameter.kind).text)
                 << (parameter.optional ? ", optional" : "") << "\n";
    printIndented(parameter.help, 15);
    if (!parameter.words.empty())
      llvm::outs().indent(15) << "one of: " << parameter.words << "\n";
  }
  llvm::outs() << "\nBefore:\n";
  printIndented(spec.before, 2);
  llvm::outs() << "After:\n";
  printIndented(spec.after, 2);
  llvm::outs() << "\nLegal: " << spec.legality << "\n" << notes(spec);
}

void printAll() {
  for (const TransformSpec *spec : allTransforms())
    llvm::outs() << llvm::format("  %-22s ", spec->name.str().c_str())
                 << spec->summary << "\n";
  llvm::outs() << "\n'sparsec -help=transform:NAME' shows one of them.\n";
}

/// Text for one cell of a table: one line.
std::string cell(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '|'    ? std::string("\\|")
              : c == '\n' ? std::string(" ")
                          : std::string(1, c);
  return result;
}

/// A section per transformation, with the table of its parameters.
void printMarkdown() {
  for (const TransformSpec *spec : allTransforms()) {
    llvm::outs() << "## `" << spec->name << "`\n\n"
                 << "`" << signature(*spec) << "`: " << spec->summary << ".\n\n"
                 << "| parameter | kind | meaning |\n|---|---|---|\n";
    for (const ParameterSpec &parameter : spec->parameters)
      llvm::outs() << "| `" << parameter.name << "` | "
                   << namesOf(parameter.kind).text
                   << (parameter.optional ? ", optional" : "") << " | "
                   << cell(parameter.help)
                   << (parameter.words.empty()
                           ? ""
                           : " (one of: " + cell(parameter.words) + ")")
                   << " |\n";
    llvm::outs() << "\nLegal: " << spec->legality << ".\n\n";
  }
}

void printRow(const std::string &usage, llvm::StringRef meaning) {
  llvm::outs() << "  " << llvm::left_justify(usage, 46) << " " << meaning
               << "\n";
}

void printFact(const FactHelp &fact) {
  printRow((fact.name + fact.usage).str(), fact.meaning);
}

void printFacts() {
  for (const FactHelp &fact : factHelp())
    printFact(fact);
  printRow("index[0] = 0", "one element of an array");
  printRow("0 < n && n <= m", "a condition on parameters");
  llvm::outs() << "\nIn the source: #pragma sparsec FACT; FACT. In a recipe: "
                  "known(\"FACT\").\n";
}

void printCommands() {
  for (const CommandHelp &command : recipeCommands()) {
    for (llvm::StringRef usage : llvm::split(command.usage, "; "))
      llvm::outs() << "  " << usage << "\n";
    llvm::outs().indent(6) << command.summary << "\n";
  }
  llvm::outs() << "\nSteps: 'sparsec -help=transforms'.\n";
}

/// Under what else than \p kind `-help` has \p name: "transform"; "" for
/// nothing.
llvm::StringRef otherKindOf(llvm::StringRef kind, llvm::StringRef name) {
  const auto isIn = [&](const auto &rows) {
    return llvm::any_of(rows,
                        [&](const auto &row) { return row.name == name; });
  };
  if (kind != "transform" && findTransform(name))
    return "transform";
  if (kind != "command" && isIn(recipeCommands()))
    return "command";
  return kind != "fact" && isIn(factHelp()) ? "fact" : "";
}

int fail(const std::string &text) {
  reportWithoutPlace(JsonDiagnostic::Severity::Error, "sparsec: error: ", text);
  return ExitUsage;
}

int unknownName(llvm::StringRef kind, llvm::StringRef what,
                llvm::StringRef name, const std::vector<std::string> &names) {
  const llvm::StringRef other = otherKindOf(kind, name);
  const std::string remedy = other.empty()
                                 ? didYouMean(name, names)
                                 : ("; see -help=" + other + ":" + name).str();
  return fail(("no " + what + " '" + name + "'" + remedy).str());
}

int printNamed(const std::string &name) {
  if (const TransformSpec *spec = findTransform(name)) {
    printOne(*spec);
    return ExitOk;
  }
  std::vector<std::string> names;
  for (const TransformSpec *spec : allTransforms())
    names.push_back(spec->name.str());
  return unknownName("transform", "transformation", name, names);
}

/// `-help=fact:NAME`, `-help=command:NAME`.
template <typename Row>
int printNamedRow(llvm::StringRef kind, llvm::StringRef name,
                  llvm::ArrayRef<Row> rows,
                  const std::function<void(const Row &)> &print) {
  std::vector<std::string> names;
  for (const Row &row : rows) {
    if (row.name == name) {
      print(row);
      return ExitOk;
    }
    names.push_back(row.name.str());
  }
  return unknownName(kind, kind, name, names);
}

} // namespace

std::optional<int> printTransformHelp(const std::string &argument) {
  llvm::StringRef text = argument;
  if (!text.consume_front("--help") && !text.consume_front("-help"))
    return std::nullopt;
  if (text == "-transforms=markdown") {
    printMarkdown();
    return ExitOk;
  }
  if (text == "-transforms=lua") {
    printLuaAnnotations();
    return ExitOk;
  }
  if (text == "-transforms=json") {
    printRegistryJson();
    return ExitOk;
  }
  if (!text.consume_front("="))
    return std::nullopt;
  if (text == "transforms") {
    printAll();
    return ExitOk;
  }
  if (text == "facts") {
    printFacts();
    return ExitOk;
  }
  if (text == "commands") {
    printCommands();
    return ExitOk;
  }
  if (text.consume_front("transform:"))
    return printNamed(text.str());
  if (text.consume_front("fact:"))
    return printNamedRow<FactHelp>("fact", text, factHelp(), printFact);
  if (text.consume_front("command:"))
    return printNamedRow<CommandHelp>(
        "command", text, recipeCommands(), [](const CommandHelp &command) {
          llvm::outs() << command.usage << "\n  " << command.summary << "\n";
        });
  return fail("-help=" + text.str() +
              " is not known; there are -help, -help=transforms, "
              "-help=commands, -help=facts, and -help=transform:NAME, "
              "-help=command:NAME and -help=fact:NAME");
}

} // namespace sparsec
