//===- RingArrivals.h - what has arrived in boxes ---------------*- C++ -*-===//
///
/// \file
/// Of a ring that copies in bulk fill (Array::OnGpu::BulkRing): the words at
/// which all threads of a block arrive once in each step, one for each box.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_RINGARRIVALS_H
#define SPARSEC_LIB_LOOPPASSES_RINGARRIVALS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

namespace sparsec {

bool isBulkRing(const Program &program, const std::string &ring);

/// How many boxes \p ring has, which copy_to_shared has made a number.
long stagesOf(const Program &program, const std::string &ring);

/// The box of \p ring that the step behind \p steps others uses.
LoopExpr boxOf(const Program &program, const std::string &ring,
               const LoopExpr &steps);

/// Words begin in front of the loop, and end behind it, as it may be run again.
LoopNode beginArrivals(const Program &program, const std::string &ring);
LoopNode endArrivals(const Program &program, const std::string &ring);
/// The thread has started what fills the box for the step behind \p steps
/// others, be there one or not.
LoopNode arriveFor(const Program &program, const std::string &ring,
                   const LoopExpr &steps);
/// Waits for what the step behind \p steps others reads: every second time for
/// a box, its word tells the same.
LoopNode awaitArrivals(const Program &program, const std::string &ring,
                       const LoopExpr &steps);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_RINGARRIVALS_H
