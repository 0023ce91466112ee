//===- ScheduleCalls.cpp - where index arrays are loaded ------------------===//
///
/// \file
/// Below the band that fixes the last iterator that a call's argument needs,
/// the call becomes a parameter: a mark that owns the load, a context with what
/// is known of the value, and a filter with the constraints on it.
///
//===----------------------------------------------------------------------===//

#include "ScheduleBuilder.h"

#include "llvm/ADT/STLExtras.h"

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
  for (const std::string &statement : statements) {
    Live &live = lives[statement];
    bool grown = true;
    while (grown) {
      grown = false;
      for (const std::string &name : live.needed)
        if (!live.ids.count(name))
          grown |= introduceOne(live, name, group);
    }
  }
  if (group.empty())
    return node;
  return insertGroup(node, statements, std::move(group));
}

/// Makes the call \p name of \p live available here if its arguments are fixed.
bool ScheduleBuilder::introduceOne(Live &live, const std::string &name,
                                   std::vector<SharedCall> &group) {
  const Statement &statement = *live.statement;
  const UninterpretedCall &call = statement.calls.at(name);
  for (const std::string &inner : nestedCalls(call, statement.calls))
    if (!live.ids.count(inner))
      return false;
  SharedCall made{"", name, call.function, {}, {}, true};
  // { [t..] -> S[..] }
  isl::map back = prefixMap(live).intersect_domain(visible(live)).reverse();
  made.active = back.domain();
  for (const isl::pw_aff &argument : call.arguments) {
    isl::map value = back.apply_range(renamed(live, argument).as_map());
    if (!value.is_single_valued())
      return false;
    made.arguments.push_back(value.as_pw_multi_aff().at(0));
  }
  if (shareCall(live, name, made, group))
    return true;
  made.id = isParameterOnly(call, statement.calls) && depth == 0
                ? name
                : "u" + std::to_string(result.groups.size()) + "_" +
                      std::to_string(group.size());
  live.ids[name] = made.id;
  group.push_back(std::move(made));
  return true;
}

/// Lets \p made be one of the calls of \p group with the same argument.
bool ScheduleBuilder::shareCall(Live &live, const std::string &name,
                                const SharedCall &made,
                                std::vector<SharedCall> &group) {
  for (SharedCall &other : group) {
    if (other.function != made.function)
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
  isl::set everywhere = isl::set::empty(space);
  for (const std::string &name : statements) {
    const Live &live = lives[name];
    everywhere = everywhere.unite(visible(live).apply(prefixMap(live)));
    filter = filter.unite(
        isl::union_set(withoutHidden(live, live.statement->constraints)));
  }
  for (SharedCall &call : group) {
    call.always = everywhere.is_subset(call.active);
    for (isl::pw_aff &argument : call.arguments)
      argument = argument.gist(call.active).coalesce();
  }
  for (const std::string &name : statements) {
    const Live &live = lives[name];
    // Facts hold where the statement runs: they may not be used elsewhere.
    isl::set active = visible(live).apply(prefixMap(live));
    if (everywhere.is_subset(active))
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
