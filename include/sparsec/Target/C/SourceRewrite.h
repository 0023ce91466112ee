//===- SourceRewrite.h - edits of the user's C text -------------*- C++ -*-===//
#ifndef SPARSEC_TARGET_C_SOURCEREWRITE_H
#define SPARSEC_TARGET_C_SOURCEREWRITE_H

#include "sparsec/IR/Program.h"
#include "sparsec/IR/SourceForms.h"
#include "sparsec/Support/GeneratedText.h"

#include <string>
#include <vector>

namespace sparsec {

/// The definition up to its body, "void spmv(int n, const int *index)".
std::string signatureText(const SourceFunction &function);

/// Whether the function has another name than in its source (-rename): nothing
/// but generated headers declares it.
bool isRenamed(const SourceFunction &function);

/// The definition as a static function called \p name.
GeneratedText originalCopy(const SourceFunction &function,
                           const std::string &name);

/// The whole file with \p replacement between \p parts.
GeneratedText replaceFunction(const FileParts &parts,
                              const GeneratedText &replacement);

} // namespace sparsec

#endif // SPARSEC_TARGET_C_SOURCEREWRITE_H
