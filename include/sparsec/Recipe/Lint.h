//===- Lint.h - what is wrong with a recipe before it runs ------*- C++ -*-===//
#ifndef SPARSEC_RECIPE_LINT_H
#define SPARSEC_RECIPE_LINT_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace sparsec {

/// Looks for what is wrong with the recipe \p file whatever the source is:
/// errors of syntax, functions that nobody defines, parameters and words that a
/// step does not have, also where no run comes by. Prints each to \p out with
/// its file, line and column; the error is a summary.
llvm::Error lintRecipe(const std::string &file, llvm::raw_ostream &out);

} // namespace sparsec

#endif // SPARSEC_RECIPE_LINT_H
