//===- Replay.cpp - the source's loops in a plan's order ------------------===//

#include "sparsec/Bench/Replay.h"

#include "sparsec/IR/LoopSpace.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::bench {

std::string orderName(size_t number, unsigned loop) {
  return "bench_order_" + std::to_string(number) + "_" + std::to_string(loop);
}

std::string visitsName(size_t number) {
  return "bench_visits_" + std::to_string(number);
}

namespace {

/// One free order of the source's loops.
class Replay {
public:
  Replay(Program &program, const FreeOrder &order, size_t number)
      : program(program), order(order), number(number),
        visit(program.freshName("t")),
        visits(poly::parameter(isl::space::unit(program.context.ctx()),
                               visitsName(number))) {}

  void run();

private:
  void declare();
  /// The statement \p name over [visit, loops inside], and where it comes from.
  isl::pw_multi_aff listed(const std::string &name);

  Program &program;
  const FreeOrder &order;
  const size_t number;
  const std::string visit; ///< the loop over what the order lists
  const isl::pw_aff visits;
};

void Replay::declare() {
  for (unsigned loop = 0; loop < order.depth; ++loop) {
    Array list;
    list.name = orderName(number, loop);
    list.type = ElementType::int64();
    list.extents = {visits};
    program.arrays[list.name] = list;
  }
  program.parameters.push_back({visitsName(number), ElementType::int64()});
  const isl::pw_aff none =
      poly::constant(isl::space::unit(program.context.ctx()), 0);
  program.context = program.context.intersect(visits.ge_set(none).params());
}

isl::pw_multi_aff Replay::listed(const std::string &name) {
  const Statement old = program.statement(name);
  const LoopSpace loops(program, old, program.phaseOf(name)->tree);
  std::vector<std::string> iterators = {visit};
  for (size_t pos = order.depth; pos < loops.loops().size(); ++pos)
    iterators.push_back(loops.loops()[pos]);
  const isl::space space =
      poly::tupleSpace(program.context.ctx(), name, unsigned(iterators.size()));
  const isl::pw_aff t = poly::dimension(space, 0);
  // X[t, inner] -> L[order(t).., inner] -> S[..]
  CallTable lists;
  std::vector<isl::pw_aff> values;
  for (unsigned loop = 0; loop < order.depth; ++loop)
    values.push_back(
        addCall(lists, {orderName(number, loop), {t}}, iterators, space));
  for (unsigned pos = 1; pos < iterators.size(); ++pos)
    values.push_back(poly::dimension(space, pos));
  const isl::pw_multi_aff inverse = llvm::cantFail(loops.inverse());
  const isl::pw_multi_aff toLoops = poly::makeMap(space, "L", values);
  const isl::pw_multi_aff map = inverse.pullback(toLoops);
  const isl::pw_aff zero = poly::constant(space, 0);
  // A loop with one value is none of the iterators' business.
  const isl::set inside = loops.affineDomain().preimage(toLoops);
  program.statements.insert_or_assign(
      name,
      pullBack(old, name, iterators, map, lists,
               t.ge_set(zero).intersect(t.lt_set(poly::onSpace(visits, space))),
               inside));
  return map;
}

void Replay::run() {
  declare();
  std::map<std::string, Derivation> derivations;
  for (const std::string &name : order.statements)
    derivations[name] = {name, listed(name)};
  const std::string &first = order.statements.front();
  ScheduleTree &tree = program.phaseOf(first)->tree;
  const std::vector<const ScheduleTree *> loops = tree.loopsAround(first);
  ScheduleTree body = loops[order.depth - 1]->children[0];
  rebindValues(body, derivations);
  std::map<std::string, isl::pw_aff> values;
  for (const std::string &name : order.statements)
    values[name] = program.statement(name).iterator(0);
  *tree.findLoop(first, loops[0]->name) =
      ScheduleTree::loop(visit, std::move(values), std::move(body));
}

} // namespace

std::string orderLists(const std::vector<FreeOrder> &orders) {
  std::string text;
  for (size_t number = 0; number < orders.size(); ++number) {
    const std::string order = std::to_string(number);
    text += "  const long long " + visitsName(number) + " = bench_visits(" +
            order + ");\n";
    for (unsigned loop = 0; loop < orders[number].depth; ++loop)
      text += "  const long long *" + orderName(number, loop) +
              " = bench_visited(" + order + ", " + std::to_string(loop) +
              ");\n";
  }
  return text;
}

Program inOrder(const Program &source, const std::vector<FreeOrder> &orders) {
  Program program = source;
  for (size_t number = 0; number < orders.size(); ++number)
    Replay(program, orders[number], number).run();
  return program;
}

} // namespace sparsec::bench
