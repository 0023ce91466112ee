//===- KernelScan.h - a first look at a function ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_KERNELSCAN_H
#define SPARSEC_LIB_FRONTEND_KERNELSCAN_H

#include "Objects.h"
#include "Steps.h"

#include "clang/AST/Stmt.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

class NewNodes;

/// `if (v < t) t = v;` and its three mirror images, and `if (v < t) { t = v; at
/// = e; }`, where more cells go along with t.
struct ConditionalUpdate {
  struct Companion {
    const clang::Expr *target = nullptr;
    const clang::Expr *value = nullptr;
  };

  const clang::Expr *target = nullptr;
  const clang::Expr *value = nullptr;
  bool isMinimum = false;
  /// By <= or >=: the last of equal values.
  bool takesLast = false;
  std::vector<Companion> companions = {};

  /// All cells that it may change.
  std::vector<const clang::Expr *> targets() const;
};

/// The pattern when \p branch is one; both sides have one type. Cells that go
/// along are of the same place, and nothing reads in what it changes.
std::optional<ConditionalUpdate>
matchConditionalUpdate(const clang::IfStmt *branch,
                       const clang::ASTContext &ast);

/// Whether what \p branch sets is data where its condition is on data: unless
/// it is such an update of one cell.
bool mayMakeData(const clang::IfStmt *branch, const clang::ASTContext &ast);

/// `if (c && v < t) t = v` as `if (c) if (v < t) t = v`; null for others.
clang::Stmt *nestedUpdate(clang::IfStmt *branch, NewNodes &nodes);

/// What is data although it is in subscripts or conditions, as far as earlier
/// looks at the body have found (DataSubscripts.h).
struct FoundData {
  std::set<std::string> objects;
  /// Integer expressions that no affine one stands for, `i % n`.
  std::set<const clang::Expr *> expressions;
};

/// What must be known of the whole body before any statement is built.
struct KernelScan {
  /// Every object that the body or the parameters name.
  std::map<std::string, Object> objects;
  /// Objects whose values are used in bounds, conditions or subscripts.
  std::set<std::string> indexObjects;
  /// Objects that some statement modifies, with one such place.
  std::map<std::string, clang::SourceRange> written;
  /// `k++` inside other expressions that always make that step, once (Steps.h).
  Steps steps;
  /// FoundData's.
  std::set<std::string> data;
  std::set<const clang::Expr *> computed;
  /// Variables that heads of loops step.
  std::set<const clang::VarDecl *> loopVariables;
  /// Calls of functions with statements whose value steers.
  std::set<const clang::CallExpr *> steeringCalls;
  /// Branches under conditions on data, with the number of conjuncts before the
  /// first one on data (DataConditions.h).
  std::map<const clang::IfStmt *, size_t> dataBranches;
  /// Branches at the top that only return (Returns.h).
  std::set<const clang::IfStmt *> guards;

  bool isIndexScalar(const Object &object) const {
    return object.type->isIntegralOrEnumerationType() &&
           indexObjects.count(object.name);
  }
};

/// Scans the function and reports every construct that no later pass could
/// accept (loops other than `for`, jumps, calls, …).
KernelScan scanKernel(const clang::FunctionDecl &function, ObjectNames &names,
                      Diagnoser &diagnoser, const FoundData &data);

/// Variables that \p statement modifies by assignment or ++/--.
std::set<const clang::VarDecl *>
modifiedVariables(const clang::Stmt *statement);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_KERNELSCAN_H
