//===- Options.h - the command line -----------------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_OPTIONS_H
#define SPARSEC_TOOLS_SPARSEC_OPTIONS_H

#include "sparsec/PlanApi/Emit.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// Of -print-dependences; None: not asked for.
enum class DependenceFormat { None, Text, Dot };
enum class PrintFormat { Loops, Isl, C };
/// Of -explain.
struct Explanation {
  bool isAsked = false;
  bool isShort = false;  ///< =short
  std::string statement; ///< =NAME, "" for all
};
enum class Emit { C, Header, Rest, Json };

struct Options {
  std::string source, recipe, function, rename;
  bool checks = false;  ///< -check: looks for errors, writes nothing
  bool outlines = true; ///< may take the loops of a function alone
  std::string output = "-";
  std::map<std::string, std::string> settings;
  std::vector<std::string> clangArguments;
  Emit emit = Emit::C;
  /// Nothing: where the recipe's loops run.
  std::optional<Target> target;
  bool embedRuntime = true;
  bool writeDepfile = false;
  /// Facts that cannot be checked at run time are taken as given.
  bool assume = false;
  /// Looking inside.
  /// -gradient=ARRAY: the source of the derivative by it is written.
  std::string gradient;
  bool listLoops = false, timesSteps = false;
  Explanation explain;
  DependenceFormat printDependences = DependenceFormat::None;
  bool printAfterAll = false;
  std::vector<std::string> printAfter;
  /// Of passes over loops; "all" for all of them.
  std::vector<std::string> printLoopsAfter;
  PrintFormat printFormat = PrintFormat::Loops;
  std::string dumpDir;
  std::string matrix; ///< -matrix=FILE or a made one, of the report's pictures
  std::map<std::string, std::string> values; ///< -arg NAME=VALUE, of those
  bool runsInspectors = false;               ///< -run-inspectors, for those
  std::string measured;       ///< -measured=FILE, of sparsec-bench -store
  std::string report;         ///< -report=FILE: .html or .json; "" for none
  bool isReportNamed = false; ///< if only by ""
  /// As typed, for the first lines of the output.
  std::string commandLine;

  /// Whether only looking was asked for: no recipe is needed.
  bool onlyInspects() const {
    return recipe.empty() && !checks &&
           (listLoops || printDependences != DependenceFormat::None ||
            explain.isAsked || !report.empty());
  }
};

/// The options, or the exit code where nothing is left to do: after -help and
/// --version, or after a message about a wrong command line.
struct ParsedOptions {
  std::optional<Options> options;
  int exitCode = 0;
};
ParsedOptions parseOptions(int argc, char **argv);

/// -help=transforms, -help=transform:NAME, -help-transforms=markdown.
/// Returns the exit code, or nothing when \p argument is none of them.
std::optional<int> printTransformHelp(const std::string &argument);
/// -help-transforms=lua: annotations for editors.
void printLuaAnnotations();
/// -help-transforms=json: for bindings in other languages.
void printRegistryJson();

} // namespace sparsec

#endif // SPARSEC_TOOLS_SPARSEC_OPTIONS_H
