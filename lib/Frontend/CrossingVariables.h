//===- CrossingVariables.h - what regions share -----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CROSSINGVARIABLES_H
#define SPARSEC_LIB_FRONTEND_CROSSINGVARIABLES_H

#include "LoopRegions.h"

#include "clang/AST/ASTContext.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// A variable of a function that a region of it names, and that the region
/// does not declare for itself alone.
struct CrossingVariable {
  const clang::VarDecl *variable;
  bool comesIn = false;    ///< the region takes its value
  bool goesOut = false;    ///< what the region stores in it is read behind it
  bool isDeclared = false; ///< in the region, and needed behind it
  bool isDeclaredAround = false; ///< outside the region
};

/// Those of \p region of \p function, parameters first, each in the order of
/// declarations; \p named are some more names that count as used there. None
/// and \p why, where that cannot be given to another function and back: the
/// region sets a pointer or a structure that is used behind it, or something
/// volatile or in a register; an address is kept; an extent has changed.
std::optional<std::vector<CrossingVariable>>
crossingVariables(const LoopRegion &region, const clang::FunctionDecl &function,
                  const std::set<std::string> &named, std::string &why);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CROSSINGVARIABLES_H
