//===- InstanceNumbers.cpp - the numbers of instances ---------------------===//

#include "Compaction/InstanceNumbers.h"

#include "Inspection/InspectorBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;
using Bounds = CompactionInput::Bounds;

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
std::optional<Bounds> boundsOfOnce(const Statement &nest, const isl::set &box,
                                   const Dims &dims,
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
std::optional<Bounds> boundsOfRows(const Program &program,
                                   const Statement &nest, const isl::set &box,
                                   const Dims &dims,
                                   const isl::pw_aff &argument) {
  for (const auto &[name, call] : nest.calls) {
    isl::pw_aff value = poly::parameter(nest.space(), name);
    if (call.arguments.size() != 1 || !areEqual(argument, value))
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

/// The dimensions of \p nest that are not in \p dims.
Dims without(const Statement &nest, const Dims &dims) {
  Dims others;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
    if (!llvm::is_contained(dims, dim))
      others.push_back(dim);
  return others;
}

/// `pointer[lastRow + 1] - base`, over the parameters.
Expr endOfRows(const CompactionInput &in, const std::string &pointer,
               const isl::pw_aff &lastRow, long base) {
  Expr end = Expr::access(
      pointer, {poly::onSpace(lastRow.add_constant(1), in.outside())},
      in.indexType);
  if (base == 0)
    return end;
  return Expr::binary(Operator::Subtract, end,
                      Expr::constant(std::to_string(base), in.indexType));
}

/// The numbers where `pointer(row) <= last + shift < pointer(row + 1)`, or
/// `0 <= last < pointer(row + 1) - pointer(row)`, is all
/// that is known of \p visited within \p box, and the row takes each value
/// from a constant on once.
std::optional<InstanceNumbers> numberByRows(const CompactionInput &in,
                                            const Dims &rows, unsigned last,
                                            const isl::set &box,
                                            const isl::set &visited) {
  const Program &old = in.old;
  const Statement &nest = in.set.nest;
  isl::set rowBox = poly::eliminateDims(nest.domain, without(nest, rows))
                        .intersect_params(old.context);
  for (const auto &[name, call] : nest.calls) {
    if (call.arguments.size() != 1 ||
        old.factsAbout(call.function, Fact::Kind::Monotonic).empty() ||
        poly::involvesDim(call.arguments[0], last))
      continue;
    UninterpretedCall end = call;
    end.arguments[0] = call.arguments[0].add_constant(1);
    std::string endName = callName(end, nest.iterators);
    auto range = boundsOfRows(old, nest, rowBox, rows, call.arguments[0]);
    if (!nest.calls.count(endName) || !range)
      continue;
    range = orEmpty(old, *range);
    std::optional<long> first = poly::constantValue(range->first);
    std::optional<long> base =
        first ? boundary(old, call.function, *first) : std::nullopt;
    isl::pw_aff begin = poly::parameter(nest.space(), name),
                stop = poly::parameter(nest.space(), endName),
                value = nest.iterator(last);
    // From the pointer on, also counted from another base, or from zero.
    for (const isl::pw_aff &at :
         {value, value.add_constant(base.value_or(0)), value.add(begin)}) {
      isl::set run = begin.le_set(at).intersect(at.lt_set(stop));
      if (base && box.intersect(run).is_equal(visited))
        return InstanceNumbers{
            at.add_constant(-*base),
            endOfRows(in, call.function, range->second, *base)};
    }
  }
  return std::nullopt;
}

} // namespace

std::optional<InstanceNumbers> numberInstances(const CompactionInput &in) {
  const CompactedDomain &set = in.set;
  const Program &old = in.old;
  if (set.free.empty())
    return std::nullopt;
  unsigned last = set.free.back();
  Dims rows(set.free.begin(), set.free.end() - 1),
      others = without(set.nest, set.free);
  isl::set known = old.callContext(set.nest);
  isl::set box = poly::eliminateDims(set.nest.domain, others);
  isl::set visited =
      poly::eliminateDims(set.nest.instances().intersect_params(known), others);
  if (!rows.empty())
    return numberByRows(in, rows, last, box.intersect_params(known), visited);
  auto range = poly::parameterBounds(box.intersect_params(old.context), last);
  if (!range || !box.intersect_params(known).is_equal(visited) ||
      !isDense(box.intersect_params(old.context), last, *range))
    return std::nullopt;
  range = orEmpty(old, *range);
  isl::pw_aff total = range->second.sub(range->first).add_constant(1);
  return InstanceNumbers{
      set.nest.iterator(last).sub(
          poly::onSpace(range->first, set.nest.space())),
      Expr::affine(poly::onSpace(total, in.outside()), in.indexType)};
}

} // namespace sparsec
