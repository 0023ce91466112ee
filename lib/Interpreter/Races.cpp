//===- Races.cpp - accesses that nothing orders ---------------------------===//

#include "Races.h"

namespace sparsec {

using Visit = Races::Visit;

static bool isSameThread(const Visit &a, const Visit &b) {
  return a.block == b.block && a.thread == b.thread;
}

static bool race(const Visit &before, const Visit &now) {
  if (before.block < 0 || (before.isAtomic && now.isAtomic))
    return false;
  return before.block != now.block ||
         (before.thread != now.thread && before.epoch == now.epoch);
}

std::optional<Visit> Races::note(const Cells &cells, size_t position, Kind kind,
                                 const Visit &now) {
  std::vector<Element> &list = elements[&cells];
  if (list.size() < cells.count())
    list.resize(cells.count());
  Element &element = list[position];
  if (race(element.write, now))
    return element.write;
  if (kind == Kind::Write) {
    for (const Visit &read : element.reads)
      if (race(read, now))
        return read;
    element.write = now;
    return std::nullopt;
  }
  Visit &first = element.reads[0], &second = element.reads[1];
  const bool isOver = first.block == now.block && first.epoch != now.epoch;
  if (first.block < 0 || isOver || isSameThread(first, now)) {
    // Before a barrier of its own block: later writes of the block are fine,
    // and those of others race with this read as well.
    first = now;
    if (isOver && second.block == now.block)
      second = {};
  } else {
    second = now;
  }
  return std::nullopt;
}

} // namespace sparsec
