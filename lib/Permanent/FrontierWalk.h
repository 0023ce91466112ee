//===- FrontierWalk.h - the values of all states, step by step --*- C++ -*-===//
#ifndef SPARSEC_LIB_PERMANENT_FRONTIERWALK_H
#define SPARSEC_LIB_PERMANENT_FRONTIERWALK_H

#include "Workers.h"

#include "sparsec/Permanent/Schedule.h"

#include <array>
#include <memory>

namespace sparsec::permanent {

/// Runs a schedule over a ring. Values lie by the rank of their state, so a
/// step writes one array in order and reads the other; no state is looked up by
/// hash.
template <typename Ring>
class FrontierWalk {
public:
  using Value = typename Ring::Value;
  /// By Step::Edge::bit.
  using Coefficients = std::array<Value, 64>;

  FrontierWalk(const Ring &ring, unsigned threads)
      : ring(ring), threads(threads), rank(0, 0) {
    values.reserve(1);
    values.data()[0] = Ring::one();
  }

  /// Eliminates the next vertex. \p kept stands before states that v was
  /// matched in already.
  void apply(const Step &step, const Coefficients &coefficients,
             const Value &kept) {
    SubsetRank next(step.after.mask, step.after.elements);
    spare.reserve(next.count());
    Pass pass{*this, step, coefficients, kept, next, spare.data()};
    forRanges(next.count(), threads,
              [&](uint64_t begin, uint64_t end) { pass.run(begin, end); });
    values.swap(spare);
    std::swap(rank, next);
    rows = step.after.rows;
  }

  const Value &front() const { return values.data()[0]; }
  const Value *begin() const { return values.data(); }
  const Value *end() const { return values.data() + values.size(); }

private:
  /// An array that is not written before it is filled, and kept for later
  /// steps, as fresh pages cost more than the values in them.
  class Storage {
  public:
    void reserve(uint64_t size) {
      length = size;
      if (size <= capacity)
        return;
      memory.reset(); // before the new one: there may be no room for both
      memory = std::make_unique_for_overwrite<Value[]>(size);
      capacity = size;
    }
    Value *data() const { return memory.get(); }
    uint64_t size() const { return length; }
    void swap(Storage &other) {
      memory.swap(other.memory);
      std::swap(length, other.length);
      std::swap(capacity, other.capacity);
    }

  private:
    std::unique_ptr<Value[]> memory;
    uint64_t length = 0, capacity = 0;
  };

  struct Pass {
    const FrontierWalk &before;
    const Step &step;
    const Coefficients &coefficients;
    const Value &kept;
    const SubsetRank &next;
    Value *result;

    void run(uint64_t begin, uint64_t end) const {
      Bits subset = next.unrank(begin);
      for (uint64_t at = begin; at < end; ++at) {
        result[at] = valueOf(subset ^ step.after.rows);
        if (at + 1 < end)
          subset = next.next(subset);
      }
    }
    const Value &old(Bits state) const {
      return before.values.data()[before.rank(state ^ before.rows)];
    }
    /// Of the state \p t afterwards.
    Value valueOf(Bits t) const {
      typename Ring::Sum sum{};
      if (Bits fresh = t & step.fresh) {
        if ((fresh & (fresh - 1)) == 0) // v matches one vertex only
          before.ring.add(sum, coefficients[__builtin_ctzll(fresh)],
                          old(t ^ fresh));
        return before.ring.finish(sum);
      }
      if (step.own)
        before.ring.add(sum, kept, old(t | step.own));
      for (Bits left = t & step.known; left; left &= left - 1)
        before.ring.add(sum, coefficients[__builtin_ctzll(left)],
                        old(t ^ (left & (0 - left))));
      return before.ring.finish(sum);
    }
  };

  Ring ring;
  unsigned threads;
  Storage values, spare;
  SubsetRank rank;
  Bits rows = 0;
};

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_FRONTIERWALK_H
