//===- RescaledElements.cpp - elements that iterations rescale ------------===//
///
/// \file
/// A sum is rescaled by each iteration, as a whole. What iterations do to its
/// elements has to be a product, of O, the iterations, and R, the loops inside:
///
///     { O[outer, iteration] -> R[inner] } = { O[outer, iteration] } x
///                                           { P[outer] -> R[inner] }
///
//===----------------------------------------------------------------------===//

#include "Support/RescaledElements.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class ElementFinder {
public:
  ElementFinder(const Program &program, const RescaledLoops &loops,
                const RescaledSums::Sum &sum)
      : program(program), loops(loops), sum(sum),
        tree(program.phaseOf(loops.statement)->tree),
        around(tree.loopsAround(sum.statement)), depth(depthOfIterations()),
        view(program, tree, loops.statement, depth),
        made(poly::tupleSpace(program.context.ctx(), "E",
                              loops.depth + 1 + innerLoops())),
        result{{}, isl::set::universe(made), {}} {}

  llvm::Expected<RescaledElements> find() {
    if (llvm::Error error = checkIterations())
      return error;
    if (innerLoops() > 0)
      if (llvm::Error error = findWhere())
        return error;
    if (llvm::Error error = findSubscripts())
      return error;
    return result;
  }

private:
  unsigned depthOfIterations() const {
    unsigned pos = 0;
    while (around[pos]->name != loops.body)
      ++pos;
    return pos + 1;
  }
  unsigned innerLoops() const { return unsigned(around.size()) - depth; }
  std::vector<isl::pw_aff> dimensions(unsigned first, unsigned count) const {
    std::vector<isl::pw_aff> values;
    for (unsigned pos = first; pos < first + count; ++pos)
      values.push_back(poly::dimension(made, pos));
    return values;
  }
  /// Whether an index array's element is in \p object.
  template <typename Object>
  bool hasCalls(const Object &object) const {
    for (const std::string &name : poly::paramNames(object.space()))
      if (!program.findParameter(name) && poly::involvesParam(object, name))
        return true;
    return false;
  }

  llvm::Error checkIterations();
  llvm::Error findWhere();
  llvm::Error findSubscripts();

  const Program &program;
  const RescaledLoops &loops;
  const RescaledSums::Sum &sum;
  const ScheduleTree &tree;
  const std::vector<const ScheduleTree *> around; ///< the sum's update
  const unsigned depth;  ///< loops down to the innermost one of the iterations
  OuterView view;        ///< over these
  const isl::space made; ///< E
  std::optional<isl::set> iterations;
  RescaledElements result;
};

/// No condition leaves one of the iteration's statements out.
llvm::Error ElementFinder::checkIterations() {
  for (const std::string &name : around[depth - 1]->statements()) {
    if (tree.loopsAround(name).size() != depth)
      continue;
    const OuterRelation own = view.see(name, "A", {});
    const isl::set runs = own.relation.domain();
    if (!own.exact || (iterations && !runs.is_equal(*iterations)))
      return refuse("'" + name + "' may not run in all iterations of loop '" +
                    loops.body + "'");
    iterations = runs;
  }
  if (!iterations)
    return refuse("loop '" + loops.body + "' holds loops only");
  return llvm::Error::success();
}

llvm::Error ElementFinder::findWhere() {
  std::vector<isl::pw_aff> values;
  for (unsigned pos = depth; pos < around.size(); ++pos) {
    values.push_back(around[pos]->values.at(sum.statement));
    result.loops.push_back(around[pos]->name);
  }
  const OuterRelation inner = view.see(sum.statement, "R", values);
  std::vector<isl::pw_aff> outside;
  for (unsigned pos = 0; pos < loops.depth; ++pos)
    outside.push_back(poly::dimension(view.space(), pos));
  const isl::map prefix = poly::makeMap(view.space(), "P", outside).as_map();
  const isl::map any = prefix.reverse().apply_range(inner.relation);
  if (!inner.exact || !prefix.apply_range(any)
                           .intersect_domain(*iterations)
                           .is_subset(inner.relation))
    return refuse("not all iterations of loop '" + loops.body +
                  "' update the same elements of '" + sum.array + "'");
  const isl::map own = any.gist_domain(iterations->apply(prefix)).coalesce();
  const isl::set wrapped = own.wrap();
  if (hasCalls(wrapped))
    return refuse("index arrays bound the loops over elements of '" +
                  sum.array + "'");
  const isl::pw_multi_aff outer =
      poly::makeMap(made, "P", dimensions(0, loops.depth));
  result.where = poly::dropUnusedParams(wrapped.preimage(outer.range_product(
      poly::makeMap(made, "R", dimensions(loops.depth + 1, innerLoops())))));
  return llvm::Error::success();
}

llvm::Error ElementFinder::findSubscripts() {
  const Statement &statement = program.statement(sum.statement);
  const LoopSpace space(program, statement, tree);
  auto inverse = space.inverse();
  if (!inverse)
    return refuse(llvm::toString(inverse.takeError()));
  // { E[outer, part, inner] -> L[outer, .., inner] }
  std::vector<isl::pw_aff> values = dimensions(0, loops.depth);
  for (unsigned pos = loops.depth; pos < depth; ++pos)
    values.push_back(poly::constant(made, 0));
  llvm::append_range(values, dimensions(loops.depth + 1, innerLoops()));
  const isl::pw_multi_aff toLoops = poly::makeMap(made, "L", values);
  std::vector<isl::pw_aff> apart = dimensions(0, loops.depth + 1);
  for (const isl::pw_aff &subscript : statement.assignment->target.subscripts) {
    isl::pw_aff value = subscript.pullback(*inverse);
    value = poly::dropUnusedParams(value.gist(value.domain()).coalesce());
    bool isMoved = hasCalls(value);
    for (unsigned pos = loops.depth; pos < depth; ++pos)
      isMoved |= poly::involvesDim(value, pos);
    if (isMoved)
      return refuse("'" + sum.statement + "' updates an element of '" +
                    sum.array + "' that loop '" + loops.body +
                    "' or an index array tells");
    result.subscripts.push_back(value.pullback(toLoops));
    apart.push_back(result.subscripts.back());
  }
  if (!poly::makeMap(made, "A", apart)
           .as_map()
           .intersect_domain(result.where)
           .is_injective())
    return refuse("an iteration of loop '" + loops.body +
                  "' updates one element of '" + sum.array +
                  "' more than once");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<RescaledElements>
rescaledElements(const Program &program, const RescaledLoops &loops,
                 const RescaledSums::Sum &sum) {
  return ElementFinder(program, loops, sum).find();
}

} // namespace sparsec
