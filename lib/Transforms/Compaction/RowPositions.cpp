//===- RowPositions.cpp - positions that are numbers ----------------------===//
///
/// \file
/// Where instances number themselves (RowRun.h) that number is the position:
/// the inspector lists nothing but the row of each, if the executor needs it.
///
//===----------------------------------------------------------------------===//

#include "Compaction/PositionStrategy.h"
#include "Compaction/RowRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace sparsec {
namespace {

class RowPositions : public PositionStrategy {
public:
  RowPositions(const CompactionInput &in, RowRun found)
      : PositionStrategy(in, in.set.outerKeys), run(std::move(found)) {}

  isl::pw_aff keyAt(unsigned dim, ExecutorFrame &frame) const override;
  std::pair<isl::set, isl::set> bounds(const isl::pw_multi_aff &map,
                                       ExecutorFrame &frame) const override;
  void dropListed(Statement &nest) const override {
    if (set.shared)
      return PositionStrategy::dropListed(nest);
    nest.constraints = isl::set::universe(nest.space());
    nest.domain = poly::eliminateDims(nest.domain, {run.row});
  }
  /// Every number is listed, and so is what follows from it.
  isl::set membersOf(const Statement &executor, const isl::set &,
                     const Dims &inside) const override {
    return poly::eliminateDims(executor.instances(), inside);
  }
  bool hasListOf(unsigned dim) const override { return dim == run.row; }
  bool listsInOrder(unsigned dim) const override {
    return set.outer.empty() && dim == run.row;
  }
  std::string inspect(const InspectorParts &parts) const override;

private:
  void fillShared(const InspectorParts &) const override {
    llvm_unreachable("each instance has a number of its own");
  }

  const RowRun run;
};

isl::pw_aff RowPositions::keyAt(unsigned dim, ExecutorFrame &frame) const {
  if (dim == run.row)
    return PositionStrategy::keyAt(dim, frame);
  // { X[..] -> P[O.., number] }; X has all outer loops or, if the key does
  // not follow from them, none.
  std::vector<isl::pw_aff> known;
  for (unsigned pos = 0; pos < set.outer.size(); ++pos)
    known.push_back(pos < frame.at ? poly::dimension(frame.space, pos)
                                   : poly::constant(frame.space, 0));
  known.push_back(poly::dimension(frame.space, frame.at));
  return run.keys.at(dim).pullback(poly::makeMap(frame.space, "P", known));
}

/// A position that is no instance's number has none.
std::pair<isl::set, isl::set> RowPositions::bounds(const isl::pw_multi_aff &map,
                                                   ExecutorFrame &frame) const {
  const isl::space &space = frame.space;
  isl::pw_aff point = poly::dimension(space, frame.at);
  isl::set domain =
      point.ge_set(poly::constant(space, 0))
          .intersect(point.lt_set(poly::parameter(space, in.names.count)))
          .intersect(run.number.pullback(map).eq_set(point));
  return {domain, isl::set::universe(space)};
}

/// `row_index[j] = r` for r, for j in index[r]..index[r + 1].
std::string RowPositions::inspect(const InspectorParts &parts) const {
  InspectorBuilder &builder = parts.builder;
  // count = index[rows]: the end of the last row.
  const std::string &pointer = set.nest.calls.at(run.pointer).function;
  auto ends = orEmpty(old, *in.parameterBounds(run.row));
  isl::pw_aff rows = poly::onSpace(ends.second.add_constant(1), in.outside());
  builder.set("count", in.names.count,
              Expr::access(pointer, {rows}, in.indexType));
  auto list = parts.indices.find(run.row);
  if (list == parts.indices.end())
    return "";
  builder.allocate(list->second);
  Statement fill = in.bareNest();
  fill.assignment = Assignment{
      Expr::access(list->second, {run.number}, in.indexType), Update::Set,
      Expr::affine(fill.iterator(run.row), in.indexType)};
  const Dims visit = set.visit();
  return builder.visit(std::move(fill), visit, "fill",
                       /*parallel=*/visit.front() == run.row);
}

} // namespace

std::unique_ptr<PositionStrategy> rowPositions(const CompactionInput &in) {
  if (in.request.order == "ascending")
    return nullptr;
  std::optional<RowRun> run = findRowRun(in.old, in.set, in.request.pad);
  if (!run)
    return nullptr;
  return std::make_unique<RowPositions>(in, std::move(*run));
}

} // namespace sparsec
