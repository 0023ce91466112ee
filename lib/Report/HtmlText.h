//===- HtmlText.h - text inside HTML ----------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_HTMLTEXT_H
#define SPARSEC_LIB_REPORT_HTMLTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sparsec::html {

/// \p text as content or as an attribute's value in double quotes; what is no
/// UTF-8 is replaced, and so is what no page may have, such as NUL.
std::string escaped(llvm::StringRef text);

/// Attributes of what scrolls: Tab comes to it, and \p name is told then.
std::string scrolled(llvm::StringRef name);

/// "1 step", "3 steps".
std::string counted(size_t count, llvm::StringRef thing);

} // namespace sparsec::html

#endif // SPARSEC_LIB_REPORT_HTMLTEXT_H
