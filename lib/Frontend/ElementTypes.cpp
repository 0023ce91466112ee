//===- ElementTypes.cpp - types that have no translation ------------------===//

#include "ElementTypes.h"

#include "Objects.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace sparsec {
namespace {

class TypeChecker : public clang::RecursiveASTVisitor<TypeChecker> {
public:
  TypeChecker(const clang::ASTContext &ast, Diagnoser &diagnoser)
      : ast(ast), diagnoser(diagnoser) {}

  bool VisitVarDecl(clang::VarDecl *variable) {
    check(variable->getType(), variable->getLocation());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    const auto *field =
        llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field)
      return true;
    check(field->getType(), field->getLocation());
    if (field->isBitField())
      diagnoser.error(member->getMemberLoc(),
                      "'" + field->getName() + "' is a bit-field",
                      "copy it to a parameter of the function");
    return true;
  }
  bool VisitExplicitCastExpr(clang::ExplicitCastExpr *cast) {
    check(cast->getType(), cast->getBeginLoc());
    return true;
  }

private:
  void check(clang::QualType type, clang::SourceLocation where) {
    type = elementOf(type);
    const bool isArithmetic = type->isArithmeticType() ||
                              type->isVectorType() || type->isBitIntType();
    if (!isArithmetic || elementType(type, ast))
      return;
    const std::string spelling =
        type.getUnqualifiedType().getAsString(ast.getPrintingPolicy());
    diagnoser.error(where,
                    "values of type '" + spelling + "' are not supported",
                    acceptedTypes);
  }

  /// Pointers and arrays lead to it.
  clang::QualType elementOf(clang::QualType type) const {
    while (true) {
      if (const auto *pointer = type->getAs<clang::PointerType>())
        type = pointer->getPointeeType();
      else if (const clang::ArrayType *array = ast.getAsArrayType(type))
        type = array->getElementType();
      else if (const auto *atomic = type->getAs<clang::AtomicType>())
        type = atomic->getValueType();
      else
        return type.getCanonicalType();
    }
  }

  const clang::ASTContext &ast;
  Diagnoser &diagnoser;
};

} // namespace

void checkTypes(const clang::FunctionDecl &function, Diagnoser &diagnoser) {
  TypeChecker checker(function.getASTContext(), diagnoser);
  checker.TraverseDecl(const_cast<clang::FunctionDecl *>(&function));
}

} // namespace sparsec
