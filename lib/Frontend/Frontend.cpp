//===- Frontend.cpp - C functions to Programs -----------------------------===//
///
/// \file
/// Runs clang on the file, takes one function and translates it:
/// KernelFinder (which function) -> PlainForms (fewer forms) -> KernelProgram.
/// A function that is refused for what stands around its loops is read once
/// more, its loops as a function of their own (Outline).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Frontend/Frontend.h"
#include "ClangRun.h"
#include "DataSubscripts.h"
#include "ElementTypes.h"
#include "FileNames.h"
#include "Frames.h"
#include "Globals.h"
#include "KeepingPrinter.h"
#include "KernelFinder.h"
#include "KernelProgram.h"
#include "MoreData.h"
#include "Outline.h"
#include "OutlinedParts.h"
#include "PlainForms.h"
#include "PortableText.h"
#include "PragmaFacts.h"
#include "Renaming.h"
#include "Returns.h"
#include "Signature.h"
#include "SourceParts.h"
#include "TypesInCxx.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/Poly/WorkLimit.h"
#include "sparsec/Support/SourceText.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

/// What one run of clang is for.
struct Translation {
  Session &session;
  const FrontendOptions &options;
  /// What is read in place of the file; nothing at first.
  std::optional<PortableText> portable = std::nullopt;
  /// What is read in place of both, once the function is refused: its loops.
  std::optional<OutlinedLoops> outlined = std::nullopt;
  /// Whether one of them was found to be needed.
  bool isToBeRewritten = false;
  /// The parts of a function that was refused, and where it has errors.
  std::vector<OutlinedLoops> parts = {};
  Diagnoser::Places errorPlaces = {};
  std::optional<FoundKernel> kernel = std::nullopt; ///< the one to translate
  const clang::Preprocessor *preprocessor = nullptr;
  PragmaList pragmas = {};
  std::optional<Program> program = std::nullopt;
  SourceForms forms = {};
  SourceBeside beside = {};
  std::shared_ptr<clang::DependencyCollector> dependencies =
      std::make_shared<clang::DependencyCollector>();
};

/// Where loops are asked for by the name that they would have: the file is
/// read in the words of targets first, and then for them.
void takeNamedLoops(Translation &translation,
                    const std::vector<FoundKernel> &all, clang::ASTContext &ast,
                    Diagnoser &diagnoser) {
  const FoundKernel *caller = nullptr;
  std::optional<OutlinedLoops> loops =
      loopsNamed(translation.options.function, all, caller);
  if (!loops)
    return;
  const bool isInWords = translation.portable.has_value();
  if (!isInWords) {
    const FileScope file = {ast, *translation.preprocessor, *caller,
                            namesOfTargetHeaders(translation.options),
                            translation.options};
    translation.portable =
        portableText(file, namesOfFile(file, diagnoser), translation.pragmas);
  }
  if (isInWords || !translation.portable)
    translation.outlined = std::move(loops);
  translation.isToBeRewritten = true;
  throw Refused();
}

/// The function to translate. Facts of the others are only checked.
FoundKernel findKernel(Translation &translation, clang::ASTContext &ast,
                       Diagnoser &diagnoser) {
  const std::optional<OutlinedLoops> &outlined = translation.outlined;
  const std::vector<FoundKernel> all = findFunctions(
      ast, diagnoser, translation.pragmas,
      outlined ? std::optional(outlined->prototype) : std::nullopt);
  if (!outlined)
    takeNamedLoops(translation, all, ast, diagnoser);
  FoundKernel found =
      chooseKernel(all, ast, diagnoser,
                   outlined ? outlined->name : translation.options.function);
  if (outlined) {
    found.layout = outlined->layout;
    const clang::SourceManager &sources = ast.getSourceManager();
    const clang::SourceLocation loops =
        sources.getLocForStartOfFile(sources.getMainFileID())
            .getLocWithOffset(int(outlined->begin + outlined->shift));
    diagnoser.remark(loops,
                     "'" + outlined->caller + "' is not translated whole: " +
                         (outlined->hasAllLoops ? "its" : "these") +
                         " loops are '" + outlined->name + "', which it calls");
    if (outlined->dropsHints)
      diagnoser.warn(
          loops,
          "pragmas about these loops are left out: sparsec makes its own");
  }
  checkOtherFacts(all, found, translation.session.ctx(), diagnoser);
  if (diagnoser.hasErrors())
    throw Refused();
  return found;
}

bool isWithin(clang::SourceLocation where, const clang::FunctionDecl &function,
              const clang::SourceManager &sources) {
  return !sources.isBeforeInTranslationUnit(where, function.getBeginLoc()) &&
         sources.isBeforeInTranslationUnit(where, function.getEndLoc());
}

/// The names that the file takes, where all of the function's own are fine.
/// Nothing: the file is to be rewritten first.
std::optional<TakenNames> settleNames(Translation &translation,
                                      const FileScope &file,
                                      Diagnoser &diagnoser) {
  TakenNames taken = namesOfFile(file, diagnoser);
  if (!translation.portable && !translation.outlined) {
    translation.portable = portableText(file, taken, translation.pragmas);
    translation.isToBeRewritten = translation.portable.has_value();
    if (translation.isToBeRewritten)
      return std::nullopt;
  }
  checkNames(file, taken, diagnoser);
  if (translation.portable)
    taken.renamed = translation.portable->renamed;
  return taken;
}

/// The source cut for CUDA output, and why there can be none.
SourceForms formsOf(const Program &program, const FoundKernel &found,
                    const FileScope &file,
                    const std::optional<OutlinedLoops> &outlined,
                    Diagnoser &diagnoser) {
  const SourceFunction &function = program.function;
  SourceForms forms = splitSource(file.ast, diagnoser, found, function);
  spellTypesInCxx(forms, file);
  if (outlined) {
    forms.rest.behind = "\n\n" + outlined->callerText + forms.rest.behind;
    forms.rest.hasFacts |= function.around.hasFacts;
    forms.outlined = function.around.before +
                     function.definition.text(function.name) +
                     function.around.behind;
  }
  for (const SourceFunction::Argument &argument : function.arguments)
    if (!function.isInSource(argument))
      forms.declarators.push_back(argument.declarator);
  if (forms.problem.empty())
    forms.problem = whyNotCxx(file, *function.names, diagnoser);
  return forms;
}

/// The whole translation of one function.
Program translate(Translation &translation, clang::ASTContext &ast,
                  Diagnoser &diagnoser) {
  FoundKernel found = findKernel(translation, ast, diagnoser);
  translation.kernel = found;
  const FileScope file = {ast, *translation.preprocessor, found,
                          namesOfTargetHeaders(translation.options),
                          translation.options};
  std::optional<TakenNames> taken = settleNames(translation, file, diagnoser);
  if (!taken)
    throw Refused();
  for (clang::SourceLocation where : translation.pragmas.openMP)
    if (isWithin(where, *found.function, ast.getSourceManager()))
      diagnoser.warn(where, "'#pragma omp' is ignored: sparsec makes its own");
  SourceFunction source = describeSource(ast, diagnoser, found);
  if (translation.outlined)
    putInCaller(*translation.outlined, source);
  const ExpandedWords words =
      expandedWords(source.definition.text(source.name));
  for (auto &[name, macro] : taken->macros)
    macro.isInFunction = words.all.count(name) != 0;
  source.names = std::make_shared<const TakenNames>(std::move(*taken));
  checkHead(*found.function, diagnoser);
  checkTypes(*found.function, diagnoser);
  FlaggedJumps flagged;
  auto &function = const_cast<clang::FunctionDecl &>(*found.function);
  std::optional<PlainForms> forms(std::in_place, function, flagged);
  std::optional<ObjectNames> names(std::in_place, diagnoser, function);
  FoundData data;
  while (true) {
    try {
      Program program = kernelProgram(translation.session, found, source,
                                      *names, forms->merges, data, diagnoser);
      forms.reset(); // what is cut is the source's text
      translation.forms =
          formsOf(program, found, file, translation.outlined, diagnoser);
      if (!translation.options.rename.empty())
        translation.beside = besideSource(ast, diagnoser, found, program);
      return program;
    } catch (const SteeredByData &more) {
      addFound(more, *forms, *names, data, diagnoser);
    } catch (const JumpUnderData &jump) {
      if (!flagged.insert(jump.where.getBegin()).second)
        refuseUnderSeveral(jump.where, diagnoser);
      forms.reset(); // others are made of the source's
      forms.emplace(function, flagged);
      names.emplace(diagnoser, function);
      data = {};
    }
  }
}

class TranslatingConsumer : public clang::ASTConsumer {
public:
  explicit TranslatingConsumer(Translation &translation)
      : translation(translation) {}

  /// No exception leaves this function into clang's frames.
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    if (ast.getDiagnostics().hasErrorOccurred())
      return;
    Diagnoser diagnoser(ast);
    const poly::WorkLimit limit(translation.session.ctx(),
                                poly::stepOperations);
    try {
      translation.program = translate(translation, ast, diagnoser);
    } catch (const Refused &) {
      translation.program.reset();
      const bool isEnd = !translation.isToBeRewritten &&
                         !translation.outlined && translation.options.outlines;
      if (translation.kernel && isEnd &&
          mayBeDeclared(*translation.kernel->function, translation.options))
        translation.parts = findParts(*translation.kernel, diagnoser);
      translation.errorPlaces = diagnoser.errorPlaces();
    } catch (const isl::exception &failure) {
      const std::string why =
          limit.isReached()
              ? "too complex: these loops take more operations on sets than "
                "the limit allows"
              : "isl cannot decide what is asked of these loops (" +
                    std::string(failure.what()) + ")";
      diagnoser.error(translation.kernel
                          ? translation.kernel->function->getLocation()
                          : clang::SourceLocation(),
                      why, "put some of them into a function of their own");
    }
  }

private:
  Translation &translation;
};

class TranslatingAction : public clang::ASTFrontendAction {
public:
  explicit TranslatingAction(Translation &translation)
      : translation(translation) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef) override {
    translation.preprocessor = &compiler.getPreprocessor();
    // The number of errors of this run need not be that of the last one.
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    collectPragmas(compiler.getPreprocessor(), translation.pragmas);
    translation.dependencies->attachToPreprocessor(compiler.getPreprocessor());
    return std::make_unique<TranslatingConsumer>(translation);
  }

private:
  Translation &translation;
};

/// The headers that were read, without those of the system.
std::vector<std::string> headersOf(const Translation &translation) {
  std::vector<std::string> headers;
  for (const std::string &file : translation.dependencies->getDependencies())
    if (file != translation.options.file)
      headers.push_back(file);
  return headers;
}

/// What a run of clang said.
struct Run {
  unsigned errors;
  std::string messages;
  std::vector<JsonDiagnostic> kept;
};

/// Reads the file, unless it is found that it is to be read in other words.
Run runOnce(Translation &translation) {
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> look =
      new clang::DiagnosticOptions();
  look->ShowColors = llvm::sys::Process::StandardErrHasColors();
  std::string messages;
  llvm::raw_string_ostream out(messages);
  out.enable_colors(look->ShowColors);
  KeepingPrinter printer(out, look.get());
  translation.isToBeRewritten = false;
  translation.pragmas = {};
  translation.kernel.reset();
  translation.errorPlaces.clear();
  translation.dependencies = std::make_shared<clang::DependencyCollector>();
  std::optional<std::string> text;
  if (translation.outlined)
    text = translation.outlined->text;
  else if (translation.portable)
    text = translation.portable->text;
  const bool isParsed =
      runClang(translation.options, text,
               std::make_unique<TranslatingAction>(translation), printer);
  return {isParsed ? printer.getNumErrors()
                   : std::max(1U, printer.getNumErrors()),
          messages, std::move(printer.kept)};
}

/// Reads the file in the words that it takes.
Run runInWords(Translation &translation) {
  Run run = runOnce(translation);
  while (translation.isToBeRewritten)
    run = runOnce(translation);
  return run;
}

/// Reads the loops of a function that was refused for what stands around them.
/// Where that is no C or says nothing new, what \p whole said stays.
Run runForLoops(Translation &translation, Run whole) {
  if (translation.parts.size() != 1 || !translation.parts.front().hasAllLoops)
    return whole;
  translation.outlined = std::move(translation.parts.front());
  const Diagnoser::Places before = translation.errorPlaces;
  Run loops = runOnce(translation);
  auto isNew = [&](const auto &error) {
    // Some are about the function as a whole.
    std::string text = error.second;
    const std::string name = "'" + translation.outlined->name + "'";
    if (const size_t at = text.find(name); at != std::string::npos)
      text.replace(at, name.size(), "'" + translation.outlined->caller + "'");
    return llvm::none_of(
        before, [&](const auto &other) { return other.second == text; });
  };
  const bool saysMore = llvm::any_of(translation.errorPlaces, isNew);
  return loops.errors == 0 || saysMore ? loops : whole;
}

llvm::Error fileError(const std::string &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

} // namespace

llvm::Expected<Program> parseSource(Session &session,
                                    const FrontendOptions &options,
                                    SourceForms *forms) {
  llvm::sys::fs::file_status status;
  if (std::error_code failure = llvm::sys::fs::status(options.file, status))
    return fileError("cannot read '" + options.file +
                     "': " + failure.message());
  // A pipe may keep its reader waiting for ever.
  if (!llvm::sys::fs::is_regular_file(status))
    return fileError("cannot read '" + options.file +
                     "': it is not a regular file");
  Translation translation{session, options};
  Run run = runInWords(translation);
  if (run.errors != 0 && !translation.outlined && options.outlines)
    run = runForLoops(translation, std::move(run));
  reportKept(run.messages, run.kept);
  if (translation.program && run.errors == 0) {
    SourceFunction &function = translation.program->function;
    function.includes = headersOf(translation);
    if (!options.rename.empty())
      if (llvm::Error error =
              renameFunction(*translation.program, options.rename,
                             translation.outlined, translation.beside))
        return error;
    if (forms)
      *forms = std::move(translation.forms);
    return std::move(*translation.program);
  }
  const unsigned errors = std::max(1U, run.errors);
  return fileError(std::to_string(errors) +
                   (errors == 1 ? " error in " : " errors in ") + options.file);
}

} // namespace sparsec
