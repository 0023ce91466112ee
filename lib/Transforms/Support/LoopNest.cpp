//===- LoopNest.cpp - a statement over its loop values --------------------===//

#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {

namespace {

/// Gives the calls of `{ R[loop values] -> S[old] }` the names that they have
/// over R: where a loop's value is i + 3, `index(i)` becomes `index(i - 3)`.
class CallsOverLoops {
public:
  CallsOverLoops(const Statement &old, const std::vector<std::string> &loops,
                 const isl::pw_multi_aff &toOld)
      : old(old), loops(loops), space(toOld.domain().space()) {
    for (unsigned pos = 0; pos < toOld.size(); ++pos)
      values.push_back(toOld.at(int(pos)));
  }

  llvm::Expected<isl::pw_multi_aff> run() {
    for (const auto &entry : old.calls)
      if (llvm::any_of(values, [&](const isl::pw_aff &value) {
            return poly::involvesParam(value, entry.first);
          }))
        addPending(entry.first);
    if (pending.empty())
      return map();
    for (isl::pw_aff &value : values)
      value = withMarks(value);
    while (!pending.empty())
      if (llvm::none_of(std::set(pending),
                        [&](const std::string &name) { return convert(name); }))
        return llvm::createStringError(
            "the loops around '%s' do not tell its instances apart",
            old.name.c_str());
    return map();
  }

  CallTable calls; ///< over R

private:
  static std::string marked(const std::string &name) { return "old:" + name; }

  void addPending(const std::string &name) {
    if (pending.insert(name).second)
      for (const std::string &inner :
           nestedCalls(old.calls.at(name), old.calls))
        addPending(inner);
  }

  isl::pw_aff withMarks(isl::pw_aff value) const {
    for (const auto &entry : old.calls)
      value = poly::renameParam(value, entry.first, marked(entry.first));
    return value;
  }

  isl::pw_multi_aff map() const {
    return poly::makeMap(space, old.name, values);
  }

  /// Whether the arguments of call \p name are known over R by now.
  bool convert(const std::string &name) {
    UninterpretedCall call = old.calls.at(name);
    for (isl::pw_aff &argument : call.arguments) {
      argument = withMarks(argument);
      for (const auto &[before, now] : names)
        argument = poly::renameParam(argument, marked(before), now);
      argument = argument.pullback(map()).coalesce();
      for (const std::string &other : pending)
        if (poly::involvesParam(argument, marked(other)))
          return false;
    }
    const std::string made = callName(call, loops);
    calls.emplace(made, call);
    names[name] = made;
    for (isl::pw_aff &value : values)
      value = poly::renameParam(value, marked(name), made);
    pending.erase(name);
    return true;
  }

  const Statement &old;
  const std::vector<std::string> &loops;
  const isl::space space;
  std::vector<isl::pw_aff> values;
  std::set<std::string> pending;
  std::map<std::string, std::string> names; ///< over S => over R
};

} // namespace

llvm::Expected<LoopNest> nestOf(const Program &program,
                                const std::string &statement) {
  const Statement &old = program.statement(statement);
  const Phase *phase = program.phaseOf(statement);
  LoopSpace space(program, old, phase->tree);
  llvm::Expected<isl::pw_multi_aff> inverse = space.inverse();
  if (!inverse)
    return inverse.takeError();

  // { R[loop values] -> S[old] }
  isl::space loops = poly::tupleSpace(program.context.ctx(), "R",
                                      unsigned(space.loops().size()));
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < space.loops().size(); ++dim)
    values.push_back(poly::dimension(loops, dim));
  isl::pw_multi_aff rename = poly::makeMap(loops, "L", values);
  CallsOverLoops named(old, space.loops(), inverse->pullback(rename));
  llvm::Expected<isl::pw_multi_aff> map = named.run();
  if (!map)
    return map.takeError();
  const isl::pw_multi_aff toOld = *map;
  isl::set affine = poly::dropUnusedParams(space.affineDomain());
  affine = affine.preimage(rename);
  isl::set all = isl::set::universe(loops);
  Statement nest =
      pullBack(old, "R", space.loops(), toOld, named.calls, affine, all);
  // It is for inspectors, which have no blocks: they read the arrays.
  nest.copies.clear();
  // Exactly the loops' box: pulled back, the old domain repeats itself.
  isl::set instances = nest.instances();
  nest.domain = poly::withDimNames(affine.coalesce(), nest.iterators);
  nest.constraints = poly::withDimNames(instances.gist(nest.domain).coalesce(),
                                        nest.iterators);
  return LoopNest{std::move(nest), toOld};
}

/// Whether an index that \p nest reads mentions parameter \p name.
static bool readsAt(const Statement &nest, const std::string &name) {
  auto mentions = [&](const isl::pw_aff &value) {
    return poly::involvesParam(value, name);
  };
  auto reads = [&](const Access &access) {
    return llvm::any_of(access.subscripts, mentions);
  };
  return llvm::any_of(nest.calls,
                      [&](const auto &entry) {
                        return llvm::any_of(entry.second.arguments, mentions);
                      }) ||
         llvm::any_of(nest.accesses(), reads);
}

/// Whether an index that \p nest reads moves with loop \p dim, or with nothing:
/// what tells that `index(1)` is there are sizes.
static bool dependsOn(const Statement &nest, unsigned dim) {
  return llvm::any_of(nest.calls, [&](const auto &entry) {
    return llvm::any_of(entry.second.arguments, [&](const isl::pw_aff &value) {
      return poly::involvesDim(value, dim) || poly::isConstant(value);
    });
  });
}

isl::set withoutLoop(const isl::set &set, unsigned dim, const Statement &nest) {
  isl::set exact = poly::eliminateDims(set, {dim});
  if (dependsOn(nest, dim))
    return exact;
  isl::set loose = poly::dropConstraints(set, dim);
  isl::set condition = exact.params();
  for (const auto &entry : nest.calls)
    condition = poly::dropParam(condition, entry.first);
  condition = condition.gist(loose.params());
  bool isMet = condition.is_equal(isl::set::universe(condition.space()));
  if (isMet || !loose.intersect_params(condition).is_equal(exact))
    return exact;
  for (const std::string &name : poly::paramNames(condition.space()))
    if (poly::involvesParam(condition, name) && readsAt(nest, name))
      return exact;
  return loose;
}

Statement projectNest(Statement nest, const std::string &name,
                      const std::vector<unsigned> &dims) {
  std::vector<unsigned> others;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
    if (!llvm::is_contained(dims, dim))
      others.push_back(dim);
  isl::set instances = nest.instances();
  for (unsigned dim : others) {
    instances = withoutLoop(instances, dim, nest);
    nest.domain = withoutLoop(nest.domain, dim, nest);
  }
  nest.constraints = instances;
  isl::space space =
      poly::tupleSpace(nest.domain.ctx(), name, unsigned(dims.size()));
  std::vector<isl::pw_aff> values(nest.iterators.size(),
                                  poly::constant(space, 0));
  std::vector<std::string> iterators;
  for (unsigned dim : dims) {
    values[dim] = poly::dimension(space, unsigned(iterators.size()));
    iterators.push_back(nest.iterators[dim]);
  }
  isl::set whole = isl::set::universe(space);
  return pullBack(nest, name, iterators, poly::makeMap(space, "R", values), {},
                  whole, whole);
}

CallTable callsOfMap(const Statement &nest, const isl::pw_multi_aff &map,
                     const isl::pw_multi_aff &toOld, const Statement &made) {
  CallTable result;
  isl::set mapped = toOld.as_map().wrap();
  for (const auto &[name, call] : nest.calls) {
    if (!poly::involvesParam(mapped, name) || made.calls.count(name))
      continue;
    UninterpretedCall over = call;
    for (isl::pw_aff &argument : over.arguments)
      argument = argument.pullback(map);
    result.emplace(name, over);
  }
  return result;
}

ScheduleTree loopsOver(const Statement &statement, ScheduleTree body,
                       unsigned from) {
  for (size_t pos = statement.iterators.size(); pos-- > from;)
    body = ScheduleTree::loop(
        statement.iterators[pos],
        {{statement.name, statement.iterator(unsigned(pos))}}, std::move(body));
  return body;
}

} // namespace sparsec
