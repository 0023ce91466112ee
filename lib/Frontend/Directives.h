//===- Directives.h - directives in a part of a file ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DIRECTIVES_H
#define SPARSEC_LIB_FRONTEND_DIRECTIVES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sparsec {

/// The directives in a text that is left out. Those of conditions go in pairs;
/// `isCut` where they do not.
struct Directives {
  std::string lines;
  bool isCut = false;
};

/// Those of \p text, none of which are pragmas; no lines where they define and
/// include nothing.
Directives directivesOf(llvm::StringRef text);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DIRECTIVES_H
