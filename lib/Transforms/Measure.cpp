//===- Measure.cpp - the longest run of a loop as a parameter -------------===//
///
/// \file
/// `measure` lets the inspector find how far a loop runs at most, over all
/// iterations of the loops outside it, and gives that length a name:
///
///     for i                               M = 0
///       for j in 0..len(i)        =>      for i: M = max(M, len(i))
///         S(i, j)                         for i
///                                           for j in 0..len(i)  // j < M
///                                             S(i, j)
///
/// The instances stay as they are; their affine domain gains `j < M`, so that
/// `tile(s, "j", "M")` has a single tile and compact_and_pad a dense row. So
/// does that of the other statements in the loop, where it runs no further for
/// them: with bounds of their own they would get a loop of their own, for
/// `j >= M`. Where the loop ends at one number, that number stands for j, and
/// the statements beside it get the bound, too: else all loops outside would be
/// there once more, for sizes that they never run with.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"

#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop to measure; it starts at 0 (normalize makes it)"},
    {"name", ParameterSpec::Kind::NewName, "name of the length"},
};

/// The nest `{ R[loop values] }` of a statement and one of its loops.
struct NestLoop {
  Statement nest;
  unsigned depth = 0; ///< of the loop, from 0
};

/// Names of the calls whose arguments the loops from \p depth on fix.
std::vector<std::string> innerCalls(const Statement &nest, unsigned depth) {
  std::vector<std::string> inner;
  auto isInner = [&](const isl::pw_aff &argument) {
    for (unsigned dim = depth; dim < nest.iterators.size(); ++dim)
      if (poly::involvesDim(argument, dim))
        return true;
    return llvm::any_of(inner, [&](const std::string &other) {
      return poly::involvesParam(argument, other);
    });
  };
  for (size_t before = ~size_t{0}; before != inner.size();) {
    before = inner.size();
    for (const auto &[name, call] : nest.calls)
      if (!llvm::is_contained(inner, name) &&
          llvm::any_of(call.arguments, isInner))
        inner.push_back(name);
  }
  return inner;
}

/// Loop \p loop of \p name, in a nest without guards such as `col[j] > 2`,
/// which do not shorten loop j.
llvm::Expected<NestLoop> nestLoop(const Program &program,
                                  const std::string &name,
                                  const std::string &loop) {
  llvm::Expected<LoopNest> nest = nestOf(program, name);
  if (!nest)
    return nest.takeError();
  NestLoop result{nest->statement};
  auto found = llvm::find(result.nest.iterators, loop);
  result.depth = unsigned(found - result.nest.iterators.begin());
  for (const std::string &call : innerCalls(result.nest, result.depth))
    result.nest.constraints = poly::dropParam(result.nest.constraints, call);
  return result;
}

/// `{ R[outer loops, loop] }`
isl::set iterationsOf(const NestLoop &loop) {
  const unsigned from = loop.depth + 1;
  const unsigned below = unsigned(loop.nest.iterators.size()) - from;
  return poly::projectOutDims(loop.nest.instances(), from, below, "R");
}

/// `{ R[..] -> [greatest value for the outer loops] }`
isl::pw_aff greatestValue(const NestLoop &loop) {
  std::vector<isl::pw_aff> outer;
  for (unsigned dim = 0; dim < loop.depth; ++dim)
    outer.push_back(loop.nest.iterator(dim));
  isl::pw_multi_aff outerMap = poly::makeMap(loop.nest.space(), "O", outer);
  // { O[..] -> [value] }
  isl::map values = outerMap.as_map()
                        .intersect_domain(loop.nest.instances())
                        .reverse()
                        .apply_range(loop.nest.iterator(loop.depth).as_map());
  isl::pw_aff most = values.lexmax_pw_multi_aff().at(0);
  return most.gist(most.domain()).coalesce().pullback(outerMap).coalesce();
}

/// `{ name[outer loops] }`: raises \p length to the loop's end.
Statement measuring(const NestLoop &loop, const std::string &name,
                    const std::string &length) {
  Statement nest = loop.nest;
  nest.assignment.reset();
  nest.sharing.clear();
  nest.action = Action{action::Measure{length, greatestValue(loop)}, "measure"};
  std::vector<unsigned> outer;
  for (unsigned dim = 0; dim < loop.depth; ++dim)
    outer.push_back(dim);
  return projectNest(std::move(nest), name, outer);
}

/// Adds the loops of \p made before the phase of \p user, and before the
/// executor.
void addInspector(Program &next, Statement made, const std::string &user) {
  auto place = llvm::find_if(next.phases, [&](const Phase &phase) {
    return phase.role != Phase::Role::Inspect ||
           llvm::is_contained(phase.tree.statements(), user);
  });
  next.phases.insert(place, {Phase::Role::Inspect,
                             loopsOver(made, ScheduleTree::leaf(made.name))});
  std::string name = made.name;
  next.statements.insert_or_assign(name, std::move(made));
}

/// The widest loop among those of the statements in \p node that run in the
/// iterations of \p measured, but for conditions on sizes alone: a guard
/// `col[j] < m` leaves `m > 0` when col[j] is dropped.
NestLoop widest(const Program &program, const NestLoop &measured,
                const ScheduleTree &node) {
  isl::set runs = iterationsOf(measured), sizes = runs.params();
  for (const auto &entry : measured.nest.calls)
    sizes = poly::dropParam(sizes, entry.first);
  NestLoop result = measured;
  for (const std::string &name : node.statements()) {
    llvm::Expected<NestLoop> loop = nestLoop(program, name, node.name);
    if (!loop) {
      llvm::consumeError(loop.takeError());
      continue;
    }
    isl::set all = iterationsOf(*loop);
    if (poly::isBounded(all, loop->depth) &&
        all.intersect_params(sizes).is_subset(runs) &&
        iterationsOf(result).is_subset(all))
      result = std::move(*loop);
  }
  return result;
}

/// The statements in the loop \p node that run in iterations of \p measured
/// only.
std::vector<std::string> boundedBy(const Program &program,
                                   const NestLoop &measured,
                                   const ScheduleTree &node) {
  std::vector<std::string> names;
  for (const std::string &name : node.statements()) {
    llvm::Expected<NestLoop> loop = nestLoop(program, name, node.name);
    if (!loop)
      llvm::consumeError(loop.takeError());
    else if (iterationsOf(*loop).is_subset(iterationsOf(measured)))
      names.push_back(name);
  }
  return names;
}

/// `{ R[outer loops] }`
isl::set outerIterations(const isl::set &iterations, unsigned depth) {
  return poly::projectOutDims(iterations, depth,
                              unsigned(iterations.tuple_dim()) - depth, "R");
}

/// The statements beside the loop \p node, of \p measured, that run in outer
/// iterations of it only.
std::vector<std::string> besides(const Program &program,
                                 const NestLoop &measured,
                                 const ScheduleTree &node) {
  std::vector<std::string> names;
  if (measured.depth == 0)
    return names;
  const std::vector<std::string> inside = node.statements();
  const ScheduleTree &tree = program.phaseOf(inside.front())->tree;
  const ScheduleTree *around =
      tree.loopsAround(inside.front())[measured.depth - 1];
  const isl::set runs = outerIterations(iterationsOf(measured), measured.depth);
  for (const std::string &name : around->statements()) {
    llvm::Expected<NestLoop> loop = nestLoop(program, name, around->name);
    if (!loop)
      llvm::consumeError(loop.takeError());
    else if (!llvm::is_contained(inside, name) &&
             iterationsOf(*loop)
                 .intersect_params(program.callContext(loop->nest))
                 .is_subset(runs))
      names.push_back(name);
  }
  return names;
}

/// Adds `0 <= value < length` to \p statement and says which instance of
/// \p inspector has measured its instances: that of the loops \p outer.
InstanceMap addBound(Statement &statement, const isl::pw_aff &value,
                     const std::string &length,
                     const std::vector<isl::pw_aff> &outer,
                     const std::string &inspector) {
  const isl::space space = statement.space();
  statement.domain = poly::withDimNames(
      statement.domain.intersect(value.ge_set(poly::constant(space, 0)))
          .intersect(value.lt_set(poly::parameter(space, length))),
      statement.iterators);
  std::vector<isl::pw_aff> same;
  for (unsigned pos = 0; pos < statement.iterators.size(); ++pos)
    same.push_back(statement.iterator(pos));
  const std::string &name = statement.name;
  InstanceMap map{name, name, poly::makeMap(space, name, same)};
  map.listed =
      Enumeration{inspector, poly::makeMap(space, inspector, outer), {}};
  return map;
}

/// The length as a field of the plan, not below 0.
void addLength(Program &next, const std::string &length, const Statement &old) {
  bool wide = llvm::any_of(old.calls, [&](const auto &entry) {
    return next.arrays.at(entry.second.function).type.bytes > 4;
  });
  addCount(next, length, wide ? ElementType::int64() : ElementType::int32());
}

/// The values of the \p depth outermost loops around \p name.
std::vector<isl::pw_aff> outerValues(const Program &program,
                                     const std::string &name, unsigned depth) {
  std::vector<isl::pw_aff> outer;
  for (const ScheduleTree *around :
       program.phaseOf(name)->tree.loopsAround(name))
    if (outer.size() < depth)
      outer.push_back(around->values.at(name));
  return outer;
}

llvm::Expected<StepResult> measure(const Program &program,
                                   const Arguments &args) {
  const std::string name = args.statement(), loop = args.text("loop");
  const std::string length = args.text("name");
  auto node = requireLoop(program, name, loop);
  if (!node)
    return node.takeError();
  const Statement &old = program.statement(name);
  const isl::pw_aff &value = (*node)->values.at(name);
  for (const auto &entry : old.calls)
    if (poly::involvesParam(value, entry.first))
      return refuse("loop '" + loop + "' does not count from 0");
  isl::set counted = value.ge_set(poly::constant(old.space(), 0));
  if (!old.instances()
           .intersect_params(program.callContext(old))
           .is_subset(counted))
    return refuse("loop '" + loop + "' may start below 0");
  llvm::Expected<NestLoop> measured = nestLoop(program, name, loop);
  if (!measured)
    return measured.takeError();
  if (!poly::isBounded(iterationsOf(*measured), measured->depth))
    return refuse("the loops outside loop '" + loop +
                  "' do not fix its length");

  const NestLoop counting = widest(program, *measured, **node);
  StepResult result = startStep(program);
  Program &next = result.program;
  addLength(next, length, old);
  std::string inspector = next.freshName("measure_" + length);
  addInspector(next, measuring(counting, inspector, length), name);
  // The bound of the last iteration is one condition for all statements.
  const std::optional<long> last = poly::constantValue(greatestValue(counting));
  auto bound = [&](const std::string &each, const isl::pw_aff &value) {
    result.instanceMaps.push_back(
        addBound(next.statement(each), value, length,
                 outerValues(program, each, counting.depth), inspector));
  };
  auto lastOf = [&](const std::string &each) {
    return poly::constant(program.statement(each).space(), *last);
  };
  for (const std::string &each : boundedBy(program, counting, **node))
    bound(each, last ? lastOf(each) : (*node)->values.at(each));
  if (last)
    for (const std::string &each : besides(program, counting, **node))
      bound(each, lastOf(each));
  result.made = {{"executor", name}, {"inspector", inspector}};
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return measure(program, args); });
}

} // namespace

extern const TransformSpec measureSpec;
const TransformSpec measureSpec = {
    .name = "measure",
    .summary = "name the greatest length of a loop, found by the inspector",
    .before = "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .after = "for i: M = max(M, len(i))    // inspector\n"
             "for i\n  for j in 0..len(i)         // j < M is known\n"
             "    S(i, j)\n",
    .legality = "always: the instances and their order stay as they are",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
