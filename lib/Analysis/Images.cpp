//===- Images.cpp - which old instances new ones run ----------------------===//

#include "Images.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

Images::Images(const Program &before, const Program &after,
               const Statement &old)
    : before(before), after(after), old(old),
      facts(after,
            isl::space(poly::tupleSpace(after.context.ctx(), old.name,
                                        unsigned(old.iterators.size())))),
      instances(facts
                    .import(old.calls,
                            isl::pw_multi_aff(
                                facts.space().identity_multi_aff_on_domain()))
                    .set(old.instances())
                    .intersect_params(after.context)),
      remaining(facts.withRanges(instances)) {}

bool Images::add(const Successor &successor) {
  const Statement &now = *successor.now;
  names.clear();
  open.clear();
  // What is known of calls is needed only to show that nothing else is run.
  calls = callsWithMap(after, now, *successor.map, successor.ofMap());
  isl::set all = now.instances();
  if (successor.listed && successor.listed->members) {
    // Listed values have a position: that it is in the list says nothing.
    all = all.gist(*successor.listed->members);
    if (poly::involvesDim(all, *successor.listed->position))
      return false;
  }
  for (const auto &[name, call] : successor.ofMap())
    if (std::optional<isl::set> values = permutedValues(successor, name)) {
      all = all.intersect(*values);
      open.insert(name);
    }
  isl::set known = all.intersect_params(after.context);
  isl::set context = after.callContext(now);
  isl::set mapped = successor.map->as_map().wrap();
  for (const auto &[name, call] : calls) {
    bool isUsed =
        poly::involvesParam(all, name) || poly::involvesParam(mapped, name);
    if (!isUsed && poly::involvesParam(context, name))
      context = context.project_out_param(poly::makeId(context.ctx(), name));
    if (isUsed && !translate(successor, name))
      return false;
  }
  std::vector<isl::pw_aff> values;
  for (unsigned pos = 0; pos < successor.map->size(); ++pos)
    values.push_back(rename(successor.map->at(int(pos))));
  isl::map map =
      poly::makeMap(successor.map->space().domain(), old.name, values).as_map();
  known = rename(known.intersect_params(context));
  outside = known.subtract(map.domain());
  remaining = remaining.subtract(closed(rename(all).apply(map)));
  image = closed(known.apply(map));
  if (successor.listed)
    image = image->intersect(listedIn(successor));
  return true;
}

/// `{ X[new] : 0 <= name < N }` where the call \p name takes each of these
/// values once, whatever else is: its function, which only the map knows,
/// permutes the numbers below N, they are those of a loop in each iteration of
/// the others, and nothing else depends on that loop.
std::optional<isl::set> Images::permutedValues(const Successor &successor,
                                               const std::string &name) const {
  const UninterpretedCall &call = calls.at(name);
  const Statement &now = *successor.now;
  if (after.arrays.count(call.function) || call.arguments.size() != 1)
    return std::nullopt;
  std::optional<unsigned> loop;
  for (unsigned pos = 0; pos < now.iterators.size(); ++pos)
    if (call.arguments[0].plain_is_equal(now.iterator(pos)))
      loop = pos;
  const auto permutes =
      after.factsAbout(call.function, Fact::Kind::Permutation);
  if (!loop || permutes.empty() || !permutes.front()->upper)
    return std::nullopt;
  auto isNumber = [&](const isl::pw_aff &value) {
    return value.ge_set(poly::constant(now.space(), 0))
        .intersect(
            value.lt_set(poly::onSpace(*permutes.front()->upper, now.space())));
  };
  isl::set run = now.instances().intersect_params(after.context);
  isl::set full = poly::eliminateDims(run, {*loop})
                      .intersect(isNumber(now.iterator(*loop)));
  bool isFull = full.intersect_params(after.context).is_equal(run);
  bool isAlone =
      !poly::involvesDim(successor.map->as_map().domain(), *loop) &&
      llvm::all_of(calls, [&](const auto &entry) {
        return entry.first == name ||
               llvm::none_of(entry.second.arguments,
                             [&](const isl::pw_aff &argument) {
                               return poly::involvesDim(argument, *loop);
                             });
      });
  for (unsigned pos = 0; pos < successor.map->size(); ++pos)
    isAlone &= !poly::involvesDim(successor.map->at(int(pos)), *loop);
  if (!isFull || !isAlone)
    return std::nullopt;
  return isNumber(poly::parameter(now.space(), name));
}

/// \p set without the values that a list or the map leaves open.
isl::set Images::closed(isl::set set) const {
  for (const std::string &name : open)
    if (poly::involvesParam(set, name))
      set = set.project_out_param(poly::makeId(set.ctx(), name));
  return set;
}

/// `{ S[old] }` whose inspector instance exists; what a Measure has measured
/// is below the parameter that it raised. Of instances that number themselves
/// the step knows that there is one for each number.
isl::set Images::listedIn(const Successor &successor) {
  const Enumeration &listed = *successor.listed;
  isl::set everything = isl::set::universe(facts.space());
  if (listed.inspector.empty())
    return listed.position ? instances : everything;
  const Statement &inspector = after.statement(listed.inspector);
  isl::pw_multi_aff identity(facts.space().identity_multi_aff_on_domain());
  UninterpretedFunctionSolver::Import own = facts.import(old.calls, identity);
  UninterpretedFunctionSolver::Import import =
      facts.import(inspector.calls, own.map(listed.visit));
  const std::optional<Action> &action = inspector.action;
  const auto *measure = action ? action->as<action::Measure>() : nullptr;
  if (!measure)
    return import.set(inspector.instances());
  isl::pw_aff limit = poly::parameter(facts.space(), measure->length);
  remaining =
      remaining.intersect(import.value(measure->greatest).lt_set(limit));
  return everything;
}

/// `{ S[old] -> [argument] }` of \p argument, `{ X[new] -> [argument] }`, where
/// \p image is `{ X[new] -> S[old] }`: free in what is not known yet.
isl::map Images::argumentOverOld(const isl::map &image,
                                 const isl::pw_aff &argument) const {
  isl::set wrapped = image.reverse().apply_range(argument.as_map()).wrap();
  for (const auto &entry : calls)
    if (!names.count(entry.first) && poly::involvesParam(wrapped, entry.first))
      wrapped =
          wrapped.project_out_param(poly::makeId(wrapped.ctx(), entry.first));
  return rename(wrapped).unwrap();
}

/// Enters call \p name of the successor as a call over the old statement.
bool Images::translate(const Successor &successor, const std::string &name) {
  if (names.count(name) || open.count(name))
    return true;
  UninterpretedCall call = calls.at(name);
  // Of a list that nobody reads there is no array.
  bool isMade = !before.arrays.count(call.function) &&
                (after.arrays.count(call.function) || successor.listed);
  if (isMade || call.arguments.empty()) {
    open.insert(name);
    return successor.listed || successor.merged;
  }
  for (const std::string &nested : nestedCalls(call, calls))
    if (!translate(successor, nested))
      return false;
  for (isl::pw_aff &argument : call.arguments) {
    const isl::map image = successor.map->as_map();
    isl::map overOld = argumentOverOld(image, argument);
    // The map may leave open what the instances fix: i of n - 1 <= i < n.
    if (!overOld.is_single_valued())
      overOld = argumentOverOld(image.intersect_domain(successor.now->domain),
                                argument);
    if (!overOld.is_single_valued()) {
      open.insert(name);
      return isLoose;
    }
    isl::pw_aff value = overOld.as_pw_multi_aff().at(0).coalesce();
    argument = value.gist(value.domain());
  }
  CallTable single;
  single.emplace(name, call);
  isl::pw_multi_aff identity(facts.space().identity_multi_aff_on_domain());
  names[name] = facts.import(single, identity).nameOf(name);
  return true;
}

} // namespace sparsec
