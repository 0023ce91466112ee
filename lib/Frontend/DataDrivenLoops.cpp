//===- DataDrivenLoops.cpp - loops that data sends on ---------------------===//
///
/// \file
///     for (i = k; i != -1; i = parent[i])                follows links
///     while (top > 0) { i = todo[--top]; ..todo[top++] } works off a list
///     while (table[h] != key) h = (h + 1) % size;        looks for a place
///
/// No set of iterations can be given for them; the names help users to see
/// which part of their code builds structure and which uses it.
///
//===----------------------------------------------------------------------===//

#include "DataDrivenLoops.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "Modified.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

/// The variables that steer a loop, and what is done to variables in it.
class LoopReader : public clang::RecursiveASTVisitor<LoopReader> {
public:
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> values;
  std::set<const clang::VarDecl *> up, down;

  bool VisitBinaryOperator(clang::BinaryOperator *assignment) {
    const clang::VarDecl *variable = assignment->getOpcode() == clang::BO_Assign
                                         ? namedVariable(assignment->getLHS())
                                         : nullptr;
    if (variable)
      values[variable].push_back(assignment->getRHS());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->getInit())
      values[variable].push_back(variable->getInit());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *step) {
    const clang::VarDecl *variable = step->isIncrementDecrementOp()
                                         ? namedVariable(step->getSubExpr())
                                         : nullptr;
    if (variable)
      (step->isIncrementOp() ? up : down).insert(variable);
    return true;
  }
};

/// Whether \p part reads an element or a member at a place that \p variable
/// tells.
bool readsAt(const clang::Stmt *part, const clang::VarDecl *variable) {
  if (!part)
    return false;
  const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
  if ((element && mentions(element->getIdx(), variable)) ||
      (member && member->isArrow() &&
       namedVariable(member->getBase()) == variable))
    return true;
  return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
    return readsAt(child, variable);
  });
}

std::set<const clang::VarDecl *> variablesIn(const clang::Stmt *part) {
  std::set<const clang::VarDecl *> result;
  if (!part)
    return result;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part))
    if (const auto *variable =
            llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      result.insert(variable);
  for (const clang::Stmt *child : part->children())
    result.merge(variablesIn(child));
  return result;
}

/// Whether \p variable gets what is read where it is, directly or through
/// another variable.
bool followsLinks(const LoopReader &reader, const clang::VarDecl *variable) {
  auto values = reader.values.find(variable);
  if (values == reader.values.end())
    return false;
  return llvm::any_of(values->second, [&](const clang::Expr *value) {
    const clang::VarDecl *through = namedVariable(value);
    auto others = through ? reader.values.find(through) : reader.values.end();
    return readsAt(value, variable) ||
           (others != reader.values.end() &&
            llvm::any_of(others->second, [&](const clang::Expr *other) {
              return readsAt(other, variable);
            }));
  });
}

} // namespace

std::string dataDrivenLoop(const clang::Stmt *loop) {
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  const auto *open = llvm::dyn_cast<clang::WhileStmt>(loop);
  const auto *late = llvm::dyn_cast<clang::DoStmt>(loop);
  const clang::Expr *condition = counted ? counted->getCond()
                                 : open  ? open->getCond()
                                 : late  ? late->getCond()
                                         : nullptr;
  LoopReader reader;
  reader.TraverseStmt(const_cast<clang::Stmt *>(loop));
  for (const clang::VarDecl *variable : variablesIn(condition)) {
    const std::string name = "'" + variable->getNameAsString() + "'";
    if (followsLinks(reader, variable))
      return "a loop that follows links: where " + name +
             " goes next is read as it runs";
    if (counted)
      continue;
    if (reader.up.count(variable) && reader.down.count(variable))
      return "a loop over a list that grows and shrinks as it runs, by " + name;
    if (readsAt(condition, variable) &&
        (reader.values.count(variable) || reader.up.count(variable) ||
         reader.down.count(variable)))
      return "a loop that looks for the place " + name + " in data as it runs";
  }
  return "";
}

} // namespace sparsec
