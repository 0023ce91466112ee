//===- LoopNest.cpp - a statement over its loop values --------------------===//

#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

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
  isl::pw_multi_aff toOld = inverse->pullback(rename);
  isl::set affine = poly::dropUnusedParams(space.affineDomain());
  affine = affine.preimage(rename);
  isl::set all = isl::set::universe(loops);
  Statement nest = pullBack(old, "R", space.loops(), toOld, {}, affine, all);
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

isl::set withoutLoop(const isl::set &set, unsigned dim, const Statement &nest) {
  isl::set exact = poly::eliminateDims(set, {dim});
  for (const auto &entry : nest.calls)
    for (const isl::pw_aff &argument : entry.second.arguments)
      if (poly::involvesDim(argument, dim))
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

ScheduleTree loopsOver(const Statement &statement, ScheduleTree body,
                       unsigned from) {
  for (size_t pos = statement.iterators.size(); pos-- > from;)
    body = ScheduleTree::loop(
        statement.iterators[pos],
        {{statement.name, statement.iterator(unsigned(pos))}}, std::move(body));
  return body;
}

} // namespace sparsec
