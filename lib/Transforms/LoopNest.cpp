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

Statement projectNest(Statement nest, const std::string &name,
                      const std::vector<unsigned> &dims) {
  std::vector<unsigned> others;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
    if (!llvm::is_contained(dims, dim))
      others.push_back(dim);
  nest.constraints = poly::eliminateDims(nest.instances(), others);
  nest.domain = poly::eliminateDims(nest.domain, others);
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
