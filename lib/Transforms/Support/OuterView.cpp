//===- OuterView.cpp - statements as seen from the loops outside ----------===//
///
/// \file
/// See OuterView.h. While calls change their names, the old ones carry a mark:
/// `index(i)` of a statement and `index(i)` over O may be different calls.
///
//===----------------------------------------------------------------------===//

#include "Support/OuterView.h"

#include <algorithm>
#include <set>

namespace sparsec {
namespace {

using NameMap = std::map<std::string, std::string>;

std::string marked(const std::string &name) { return "inner:" + name; }

/// Renames the parameters that are keys of \p names, all at once.
template <typename Object>
Object renameAll(Object object, const NameMap &names) {
  for (const auto &entry : names)
    object = poly::renameParam(object, entry.first, marked(entry.first));
  for (const auto &entry : names)
    object = poly::renameParam(object, marked(entry.first), entry.second);
  return object;
}

/// Drops the parameters that \p set does not constrain.
isl::set dropUnused(isl::set set) {
  for (const std::string &name : poly::paramNames(set.space()))
    if (!poly::involvesParam(set, name))
      set = set.project_out_param(poly::makeId(set.ctx(), name));
  return set;
}

/// The one value of each outer iteration, `{ O[..] -> [v] }`.
isl::pw_aff singleValue(const isl::map &relation) {
  isl::pw_aff value = relation.as_pw_multi_aff().at(0);
  return value.gist(value.domain()).coalesce();
}

} // namespace

/// What is known of the calls of \p statement that \p set mentions, if \p
/// isMade of them. Facts about the others (some column exists, so m > 0) would
/// only be in the way.
static isl::set
contextOf(const Program &program, const Statement &statement,
          const isl::set &set,
          const std::function<bool(const std::string &)> &isMade) {
  Statement mentioned = statement;
  std::erase_if(mentioned.calls, [&](const auto &entry) {
    return !poly::involvesParam(set, entry.first) || !isMade(entry.first);
  });
  return program.callContext(mentioned);
}

void OuterRelation::unite(const OuterRelation &other) {
  relation = relation.unite(other.relation).coalesce();
  exact = exact && other.exact;
}

OuterView::OuterView(const Program &program, const ScheduleTree &tree,
                     const std::string &statement, unsigned depth)
    : program(program), tree(tree), depth(depth) {
  std::vector<const ScheduleTree *> loops = tree.loopsAround(statement);
  for (unsigned pos = 0; pos < depth; ++pos)
    names.push_back(loops[pos]->name);
  outerSpace = poly::tupleSpace(program.context.ctx(), "O", depth);
}

isl::pw_multi_aff OuterView::prefix(const std::string &statement) const {
  std::vector<const ScheduleTree *> loops = tree.loopsAround(statement);
  std::vector<isl::pw_aff> values;
  for (unsigned pos = 0; pos < depth; ++pos)
    values.push_back(loops[pos]->values.at(statement));
  return poly::makeMap(program.statement(statement).space(), "O", values);
}

OuterRelation OuterView::see(const std::string &name, const std::string &tuple,
                             const std::vector<isl::pw_aff> &values) {
  return see(name, tuple, values, outerNames(name),
             [](const std::string &) { return true; });
}

OuterRelation OuterView::seeCall(const std::string &name,
                                 const std::string &tuple,
                                 const std::string &call) {
  const Statement &statement = program.statement(name);
  NameMap fixed = outerNames(name);
  std::set<std::string> made;
  std::function<void(const std::string &)> add = [&](const std::string &inner) {
    if (made.insert(inner).second)
      for (const std::string &nested :
           nestedCalls(statement.calls.at(inner), statement.calls))
        add(nested);
  };
  for (const auto &entry : fixed)
    made.insert(entry.first);
  for (const std::string &nested :
       nestedCalls(statement.calls.at(call), statement.calls))
    add(nested);
  return see(name, tuple, statement.calls.at(call).arguments, fixed,
             [&](const std::string &other) { return made.count(other) != 0; });
}

OuterRelation
OuterView::see(const std::string &name, const std::string &tuple,
               const std::vector<isl::pw_aff> &values, const NameMap &fixed,
               const std::function<bool(const std::string &)> &isMade) const {
  const Statement &statement = program.statement(name);
  // { S[..] -> T[values] } on the instances, then { O[outer] -> T[values] }
  isl::map relation = poly::makeMap(statement.space(), tuple, values)
                          .as_map()
                          .intersect_domain(statement.instances())
                          .apply_domain(prefix(name).as_map());
  isl::set wrapped = relation.wrap();
  wrapped =
      wrapped.intersect_params(contextOf(program, statement, wrapped, isMade));
  bool exact = true;
  for (const auto &entry : statement.calls) {
    if (fixed.count(entry.first) || !poly::involvesParam(wrapped, entry.first))
      continue;
    exact = false;
    wrapped =
        wrapped.project_out_param(poly::makeId(wrapped.ctx(), entry.first));
  }
  return {renameAll(dropUnused(wrapped), fixed).unwrap().coalesce(), exact};
}

NameMap OuterView::outerNames(const std::string &name) {
  const Statement &statement = program.statement(name);
  std::vector<std::string> available =
      LoopSpace(program, statement, tree).availableCalls(depth);
  isl::map toOuter =
      prefix(name).as_map().intersect_domain(statement.instances());
  NameMap result;
  // availableCalls lists a call after the ones in its arguments.
  for (const std::string &call : available) {
    UninterpretedCall seen = statement.calls.at(call);
    for (isl::pw_aff &argument : seen.arguments) {
      isl::set wrapped = argument.as_map().apply_domain(toOuter).wrap();
      for (const auto &entry : statement.calls)
        if (!result.count(entry.first) &&
            poly::involvesParam(wrapped, entry.first))
          wrapped = wrapped.project_out_param(
              poly::makeId(wrapped.ctx(), entry.first));
      argument = singleValue(renameAll(wrapped, result).unwrap());
    }
    result[call] = callName(seen, names);
    table.emplace(result[call], seen);
  }
  return result;
}

NameMap OuterView::namesIn(Statement &target, const isl::pw_multi_aff &map,
                           const std::vector<std::string> &used) const {
  NameMap result;
  for (const std::string &name : used) {
    UninterpretedCall call = table.at(name);
    NameMap nested = namesIn(target, map, nestedCalls(call, table));
    for (isl::pw_aff &argument : call.arguments) {
      isl::pw_aff moved = renameAll(argument, nested).pullback(map);
      argument = moved.coalesce();
    }
    result[name] = callName(call, target.iterators);
    target.calls.emplace(result[name], call);
  }
  return result;
}

isl::pw_aff OuterView::lookFrom(Statement &target, const isl::pw_multi_aff &map,
                                const isl::pw_aff &value) const {
  std::vector<std::string> used;
  for (const auto &entry : table)
    if (poly::involvesParam(value, entry.first))
      used.push_back(entry.first);
  NameMap renamed = namesIn(target, map, used);
  return renameAll(value, renamed).pullback(map).coalesce();
}

isl::set OuterView::adopt(Statement &target, const isl::pw_multi_aff &map,
                          isl::set set) const {
  std::vector<std::string> used;
  for (const auto &entry : table)
    if (poly::involvesParam(set, entry.first))
      used.push_back(entry.first);
  return renameAll(set, namesIn(target, map, used));
}

void setInstances(Statement &statement, const isl::set &instances) {
  isl::set affine = instances;
  for (const std::string &name : poly::paramNames(instances.space()))
    if (statement.calls.count(name))
      affine = affine.project_out_param(poly::makeId(affine.ctx(), name));
  statement.domain =
      poly::withDimNames(dropUnused(affine.coalesce()), statement.iterators);
  statement.constraints = poly::withDimNames(
      dropUnused(instances.gist(statement.domain).coalesce()),
      statement.iterators);
}

isl::pw_multi_aff identityMap(const isl::space &from, const std::string &to) {
  std::vector<isl::pw_aff> values;
  unsigned dims = isl::set::universe(from).tuple_dim();
  for (unsigned pos = 0; pos < dims; ++pos)
    values.push_back(poly::dimension(from, pos));
  return poly::makeMap(from, to, values);
}

} // namespace sparsec
