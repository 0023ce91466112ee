//===- MovedAlong.h - what moves with a row's position ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MOVEDALONG_H
#define SPARSEC_LIB_FRONTEND_MOVEDALONG_H

#include "NewNodes.h"

#include <functional>

namespace sparsec {

/// A loop through rows whose position is carried from one to the next.
struct CarriedLoop {
  clang::ForStmt *loop = nullptr;      ///< around the rows
  clang::VarDecl *position = nullptr;  ///< each entry of a row adds 1 to it
  clang::Stmt *work = nullptr;         ///< for an entry, without that
  std::vector<clang::Expr *> steps;    ///< beside it in the head: `c++`
  Statements before = {}, behind = {}; ///< the loop around the rows
};

/// Lets \p carried read other variables that all entries move by one amount as
/// the position and what they differ by: `d + k` of c, where d is c - k before
/// the loop.
void placeAlong(CarriedLoop &carried, NewNodes &nodes,
                std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MOVEDALONG_H
