//===- main.cpp - sparsec -------------------------------------------------===//
///
/// \file
/// The pipeline: options, frontend, recipe, code generation, output.
///
//===----------------------------------------------------------------------===//

#include "Crashes.h"
#include "Options.h"
#include "Printing.h"
#include "Reporting.h"
#include "StepTimes.h"

#include "sparsec/Analysis/KeptArrays.h"
#include "sparsec/Frontend/Format.h"
#include "sparsec/Frontend/Frontend.h"
#include "sparsec/Gradient/Gradient.h"
#include "sparsec/IR/FactParser.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Recipe/Lint.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/FileOutput.h"
#include "sparsec/Support/JsonDiagnostics.h"
#include "sparsec/Support/Memory.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <new>

using namespace sparsec;

static void reportError(const std::string &prefix, const std::string &text) {
  reportWithoutPlace(JsonDiagnostic::Severity::Error, prefix, text);
}

/// An error that is one of the whole file.
static void reportErrorIn(const std::string &file, const std::string &text) {
  const std::string printed = file + ":1:1: error: " + text + "\n";
  if (usesJsonDiagnostics())
    reportJson({.file = file,
                .line = 1,
                .column = 1,
                .text = text,
                .rendered = printed});
  else
    llvm::errs() << printed;
}

/// Prints \p error and returns its exit code.
static int fail(llvm::Error error) {
  int code = ExitUserError;
  llvm::handleAllErrors(
      std::move(error),
      [&](const InternalError &internal) {
        code = ExitInternal;
        reportError("sparsec: internal error: ",
                    internal.message() +
                        "; please report it with the source and the recipe");
      },
      [&](const llvm::ErrorInfoBase &other) {
        reportError("sparsec: error: ", other.message());
      });
  return code;
}

/// `out: source recipe …`, with blanks escaped as make wants it.
static llvm::Error writeDepfile(const Options &options,
                                const RecipeResult &result) {
  auto escaped = [](const std::string &path) {
    std::string text;
    for (char c : path)
      text += (c == ' ' || c == '#' ? std::string("\\") : "") +
              (c == '$' ? std::string("$$") : std::string(1, c));
    return text;
  };
  std::string rule = escaped(options.output) + ": " + escaped(options.source);
  for (const std::string &file : result.program.function.includes)
    rule += " \\\n  " + escaped(file);
  for (const std::string &file : result.files)
    rule += " \\\n  " + escaped(file);
  return writeFile(options.output + ".d", rule + "\n");
}

/// What is to be written, laid out.
static llvm::Expected<PlacedText>
codeOf(const Options &options, const SourceForms &forms,
       const RecipeResult &result, const WarningSink &warn, StepTimes &times) {
  CodeGenOptions generation;
  generation.warn = warn;
  generation.afterLoopPass = [&times, print = loopPrinter(options)](
                                 const Program &program, const Phase &phase,
                                 llvm::StringRef pass, const LoopAst &loops) {
    times.lap(("loops: " + pass).str());
    if (print)
      print(program, phase, pass, loops);
  };
  generation.target = options.target.value_or(
      hasKernels(result.program) ? Target::Cuda : Target::C);
  generation.commandLine = options.commandLine;
  generation.recipeHash = result.hash;
  generation.steps = result.steps;
  generation.embedRuntime = options.embedRuntime;
  generation.forms = forms;
  if (options.emit == Emit::Json) {
    auto description =
        emitDescription(result.program, generation, result.files);
    if (!description)
      return description.takeError();
    return PlacedText{std::move(*description), {}};
  }
  const auto emitCode = options.emit == Emit::Header ? emitHeader
                        : options.emit == Emit::Rest ? emitRest
                                                     : emitC;
  llvm::Expected<GeneratedText> code = emitCode(result.program, generation);
  if (!code)
    return code.takeError();
  times.lap("plan, checks and printing");
  PlacedText text = formatPlaced(*code);
  times.lap("layout");
  return text;
}

/// Nothing is checked, and what only checks would look at is not made.
static Program withoutChecks(Program program) {
  assumeUnchecked(program);
  return withoutUnreadLists(std::move(program));
}

/// Applies the recipe; \p text is what then is to be written, and \p report, if
/// one is asked for, has the steps.
static llvm::Expected<RecipeResult>
applyRecipe(const Options &options, const Program &program,
            const SourceForms &forms, Report &report, StepTimes &times,
            PlacedText &text) {
  StepPrinter printer(options);
  RecipeOptions recipe;
  recipe.file = options.recipe;
  recipe.settings = options.settings;
  recipe.target = options.target == Target::Cuda ? "cuda" : "c";
  recipe.afterStep = [&](const DoneStep &step) {
    times.lap("step " + std::to_string(step.number) + ": " + step.call);
    printer(step);
    if (!options.report.empty())
      addStep(report, step);
  };
  recipe.wantsReports = options.explain.isAsked || !options.report.empty();
  // Generated code on standard output stays compilable.
  if (options.output == "-")
    recipe.printed = &llvm::errs();
  if (options.checks) // an editor reads errors only
    recipe.printed = &llvm::nulls();
  recipe.emit = [&](const RecipeResult &result,
                    const WarningSink &warn) -> llvm::Error {
    RecipeResult vouched = result;
    if (options.assume)
      vouched.program = withoutChecks(std::move(vouched.program));
    llvm::Expected<PlacedText> code =
        codeOf(options, forms, vouched, warn, times);
    if (!code)
      return code.takeError();
    text = std::move(*code);
    return llvm::Error::success();
  };
  llvm::Expected<RecipeResult> result = runRecipe(program, recipe);
  if (llvm::Error error = printer.takeError()) {
    if (!result)
      return llvm::joinErrors(result.takeError(), std::move(error));
    return error;
  }
  return result;
}

/// What is written.
static std::vector<std::string> outputsOf(const Options &options) {
  std::vector<std::string> outputs = {options.output};
  if (options.writeDepfile)
    outputs.push_back(options.output + ".d");
  if (!options.report.empty())
    outputs.push_back(options.report);
  return outputs;
}

/// Headers and recipe files, which the command line does not name.
static llvm::Error checkOverwriting(const Options &options,
                                    const RecipeResult &result) {
  std::vector<std::string> inputs = result.program.function.includes;
  inputs.insert(inputs.end(), result.files.begin(), result.files.end());
  for (const std::string &output : outputsOf(options)) {
    std::string input = overwrittenInput(output, inputs);
    if (!input.empty())
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "'%s' would overwrite '%s', which was read", output.c_str(),
          input.c_str());
  }
  return llvm::Error::success();
}

static const char *whyUnchanged(RecipeResult::Change change) {
  switch (change) {
  case RecipeResult::Change::None:
    return "no step transforms or marks a loop";
  case RecipeResult::Change::Undone:
    return "its steps undo each other, the loops are those of the source";
  default:
    return "the loops are those of the source and use nothing of what its "
           "steps make";
  }
}

static llvm::Error checkResult(const Options &options,
                               const RecipeResult &result) {
  if (result.change != RecipeResult::Change::Some) {
    reportErrorIn(
        options.recipe,
        std::string("it changes nothing, so there is nothing to write: ") +
            whyUnchanged(result.change) +
            "; -list-loops shows the loops, -help=transforms what can be done "
            "with them");
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "1 error in %s", options.recipe.c_str());
  }
  return checkOverwriting(options, result);
}

/// The code comes last: where anything fails there is none.
static llvm::Error writeResult(const Options &options,
                               const RecipeResult &result,
                               const std::string &text,
                               const std::string &page) {
  if (!options.report.empty())
    if (llvm::Error error = writeFile(options.report, page))
      return error;
  if (options.writeDepfile)
    if (llvm::Error error = writeDepfile(options, result))
      return error;
  return writeFile(options.output, text);
}

/// Whether code can be made of a program that a report tries; \p result has
/// everything else.
static std::function<bool(const Program &)>
codeTest(const Options &options, const SourceForms &forms,
         const RecipeResult &result) {
  return [&](const Program &tried) {
    RecipeResult made = result;
    made.program = tried;
    StepTimes trial; // all of it is the report's
    llvm::Expected<PlacedText> code =
        codeOf(options, forms, made, nullptr, trial);
    const bool isMade = bool(code);
    llvm::consumeError(code.takeError());
    return isMade;
  };
}

/// Without a recipe: what the source's loops are, and what keeps them from
/// running in parallel.
static llvm::Error inspect(const Options &options, const Program &program,
                           const SourceForms &forms) {
  printDependences(program, options.printDependences);
  RecipeResult source{program, {}, {}, {}, {}, {}, {}};
  if (options.explain.isAsked)
    if (llvm::Error error = explain(source, options.explain))
      return error;
  if (options.report.empty())
    return llvm::Error::success();
  llvm::Expected<std::string> page = reportText(
      options, Report(program), source, {}, codeTest(options, forms, source));
  if (!page)
    return page.takeError();
  return writeFile(options.report, *page);
}

/// Prints \p error with the line of the source.
static llvm::Error reported(const GradientError &error,
                            const SourceFunction &function) {
  const auto severity = SourceDiagnostics::Severity::Error;
  SourceDiagnostics diagnostics(llvm::errs());
  if (error.span.isKnown()) {
    auto [line, column] = function.lineAndColumn(error.span.begin);
    const unsigned buffer =
        diagnostics.addBuffer(function.file, function.fileText);
    const auto length = unsigned(error.span.end - error.span.begin);
    diagnostics.report(severity, {buffer, line, column, length}, error.text);
  } else {
    diagnostics.report(severity, error.location, error.text);
  }
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "1 error in " + function.file);
}

/// -gradient: source, of the loops as the frontend read them.
static llvm::Error writeGradient(const Options &options,
                                 const Program &program) {
  llvm::Expected<GeneratedText> source =
      emitGradient(program, options.gradient);
  if (!source)
    return llvm::handleErrors(source.takeError(),
                              [&](const GradientError &error) {
                                return reported(error, program.function);
                              });
  return writeFile(options.output, formatGenerated(*source));
}

static int compile(const Options &options, StepTimes &times) {
  if (options.checks)
    if (llvm::Error error = lintRecipe(options.recipe, llvm::errs()))
      return fail(std::move(error));
  if (options.source.empty())
    return ExitOk;
  Session session;
  SourceForms forms;
  llvm::Expected<Program> program =
      parseSource(session,
                  {.file = options.source,
                   .function = options.function,
                   .clangArguments = options.clangArguments,
                   .outlines = options.outlines,
                   .rename = options.rename},
                  &forms);
  if (!program)
    return fail(program.takeError());
  times.lap("frontend");
  if (options.listLoops)
    printLoopList(*program);
  if (!options.gradient.empty()) {
    if (llvm::Error error = writeGradient(options, *program))
      return fail(std::move(error));
    return ExitOk;
  }
  if (options.onlyInspects()) {
    if (llvm::Error error = inspect(options, *program, forms))
      return fail(std::move(error));
    return ExitOk;
  }
  PlacedText text;
  Report report(*program);
  llvm::Expected<RecipeResult> result =
      applyRecipe(options, *program, forms, report, times, text);
  if (!result)
    return fail(result.takeError());
  if (options.assume)
    result->program = withoutChecks(std::move(result->program));
  printDependences(result->program, options.printDependences);
  if (options.explain.isAsked) {
    if (llvm::Error error = explain(*result, options.explain))
      return fail(std::move(error));
    times.lap("explanation");
  }
  if (llvm::Error error = checkResult(options, *result))
    return fail(std::move(error));
  if (options.checks)
    return ExitOk;
  llvm::Expected<std::string> page =
      reportText(options, std::move(report), *result, text,
                 codeTest(options, forms, *result));
  if (!page)
    return fail(page.takeError());
  if (!options.report.empty())
    times.lap("report");
  if (llvm::Error error = writeResult(options, *result, text.text, *page))
    return fail(std::move(error));
  return ExitOk;
}

int main(int argc, char **argv) {
  catchCrashes();
  exitWhenOutOfMemory("sparsec");
  try {
    ParsedOptions parsed = parseOptions(argc, argv);
    if (!parsed.options) {
      flushJsonDiagnostics();
      return parsed.exitCode;
    }
    StepTimes times;
    const int code = compile(*parsed.options, times);
    flushJsonDiagnostics();
    times.lap(code == ExitOk ? "the rest" : "what failed");
    if (parsed.options->timesSteps)
      llvm::errs() << times.table();
    return code;
  } catch (const std::bad_alloc &) {
    outOfMemory();
  } catch (const std::exception &failure) {
    reportError("sparsec: internal error: ", failure.what());
    flushJsonDiagnostics();
  }
  return ExitInternal;
}
