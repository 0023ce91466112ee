//===- RingUses.h - what nodes do to rings of boxes -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_RINGUSES_H
#define SPARSEC_LIB_LOOPPASSES_RINGUSES_H

#include "sparsec/LoopIR/LoopAst.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// What a node does to a ring.
struct RingUse {
  bool fills = false, reads = false;

  bool isOne() const { return fills != reads; }
  bool isBoth() const { return fills && reads; }
};

RingUse useOf(const LoopNode &root, const std::string &ring);

/// How often \p root names \p ring.
size_t usesIn(const LoopNode &root, const std::string &ring);

/// Whether \p nodes, which all run in one step of the loops around, have the
/// list that fills \p ring in one node and reads it in another.
bool fillAndRead(const std::vector<LoopNode> &nodes, const std::string &ring);

/// Whether what \p nodes read of \p ring stands behind all that fills it.
bool fillsFirst(const std::vector<LoopNode> &nodes, const std::string &ring);

/// The part of \p nodes that fills \p rings, or all but that.
std::vector<LoopNode> partOf(const std::vector<LoopNode> &nodes,
                             const std::set<std::string> &rings, bool fills);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_RINGUSES_H
