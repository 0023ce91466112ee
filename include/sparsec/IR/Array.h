//===- Array.h - arrays, scalars and who owns them --------------*- C++ -*-===//
#ifndef SPARSEC_IR_ARRAY_H
#define SPARSEC_IR_ARRAY_H

#include "sparsec/IR/Operators.h"
#include "sparsec/IR/Type.h"
#include "sparsec/Poly/Isl.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// The elements of an array that `specialize` bound at compile time, in order.
/// One of the two lists is used, by the array's element type; complex numbers
/// are pairs of `numbers` and `imaginary`, which is empty for others.
struct Contents {
  std::vector<long> integers;
  std::vector<double> numbers;
  std::vector<double> imaginary = {};

  size_t size() const { return integers.size() + numbers.size(); }
  bool operator==(const Contents &) const = default;
};

/// Where a kernel's threads have the elements of an array of their own: some in
/// registers, the others in memory, one column for each thread.
struct Partition {
  enum class Memory {
    Shared, ///< of the block
    Global, ///< of the plan
  };
  /// Positions in C's order, ascending, of the elements in registers.
  std::vector<long> registers;
  Memory rest = Memory::Shared;

  bool operator==(const Partition &) const = default;
};

struct Array {
  enum class Owner {
    Argument,  ///< the caller's: a pointer/array parameter or A->col
    Plan,      ///< made by an inspect phase, freed by _destroy
    Workspace, ///< lives through one phase; one copy per thread when
               ///< `perThread`
    Local,     ///< scalar or small constant-size array of the region's body
    Constant,  ///< made by a step of `contents`, and nowhere in memory: code
               ///< has the elements themselves
  };

  std::string name;
  ElementType type;
  Owner owner = Owner::Argument;
  /// `[n] -> { [extent] }` (no tuple) per dimension, outermost first, in
  /// elements; over parameters and calls with parameter arguments. Empty for a
  /// scalar. Only the first one may be absent: not known yet (derived from the
  /// accesses).
  std::vector<std::optional<isl::pw_aff>> extents;
  /// Elements allocated beyond the product of the extents ("+1" of offsets).
  unsigned extraElements = 0;
  /// Declared one-dimensional in C although it has several extents here:
  /// element (i, k) is spelled `a[i * n + k]`, n the extent of k.
  bool isFlat = false;
  bool isConst = false;
  bool isRestrict = false;
  /// Read as an index: its values may bound loops and subscript arrays.
  bool isIndex = false;
  /// Owner::Workspace: one copy per thread.
  bool perThread = false;
  /// With perThread: the array of which threads add up parts here, before they
  /// are joined (transformation `parallel`). "" for others.
  std::string partsOf;
  /// Add, Or, Xor: parts begin with 0. None: they are not joined, but scanned
  /// (Analysis/Scans.h). Set: a run that a thread carries out of a loop
  /// (LoopMarks::Updates::Segments); parts of these are where they belong.
  Update joinedBy = Update::None;
  /// Elements start as 0.
  bool isZeroed = false;
  /// Owner::Local: private to one iteration of the outermost `privateDepth`
  /// source loops around its uses; -1 when it is not private.
  int privateDepth = -1;
  /// Owner::Local: in the shared memory of a block of threads, one copy per
  /// block. Only kernels can use it (Transforms/CopyToShared.cpp).
  bool isShared = false;
  /// Owner::Plan, not 0: kernels get it by value, in the constant memory of a
  /// GPU, with room for that many elements (Transforms/CopyToConstant.cpp).
  long constantElements = 0;
  /// Kernels whose blocks take tickets publish its elements in that array, and
  /// what is awaited is read there (sparsec/cuda_values.h). "" for others.
  std::string publishedIn;
  /// Owner::Plan: it exists on the GPU only, all bytes zero before the first
  /// execution. Owner::Local, isShared: rings, whose first
  /// dimension is boxes by turns; statements know the first one, as if each
  /// step of a loop filled it anew. LoopPasses/StagedCopies.cpp fills the
  /// others ahead.
  enum class OnGpu {
    No,
    Elements,  ///< as its type says
    Published, ///< elements that blocks wait for (sparsec/cuda_values.h)
    Tickets,   ///< counters from which blocks take their numbers
    Ring,      ///< boxes that are filled ahead of the steps that read them
    LateRing,  ///< the same by copies that threads do not wait for: cp.async
    BulkRing,  ///< the same by copies of whole rows: cp.async.bulk
    Arrivals,  ///< of a BulkRing: a word for each box
  };
  OnGpu onGpu = OnGpu::No;
  /// BulkRing: the array whose words tell what has arrived in its boxes. "" for
  /// others.
  std::string arrivals;
  /// Of a private array. Only kernels can have it (Transforms/
  /// PartitionStorage.cpp).
  std::optional<Partition> partition;
  /// What the array holds, where that is known at compile time.
  std::optional<Contents> contents;
  /// A local that is read after its last loop: keeps its last value.
  bool liveOut = false;

  bool isScalar() const { return extents.empty(); }
  /// Whether steps of a loop fill boxes of it ahead.
  bool isStaged() const { return onGpu == OnGpu::Ring || arrivesLate(); }
  /// Whether threads go on while boxes are filled.
  bool arrivesLate() const {
    return onGpu == OnGpu::LateRing || onGpu == OnGpu::BulkRing;
  }
  /// Whether every thread has a copy of its own.
  bool isPrivate() const { return owner == Owner::Local && !isShared; }
};

} // namespace sparsec

#endif // SPARSEC_IR_ARRAY_H
