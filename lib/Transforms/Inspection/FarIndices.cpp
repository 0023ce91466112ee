//===- FarIndices.cpp - indices that are stored as they are ---------------===//

#include "Inspection/FarIndices.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Transforms/LoopNest.h"

namespace sparsec {

FarIndices::FarIndices(Program &program, InspectorBuilder &phases,
                       const Statement &nest, unsigned depth,
                       IterationRange range, const std::string &stem)
    : program(program), phases(phases), nest(nest), depth(depth),
      range(std::move(range)), type(ElementType::int32()),
      list(program.freshName(stem)), first(program.freshName(stem + "_first")),
      number(program.freshName(stem + "_count")),
      cursor(program.freshName(stem + "_at")) {
  const TypeOf typeOf = typesIn(program, nest.calls);
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
    if (mayExceedInt(nest.instances(), dim, typeOf))
      type = ElementType::int64();
}

void FarIndices::makeArrays(const ElementType &index) {
  const isl::pw_aff more = range.count.add_constant(1);
  phases.addArray(first, type, Array::Owner::Plan, {more}).isZeroed = true;
  phases.addArray(cursor, type, Array::Owner::Workspace, {range.count});
  addCount(program, number, type);
  phases.addArray(
      list, index, Array::Owner::Plan,
      {poly::parameter(isl::space::unit(range.count.ctx()), number)});
  for (const std::string &array : {first, list})
    program.arrays.at(array).isIndex = false;
}

Expr FarIndices::at(Expr place) const {
  Expr result = Expr::access(list, {}, program.arrays.at(list).type);
  result.operands = {std::move(place)};
  return result;
}

Expr FarIndices::cursorOf(const Statement &made) const {
  return Expr::access(cursor, {range.numberOf(made.iterator(depth))}, type);
}

void FarIndices::addInspector(const std::vector<unsigned> &dims,
                              const Expr &stored, const Expr &index) {
  Expr isFar = Expr::binary(Operator::Equal, stored,
                            Expr::constant("0", ElementType::int32()));
  isFar.type = ElementType::int32();
  count(dims, isFar);
  fill(dims, isFar, index);
}

/// first[i + 1] += is far; then their sums.
void FarIndices::count(const std::vector<unsigned> &dims, const Expr &isFar) {
  phases.allocate(first);
  Statement made = nest;
  made.assignment = Assignment{
      Expr::access(
          first, {range.numberOf(nest.iterator(depth)).add_constant(1)}, type),
      Update::Add, isFar};
  phases.visit(std::move(made), dims, "count_far",
               /*parallel=*/dims.front() == depth);
  action::Call scan = callFor(type, runtime::inclusive_scan,
                              {Argument::array(first), Argument::size(first)});
  const isl::space none = poly::tupleSpace(range.count.ctx(), "call", 0);
  scan.results = {
      {number, Expr::access(first, {poly::onSpace(range.count, none)}, type)}};
  phases.call("scan", std::move(scan));
  phases.allocate(list);
}

/// A place in the list is one of its iteration's part, as far as others see it.
void FarIndices::fill(const std::vector<unsigned> &dims, const Expr &isFar,
                      const Expr &index) {
  phases.allocate(cursor);
  Statement begin = numberListing(
      range, {program.freshName("begin_" + cursor), nest.iterators[depth]},
      cursor, type);
  begin.assignment->value =
      Expr::access(first, begin.assignment->target.subscripts, type);
  phases.add(std::move(begin), /*parallel=*/true);

  const Expr place = cursorOf(nest);
  Statement put = nest, step = nest;
  put.assignment =
      Assignment{at(place), Update::Set, Expr::masked(isFar, index)};
  put.sharing[list].segment = {range.numberOf(nest.iterator(depth))};
  step.assignment = Assignment{place, Update::Add, isFar};
  put = projectNest(std::move(put), program.freshName("put_" + list), dims);
  step = projectNest(std::move(step), program.freshName("step_" + list), dims);
  ScheduleTree tree =
      loopsOver(put, ScheduleTree::sequence({ScheduleTree::leaf(put.name),
                                             ScheduleTree::leaf(step.name)}));
  unsigned dim = 0;
  tree.walk([&](ScheduleTree &node) {
    if (node.isLoop())
      node.values[step.name] = step.iterator(dim++);
  });
  tree.marks.parallel = dims.front() == depth;
  program.statements.emplace(put.name, std::move(put));
  program.statements.emplace(step.name, std::move(step));
  phases.add(Phase::Role::Inspect, std::move(tree));
}

} // namespace sparsec
