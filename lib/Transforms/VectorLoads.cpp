//===- VectorLoads.cpp - neighbouring elements by one load ----------------===//
///
/// \file
/// `vector_loads`: the copies of an unrolled loop's body load neighbouring
/// elements of an array as one vector, in a kernel:
///
///     for k in [0, 2)               double2 v = *(double2 *)&a[4*e + 2*q]
///       S(a[4*e + 2*q + k])   =>    S(v.x)  S(v.y)
///
/// The step marks the loop. Which elements are neighbours, and where a vector
/// may begin, is seen in the code that all steps have made
/// (LoopPasses/Vectors.cpp), which refuses what it cannot prove.
///
//===----------------------------------------------------------------------===//

#include "Support/VectorMark.h"

namespace sparsec {
namespace {

/// Why vectors of \p array cannot be loaded in \p loop; "" if they may.
std::string misfitOf(const Program &program, const ScheduleTree &loop,
                     const std::string &array) {
  const std::string writer = writerIn(program, loop, array);
  return writer.empty()
             ? ""
             : "'" + writer + "' writes '" + array +
                   "'; distribute it out of loop '" + loop.name + "'";
}

constexpr VectorMark mark = {"loaded", "read", "load", misfitOf};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return markVectors(program, args, mark); });
}

} // namespace

extern const TransformSpec vector_loadsSpec;
const TransformSpec vector_loadsSpec = {
    .name = "vector_loads",
    .summary = "load neighbouring elements by one instruction",
    .before = "for k in [0, 2)\n  S(a[4*e + k])",
    .after = "double2 v = *(double2 *)&a[4*e]\nS(v.x)\nS(v.y)",
    .legality =
        "when the copies of the unrolled body read 2, 4 or 8 neighbours "
        "in every case, beginning at a proved multiple of that many, "
        "before anything in the copies writes the array",
    .parameters = vectorParameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
