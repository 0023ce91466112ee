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
/// `tile(s, "j", "M")` has a single tile and compact_and_pad a dense row.
///
//===----------------------------------------------------------------------===//

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

/// The nest `{ R[loop values] }` of a statement and the greatest value of one
/// of its loops.
struct Measured {
  Statement nest;
  unsigned depth = 0;
  isl::pw_aff most; ///< `{ R[..] -> [greatest value for the outer loops] }`
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

llvm::Expected<Measured> findMost(const Program &program,
                                  const std::string &name,
                                  const std::string &loop) {
  llvm::Expected<LoopNest> nest = nestOf(program, name);
  if (!nest)
    return nest.takeError();
  Measured result;
  result.nest = nest->statement;
  auto found = llvm::find(result.nest.iterators, loop);
  result.depth = unsigned(found - result.nest.iterators.begin());
  // A guard such as col[j] > 2 does not shorten loop j.
  for (const std::string &call : innerCalls(result.nest, result.depth))
    result.nest.constraints = poly::dropParam(result.nest.constraints, call);
  unsigned below = unsigned(result.nest.iterators.size()) - result.depth - 1;
  if (!poly::isBounded(poly::projectOutDims(result.nest.instances(),
                                            result.depth + 1, below, "R"),
                       result.depth))
    return refuse("the loops outside loop '" + loop +
                  "' do not fix its length");
  const isl::space space = result.nest.space();
  std::vector<isl::pw_aff> outer;
  for (unsigned dim = 0; dim < result.depth; ++dim)
    outer.push_back(result.nest.iterator(dim));
  isl::pw_multi_aff outerMap = poly::makeMap(space, "O", outer);
  // { O[..] -> [value] }
  isl::map values =
      outerMap.as_map()
          .intersect_domain(result.nest.instances())
          .reverse()
          .apply_range(result.nest.iterator(result.depth).as_map());
  isl::pw_aff most = values.lexmax_pw_multi_aff().at(0);
  result.most =
      most.gist(most.domain()).coalesce().pullback(outerMap).coalesce();
  return result;
}

/// `{ name[outer loops] }`: raises \p length to the loop's end.
Statement measuring(const Measured &measured, const std::string &name,
                    const std::string &length) {
  Statement nest = measured.nest;
  nest.assignment.reset();
  nest.sharing.clear();
  nest.action.emplace();
  nest.action->kind = Action::Kind::Measure;
  nest.action->callee = "measure";
  nest.action->values = {measured.most};
  nest.action->lines = {"if ({0} >= " + length + ")",
                        "  " + length + " = {0} + 1;"};
  nest.action->accesses = {Access::update(length, {}, "max=")};
  std::vector<unsigned> outer;
  for (unsigned dim = 0; dim < measured.depth; ++dim)
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
  llvm::Expected<Measured> measured = findMost(program, name, loop);
  if (!measured)
    return measured.takeError();

  StepResult result = startStep(program);
  Program &next = result.program;
  bool wide = llvm::any_of(old.calls, [&](const auto &entry) {
    return program.arrays.at(entry.second.function).type.bytes > 4;
  });
  next.parameters.push_back({length,
                             wide ? ElementType::int64() : ElementType::int32(),
                             Parameter::Owner::Plan});
  isl::pw_aff bound = poly::parameter(old.space(), length);
  isl::space params = isl::space::unit(program.context.ctx());
  next.context = next.context.intersect(
      poly::parameter(params, length).ge_set(poly::constant(params, 0)));
  Statement &statement = next.statement(name);
  statement.domain = poly::withDimNames(
      statement.domain.intersect(counted).intersect(value.lt_set(bound)),
      statement.iterators);
  std::vector<isl::pw_aff> same;
  for (unsigned pos = 0; pos < old.iterators.size(); ++pos)
    same.push_back(old.iterator(pos));
  std::string inspector = next.freshName("measure_" + length);
  addInspector(next, measuring(*measured, inspector, length), name);
  std::vector<isl::pw_aff> outer;
  for (const ScheduleTree *around :
       program.phaseOf(name)->tree.loopsAround(name))
    if (outer.size() < measured->depth)
      outer.push_back(around->values.at(name));
  InstanceMap map{name, name, poly::makeMap(old.space(), name, same)};
  map.listed =
      Enumeration{inspector, poly::makeMap(old.space(), inspector, outer), {}};
  result.instanceMaps.push_back(map);
  result.made = {{"executor", name}, {"inspector", inspector}};
  result.orderPreserved = true;
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
