//===- Races.h - accesses that nothing orders -------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_INTERPRETER_RACES_H
#define SPARSEC_LIB_INTERPRETER_RACES_H

#include "sparsec/Interpreter/Memory.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace sparsec {

/// Remembers who touched which element. Two accesses race if one of them
/// writes, not both are atomic, and they are those of two blocks, or of two
/// threads of a block with no barrier in between. On the host, iterations of a
/// parallel loop are blocks of one thread.
class Races {
public:
  /// Who accesses, and how many barriers the block has passed.
  struct Visit {
    int block = -1, thread = 0, epoch = 0;
    bool isAtomic = false;
  };
  enum class Kind { Read, Write };

  /// The earlier access that \p now races with.
  std::optional<Visit> note(const Cells &cells, size_t position, Kind kind,
                            const Visit &now);
  /// \p cells are other elements from now on: the next block's.
  void forget(const Cells &cells) { elements.erase(&cells); }

private:
  /// The last write, and reads by up to two that are not the same: whoever
  /// writes then races with one of them.
  struct Element {
    Visit write, reads[2];
  };
  std::unordered_map<const Cells *, std::vector<Element>> elements;
};

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_RACES_H
