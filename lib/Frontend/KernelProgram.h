//===- KernelProgram.h - one function as a Program --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_KERNELPROGRAM_H
#define SPARSEC_LIB_FRONTEND_KERNELPROGRAM_H

#include "KernelFinder.h"
#include "KernelScan.h"
#include "Objects.h"
#include "RowMerges.h"

#include <set>
#include <string>

namespace sparsec {

/// The program of \p found, which \p source describes, with \p data in
/// subscripts. Walks the body again when the first walk found the shape of a
/// flat array. Throws Refused, and SteeredByData where more names are data.
Program kernelProgram(Session &session, const FoundKernel &found,
                      const SourceFunction &source, ObjectNames &names,
                      const RowMerges &merges, const FoundData &data,
                      Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_KERNELPROGRAM_H
