//===- KernelFinder.cpp - which function, and its text --------------------===//
///
/// \file
/// Selects the function to take and describes its place in the file, so that
/// an emitter can replace it there.
///
//===----------------------------------------------------------------------===//

#include "KernelFinder.h"
#include "Declarators.h"
#include "DefinitionText.h"
#include "Objects.h"
#include "UserInspectors.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

class LoopFinder : public clang::RecursiveASTVisitor<LoopFinder> {
public:
  bool hasFor = false, hasWhile = false;
  bool VisitForStmt(clang::ForStmt *) {
    hasFor = true;
    return false;
  }
  bool VisitWhileStmt(clang::WhileStmt *) {
    hasWhile = true;
    return true;
  }
};

LoopFinder loopsOf(const clang::FunctionDecl *function) {
  LoopFinder finder;
  finder.TraverseStmt(function->getBody());
  return finder;
}

/// The place of \p where, or of the macro that made it, in the main file;
/// nothing elsewhere.
std::optional<unsigned> mainOffset(const clang::SourceManager &sources,
                                   clang::SourceLocation where) {
  where = sources.getExpansionLoc(where);
  if (!sources.isInMainFile(where))
    return std::nullopt;
  return sources.getFileOffset(where);
}

/// Definitions in the main file, each with the pragmas between the previous
/// top-level declaration and its own end.
std::vector<FoundKernel> definitions(const clang::ASTContext &ast,
                                     const PragmaList &pragmas,
                                     std::optional<size_t> skipped) {
  const clang::SourceManager &sources = ast.getSourceManager();
  std::vector<FoundKernel> found;
  std::vector<unsigned> ends;
  for (const clang::Decl *declaration : ast.getTranslationUnitDecl()->decls()) {
    std::optional<unsigned> begin =
        mainOffset(sources, declaration->getBeginLoc());
    std::optional<unsigned> end = mainOffset(sources, declaration->getEndLoc());
    if (declaration->isImplicit() || !begin || !end || begin == skipped)
      continue;
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody()) {
      // A struct that the head declares ends in the head.
      unsigned previous = 0;
      for (unsigned other : ends)
        previous = std::max(previous, other < *begin ? other : 0);
      FoundKernel kernel{function, {}};
      for (const SparsecPragma &pragma : pragmas.facts) {
        const unsigned offset = sources.getFileOffset(pragma.hash);
        if (offset >= previous && offset < *end)
          kernel.pragmas.push_back(pragma);
      }
      found.push_back(kernel);
    }
    ends.push_back(*end);
  }
  return found;
}

/// Reports the pragmas that belong to none of \p functions.
void refuseStrays(const std::vector<FoundKernel> &functions,
                  const PragmaList &pragmas, Diagnoser &diagnoser) {
  for (const SparsecPragma &pragma : pragmas.facts) {
    const bool isOwned = llvm::any_of(functions, [&](const auto &function) {
      return llvm::any_of(function.pragmas, [&](const SparsecPragma &other) {
        return other.hash == pragma.hash;
      });
    });
    if (!isOwned)
      diagnoser.error(pragma.hash, "this pragma stands before no function",
                      "put it right before the definition that it is about, "
                      "behind all other declarations, or into its body");
  }
  if (diagnoser.hasErrors())
    throw Refused();
}

std::string namesOf(const std::vector<FoundKernel> &kernels) {
  std::string names;
  for (const FoundKernel &kernel : kernels)
    names += (names.empty() ? "" : ", ") + kernel.function->getNameAsString();
  return names;
}

std::vector<FoundKernel> candidates(const std::vector<FoundKernel> &all,
                                    const std::string &name) {
  std::vector<FoundKernel> result;
  auto keep = [&](auto accept) {
    for (const FoundKernel &kernel : all)
      if (!kernel.isInspector && accept(kernel))
        result.push_back(kernel);
  };
  if (!name.empty()) {
    keep([&](const FoundKernel &kernel) {
      return kernel.function->getName() == name;
    });
    return result;
  }
  keep([](const FoundKernel &kernel) { return !kernel.pragmas.empty(); });
  if (result.empty())
    keep([](const FoundKernel &kernel) {
      return loopsOf(kernel.function).hasFor;
    });
  if (result.empty())
    keep([](const FoundKernel &kernel) {
      return loopsOf(kernel.function).hasWhile;
    });
  return result;
}

SourceFunction::Argument describeArgument(const clang::ParmVarDecl *parameter,
                                          const clang::ASTContext &ast,
                                          const Diagnoser &diagnoser) {
  SourceFunction::Argument argument;
  argument.name = parameter->getNameAsString();
  argument.declarator = declaratorOf(parameter, ast, diagnoser);
  clang::QualType type = parameter->getType();
  argument.isPointer = type->isPointerType();
  // A pointer behind the first one is what an array of pointers holds.
  std::string rows;
  for (bool isOutermost = true;; isOutermost = false) {
    if (const auto *pointer = type->getAs<clang::PointerType>()) {
      type = pointer->getPointeeType();
      rows += isOutermost ? "" : "*";
    } else if (const clang::ArrayType *array = ast.getAsArrayType(type)) {
      type = array->getElementType();
    } else {
      break;
    }
  }
  argument.isConst = type.isConstQualified();
  argument.baseType = type.getCanonicalType().getUnqualifiedType().getAsString(
      ast.getPrintingPolicy());
  // clang writes "_Complex double".
  if (type->isAnyComplexType())
    if (std::optional<ElementType> element = elementType(type, ast))
      argument.baseType = element->spelling;
  argument.hasRows = !rows.empty();
  if (argument.hasRows)
    argument.baseType += " " + rows;
  return argument;
}

} // namespace

std::vector<FoundKernel> findFunctions(const clang::ASTContext &ast,
                                       Diagnoser &diagnoser,
                                       const PragmaList &pragmas,
                                       std::optional<size_t> skipped) {
  std::vector<FoundKernel> functions = definitions(ast, pragmas, skipped);
  refuseStrays(functions, pragmas, diagnoser);
  findInspectors(functions);
  return functions;
}

FoundKernel chooseKernel(const std::vector<FoundKernel> &all,
                         const clang::ASTContext &ast, Diagnoser &diagnoser,
                         const std::string &name) {
  const std::vector<FoundKernel> found = candidates(all, name);
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation fileStart =
      sources.getLocForStartOfFile(sources.getMainFileID());
  for (const FoundKernel &kernel : all)
    if (kernel.isInspector && kernel.function->getName() == name)
      diagnoser.refuse(kernel.name(),
                       "'" + name + "' is an inspector, which recipes call",
                       "take '#pragma sparsec inspector' away to transform it");
  if (found.empty() && !name.empty())
    diagnoser.refuse(fileStart, "no function '" + name + "' is defined here",
                     "the functions are: " + namesOf(all));
  if (found.empty())
    diagnoser.refuse(fileStart, "no function with a loop is defined here", "");
  if (found.size() > 1)
    diagnoser.refuse(found[1].function->getLocation(),
                     "more than one function could be meant: " + namesOf(found),
                     "choose one by -function=" +
                         found[1].function->getNameAsString());
  FoundKernel kernel = found.front();
  kernel.inspectors = inspectorsFor(kernel, all, ast, diagnoser);
  return kernel;
}

std::vector<SourceFunction::Argument>
argumentsOf(const clang::FunctionDecl &function, const clang::ASTContext &ast,
            const Diagnoser &diagnoser) {
  std::vector<SourceFunction::Argument> arguments;
  for (const clang::ParmVarDecl *parameter : function.parameters())
    arguments.push_back(describeArgument(parameter, ast, diagnoser));
  return arguments;
}

static clang::SourceLocation inFile(clang::SourceLocation where,
                                    const clang::FunctionDecl &function) {
  return function.getASTContext().getSourceManager().getExpansionLoc(where);
}

clang::SourceLocation FoundKernel::begin() const {
  return inFile(function->getBeginLoc(), *function);
}

clang::SourceLocation FoundKernel::name() const {
  return inFile(function->getLocation(), *function);
}

/// Whether the head is more than words, some of which are macros without
/// arguments, or braces are macros.
static bool isMadeByMacro(const clang::FunctionDecl &function,
                          const clang::SourceManager &sources) {
  auto isWord = [&](clang::SourceLocation where) {
    const clang::CharSourceRange range = sources.getExpansionRange(where);
    return range.getBegin() == range.getEnd();
  };
  const clang::SourceLocation begin = function.getBeginLoc(),
                              name = function.getLocation();
  const bool isApart =
      sources.getExpansionLoc(begin) != sources.getExpansionLoc(name);
  return !isWord(begin) || !isWord(name) || !isApart ||
         function.getEndLoc().isMacroID() ||
         function.getBody()->getBeginLoc().isMacroID();
}

SourceFunction describeSource(clang::ASTContext &ast, Diagnoser &diagnoser,
                              const FoundKernel &kernel) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::FunctionDecl *function = kernel.function;
  if (isMadeByMacro(*function, sources))
    diagnoser.refuse(function->getLocation(),
                     "this function is made by a macro",
                     "write its head and its braces out, so that they can be "
                     "replaced");
  SourceFunction result;
  result.fileText = sources.getBufferData(sources.getMainFileID()).str();
  if (auto entry = sources.getFileEntryRefForID(sources.getMainFileID()))
    result.file = entry->getName().str();
  const size_t start = sources.getFileOffset(kernel.begin());
  result.begin = start;
  result.end = sources.getFileOffset(clang::Lexer::getLocForEndOfToken(
      function->getEndLoc(), 0, sources, ast.getLangOpts()));
  if (!kernel.pragmas.empty())
    result.begin = std::min<size_t>(
        start, sources.getFileOffset(kernel.pragmas.front().hash));
  result.name = result.sourceName = function->getNameAsString();
  result.nameOffset = sources.getFileOffset(kernel.name()) - result.begin;
  result.nameLength = clang::Lexer::MeasureTokenLength(kernel.name(), sources,
                                                       ast.getLangOpts());
  TextEdits edits;
  dropPragmas(kernel, sources, edits);
  result.definition = definitionText(kernel, ast, edits);
  result.around.before = result.fileText.substr(0, result.begin) +
                         textAmidPragmas(kernel, sources);
  result.around.behind = result.fileText.substr(result.end);
  const std::string rest = result.around.before + result.around.behind;
  result.around.hasFacts = withoutSparsecPragmas(rest) != rest;
  result.arguments = argumentsOf(*function, ast, diagnoser);
  result.isStatic = function->getStorageClass() == clang::SC_Static;
  return result;
}

} // namespace sparsec
