//===- CheckOptions.h - which options go together ---------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_CHECKOPTIONS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_CHECKOPTIONS_H

#include "Options.h"

namespace sparsec::bench {

/// What is wrong with the command line.
llvm::Error usageError(const std::string &message);

/// Fails where \p options exclude each other, or ask for others that are not
/// given.
llvm::Error checkOptions(const Options &options);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_CHECKOPTIONS_H
