//===- Masks.h - branches under conditions on data --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MASKS_H
#define SPARSEC_LIB_FRONTEND_MASKS_H

#include "Calls.h"

namespace sparsec {

/// Walks branches whose conditions are computed: a scalar holds the condition's
/// value, and statements inside do nothing where that is 0.
class Masks {
public:
  /// What the walk over a body does for branches.
  struct Walk {
    std::function<void(const clang::Stmt *, ScheduleTree &)> statement;
    /// Adds a statement, under the conditions around or not.
    std::function<void(const clang::Stmt *, ScheduleTree &, const Calls::Make &,
                       bool isMasked)>
        add;
  };

  Masks(Kernel &kernel, Scopes &scopes, Frames &frames, Walk visit)
      : kernel(kernel), scopes(scopes), frames(frames),
        visit(std::move(visit)) {}

  /// \p branch, one of KernelScan::dataBranches.
  void walk(const clang::IfStmt *branch, ScheduleTree &into);
  /// \p variable begins to exist at \p source: where conditions on data are
  /// around, it gets a value first, so that nothing seems to come from before.
  void begin(const clang::VarDecl *variable, const clang::Stmt *source,
             ScheduleTree &into);
  /// Puts \p statement under the conditions on data around, if it \p isMasked.
  /// Refuses it where it reads index arrays, in the branch, that need not be
  /// readable where its condition does not hold.
  void apply(Statement &statement, clang::SourceRange range, bool isMasked);

private:
  void walkParts(const clang::IfStmt *branch,
                 llvm::ArrayRef<const clang::Expr *> plain,
                 llvm::ArrayRef<const clang::Expr *> masked,
                 ScheduleTree &into);
  void walkMasked(const clang::IfStmt *branch,
                  llvm::ArrayRef<const clang::Expr *> parts,
                  ScheduleTree &into);
  void walkSingle(const clang::IfStmt *branch, const clang::Expr *single,
                  llvm::ArrayRef<const clang::Expr *> parts,
                  ScheduleTree &into);
  const clang::Expr *singleOf(const clang::IfStmt *branch) const;
  std::string compute(const clang::IfStmt *branch,
                      llvm::ArrayRef<const clang::Expr *> parts,
                      ScheduleTree &into);
  void clearSet(const clang::IfStmt *branch, ScheduleTree &into);
  void clear(const std::string &scalar, const clang::Stmt *source,
             ScheduleTree &into);
  bool isReadBefore(const std::string &call, const Statement &statement) const;

  Kernel &kernel;
  Scopes &scopes;
  Frames &frames;
  const Walk visit;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MASKS_H
