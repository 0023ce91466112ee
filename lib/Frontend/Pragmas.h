//===- Pragmas.h - collects `#pragma sparsec` lines -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PRAGMAS_H
#define SPARSEC_LIB_FRONTEND_PRAGMAS_H

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Preprocessor.h"

#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// One `#pragma sparsec TEXT` of the main file.
struct SparsecPragma {
  clang::SourceLocation hash; ///< of the '#'
  clang::SourceLocation text; ///< of TEXT's first token
  clang::SourceLocation end;  ///< of the end of the directive
  std::string fact;           ///< TEXT, macros expanded
  /// Where each token of `fact` begins in it, and where in the file.
  std::vector<std::pair<size_t, clang::SourceLocation>> tokens = {};

  /// What says the bytes \p begin .. \p end of `fact`, or all of it.
  clang::SourceRange range(size_t begin, size_t end) const;
};

struct PragmaList {
  std::vector<SparsecPragma> facts;
  /// `#pragma omp` lines, which are ignored with a warning.
  std::vector<clang::SourceLocation> openMP;
};

/// Makes \p preprocessor append the pragmas of the main file to \p list, which
/// must outlive it.
void collectPragmas(clang::Preprocessor &preprocessor, PragmaList &list);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PRAGMAS_H
