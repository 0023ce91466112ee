//===- GroupPositions.h - positions by counting sort ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_GROUPPOSITIONS_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_GROUPPOSITIONS_H

#include "Compaction/InstanceNumbers.h"
#include "Compaction/PositionStrategy.h"
#include "Inspection/SegmentLists.h"

namespace sparsec {

class GroupPositions : public PositionStrategy {
public:
  /// How instances with one record get one entry of the list.
  enum class Merging {
    None,   ///< records are all different
    Stamps, ///< the first loop is the key: a stamp per segment tells repeats
    Sort,   ///< keys come in any order: sort those of a segment
  };

  GroupPositions(const CompactionInput &in, Dims segments, bool sortsAll,
                 std::optional<InstanceNumbers> numbers);

  llvm::Error checkMoved(const CompactedStorage &storage) const override;
  /// Where segments are those of the key alone it has one value in each; else
  /// values have to rise in segments and from one to the next, as the rows of
  /// tiles of entries do.
  bool listsInOrder(unsigned dim) const override;
  std::string inspect(const InspectorParts &parts) const override;

private:
  llvm::Error checkThreads() const override;
  bool alwaysSorts() const override { return !set.distinct; }
  void fillShared(const InspectorParts &parts) const override;

  // The list.
  void countInstances(const InspectorParts &parts,
                      const std::string &total) const;
  void addPerInstance(const InspectorParts &parts, const std::string &name,
                      const std::string &total, Array::Owner owner) const;
  action::Call grouping(const std::string &total, const std::string &key) const;
  Statement collecting(const InspectorParts &parts, const std::string &total,
                       const std::string &key) const;
  // Values.
  void fillByInstance(const InspectorParts &parts, const MovedArray &array,
                      const Expr &value, Update op) const;
  Statement fillingNumbered(const InspectorParts &parts,
                            const MovedArray &array, const Expr &value,
                            Update op) const;
  Statement scattering(const InspectorParts &parts, const MovedArray &array,
                       const Expr &value, Update op) const;

  const bool sortsAll; ///< where segments could be visited in turn
  const Merging merging;
  const std::optional<InstanceNumbers> numbers;
  const SegmentLists lists;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_GROUPPOSITIONS_H
