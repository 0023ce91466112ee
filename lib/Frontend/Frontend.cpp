//===- Frontend.cpp - C functions to Programs -----------------------------===//
///
/// \file
/// Runs clang on the file, takes one function and translates it:
/// KernelFinder (which function) -> PlainForms (fewer forms) -> KernelScan
/// (what it reads and writes) -> Signature (parameters, arrays) -> facts ->
/// BodyBuilder (statements, loops)
/// -> ScalarAnalysis (private scalars).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Frontend/Frontend.h"
#include "BodyBuilder.h"
#include "ClangRun.h"
#include "CountedRows.h"
#include "DataSubscripts.h"
#include "ElementTypes.h"
#include "FileNames.h"
#include "Globals.h"
#include "KernelFinder.h"
#include "LocalArrays.h"
#include "PlainForms.h"
#include "PortableText.h"
#include "PragmaFacts.h"
#include "Returns.h"
#include "RowPointers.h"
#include "ScalarAnalysis.h"
#include "Signature.h"
#include "SourceParts.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/Poly/WorkLimit.h"
#include "sparsec/Support/SourceText.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
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
  /// Whether `portable` was found to be needed.
  bool isToBeRewritten = false;
  const clang::Preprocessor *preprocessor = nullptr;
  PragmaList pragmas = {};
  std::optional<Program> program = std::nullopt;
  SourceForms forms = {};
  clang::SourceLocation function = {}; ///< of the name of the one to translate
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

/// Members, and variables outside the function, that only facts name belong to
/// the program, too.
void addObjectsInFacts(const FoundKernel &found, ObjectNames &names,
                       KernelScan &scan) {
  for (const SparsecPragma &pragma : found.pragmas)
    for (const std::string &name : namesInFacts(pragma.fact))
      if (std::optional<Object> member = names.ofPath(name))
        scan.objects.emplace(name, *member);
      else if (const clang::VarDecl *variable =
                   globalNamed(name, found.function->getASTContext()))
        scan.objects.emplace(name, names.ofVariable(variable));
}

void checkHead(const clang::FunctionDecl &function, Diagnoser &diagnoser) {
  const clang::QualType result = function.getReturnType();
  if (!result->isVoidType() && !elementType(result, function.getASTContext()))
    diagnoser.refuse(function.getReturnTypeSourceRange(),
                     "'" + function.getName() + "' returns a value of type '" +
                         result.getAsString() + "'",
                     "return a number, or results through pointers");
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

/// The names that the file takes, where all of the function's own are fine.
/// Nothing: the file is to be rewritten first.
std::optional<TakenNames> settleNames(Translation &translation,
                                      const FileScope &file,
                                      Diagnoser &diagnoser) {
  TakenNames taken = namesOfFile(file, diagnoser);
  if (!translation.portable) {
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
                    const FileScope &file, Diagnoser &diagnoser) {
  const SourceFunction &function = program.function;
  SourceForms forms = splitSource(file.ast, diagnoser, found, function);
  for (const SourceFunction::Argument &argument : function.arguments)
    if (!function.isInSource(argument))
      forms.declarators.push_back(argument.declarator);
  if (forms.problem.empty())
    forms.problem = whyNotCxx(file, *function.names, diagnoser);
  return forms;
}

/// The program of \p found with \p data in subscripts. Walks the body again
/// when the first walk found the shape of a flat array.
Program programOf(Translation &translation, const FoundKernel &found,
                  const SourceFunction &source, ObjectNames &names,
                  const std::set<std::string> &data, Diagnoser &diagnoser) {
  clang::ASTContext &ast = found.function->getASTContext();
  KernelScan scan = scanKernel(*found.function, names, diagnoser, data);
  if (diagnoser.hasErrors())
    throw Refused();
  addObjectsInFacts(found, names, scan);
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
    enterGlobals(kernel);
    enterSignature(kernel);
    enterResult(kernel);
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
    settleRowPointers(kernel);
    countByPosition(kernel.program);
    analyzeScalars(kernel.program);
    analyzeLocalArrays(kernel.program);
    return kernel.program;
  }
}

/// The whole translation of one function.
Program translate(Translation &translation, clang::ASTContext &ast,
                  Diagnoser &diagnoser) {
  FoundKernel found = findKernel(translation, ast, diagnoser);
  translation.function = found.function->getLocation();
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
  const ExpandedWords words =
      expandedWords(source.definition.text(source.name));
  for (auto &[name, macro] : taken->macros)
    macro.isInFunction = words.all.count(name) != 0;
  source.names = std::make_shared<const TakenNames>(std::move(*taken));
  checkHead(*found.function, diagnoser);
  checkTypes(*found.function, diagnoser);
  std::optional<PlainForms> forms(
      std::in_place, const_cast<clang::FunctionDecl &>(*found.function));
  ObjectNames names(diagnoser, *found.function);
  std::set<std::string> data;
  while (true) {
    try {
      Program program =
          programOf(translation, found, source, names, data, diagnoser);
      forms.reset(); // what is cut is the source's text
      translation.forms = formsOf(program, found, file, diagnoser);
      return program;
    } catch (const SteeredByData &more) {
      const size_t before = data.size();
      data.insert(more.objects.begin(), more.objects.end());
      if (data.size() == before)
        data.insert(noMoreData);
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
    translation.preprocessor = &compiler.getPreprocessor();
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

/// Reads the file and prints what there is to say, unless the file is to be
/// read again in other words. The answer: the number of errors.
unsigned runOnce(Translation &translation) {
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> look =
      new clang::DiagnosticOptions();
  look->ShowColors = llvm::sys::Process::StandardErrHasColors();
  std::string messages;
  llvm::raw_string_ostream out(messages);
  out.enable_colors(look->ShowColors);
  clang::TextDiagnosticPrinter printer(out, look.get());
  translation.isToBeRewritten = false;
  translation.pragmas = {};
  translation.dependencies = std::make_shared<clang::DependencyCollector>();
  std::optional<std::string> text;
  if (translation.portable)
    text = translation.portable->text;
  const bool isParsed =
      runClang(translation.options, text,
               std::make_unique<TranslatingAction>(translation), printer);
  if (translation.isToBeRewritten)
    return 0;
  llvm::errs() << out.str();
  return isParsed ? printer.getNumErrors()
                  : std::max(1U, printer.getNumErrors());
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
  unsigned errors = runOnce(translation);
  if (translation.isToBeRewritten)
    errors = runOnce(translation);
  if (translation.program && errors == 0) {
    translation.program->function.includes = headersOf(translation);
    if (forms)
      *forms = std::move(translation.forms);
    return std::move(*translation.program);
  }
  errors = std::max(1U, errors);
  return fileError(std::to_string(errors) +
                   (errors == 1 ? " error in " : " errors in ") + options.file);
}

} // namespace sparsec
