//===- ParallelLoop.h - iterations that threads of the host run -*- C++ -*-===//
#ifndef SPARSEC_LIB_INTERPRETER_PARALLELLOOP_H
#define SPARSEC_LIB_INTERPRETER_PARALLELLOOP_H

#include "Races.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <set>

namespace sparsec {

/// An outermost parallel loop while it runs. Nothing orders its iterations, so
/// each is what a block of a kernel is: those inside, parallel or not, run on
/// the thread of their iteration.
class ParallelLoop {
public:
  ParallelLoop(const Program &program, const LoopNode &loop);

  /// Whether iterations of \p loop are on threads of the host that nothing
  /// orders: not one after the other as in waves that wait for each other.
  static bool isOne(const LoopNode &loop);

  void enter(long long value) {
    ++now.block;
    now.thread = int(value);
  }
  /// An access; throws Fault where it races with another iteration's.
  /// \p updates: by an operator, as reductions do.
  void note(const Cells &cells, size_t position, const std::string &array,
            Races::Kind kind, bool isAtomic, bool updates = false);

private:
  const std::string &name;
  /// Iterations update elements together, and no pass has yet made parts,
  /// copies or atomic updates of that.
  bool shares;
  /// Arrays that it writes and iterations share.
  std::set<std::string> tracked;
  Races races;
  Races::Visit now;
};

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_PARALLELLOOP_H
