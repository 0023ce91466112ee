//===- SourceRewrite.h - edits of the user's C text -------------*- C++ -*-===//
#ifndef SPARSEC_CODEGEN_SOURCEREWRITE_H
#define SPARSEC_CODEGEN_SOURCEREWRITE_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// \p text without its `#pragma sparsec` lines (continuation lines included).
std::string withoutSparsecPragmas(const std::string &text);

/// The definition up to its body, "void spmv(int n, const int *index) {".
std::string signatureText(const SourceFunction &function);

/// The definition as a static function called \p name.
std::string originalCopy(const SourceFunction &function,
                         const std::string &name);

/// The whole file with the function replaced by \p replacement and without
/// sparsec pragmas.
std::string replaceFunction(const SourceFunction &function,
                            const std::string &replacement);

/// The identifiers in C text; those in comments, in literals and after `.` and
/// `->` do not count.
std::set<std::string> identifiersOf(const std::string &code);

/// \p line with every line over 80 columns broken at commas, continued under
/// the bracket they stand in.
std::string wrapLine(const std::string &line);

/// \p line wrapped, with \p indent levels of two spaces in front.
std::string indented(unsigned indent, const std::string &line);

} // namespace sparsec

#endif // SPARSEC_CODEGEN_SOURCEREWRITE_H
