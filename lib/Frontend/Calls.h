//===- Calls.h - called functions as part of the walk -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CALLS_H
#define SPARSEC_LIB_FRONTEND_CALLS_H

#include "ExprBuilder.h"
#include "Frames.h"
#include "Scopes.h"

#include <deque>
#include <functional>

namespace sparsec {

/// What calls in an expression have written before the statement that the
/// expression belongs to: arrays, with the call.
using Hoisted = std::map<std::string, const clang::CallExpr *>;

/// Walks functions with statements where they are called.
class Calls {
public:
  using Make = std::function<Assignment(ExprBuilder &)>;
  /// What the walk over a body does for a called one.
  struct Walk {
    std::function<void(const clang::Stmt *, ScheduleTree &)> statement;
    std::function<void(const clang::Stmt *, ScheduleTree &, const Make &,
                       const Hoisted &)>
        add;
    /// A variable begins to exist.
    std::function<void(const clang::VarDecl *, const clang::Stmt *,
                       ScheduleTree &)>
        begin;
  };

  Calls(Kernel &kernel, Scopes &scopes, Frames &frames, Walk walk)
      : kernel(kernel), scopes(scopes), frames(frames), walk(std::move(walk)) {}

  /// Walks what the calls in \p expression run and binds what they return.
  Hoisted hoist(const clang::Expr *expression, ScheduleTree &into);
  /// \p call, a statement.
  void enter(const clang::CallExpr *call, ScheduleTree &into);
  /// Whether the walk is in a called function.
  bool isInside() const { return !active.empty(); }
  /// A `return` there.
  void leave(const clang::ReturnStmt *end, ScheduleTree &into);
  /// Refuses \p statement where it reads what a call in it has written.
  void requireOrder(const Statement &statement, const Hoisted &hoisted);

private:
  struct Active {
    const clang::CallExpr *call;
    const clang::FunctionDecl *callee;
    bool isUsed, hasOneEnd;
    unsigned depth;
    /// The scalar that the value is stored in; "" for none so far.
    std::string result;
    std::optional<Binding> value;
  };
  struct Group {
    const clang::CallExpr *call;
    std::set<std::string> written, used;
  };

  void noteUse(const Statement &statement, Group &group) const;
  void find(const clang::Stmt *part, bool isConditional,
            std::vector<Group> &groups, ScheduleTree &into);
  void walkCall(const clang::CallExpr *call, bool isUsed, ScheduleTree &into);
  void requireSize(const clang::CallExpr *call,
                   const clang::FunctionDecl *callee);
  void bindParameter(const clang::ParmVarDecl *parameter,
                     const clang::Expr *argument, const ScopePtr &outside,
                     const Hoisted &hoisted, ScheduleTree &into);
  void copyLocals(const clang::FunctionDecl *callee);
  void copyOf(const clang::VarDecl *variable, const Array &array);
  bool isStable(const clang::Expr *value, bool isLeaf);
  Array scalarOf(clang::QualType type, const std::string &name,
                 clang::SourceRange where);

  Kernel &kernel;
  Scopes &scopes;
  Frames &frames;
  const Walk walk;
  /// Innermost last; references stay when another one is added.
  std::deque<Active> active;
  std::map<const clang::FunctionDecl *, unsigned> times;
  unsigned entered = 0;
  /// Scalars that called functions may have written by their addresses.
  std::set<std::string> addressed;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CALLS_H
