//===- TensorMatch.h - loops that a matrix instruction does -----*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_TENSORMATCH_H
#define SPARSEC_ANALYSIS_TENSORMATCH_H

#include "sparsec/Analysis/TensorShape.h"
#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// The loops of an instruction around one statement: `group` and `member` count
/// lanes, `registers`, one for each of TensorAtom::sumDigits(), a lane's
/// registers of C, and `depth` what is summed.
struct TensorNest {
  std::string statement;
  std::string group, member;
  std::vector<std::string> registers;
  std::string depth;
  /// Whether later steps may still give each register a sum of its own, where
  /// several of a lane's on a diagonal are parts of one.
  bool hasLaterSteps = false;
};

struct TensorMatch {
  /// Which of the two factors is the instruction's left operand: 0 or 1.
  unsigned left = 0;
  TensorShape shape;
  /// The caller's arrays whose elements, or what is made of them, the
  /// instruction rounds, and by how much relative to them.
  std::map<std::string, double> rounded;
};

/// Proves that \p nest is a product as \p atom computes it, or a part of one,
/// for all lanes alike: its accesses, seen from lanes and registers, are those
/// of the atom's layouts. The error says what is missing.
llvm::Expected<TensorMatch> matchTensor(const Program &program,
                                        const TensorAtom &atom,
                                        const TensorNest &nest);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_TENSORMATCH_H
