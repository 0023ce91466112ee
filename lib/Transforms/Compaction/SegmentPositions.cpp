//===- SegmentPositions.cpp - positions by counting per segment -----------===//
///
/// \file
/// Where the inspector can visit one segment after the other it counts the
/// records of each, scans, and appends the keys; a stamp per key tells the
/// instances of one record from the first of them. O(instances + keys +
/// segments); segments are independent of each other, so the loop over them is
/// parallel and the result the same for any number of threads.
///
//===----------------------------------------------------------------------===//

#include "Compaction/StorageFiller.h"
#include "Inspection/SegmentLists.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Dims = CompactedDomain::Dims;

class SegmentPositions : public PositionStrategy {
public:
  SegmentPositions(const CompactionInput &in, Dims segments)
      : PositionStrategy(in, std::move(segments)),
        lists{in.names.offset, in.indexType} {}

  bool looksUpKeys() const override { return !set.distinct; }
  ElementType
  keyType(unsigned dim,
          const std::map<unsigned, std::string> &indices) const override {
    return sortsSegments(indices) ? in.indexType
                                  : PositionStrategy::keyType(dim, indices);
  }
  /// Where segments are those of the key alone it has one value in each.
  bool listsInOrder(unsigned dim) const override {
    return set.outerKeys.empty() && segments == Dims{dim};
  }
  /// Instances append in the order of the key's loop, the innermost one.
  bool risesInSegments() const override {
    return set.distinct && !in.request.order.empty() &&
           set.free.back() == set.keys.front() && set.derived.empty();
  }
  std::string inspect(const InspectorParts &parts) const override;

private:
  bool canSort() const override { return set.keys.size() == 1; }
  bool numbersKeys() const override { return !set.distinct; }
  bool sortsSegments(const std::map<unsigned, std::string> &indices) const {
    return in.request.order == "ascending" && indices.size() == 1;
  }
  std::optional<action::Stamp> stampOf(Statement &body) const;
  Statement counting() const;
  Statement appending(const InspectorParts &parts) const;
  void fillShared(const InspectorParts &parts) const override;
  void fillSegments(const InspectorParts &parts, Phase::Role role) const;
  Statement listing(const InspectorParts &parts, const StorageFiller &filler,
                    const std::string &table) const;

  const SegmentLists lists;
};

/// Tells the instances of one record from the first of them.
std::optional<action::Stamp> SegmentPositions::stampOf(Statement &body) const {
  if (set.distinct)
    return std::nullopt;
  std::vector<isl::pw_aff> segment = in.numbersOf(segments);
  body.sharing[in.names.stamps].owner = segment;
  return action::Stamp{
      Expr::access(in.names.stamps, in.numbersOf(set.keys), in.indexType),
      lists.counter(segment, 1)};
}

/// Counts the records of each segment, behind the next one's start.
Statement SegmentPositions::counting() const {
  Statement body = in.bareNest();
  action::Count count = lists.counting(in.numbersOf(segments));
  count.stamp = stampOf(body);
  body.action = Action{std::move(count), "count", in.recordOf(segments)};
  return body;
}

/// Appends the keys to the index arrays, in the segment. Instances append in
/// turn if somebody asked for an order: without a request any order was found
/// legal, since the executor's check knows nothing of the list's.
Statement SegmentPositions::appending(const InspectorParts &parts) const {
  Statement body = in.bareNest();
  action::Append append = lists.appending(in.numbersOf(segments));
  for (const auto &[dim, index] : parts.indices) {
    append.lists.emplace_back(
        index, Expr::affine(set.nest.iterator(dim), in.indexType));
    body.sharing[index].segment = in.numbersOf(segments);
  }
  append.stamp = stampOf(body);
  append.inTurn = !in.request.order.empty() && !sortsSegments(parts.indices);
  body.action = Action{std::move(append), "append", in.recordOf(segments)};
  return body;
}

/// Count per segment, scan, append; twice over the index arrays.
std::string SegmentPositions::inspect(const InspectorParts &parts) const {
  InspectorBuilder &builder = parts.builder;
  Array &offset = builder.addArray(lists.offset, in.indexType,
                                   Array::Owner::Plan, in.extents(segments));
  offset.isZeroed = true;
  offset.extraElements = 2;
  const Dims visit = set.visit();
  if (!set.distinct)
    builder.addStamps(in.names.stamps, in.indexType, in.extents(set.keys));
  bool parallel = visit.front() == segments.front() ||
                  llvm::is_contained(set.implied, visit.front());
  builder.allocate(lists.offset);
  builder.visit(counting(), visit, "count", parallel);
  std::vector<isl::pw_aff> last;
  for (unsigned dim : segments)
    last.push_back(
        poly::onSpace(in.extent(dim).add_constant(-1), in.outside()));
  builder.call("scan", lists.scan(in.names.count, last));
  for (const auto &entry : parts.indices)
    builder.allocate(entry.second);
  std::string recorder =
      builder.visit(appending(parts), visit, "append", parallel);
  if (sortsSegments(parts.indices))
    builder.call("sort",
                 calling(runtime::sort_segments,
                         {Argument::array(parts.indices.begin()->second),
                          Argument::array(lists.offset),
                          Argument::size(lists.offset, -2)}));
  return recorder;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Places are (table[K], dims), the table refilled in every segment:
///     for O: for p in segment: table[index[p]] = p; clear; fill
void SegmentPositions::fillShared(const InspectorParts &parts) const {
  for (Phase::Role role : {Phase::Role::Inspect, Phase::Role::Update})
    if (llvm::any_of(parts.storage.moved, [&](const MovedArray &array) {
          return array.role() == role;
        }))
      fillSegments(parts, role);
}

/// `table[index[p]] = p` for p in the segment.
Statement SegmentPositions::listing(const InspectorParts &parts,
                                    const StorageFiller &filler,
                                    const std::string &table) const {
  Array &made = parts.builder.addArray(
      table, in.indexType, Array::Owner::Workspace, in.extents(set.keys));
  made.perThread = true;
  made.isIndex = true;
  StoragePlaces places = filler.overPlaces(
      parts.next.freshName("place_" + in.names.position), {}, true);
  Statement placing = places.statement;
  std::vector<isl::pw_aff> keys;
  for (unsigned dim : set.keys)
    keys.push_back(
        addCall(placing.calls, {parts.indices.at(dim), {*places.point}},
                placing.iterators, placing.space())
            .sub(poly::onSpace(in.bounds(dim).first, placing.space())));
  placing.assignment =
      Assignment{Expr::access(table, keys, in.indexType), Update::Set,
                 Expr::affine(*places.point, in.indexType)};
  placing.sharing[table].owner = filler.segmentIn(placing, places.place);
  return placing;
}

void SegmentPositions::fillSegments(const InspectorParts &parts,
                                    Phase::Role role) const {
  StorageFiller filler(in, parts);
  Program &next = parts.next;
  const std::string table = next.freshName(in.names.position + "_place");
  const Dims leading = set.leading();
  const unsigned depth = unsigned(leading.size());
  std::vector<ScheduleTree> trees;
  std::vector<std::string> names;
  auto addPart = [&](Statement part) {
    trees.push_back(loopsOver(part, ScheduleTree::leaf(part.name), depth));
    names.push_back(part.name);
    next.statements.insert_or_assign(names.back(), std::move(part));
  };
  addPart(listing(parts, filler, table));
  CallTable calls;
  isl::pw_aff point = addCall(calls, {table, in.numbersOf(set.keys)},
                              set.nest.iterators, set.nest.space());
  for (const MovedArray &array : parts.storage.moved) {
    if (array.role() != role)
      continue;
    addPart(filler.clearing(array, true));
    Statement fill = filler.filling(array, point, calls);
    std::map<unsigned, unsigned> place;
    for (unsigned dim : filler.visitWith(array))
      place.emplace(dim, unsigned(place.size()));
    fill.sharing[table].owner = filler.segmentIn(fill, place);
    fill.sharing[array.to].segment = filler.segmentIn(fill, place);
    addPart(std::move(fill));
  }
  ScheduleTree tree = ScheduleTree::sequence(std::move(trees));
  for (unsigned pos = depth; pos-- > 0;) {
    std::map<std::string, isl::pw_aff> values;
    for (const std::string &name : names)
      values.emplace(name, next.statement(name).iterator(pos));
    tree = ScheduleTree::loop(set.name(leading[pos]), values, std::move(tree));
  }
  tree.marks.parallel = true;
  parts.builder.add(role, std::move(tree));
}

} // namespace

std::unique_ptr<PositionStrategy> segmentPositions(const CompactionInput &in,
                                                   Dims segments) {
  return std::make_unique<SegmentPositions>(in, std::move(segments));
}

} // namespace sparsec
