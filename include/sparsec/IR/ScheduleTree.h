//===- ScheduleTree.h - loops, sequences and statements ---------*- C++ -*-===//
///
/// \file
/// The order of a phase, as a value: a tree of loops (one-member bands with a
/// name and a typed payload), sequences and statement leaves. It maps one to
/// one onto an isl schedule tree (lib/Lowering); we keep our own because
/// isl's anchors, ids as payload and in-place edits do not fit values. See
/// docs/rationale/schedule-tree.md.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_SCHEDULETREE_H
#define SPARSEC_IR_SCHEDULETREE_H

#include "sparsec/IR/SourceSpan.h"
#include "sparsec/Poly/Isl.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sparsec {

struct TensorAtom;

/// Where the iterations of a loop run on a GPU.
struct GpuMark {
  enum class Level { None, Block, Thread };
  /// How iterations that reduce into one element do it.
  enum class Sharing {
    None,     ///< not at all: they would race
    Combined, ///< threads add up what they have; the first one updates
    Atomic,   ///< each by atomic updates
    Segments, ///< neighbours of one element add up, and update atomically
  };
  Level level = Level::None;
  unsigned dimension = 0; ///< 0, 1, 2: x, y, z
  /// The function that the loops become; of a loop without a level: the one
  /// that runs it, around its blocks, in one cooperative launch.
  std::string kernel;
  Sharing sharing = Sharing::None;
  /// Blocks that wait for each other, by tickets or in a cooperative launch:
  /// how many a multiprocessor runs at once at most; 0: as many as it can.
  unsigned resident = 0;
  /// How many blocks a multiprocessor should be able to run at once, which
  /// limits the registers of a thread; 0: the compiler chooses.
  unsigned blocksAtOnce = 0;
  /// Segments: neighbours are those of the whole block, not of a warp.
  bool acrossWarps = false;

  bool isMapped() const { return level != Level::None; }
  /// "block.x"; "" when it is not mapped.
  std::string text() const;
  bool operator==(const GpuMark &) const = default;
};

/// A sequential loop around one parallel loop, whose iterations are its tasks:
/// how threads wait for tasks of earlier iterations.
struct WaveMark {
  enum class Sync {
    None,
    Barrier, ///< for all of them, between two iterations
    Points,  ///< each task for those that it needs
  };
  Sync sync = Sync::None;
  /// The parameter that bounds the number of tasks of an iteration. Tasks of
  /// one number, counted from 0 in their iteration, have one slot.
  std::string slots;
  /// The arrays of Points.
  struct Waits {
    std::string first; ///< index array: where the waits of a task begin
    std::string slot;  ///< index array: of each wait
    std::string wave;  ///< index array: how many iterations it must have done
    std::string progress; ///< workspace: how many each slot has done

    bool operator==(const Waits &) const = default;
  };
  Waits waits;
  /// The parameters that count iterations and tasks, and the permutation by
  /// which tasks run. If there is one task there is one iteration, and the
  /// permutation is p -> p, or, where it is reversed, p -> last - p. Empty when
  /// that does not hold.
  std::string waves, tasks, permutation;
  bool isReversed = false;

  bool isSet() const { return sync != Sync::None; }
  bool operator==(const WaveMark &) const = default;
};

/// A loop over numbers of several binary digits, which runs as a nest of loops
/// over the digits: what depends on some of them is computed where they change.
struct DigitMark {
  bool isSet = false;
  /// How many of the lowest digits are straight-line code.
  unsigned unrolled = 0;
  /// Where a product is 0 already, the digits inside are skipped.
  bool skipsZeros = false;
  /// Of products: made of all factors in each step; kept in a part per digit;
  /// and with tables of parts for all values of low digits.
  enum class Products { Whole, Parts, Tables };
  Products products = Products::Tables;

  bool operator==(const DigitMark &) const = default;
};

/// What the recipe asked of one loop; read only by the emitters.
struct LoopMarks {
  bool parallel = false; ///< OpenMP `parallel for`
  /// With `parallel`: what threads do where iterations update one element.
  enum class Updates {
    None,    ///< iterations update no element together
    Parts,   ///< each has a part of the element, which all iterations update
    Atomic,  ///< OpenMP's `atomic`, of any elements
    Private, ///< each has a copy of the array, Array::partsOf
    Scanned, ///< each finds what all iterations before its own have added
    /// Neighbouring iterations update one element: each thread adds up runs of
    /// those, and carries its last one out of the loop, Array::partsOf.
    Segments,
  };
  Updates updates = Updates::None;
  bool simd = false;   ///< OpenMP `simd`
  bool scalar = false; ///< C compilers must not vectorise it
  unsigned unroll = 1; ///< copies of the body per iteration; 0: all of them
  bool jam = false;    ///< unroll and fuse the copies of the inner loops
  /// All iterations, once the loops around it and the elements of bound arrays
  /// (Array::contents) have made its bounds numbers.
  bool expand = false;
  DigitMark digits;
  /// All iterations at once, an element of vectors each, with all loops inside.
  bool lanes = false;
  /// Of a loop over the sums that a lane has: the matrix instruction that does
  /// what is in it (IR/TensorAtom.h); null for none.
  const TensorAtom *tensor = nullptr;
  std::vector<std::string> pragmas; ///< emitted as `#pragma TEXT`
  std::string schedule; ///< OpenMP schedule clause of a parallel loop
  /// With `parallel`: threads get neighbouring iterations that do about the
  /// same, where iteration i does f[i + 1] - f[i]: f; "" for OpenMP's
  /// schedules.
  std::string balancedBy;
  /// Arrays of which the unrolled copies load neighbours as vectors.
  std::vector<std::string> vectors;
  GpuMark gpu;
  WaveMark wave;
  /// Array of the plan, one element, from which the blocks of a launch take
  /// tickets: all run at once, each through its iterations in order, so that
  /// one may await what earlier ones publish (Array::publishedIn). "" for none.
  std::string tickets;

  /// Whether iterations are blocks that may await what others publish.
  bool takesTickets() const {
    return !tickets.empty() && gpu.level == GpuMark::Level::Block;
  }
  bool hasParts() const { return updates == Updates::Parts; }
  bool isAtomic() const { return updates == Updates::Atomic; }
  bool hasCopies() const { return updates == Updates::Private; }
  bool isScanned() const { return updates == Updates::Scanned; }
  bool hasSegments() const { return updates == Updates::Segments; }
  /// Whether iterations run at the same time, on threads or blocks.
  bool isConcurrent() const { return parallel || gpu.isMapped(); }
  bool operator==(const LoopMarks &) const = default;
};

struct ScheduleTree {
  enum class Kind { Loop, Sequence, Leaf };

  Kind kind = Kind::Sequence;
  /// Loop: its name. Leaf: the statement's name.
  std::string name;
  /// Loop: statement => `{ S[..] -> [value] }`; the loop visits values in
  /// increasing order. Has an entry for every leaf below.
  std::map<std::string, isl::pw_aff> values;
  LoopMarks marks;
  /// Loop: one child. Sequence: any number, in textual order.
  std::vector<ScheduleTree> children;
  /// Loop: the head of the one in the source that it is, or came from.
  SourceSpan span = {};

  static ScheduleTree leaf(std::string statement);
  static ScheduleTree loop(std::string name,
                           std::map<std::string, isl::pw_aff> values,
                           ScheduleTree body);
  static ScheduleTree sequence(std::vector<ScheduleTree> children);

  bool isLoop() const { return kind == Kind::Loop; }
  bool isSequence() const { return kind == Kind::Sequence; }
  bool isLeaf() const { return kind == Kind::Leaf; }

  /// Statements below, in textual order.
  std::vector<std::string> statements() const;
  bool contains(const std::string &statement) const;
  /// The loops around \p statement, outermost first; empty when it is absent.
  std::vector<const ScheduleTree *>
  loopsAround(const std::string &statement) const;
  /// The loop \p name around \p statement, or null. The non-const one is for
  /// editing a copy.
  const ScheduleTree *findLoop(const std::string &statement,
                               const std::string &name) const;
  ScheduleTree *findLoop(const std::string &statement, const std::string &name);
  /// Calls \p visit on every node, parents first.
  void walk(const std::function<void(const ScheduleTree &)> &visit) const;
  void walk(const std::function<void(ScheduleTree &)> &visit);
  /// Flattens nested sequences and drops one-element ones.
  void normalize();

  /// The time of each instance of \p statement for lexicographic comparison:
  /// `{ S[..] -> [loop values and sequence positions] }`, padded with zeros to
  /// a common length by the caller.
  std::vector<isl::pw_aff> timeOf(const std::string &statement,
                                  const isl::space &space) const;
};

} // namespace sparsec

#endif // SPARSEC_IR_SCHEDULETREE_H
