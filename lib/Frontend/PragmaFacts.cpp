//===- PragmaFacts.cpp - the facts before functions -----------------------===//
///
/// \file
/// The facts of the function that is translated go to its program. Those of
/// the other functions of the file are parsed, too, and dropped: a spelling
/// mistake shall not wait until its function is asked for. For this the names
/// and types of their variables are enough.
///
//===----------------------------------------------------------------------===//

#include "PragmaFacts.h"
#include "Globals.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/IR/StructureMember.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Enters everything that a fact may name into a program without statements.
class NameCollector : public clang::RecursiveASTVisitor<NameCollector> {
public:
  NameCollector(Program &program, const clang::ASTContext &ast)
      : program(program), ast(ast) {}

  /// Local scalars are no names of facts: a rule may have a variable `i`.
  bool VisitVarDecl(clang::VarDecl *variable) {
    if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable))
      enter(variable->getNameAsString(), parameter->getOriginalType());
    else if (variable->getType()->isArrayType())
      enter(variable->getNameAsString(), variable->getType());
    return true;
  }

  void enter(const std::string &name, clang::QualType type,
             bool isOfElements = false) {
    Array array;
    array.name = name;
    if (isOfElements)
      array.extents.push_back(std::nullopt);
    while (type->isPointerType() || type->isArrayType()) {
      array.extents.push_back(std::nullopt);
      const clang::ArrayType *dimension = ast.getAsArrayType(type);
      type = dimension ? dimension->getElementType() : type->getPointeeType();
    }
    std::optional<ElementType> element = elementType(type, ast);
    if (!element)
      return;
    array.type = *element;
    if (array.isScalar() && element->isInteger())
      program.parameters.push_back(
          {name, *element, Parameter::Owner::Argument});
    else
      program.arrays.emplace(name, array);
  }

  /// Members that point to structures may be arrays of them.
  void enterMember(const std::string &name, const Object &member) {
    const clang::QualType type = member.type;
    if (type->isPointerType() && type->getPointeeType()->isRecordType())
      return enter(nameOfMember(name, "*"), ast.IntTy, /*isOfElements=*/true);
    enter(name, type, member.isOfElements);
  }

private:
  Program &program;
  const clang::ASTContext &ast;
};

/// A fact that cannot be, and the words of the source that are wrong.
struct WrongFact {
  clang::SourceRange where;
  std::string message;
};

/// Adds the facts of \p found to \p program; what is wrong with them.
std::vector<WrongFact> tryFacts(Program &program, const FoundKernel &found,
                                const Diagnoser &diagnoser) {
  std::vector<WrongFact> wrong;
  for (const SparsecPragma &pragma : found.pragmas)
    llvm::handleAllErrors(
        addFacts(program, pragma.fact, Fact::Origin::Declared,
                 diagnoser.location(pragma.text)),
        [&](const FactError &error) {
          wrong.push_back(
              {pragma.range(error.begin, error.end), error.message});
        },
        [&](const llvm::ErrorInfoBase &error) {
          wrong.push_back({pragma.text, error.message()});
        });
  return wrong;
}

/// Adds the facts of \p other, whose names alone are looked at, to nothing.
std::vector<WrongFact> wrongFactsOf(const FoundKernel &other, isl::ctx ctx,
                                    const clang::ASTContext &ast,
                                    Diagnoser &diagnoser) {
  Program names(ctx);
  names.function.arguments = argumentsOf(*other.function, ast, diagnoser);
  NameCollector collector(names, ast);
  // Visitors take declarations that they could change; this one reads.
  collector.TraverseDecl(const_cast<clang::FunctionDecl *>(other.function));
  for (const clang::ParmVarDecl *parameter : other.function->parameters())
    if (parameter->getType()->isPointerType() &&
        parameter->getType()->getPointeeType()->isRecordType())
      collector.enter(nameOfMember(parameter->getNameAsString(), "*"),
                      ast.IntTy, /*isOfElements=*/true);
  ObjectNames objects(diagnoser, *other.function);
  for (const SparsecPragma &pragma : other.pragmas)
    for (const std::string &name : namesInFacts(pragma.fact))
      if (std::optional<Object> member = objects.ofPath(name))
        collector.enterMember(name, *member);
      else if (const clang::VarDecl *variable = globalNamed(name, ast);
               variable && !names.arrays.count(name) &&
               !names.findParameter(name))
        collector.enter(name, variable->getType());
  return tryFacts(names, other, diagnoser);
}

} // namespace

void addPragmaFacts(Program &program, const FoundKernel &found,
                    Diagnoser &diagnoser) {
  for (const WrongFact &wrong : tryFacts(program, found, diagnoser))
    diagnoser.error(wrong.where, wrong.message, "");
}

void checkOtherFacts(const std::vector<FoundKernel> &all,
                     const FoundKernel &kernel, isl::ctx ctx,
                     Diagnoser &diagnoser) {
  const clang::ASTContext &ast = kernel.function->getASTContext();
  std::vector<WrongFact> wrong;
  const auto look = [&](const FoundKernel &function) {
    llvm::append_range(wrong, wrongFactsOf(function, ctx, ast, diagnoser));
  };
  for (const FoundKernel &other : all)
    if (other.function != kernel.function)
      look(other);
  if (wrong.empty())
    return;
  look(kernel);
  llvm::stable_sort(wrong, [&](const WrongFact &a, const WrongFact &b) {
    return ast.getSourceManager().isBeforeInTranslationUnit(a.where.getBegin(),
                                                            b.where.getBegin());
  });
  for (const WrongFact &each : wrong)
    diagnoser.error(each.where, each.message, "");
}

} // namespace sparsec
