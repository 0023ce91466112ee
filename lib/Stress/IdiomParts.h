//===- IdiomParts.h - what idioms are put together of -----------*- C++ -*-===//
///
/// \file
/// Texts of steps, loops that suit them, and the idioms of each family, which
/// idiomFor() chooses from. Private to lib/Stress.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_STRESS_IDIOMPARTS_H
#define SPARSEC_LIB_STRESS_IDIOMPARTS_H

#include "StepIdioms.h"

namespace sparsec::stress {

std::string quoted(const std::string &text);
/// `NAME("S0", A, B)`.
std::string call(const std::string &name, const std::string &statement,
                 const std::vector<std::string> &arguments);
Later always(const std::string &text);
std::string tiled(const Place &place, const std::string &loop, int size,
                  const std::string &outer);
/// `cudaize` of the loops \p block and \p thread; "" for none.
std::string mapped(const Place &place, const std::string &kernel,
                   const std::string &block, const std::string &thread);

/// Whether a loop may be cut into tiles that threads share.
bool isLong(const LoopTraits &loop);
/// The outermost loop that isLong(); null for none.
const LoopTraits *firstLong(const Place &place);
/// The outermost loop whose iterations are independent; null for none.
const LoopTraits *firstParallel(const Place &place);

// Where arrays are: MemoryIdioms.cpp.
std::vector<Later> shared(const Place &place);
/// The same of each step of a loop inside blocks, some steps ahead.
std::vector<Later> staged(const Place &place);
/// The same of several iterations that threads run at once, side by side.
std::vector<Later> sideBySide(const Place &place);
std::vector<Later> constant(const Place &place);
std::vector<Later> partitioned(const Place &place);
/// Tiles of loads, or of stores, each of which is one vector.
std::vector<Later> loadedNeighbours(const Place &place);
std::vector<Later> storedNeighbours(const Place &place);

// In which order iterations run: OrderIdioms.cpp.
/// Levels of a loop with dependences, as launches, barriers or awaited values.
std::vector<Later> levels(const Place &place, bool onGpu);
/// A permuted loop, and copies of what it subscripts in its order.
std::vector<Later> reordered(const Place &place);

// Entries at places that a list has: ListedPlacesIdioms.cpp.
/// Right-hand sides on padding, which the flags beside it leave unread.
std::vector<Later> speculated(const Place &place);
/// Storage that says which iteration of a loop that goes away each place has.
std::vector<Later> kept(const Place &place);

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_IDIOMPARTS_H
