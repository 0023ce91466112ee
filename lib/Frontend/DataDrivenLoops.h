//===- DataDrivenLoops.h - loops that data sends on -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DATADRIVENLOOPS_H
#define SPARSEC_LIB_FRONTEND_DATADRIVENLOOPS_H

#include "clang/AST/Stmt.h"

#include <optional>
#include <string>

namespace sparsec {

/// A loop whose iterations are known only once it has run.
struct DataDrivenLoop {
  std::string what;    ///< "a loop that follows links: .."
  std::string instead; ///< what to do
};

/// \p loop as one that follows links, works off a list that grows, looks for a
/// place in data, goes through a heap, or runs until a result is good enough;
/// nothing for other loops.
std::optional<DataDrivenLoop> dataDrivenLoop(const clang::Stmt *loop);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DATADRIVENLOOPS_H
