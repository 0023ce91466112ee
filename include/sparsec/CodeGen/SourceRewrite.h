//===- SourceRewrite.h - edits of the user's C text -------------*- C++ -*-===//
#ifndef SPARSEC_CODEGEN_SOURCEREWRITE_H
#define SPARSEC_CODEGEN_SOURCEREWRITE_H

#include "sparsec/IR/Program.h"
#include "sparsec/IR/SourceForms.h"
#include "sparsec/Support/GeneratedText.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// \p text without its `#pragma sparsec` lines (continuation lines included).
std::string withoutSparsecPragmas(const std::string &text);

/// The definition up to its body, "void spmv(int n, const int *index) {".
std::string signatureText(const SourceFunction &function);

/// The definition as a static function called \p name.
GeneratedText originalCopy(const SourceFunction &function,
                           const std::string &name);

/// The whole file with \p replacement between \p parts, without the sparsec
/// pragmas of the function that stood there; those of other functions stay.
GeneratedText replaceFunction(const FileParts &parts,
                              const GeneratedText &replacement);

/// \p code with the identifier \p name replaced by \p text.
std::string replaceWord(const std::string &code, const std::string &name,
                        const std::string &text);

/// The identifiers in C text; those in comments, in literals and after `.` and
/// `->` do not count.
std::set<std::string> identifiersOf(const std::string &code);

} // namespace sparsec

#endif // SPARSEC_CODEGEN_SOURCEREWRITE_H
