//===- MatrixMaker.h - a matrix from its description ------------*- C++ -*-===//
///
/// \file
/// The generators behind `-generate NAME:SIZES`. Standard C++ only: these
/// sources are also written beside a driver that is to make its matrices on
/// another machine.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_BENCH_MATRIXMAKER_H
#define SPARSEC_BENCH_MATRIXMAKER_H

#include "sparsec/Matrix/Matrix.h"

#include <optional>
#include <string>

namespace sparsec::bench {

/// Makes the matrix \p spec describes; it is the same on every machine.
/// Columns ascend in each row and are unique; values have random
/// signs, but for ratings.
/// nullopt, and the reason in \p problem, for what is no such description.
std::optional<CsrMatrix> makeMatrix(const std::string &spec,
                                    std::string &problem);

/// A line per generator, "NAME:SIZES  what it makes", for -help.
std::string generatorHelp(const std::string &indent);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_MATRIXMAKER_H
