//===- OutlineHazards.cpp - what keeps loops in their function ------------===//
///
/// \file
/// Another function gets copies of numbers and reads its text in the scope of
/// the file. Where a copy or another scope could make a difference the loops
/// stay where they are.
///
//===----------------------------------------------------------------------===//

#include "OutlineHazards.h"
#include "FirstUses.h"
#include "Modified.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

const clang::VarDecl *structureOfDecayed(const clang::Expr *decayed) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(decayed);
  if (!cast || cast->getCastKind() != clang::CK_ArrayToPointerDecay)
    return nullptr;
  const clang::Expr *array = cast->getSubExpr()->IgnoreParens();
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(array);
  return member && !member->isArrow() ? variableStoredTo(member) : nullptr;
}

namespace {

class AddressFinder : public clang::RecursiveASTVisitor<AddressFinder> {
public:
  explicit AddressFinder(const LoopRegion &region) : region(region) {}

  TakenAddresses found;

  bool TraverseStmt(clang::Stmt *statement) {
    return llvm::is_contained(region.statements, statement) ||
           Base::TraverseStmt(statement);
  }
  /// What gives a pointer back may keep the address in it.
  bool VisitCallExpr(clang::CallExpr *call) {
    if (call->getType()->isPointerType())
      return true;
    for (const clang::Expr *argument : call->arguments())
      for (const clang::Expr *part = argument; part; part = inner(part))
        arguments.insert(part);
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) {
    subscripted.insert(element->getBase());
    return true;
  }
  /// `*&x` is x.
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->getOpcode() == clang::UO_Deref)
      arguments.insert(operation->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitExpr(clang::Expr *expression) {
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    const clang::VarDecl *variable =
        unary && unary->getOpcode() == clang::UO_AddrOf
            ? variableStoredTo(unary->getSubExpr())
        : subscripted.count(expression) ? nullptr
                                        : structureOfDecayed(expression);
    if (variable)
      (arguments.count(expression) ? found.passed : found.kept)
          .insert(variable);
    return true;
  }

private:
  using Base = clang::RecursiveASTVisitor<AddressFinder>;

  static const clang::Expr *inner(const clang::Expr *part) {
    if (const auto *parentheses = llvm::dyn_cast<clang::ParenExpr>(part))
      return parentheses->getSubExpr();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
    return cast ? cast->getSubExpr() : nullptr;
  }

  const LoopRegion &region;
  std::set<const clang::Expr *> arguments, subscripted;
};

/// Types and constants in a body that hide those of the file.
class HidingFinder : public clang::RecursiveASTVisitor<HidingFinder> {
public:
  explicit HidingFinder(const clang::TranslationUnitDecl &file) : file(file) {}

  bool hides = false;

  bool VisitTypeDecl(clang::TypeDecl *type) { return compare(type); }
  bool VisitEnumConstantDecl(clang::EnumConstantDecl *constant) {
    return compare(constant);
  }

private:
  bool compare(const clang::NamedDecl *local) {
    if (local->getDeclName())
      for (const clang::NamedDecl *other : file.lookup(local->getDeclName()))
        hides |= other != local;
    return true;
  }

  const clang::TranslationUnitDecl &file;
};

class ChangeFinder : public clang::RecursiveASTVisitor<ChangeFinder> {
public:
  ChangeFinder(const clang::VarDecl *variable, clang::SourceLocation declared,
               const LoopRegion &region, const clang::SourceManager &sources)
      : variable(variable), declared(declared), region(region),
        sources(sources) {}

  bool changes = false;

  bool TraverseStmt(clang::Stmt *statement) {
    return llvm::is_contained(region.statements, statement) ||
           Base::TraverseStmt(statement);
  }
  bool VisitExpr(clang::Expr *expression) {
    const clang::Expr *target = modifiedOrAddressed(expression);
    const clang::SourceLocation place = expression->getBeginLoc();
    if (target && variableStoredTo(target) == variable &&
        (region.isRepeated ||
         (sources.isBeforeInTranslationUnit(declared, place) &&
          sources.isBeforeInTranslationUnit(
              place, region.statements.front()->getBeginLoc()))))
      changes = true;
    return true;
  }

private:
  using Base = clang::RecursiveASTVisitor<ChangeFinder>;

  const clang::VarDecl *variable;
  clang::SourceLocation declared;
  const LoopRegion &region;
  const clang::SourceManager &sources;
};

} // namespace

TakenAddresses addressesTakenAround(const LoopRegion &region,
                                    const clang::FunctionDecl &function) {
  AddressFinder finder(region);
  finder.TraverseStmt(function.getBody());
  return std::move(finder.found);
}

bool hasTypesOfItsOwn(const clang::FunctionDecl &function) {
  const clang::ASTContext &ast = function.getASTContext();
  const clang::SourceManager &sources = ast.getSourceManager();
  auto isInHead = [&](const clang::Decl *declared) {
    const auto *type = llvm::dyn_cast<clang::TagDecl>(declared);
    return type && type->isThisDeclarationADefinition() &&
           type->getBeginLoc().isValid() &&
           sources.isBeforeInTranslationUnit(function.getBeginLoc(),
                                             declared->getEndLoc()) &&
           sources.isBeforeInTranslationUnit(declared->getBeginLoc(),
                                             function.getBody()->getBeginLoc());
  };
  const clang::TranslationUnitDecl &file = *ast.getTranslationUnitDecl();
  HidingFinder finder(file);
  finder.TraverseStmt(function.getBody());
  return finder.hides || llvm::any_of(file.decls(), isInHead) ||
         llvm::any_of(function.decls(), isInHead);
}

bool isNameTaken(llvm::StringRef name, const clang::FunctionDecl &function) {
  const auto &words = function.getASTContext().Idents;
  const auto word = words.find(name);
  if (word == words.end())
    return false;
  const bool isLocal =
      llvm::any_of(function.decls(), [&](const clang::Decl *declared) {
        const auto *named = llvm::dyn_cast<clang::NamedDecl>(declared);
        return named && named->getIdentifier() == word->second;
      });
  return isLocal || word->second->hasMacroDefinition();
}

bool holdsRegion(const clang::Stmt *part, const LoopRegion &region) {
  return holdsOneOf(part, region.statements);
}

bool isInList(const LoopRegion &region, const clang::FunctionDecl &function) {
  const clang::Stmt *part = function.getBody(), *around = nullptr;
  while (part && !llvm::is_contained(region.statements, part)) {
    around = part;
    const auto child =
        llvm::find_if(around->children(), [&](const clang::Stmt *one) {
          return holdsRegion(one, region);
        });
    part = child == around->child_end() ? nullptr : *child;
  }
  return llvm::isa_and_nonnull<clang::CompoundStmt>(around);
}

std::map<std::string, const clang::VarDecl *>
variablesSeenAt(const LoopRegion &region, const clang::FunctionDecl &function) {
  std::map<std::string, const clang::VarDecl *> seen;
  for (const clang::ParmVarDecl *parameter : function.parameters())
    seen[parameter->getNameAsString()] = parameter;
  const clang::Stmt *part = function.getBody();
  while (part && !llvm::is_contained(region.statements, part)) {
    const clang::Stmt *next = nullptr;
    for (const clang::Stmt *child : part->children()) {
      if (holdsRegion(child, region)) {
        next = child;
        break;
      }
      if (const auto *list = llvm::dyn_cast_or_null<clang::DeclStmt>(child))
        for (const clang::Decl *declared : list->decls())
          if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
            seen[variable->getNameAsString()] = variable;
    }
    part = next;
  }
  return seen;
}

bool changesBetween(const clang::VarDecl *variable,
                    clang::SourceLocation declared, const LoopRegion &region,
                    const clang::FunctionDecl &function) {
  ChangeFinder finder(variable, declared, region,
                      function.getASTContext().getSourceManager());
  finder.TraverseStmt(function.getBody());
  return finder.changes;
}

} // namespace sparsec
