//===- WavefrontInspector.cpp - who depends on whom -----------------------===//
///
/// \file
/// The Inspect phases of sparse_wavefront: lists of the iterations that each
/// iteration meets, by count, scan and append over the relations' own loops;
/// then calls of the runtime that finds waves, tasks and waits.
///
//===----------------------------------------------------------------------===//

#include "WavefrontStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// `first[number + ahead]`.
Expr Wavefront::counter(const isl::pw_aff &number, long ahead) const {
  return Expr::access(first, {number.add_constant(ahead)}, inspected.indexType);
}

/// \p body over the loops of \p visit.
Statement Wavefront::visiting(const PairVisit &visit, Statement body,
                              const std::string &name) const {
  return projectNest(std::move(body), name, visit.dims);
}

Statement Wavefront::counting(const PairVisit &visit) const {
  Statement body = visit.nest;
  isl::pw_aff own = inspected.range.numberOf(body.iterator(visit.dims.front()));
  Action action;
  action.kind = Action::Kind::Count;
  action.callee = "count";
  action.operands = {counter(own, 2)};
  action.accesses = {
      Access::update(first, action.operands[0].subscripts, "+=")};
  action.lines = {"{x0}++;"};
  body.action = std::move(action);
  return body;
}

/// Appends the iteration that is met to the list of the own one.
Statement Wavefront::appending(const PairVisit &visit) const {
  Statement body = visit.nest;
  isl::pw_aff own = inspected.range.numberOf(body.iterator(visit.dims.front()));
  Action action;
  action.kind = Action::Kind::Append;
  action.callee = "append";
  action.operands = {counter(own, 1)};
  action.values = {inspected.range.numberOf(body.iterator(visit.other))};
  action.accesses = {
      Access::update(first, action.operands[0].subscripts, "in")};
  Access place{other, {}, /*isWrite=*/true};
  place.isWhole = true;
  place.reduction = "in";
  action.accesses.push_back(std::move(place));
  action.lines = {other + "[{x0}++] = {0};"};
  body.sharing[other].segment = {own};
  body.action = std::move(action);
  return body;
}

/// Relations that are each other's mirror images are visited once.
void Wavefront::dropRepeatedVisits() {
  std::vector<PairVisit> visits;
  std::vector<Statement> nests;
  for (PairVisit visit : order.visits) {
    visit.nest.iterators[visit.dims.front()] = loop;
    if (!visit.key)
      visit.nest.iterators[visit.other] = loop + "_other";
    Statement nest = visiting(visit, visit.nest, "visit");
    if (!visit.key && llvm::any_of(nests, [&](const Statement &known) {
          return known.iterators.size() == nest.iterators.size() &&
                 known.instances().is_equal(nest.instances());
        }))
      continue;
    nests.push_back(std::move(nest));
    visits.push_back(std::move(visit));
  }
  order.visits = std::move(visits);
}

/// Tables for visits by key, with an element for each value of the key.
llvm::Error Wavefront::findTables() {
  for (const PairVisit &visit : order.visits) {
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
    phases
        .addArray(table, inspected.indexType, Array::Owner::Workspace,
                  {range->upper->sub(*range->lower)})
        .initial = "0";
    leastOf.insert_or_assign(*visit.key, *range->lower);
  }
  return llvm::Error::success();
}

/// One iteration with a value of the key, in order: it meets the last one that
/// had the value. The table holds numbers from 1, negated when the lists are
/// filled.
Statement Wavefront::meetingLast(const PairVisit &visit, bool appends) const {
  Statement body = visit.nest;
  isl::pw_aff own = inspected.range.numberOf(body.iterator(visit.dims.front()));
  isl::pw_aff key =
      poly::parameter(body.space(), *visit.key)
          .sub(poly::onSpace(leastOf.at(*visit.key), body.space()));
  Action action;
  action.kind = appends ? Action::Kind::Append : Action::Kind::Count;
  action.callee = appends ? "append" : "count";
  const std::string &table = lastWith.at(*visit.key);
  action.operands = {counter(own, appends ? 1 : 2),
                     Expr::access(table, {key}, inspected.indexType)};
  action.values = {own.add_constant(1)};
  action.accesses = {Access::update(first, action.operands[0].subscripts),
                     Access::update(table, {key})};
  if (!appends) {
    action.lines = {"if ({x1} > 0)", "  {x0}++;", "{x1} = {0};"};
  } else {
    Access place = Access::whole(other, /*isWrite=*/true);
    place.isRead = false;
    action.accesses.push_back(std::move(place));
    action.lines = {"if ({x1} < 0)", "  " + other + "[{x0}++] = -{x1} - 1;",
                    "{x1} = -({0});"};
  }
  body.action = std::move(action);
  return body;
}

void Wavefront::addParameters() {
  std::vector<std::string> names = {waves, tasks, slots, edges};
  if (usesPoints)
    names.push_back(waits);
  isl::pw_aff zero = poly::constant(isl::space::unit(old.context.ctx()), 0);
  for (const std::string &name : names) {
    ElementType type =
        name == slots ? ElementType::int32() : inspected.indexType;
    next.parameters.push_back({name, type, Parameter::Owner::Plan});
    // No set mentions the others.
    if (name == waves || name == tasks)
      next.context = next.context.intersect(count(name).ge_set(zero));
  }
}

void Wavefront::addArrays() {
  using Owner = Array::Owner;
  const ElementType type = inspected.indexType;
  isl::pw_aff n = inspected.range.count;
  phases.addArray(perm, type, Owner::Plan, {n});
  phases.addArray(tasksOf, type, Owner::Plan, {count(waves)}).extraElements = 1;
  phases.addArray(rowsOf, type, Owner::Plan, {count(tasks)}).extraElements = 1;
  Array &offsets = phases.addArray(first, type, Owner::Workspace, {n});
  offsets.extraElements = 2;
  offsets.initial = "0";
  phases.addArray(other, type, Owner::Workspace, {count(edges)});
  phases.addArray(taskOf, type, Owner::Workspace, {n});
  phases.addArray(waveOf, type, Owner::Workspace, {n});
  if (!usesPoints)
    return;
  phases.addArray(need, ElementType::int32(), Owner::Workspace,
                  {count(tasks), count(slots)});
  phases.addArray(waitFirst, type, Owner::Plan, {count(tasks)}).extraElements =
      1;
  phases.addArray(waitSlot, ElementType::int32(), Owner::Plan, {count(waits)});
  phases.addArray(waitWave, type, Owner::Plan, {count(waits)});
  // A cache line for each slot: no two threads write to one.
  isl::pw_aff line = poly::constant(n.space().domain(), 8);
  phases.addArray(progress, ElementType::int64(), Owner::Workspace,
                  {count(slots), line});
}

std::vector<std::string> Wavefront::checked(const std::string &call) const {
  return {"status = " + call + ";", "if (status != SPARSEC_OK)",
          "  goto fail;"};
}

/// Visits all pairs, to count or to append. Visits by key go in order.
void Wavefront::visitAll(bool appends) {
  for (const PairVisit &visit : order.visits) {
    Statement body = visit.key ? meetingLast(visit, appends)
                     : appends ? appending(visit)
                               : counting(visit);
    std::string name = next.freshName((appends ? "meet_" : "count_") + rowLoop);
    phases.add(visiting(visit, std::move(body), name),
               /*parallel=*/!visit.key);
    if (appends)
      result.made.push_back({"inspector", name});
  }
}

/// The iterations that each one meets, in lists: count, scan, append.
void Wavefront::listNeighbours() {
  phases.allocate(first);
  for (const auto &entry : lastWith)
    phases.allocate(entry.second);
  visitAll(/*appends=*/false);
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  std::vector<std::string> lines =
      checked(function("sparsec_inclusive_scan") + "(" + first +
              ", {size:" + first + "})");
  lines.push_back(edges + " = {x0};");
  phases.call("scan", std::move(lines), {}, {first, edges},
              {counter(poly::onSpace(inspected.range.count, none), 1)});
  phases.allocate(other);
  visitAll(/*appends=*/true);
}

void Wavefront::findWaves() {
  for (const std::string &array : {taskOf, waveOf})
    phases.allocate(array);
  const std::string n = "{size:" + perm + "}";
  std::vector<std::string> lines = checked(
      function("sparsec_find_waves") + "(" + n + ", " + first + ", " + other +
      ", NULL, sparsec_threads(), &" + waves + ", &" + tasks + ", &" + slots +
      ", " + perm + ", " + taskOf + ", " + waveOf + ")");
  phases.call("waves", std::move(lines), {first, other},
              {perm, taskOf, waveOf, waves, tasks, slots});
  for (const std::string &array : {tasksOf, rowsOf})
    phases.allocate(array);
  phases.call("bounds",
              checked(function("sparsec_wave_bounds") + "(" + n + ", " + waves +
                      ", " + tasks + ", " + perm + ", " + taskOf + ", " +
                      waveOf + ", " + tasksOf + ", " + rowsOf + ")"),
              {perm, taskOf, waveOf, waves, tasks}, {tasksOf, rowsOf});
}

void Wavefront::findWaits() {
  phases.allocate(need);
  phases.allocate(waitFirst);
  const std::string n = "{size:" + perm + "}";
  std::vector<std::string> lines = checked(
      function("sparsec_count_waits") + "(" + n + ", " + first + ", " + other +
      ", " + waves + ", " + tasks + ", " + slots + ", " + taskOf + ", " +
      waveOf + ", " + tasksOf + ", " + need + ", " + waitFirst + ")");
  lines.push_back(waits + " = " + waitFirst + "[" + tasks + "];");
  phases.call("waits", std::move(lines),
              {first, other, taskOf, waveOf, tasksOf, waves, tasks, slots},
              {need, waitFirst, waits});
  for (const std::string &array : {waitSlot, waitWave})
    phases.allocate(array);
  phases.call("list",
              checked(function("sparsec_list_waits") + "(" + tasks + ", " +
                      slots + ", " + waveOf + ", " + need + ", " + waitFirst +
                      ", " + waitSlot + ", " + waitWave + ")"),
              {waveOf, need, waitFirst, tasks, slots}, {waitSlot, waitWave});
}

} // namespace sparsec
