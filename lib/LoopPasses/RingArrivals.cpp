//===- RingArrivals.cpp - what has arrived in boxes -----------------------===//

#include "RingArrivals.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

namespace sparsec {

bool isBulkRing(const Program &program, const std::string &ring) {
  return program.arrays.at(ring).onGpu == Array::OnGpu::BulkRing;
}

/// The extent of its first dimension.
long stagesOf(const Program &program, const std::string &ring) {
  auto extent =
      lowerParameterValue(program, *program.arrays.at(ring).extents.front());
  return llvm::cantFail(std::move(extent)).value;
}

LoopExpr boxOf(const Program &program, const std::string &ring,
               const LoopExpr &steps) {
  return plainMod(steps, LoopExpr::integer(stagesOf(program, ring)));
}

static LoopExpr wordsOf(const Program &program, const std::string &ring) {
  return LoopExpr::variable(program.arrays.at(ring).arrivals);
}

LoopNode beginArrivals(const Program &program, const std::string &ring) {
  return stmt::call(expr::call(runtime::begin_arrivals,
                               std::vector<long>{stagesOf(program, ring)},
                               {wordsOf(program, ring)}));
}

LoopNode endArrivals(const Program &program, const std::string &ring) {
  return stmt::call(expr::call(runtime::end_arrivals,
                               std::vector<long>{stagesOf(program, ring)},
                               {wordsOf(program, ring)}));
}

LoopNode arriveFor(const Program &program, const std::string &ring,
                   const LoopExpr &steps) {
  return stmt::call(runtime::arrive,
                    {wordsOf(program, ring), boxOf(program, ring, steps)});
}

LoopNode awaitArrivals(const Program &program, const std::string &ring,
                       const LoopExpr &steps) {
  constexpr long turns = 2;
  const LoopExpr round =
      plainDiv(steps, LoopExpr::integer(stagesOf(program, ring)));
  return stmt::call(runtime::await_arrivals,
                    {wordsOf(program, ring), boxOf(program, ring, steps),
                     plainMod(round, LoopExpr::integer(turns))});
}

} // namespace sparsec
