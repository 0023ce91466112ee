//===- Outline.h - the loops of a function as one of their own --*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_OUTLINE_H
#define SPARSEC_LIB_FRONTEND_OUTLINE_H

#include "KernelFinder.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// A region of loops of a function, which allocates, reports or returns
/// structures around it, as a function.
struct OutlinedLoops {
  std::string name;   ///< of the function with the loops
  std::string caller; ///< of the one that they are taken from
  /// The file with a prototype of the caller and, in place of its definition,
  /// the new function. The loops stand in it where they are in the file.
  std::string text;
  /// The definition of the caller, which calls the new function.
  std::string callerText;
  /// Where the loops stand in the file, and how much further in `text`.
  size_t begin = 0, end = 0, shift = 0;
  size_t prototype = 0;     ///< its place in `text`
  bool hasAllLoops = false; ///< of the caller, but for those around them
  bool dropsHints = false;  ///< pragmas about the loops, such as OpenMP's
  /// The loops set members of structures, which they could not in place.
  bool setsMembers = false;
  /// What `text` has for the sake of its lines.
  std::vector<LaidOut> layout;
};

/// A region that stays in its function: where it is in the file, and why.
struct KeptLoops {
  size_t begin = 0, end = 0;
  std::string why;
};

/// Each region of \p kernel that can be a function, named `NAME_loops`, with
/// numbers from 1 behind it where there are several. The others go to \p kept.
std::vector<OutlinedLoops> outlineLoops(const FoundKernel &kernel,
                                        std::vector<KeptLoops> *kept = nullptr);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_OUTLINE_H
