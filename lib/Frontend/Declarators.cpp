//===- Declarators.cpp - how parameters are declared ----------------------===//

#include "Declarators.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

namespace sparsec {
namespace {

/// The parameters that a declaration reads.
class ParameterReads : public clang::RecursiveASTVisitor<ParameterReads> {
public:
  std::set<std::string> names;

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (llvm::isa<clang::ParmVarDecl>(reference->getDecl()))
      names.insert(reference->getDecl()->getNameAsString());
    return true;
  }
};

/// Whether a length is made of numbers and parameters, as it is written.
class PlainLength : public clang::RecursiveASTVisitor<PlainLength> {
public:
  bool isPlain = true;

  bool VisitExpr(clang::Expr *part) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const bool isName =
        reference && llvm::isa<clang::ParmVarDecl>(reference->getDecl());
    isPlain &=
        !part->getBeginLoc().isMacroID() && !part->getEndLoc().isMacroID() &&
        (isName || llvm::isa<clang::IntegerLiteral, clang::ParenExpr,
                             clang::ImplicitCastExpr, clang::ConstantExpr,
                             clang::UnaryOperator, clang::BinaryOperator,
                             clang::ArraySubscriptExpr>(part));
    return isPlain;
  }
};

/// \p type without what does not shape it: parentheses and qualifiers.
clang::TypeLoc shapeOf(clang::TypeLoc type) {
  while (true) {
    if (auto inner = type.getAs<clang::ParenTypeLoc>())
      type = inner.getInnerLoc();
    else if (auto qualified = type.getAs<clang::QualifiedTypeLoc>())
      type = qualified.getUnqualifiedLoc();
    else if (auto attributed = type.getAs<clang::AttributedTypeLoc>())
      type = attributed.getModifiedLoc();
    else
      return type;
  }
}

class DeclaratorReader {
public:
  DeclaratorReader(const clang::ParmVarDecl *parameter,
                   const clang::ASTContext &ast, const Diagnoser &diagnoser)
      : parameter(parameter), sources(ast.getSourceManager()),
        diagnoser(diagnoser),
        type(parameter->getTypeSourceInfo()->getTypeLoc()) {}

  Declarator read() {
    result.text = diagnoser.sourceText(parameter->getSourceRange());
    result.restrictText = restrictText();
    readLengths();
    ParameterReads reads;
    reads.TraverseTypeLoc(type);
    result.reads = std::move(reads.names);
    return std::move(result);
  }

private:
  /// The place of the token \p mark in the declaration's text; nothing where a
  /// macro makes it.
  std::optional<size_t> offsetOf(clang::SourceLocation where, char mark) const {
    const clang::SourceLocation begin =
        sources.getExpansionLoc(parameter->getBeginLoc());
    if (where.isMacroID() ||
        sources.getFileID(where) != sources.getFileID(begin))
      return std::nullopt;
    const size_t offset =
        sources.getFileOffset(where) - sources.getFileOffset(begin);
    const bool isThere =
        offset < result.text.size() && result.text[offset] == mark;
    return isThere ? std::optional<size_t>(offset) : std::nullopt;
  }

  std::string restrictText() const {
    if (parameter->getType().isRestrictQualified())
      return result.text;
    const llvm::StringRef text = result.text;
    const auto pointer = type.getAs<clang::PointerTypeLoc>();
    const auto array = shapeOf(type).getAs<clang::ArrayTypeLoc>();
    std::optional<size_t> place;
    if (pointer &&
        !shapeOf(pointer.getPointeeLoc()).getAs<clang::ArrayTypeLoc>())
      place = offsetOf(pointer.getStarLoc(), '*');
    // C++ has no `x[restrict 8]`.
    if (array && (place = offsetOf(array.getLBracketLoc(), '[')) &&
        llvm::none_of(text.drop_front(*place), llvm::isAlpha))
      return result.text;
    if (!place)
      return result.text;
    return text.take_front(*place + 1).str() + "restrict " +
           text.drop_front(*place + 1).ltrim().str();
  }

  void readLengths() {
    for (clang::TypeLoc at = shapeOf(type);;) {
      const auto pointer = at.getAs<clang::PointerTypeLoc>();
      const auto array = at.getAs<clang::ArrayTypeLoc>();
      if (!pointer && !array)
        return;
      if (array && array.getLBracketLoc().isMacroID())
        return result.lengths.clear();
      if (array)
        result.lengths.push_back(lengthOf(array.getSizeExpr()));
      at = shapeOf(array ? array.getElementLoc() : pointer.getPointeeLoc());
    }
  }

  ArrayLength lengthOf(clang::Expr *size) const {
    if (!size)
      return {};
    PlainLength check;
    check.TraverseStmt(size);
    if (!check.isPlain)
      return {"*", {}};
    ParameterReads reads;
    reads.TraverseStmt(size);
    return {diagnoser.sourceText(size->getSourceRange()),
            std::move(reads.names)};
  }

  const clang::ParmVarDecl *parameter;
  const clang::SourceManager &sources;
  const Diagnoser &diagnoser;
  const clang::TypeLoc type;
  Declarator result;
};

} // namespace

Declarator declaratorOf(const clang::ParmVarDecl *parameter,
                        const clang::ASTContext &ast,
                        const Diagnoser &diagnoser) {
  return DeclaratorReader(parameter, ast, diagnoser).read();
}

std::vector<const clang::Expr *> variableExtentsOf(clang::QualType type) {
  std::vector<const clang::Expr *> extents;
  while (!type.isNull()) {
    const auto *array =
        llvm::dyn_cast<clang::ArrayType>(type.getCanonicalType());
    const auto *pointer = type->getAs<clang::PointerType>();
    if (const auto *sized =
            llvm::dyn_cast_or_null<clang::VariableArrayType>(array))
      if (sized->getSizeExpr())
        extents.push_back(sized->getSizeExpr());
    type = array     ? array->getElementType()
           : pointer ? pointer->getPointeeType()
                     : clang::QualType();
  }
  return extents;
}

} // namespace sparsec
