//===- SourceParts.h - a C file split over two languages --------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SOURCEPARTS_H
#define SPARSEC_LIB_FRONTEND_SOURCEPARTS_H

#include "KernelFinder.h"

#include "sparsec/IR/SourceForms.h"

namespace sparsec {

/// Splits the main file into what \p kernel uses, in C++, and the rest, in C;
/// \p source describes \p kernel.
SourceForms splitSource(const clang::ASTContext &ast,
                        const Diagnoser &diagnoser, const FoundKernel &kernel,
                        const SourceFunction &source);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SOURCEPARTS_H
