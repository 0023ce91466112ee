//===- TextTable.h - numbers and columns as text ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_TEXTTABLE_H
#define SPARSEC_LIB_BENCH_TEXTTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace sparsec::bench {

/// \p value by printf's \p format.
std::string formatted(const char *format, double value);

/// Lines of equally many cells in aligned columns; the first \p named ones to
/// the left, others to the right.
std::string alignColumns(llvm::ArrayRef<std::vector<std::string>> lines,
                         size_t named);

/// Quoted if it has commas or quotes.
std::string csvField(llvm::StringRef text);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_TEXTTABLE_H
