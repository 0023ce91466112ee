//===- VectorMark.h - loops that move several elements at once --*- C++ -*-===//
///
/// \file
/// What vector_loads and vector_stores have in common: both mark a loop, which
/// is unrolled completely, with an array of which the copies of its body load
/// or store neighbours as vectors. Which of the two it is, the loop's
/// statements say: they read the array or write it.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_VECTORMARK_H
#define SPARSEC_LIB_TRANSFORMS_VECTORMARK_H

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {

inline constexpr ParameterSpec vectorParameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop whose iterations touch neighbouring elements; unrolled "
     "completely unless it is unrolled already"},
    {"array", ParameterSpec::Kind::Array, "the array of the elements"},
};

/// How the two steps differ.
struct VectorMark {
  const char *done; ///< "loaded"
  const char *act;  ///< "read", what one thread does to neighbours
  const char *verb; ///< "load"
  /// Why the loop's statements do not fit the array; "" if they do.
  std::string (*misfit)(const Program &, const ScheduleTree &loop,
                        const std::string &array);
};

/// Whether a statement of \p loop writes \p array: its name, or "".
std::string writerIn(const Program &program, const ScheduleTree &loop,
                     const std::string &array);

/// Marks the loop of \p args (statement, loop, array) and unrolls it.
llvm::Expected<StepResult> markVectors(const Program &program,
                                       const Arguments &args,
                                       const VectorMark &mark);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_VECTORMARK_H
