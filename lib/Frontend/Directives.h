//===- Directives.h - directives in a part of a file ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DIRECTIVES_H
#define SPARSEC_LIB_FRONTEND_DIRECTIVES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// \p text, which begins outside both, with blanks for its comments and what
/// its literals hold, and all lines. Comments in directives stay.
std::string blankedComments(llvm::StringRef text);

/// The directives in a text that is left out. Those of conditions go in pairs;
/// `isCut` where they do not.
struct Directives {
  std::string lines;
  bool isCut = false;
};

/// Those of \p text, none of which are pragmas; no lines where they define and
/// include nothing.
Directives directivesOf(llvm::StringRef text);

/// The macros that \p text defines, where that may be read twice: its
/// directives are definitions of different names, none of which stands before
/// its own. Nothing where it may not.
std::optional<std::vector<std::string>> macrosDefinedIn(llvm::StringRef text);

/// The lines of pragmas but those of ours in \p text, as ranges of bytes in
/// order.
std::vector<std::pair<size_t, size_t>> hintLines(llvm::StringRef text);
/// \p text without these lines.
std::string withoutHints(llvm::StringRef text);
/// Where the lines that end \p text and hold nothing but comments, directives
/// and blanks begin.
size_t gapBefore(llvm::StringRef text);
/// \p text with blanks in their place.
std::string blankedHints(llvm::StringRef text);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DIRECTIVES_H
