//===- ConstantTables.cpp - elements of constant arrays -------------------===//
///
/// \file
///     static const int d[3] = {-1, 0, 1};
///     x[i + d[k]]      =>   x[i + (k == 0 ? -1 : k == 1 ? 0 : 1)]
///     static const double w[2] = {0.25, 0.5};
///     w[1] * x[i]      =>   0.5 * x[i]
///
/// So integers may steer: what is computed from such a table is affine in
/// parts.
///
//===----------------------------------------------------------------------===//

#include "ConstantTables.h"
#include "Aliases.h"
#include "NewNodes.h"

namespace sparsec {
namespace {

/// Each element is a case of what depends on it.
constexpr unsigned maxCases = 16;

class TableFolder {
public:
  TableFolder(clang::FunctionDecl &function,
              std::vector<std::function<void()>> &undo)
      : function(function), ast(function.getASTContext()), undo(undo) {}

  void visit(clang::Stmt *statement) {
    if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
      if (auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
        named.insert(variable);
    for (clang::Stmt *&child : statement->children()) {
      if (!child)
        continue;
      if (clang::Expr *value = valueOf(child)) {
        clang::Stmt *old = child;
        undo.emplace_back([&child, old] { child = old; });
        child = value;
        continue;
      }
      visit(child);
    }
  }

  /// Tables whose elements were replaced, all of them.
  std::set<const clang::VarDecl *> replaced() const {
    std::set<const clang::VarDecl *> unnamed;
    for (const clang::VarDecl *table : tables)
      if (!named.count(table))
        unnamed.insert(table);
    return unnamed;
  }

private:
  static const clang::InitListExpr *listOf(const clang::VarDecl *variable,
                                           const clang::ASTContext &ast) {
    const auto *array =
        variable ? ast.getAsConstantArrayType(variable->getType()) : nullptr;
    const bool isTable = array && variable->isStaticLocal() &&
                         array->getElementType().isConstQualified() &&
                         !array->getElementType().isVolatileQualified() &&
                         array->getElementType()->isArithmeticType() &&
                         !array->getElementType()->isAnyComplexType();
    return isTable ? llvm::dyn_cast_or_null<clang::InitListExpr>(
                         variable->getInit())
                   : nullptr;
  }

  /// What stands for \p part, an element of a table; null for others.
  clang::Expr *valueOf(clang::Stmt *part) {
    auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
    auto *element = load && load->getCastKind() == clang::CK_LValueToRValue
                        ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                              load->getSubExpr()->IgnoreParens())
                        : nullptr;
    const clang::VarDecl *table =
        element ? namedVariable(element->getBase()) : nullptr;
    const clang::InitListExpr *list = table ? listOf(table, ast) : nullptr;
    if (!list)
      return nullptr;
    const uint64_t size =
        ast.getAsConstantArrayType(table->getType())->getZExtSize();
    NewNodes nodes(function, element->getBeginLoc());
    clang::Expr *index = element->getIdx();
    clang::Expr::EvalResult number;
    clang::Expr *value = nullptr;
    if (index->EvaluateAsInt(number, ast))
      value = number.Val.getInt().isNegative() ||
                      number.Val.getInt().getLimitedValue() >= size
                  ? nullptr
                  : at(*list, number.Val.getInt().getLimitedValue(),
                       load->getType(), nodes);
    else if (load->getType()->isIntegerType() && size <= maxCases &&
             !index->HasSideEffects(ast))
      value = choice(*list, size, index, load->getType(), nodes);
    if (value)
      tables.insert(table);
    return value;
  }

  /// In the type of the elements, whatever is written for it.
  clang::Expr *at(const clang::InitListExpr &list, uint64_t pos,
                  clang::QualType type, NewNodes &nodes) {
    if (pos >= list.getNumInits())
      return nodes.cast(nodes.number(0), type);
    auto *value = const_cast<clang::Expr *>(list.getInit(unsigned(pos)));
    if (llvm::isa<clang::ImplicitValueInitExpr>(value))
      return nodes.cast(nodes.number(0), type);
    clang::Expr::EvalResult number;
    if (type->isIntegerType())
      return value->EvaluateAsInt(number, ast) &&
                     number.Val.getInt().isRepresentableByInt64()
                 ? nodes.number(number.Val.getInt().getExtValue(), type)
                 : nullptr;
    return nodes.cast(value->IgnoreParenImpCasts(), type);
  }

  clang::Expr *choice(const clang::InitListExpr &list, uint64_t size,
                      clang::Expr *index, clang::QualType type,
                      NewNodes &nodes) {
    clang::Expr *value = nullptr;
    for (uint64_t pos = size; pos-- > 0;) {
      clang::Expr *here = at(list, pos, type, nodes);
      if (!here)
        return nullptr;
      value = value ? nodes.select(nodes.binary(clang::BO_EQ, index,
                                                nodes.number(long(pos),
                                                             index->getType()),
                                                ast.IntTy),
                                   here, value)
                    : here;
    }
    return value;
  }

  clang::FunctionDecl &function;
  clang::ASTContext &ast;
  std::vector<std::function<void()>> &undo;
  std::set<const clang::VarDecl *> tables, named;
};

} // namespace

std::set<const clang::VarDecl *>
foldTables(clang::FunctionDecl &function, clang::Stmt *body,
           std::vector<std::function<void()>> &undo) {
  TableFolder folder(function, undo);
  folder.visit(body);
  return folder.replaced();
}

} // namespace sparsec
