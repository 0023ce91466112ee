//===- RowPositions.cpp - positions that are numbers ----------------------===//
///
/// \file
/// Where instances number themselves (RowRun.h) that number is the position:
/// the inspector lists nothing but the rows of each, if the executor needs
/// them.
///
//===----------------------------------------------------------------------===//

#include "Compaction/Guard.h"
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
    nest.constraints = run.inside;
    for (const RowRun::Level &level : run.levels)
      nest.domain = poly::eliminateDims(nest.domain, {level.row});
  }
  isl::set membersOf(const Statement &executor, const isl::set &bounds,
                     const Dims &inside) const override;
  bool hasListOf(unsigned dim) const override { return run.isRow(dim); }
  bool listsInOrder(unsigned dim) const override {
    return set.outer.empty() && run.isRow(dim);
  }
  bool listsMore() const override { return run.asksInside(); }
  std::string inspect(const InspectorParts &parts) const override;

private:
  void count(const InspectorParts &parts) const;
  void fillShared(const InspectorParts &) const override {
    llvm_unreachable("each instance has a number of its own");
  }

  const RowRun run;
};

isl::pw_aff RowPositions::keyAt(unsigned dim, ExecutorFrame &frame) const {
  if (run.isRow(dim))
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

/// Every number is listed, and so is what follows from it. Of loops outside
/// that the inspector does not visit the list says nothing.
isl::set RowPositions::membersOf(const Statement &executor, const isl::set &,
                                 const Dims &inside) const {
  Dims unlisted = inside;
  const Dims visited = set.visit();
  for (unsigned pos = 0; pos < set.outer.size(); ++pos)
    if (!llvm::is_contained(visited, set.outer[pos]))
      unlisted.push_back(pos);
  return poly::eliminateDims(executor.instances(), unlisted);
}

/// `count = index[rows]`, the end of the last row; of several levels that of
/// the rows which the levels before have, `next[index[rows]]`.
void RowPositions::count(const InspectorParts &parts) const {
  isl::pw_aff rows = run.rowCount(in);
  auto arrayOf = [&](const RowRun::Level &level) {
    return set.nest.calls.at(level.pointer).function;
  };
  for (const RowRun::Level &level : llvm::drop_end(run.levels))
    rows = addCall(parts.next.calls, {arrayOf(level), {rows}}, {},
                   in.parameters());
  const std::string last = arrayOf(run.levels.back());
  parts.builder.set(
      "count", in.names.count,
      Expr::access(last, {poly::onSpace(rows, in.outside())}, in.indexType));
  Fact end = provedFact(Fact::Kind::Boundary, {last});
  end.at = rows;
  end.upper = poly::parameter(in.parameters(), in.names.count);
  parts.next.facts.push_back(end);
}

/// `row_index[j] = r` for r, for j in index[r]..index[r + 1].
std::string RowPositions::inspect(const InspectorParts &parts) const {
  InspectorBuilder &builder = parts.builder;
  count(parts);
  const Dims visit = set.visit();
  std::string filler;
  for (const RowRun::Level &level : run.levels) {
    auto list = parts.indices.find(level.row);
    if (list == parts.indices.end())
      continue;
    builder.allocate(list->second);
    Statement fill = in.bareNest();
    fill.constraints = run.guard;
    // All numbers have rows, also where what stays inside never runs: nothing
    // is asked of parameters, nor of what only that reads.
    fill.domain = fill.domain.gist_params(fill.domain.params());
    const std::vector<std::string> asked = callsOfGuard(fill);
    std::erase_if(fill.calls, [&](const auto &entry) {
      return !llvm::is_contained(asked, entry.first);
    });
    fill.assignment = Assignment{
        Expr::access(list->second, {run.number}, in.indexType), Update::Set,
        Expr::affine(fill.iterator(level.row), in.indexType)};
    filler = builder.visit(std::move(fill), visit, "fill",
                           visit.front() == run.levels.front().row);
  }
  return filler;
}

} // namespace

std::unique_ptr<PositionStrategy> rowPositions(const CompactionInput &in) {
  if (in.request.order == "ascending")
    return nullptr;
  std::optional<RowRun> run = findRowRun(in);
  if (!run)
    return nullptr;
  return std::make_unique<RowPositions>(in, std::move(*run));
}

} // namespace sparsec
