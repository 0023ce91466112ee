//===- VectorMembers.h - elements of CUDA's vectors -------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_VECTORMEMBERS_H
#define SPARSEC_LOOPIR_VECTORMEMBERS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace sparsec {

/// What a CUDA vector of \p width elements calls its element \p lane: x, y, z,
/// w up to four, else s0, s1, ..
std::string memberOfVector(unsigned width, unsigned lane);

/// Which element of a CUDA vector of \p width elements is called \p name.
std::optional<unsigned> laneOfMember(unsigned width, llvm::StringRef name);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_VECTORMEMBERS_H
