//===- Options.cpp - the command line -------------------------------------===//

#include "Options.h"
#include "Completion.h"
#include "Declarations.h"
#include "Reporting.h"

#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/FileOutput.h"
#include "sparsec/Support/JsonDiagnostics.h"
#include "sparsec/Support/Version.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

template <typename Choice>
std::vector<std::string> wordsOf(cl::opt<Choice> &option) {
  std::vector<std::string> words;
  for (unsigned at = 0; at < option.getParser().getNumOptions(); ++at)
    if (llvm::StringRef word = option.getParser().getOption(at); !word.empty())
      words.push_back(word.str());
  return words;
}

OptionWords wordsOf(Declarations &declared) {
  return {{"target", wordsOf(declared.target)},
          {"emit", wordsOf(declared.emit)},
          {"runtime", wordsOf(declared.runtime)},
          {"diagnostics", wordsOf(declared.diagnostics)},
          {"print-dependences", wordsOf(declared.dependences)},
          {"print-format", wordsOf(declared.printFormat)}};
}

int usageError(const llvm::Twine &message) {
  reportWithoutPlace(JsonDiagnostic::Severity::Error,
                     "sparsec: error: ", message.str());
  if (!usesJsonDiagnostics())
    llvm::errs() << "run 'sparsec -help' for the options\n";
  return ExitUsage;
}

/// What LLVM says of options that it does not take, a line each.
int reportComplaints(llvm::StringRef complaints) {
  if (!usesJsonDiagnostics())
    llvm::errs() << complaints;
  else
    for (llvm::StringRef line : llvm::split(complaints.rtrim(), '\n'))
      reportWithoutPlace(JsonDiagnostic::Severity::Error, "", line.str());
  return ExitUsage;
}

/// What the output's name says unless a target is given; nothing for headers
/// and rests, which follow the recipe.
std::optional<Target> targetOf(const Declarations &declared) {
  if (declared.target == TargetChoice::Cuda)
    return Target::Cuda;
  if (declared.target != TargetChoice::FromOutput)
    return Target::C;
  if (declared.emit != Emit::C)
    return std::nullopt;
  return llvm::sys::path::extension(declared.output) == ".cu" ? Target::Cuda
                                                              : Target::C;
}

/// What only the options as given tell. Of two values the last one would count,
/// silently.
int checkGiven(const Declarations &declared, const Options &options) {
  const std::pair<const char *, int> counts[] = {
      {"recipe", declared.recipe.getNumOccurrences()},
      {"o", declared.output.getNumOccurrences()},
      {"function", declared.function.getNumOccurrences()},
      {"target", declared.target.getNumOccurrences()},
      {"emit", declared.emit.getNumOccurrences()},
      {"gradient", declared.gradient.getNumOccurrences()},
      {"report", declared.report.getNumOccurrences()},
      {"matrix", declared.matrix.getNumOccurrences()},
      {"measured", declared.measured.getNumOccurrences()},
      {"explain", declared.explain.getNumOccurrences()},
      {"dump-dir", declared.dumpDir.getNumOccurrences()}};
  for (const auto &[name, count] : counts)
    if (count > 1)
      return usageError(llvm::Twine("-") + name + " is given twice");
  if (options.rename.empty() && declared.rename.getNumOccurrences())
    return usageError("-rename takes a name");
  if (options.checks && declared.recipe.getNumOccurrences())
    return usageError("-check FILE takes the place of -recipe FILE");
  if (options.measured.empty() && declared.measured.getNumOccurrences())
    return usageError("-measured takes a file that sparsec-bench -store has "
                      "written");
  return ExitOk;
}

/// Of \p option, "-set" or "-arg", which gives a value to each name once.
int readPairs(llvm::StringRef option, const cl::list<std::string> &given,
              std::map<std::string, std::string> &pairs) {
  for (llvm::StringRef pair : given) {
    auto [name, value] = pair.split('=');
    if (name.empty() || value.empty())
      return usageError(option + " takes NAME=VALUE, not '" + pair + "'");
    if (!pairs.try_emplace(name.str(), value.str()).second)
      return usageError(option + " " + name + " is given twice");
  }
  return ExitOk;
}

int checkNames(const Options &options) {
  std::vector<std::string> names;
  for (const TransformSpec *spec : allTransforms())
    names.push_back(spec->name.str());
  for (const std::string &name : options.printAfter)
    if (!findTransform(name))
      return usageError("-print-after: no transformation '" + name + "'" +
                        didYouMean(name, names));
  std::vector<std::string> passes = loopPassNames();
  passes.push_back("all");
  for (const std::string &name : options.printLoopsAfter)
    if (!llvm::is_contained(passes, name))
      return usageError("-print-loops-after: no pass '" + name + "'" +
                        didYouMean(name, passes));
  return ExitOk;
}

/// The output, its dependences and the report must be other files than what is
/// read.
int checkOutputs(const Options &options) {
  std::vector<std::string> outputs;
  if (options.output != "-")
    outputs.push_back(options.output);
  if (options.writeDepfile)
    outputs.push_back(options.output + ".d");
  if (!options.report.empty())
    outputs.push_back(options.report);
  for (size_t at = 0; at < outputs.size(); ++at) {
    const std::string &output = outputs[at];
    if (llvm::is_contained(llvm::ArrayRef(outputs).take_front(at), output))
      return usageError("'" + output + "' is to be written twice");
    std::string input =
        overwrittenInput(output, {options.source, options.recipe,
                                  options.matrix, options.measured});
    if (!input.empty())
      return usageError("'" + output + "' would overwrite '" + input +
                        "'; give another name");
  }
  return ExitOk;
}

int check(const Options &options) {
  if (options.source.empty() && !options.checks)
    return usageError("no source file");
  if (options.recipe.empty() && options.checks)
    return usageError("-check takes a recipe: -check FILE.script [SRC.c]");
  if (!options.gradient.empty() && (!options.recipe.empty() || options.checks))
    return usageError("-gradient makes source; its recipe is that of another "
                      "run of sparsec");
  if (options.recipe.empty() && !options.onlyInspects() &&
      options.gradient.empty())
    return usageError("no recipe: give one with -recipe FILE");
  if (!options.rename.empty() && options.emit == Emit::Rest)
    return usageError("-rename leaves the source's other functions in the "
                      "source, which is compiled as it is: there is no "
                      "-emit=rest of it");
  if (options.writeDepfile && options.output == "-")
    return usageError("-MD needs an output file: -o FILE");
  if (const std::string fault = reportFault(options); !fault.empty())
    return usageError(fault);
  if (options.onlyInspects() && options.output != "-")
    return usageError("-o needs a recipe: give one with -recipe FILE");
  if (int code = checkNames(options))
    return code;
  return checkOutputs(options);
}

Options collect(const Declarations &declared) {
  Options options;
  options.source = declared.source;
  options.checks = declared.check.getNumOccurrences() != 0;
  options.recipe = options.checks ? declared.check : declared.recipe;
  options.output = declared.output;
  options.function = declared.function;
  options.rename = declared.rename;
  options.outlines = !declared.whole;
  options.emit = declared.emit;
  options.gradient = declared.gradient;
  options.target = targetOf(declared);
  options.embedRuntime = declared.runtime == Runtime::Inline;
  options.writeDepfile = declared.depfile;
  options.assume = declared.assume;
  options.listLoops = declared.listLoops;
  options.printDependences = declared.dependences;
  options.explain.isAsked = declared.explain.getNumOccurrences() != 0;
  options.explain.isShort = declared.explain == "short";
  if (!options.explain.isShort)
    options.explain.statement = declared.explain;
  options.timesSteps = declared.timeSteps;
  options.printAfterAll = declared.printAfterAll;
  options.printAfter.assign(declared.printAfter.begin(),
                            declared.printAfter.end());
  options.printLoopsAfter.assign(declared.printLoopsAfter.begin(),
                                 declared.printLoopsAfter.end());
  options.printFormat = declared.printFormat;
  options.dumpDir = declared.dumpDir;
  options.report = declared.report;
  options.runsInspectors = declared.runInspectors;
  options.isReportNamed = declared.report.getNumOccurrences() != 0;
  options.matrix = declared.matrix;
  options.measured = declared.measured;
  return options;
}

} // namespace

ParsedOptions parseOptions(int argc, char **argv) {
  chooseDiagnostics(std::vector<llvm::StringRef>(argv + 1, argv + argc));
  std::vector<const char *> ours;
  std::vector<std::string> clangArguments;
  std::string commandLine = "sparsec";
  bool afterDashes = false;
  for (int at = 0; at < argc; ++at) {
    std::string argument = argv[at];
    // How messages are printed says nothing about the output.
    if (at > 0 && !llvm::StringRef(argument).starts_with("-diagnostics="))
      commandLine += " " + argument;
    if (!afterDashes && at > 0)
      if (std::optional<int> code = printTransformHelp(argument))
        return {std::nullopt, *code};
    if (afterDashes)
      clangArguments.push_back(argument);
    else if (argument == "--")
      afterDashes = true;
    else
      ours.push_back(argv[at]);
  }

  cl::ResetCommandLineParser();
  Declarations declared;
  cl::HideUnrelatedOptions(declared.category);
  llvm::StringRef shell = ours.size() == 2 ? ours.back() : "";
  if (shell.consume_front("-help-completion="))
    return {std::nullopt,
            printCompletion(shell, declared.category, wordsOf(declared))};
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &out) { out << versionText() << "\n"; });
  std::string complaints;
  llvm::raw_string_ostream stream(complaints);
  if (!cl::ParseCommandLineOptions(
          int(ours.size()), ours.data(),
          "compiles sparse loops in C and a recipe to inspector/executor "
          "code\n\n"
          "  sparsec SRC.c -recipe FILE [-o OUT] [-set NAME=VALUE] [-- clang "
          "flags]\n"
          "  sparsec -help=transforms | -help=commands | -help=facts\n"
          "  sparsec -help=transform:NAME | -help=command:NAME | "
          "-help=fact:NAME\n",
          &stream)) {
    return {std::nullopt, reportComplaints(stream.str())};
  }
  Options options = collect(declared);
  options.clangArguments = std::move(clangArguments);
  options.commandLine = std::move(commandLine);
  int code = checkGiven(declared, options);
  if (code == ExitOk)
    code = readPairs("-set", declared.set, options.settings);
  if (!code)
    code = readPairs("-arg", declared.arg, options.values);
  if (code == ExitOk)
    code = check(options);
  if (code != ExitOk)
    return {std::nullopt, code};
  return {std::move(options), ExitOk};
}

} // namespace sparsec
