//===- StructureValues.cpp - local structures as their members ------------===//
///
/// \file
///     vec d = minus(a, b);             minus(a, b);  // sets x_, y_
///     y[i] = d.x * d.y;          =>    d_x = x_; d_y = y_;
///                                      y[i] = d_x * d_y;
///     vec minus(..) {                  void minus(..) {
///       vec r = {..};                    r_x = ..; r_y = ..;
///       return r;                        x_ = r_x; y_ = r_y;
///     }                                }
///
/// A structure whose address is taken, or that is passed as a whole, stays what
/// it is.
///
//===----------------------------------------------------------------------===//

#include "StructureValues.h"
#include "Aliases.h"
#include "ForLoop.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// The members of structures are numbers, or structures of such.
bool isOfNumbers(clang::QualType type) {
  if (type->isArithmeticType())
    return true;
  const auto *record = type->getAs<clang::RecordType>();
  if (!record || !record->isStructureType() || type.isVolatileQualified())
    return false;
  return llvm::all_of(record->getDecl()->fields(),
                      [](const clang::FieldDecl *field) {
                        return field->getIdentifier() && !field->isBitField() &&
                               isOfNumbers(field->getType());
                      });
}

bool isStructure(clang::QualType type) {
  return type->isRecordType() && isOfNumbers(type);
}

/// The variable that a chain of members begins with, and the members.
const clang::VarDecl *rootOf(const clang::Expr *expression, std::string &path) {
  expression = expression->IgnoreParens();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    const clang::VarDecl *root =
        member->isArrow() ? nullptr : rootOf(member->getBase(), path);
    path += "." + member->getMemberDecl()->getNameAsString();
    return root;
  }
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                   : nullptr;
}

/// Structures that are used in a way that members cannot be.
class WholeUses : public clang::RecursiveASTVisitor<WholeUses> {
public:
  std::set<const clang::VarDecl *> found;

  bool VisitUnaryOperator(clang::UnaryOperator *unary) {
    std::string path;
    if (unary->getOpcode() == clang::UO_AddrOf)
      if (const clang::VarDecl *root = rootOf(unary->getSubExpr(), path))
        found.insert(root);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    for (const clang::Expr *argument : call->arguments()) {
      std::string path;
      if (isStructure(argument->getType()))
        if (const clang::VarDecl *root =
                rootOf(argument->IgnoreParenImpCasts(), path))
          found.insert(root);
    }
    return true;
  }
};

} // namespace

class StructureValues::Rewriter {
public:
  Rewriter(StructureValues &all, clang::FunctionDecl &function,
           std::vector<std::function<void()>> &undo)
      : all(all), function(function), ast(function.getASTContext()),
        undo(undo) {}

  clang::CompoundStmt *run(clang::CompoundStmt *body) {
    WholeUses uses;
    uses.TraverseStmt(body);
    whole = std::move(uses.found);
    return listOf(body);
  }

private:
  clang::CompoundStmt *listOf(clang::CompoundStmt *list) {
    Statements parts;
    for (clang::Stmt *child : list->body())
      for (clang::Stmt *part : rewritten(child))
        parts.push_back(part);
    return clang::CompoundStmt::Create(ast, parts, clang::FPOptionsOverride(),
                                       list->getLBracLoc(),
                                       list->getRBracLoc());
  }

  Statements rewritten(clang::Stmt *statement) {
    NewNodes nodes(function, statement->getBeginLoc());
    if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement))
      return {listOf(list)};
    if (auto *declares = llvm::dyn_cast<clang::DeclStmt>(statement))
      return ofDeclarations(declares, nodes);
    if (auto *end = llvm::dyn_cast<clang::ReturnStmt>(statement))
      return ofReturn(end, nodes);
    auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    auto *assign =
        expression
            ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens())
            : nullptr;
    if (assign && assign->getOpcode() == clang::BO_Assign &&
        isStructure(assign->getType())) {
      std::string path;
      const clang::VarDecl *target = rootOf(assign->getLHS(), path);
      auto known = all.members.find(target);
      Statements parts;
      // `v = (vec){v.y, v.x}` reads what it sets.
      const bool isOfItself =
          target && mentions(assign->getRHS(), target) &&
          !llvm::isa<clang::CallExpr>(assign->getRHS()->IgnoreParenImpCasts());
      if (known != all.members.end() && !isOfItself &&
          set(known->second, path, assign->getRHS(), parts, nodes))
        return parts;
    }
    return {replaceIn(statement)};
  }

  Statements ofDeclarations(clang::DeclStmt *declares, NewNodes &nodes) {
    Statements parts;
    bool isSplit = false;
    for (clang::Decl *each : declares->decls()) {
      auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
      if (!variable)
        return {declares};
      if (!variable->isLocalVarDecl() || variable->isStaticLocal() ||
          !isStructure(variable->getType()) || whole.count(variable)) {
        if (variable->getInit() && !variable->isStaticLocal()) {
          clang::Stmt *value = variable->getInit();
          clang::Expr *old = variable->getInit();
          variable->setInit(llvm::cast<clang::Expr>(replaced(value)));
          undo.emplace_back([variable, old] { variable->setInit(old); });
        }
        parts.push_back(nodes.declare(variable));
        continue;
      }
      isSplit = true;
      Members own = split(variable->getType(), variable->getNameAsString(), "");
      for (const auto &[path, member] : own)
        parts.push_back(nodes.declare(member));
      all.members[variable] = own;
      if (variable->getInit() &&
          !set(own, "", variable->getInit(), parts, nodes)) {
        all.members.erase(variable);
        return {declares};
      }
    }
    return isSplit ? parts : Statements{declares};
  }

  Members split(clang::QualType type, const std::string &name,
                const std::string &path) {
    Members own;
    if (type->isArithmeticType()) {
      own[path] = NewNodes(all.kernel, function.getLocation())
                      .variable(name, type.getUnqualifiedType());
      return own;
    }
    for (const clang::FieldDecl *field :
         type->getAs<clang::RecordType>()->getDecl()->fields()) {
      const std::string part = field->getNameAsString();
      own.merge(split(field->getType(), name + "_" + part, path + "." + part));
    }
    return own;
  }

  Members &resultOf(const clang::FunctionDecl *callee) {
    auto [place, isNew] = all.results.try_emplace(callee);
    if (isNew)
      place->second =
          split(callee->getReturnType(), callee->getNameAsString(), "");
    return place->second;
  }

  Statements ofReturn(clang::ReturnStmt *end, NewNodes &nodes) {
    clang::Expr *value = end->getRetValue();
    if (!value || !isStructure(value->getType()) || &function == &all.kernel)
      return {replaceIn(end)};
    Statements parts;
    if (!set(resultOf(&function), "", value, parts, nodes))
      return {replaceIn(end)};
    parts.push_back(
        clang::ReturnStmt::Create(ast, end->getReturnLoc(), nullptr, nullptr));
    return parts;
  }

  /// Sets \p target, at \p path, to the structure \p value.
  bool set(const Members &target, const std::string &path, clang::Expr *value,
           Statements &parts, NewNodes &nodes) {
    value = value->IgnoreParenImpCasts();
    if (auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(value))
      value = literal->getInitializer()->IgnoreParenImpCasts();
    if (auto *list = llvm::dyn_cast<clang::InitListExpr>(value))
      return setByList(target, path, list, parts, nodes);
    auto *call = llvm::dyn_cast<clang::CallExpr>(value);
    const clang::FunctionDecl *callee =
        call && call->getDirectCallee()
            ? call->getDirectCallee()->getDefinition()
            : nullptr;
    if (callee) {
      parts.push_back(replaceIn(call));
      return setBy(target, path, "", resultOf(callee), parts, nodes);
    }
    std::string from;
    const clang::VarDecl *root = rootOf(value, from);
    auto known = root ? all.members.find(root) : all.members.end();
    if (known != all.members.end())
      return setBy(target, path, from, known->second, parts, nodes);
    if (!value->isLValue() || value->HasSideEffects(ast))
      return false;
    return setByMembers(target, path, value, parts, nodes);
  }

  /// The members behind \p from of \p source.
  bool setBy(const Members &target, const std::string &path,
             const std::string &from, const Members &source, Statements &parts,
             NewNodes &nodes) {
    for (const auto &[name, member] : source) {
      if (!llvm::StringRef(name).starts_with(from))
        continue;
      auto own = target.find(path + name.substr(from.size()));
      if (own != target.end())
        parts.push_back(
            nodes.assign(nodes.named(own->second), nodes.load(member)));
    }
    return true;
  }

  bool setByList(const Members &target, const std::string &path,
                 clang::InitListExpr *list, Statements &parts,
                 NewNodes &nodes) {
    const auto *record = list->getType()->getAs<clang::RecordType>();
    if (!record || list->HasSideEffects(ast))
      return false;
    unsigned pos = 0;
    for (const clang::FieldDecl *field : record->getDecl()->fields()) {
      clang::Expr *value =
          pos < list->getNumInits() ? list->getInit(pos) : nullptr;
      ++pos;
      const std::string here = path + "." + field->getNameAsString();
      const bool isZero =
          !value || llvm::isa<clang::ImplicitValueInitExpr>(value);
      auto own = target.find(here);
      if (own != target.end())
        parts.push_back(
            nodes.assign(nodes.named(own->second),
                         isZero ? nodes.number(0)
                                : llvm::cast<clang::Expr>(replaced(value))));
      else if (isZero || !set(target, here, value, parts, nodes))
        return false;
    }
    return true;
  }

  /// From a structure that is elsewhere, `e[j]`.
  bool setByMembers(const Members &target, const std::string &path,
                    clang::Expr *source, Statements &parts, NewNodes &nodes) {
    const auto *record = source->getType()->getAs<clang::RecordType>();
    for (clang::FieldDecl *field : record->getDecl()->fields()) {
      clang::Expr *member = clang::MemberExpr::CreateImplicit(
          ast, source, false, field,
          ast.getQualifiedType(field->getType(),
                               source->getType().getQualifiers()),
          clang::VK_LValue, clang::OK_Ordinary);
      const std::string here = path + "." + field->getNameAsString();
      auto own = target.find(here);
      if (own != target.end())
        parts.push_back(
            nodes.assign(nodes.named(own->second), nodes.load(member)));
      else if (!setByMembers(target, here, member, parts, nodes))
        return false;
    }
    return true;
  }

  /// \p part, or the variable of the member that it names.
  clang::Stmt *replaced(clang::Stmt *part) {
    auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
    if (member) {
      std::string path;
      const clang::VarDecl *root = rootOf(member, path);
      auto known = root ? all.members.find(root) : all.members.end();
      if (known != all.members.end()) {
        auto own = known->second.find(path);
        if (own != known->second.end())
          return NewNodes(function, part->getBeginLoc()).named(own->second);
      }
    }
    return replaceIn(part);
  }

  /// Statements inside become lists where they are several.
  clang::Stmt *replaceIn(clang::Stmt *part) {
    for (clang::Stmt *&child : part->children()) {
      if (!child)
        continue;
      clang::Stmt *old = child;
      clang::Stmt *now = old;
      if (llvm::isa<clang::Expr>(part) || llvm::isa<clang::DeclStmt>(part)) {
        now = replaced(old);
      } else if (llvm::isa<clang::Expr>(old) && !isStatement(part, old)) {
        now = replaced(old);
      } else {
        const Statements several = rewritten(old);
        now = several.size() == 1
                  ? several.front()
                  : NewNodes(function, old->getBeginLoc()).list(several);
      }
      if (now == old)
        continue;
      child = now;
      undo.emplace_back([&child, old] { child = old; });
    }
    return part;
  }

  /// Whether \p child is not part of the head of \p parent.
  static bool isStatement(const clang::Stmt *parent, const clang::Stmt *child) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(parent))
      return child == loop->getBody();
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(parent))
      return child == branch->getThen() || child == branch->getElse();
    return !llvm::isa<clang::ReturnStmt, clang::WhileStmt, clang::DoStmt,
                      clang::SwitchStmt, clang::CaseStmt>(parent);
  }

  StructureValues &all;
  clang::FunctionDecl &function;
  clang::ASTContext &ast;
  std::vector<std::function<void()>> &undo;
  std::set<const clang::VarDecl *> whole;
};

clang::CompoundStmt *
StructureValues::without(clang::FunctionDecl &function,
                         clang::CompoundStmt *body,
                         std::vector<std::function<void()>> &undo) {
  return Rewriter(*this, function, undo).run(body);
}

} // namespace sparsec
