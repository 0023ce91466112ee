//===- FirstUses.cpp - set before it is read ------------------------------===//
///
/// \file
/// One walk down the statements, without paths: where branches, jumps or
/// operators leave the order open the answer is that the variable is read.
///
//===----------------------------------------------------------------------===//

#include "FirstUses.h"
#include "Aliases.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "LoopRegions.h"

#include "clang/AST/Expr.h"
#include "clang/AST/StmtVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class FirstUseFinder
    : public clang::ConstStmtVisitor<FirstUseFinder, FirstUse> {
public:
  explicit FirstUseFinder(const clang::VarDecl *variable)
      : variable(variable) {}

  FirstUse find(const clang::Stmt *statement) {
    if (!statement)
      return FirstUse::None;
    // Jumps to a case leave out what stands before it.
    const bool isEntered =
        !llvm::isa<clang::SwitchCase>(statement) && hasOpenCase(statement);
    return isEntered ? VisitStmt(statement) : Visit(statement);
  }

  FirstUse inOrder(llvm::ArrayRef<const clang::Stmt *> statements) {
    FirstUse result = FirstUse::None;
    for (const clang::Stmt *statement : statements) {
      const FirstUse use = find(statement);
      if (use == FirstUse::Sets || use == FirstUse::Reads)
        return use;
      result = std::max(result, use);
    }
    return result;
  }

  FirstUse VisitStmt(const clang::Stmt *statement) {
    return mentions(statement, variable) || hasVariableType(statement)
               ? FirstUse::Reads
               : FirstUse::None;
  }
  FirstUse VisitCompoundStmt(const clang::CompoundStmt *list) {
    if (hasLabel(list)) // jumps leave some of it out
      return VisitStmt(list);
    return inOrder({list->body_begin(), list->body_end()});
  }
  FirstUse VisitDeclStmt(const clang::DeclStmt *declaration) {
    bool isVariable = false, isOwn = false;
    for (const clang::Decl *declared : declaration->decls()) {
      const auto *value = llvm::dyn_cast<clang::ValueDecl>(declared);
      isVariable |= !value || value->getType()->isVariablyModifiedType();
      isOwn |= declared == variable && variable->hasInit();
    }
    // Lengths in types are read where they are declared.
    if (isVariable || mentions(declaration, variable))
      return FirstUse::Reads;
    return isOwn ? FirstUse::Sets : FirstUse::None;
  }
  FirstUse VisitParenExpr(const clang::ParenExpr *inner) {
    return find(inner->getSubExpr());
  }
  /// `(void)i;` is there for compilers.
  FirstUse VisitCStyleCastExpr(const clang::CStyleCastExpr *cast) {
    const bool isIdle = cast->getType()->isVoidType() &&
                        namedVariable(cast->getSubExpr()) == variable;
    return isIdle ? FirstUse::None : VisitStmt(cast);
  }
  FirstUse VisitBinaryOperator(const clang::BinaryOperator *operation) {
    if (operation->isCommaOp())
      return inOrder({operation->getLHS(), operation->getRHS()});
    if (operation->getOpcode() != clang::BO_Assign)
      return VisitStmt(operation);
    const bool isTarget = namedVariable(operation->getLHS()) == variable;
    if (!isTarget && mentions(operation->getLHS(), variable))
      return FirstUse::Reads;
    const FirstUse value = find(operation->getRHS());
    return isTarget && value == FirstUse::None ? FirstUse::Sets : value;
  }
  FirstUse VisitForStmt(const clang::ForStmt *loop) {
    const FirstUse start = find(loop->getInit());
    if (start == FirstUse::Sets || start == FirstUse::Reads)
      return start;
    if (mentions(loop->getCond(), variable) ||
        mentions(loop->getInc(), variable))
      return FirstUse::Reads;
    return perhaps(loop->getBody());
  }
  FirstUse VisitWhileStmt(const clang::WhileStmt *loop) {
    return mentions(loop->getCond(), variable) ? FirstUse::Reads
                                               : perhaps(loop->getBody());
  }
  FirstUse VisitDoStmt(const clang::DoStmt *loop) {
    const bool jumps =
        hasBreak(loop->getBody()) || hasContinue(loop->getBody());
    const FirstUse use =
        jumps ? perhaps(loop->getBody()) : find(loop->getBody());
    const bool isRead =
        use != FirstUse::Sets && mentions(loop->getCond(), variable);
    return isRead ? FirstUse::Reads : use;
  }
  /// Whoever comes to a label runs what it labels.
  FirstUse VisitSwitchCase(const clang::SwitchCase *label) {
    return find(label->getSubStmt());
  }
  /// It may begin at any of its labels, and at none.
  FirstUse VisitSwitchStmt(const clang::SwitchStmt *choice) {
    const auto *list = llvm::dyn_cast<clang::CompoundStmt>(choice->getBody());
    if (!list || hasLabel(list) || mentions(choice->getInit(), variable) ||
        mentions(choice->getConditionVariableDeclStmt(), variable) ||
        mentions(choice->getCond(), variable))
      return VisitStmt(choice);
    FirstUse result = FirstUse::None;
    for (auto at = list->body_begin(); at != list->body_end(); ++at) {
      if (!hasOpenCase(*at))
        continue;
      const auto end = std::find_if(at, list->body_end(), isBreak);
      const FirstUse use = inOrder({at, end});
      result = std::max(result, use == FirstUse::Sets ? FirstUse::Fresh : use);
    }
    return result;
  }
  FirstUse VisitIfStmt(const clang::IfStmt *branch) {
    if (mentions(branch->getCond(), variable))
      return FirstUse::Reads;
    const FirstUse whenTrue = find(branch->getThen()),
                   whenFalse = find(branch->getElse());
    if (whenTrue == whenFalse)
      return whenTrue;
    // Who comes out of it has run the other branch.
    if (whenFalse == FirstUse::None && leaves(branch->getElse()))
      return whenTrue;
    if (whenTrue == FirstUse::None && leaves(branch->getThen()))
      return whenFalse;
    return std::max({whenTrue, whenFalse, FirstUse::Fresh});
  }

private:
  /// Whether nothing behind \p part runs after it.
  static bool leaves(const clang::Stmt *part) {
    const auto *list = llvm::dyn_cast_or_null<clang::CompoundStmt>(part);
    return list ? !list->body_empty() && leaves(list->body_back())
                : llvm::isa_and_nonnull<clang::BreakStmt, clang::ContinueStmt,
                                        clang::ReturnStmt>(part);
  }
  static bool isBreak(const clang::Stmt *statement) {
    return llvm::isa<clang::BreakStmt>(statement);
  }
  /// Whether a case of a `switch` around \p part is in it.
  static bool hasOpenCase(const clang::Stmt *part) {
    return part && !llvm::isa<clang::SwitchStmt>(part) &&
           (llvm::isa<clang::SwitchCase>(part) ||
            llvm::any_of(part->children(), hasOpenCase));
  }
  /// Whether a conversion or a size in \p part has lengths that are read there.
  static bool hasVariableType(const clang::Stmt *part) {
    const auto *expression = llvm::dyn_cast_or_null<clang::Expr>(part);
    const auto *size =
        llvm::dyn_cast_or_null<clang::UnaryExprOrTypeTraitExpr>(part);
    if ((llvm::isa_and_nonnull<clang::ExplicitCastExpr>(part) &&
         expression->getType()->isVariablyModifiedType()) ||
        (size && size->getTypeOfArgument()->isVariablyModifiedType()))
      return true;
    return part && llvm::any_of(part->children(), hasVariableType);
  }

  /// That of \p body, which may not run.
  FirstUse perhaps(const clang::Stmt *body) {
    const FirstUse use = find(body);
    return use == FirstUse::Sets ? FirstUse::Fresh : use;
  }

  const clang::VarDecl *variable;
};

} // namespace

FirstUse firstUse(const clang::Stmt *statement,
                  const clang::VarDecl *variable) {
  return FirstUseFinder(variable).find(statement);
}

FirstUse firstUse(const std::vector<const clang::Stmt *> &statements,
                  const clang::VarDecl *variable) {
  return FirstUseFinder(variable).inOrder(statements);
}

unsigned timesIn(const clang::Stmt *part, const clang::VarDecl *variable) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part);
  unsigned times = reference && reference->getDecl() == variable;
  for (const clang::Stmt *child : part->children())
    if (child)
      times += timesIn(child, variable);
  return times;
}

bool holdsOneOf(const clang::Stmt *statement,
                const std::vector<const clang::Stmt *> &others) {
  return statement &&
         (llvm::is_contained(others, statement) ||
          llvm::any_of(statement->children(), [&](const clang::Stmt *child) {
            return holdsOneOf(child, others);
          }));
}

bool isFreshWithout(const clang::Stmt *statement,
                    const std::vector<const clang::Stmt *> &without,
                    const clang::VarDecl *variable) {
  if (!statement || llvm::is_contained(without, statement))
    return true;
  if (!holdsOneOf(statement, without))
    return firstUse(statement, variable) != FirstUse::Reads;
  return llvm::all_of(statement->children(), [&](const clang::Stmt *child) {
    return isFreshWithout(child, without, variable);
  });
}

} // namespace sparsec
