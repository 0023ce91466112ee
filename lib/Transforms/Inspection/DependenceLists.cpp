//===- DependenceLists.cpp - who depends on whom --------------------------===//
///
/// \file
/// Inspect phases of sparse_wavefront and sparse_partition: lists of the
/// iterations that each iteration meets, by count, scan and append over the
/// relations' own loops.
///
//===----------------------------------------------------------------------===//

#include "Inspection/DependenceSchedule.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

/// The number in the lists of the iteration that is dimension \p dim.
isl::pw_aff DependenceSchedule::numberOf(const ListedVisit &one,
                                         unsigned dim) const {
  const isl::pw_aff number =
      one.loop->numbered.range.numberOf(one.visit.nest.iterator(dim));
  if (!isMirrored(*one.loop))
    return number;
  const isl::space space = number.space().domain();
  return poly::onSpace(numbered.range.count, space)
      .add_constant(-1)
      .sub(number)
      .coalesce();
}

/// \p nest of a visit with iterations as values of this loop.
Statement DependenceSchedule::inOwnValues(const ListedVisit &one,
                                          Statement nest) const {
  if (one.loop == this)
    return nest;
  const unsigned own = one.visit.dims.front();
  const isl::space space = nest.space();
  const isl::pw_aff last =
      poly::onSpace(numbered.range.count, space).add_constant(-1);
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim) {
    isl::pw_aff value = poly::dimension(space, dim);
    if (dim == own || (!one.visit.key && dim == one.visit.other)) {
      const isl::pw_aff number = numbered.range.numberOf(value);
      value = one.loop->numbered.range.valueOf(
          isMirrored(*one.loop) ? last.sub(number) : number);
    }
    values.push_back(value);
  }
  const isl::set all = isl::set::universe(space);
  const std::string name = nest.domain.identity().domain_tuple_id().name();
  return pullBack(nest, name, nest.iterators,
                  poly::makeMap(space, name, values), {}, all, all);
}

Statement DependenceSchedule::counting(const ListedVisit &one) const {
  Statement body = one.visit.nest;
  isl::pw_aff own = numberOf(one, one.visit.dims.front());
  body.action = Action{lists().counting({own}), "count"};
  return body;
}

/// Appends the iteration that is met to the list of the own one.
Statement DependenceSchedule::appending(const ListedVisit &one) const {
  Statement body = one.visit.nest;
  isl::pw_aff own = numberOf(one, one.visit.dims.front());
  isl::pw_aff met = numberOf(one, one.visit.other);
  action::Append append = lists().appending({own});
  append.lists = {{other, Expr::affine(met, numbered.indexType)}};
  body.sharing[other].segment = {own};
  body.action = Action{std::move(append), "append"};
  return body;
}

/// Names the loops of \p visit after the loop. The iterators of statements may
/// have its name too, as those inside tiles do.
static void nameVisit(PairVisit &visit, const std::string &loop,
                      const std::string &other) {
  std::vector<std::string> &names = visit.nest.iterators;
  const unsigned own = visit.dims.front();
  std::set<std::string> taken = {loop, other};
  for (unsigned dim = 0; dim < names.size(); ++dim)
    if (dim != own && (visit.key || dim != visit.other))
      while (!taken.insert(names[dim]).second)
        names[dim] += "_2";
  names[own] = loop;
  if (!visit.key)
    names[visit.other] = other;
}

/// A visit, and what it is compared by: its nest in values of the first loop.
struct DependenceSchedule::KnownVisit {
  ListedVisit listed;
  Statement nest; ///< dimensions are named by their places
  long other;
  std::string key; ///< so named, too; empty for none

  bool isWithin(const KnownVisit &whole) const {
    return key == whole.key && other == whole.other &&
           nest.iterators.size() == whole.nest.iterators.size() &&
           nest.instances().is_subset(whole.nest.instances());
  }
};

DependenceSchedule::KnownVisit
DependenceSchedule::known(const ListedVisit &one, unsigned number) const {
  const PairVisit &visit = one.visit;
  Statement plain = visit.nest;
  for (size_t pos = 0; pos < visit.dims.size(); ++pos)
    plain.iterators[visit.dims[pos]] = "i" + std::to_string(pos);
  long other = -1;
  std::string key;
  if (visit.key) {
    const UninterpretedCall &call = plain.calls.at(*visit.key);
    key = callName(call, plain.iterators);
    // Those inside have names of their own in each visit, and those of other
    // loops are over other values.
    if (!nestedCalls(call, plain.calls).empty() || one.loop != this)
      key += " of visit " + std::to_string(number);
  } else {
    other = llvm::find(visit.dims, visit.other) - visit.dims.begin();
  }
  plain = projectNest(inOwnValues(one, std::move(plain)), "visit", visit.dims);
  KnownVisit result{one, std::move(plain), other, key};
  const std::string &loop = one.loop->loop;
  nameVisit(result.listed.visit, loop, next.freshName(loop + "_other"));
  return result;
}

/// The visits of all loops. One goes where another one visits its pairs too, as
/// those of relations that are each other's mirror images do, and those of
/// sweeps up and down.
void DependenceSchedule::gatherVisits() {
  std::vector<ListedVisit> listed;
  for (const PairVisit &visit : order.visits)
    listed.push_back({this, visit});
  for (const SegmentedLoop &one : others)
    for (const PairVisit &visit : one.order.visits)
      listed.push_back({&one, visit});
  std::vector<KnownVisit> all;
  for (const ListedVisit &visit : listed) {
    KnownVisit one = known(visit, unsigned(&visit - listed.data()));
    if (llvm::any_of(all, [&](auto &in) { return one.isWithin(in); }))
      continue;
    llvm::erase_if(all, [&](auto &in) { return in.isWithin(one); });
    all.push_back(std::move(one));
  }
  for (KnownVisit &one : all)
    visits.push_back(std::move(one.listed));
}

/// Tables for visits by key, with an element for each value of the key.
llvm::Error DependenceSchedule::findTables() {
  for (const ListedVisit &one : visits) {
    const PairVisit &visit = one.visit;
    if (!visit.key || lastWith.count(*visit.key))
      continue;
    const std::string &array = visit.nest.calls.at(*visit.key).function;
    const Fact *range = nullptr;
    for (const Fact *fact : old.factsAbout(array, Fact::Kind::Range))
      if (fact->lower && fact->upper)
        range = fact;
    if (!range)
      return refuse("iterations of loop '" + loop + "' that have a value of '" +
                    array +
                    "' in common depend on each other, and its values "
                    "have no bounds; add 'range(" +
                    array + ", .., ..)'");
    const std::string table = next.freshName(rowLoop + "_last_" + array);
    lastWith[*visit.key] = table;
    auto [least, greatest] =
        orEmpty(old, {*range->lower, range->upper->add_constant(-1)});
    phases
        .addArray(table, numbered.indexType, Array::Owner::Workspace,
                  {greatest.sub(least).add_constant(1).coalesce()})
        .isZeroed = true;
    leastOf.insert_or_assign(*visit.key, *range->lower);
  }
  return llvm::Error::success();
}

/// One iteration with a value of the key, in order: it meets the last one that
/// had the value. The table holds numbers from 1, negated when the lists are
/// filled.
Statement DependenceSchedule::meetingLast(const ListedVisit &one,
                                          bool appends) const {
  const PairVisit &visit = one.visit;
  Statement body = visit.nest;
  isl::pw_aff own = numberOf(one, visit.dims.front());
  isl::pw_aff key =
      poly::parameter(body.space(), *visit.key)
          .sub(poly::onSpace(leastOf.at(*visit.key), body.space()));
  action::Meet meet;
  meet.number = Expr::affine(own.add_constant(1), numbered.indexType);
  meet.counter = appends ? lists().cursor({own}) : lists().counted({own});
  meet.last = Expr::access(lastWith.at(*visit.key), {key}, numbered.indexType);
  meet.list = appends ? other : "";
  body.action = Action{std::move(meet), appends ? "append" : "count"};
  return body;
}

/// Visits all pairs, to count or to append. Visits by key go in order.
void DependenceSchedule::visitAll(bool appends) {
  for (const ListedVisit &one : visits) {
    const PairVisit &visit = one.visit;
    Statement body = visit.key ? meetingLast(one, appends)
                     : appends ? appending(one)
                               : counting(one);
    std::string name =
        phases.visit(std::move(body), visit.dims, appends ? "meet" : "count",
                     /*parallel=*/!visit.key);
    if (appends)
      result.made.push_back({"inspector", name});
  }
}

/// The iterations that each one meets, in lists: count, scan, append.
void DependenceSchedule::listNeighbours() {
  phases.allocate(perm);
  phases.add(
      numberListing(numbered.range, {lister, loop}, perm, numbered.indexType),
      /*parallel=*/true);
  if (needsLists) {
    const std::string lists = fresh("_lists");
    addParameter(lists, ElementType::int32());
    action::Call asking = *needsLists;
    asking.target = lists;
    phases.call("lists", std::move(asking));
    phases.onlyIf(lists);
  }
  phases.allocate(first);
  for (const auto &entry : lastWith)
    phases.allocate(entry.second);
  visitAll(/*appends=*/false);
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  isl::pw_aff last = numbered.range.count.add_constant(-1);
  phases.call("scan", lists().scan(edges, {poly::onSpace(last, none)}));
  phases.allocate(other);
  visitAll(/*appends=*/true);
  phases.onlyIf("");
}

} // namespace sparsec
