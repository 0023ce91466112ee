//===- IterationKeys.cpp - what tells iterations apart --------------------===//

#include "Inspection/IterationKeys.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

isl::pw_aff IterationRange::numberOf(const isl::pw_aff &value) const {
  const isl::space space = value.space().domain();
  const isl::pw_aff distance = value.sub(poly::onSpace(first, space));
  if (step == 1)
    return distance.coalesce();
  return distance.div(poly::constant(space, step)).floor().coalesce();
}

isl::pw_aff IterationRange::valueOf(const isl::pw_aff &number) const {
  const isl::space space = number.space().domain();
  const isl::pw_aff distance =
      step == 1 ? number : number.mul(poly::constant(space, step));
  return distance.add(poly::onSpace(first, space)).coalesce();
}

isl::set IterationRange::values(const isl::pw_aff &value) const {
  const isl::pw_aff number = numberOf(value);
  if (step == 1)
    return numbers(number);
  return numbers(number).intersect(valueOf(number).eq_set(value)).coalesce();
}

isl::set IterationRange::numbers(const isl::pw_aff &number) const {
  isl::space space = number.space().domain();
  return number.ge_set(poly::constant(space, 0))
      .intersect(number.lt_set(poly::onSpace(count, space)))
      .coalesce();
}

Statement numberListing(const IterationRange &range, const IterationList &made,
                        const std::string &list, ElementType type) {
  Statement listing;
  listing.name = made.name;
  listing.iterators = {made.loop};
  isl::space space = poly::tupleSpace(range.first.ctx(), made.name, 1);
  isl::pw_aff number = range.numberOf(poly::dimension(space, 0));
  listing.domain = poly::withDimNames(range.values(poly::dimension(space, 0)),
                                      listing.iterators);
  listing.constraints = isl::set::universe(space);
  listing.assignment = Assignment{Expr::access(list, {number}, type),
                                  Update::Set, Expr::affine(number, type)};
  return listing;
}

Statement valueListing(const IterationRange &range, const IterationList &made,
                       const LoopValue &value, bool runsDown) {
  const isl::space space = poly::tupleSpace(range.first.ctx(), made.name, 1);
  const isl::pw_aff self = poly::dimension(space, 0);
  const isl::pw_aff written = runsDown ? self.neg() : self;
  Statement onLoop;
  onLoop.iterators = {made.loop};
  onLoop.domain = onLoop.constraints =
      isl::set::universe(value.value.space().domain());
  onLoop.calls = value.calls;
  onLoop.assignment = Assignment{
      Expr(), Update::Set, Expr::affine(value.value, ElementType::int64())};
  return pullBack(onLoop, made.name, {made.loop},
                  poly::makeMap(space, "", {written}), {}, range.values(self),
                  isl::set::universe(space));
}

Statement instanceCount(const IterationRange &range, Statement nest,
                        unsigned depth, const std::string &key) {
  const ElementType type = ElementType::int64();
  nest.sharing.clear();
  nest.action.reset();
  isl::pw_aff number = range.numberOf(nest.iterator(depth));
  nest.assignment = Assignment{Expr::access(key, {number}, type), Update::Add,
                               Expr::constant("1", type)};
  return nest;
}

/// Whether the arguments of call \p name, or of one nested in it, change with
/// loop \p dim.
static bool readsWith(const Statement &nest, const std::string &name,
                      unsigned dim) {
  const UninterpretedCall &call = nest.calls.at(name);
  auto mentions = [&](const isl::pw_aff &argument) {
    return poly::involvesDim(argument, dim);
  };
  auto isOuter = [&](const std::string &nested) {
    return readsWith(nest, nested, dim);
  };
  return llvm::any_of(call.arguments, mentions) ||
         llvm::any_of(nestedCalls(call, nest.calls), isOuter);
}

/// Whether some of \p instances exist for some values of loop \p dim only.
static bool isDecidedBy(const Statement &nest, const isl::set &instances,
                        unsigned dim) {
  std::vector<unsigned> others;
  for (unsigned other = 0; other < nest.iterators.size(); ++other)
    if (other != dim)
      others.push_back(other);
  isl::set without = poly::eliminateDims(instances, {dim});
  isl::set alone = poly::eliminateDims(nest.domain, others);
  return !without.intersect(alone).is_equal(instances) ||
         llvm::any_of(nest.calls, [&](const auto &entry) {
           return poly::involvesParam(instances, entry.first) &&
                  readsWith(nest, entry.first, dim);
         });
}

std::vector<unsigned> tellingLoops(const Statement &nest, unsigned depth) {
  return tellingLoops(nest, std::vector<unsigned>{depth});
}

std::vector<unsigned> tellingLoops(const Statement &nest,
                                   const std::vector<unsigned> &dims) {
  std::vector<unsigned> telling;
  isl::set left = nest.instances();
  for (unsigned dim = unsigned(nest.iterators.size()); dim-- > 0;)
    if (llvm::is_contained(dims, dim) || isDecidedBy(nest, left, dim))
      telling.push_back(dim);
    else
      left = poly::eliminateDims(left, {dim});
  std::reverse(telling.begin(), telling.end());
  bool isTold = llvm::any_of(
      dims, [&](unsigned dim) { return isDecidedBy(nest, left, dim); });
  return isTold ? telling : std::vector<unsigned>();
}

bool isDetermined(const Statement &nest, const isl::set &instances,
                  const std::vector<unsigned> &known, unsigned dim) {
  std::vector<isl::pw_aff> values;
  for (unsigned pos : known)
    values.push_back(nest.iterator(pos));
  isl::map relation = poly::makeMap(nest.space(), "P", values)
                          .as_map()
                          .intersect_domain(instances)
                          .reverse();
  return relation.apply_range(nest.iterator(dim).as_map()).is_single_valued();
}

std::vector<unsigned> visitingOrder(const Statement &nest,
                                    const isl::set &known,
                                    const std::vector<unsigned> &dims) {
  isl::set instances = nest.instances().intersect_params(known);
  std::vector<unsigned> fixed, order, last;
  for (unsigned dim : dims)
    if (llvm::any_of(nest.calls, [&](const auto &entry) {
          return poly::involvesParam(nest.constraints, entry.first) &&
                 readsWith(nest, entry.first, dim);
        }))
      fixed.push_back(dim);
  for (size_t before = ~size_t{0}; before != last.size();) {
    before = last.size();
    for (unsigned dim : dims)
      if (!llvm::is_contained(fixed, dim) &&
          isDetermined(nest, instances, fixed, dim)) {
        fixed.push_back(dim);
        last.push_back(dim);
      }
  }
  for (unsigned dim : dims)
    if (!llvm::is_contained(last, dim))
      order.push_back(dim);
  order.insert(order.end(), last.begin(), last.end());
  return order;
}

bool isChosenByCalls(const Statement &nest, unsigned depth) {
  std::vector<unsigned> inner;
  for (unsigned dim = depth + 1; dim < nest.iterators.size(); ++dim)
    inner.push_back(dim);
  isl::set box = poly::eliminateDims(nest.domain, inner);
  isl::set visited = poly::eliminateDims(nest.instances(), inner);
  return poly::involvesDim(visited.gist(box), depth);
}

} // namespace sparsec
