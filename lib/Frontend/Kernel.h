//===- Kernel.h - what the passes over one function share -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_KERNEL_H
#define SPARSEC_LIB_FRONTEND_KERNEL_H

#include "Diagnostics.h"
#include "KernelScan.h"
#include "Objects.h"

#include "sparsec/IR/Program.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sparsec {

struct Binding;
/// What integer variables and local pointers stand for at one point of the
/// body. Passed by value-like snapshots: later changes make a new map.
using Scope = std::map<const clang::VarDecl *, Binding>;
using ScopePtr = std::shared_ptr<const Scope>;

/// The meaning of one variable at one point.
struct Binding {
  enum class Kind {
    Iterator,   ///< dimension `position`, or start + stride * dimension
    Definition, ///< the value of `expression` where it stood
    Changed,    ///< modified in a way that has no closed form
  };
  Kind kind = Kind::Changed;
  unsigned position = 0;
  long stride = 1;
  /// Definition: the value. Iterator: the start it is counted from, or null.
  const clang::Expr *expression = nullptr;
  /// What `expression`'s variables stood for.
  ScopePtr scope;
  /// Changed: where.
  clang::SourceRange changedAt;
};

/// The bases of the strides of a flat array that is accessed as a
/// multi-dimensional one, outermost first: `a[(i*n + j)*m + k]` has the
/// monomials `n*m`, `m`.
using Monomial = std::vector<std::string>;
using FlatShape = std::vector<Monomial>;

/// One loop or condition around a statement, outermost first.
struct LoopFrame {
  const clang::VarDecl *variable = nullptr;
  std::string name;
  bool down = false;
  long stride = 1;
  /// The dimension counts iterations: `i = start + stride * dimension`.
  bool counted = false;
  const clang::Expr *start = nullptr;
  const clang::Expr *condition = nullptr;
  /// At the start of the loop, without and with the iterator.
  ScopePtr outside, inside;
};
struct ConditionFrame {
  const clang::Expr *condition = nullptr;
  bool negated = false;
  ScopePtr scope;
};
using Frame = std::variant<LoopFrame, ConditionFrame>;

/// The state of one translation.
struct Kernel {
  Session &session;
  const clang::ASTContext &ast;
  Diagnoser &diagnoser;
  ObjectNames &names;
  const KernelScan &scan;
  const clang::FunctionDecl &function;
  Program program;
  /// Shapes of flat arrays seen so far. When one is found or refined the walk
  /// is repeated, so that all accesses agree.
  std::map<std::string, FlatShape> &shapes;
  bool shapesChanged = false;

  isl::ctx ctx() const { return session.ctx(); }
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_KERNEL_H
