//===- CompactionNumbers.cpp - the numbers of instances -------------------===//
///
/// \file
/// An instance is found again by its number. Where a loop runs through a
/// pointer array's rows that number is its iterator, so that visits need no
/// counter and run in parallel.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

namespace {

/// The value of a Boundary fact at the constant \p at of \p array.
std::optional<long> boundary(const Program &program, const std::string &array,
                             long at) {
  for (const Fact *fact : program.factsAbout(array, Fact::Kind::Boundary))
    if (fact->at && fact->upper && poly::constantValue(*fact->at) == at)
      if (std::optional<long> value = poly::constantValue(*fact->upper))
        return value;
  return std::nullopt;
}

/// The parametric bounds of \p argument where the loops \p dims of \p box are,
/// if it takes each value between them at exactly one point.
std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
boundsOfOnce(const Statement &nest, const isl::set &box, const Dims &dims,
             const isl::pw_aff &argument) {
  std::vector<isl::pw_aff> values;
  for (unsigned dim : dims)
    values.push_back(nest.iterator(dim));
  isl::map rows = poly::makeMap(nest.space(), "P", values)
                      .as_map()
                      .intersect_domain(box)
                      .reverse()
                      .apply_range(argument.as_map());
  if (!rows.is_single_valued() || !rows.is_injective())
    return std::nullopt;
  isl::set found = rows.range();
  auto bounds = poly::parameterBounds(found, 0);
  if (!bounds)
    return std::nullopt;
  isl::pw_aff row = poly::dimension(found.space(), 0);
  isl::set between =
      row.ge_set(poly::onSpace(bounds->first, found.space()))
          .intersect(row.le_set(poly::onSpace(bounds->second, found.space())));
  if (!between.intersect_params(found.params()).is_equal(found))
    return std::nullopt;
  return bounds;
}

/// boundsOfOnce for an \p argument that a permutation gives: it takes the
/// values that the permutation's own argument has.
std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
boundsOfRows(const Program &program, const Statement &nest, const isl::set &box,
             const Dims &dims, const isl::pw_aff &argument) {
  for (const auto &[name, call] : nest.calls) {
    isl::pw_aff value = poly::parameter(nest.space(), name);
    if (call.arguments.size() != 1 ||
        poly::constantValue(poly::dropUnusedParams(argument.sub(value))) != 0)
      continue;
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Permutation)) {
      auto bounds = boundsOfOnce(nest, box, dims, call.arguments[0]);
      if (!bounds || !fact->upper || poly::constantValue(bounds->first) != 0)
        continue;
      isl::set all = bounds->second.add_constant(1).eq_set(*fact->upper);
      if (program.context.intersect(box.params()).is_subset(all))
        return bounds;
    }
  }
  return boundsOfOnce(nest, box, dims, argument);
}

} // namespace

bool isDense(const isl::set &box, unsigned dim,
             const std::pair<isl::pw_aff, isl::pw_aff> &bounds) {
  isl::pw_aff value = poly::dimension(box.space(), dim);
  isl::set between =
      value.ge_set(poly::onSpace(bounds.first, box.space()))
          .intersect(value.le_set(poly::onSpace(bounds.second, box.space())))
          .intersect_params(box.params());
  return between.is_subset(box);
}

/// Gives instances numbers 0, 1, … in visiting order if the last free loop is
/// that number less a constant: the only one, between bounds in parameters, or
/// one through the rows of a pointer array.
void CompactionStep::numberInstances() {
  if (set.free.empty())
    return;
  unsigned last = set.free.back();
  Dims rows(set.free.begin(), set.free.end() - 1), others;
  for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
    if (!llvm::is_contained(set.free, dim))
      others.push_back(dim);
  isl::set known = old.callContext(set.nest);
  isl::set box = poly::eliminateDims(set.nest.domain, others);
  isl::set visited =
      poly::eliminateDims(set.nest.instances().intersect_params(known), others);
  if (!rows.empty())
    return numberByRows(rows, last, box.intersect_params(known), visited);
  auto range = poly::parameterBounds(box.intersect_params(old.context), last);
  if (!range || !box.intersect_params(known).is_equal(visited) ||
      !isDense(box.intersect_params(old.context), last, *range))
    return;
  range = orEmpty(old, *range);
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  number = set.nest.iterator(last).sub(
      poly::onSpace(range->first, set.nest.space()));
  instances = Expr::affine(
      poly::onSpace(range->second.sub(range->first).add_constant(1), none),
      indexType);
}

/// The numbers where `pointer(row) <= last + shift < pointer(row + 1)`, or
/// `0 <= last < pointer(row + 1) - pointer(row)`, is all
/// that is known of \p visited within \p box, and the row takes each value
/// from a constant on once.
void CompactionStep::numberByRows(const Dims &rows, unsigned last,
                                  const isl::set &box,
                                  const isl::set &visited) {
  Dims notRows;
  for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
    if (!llvm::is_contained(rows, dim))
      notRows.push_back(dim);
  isl::set rowBox = poly::eliminateDims(set.nest.domain, notRows)
                        .intersect_params(old.context);
  for (const auto &[name, call] : set.nest.calls) {
    if (call.arguments.size() != 1 ||
        old.factsAbout(call.function, Fact::Kind::Monotonic).empty() ||
        poly::involvesDim(call.arguments[0], last))
      continue;
    UninterpretedCall end = call;
    end.arguments[0] = call.arguments[0].add_constant(1);
    std::string endName = callName(end, set.nest.iterators);
    auto range = boundsOfRows(old, set.nest, rowBox, rows, call.arguments[0]);
    if (!set.nest.calls.count(endName) || !range)
      continue;
    range = orEmpty(old, *range);
    std::optional<long> first = poly::constantValue(range->first);
    std::optional<long> base =
        first ? boundary(old, call.function, *first) : std::nullopt;
    isl::pw_aff begin = poly::parameter(set.nest.space(), name),
                stop = poly::parameter(set.nest.space(), endName),
                value = set.nest.iterator(last);
    // From the pointer on, also counted from another base, or from zero.
    for (const isl::pw_aff &at :
         {value, value.add_constant(base.value_or(0)), value.add(begin)}) {
      isl::set run = begin.le_set(at).intersect(at.lt_set(stop));
      if (!base || !box.intersect(run).is_equal(visited))
        continue;
      number = at.add_constant(-*base);
      instances = endOfRows(call.function, range->second, *base);
      return;
    }
  }
}

/// `pointer[lastRow + 1] - base`, over the parameters.
Expr CompactionStep::endOfRows(const std::string &pointer,
                               const isl::pw_aff &lastRow, long base) const {
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  Expr end = Expr::access(
      pointer, {poly::onSpace(lastRow.add_constant(1), none)}, indexType);
  if (base == 0)
    return end;
  return Expr::binary("-", end,
                      Expr::constant(std::to_string(base), indexType));
}

} // namespace sparsec
