//===- UserInspectors.cpp - functions marked as inspectors ----------------===//
///
/// \file
///     #pragma sparsec inspector; permutation(place, n)
///     int order(int n, const int *index, const int *col, int *place)
///
/// A function that a plan's inspector may call. Its head says what it does with
/// its parameters: integers are numbers, `const` pointers are read, the others
/// are written.
///
//===----------------------------------------------------------------------===//

#include "UserInspectors.h"

#include "Objects.h"

#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr llvm::StringLiteral mark = "inspector";

/// Takes the word off the facts of \p pragma; whether it was there.
bool takeMark(SparsecPragma &pragma) {
  llvm::StringRef rest = pragma.fact;
  if (!rest.consume_front(mark))
    return false;
  rest = rest.ltrim();
  if (!rest.empty() && !rest.consume_front(";"))
    return false;
  rest = rest.ltrim();
  const size_t length = pragma.fact.size() - rest.size();
  pragma.fact = rest.str();
  llvm::erase_if(pragma.tokens,
                 [&](const auto &token) { return token.first < length; });
  for (auto &token : pragma.tokens)
    token.first -= length;
  return true;
}

using Parameter = UserInspector::Parameter;

std::optional<Parameter> parameterOf(const clang::ParmVarDecl &declared,
                                     const clang::ASTContext &ast) {
  Parameter parameter;
  parameter.name = declared.getNameAsString();
  clang::QualType type = declared.getType();
  if (type->isPointerType()) {
    type = type->getPointeeType();
    parameter.kind = type.isConstQualified() ? Parameter::Kind::Reads
                                             : Parameter::Kind::Writes;
  }
  const std::optional<ElementType> element = elementType(type, ast);
  if (parameter.name.empty() || !element || !element->isInteger())
    return std::nullopt;
  parameter.type = *element;
  return parameter;
}

std::shared_ptr<const UserInspector> inspectorOf(const FoundKernel &found,
                                                 const clang::ASTContext &ast,
                                                 Diagnoser &diagnoser) {
  const clang::FunctionDecl &function = *found.function;
  std::vector<Parameter> parameters;
  for (const clang::ParmVarDecl *declared : function.parameters())
    if (std::optional<Parameter> parameter = parameterOf(*declared, ast))
      parameters.push_back(*parameter);
    else
      diagnoser.error(declared->getSourceRange(),
                      "an inspector takes integers and pointers to integers, "
                      "each with a name",
                      "make it a function of the structure of the data: their "
                      "values may change between executions");
  const clang::QualType result = function.getReturnType();
  const std::optional<ElementType> status = elementType(result, ast);
  const bool returnsStatus = !result->isVoidType();
  if (returnsStatus && !(status && status->isInteger()))
    diagnoser.error(function.getReturnTypeSourceRange(),
                    "an inspector returns nothing, or an integer that is 0 "
                    "where it succeeds",
                    "store results through pointers");
  std::vector<UserInspector::Facts> facts;
  for (const SparsecPragma &pragma : found.pragmas)
    facts.push_back({pragma.fact, diagnoser.location(pragma.text)});
  return std::make_shared<const UserInspector>(function.getNameAsString(),
                                               std::move(parameters),
                                               std::move(facts), returnsStatus);
}

} // namespace

void findInspectors(std::vector<FoundKernel> &functions) {
  for (FoundKernel &function : functions) {
    for (SparsecPragma &pragma : function.pragmas)
      function.isInspector |= takeMark(pragma);
    if (function.isInspector)
      llvm::erase_if(function.pragmas, [](const SparsecPragma &pragma) {
        return pragma.fact.empty();
      });
  }
}

std::vector<std::shared_ptr<const UserInspector>>
inspectorsFor(const FoundKernel &kernel,
              const std::vector<FoundKernel> &functions,
              const clang::ASTContext &ast, Diagnoser &diagnoser) {
  const clang::SourceManager &sources = ast.getSourceManager();
  std::vector<std::shared_ptr<const UserInspector>> result;
  for (const FoundKernel &found : functions) {
    if (!found.isInspector)
      continue;
    const clang::FunctionDecl *first = found.function->getFirstDecl();
    if (sources.isBeforeInTranslationUnit(kernel.begin(), first->getBeginLoc()))
      diagnoser.error(found.function->getLocation(),
                      "the inspector '" + found.function->getName().str() +
                          "' is not known yet where '" +
                          kernel.function->getName().str() + "' is",
                      "declare it before that function");
    result.push_back(inspectorOf(found, ast, diagnoser));
  }
  return result;
}

} // namespace sparsec
