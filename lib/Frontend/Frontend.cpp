//===- Frontend.cpp - C functions to Programs -----------------------------===//
///
/// \file
/// Runs clang on the file, takes one function and translates it:
/// KernelFinder (which function) -> KernelScan (what it reads and writes) ->
/// Signature (parameters, arrays) -> facts -> BodyBuilder (statements, loops)
/// -> ScalarAnalysis (private scalars).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Frontend/Frontend.h"
#include "BodyBuilder.h"
#include "KernelFinder.h"
#include "PragmaFacts.h"
#include "ResourceDir.h"
#include "ScalarAnalysis.h"
#include "Signature.h"
#include "SourceParts.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/Poly/WorkLimit.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace sparsec {
namespace {

/// What one run of clang is for.
struct Translation {
  Session &session;
  const FrontendOptions &options;
  PragmaList pragmas;
  std::optional<Program> program;
  SourceForms forms;
  clang::SourceLocation function; ///< of the name of the one to translate
  std::shared_ptr<clang::DependencyCollector> dependencies =
      std::make_shared<clang::DependencyCollector>();
};

/// The function to translate. Facts of the others are only checked.
FoundKernel findKernel(Translation &translation, const clang::ASTContext &ast,
                       Diagnoser &diagnoser) {
  const std::vector<FoundKernel> all =
      findFunctions(ast, diagnoser, translation.pragmas);
  FoundKernel found =
      chooseKernel(all, ast, diagnoser, translation.options.function);
  for (const FoundKernel &other : all)
    if (other.function != found.function)
      checkFactsOf(other, translation.session.ctx(), ast, diagnoser);
  if (diagnoser.hasErrors())
    throw Refused();
  return found;
}

/// Members that only facts name belong to the program, too.
void addMembersInFacts(const FoundKernel &found, const ObjectNames &names,
                       KernelScan &scan) {
  for (const SparsecPragma &pragma : found.pragmas)
    for (const std::string &name : namesInFacts(pragma.fact))
      if (std::optional<Object> member = names.ofPath(name))
        scan.objects.emplace(name, *member);
}

void checkHead(const clang::FunctionDecl &function, Diagnoser &diagnoser) {
  if (!function.getReturnType()->isVoidType())
    diagnoser.refuse(function.getReturnTypeSourceRange(),
                     "'" + function.getName() + "' returns a value",
                     "make it 'void' and return results through pointers");
  if (function.isVariadic())
    diagnoser.refuse(function.getLocation(),
                     "'" + function.getName() +
                         "' takes a variable number of arguments",
                     "list the parameters");
}

bool isWithin(clang::SourceLocation where, const clang::FunctionDecl &function,
              const clang::SourceManager &sources) {
  return !sources.isBeforeInTranslationUnit(where, function.getBeginLoc()) &&
         sources.isBeforeInTranslationUnit(where, function.getEndLoc());
}

/// The whole translation of one function. Walks the body again when the first
/// walk found the shape of a flat array.
Program translate(Translation &translation, clang::ASTContext &ast,
                  Diagnoser &diagnoser) {
  FoundKernel found = findKernel(translation, ast, diagnoser);
  translation.function = found.function->getLocation();
  for (clang::SourceLocation where : translation.pragmas.openMP)
    if (isWithin(where, *found.function, ast.getSourceManager()))
      diagnoser.warn(where, "'#pragma omp' is ignored: sparsec makes its own");
  SourceFunction source = describeSource(ast, diagnoser, found);
  checkHead(*found.function, diagnoser);
  ObjectNames names(diagnoser, *found.function);
  KernelScan scan = scanKernel(*found.function, names, diagnoser);
  if (diagnoser.hasErrors())
    throw Refused();
  addMembersInFacts(found, names, scan);
  std::map<std::string, FlatShape> shapes;
  while (true) {
    Kernel kernel{translation.session,
                  ast,
                  diagnoser,
                  names,
                  scan,
                  *found.function,
                  Program(translation.session.ctx()),
                  shapes};
    kernel.program.function = source;
    enterSignature(kernel);
    addPragmaFacts(kernel.program, found, diagnoser);
    if (diagnoser.hasErrors())
      throw Refused();
    Phase phase;
    phase.tree = buildBody(kernel);
    kernel.program.phases.push_back(phase);
    if (diagnoser.hasErrors())
      throw Refused();
    if (kernel.shapesChanged)
      continue;
    if (kernel.program.statements.empty())
      diagnoser.refuse(found.function->getLocation(),
                       "'" + found.function->getName() + "' assigns nothing",
                       "statements such as y[i] += a[j] * x[col[j]] are what "
                       "a recipe transforms");
    shapeFlatArrays(kernel);
    analyzeScalars(kernel.program);
    translation.forms = splitSource(ast, diagnoser, found, source);
    return kernel.program;
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
    } catch (const isl::exception &failure) {
      const std::string why =
          limit.isReached()
              ? "too complex: these loops take more operations on sets than "
                "the limit allows"
              : "isl cannot decide what is asked of these loops (" +
                    std::string(failure.what()) + ")";
      diagnoser.error(translation.function, why,
                      "put some of them into a function of their own");
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
    collectPragmas(compiler.getPreprocessor(), translation.pragmas);
    translation.dependencies->attachToPreprocessor(compiler.getPreprocessor());
    return std::make_unique<TranslatingConsumer>(translation);
  }

private:
  Translation &translation;
};

std::vector<std::string> commandLine(const FrontendOptions &options) {
  std::vector<std::string> arguments = {"clang", "-fsyntax-only"};
  std::string resources = findResourceDir();
  if (!resources.empty())
    arguments.push_back("-resource-dir=" + resources);
  for (const std::string &argument : options.clangArguments)
    // OpenMP pragmas are ignored, not parsed.
    if (!llvm::StringRef(argument).starts_with("-fopenmp"))
      arguments.push_back(argument);
  arguments.push_back(options.file);
  return arguments;
}

/// The headers that were read, without those of the system.
std::vector<std::string> headersOf(const Translation &translation) {
  std::vector<std::string> headers;
  for (const std::string &file : translation.dependencies->getDependencies())
    if (file != translation.options.file)
      headers.push_back(file);
  return headers;
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
  Translation translation{session, options, {}, std::nullopt, {}, {}};
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> look =
      new clang::DiagnosticOptions();
  look->ShowColors = llvm::sys::Process::StandardErrHasColors();
  clang::TextDiagnosticPrinter printer(llvm::errs(), look.get());
  llvm::IntrusiveRefCntPtr<clang::FileManager> files =
      new clang::FileManager(clang::FileSystemOptions());
  clang::tooling::ToolInvocation invocation(
      commandLine(options), std::make_unique<TranslatingAction>(translation),
      files.get());
  invocation.setDiagnosticConsumer(&printer);
  invocation.setDiagnosticOptions(look.get());
  const bool isParsed = invocation.run();
  if (translation.program && isParsed) {
    translation.program->function.includes = headersOf(translation);
    if (forms)
      *forms = std::move(translation.forms);
    return std::move(*translation.program);
  }
  const unsigned errors = std::max(1U, printer.getNumErrors());
  return fileError(std::to_string(errors) +
                   (errors == 1 ? " error in " : " errors in ") + options.file);
}

} // namespace sparsec
