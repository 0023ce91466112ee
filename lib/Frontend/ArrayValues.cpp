//===- ArrayValues.cpp - arrays with initialisers -------------------------===//
///
/// \file
///     double t[3] = {a, b};      =>   double t[3]; t[0] = a; t[1] = b;
///                                     t[2] = 0;
///     double t[n][4] = {0};      =>   for (k < n) for (l < 4) t[k][l] = 0;
///
/// `static const double w[5] = {..}` is such an array: that its elements are
/// set each time makes no difference to who reads them.
///
//===----------------------------------------------------------------------===//

#include "ArrayValues.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Assignments that are written one by one.
constexpr uint64_t maxElements = 32;

class ValueWriter {
public:
  ValueWriter(clang::VarDecl *variable, NewNodes &nodes)
      : variable(variable), nodes(nodes) {}

  /// Empty where the initialiser is not a list of numbers.
  Statements write() {
    auto *list =
        llvm::dyn_cast_or_null<clang::InitListExpr>(variable->getInit());
    const clang::QualType type = variable->getType();
    const auto *array = nodes.ast.getAsConstantArrayType(type);
    const clang::QualType leaf = nodes.ast.getBaseElementType(type);
    if (!list || !array || !leaf->isArithmeticType() ||
        leaf->isAnyComplexType() || list->HasSideEffects(nodes.ast))
      return {};
    const uint64_t elements = nodes.ast.getConstantArrayElementCount(array);
    isSparse = elements > maxElements || isZero(list);
    Statements parts;
    if (isSparse)
      parts = cleared(nodes.named(variable));
    if (!fill(nodes.named(variable), list, parts))
      return {};
    return parts;
  }

private:
  /// Whether \p value is 0 everywhere.
  bool isZero(const clang::Expr *value) const {
    if (!value || llvm::isa<clang::ImplicitValueInitExpr>(value))
      return true;
    if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(value))
      return llvm::all_of(
          list->inits(), [&](const clang::Expr *part) { return isZero(part); });
    clang::Expr::EvalResult number;
    const auto *real =
        llvm::dyn_cast<clang::FloatingLiteral>(value->IgnoreParenImpCasts());
    return (real && real->getValue().isPosZero()) ||
           (value->IgnoreParenImpCasts()->getType()->isIntegerType() &&
            value->IgnoreParenImpCasts()->EvaluateAsInt(number, nodes.ast) &&
            number.Val.getInt().isZero());
  }

  clang::Expr *element(clang::Expr *array, clang::Expr *index) {
    return nodes.element(nodes.decayed(array), index);
  }

  /// Loops that set all elements of \p target to 0.
  Statements cleared(clang::Expr *target) {
    const auto *array = nodes.ast.getAsConstantArrayType(target->getType());
    if (!array)
      return {nodes.assign(target, nodes.number(0))};
    clang::VarDecl *counter =
        nodes.variable("k", nodes.ast.IntTy, nodes.number(0));
    return {nodes.loop(
        nodes.declare(counter),
        nodes.binary(clang::BO_LT, nodes.load(counter),
                     nodes.number(long(array->getZExtSize())), nodes.ast.IntTy),
        nodes.step(counter, 1),
        nodes.list(cleared(element(target, nodes.load(counter)))))};
  }

  /// False where a value is none that elements are assigned.
  bool fill(clang::Expr *target, clang::Expr *value, Statements &parts) {
    if (isSparse && isZero(value))
      return true;
    const auto *array = nodes.ast.getAsConstantArrayType(target->getType());
    if (!array) {
      if (value && llvm::isa<clang::InitListExpr>(value))
        return false;
      parts.push_back(nodes.assign(
          target, !value || llvm::isa<clang::ImplicitValueInitExpr>(value)
                      ? nodes.number(0)
                      : value));
      return true;
    }
    auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(value);
    if (value && !list && !llvm::isa<clang::ImplicitValueInitExpr>(value))
      return false;
    const uint64_t size = array->getZExtSize();
    const uint64_t given = list ? list->getNumInits() : 0;
    for (uint64_t pos = 0; pos < (isSparse ? given : size); ++pos)
      if (!fill(element(target, nodes.number(long(pos))),
                pos < given ? list->getInit(unsigned(pos)) : nullptr, parts))
        return false;
    return true;
  }

  clang::VarDecl *variable;
  NewNodes &nodes;
  /// Only the elements that are not 0 are written, behind loops for all.
  bool isSparse = false;
};

/// \p type, an array, of elements that may be assigned.
clang::QualType assignable(clang::QualType type, clang::ASTContext &ast) {
  const auto *array = ast.getAsConstantArrayType(type);
  if (!array)
    return type.getUnqualifiedType();
  return ast.getConstantArrayType(assignable(array->getElementType(), ast),
                                  array->getSize(), array->getSizeExpr(),
                                  array->getSizeModifier(),
                                  array->getIndexTypeCVRQualifiers());
}

} // namespace

Statements arrayValues(clang::DeclStmt *statement,
                       const std::set<const clang::VarDecl *> &unused,
                       NewNodes &nodes,
                       std::vector<std::function<void()>> &undo) {
  Statements parts;
  bool isChanged = false;
  for (clang::Decl *each : statement->decls()) {
    auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
    if (!variable)
      return {statement};
    if (unused.count(variable)) {
      isChanged = true;
      continue;
    }
    const clang::QualType type = variable->getType();
    const clang::StorageClass storage = variable->getStorageClass();
    clang::Expr *value = variable->getInit();
    const bool isTable =
        variable->isStaticLocal() &&
        nodes.ast.getBaseElementType(type).isConstQualified() &&
        !variable->isConstexpr();
    Statements assignments;
    if (type->isArrayType() && (!variable->isStaticLocal() || isTable) &&
        !nodes.ast.getBaseElementType(type).isVolatileQualified()) {
      variable->setType(assignable(type, nodes.ast));
      assignments = ValueWriter(variable, nodes).write();
      if (assignments.empty())
        variable->setType(type);
    }
    parts.push_back(nodes.declare(variable));
    if (assignments.empty())
      continue;
    isChanged = true;
    variable->setInit(nullptr);
    variable->setStorageClass(clang::SC_None);
    undo.emplace_back([variable, type, storage, value] {
      variable->setType(type);
      variable->setInit(value);
      variable->setStorageClass(storage);
    });
    parts.insert(parts.end(), assignments.begin(), assignments.end());
  }
  return isChanged ? parts : Statements{statement};
}

} // namespace sparsec
