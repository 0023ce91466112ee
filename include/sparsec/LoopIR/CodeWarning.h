//===- CodeWarning.h - what code does not do, or does slowly ----*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_CODEWARNING_H
#define SPARSEC_LOOPIR_CODEWARNING_H

#include "sparsec/IR/Culprit.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsec {

/// Something that the author of a recipe should know of the code made of it.
struct CodeWarning {
  enum class Kind {
    NoEffect, ///< a mark does nothing
    WeakLoop, ///< a loop visits iterations that do nothing
  };
  Kind kind;
  std::string loop; ///< its name in the recipe
  SourceSpan span;  ///< of the loop in the source, if it is there
  std::string message;
  /// Whether a program has what it is about; see CulpritError.
  CulpritError::Test isIn;
};

using WarningSink = std::function<void(CodeWarning)>;

/// What a recipe asks of one loop that changes its code and not its place.
enum class LoopRequest {
  Parallel,
  Balance,
  Simd,
  Vectorize,
  Unroll,
  Expand, ///< unroll, once bounds are numbers
  Scalar,
  Pragma,
  Cooperative, ///< the kernel inside runs the loop itself
  Blocks,
  Threads,
};
inline constexpr LoopRequest loopRequests[] = {
    LoopRequest::Parallel,  LoopRequest::Balance, LoopRequest::Simd,
    LoopRequest::Vectorize, LoopRequest::Unroll,  LoopRequest::Expand,
    LoopRequest::Scalar,    LoopRequest::Pragma,  LoopRequest::Cooperative,
    LoopRequest::Blocks,    LoopRequest::Threads};

/// Whether \p marks have \p request.
bool asks(const LoopMarks &marks, LoopRequest request);
/// The command that asks for it, or the parameter: "simd", "block".
std::string commandOf(LoopRequest request);
/// Whether a loop \p loop of the executor has \p request.
CulpritError::Test asksFor(const std::string &loop, LoopRequest request);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_CODEWARNING_H
