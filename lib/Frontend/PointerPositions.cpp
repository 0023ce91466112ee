//===- PointerPositions.cpp - pointers as integers ------------------------===//
///
/// \file
/// A pointer whose place is no function of the iterators becomes an integer
/// that is data, and subscripts the array:
///
///     const double *p = val;           long p = 0;
///     for (..)                   =>    for (..)
///       if (mark[i])                     if (mark[i])
///         sum += *p++;                     sum += *(val + p++);
///
/// All values that the pointer gets have to be places in one array, which is a
/// variable or member that keeps its value.
///
//===----------------------------------------------------------------------===//

#include "PointerPositions.h"
#include "Aliases.h"
#include "Modified.h"
#include "NewNodes.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <string>

namespace sparsec {
namespace {

/// What a function does with its pointers.
class PointerUses : public clang::RecursiveASTVisitor<PointerUses> {
public:
  std::map<const clang::VarDecl *, std::vector<clang::Expr *>> values;
  std::set<const clang::VarDecl *> changed, addressed;

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->getType()->isPointerType() && variable->getInit())
      values[variable].push_back(variable->getInit());
    return true;
  }
  bool VisitExpr(clang::Expr *expression) {
    const clang::Expr *target = modifiedBy(expression);
    if (const clang::VarDecl *own = target ? namedVariable(target) : nullptr) {
      changed.insert(own);
      auto *assign = llvm::dyn_cast<clang::BinaryOperator>(expression);
      if (assign && assign->getOpcode() == clang::BO_Assign)
        values[own].push_back(assign->getRHS());
    }
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->getOpcode() == clang::UO_AddrOf)
      if (const clang::VarDecl *own = namedVariable(unary->getSubExpr()))
        addressed.insert(own);
    return true;
  }
};

bool isConversion(const clang::CastExpr *cast) {
  return llvm::isa<clang::ImplicitCastExpr>(cast) &&
         cast->getCastKind() == clang::CK_NoOp;
}

/// The variable or member that \p value, a pointer, is a place in; null for
/// other values.
clang::Expr *rootOf(clang::Expr *value) {
  value = value->IgnoreParens();
  if (auto *cast = llvm::dyn_cast<clang::CastExpr>(value)) {
    clang::Expr *operand = cast->getSubExpr()->IgnoreParens();
    if (isConversion(cast))
      return rootOf(operand);
    const bool isRead = cast->getCastKind() == clang::CK_LValueToRValue ||
                        cast->getCastKind() == clang::CK_ArrayToPointerDecay;
    return isRead && ObjectNames::isNamed(operand) ? operand : nullptr;
  }
  if (auto *sum = llvm::dyn_cast<clang::BinaryOperator>(value))
    return !sum->isAdditiveOp()                        ? nullptr
           : sum->getLHS()->getType()->isPointerType() ? rootOf(sum->getLHS())
                                                       : rootOf(sum->getRHS());
  auto *unary = llvm::dyn_cast<clang::UnaryOperator>(value);
  if (unary && unary->isIncrementDecrementOp())
    return namedVariable(unary->getSubExpr())
               ? unary->getSubExpr()->IgnoreParens()
               : nullptr;
  auto *element = unary && unary->getOpcode() == clang::UO_AddrOf
                      ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                            unary->getSubExpr()->IgnoreParens())
                      : nullptr;
  return element ? rootOf(element->getBase()) : nullptr;
}

/// The variable that \p root is, or is a member of, and the members.
const clang::VarDecl *variableOf(const clang::Expr *root, std::string &path) {
  root = root->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(root)) {
    const clang::VarDecl *variable = variableOf(member->getBase(), path);
    path += (member->isArrow() ? "->" : ".") +
            member->getMemberDecl()->getNameAsString();
    return variable;
  }
  return namedVariable(root);
}

class Replacer {
public:
  Replacer(clang::FunctionDecl &function, clang::CompoundStmt *body,
           std::vector<std::function<void()>> &undo)
      : function(function), body(body), undo(undo) {
    uses.TraverseStmt(body);
    for (const clang::Stmt *child : body->body())
      if (const auto *declares = llvm::dyn_cast<clang::DeclStmt>(child))
        outermost.insert(declares->decl_begin(), declares->decl_end());
  }

  bool run(const clang::VarDecl *pointer) {
    if (!gather(pointer) || !root)
      return false;
    Statements parts;
    for (const clang::VarDecl *each : group) {
      NewNodes nodes(function, each->getLocation());
      const bool isParameter = llvm::isa<clang::ParmVarDecl>(each);
      positions[each] =
          nodes.variable(each->getName(), nodes.ast.getPointerDiffType(),
                         isParameter ? zero(nodes) : nullptr);
      if (isParameter)
        parts.push_back(nodes.declare(positions[each]));
    }
    clang::Stmt *whole = body;
    visitChildren(whole);
    if (!parts.empty()) {
      parts.insert(parts.end(), body->body_begin(), body->body_end());
      function.setBody(clang::CompoundStmt::Create(
          function.getASTContext(), parts, clang::FPOptionsOverride(),
          body->getLBracLoc(), body->getRBracLoc()));
      undo.emplace_back(
          [&function = function, body = body] { function.setBody(body); });
    }
    return true;
  }

private:
  //===--- Which pointers, and their array --------------------------------===//

  bool gather(const clang::VarDecl *pointer) {
    if (!group.insert(pointer).second)
      return true;
    if (!pointer->getType()->isPointerType() || uses.addressed.count(pointer) ||
        pointer->getDeclContext() != &function || pointer->isStaticLocal())
      return false;
    if (llvm::isa<clang::ParmVarDecl>(pointer) &&
        !setRoot(nullptr, pointer, ""))
      return false;
    return llvm::all_of(uses.values[pointer],
                        [&](clang::Expr *value) { return gatherFrom(value); });
  }

  /// Follows a value that some pointer of the group is given.
  bool gatherFrom(clang::Expr *value) {
    clang::Expr *place = rootOf(value);
    std::string path;
    const clang::VarDecl *variable = place ? variableOf(place, path) : nullptr;
    if (!variable)
      return false;
    const bool isPointer = path.empty() && variable->getType()->isPointerType();
    if (group.count(variable) || (isPointer && uses.changed.count(variable)))
      return path.empty() && gather(variable);
    // What is declared inside need not be the same all the time.
    const bool isSteady =
        llvm::isa<clang::ParmVarDecl>(variable) || variable->isFileVarDecl() ||
        variable->getType()->isArrayType() || outermost.count(variable);
    return isSteady && !uses.changed.count(variable) &&
           !uses.addressed.count(variable) && setRoot(place, variable, path);
  }

  bool setRoot(clang::Expr *place, const clang::VarDecl *variable,
               const std::string &path) {
    if (root && *root != std::pair(variable, path))
      return false;
    if (!root)
      origin = place;
    root = {variable, path};
    return true;
  }

  //===--- The nodes ------------------------------------------------------===//

  clang::Expr *zero(NewNodes &nodes) {
    clang::Expr *number = nodes.number(0, nodes.ast.getPointerDiffType());
    zeros.insert(number);
    return number;
  }

  /// The address of the array's first element.
  clang::Expr *base(NewNodes &nodes) {
    auto *variable = const_cast<clang::VarDecl *>(root->first);
    clang::Expr *named = origin ? origin : nodes.named(variable);
    clang::Expr *result = named->getType()->isArrayType() ? nodes.decayed(named)
                                                          : nodes.load(named);
    made.insert(result);
    return result;
  }

  /// `array + at`.
  clang::Expr *address(clang::Expr *at, clang::QualType type, NewNodes &nodes) {
    return nodes.binary(clang::BO_Add, base(nodes), at, type);
  }

  clang::Expr *sum(clang::BinaryOperatorKind op, clang::Expr *left,
                   clang::Expr *right, NewNodes &nodes) {
    const clang::QualType type = nodes.ast.getPointerDiffType();
    if (op == clang::BO_Add && zeros.count(left))
      return nodes.converted(right, type);
    return zeros.count(right)
               ? left
               : nodes.binary(op, left, nodes.converted(right, type), type);
  }

  /// Where \p value points, of which rootOf() knows the array.
  clang::Expr *offset(clang::Expr *value, NewNodes &nodes) {
    value = value->IgnoreParens();
    if (auto *cast = llvm::dyn_cast<clang::CastExpr>(value)) {
      if (isConversion(cast))
        return offset(cast->getSubExpr(), nodes);
      const clang::VarDecl *own = namedVariable(cast->getSubExpr());
      return group.count(own) ? nodes.load(positions[own]) : zero(nodes);
    }
    if (auto *both = llvm::dyn_cast<clang::BinaryOperator>(value)) {
      const bool isLeft = both->getLHS()->getType()->isPointerType();
      return sum(both->getOpcode(),
                 offset(isLeft ? both->getLHS() : both->getRHS(), nodes),
                 isLeft ? both->getRHS() : both->getLHS(), nodes);
    }
    auto *unary = llvm::cast<clang::UnaryOperator>(value);
    if (unary->isIncrementDecrementOp())
      return stepped(unary, nodes);
    auto *element = llvm::cast<clang::ArraySubscriptExpr>(
        unary->getSubExpr()->IgnoreParens());
    return sum(clang::BO_Add, offset(element->getBase(), nodes),
               element->getIdx(), nodes);
  }

  clang::Expr *stepped(const clang::UnaryOperator *step, NewNodes &nodes) {
    return clang::UnaryOperator::Create(
        nodes.ast, nodes.named(positions[namedVariable(step->getSubExpr())]),
        step->getOpcode(), nodes.ast.getPointerDiffType(), clang::VK_PRValue,
        clang::OK_Ordinary, step->getOperatorLoc(), false,
        clang::FPOptionsOverride());
  }

  /// An assignment to a pointer of the group as one to its integer.
  clang::Expr *assigned(const clang::BinaryOperator *assign, NewNodes &nodes) {
    const clang::QualType type = nodes.ast.getPointerDiffType();
    clang::Expr *target =
        nodes.named(positions[namedVariable(assign->getLHS())]);
    if (assign->getOpcode() == clang::BO_Assign)
      return nodes.assign(target, offset(assign->getRHS(), nodes));
    return clang::CompoundAssignOperator::Create(
        nodes.ast, target, nodes.converted(assign->getRHS(), type),
        assign->getOpcode(), type, clang::VK_PRValue, clang::OK_Ordinary,
        assign->getOperatorLoc(), clang::FPOptionsOverride(), type, type);
  }

  bool isOfGroup(const clang::Expr *lvalue) const {
    return group.count(namedVariable(lvalue)) != 0;
  }

  /// Whether \p pointer is a place in the array.
  bool isPlace(clang::Expr *pointer) {
    clang::Expr *place =
        pointer->getType()->isPointerType() ? rootOf(pointer) : nullptr;
    std::string path;
    const clang::VarDecl *variable = place ? variableOf(place, path) : nullptr;
    return variable && ((path.empty() && group.count(variable)) ||
                        *root == std::pair(variable, path));
  }

  /// What stands for \p expression; null where nothing else does.
  clang::Expr *replacement(clang::Expr *expression, bool isValue,
                           NewNodes &nodes) {
    if (auto *both = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      const bool isApart =
          both->getOpcode() == clang::BO_Sub || both->isComparisonOp();
      if (isApart && isPlace(both->getLHS()) && isPlace(both->getRHS())) {
        clang::Expr *left = offset(both->getLHS(), nodes),
                    *right = offset(both->getRHS(), nodes);
        return both->isComparisonOp() ? nodes.binary(both->getOpcode(), left,
                                                     right, both->getType())
                                      : sum(clang::BO_Sub, left, right, nodes);
      }
      if (!both->isAssignmentOp() || !isOfGroup(both->getLHS()))
        return nullptr;
      clang::Expr *change = assigned(both, nodes);
      return isValue ? address(change, both->getType(), nodes) : change;
    }
    auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->isIncrementDecrementOp() &&
        isOfGroup(unary->getSubExpr())) {
      clang::Expr *step = stepped(unary, nodes);
      return isValue ? address(step, unary->getType(), nodes) : step;
    }
    auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    if (cast && cast->getCastKind() == clang::CK_LValueToRValue &&
        isOfGroup(cast->getSubExpr()))
      return address(nodes.load(positions[namedVariable(cast->getSubExpr())]),
                     cast->getType(), nodes);
    return nullptr;
  }

  //===--- The walk -------------------------------------------------------===//

  /// \p declares with integers in place of pointers.
  clang::Stmt *redeclared(clang::DeclStmt *declares) {
    llvm::SmallVector<clang::Decl *, 4> decls(declares->decl_begin(),
                                              declares->decl_end());
    bool isChanged = false;
    for (clang::Decl *&each : decls) {
      auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
      if (!variable || !group.count(variable))
        continue;
      NewNodes nodes(function, variable->getLocation());
      clang::VarDecl *position = positions[variable];
      if (variable->getInit())
        position->setInit(offset(variable->getInit(), nodes));
      each = position;
      isChanged = true;
    }
    clang::ASTContext &ast = function.getASTContext();
    return !isChanged ? declares
                      : new (ast) clang::DeclStmt(
                            clang::DeclGroupRef::Create(ast, decls.data(),
                                                        unsigned(decls.size())),
                            declares->getBeginLoc(), declares->getEndLoc());
  }

  void visit(clang::Stmt *&slot, bool isValue) {
    if (!slot || made.count(slot))
      return;
    clang::Stmt *old = slot, *now = old;
    if (auto *declares = llvm::dyn_cast<clang::DeclStmt>(old)) {
      now = redeclared(declares);
    } else if (auto *expression = llvm::dyn_cast<clang::Expr>(old)) {
      NewNodes nodes(function, expression->getBeginLoc());
      if (clang::Expr *other = replacement(expression, isValue, nodes))
        now = other;
    }
    if (now != old) {
      slot = now;
      undo.emplace_back([&slot, old] { slot = old; });
    }
    const auto *both = llvm::dyn_cast<clang::BinaryOperator>(now);
    const bool isTransparent =
        llvm::isa<clang::ParenExpr>(now) || (both && both->isCommaOp());
    visitChildren(now, isTransparent && !isValue);
  }

  /// \p areStatements: as those of a list, the values of children are not used.
  void visitChildren(clang::Stmt *statement, bool areStatements = false) {
    const bool usesValues =
        llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(statement);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement);
    for (clang::Stmt *&child : statement->children()) {
      const bool isTest = loop && child && child == loop->getCond();
      visit(child, isTest || (usesValues && !areStatements));
    }
  }

  clang::FunctionDecl &function;
  clang::CompoundStmt *body;
  std::vector<std::function<void()>> &undo;
  PointerUses uses;
  std::set<const clang::Decl *> outermost;
  std::set<const clang::VarDecl *> group;
  std::map<const clang::VarDecl *, clang::VarDecl *> positions;
  /// The array: a variable, and the members behind it.
  std::optional<std::pair<const clang::VarDecl *, std::string>> root;
  /// Where the source names it; null: it is a parameter of the group.
  clang::Expr *origin = nullptr;
  /// What is not to be looked into; and numbers that are 0.
  std::set<const clang::Stmt *> made, zeros;
};

} // namespace

bool replaceByPosition(const clang::VarDecl *pointer,
                       std::vector<std::function<void()>> &undo) {
  const auto *function =
      llvm::dyn_cast_or_null<clang::FunctionDecl>(pointer->getDeclContext());
  auto *body =
      function
          ? llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody())
          : nullptr;
  return body &&
         Replacer(const_cast<clang::FunctionDecl &>(*function), body, undo)
             .run(pointer);
}

} // namespace sparsec
