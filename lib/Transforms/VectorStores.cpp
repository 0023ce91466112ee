//===- VectorStores.cpp - neighbouring elements by one store --------------===//
///
/// \file
/// `vector_stores`: the copies of an unrolled loop's body store neighbouring
/// elements of an array as one vector, in a kernel:
///
///     for k in [0, 2)           =>    *(double2 *)&a[4*e + 2*q]
///       a[4*e + 2*q + k] = f(k)           = make_double2(f(0), f(1))
///
/// The step marks the loop. Which elements are neighbours, and where a vector
/// may begin, is seen in the code that all steps have made
/// (LoopPasses/VectorStores.cpp), which refuses what it cannot prove.
///
//===----------------------------------------------------------------------===//

#include "Support/VectorMark.h"

namespace sparsec {
namespace {

/// Why vectors of \p array cannot be stored in \p loop; "" if they may.
std::string misfitOf(const Program &program, const ScheduleTree &loop,
                     const std::string &array) {
  return writerIn(program, loop, array).empty()
             ? "nothing in loop '" + loop.name + "' writes '" + array + "'"
             : "";
}

constexpr VectorMark mark = {"stored", "write", "store", misfitOf};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return markVectors(program, args, mark); });
}

} // namespace

extern const TransformSpec vector_storesSpec;
const TransformSpec vector_storesSpec = {
    .name = "vector_stores",
    .summary = "store neighbouring elements by one instruction",
    .before = "for k in [0, 2)\n  a[4*e + k] = f(k)",
    .after = "*(double2 *)&a[4*e] = make_double2(f(0), f(1))",
    .legality =
        "when the copies of the unrolled body assign 2, 4 or 8 neighbours "
        "together, beginning at a proved multiple of that many, and "
        "nothing between reads or writes the array, or changes what "
        "is stored",
    .parameters = vectorParameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
