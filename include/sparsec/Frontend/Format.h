//===- Format.h - layout of generated code ----------------------*- C++ -*-===//
#ifndef SPARSEC_FRONTEND_FORMAT_H
#define SPARSEC_FRONTEND_FORMAT_H

#include "sparsec/Support/GeneratedText.h"

#include <string>

namespace sparsec {

/// \p file with what sparsec wrote laid out as clang-format does in LLVM's
/// style. What comes from the user stays as it is.
std::string formatGenerated(const GeneratedText &file);
/// The same; the offsets of places become lines, from 1.
PlacedText formatPlaced(const GeneratedText &file);
/// The same of C text that is all sparsec's.
std::string formatGenerated(const std::string &code);

} // namespace sparsec

#endif // SPARSEC_FRONTEND_FORMAT_H
