//===- SourceParts.h - a C file split over two languages --------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SOURCEPARTS_H
#define SPARSEC_LIB_FRONTEND_SOURCEPARTS_H

#include "KernelFinder.h"

#include "sparsec/IR/Program.h"
#include "sparsec/IR/SourceForms.h"

namespace sparsec {

/// Splits the main file into what \p kernel uses, for C++, whose types
/// spellTypesInCxx spells, and the rest, in C;
/// \p source describes \p kernel.
SourceForms splitSource(const clang::ASTContext &ast,
                        const Diagnoser &diagnoser, const FoundKernel &kernel,
                        const SourceFunction &source);

/// What \p kernel needs of its file where the file itself is linked, too, or
/// other such outputs of it: nothing in it has external linkage.
struct SourceBeside {
  FileParts parts; ///< C, without facts
  /// "k.c:4:7: -rename: why there is no such text, and what to do"; "" if fine.
  std::string problem;
};
/// \p program is that of \p kernel; the inspectors that it may call are there.
SourceBeside besideSource(const clang::ASTContext &ast,
                          const Diagnoser &diagnoser, const FoundKernel &kernel,
                          const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SOURCEPARTS_H
