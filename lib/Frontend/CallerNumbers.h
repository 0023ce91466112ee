//===- CallerNumbers.h - what is computed before outlined loops -*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CALLERNUMBERS_H
#define SPARSEC_LIB_FRONTEND_CALLERNUMBERS_H

#include "CrossingVariables.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// A number that the caller of outlined loops computes and passes to them.
struct CallerNumber {
  std::string declaration, value; ///< of the parameter, and the argument
  std::string before;             ///< statements in front of the loops
  struct Place {
    size_t begin, end;
    std::string text;
  };
  std::vector<Place> places; ///< in the file, and what stands there instead
  /// Variables that the loops do not name any more.
  std::set<const clang::VarDecl *> replaced;
};

/// Those of \p region of \p function: counts of entries up to a marker, where
/// statements can stand before it, at \p indentation (\p isListed), and
/// unsigned products, which may wrap around, of numbers that it leaves alone.
std::vector<CallerNumber> callerNumbers(const LoopRegion &region,
                                        const clang::FunctionDecl &function,
                                        const std::string &indentation,
                                        bool isListed);

/// Whether \p numbers leave no use of \p variable, neither in the loops nor in
/// types of \p all that they share, and facts do not name it.
bool isReplaced(const clang::VarDecl *variable,
                const std::vector<CallerNumber> &numbers,
                const std::vector<CrossingVariable> &all,
                const std::set<std::string> &namedByFacts);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CALLERNUMBERS_H
