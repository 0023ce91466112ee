//===- Reporting.cpp - the text of -report --------------------------------===//

#include "Reporting.h"

#include "sparsec/Bench/Generators.h"
#include "sparsec/Bench/MatrixFile.h"
#include "sparsec/Support/JsonDiagnostics.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {

std::string reportFault(const Options &options) {
  const char *file = "-report takes a file that ends in .html or .json";
  if (options.report.empty() && options.isReportNamed)
    return file;
  const llvm::StringRef kind = llvm::sys::path::extension(options.report);
  if (!options.report.empty() && kind != ".html" && kind != ".json")
    return file + (", not '" + options.report + "'");
  const char *alone = !options.matrix.empty()   ? "-matrix is for pictures"
                      : !options.values.empty() ? "-arg is for pictures"
                      : options.runsInspectors
                          ? "-run-inspectors is for pictures"
                      : !options.measured.empty() ? "-measured is for times"
                                                  : nullptr;
  if (alone && options.report.empty())
    return std::string(alone) + " in a report: -report=FILE.html";
  return "";
}

/// A Matrix Market file, or what a generator makes.
static llvm::Expected<bench::CsrMatrix> matrixOf(const std::string &name,
                                                 bool isComplex) {
  if (!llvm::sys::fs::exists(name) && llvm::StringRef(name).contains(':'))
    return bench::generateMatrix(name);
  return bench::loadMatrix(name, isComplex);
}

/// The times of the report's function.
static llvm::Expected<std::vector<MeasuredGroup>>
measuredOf(const Options &options, const Report &report,
           const RecipeResult &result) {
  if (options.measured.empty())
    return std::vector<MeasuredGroup>();
  const std::string recipe =
      options.recipe.empty() ? "FILE.script" : options.recipe;
  MeasuredFunction function{report.source.function.name, options.recipe,
                            result.hash,
                            "sparsec-bench " + options.source + " -recipe " +
                                recipe + " -matrix A.mtx"};
  if (!options.function.empty())
    function.benchCommand += " -function " + options.function;
  return readMeasured(options.measured, function, [](const std::string &text) {
    reportWithoutPlace(JsonDiagnostic::Severity::Warning,
                       "sparsec: warning: ", text);
  });
}

/// On the matrix, if one is given, and with the values of parameters.
static llvm::Error draw(const Options &options, Report &report) {
  PictureInputs inputs;
  inputs.values = options.values;
  if (options.runsInspectors) {
    llvm::Expected<UserCalls> calls = loadUserFunctions(
        report.source, options.source, options.clangArguments);
    if (!calls)
      return calls.takeError();
    inputs.callUsers = std::move(*calls);
  }
  if (!options.matrix.empty()) {
    const bool isComplex =
        llvm::any_of(report.source.arrays, [](const auto &entry) {
          return entry.second.type.isComplex();
        });
    llvm::Expected<bench::CsrMatrix> matrix =
        matrixOf(options.matrix, isComplex);
    if (!matrix)
      return matrix.takeError();
    inputs.matrix = std::move(*matrix);
  }
  const size_t steps = report.steps.size();
  auto tell = [steps](size_t step) {
    if (llvm::sys::Process::StandardErrIsDisplayed())
      llvm::errs() << "drawing step " << step << " of " << steps << "\n";
  };
  return addPictures(report, inputs, tell);
}

llvm::Expected<std::string>
reportText(const Options &options, Report report, const RecipeResult &result,
           const PlacedText &code,
           const std::function<bool(const Program &)> &hasCode) {
  if (options.report.empty())
    return "";
  report.commandLine = options.commandLine;
  report.recipe = options.recipe;
  report.tunables = result.tunables;
  report.result = result.program;
  report.code = code.text;
  report.codePlaces = code.places;
  llvm::Expected<std::vector<MeasuredGroup>> measured =
      measuredOf(options, report, result);
  if (!measured)
    return measured.takeError();
  report.measured = std::move(*measured);
  addLoops(report, hasCode);
  if (!options.matrix.empty() || !options.values.empty())
    if (llvm::Error error = draw(options, report))
      return error;
  const bool isJson = llvm::sys::path::extension(options.report) == ".json";
  return isJson ? reportJson(report) : reportHtml(report);
}

} // namespace sparsec
