//===- MappedLoops.h - loops on blocks and threads --------------*- C++ -*-===//
///
/// \file
/// isl makes no loop where it sees one iteration. In a loop on threads that it
/// has split, such a part has to be run by the thread that has its value in the
/// other parts: only then the order within equal values is kept. So each part
/// of a mapped loop is a loop here; those that need not be are dropped when all
/// parts are known.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LOOPIR_MAPPEDLOOPS_H
#define SPARSEC_LOOPIR_MAPPEDLOOPS_H

#include "sparsec/LoopIR/LoopAst.h"

#include <vector>

namespace sparsec {

/// Whether \p node is a call of the runtime by which each thread of a kernel
/// ends a group of its copies, or waits for one.
bool isForEachThread(const LoopNode &node);

/// Whether \p node is a loop on blocks or threads that has one iteration.
bool isSingle(const LoopNode &node);

/// \p body, all that isl has made of the mapped \p loop: with one loop around
/// it, where all of it has one value.
LoopNode withOneLoop(const ScheduleTree &loop, LoopNode body);

/// Joins neighbours of one value in \p nodes, which are flat: a value that one
/// leaves in a local is for the next one. Then drops loops that have one
/// iteration in all parts of \p nodes: one thread, or block, runs all of it.
/// Those on threads stay where another loop of the dimension has more.
void settleSingles(std::vector<LoopNode> &nodes);

/// Whether \p node is a loop on blocks or threads.
bool isMapped(const LoopNode &node);

/// Whether \p node is a loop around the blocks of a kernel that this runs
/// itself, in one cooperative launch: GpuMark::kernel without a level. Steps
/// after cudaize may have left the kernel elsewhere.
bool runsInKernel(const LoopNode &node);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_MAPPEDLOOPS_H
