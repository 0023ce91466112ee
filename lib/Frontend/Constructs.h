//===- Constructs.h - which C is outside the accepted subset ----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CONSTRUCTS_H
#define SPARSEC_LIB_FRONTEND_CONSTRUCTS_H

#include "Diagnostics.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceLocation.h"

#include <optional>
#include <string>

namespace sparsec {

struct UnsupportedConstruct {
  clang::SourceRange where;
  std::string what;    ///< names the construct
  std::string instead; ///< says what would be accepted
};

/// What is wrong with \p statement itself (its children are not looked at);
/// none when some later pass may accept it.
std::optional<UnsupportedConstruct>
findUnsupported(const clang::Stmt *statement);

/// `(void) n;` and the like do nothing; anything else was meant to.
void requireEffectless(const clang::Expr *expression, Diagnoser &diagnoser);

/// `do { .. } while (0)`, as macros have it, without a jump to its end by
/// `continue`.
bool runsOnce(const clang::DoStmt *loop);
/// Whether \p body may leave the loop or switch around it by `break`.
bool hasBreak(const clang::Stmt *body);
/// Whether \p body, of a loop, may go on to the next iteration by `continue`.
bool hasContinue(const clang::Stmt *body);

/// What initialises \p variable, a constant number of the file or a static one
/// of the function: `static const double w = 1.5;`. Null for other ones.
const clang::Expr *valueOfConstant(const clang::VarDecl *variable);
/// The same of the variable that \p expression names.
const clang::Expr *valueOfConstant(const clang::Expr *expression);

/// Whether \p callee is a function of <math.h> (or abs, labs, llabs) without
/// side effects, and not one that the user defined under that name.
bool isPureMathFunction(const clang::FunctionDecl *callee);

/// Whether \p callee is what INFINITY, HUGE_VAL or NAN expand to.
bool isConstantBuiltin(const clang::FunctionDecl *callee);
/// Whether \p callee is what isnan of <math.h> becomes.
bool isNaNTest(const clang::FunctionDecl *callee);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CONSTRUCTS_H
