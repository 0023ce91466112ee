//===- SinglePositions.cpp - one value per outer iteration ----------------===//
///
/// \file
/// Where K has one value per O there is nothing to list: places are (O, dims).
///
//===----------------------------------------------------------------------===//

#include "Compaction/StorageFiller.h"

namespace sparsec {
namespace {

class SinglePositions : public PositionStrategy {
public:
  explicit SinglePositions(const CompactionInput &in)
      : PositionStrategy(in, in.set.outerKeys) {}

  void dropListed(Statement &) const override {}
  bool hasListOf(unsigned) const override { return false; }
  bool listsInOrder(unsigned) const override { return false; }
  std::string inspect(const InspectorParts &) const override { return ""; }

private:
  void fillShared(const InspectorParts &parts) const override {
    StorageFiller filler(in, parts);
    for (const MovedArray &array : parts.storage.moved) {
      if (!set.full)
        filler.clearAll(array);
      Statement fill = filler.filling(array, std::nullopt, {});
      // Iterations of a loop that numbers places have places of their own.
      bool parallel =
          set.full ||
          (!fill.iterators.empty() && !set.outerKeys.empty() &&
           fill.iterators.front() == set.name(set.leading().front()));
      parts.builder.add(std::move(fill), parallel, array.role());
    }
  }
};

} // namespace

std::unique_ptr<PositionStrategy> singlePositions(const CompactionInput &in) {
  return std::make_unique<SinglePositions>(in);
}

} // namespace sparsec
