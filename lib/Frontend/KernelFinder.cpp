//===- KernelFinder.cpp - which function, and its text --------------------===//
///
/// \file
/// Selects the function to take and describes its place in the file, so that
/// an emitter can replace it there.
///
//===----------------------------------------------------------------------===//

#include "KernelFinder.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace sparsec {
namespace {

class LoopFinder : public clang::RecursiveASTVisitor<LoopFinder> {
public:
  bool found = false;
  bool VisitForStmt(clang::ForStmt *) {
    found = true;
    return false;
  }
};

bool hasForLoop(const clang::FunctionDecl *function) {
  LoopFinder finder;
  finder.TraverseStmt(function->getBody());
  return finder.found;
}

/// Definitions in the main file, each with the pragmas between the previous
/// top-level declaration and its own end.
std::vector<FoundKernel> definitions(clang::ASTContext &ast,
                                     const PragmaList &pragmas) {
  const clang::SourceManager &sources = ast.getSourceManager();
  std::vector<FoundKernel> found;
  unsigned previousEnd = 0;
  for (const clang::Decl *declaration : ast.getTranslationUnitDecl()->decls()) {
    clang::SourceLocation end =
        sources.getExpansionLoc(declaration->getEndLoc());
    if (declaration->isImplicit() || !sources.isInMainFile(end))
      continue;
    const unsigned endOffset = sources.getFileOffset(end);
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody()) {
      FoundKernel kernel{function, {}};
      for (const SparsecPragma &pragma : pragmas.facts) {
        const unsigned offset = sources.getFileOffset(pragma.hash);
        if (offset >= previousEnd && offset < endOffset)
          kernel.pragmas.push_back(pragma);
      }
      found.push_back(kernel);
    }
    previousEnd = std::max(previousEnd, endOffset);
  }
  return found;
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
      if (accept(kernel))
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
    keep([](const FoundKernel &kernel) { return hasForLoop(kernel.function); });
  return result;
}

/// The definition from its first specifier to `}` without the lines of
/// \p pragmas.
std::string textWithoutPragmas(const clang::SourceManager &sources,
                               const std::string &file, size_t begin,
                               size_t end,
                               const std::vector<SparsecPragma> &pragmas) {
  std::string text;
  size_t from = begin;
  for (const SparsecPragma &pragma : pragmas) {
    size_t hash = sources.getFileOffset(pragma.hash);
    if (hash < begin)
      continue;
    size_t lineStart = file.rfind('\n', hash) + 1;
    text += file.substr(from, lineStart - from);
    from = file.find('\n', sources.getFileOffset(pragma.end));
    from = from == std::string::npos ? end : from + 1;
  }
  return text + file.substr(from, end - from);
}

SourceFunction::Argument describeArgument(const clang::ParmVarDecl *parameter,
                                          const clang::ASTContext &ast,
                                          const Diagnoser &diagnoser) {
  SourceFunction::Argument argument;
  argument.name = parameter->getNameAsString();
  argument.declaration = diagnoser.sourceText(parameter->getSourceRange());
  clang::QualType type = parameter->getType();
  argument.isPointer = type->isPointerType();
  while (true) {
    if (const auto *pointer = type->getAs<clang::PointerType>())
      type = pointer->getPointeeType();
    else if (const clang::ArrayType *array = ast.getAsArrayType(type))
      type = array->getElementType();
    else
      break;
  }
  argument.isConst = type.isConstQualified();
  argument.baseType = type.getCanonicalType().getUnqualifiedType().getAsString(
      ast.getPrintingPolicy());
  return argument;
}

} // namespace

FoundKernel findKernel(clang::ASTContext &ast, Diagnoser &diagnoser,
                       const PragmaList &pragmas, const std::string &name) {
  const std::vector<FoundKernel> all = definitions(ast, pragmas);
  const std::vector<FoundKernel> found = candidates(all, name);
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation fileStart =
      sources.getLocForStartOfFile(sources.getMainFileID());
  if (found.empty() && !name.empty())
    diagnoser.refuse(fileStart, "no function '" + name + "' is defined here",
                     "the functions are: " + namesOf(all));
  if (found.empty())
    diagnoser.refuse(fileStart, "no function with a 'for' loop is defined here",
                     "");
  if (found.size() > 1)
    diagnoser.refuse(found[1].function->getLocation(),
                     "more than one function could be meant: " + namesOf(found),
                     "choose one by -function=" +
                         found[1].function->getNameAsString());
  return found.front();
}

SourceFunction describeSource(clang::ASTContext &ast, Diagnoser &diagnoser,
                              const FoundKernel &kernel) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::FunctionDecl *function = kernel.function;
  if (function->getBeginLoc().isMacroID() ||
      function->getEndLoc().isMacroID() || function->getLocation().isMacroID())
    diagnoser.refuse(function->getLocation(),
                     "this function is made by a macro",
                     "write its head and its braces out, so that they can be "
                     "replaced");
  SourceFunction result;
  result.fileText = sources.getBufferData(sources.getMainFileID()).str();
  if (auto entry = sources.getFileEntryRefForID(sources.getMainFileID()))
    result.file = entry->getName().str();
  const size_t start = sources.getFileOffset(function->getBeginLoc());
  result.begin = start;
  result.end = sources.getFileOffset(clang::Lexer::getLocForEndOfToken(
      function->getEndLoc(), 0, sources, ast.getLangOpts()));
  if (!kernel.pragmas.empty())
    result.begin = std::min<size_t>(
        start, sources.getFileOffset(kernel.pragmas.front().hash));
  result.name = function->getNameAsString();
  result.nameOffset =
      sources.getFileOffset(function->getLocation()) - result.begin;
  result.definition = textWithoutPragmas(sources, result.fileText, start,
                                         result.end, kernel.pragmas);
  for (const clang::ParmVarDecl *parameter : function->parameters())
    result.arguments.push_back(describeArgument(parameter, ast, diagnoser));
  result.isStatic = function->getStorageClass() == clang::SC_Static;
  return result;
}

} // namespace sparsec
