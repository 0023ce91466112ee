//===- ScheduleCalls.cpp - where index arrays are loaded ------------------===//
///
/// \file
/// Below the band that fixes the last iterator that a call's argument needs,
/// the call becomes a parameter: a mark that owns the load, a context with what
/// is known of the value, and a filter with the constraints on it. A load that
/// may be outside its array there waits for the loops that the source reads it
/// in, unless their bounds need it. A load of a copy stands behind what copies,
/// and where the source reads the array: nothing else is in the copy.
///
//===----------------------------------------------------------------------===//

#include "ScheduleBuilder.h"

#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Poly/SingleValued.h"
#include "sparsec/Poly/VisitedHull.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

/// Whether \p call means the same for all statements: its arguments, nested
/// calls included, are functions of the parameters.
static bool isParameterOnly(const UninterpretedCall &call,
                            const CallTable &calls) {
  bool plain = llvm::all_of(call.arguments, [](const isl::pw_aff &argument) {
    unsigned dims = argument.domain().tuple_dim();
    for (unsigned pos = 0; pos < dims; ++pos)
      if (poly::involvesDim(argument, pos))
        return false;
    return true;
  });
  return plain &&
         llvm::all_of(nestedCalls(call, calls), [&](const std::string &nested) {
           return isParameterOnly(calls.at(nested), calls);
         });
}

isl::schedule_node ScheduleBuilder::introduceCalls(isl::schedule_node node,
                                                   const Names &statements) {
  std::vector<SharedCall> group;
  isl::set everywhere = placesOf(statements);
  writtenHere.clear();
  for (const std::string &statement : statements)
    if (const auto &assignment = program.statement(statement).assignment)
      writtenHere.merge(assignment->written());
  std::vector<Live> before;
  for (const std::string &statement : statements) {
    Live &live = lives[statement];
    before.push_back(live);
    introduceReadable(live, before.back(), group);
    bool isGuarded = false;
    while (std::optional<std::string> name = urgentCall(live, isGuarded)) {
      isGuarded = true;
      introduceOne(live, *name, *fixedCall(live, *name), group);
      introduceReadable(live, before.back(), group);
    }
  }
  if (group.empty())
    return node;
  node = insertGuard(node, before, everywhere, group);
  for (SharedCall &call : group) {
    call.always = poly::isSubset(everywhere, call.active);
    for (isl::pw_aff &argument : call.arguments)
      argument = argument.gist(call.active).coalesce();
  }
  return insertGroup(node, statements, std::move(group));
}

/// `{ [t..] }` where some statement runs, as far as is known here.
isl::set ScheduleBuilder::placesOf(const Names &statements) const {
  std::optional<isl::set> places;
  for (const std::string &name : statements) {
    const Live &live = lives.at(name);
    isl::set own = visible(live).apply(prefixMap(live));
    places = places ? places->unite(own) : own;
  }
  return *places;
}

/// Makes what the arguments of \p name call available in \p least as in \p
/// live.
static void addNested(Live &least, const Live &live, const std::string &name) {
  const Statement &statement = *live.statement;
  for (const std::string &inner :
       nestedCalls(statement.loadOf(name), statement.calls)) {
    least.ids.insert(*live.ids.find(inner));
    addNested(least, live, inner);
  }
}

/// Makes the calls of \p live available that are inside their arrays here;
/// those that are so because of calls beside their arguments are active
/// only where these allow it.
void ScheduleBuilder::introduceReadable(Live &live, const Live &before,
                                        std::vector<SharedCall> &group) {
  for (bool grown = true; grown;) {
    grown = false;
    for (const std::string &name : live.needed) {
      if (live.ids.count(name))
        continue;
      std::optional<SharedCall> made = fixedCall(live, name);
      if (!made || waitsForOthers(live, name))
        continue;
      Live least = before;
      addNested(least, live, name);
      bool isAlone =
          live.ids.size() > least.ids.size() && isReadableHere(least, *made);
      if (!isAlone && !isReadableHere(live, *made))
        continue;
      if (isAlone)
        made->active =
            whereRead(least, name, visible(least).apply(prefixMap(least)));
      introduceOne(live, name, std::move(*made), group);
      grown = true;
    }
  }
}

/// Whether the call \p name of \p live is read in a copy that statements here
/// make: it has no values before they have run.
bool ScheduleBuilder::isCopiedBelow(const Live &live,
                                    const std::string &name) const {
  auto copy = live.statement->copies.find(name);
  return copy != live.statement->copies.end() &&
         writtenHere.count(copy->second.function);
}

/// Whether the call \p name of \p live is read in a copy and others that are
/// not could be read here: they may say that nothing has been copied.
bool ScheduleBuilder::waitsForOthers(const Live &live,
                                     const std::string &name) const {
  const CallTable &copies = live.statement->copies;
  return copies.count(name) &&
         llvm::any_of(live.needed, [&](const std::string &other) {
           return !live.ids.count(other) && !copies.count(other) &&
                  fixedCall(live, other);
         });
}

/// The call \p name of \p live, if its arguments are fixed here.
std::optional<SharedCall>
ScheduleBuilder::fixedCall(const Live &live, const std::string &name) const {
  const Statement &statement = *live.statement;
  const UninterpretedCall &call = statement.loadOf(name);
  for (const std::string &inner : nestedCalls(call, statement.calls))
    if (!live.ids.count(inner))
      return std::nullopt;
  if (isCopiedBelow(live, name))
    return std::nullopt;
  SharedCall made{"", name, call.function, {}, {}, true};
  // { [t..] -> S[..] }
  isl::map back = prefixMap(live).intersect_domain(visible(live)).reverse();
  made.active = whereRead(live, name, back.domain());
  // By the loops alone if they fix it: that a value of another call is the same
  // number holds where the statement runs, not wherever its loops go.
  isl::map plain = prefixMap(live).intersect_domain(live.domain).reverse();
  for (const isl::pw_aff &argument : call.arguments) {
    isl::map number = renamed(live, argument).as_map();
    isl::map value = plain.apply_range(number);
    if (!poly::isSingleValued(value))
      value = back.apply_range(number);
    if (!poly::isSingleValued(value))
      return std::nullopt;
    made.arguments.push_back(value.as_pw_multi_aff().at(0));
  }
  return made;
}

/// Makes the call \p name of \p live available here.
void ScheduleBuilder::introduceOne(Live &live, const std::string &name,
                                   SharedCall made,
                                   std::vector<SharedCall> &group) {
  const Statement &statement = *live.statement;
  if (shareCall(live, name, made, group))
    return;
  made.id =
      isParameterOnly(statement.calls.at(name), statement.calls) && depth == 0
          ? name
          : "@" + std::to_string(result.groups.size()) + "." +
                std::to_string(group.size());
  live.ids[name] = made.id;
  group.push_back(std::move(made));
}

/// Whether nothing tells that the index array \p name has the elements that the
/// loops go through: no length, and no fact about its elements, which an
/// inspector looks at.
bool ScheduleBuilder::isUntold(const std::string &name) const {
  const bool hasLengths =
      llvm::all_of(program.arrays.at(name).extents,
                   [](const auto &extent) { return extent.has_value(); });
  return !hasLengths && llvm::none_of(program.facts, [&](const Fact &fact) {
    return fact.kind != Fact::Kind::NoAlias &&
           llvm::is_contained(fact.arrays, name);
  });
}

/// Whether \p made, a call of \p live, may be read wherever the loops made so
/// far go: the element exists; or, of a copy or an array of unknown length, the
/// source reads it, as something runs there whatever other index arrays hold.
/// Those that the source reads before may say that it does not.
bool ScheduleBuilder::isReadableHere(const Live &live,
                                     const SharedCall &made) const {
  isl::set places = visible(live).apply(prefixMap(live));
  isl::set visited = poly::visitedHull(places);
  std::vector<std::string> sizes = poly::paramNames(places.space());
  for (const auto &entry : live.ids)
    llvm::erase(sizes, entry.second);
  if (isUntold(made.function) && !isNext(live, made.text))
    return false;
  const Array &array = program.arrays.at(made.function);
  if (array.isShared || !llvm::all_of(array.extents, [](const auto &extent) {
        return extent.has_value();
      }))
    return visited.intersect_params(poly::keepParams(places.params(), sizes))
        .is_subset(places);
  return hasElement(live, made, visited);
}

/// Whether the array of \p made, a call of \p live, has the element in all of
/// \p places, `{ [t..] }`, as far as the values available here say. What is in
/// a copy, they do not.
bool ScheduleBuilder::hasElement(const Live &live, const SharedCall &made,
                                 const isl::set &places) const {
  if (program.arrays.at(made.function).isShared)
    return places.is_empty();
  std::set<std::string> known;
  for (const auto &entry : live.ids)
    known.insert(entry.first);
  std::vector<isl::pw_aff> subscripts;
  for (const isl::pw_aff &argument : made.arguments)
    subscripts.push_back(argument.gist(argument.domain()));
  return isInside(program, made.function, subscripts,
                  places.intersect_params(
                      renamed(live, safety.knownOf(*live.statement, known))));
}

/// Whether the calls of \p group that are new since \p before may be made in
/// \p beyond, `{ [t..] }`, too: isl may take a call's own condition for
/// granted.
bool ScheduleBuilder::areReadable(const Live &before, const isl::set &beyond,
                                  const std::vector<SharedCall> &group) const {
  const Live &live = lives.at(before.statement->name);
  return llvm::all_of(live.ids, [&](const auto &entry) {
    const auto &[name, id] = entry;
    if (before.ids.count(name))
      return true;
    auto made = llvm::find_if(
        group, [&](const SharedCall &call) { return call.id == id; });
    Live least = before;
    addNested(least, live, name);
    return hasElement(least, *made, beyond);
  });
}

/// \p node below what is to be asked of the loops so far before \p group is
/// loaded. They go further than what runs \p everywhere, and isl takes what
/// facts say of a value for granted at its load: `n >= 1` of `0 <= perm(0) <
/// n`.
isl::schedule_node ScheduleBuilder::insertGuard(
    isl::schedule_node node, const std::vector<Live> &before,
    const isl::set &everywhere, const std::vector<SharedCall> &group) const {
  isl::set visited = poly::visitedHull(everywhere);
  // isl may take a loop apart: a piece of one iteration goes where it is.
  everywhere.foreach_basic_set([&](const isl::basic_set &piece) {
    visited = visited.unite(poly::visitedHull(isl::set(piece)));
  });
  visited = visited.intersect_params(program.context).coalesce();
  auto isEnough = [&](const isl::set &guard) {
    isl::set beyond = visited.intersect(guard).subtract(everywhere);
    return beyond.is_empty() || llvm::all_of(before, [&](const Live &live) {
             return areReadable(live, beyond, group);
           });
  };
  const isl::set all = isl::set::universe(everywhere.space());
  if (isEnough(all))
    return node;
  // Of parameters alone if it can be: isl drops a bound of a fixed value.
  isl::set guard = all.intersect_params(everywhere.params());
  if (!isEnough(guard))
    guard = everywhere;
  for (const std::string &name : poly::paramNames(everywhere.space())) {
    isl::set weaker = poly::dropParam(guard, name);
    if (isEnough(weaker))
      guard = weaker;
  }
  guard = guard.gist(visited).coalesce();
  return node.insert_guard(poly::dropUnusedParams(guard)).child(0);
}

/// Whether \p made takes its argument from one of the calls of \p later, or is
/// only made where these have certain values.
static bool dependsOn(const SharedCall &made,
                      llvm::ArrayRef<SharedCall> later) {
  return llvm::any_of(later, [&](const SharedCall &call) {
    return poly::involvesParam(made.active, call.id) ||
           llvm::any_of(made.arguments, [&](const isl::pw_aff &argument) {
             return poly::involvesParam(argument, call.id);
           });
  });
}

/// Lets \p made be one of the calls of \p group with the same argument, if it
/// can be loaded as early as that one.
bool ScheduleBuilder::shareCall(Live &live, const std::string &name,
                                const SharedCall &made,
                                std::vector<SharedCall> &group) {
  for (size_t place = 0; place < group.size(); ++place) {
    SharedCall &other = group[place];
    if (other.function != made.function ||
        dependsOn(made, llvm::ArrayRef(group).drop_front(place)))
      continue;
    std::vector<isl::pw_aff> merged;
    for (size_t pos = 0; pos < made.arguments.size(); ++pos) {
      isl::map both =
          made.arguments[pos].as_map().unite(other.arguments[pos].as_map());
      if (!both.is_single_valued())
        break;
      merged.push_back(both.coalesce().as_pw_multi_aff().at(0));
    }
    if (merged.size() != made.arguments.size())
      continue;
    other.arguments = std::move(merged);
    other.active = other.active.unite(made.active).coalesce();
    live.ids[name] = other.id;
    return true;
  }
  return false;
}

/// Inserts context, mark and filter for \p group at the leaf \p node; returns
/// the leaf below them.
isl::schedule_node ScheduleBuilder::insertGroup(isl::schedule_node node,
                                                const Names &statements,
                                                std::vector<SharedCall> group) {
  isl::ctx ctx = node.ctx();
  isl::space space = isl::space::unit(ctx).add_unnamed_tuple(depth);
  for (const SharedCall &call : group)
    space = space.add_param(poly::makeId(ctx, call.id));
  isl::set context = isl::set::universe(space);
  isl::union_set filter(ctx, "{ }");
  isl::set everywhere = placesOf(statements);
  for (const std::string &name : statements) {
    Live &live = lives[name];
    isl::set known = withoutHidden(live, live.statement->constraints);
    live.seen = live.seen.intersect(known);
    filter = filter.unite(isl::union_set(known));
  }
  for (const std::string &name : statements) {
    const Live &live = lives[name];
    // Facts hold where the statement runs: they may not be used elsewhere.
    isl::set active = visible(live).apply(prefixMap(live));
    if (poly::isSubset(everywhere, active))
      context = context.intersect_params(facts(live));
  }
  // The mark is outside: isl keeps conditions on the ids inside the context.
  std::string mark = "calls:" + std::to_string(result.groups.size());
  node = node.insert_mark(poly::makeId(ctx, mark)).child(0);
  node = node.insert_context(context.coalesce()).child(0);
  node = node.insert_filter(filter).child(0);
  result.groups.push_back(std::move(group));
  return node;
}

} // namespace sparsec
