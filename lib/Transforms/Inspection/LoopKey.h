//===- LoopKey.h - keys of iterations that recipes give ---------*- C++ -*-===//
///
/// \file
/// A key of each iteration of a loop, as recipes write it: a value in C of the
/// loop, parameters and elements of integer arrays, of the caller's or of a
/// user's inspector: `by = "place[i]"`.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_LOOPKEY_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_LOOPKEY_H

#include "Inspection/IterationKeys.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

struct LoopKeyRequest {
  std::string statement, loop; ///< the loop around it
  std::string text;            ///< the key
  std::string suffix;          ///< of the inspector's name
};

/// How an inspector finds the keys: `{ L[loop] }`, whose 64-bit value is the
/// key of an iteration; the loop visits values of -i where \c runsDown.
struct LoopKey {
  Statement lister;
  bool runsDown = false;

  /// Puts the keys into \p key, by the numbers of the iterations.
  void writeTo(const std::string &key, const IterationRange &range);
};

/// The key of the iterations \p range of a loop of \p old. Makes what it reads
/// index arrays of \p next. Fails where it cannot be read, where it reads what
/// the loops write, and where elements may not be there.
llvm::Expected<LoopKey> findLoopKey(const Program &old, Program &next,
                                    const LoopKeyRequest &request,
                                    const IterationRange &range);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_LOOPKEY_H
