//===- Constructs.h - which C is outside the accepted subset ----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CONSTRUCTS_H
#define SPARSEC_LIB_FRONTEND_CONSTRUCTS_H

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

/// Whether \p body, of a loop, may go on to the next iteration by `continue`.
bool hasContinue(const clang::Stmt *body);

/// Whether \p callee is a function of <math.h> (or abs, labs, llabs) without
/// side effects, and not one that the user defined under that name.
bool isPureMathFunction(const clang::FunctionDecl *callee);

/// Whether \p callee is what INFINITY, HUGE_VAL or NAN expand to.
bool isConstantBuiltin(const clang::FunctionDecl *callee);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CONSTRUCTS_H
