//===- LoopRegions.cpp - loops that could be a function -------------------===//
///
/// \file
/// A function allocates, reports and returns around its loops:
///
///     C = spalloc(n);               outside
///     if (!C) return NULL;          outside
///     nz = 0;                       region
///     for (j = 0; j < n; j++) ..    region
///     return done(C, w);            outside
///
/// Regions are as long as they can be, but begin with a loop or with the
/// numbers that are set right before it: pointers that are set there say what
/// the caller's arrays are.
///
//===----------------------------------------------------------------------===//

#include "LoopRegions.h"
#include "Constructs.h"
#include "InlineCalls.h"
#include "MemoryCalls.h"
#include "Modified.h"
#include "Sentinels.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// `(T *)A->data`, but for casts that change `const` alone.
bool changesPointedType(const clang::CastExpr *cast,
                        const clang::ASTContext &ast) {
  const clang::QualType from = cast->getSubExpr()->getType(),
                        to = cast->getType();
  return cast->getCastKind() == clang::CK_BitCast && to->isPointerType() &&
         from->isPointerType() && !to->isVoidPointerType() &&
         !cast->getSubExpr()->isNullPointerConstant(
             const_cast<clang::ASTContext &>(ast),
             clang::Expr::NPC_ValueDependentIsNull) &&
         !ast.hasSameUnqualifiedType(from->getPointeeType(),
                                     to->getPointeeType());
}

/// Whether \p call, of memset or memcpy, is about bytes of nobody knows what.
bool isAboutBytes(const clang::CallExpr *call) {
  return llvm::any_of(call->arguments(), [](const clang::Expr *argument) {
    return argument->IgnoreParenCasts()->getType()->isVoidPointerType();
  });
}

/// Whether statements can be in another function than the one around them.
class MovableTest : public clang::RecursiveASTVisitor<MovableTest> {
public:
  explicit MovableTest(const clang::ASTContext &ast) : ast(ast) {}

  bool isMovable = true;
  const clang::Stmt *whole = nullptr; ///< what is asked for

  bool VisitReturnStmt(clang::ReturnStmt *) { return isCalled || stay(); }
  bool VisitGotoStmt(clang::GotoStmt *) { return stay(); }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt *) { return stay(); }
  bool VisitLabelStmt(clang::LabelStmt *) { return stay(); }
  bool VisitAsmStmt(clang::AsmStmt *) { return stay(); }
  bool VisitStmtExpr(clang::StmtExpr *) { return stay(); }
  bool VisitVAArgExpr(clang::VAArgExpr *) { return stay(); }
  bool VisitTagDecl(clang::TagDecl *) { return stay(); }
  bool VisitTypedefNameDecl(clang::TypedefNameDecl *) { return stay(); }
  bool VisitVarDecl(clang::VarDecl *variable) {
    return variable->isStaticLocal() || variable->hasExternalStorage() ? stay()
                                                                       : true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const bool isKnown =
        callee &&
        (isPureMathFunction(callee) || isConstantBuiltin(callee) ||
         callee->getBuiltinID() == clang::Builtin::BI__builtin_prefetch ||
         isNaNTest(callee) || isMovableMemoryCall(call) ||
         inlinedBody(callee) || isMovableCallee(callee, loopsInside != 0));
    return isKnown || stay();
  }
  /// Around loops these stay where they are; in loops they are refused.
  bool VisitCastExpr(clang::CastExpr *cast) {
    return loopsInside || !changesPointedType(cast, ast) || stay();
  }
  bool VisitBreakStmt(clang::BreakStmt *) { return breaksInside || stay(); }
  bool VisitContinueStmt(clang::ContinueStmt *) {
    return loopsInside || stay();
  }

  bool TraverseForStmt(clang::ForStmt *loop) {
    if (!loopsInside && isCountedAlone(loop))
      return stay();
    return inLoop([&] { return Base::TraverseForStmt(loop); });
  }
  bool TraverseWhileStmt(clang::WhileStmt *loop) {
    if (!loopsInside && (countsToMarker(loop) || isCountedAlone(loop)))
      return stay();
    return inLoop([&] { return Base::TraverseWhileStmt(loop); });
  }
  bool TraverseDoStmt(clang::DoStmt *loop) {
    return inLoop([&] { return Base::TraverseDoStmt(loop); });
  }
  bool VisitSwitchCase(clang::SwitchCase *) { return choicesInside || stay(); }
  bool TraverseSwitchStmt(clang::SwitchStmt *choice) {
    ++breaksInside, ++choicesInside;
    const bool goesOn = Base::TraverseSwitchStmt(choice);
    --breaksInside, --choicesInside;
    return goesOn;
  }

private:
  using Base = clang::RecursiveASTVisitor<MovableTest>;

  bool isMovableMemoryCall(const clang::CallExpr *call) const {
    return isMemoryFunction(call->getDirectCallee()) &&
           (loopsInside || !isAboutBytes(call));
  }
  bool isMovableCallee(const clang::FunctionDecl *callee, bool isInLoop) const {
    const clang::FunctionDecl *definition = inlinedFunction(callee);
    MovableTest test(ast);
    test.isCalled = true;
    test.loopsInside = test.breaksInside = isInLoop;
    if (definition)
      test.TraverseStmt(definition->getBody());
    return definition && test.isMovable;
  }

  bool stay() { return isMovable = false; }
  /// Whether \p loop has to be one of the region's own statements, before which
  /// its entries are counted.
  bool isCountedAlone(const clang::Stmt *loop) const {
    return loop != whole && endsAtMarker(loop);
  }
  bool inLoop(llvm::function_ref<bool()> traverse) {
    ++breaksInside, ++loopsInside;
    const bool goesOn = traverse();
    --breaksInside, --loopsInside;
    return goesOn;
  }

  const clang::ASTContext &ast;
  bool isCalled = false; ///< the body of a function that is called
  unsigned breaksInside = 0, loopsInside = 0, choicesInside = 0;
};

bool isMovable(const clang::Stmt *statement, const clang::ASTContext &ast) {
  MovableTest test(ast);
  test.whole = statement;
  test.TraverseStmt(const_cast<clang::Stmt *>(statement));
  return test.isMovable;
}

bool hasLoop(const clang::Stmt *statement) {
  const auto *once = llvm::dyn_cast<clang::DoStmt>(statement);
  if (countsToMarker(statement))
    return false;
  return llvm::isa<clang::ForStmt, clang::WhileStmt>(statement) ||
         (once && !runsOnce(once)) ||
         llvm::any_of(statement->children(), [](const clang::Stmt *child) {
           return child && hasLoop(child);
         });
}

/// `sum = 0;` or `C->start[n] = nz;`, but for members of variables.
bool stores(const clang::Stmt *statement) {
  const auto *set = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (!set || !set->isAssignmentOp() || !set->getType()->isArithmeticType())
    return false;
  const clang::VarDecl *variable = variableStoredTo(set->getLHS());
  return !variable || variable->getType()->isArithmeticType();
}

/// `C->nz = nz;`, which may change what the loops are about.
bool storesMember(const clang::Stmt *statement) {
  const auto *set = llvm::dyn_cast<clang::BinaryOperator>(statement);
  const auto *member =
      set ? llvm::dyn_cast<clang::MemberExpr>(set->getLHS()->IgnoreParens())
          : nullptr;
  return member && member->isArrow() && member->getType()->isIntegerType();
}

/// `sum = 0;` or `double sum = 0;`
bool setsNumbers(const clang::Stmt *statement) {
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
    return llvm::all_of(declaration->decls(), [](const clang::Decl *declared) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
      return variable && variable->getType()->isArithmeticType();
    });
  const auto *set = llvm::dyn_cast<clang::BinaryOperator>(statement);
  return set && stores(set) && variableStoredTo(set->getLHS());
}

class RegionFinder {
public:
  explicit RegionFinder(const clang::ASTContext &ast) : ast(ast) {}

  std::vector<LoopRegion> regions;

  void findIn(const clang::Stmt *statement, bool isRepeated) {
    if (!statement)
      return;
    if (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      findInList({list->body_begin(), list->body_end()}, isRepeated);
    } else if (hasLoop(statement) && isMovable(statement, ast)) {
      findInList({statement}, isRepeated);
    } else {
      findInside(statement, isRepeated);
    }
  }

private:
  void findInList(const std::vector<const clang::Stmt *> &list,
                  bool isRepeated) {
    LoopRegion region{{}, isRepeated};
    for (const clang::Stmt *statement : list) {
      if (isMovable(statement, ast)) {
        region.statements.push_back(statement);
        continue;
      }
      add(region);
      findInside(statement, isRepeated);
    }
    add(region);
  }

  void findInside(const clang::Stmt *statement, bool isRepeated) {
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
      findIn(branch->getThen(), isRepeated);
      findIn(branch->getElse(), isRepeated);
    } else if (const auto *list =
                   llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      findIn(list, isRepeated);
    } else if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
      findIn(loop->getBody(), true);
    } else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
      findIn(loop->getBody(), true);
    } else if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement)) {
      findIn(loop->getBody(), isRepeated || !runsOnce(loop));
    } else if (const auto *choice =
                   llvm::dyn_cast<clang::SwitchStmt>(statement)) {
      findIn(choice->getBody(), isRepeated);
    } else if (const auto *one = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      findIn(one->getSubStmt(), isRepeated);
    } else if (const auto *label =
                   llvm::dyn_cast<clang::LabelStmt>(statement)) {
      findIn(label->getSubStmt(), isRepeated);
    }
  }

  /// What is left of \p region, which is empty then.
  void add(LoopRegion &region) {
    auto &statements = region.statements;
    auto first = llvm::find_if(statements, hasLoop);
    if (first != statements.end()) {
      while (first != statements.begin() && setsNumbers(*std::prev(first)))
        --first;
      auto end = statements.end();
      while (!hasLoop(*std::prev(end)) &&
             (!stores(*std::prev(end)) || storesMember(*std::prev(end))))
        --end;
      regions.push_back({{first, end}, region.isRepeated});
    }
    statements.clear();
  }

  const clang::ASTContext &ast;
};

} // namespace

bool hasLabel(const clang::Stmt *statement) {
  return llvm::isa<clang::LabelStmt>(statement) ||
         llvm::any_of(statement->children(), [](const clang::Stmt *child) {
           return child && hasLabel(child);
         });
}

/// Whether a loop in \p part that holds no other one is not in \p region.
static bool hasLoopBeside(const clang::Stmt *part, const LoopRegion &region) {
  if (!part || llvm::is_contained(region.statements, part) || !hasLoop(part))
    return false;
  const bool isInnermost =
      llvm::none_of(part->children(), [](const clang::Stmt *child) {
        return child && hasLoop(child);
      });
  return isInnermost ||
         llvm::any_of(part->children(), [&](const clang::Stmt *child) {
           return hasLoopBeside(child, region);
         });
}

bool holdsAllLoops(const LoopRegion &region,
                   const clang::FunctionDecl &function) {
  return !hasLoopBeside(function.getBody(), region);
}

LoopRegion withoutEnds(const LoopRegion &region) {
  const auto first = llvm::find_if(region.statements, hasLoop);
  auto end = region.statements.end();
  while (!hasLoop(*std::prev(end)))
    --end;
  return {{first, end}, region.isRepeated};
}

std::vector<LoopRegion> loopRegions(const clang::FunctionDecl &function) {
  RegionFinder finder(function.getASTContext());
  finder.findIn(function.getBody(), hasLabel(function.getBody()));
  return std::move(finder.regions);
}

/// The statement that \p statement ends with.
static const clang::Stmt *tailOf(const clang::Stmt *statement) {
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return tailOf(loop->getBody());
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    return tailOf(loop->getBody());
  if (const auto *hinted = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return tailOf(hinted->getSubStmt());
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return tailOf(branch->getElse() ? branch->getElse() : branch->getThen());
  return statement;
}

bool endsInSemicolon(const clang::Stmt *statement) {
  return llvm::isa<clang::Expr, clang::DoStmt, clang::BreakStmt,
                   clang::ContinueStmt>(tailOf(statement));
}

} // namespace sparsec
