//===- MarkPositions.cpp - positions of marked keys -----------------------===//
///
/// \file
/// Without outer loops the inspector marks the keys and numbers the marked ones
/// in ascending order: `slot[key]` is the position. O(instances + keys), all of
/// it in parallel.
///
//===----------------------------------------------------------------------===//

#include "Compaction/StorageFiller.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class MarkPositions : public PositionStrategy {
public:
  explicit MarkPositions(const CompactionInput &in)
      : PositionStrategy(in, {}), key(in.set.keys.front()) {}

  ElementType keyType(unsigned,
                      const std::map<unsigned, std::string> &) const override {
    return in.indexType;
  }
  bool listsInOrder(unsigned) const override { return true; }
  std::string inspect(const InspectorParts &parts) const override;

private:
  bool alwaysSorts() const override { return true; }
  bool numbersKeys() const override { return true; }
  void fillShared(const InspectorParts &parts) const override;

  const unsigned key;
};

std::string MarkPositions::inspect(const InspectorParts &parts) const {
  const std::string &slot = in.names.slot;
  InspectorBuilder &builder = parts.builder;
  std::string marks = parts.next.freshName(in.names.position + "_marked");
  builder
      .addArray(marks, ElementType::byte(), Array::Owner::Workspace,
                in.extents({key}))
      .isZeroed = true;
  builder.addArray(slot, in.indexType, Array::Owner::Plan, in.extents({key}));
  Statement body = in.bareNest();
  body.action = Action{action::Mark{Expr::access(marks, in.numbersOf({key}),
                                                 ElementType::byte())},
                       "mark", in.recordOf({})};
  builder.allocate(marks);
  std::string recorder =
      builder.visit(std::move(body), set.visit(), "mark", /*parallel=*/true);

  builder.allocate(slot);
  action::Call number = calling(
      runtime::number_marked,
      {Argument::array(marks), Argument::size(marks), Argument::array(slot)});
  number.target = in.names.count;
  builder.call("number", std::move(number));
  auto index = parts.indices.find(key);
  if (index == parts.indices.end())
    return recorder;
  builder.allocate(index->second);
  isl::pw_aff low = poly::onSpace(in.bounds(key).first, in.outside());
  builder.call("collect",
               calling(runtime::collect_marked,
                       {Argument::array(marks), Argument::size(marks),
                        Argument::of(Expr::affine(low, in.indexType)),
                        Argument::array(index->second)}));
  return recorder;
}

/// Places are (slot[K], dims).
void MarkPositions::fillShared(const InspectorParts &parts) const {
  StorageFiller filler(in, parts);
  for (const MovedArray &array : parts.storage.moved) {
    filler.clearAll(array);
    CallTable calls;
    isl::pw_aff point = addCall(calls, {in.names.slot, in.numbersOf({key})},
                                set.nest.iterators, set.nest.space());
    // Iterations that have a place of their own may run at once.
    bool parallel =
        llvm::is_contained(array.dims, filler.visitWith(array).front());
    parts.builder.add(filler.filling(array, point, calls), parallel,
                      array.role());
  }
}

} // namespace

std::unique_ptr<PositionStrategy> markPositions(const CompactionInput &in) {
  return std::make_unique<MarkPositions>(in);
}

} // namespace sparsec
