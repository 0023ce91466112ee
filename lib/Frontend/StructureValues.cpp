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
///     y[i] = norm(d) + 1;        =>    norm_x = d_x; norm_y = d_y;
///                                      r = norm(0); y[i] = r + 1;
///     e[j] = d;                  =>    e[j].x = d_x; e[j].y = d_y;
///
/// A structure whose address is taken, or that is passed to a function that is
/// not read, stays what it is.
///
//===----------------------------------------------------------------------===//

#include "StructureValues.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "StructureSetter.h"
#include "StructureUses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
class StructureValues::Rewriter : Setter {
public:
  Rewriter(StructureValues &all, clang::FunctionDecl &function,
           std::vector<std::function<void()>> &undo)
      : Setter(all, function), undo(undo) {}

  clang::CompoundStmt *run(clang::CompoundStmt *body) {
    whole = wholeStructures(body);
    if (&function != &all.kernel && usesByMembers(function))
      for (const clang::ParmVarDecl *parameter : function.parameters())
        if (isStructureOfNumbers(parameter->getType()))
          (void)membersOf(parameter);
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
    Statements parts;
    if (auto *branch = llvm::dyn_cast<clang::IfStmt>(statement);
        branch && passesFirst(branch->getCond())) {
      for (clang::Stmt *&child : branch->children())
        if (child == branch->getCond())
          pass(child, false, parts);
      parts.push_back(replaceIn(branch));
      return parts;
    }
    auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    if (expression)
      pass(statement, true, parts);
    expression = llvm::dyn_cast<clang::Expr>(statement);
    auto *assign =
        expression
            ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens())
            : nullptr;
    if (assign && assign->getOpcode() == clang::BO_Assign &&
        isStructureOfNumbers(assign->getType())) {
      std::string path;
      const clang::VarDecl *target = rootOfMembers(assign->getLHS(), path);
      auto known = all.members.find(target);
      // `v = (vec){v.y, v.x}` reads what it sets.
      const bool isOfItself =
          target && mentions(assign->getRHS(), target) &&
          !llvm::isa<clang::CallExpr>(assign->getRHS()->IgnoreParenImpCasts());
      if (known != all.members.end() && !isOfItself &&
          set(known->second, path, assign->getRHS(), parts, nodes))
        return parts;
      if (known == all.members.end() && store(assign, parts, nodes))
        return parts;
    }
    parts.push_back(replaceIn(statement));
    return parts;
  }

  Statements ofDeclarations(clang::DeclStmt *declares, NewNodes &nodes) {
    Statements parts;
    bool isSplit = false;
    for (clang::Decl *each : declares->decls()) {
      auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
      if (!variable)
        return {declares};
      if (!variable->isLocalVarDecl() || variable->isStaticLocal() ||
          !isStructureOfNumbers(variable->getType()) || whole.count(variable)) {
        if (variable->getInit() && !variable->isStaticLocal()) {
          clang::Stmt *value = variable->getInit();
          clang::Expr *old = variable->getInit();
          const size_t before = parts.size();
          pass(value, true, parts);
          isSplit |= parts.size() != before;
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
      clang::Stmt *value = variable->getInit();
      pass(value, true, parts);
      if (value &&
          !set(own, "", llvm::cast<clang::Expr>(value), parts, nodes)) {
        all.members.erase(variable);
        parts.push_back(declares);
        return parts;
      }
    }
    return isSplit ? parts : Statements{declares};
  }

  /// Whether a call that is always made in \p part passes structures.
  static bool passesFirst(const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return (call && takesStructures(call)) ||
           llvm::any_of(part->children(), [](const clang::Stmt *child) {
             return child && passesFirst(child);
           });
  }

  /// Sets what calls in \p slot, which runs always, pass as structures, and
  /// makes these calls before. \p isWhole: nothing is around it.
  void pass(clang::Stmt *&slot, bool isWhole, Statements &parts) {
    clang::Stmt *part = slot;
    const auto *binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(part);
    if (!part || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(part) ||
        (binary && binary->isCommaOp()))
      return;
    const bool chooses = llvm::isa<clang::AbstractConditionalOperator>(part) ||
                         (binary && binary->isLogicalOp());
    const bool isAround =
        isWhole && (llvm::isa<clang::ParenExpr, clang::CastExpr>(part) ||
                    (binary && binary->getOpcode() == clang::BO_Assign &&
                     isStructureOfNumbers(binary->getType())));
    for (clang::Stmt *&child : part->children()) {
      pass(child, isAround, parts);
      if (chooses)
        break;
    }
    if (auto *call = llvm::dyn_cast<clang::CallExpr>(part))
      passTo(call, slot, isWhole, parts);
  }

  void passTo(clang::CallExpr *call, clang::Stmt *&slot, bool isWhole,
              Statements &parts) {
    const clang::FunctionDecl *callee = takesStructures(call);
    NewNodes nodes(function, call->getBeginLoc());
    for (unsigned pos = 0; callee && pos < call->getNumArgs(); ++pos) {
      clang::Expr *argument = call->getArg(pos);
      if (!isStructureOfNumbers(argument->getType()))
        continue;
      // Where it is none of those that can be set the scan refuses the call.
      if (!set(membersOf(callee->getParamDecl(pos)), "", argument, parts,
               nodes))
        return;
      call->setArg(pos, nodes.number(0));
      undo.emplace_back([call, pos, argument] { call->setArg(pos, argument); });
    }
    if (!callee || isWhole || call->getType()->isVoidType())
      return;
    clang::Stmt *old = slot;
    const bool isNumber = call->getType()->isArithmeticType();
    clang::VarDecl *value =
        nodes.variable(callee->getName(), call->getType().getUnqualifiedType(),
                       isNumber ? call : nullptr);
    if (isNumber)
      parts.push_back(nodes.declare(value));
    else if (!set(membersOf(value), "", call, parts, nodes))
      return;
    slot = isNumber ? nodes.load(value) : nodes.named(value);
    undo.emplace_back([&slot, old] { slot = old; });
  }

  Statements ofReturn(clang::ReturnStmt *end, NewNodes &nodes) {
    Statements parts;
    for (clang::Stmt *&child : end->children())
      pass(child, child && isStructureOfNumbers(end->getRetValue()->getType()),
           parts);
    clang::Expr *value = end->getRetValue();
    if (!value || !isStructureOfNumbers(value->getType()) ||
        &function == &all.kernel) {
      parts.push_back(replaceIn(end));
      return parts;
    }
    if (!set(resultOf(&function), "", value, parts, nodes)) {
      parts.push_back(replaceIn(end));
      return parts;
    }
    parts.push_back(
        clang::ReturnStmt::Create(ast, end->getReturnLoc(), nullptr, nullptr));
    return parts;
  }

  /// \p part, or the variable of the member that it names.
  clang::Stmt *replaced(clang::Stmt *part) override {
    auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
    if (member) {
      std::string path;
      const clang::VarDecl *root = rootOfMembers(member, path);
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
  clang::Stmt *replaceIn(clang::Stmt *part) override {
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
