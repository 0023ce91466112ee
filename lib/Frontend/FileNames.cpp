//===- FileNames.cpp - the names that a file takes ------------------------===//
///
/// \file
/// Declarations come from clang's tree, macros from its preprocessor
/// (MacroNames.cpp). The function's own parameters and locals are not here: see
/// PortableText.cpp.
///
//===----------------------------------------------------------------------===//

#include "FileNames.h"

#include "InlineCalls.h"
#include "MacroNames.h"
#include "SourceTokens.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// Calls \p visit with the function's uses of what is declared outside of it.
class UseVisitor : public clang::RecursiveASTVisitor<UseVisitor> {
public:
  std::set<std::string> names;

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable || !variable->isLocalVarDeclOrParm())
      names.insert(reference->getDecl()->getNameAsString());
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) {
    names.insert(type.getTypedefNameDecl()->getNameAsString());
    return true;
  }
};

void addDeclarations(const FileScope &file, TakenNames &taken) {
  const clang::SourceManager &sources = file.ast.getSourceManager();
  auto add = [&](const clang::NamedDecl *named) {
    if (!named->getIdentifier())
      return;
    const bool isOwn =
        sources.isInMainFile(sources.getExpansionLoc(named->getLocation()));
    (isOwn ? taken.declared : taken.inHeaders).insert(named->getNameAsString());
  };
  for (const clang::Decl *declaration :
       file.ast.getTranslationUnitDecl()->decls()) {
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(declaration);
    if (!named || named->isImplicit())
      continue;
    add(named);
    if (const auto *values = llvm::dyn_cast<clang::EnumDecl>(named))
      for (const clang::EnumConstantDecl *value : values->enumerators())
        add(value);
  }
  for (const HeaderNames *headers :
       {&file.headers, &namesOfCxxHeaders(file.options)})
    taken.inHeaders.insert(headers->declared.begin(), headers->declared.end());
  const std::set<std::string> used = usedNames(*file.kernel.function);
  taken.declared.insert(used.begin(), used.end());
}

/// The name of \p declaration, a function or variable that the main file has
/// made up: what a header of the file's own has declared is the header's. Null
/// for others.
const clang::DeclaratorDecl *madeUpBy(const FileScope &file,
                                      const clang::Decl *declaration) {
  const clang::SourceManager &sources = file.ast.getSourceManager();
  auto isHere = [&](const clang::Decl *found) {
    return sources.isInMainFile(sources.getExpansionLoc(found->getLocation()));
  };
  const auto *named = llvm::dyn_cast<clang::DeclaratorDecl>(declaration);
  const bool isMadeUp = named && !named->isImplicit() &&
                        named->getIdentifier() && isHere(named) &&
                        isHere(named->getCanonicalDecl());
  return isMadeUp ? named : nullptr;
}

/// Whether \p named is more than `extern` of what another file defines.
bool isDefinition(const clang::DeclaratorDecl *named) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(named);
  return !function || function->isThisDeclarationADefinition() ||
         function->getStorageClass() == clang::SC_Static;
}

/// Functions and variables that the headers of generated code declare, too.
void checkDeclarations(const FileScope &file, Diagnoser &diagnoser) {
  for (const clang::Decl *declaration :
       file.ast.getTranslationUnitDecl()->decls()) {
    const clang::DeclaratorDecl *named = madeUpBy(file, declaration);
    if (!named)
      continue;
    const std::string name = named->getNameAsString();
    const bool isRuntimes = llvm::StringRef(name).starts_with("sparsec_");
    if (isRuntimes && isPasted(file, name))
      continue;
    if (isRuntimes ||
        (isDefinition(named) && file.headers.declared.count(name)))
      diagnoser.error(named->getLocation(),
                      "'" + name + "' is " +
                          (isRuntimes ? wordOfTargets(name)
                                      : "declared by a header of C's library "
                                        "that generated code includes"),
                      "give it another name");
  }
}

/// What the name of the function to replace is besides; "" for nothing.
std::string otherUseOf(const FileScope &file, const std::string &name) {
  const WordKind kind = kindOfWord(name);
  if (kind == WordKind::MathMacro || kind == WordKind::Library ||
      kind == WordKind::CompilerMacro)
    return functionOfTargets(name);
  if (file.headers.macros.count(name))
    return "a macro of a header that generated code includes";
  const unsigned builtin = file.ast.Idents.get(name).getBuiltinID();
  if (builtin && file.ast.BuiltinInfo.isPredefinedLibFunction(builtin))
    return "a function of C's library, which compilers know by this name";
  return "";
}

/// The function is declared again behind the headers of generated code.
void checkFunctionName(const FileScope &file, Diagnoser &diagnoser) {
  const clang::FunctionDecl *function = file.kernel.function;
  const std::string name = function->getNameAsString(),
                    use = otherUseOf(file, name);
  if (!use.empty() && !file.headers.declared.count(name))
    diagnoser.error(function->getLocation(), "'" + name + "' is " + use,
                    "give the function another name");
}

/// Each parameter has a name and a text of its own.
void checkParameters(const FileScope &file, Diagnoser &diagnoser) {
  const clang::SourceManager &sources = file.ast.getSourceManager();
  std::set<unsigned> begins;
  for (const clang::ParmVarDecl *parameter :
       file.kernel.function->parameters()) {
    if (!parameter->getIdentifier())
      diagnoser.error(parameter->getSourceRange(), "this parameter has no name",
                      "give it one: generated code passes it on");
    const clang::SourceLocation begin =
        sources.getExpansionLoc(parameter->getBeginLoc());
    if (!begins.insert(sources.getFileOffset(begin)).second)
      diagnoser.error(begin, "one macro makes several parameters",
                      "write them out, one by one");
  }
}

/// Names that are not renamed and that generated code, or the text around it,
/// cannot have.
class NameChecker : public clang::RecursiveASTVisitor<NameChecker> {
public:
  NameChecker(const TakenNames &taken, Diagnoser &diagnoser)
      : taken(taken), diagnoser(diagnoser) {}

  bool VisitVarDecl(clang::VarDecl *variable) {
    const std::string name = variable->getNameAsString();
    if (!variable->isLocalVarDeclOrParm() || name.empty())
      return true;
    auto macro = taken.macros.find(name);
    const bool isMacro =
        macro != taken.macros.end() && !macro->second.hasParameters;
    const std::string use =
        isMacro ? "a macro" : wordOfTargets(plainNameOf(variable));
    if (!use.empty() && !isLanguageWord(name))
      diagnoser.error(variable->getLocation(), "'" + name + "' is " + use,
                      "rename the variable, also in the macro that names it");
    requirePlain(name, variable->getLocation());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    requirePlain(member->getMemberDecl()->getNameAsString(),
                 member->getMemberLoc());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    requirePlain(reference->getDecl()->getNameAsString(),
                 reference->getLocation());
    return true;
  }
  void requirePlain(const std::string &name, clang::SourceLocation where) {
    if (!name.empty() && !isPlainName(name))
      diagnoser.error(where,
                      "'" + name +
                          "' has characters that not all "
                          "compilers take",
                      "use letters, digits and _");
  }

private:
  const TakenNames &taken;
  Diagnoser &diagnoser;
};

/// What is C, but not CUDA's C++.
class CxxChecker : public clang::RecursiveASTVisitor<CxxChecker> {
public:
  CxxChecker(const clang::FunctionDecl *kernel, const Diagnoser &diagnoser)
      : kernel(kernel->getCanonicalDecl()), diagnoser(diagnoser) {}

  std::string problem;

  bool VisitNamedDecl(clang::NamedDecl *named) {
    if (!named->getIdentifier())
      return true;
    const std::string name = named->getNameAsString();
    const std::string use = llvm::isa<clang::FunctionDecl>(named)
                                ? functionOfTargets(name)
                                : wordOfTargets(name);
    // Variables may hide types and functions.
    if (isLanguageWord(name) || llvm::isa<clang::FunctionDecl>(named))
      report(named->getLocation(), name, use);
    return true;
  }
  bool VisitExpr(clang::Expr *expression) {
    checkType(expression->getType(), expression->getExprLoc());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    checkType(variable->getType(), variable->getLocation());
    return true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (isCalledFromCxxOnly(function))
      return true;
    checkPassed(function->getReturnType(), function->getLocation());
    for (const clang::ParmVarDecl *parameter : function->parameters())
      checkPassed(parameter->getType(), parameter->getLocation());
    return true;
  }

  /// A class and a number are no pair of operands, and a sign makes a number.
  bool VisitConditionalOperator(clang::ConditionalOperator *choice) {
    if (problem.empty() && isSmallClass(choice->getTrueExpr()) !=
                               isSmallClass(choice->getFalseExpr()))
      problem = diagnoser.location(choice->getQuestionLoc()) +
                ": CUDA output: one operand of '?:' has 16 bits; convert it, "
                "'(float)a[j]'";
    return true;
  }

private:
  /// Functions that nobody outside of the text in C++ sees.
  bool isCalledFromCxxOnly(const clang::FunctionDecl *function) const {
    return function->getStorageClass() == clang::SC_Static &&
           function->isDefined() && function->getCanonicalDecl() != kernel;
  }
  void report(clang::SourceLocation where, const std::string &name,
              const std::string &use) {
    if (problem.empty() && !use.empty())
      problem = diagnoser.location(where) + ": CUDA output: '" + name +
                "' is " + use + "; rename it";
  }
  void checkType(clang::QualType type, clang::SourceLocation where) {
    const clang::Type *element = type.getTypePtr(), *outer = nullptr;
    while (element != outer) {
      outer = element;
      element = outer->getPointeeOrArrayElementType();
    }
    const auto *builtin = element->getAs<clang::BuiltinType>();
    if (problem.empty() && builtin &&
        builtin->getKind() == clang::BuiltinType::LongDouble)
      problem = diagnoser.location(where) +
                ": CUDA output: GPUs have no 'long double'; use double";
    if (problem.empty() && builtin &&
        builtin->getKind() == clang::BuiltinType::Bool)
      problem = diagnoser.location(where) +
                ": CUDA output: C++ has no '_Bool'; use char";
  }

  /// Whether C++ has a class of runtime/sparsec/small_float_types.h there.
  static bool isSmallClass(clang::QualType type) {
    const auto *builtin = type->getAs<clang::BuiltinType>();
    return builtin && (builtin->getKind() == clang::BuiltinType::Float16 ||
                       builtin->getKind() == clang::BuiltinType::BFloat16);
  }
  static bool isSmallClass(const clang::Expr *expression) {
    expression = expression->IgnoreParenImpCasts();
    return isSmallClass(expression->getType()) &&
           !llvm::isa<clang::UnaryOperator>(expression);
  }
  /// C's `_Float16` is passed in another register than a class of C++.
  void checkPassed(clang::QualType type, clang::SourceLocation where) {
    if (isSmallClass(type) && problem.empty())
      problem = diagnoser.location(where) +
                ": CUDA output: a number of 16 bits is passed by value; pass "
                "a float";
  }

  const clang::FunctionDecl *kernel;
  const Diagnoser &diagnoser;
};

} // namespace

bool isPlainName(llvm::StringRef name) {
  return llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::set<std::string> usedNames(const clang::FunctionDecl &function) {
  UseVisitor visitor;
  visitor.TraverseDecl(const_cast<clang::FunctionDecl *>(&function));
  return std::move(visitor.names);
}

std::vector<const clang::Decl *> neededBy(const FileScope &file) {
  const TopLevel top(file.ast);
  std::vector<const clang::Decl *> needed;
  for (size_t item : top.reachable({top.itemOf(file.kernel.function)}, {}))
    llvm::append_range(needed, top.items()[item].declared);
  return needed;
}

TakenNames namesOfFile(const FileScope &file, const Diagnoser &diagnoser) {
  TakenNames taken;
  addMacros(file, diagnoser, taken);
  addDeclarations(file, taken);
  eachToken(file.ast, 0, ~size_t(0), [&](const clang::Token &token, size_t) {
    if (token.is(clang::tok::raw_identifier))
      taken.mentioned.insert(token.getRawIdentifier().str());
    return true;
  });
  return taken;
}

void checkNames(const FileScope &file, const TakenNames &taken,
                Diagnoser &diagnoser) {
  checkMacros(file, diagnoser);
  checkDeclarations(file, diagnoser);
  checkFunctionName(file, diagnoser);
  checkParameters(file, diagnoser);
  NameChecker checker(taken, diagnoser);
  checker.requirePlain(file.kernel.function->getNameAsString(),
                       file.kernel.function->getLocation());
  checker.TraverseDecl(const_cast<clang::FunctionDecl *>(file.kernel.function));
  // Locals of called functions are locals of generated code, too.
  for (const clang::Decl *declaration : neededBy(file)) {
    const auto *callee = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (callee && callee != file.kernel.function && inlinedFunction(callee))
      checker.TraverseStmt(callee->getBody());
  }
  if (diagnoser.hasErrors())
    throw Refused();
}

bool mayBeDeclared(const clang::FunctionDecl &function,
                   const FrontendOptions &options) {
  const HeaderNames &headers = namesOfTargetHeaders(options);
  return !headers.declared.count(function.getNameAsString());
}

std::string whyNotCxx(const FileScope &file, const TakenNames &taken,
                      const Diagnoser &diagnoser) {
  CxxChecker checker(file.kernel.function, diagnoser);
  for (const clang::Decl *declaration : neededBy(file))
    checker.TraverseDecl(const_cast<clang::Decl *>(declaration));
  if (!checker.problem.empty())
    return checker.problem;
  const std::set<std::string> &declared =
      namesOfCxxHeaders(file.options).declared;
  for (const clang::Decl *declaration : neededBy(file))
    if (const clang::DeclaratorDecl *named = madeUpBy(file, declaration))
      if (isDefinition(named) && declared.count(named->getNameAsString()))
        return diagnoser.location(named->getLocation()) + ": CUDA output: '" +
               named->getNameAsString() +
               "' is declared by a header, as compilers of C++ read it; "
               "rename it";
  for (const auto &[name, macro] : taken.macros)
    if (!macro.place.empty() && isLanguageWord(name) &&
        !isLanguageWordOfC(name))
      return macro.place + ": CUDA output: the macro '" + name + "' is " +
             wordOfTargets(name) + "; rename it";
  return "";
}

} // namespace sparsec
