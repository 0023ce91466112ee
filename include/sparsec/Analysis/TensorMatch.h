//===- TensorMatch.h - loops that a matrix instruction does -----*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_TENSORMATCH_H
#define SPARSEC_ANALYSIS_TENSORMATCH_H

#include "sparsec/IR/Program.h"
#include "sparsec/IR/TensorAtom.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

/// The loops of an instruction around one statement: `group` and `member` count
/// lanes, `element` a lane's registers of C, and `depth` what is summed.
struct TensorNest {
  std::string statement;
  std::string group, member, element, depth;
};

/// Which of the two factors is the instruction's left operand: 0 or 1.
struct TensorMatch {
  unsigned left = 0;
};

/// Proves that \p nest is a whole product as \p atom computes it, for all lanes
/// alike: its accesses, seen from lanes and registers, are those of the atom's
/// layouts. The error says what is missing.
llvm::Expected<TensorMatch> matchTensor(const Program &program,
                                        const TensorAtom &atom,
                                        const TensorNest &nest);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_TENSORMATCH_H
