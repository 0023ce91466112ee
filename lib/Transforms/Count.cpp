//===- Count.cpp - how many instances loops have, by value ----------------===//
///
/// \file
/// `count` lets the inspector count a statement's instances for each value of
/// some of its loops, for conditions of later steps:
///
///     for k                               fill = 0
///       for i                   =>        for i, for j: fill[col[j]]++
///         for j: col[j] == k              for k, i, j
///           S(k, i, j)                      S(k, i, j)
///
/// The statement stays as it is. The inspector runs through its instances in
/// another order: loops that index arrays determine are not loops there.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"
#include "Inspection/IterationKeys.h"

#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Poly/Constraints.h"
#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "the statement whose instances are counted"},
    {"loops", ParameterSpec::Kind::Loops,
     "loops around it: each combination of their values has a count"},
    {"name", ParameterSpec::Kind::NewName, "name of the array of counts"},
};

/// The bounds of `{ [v] }` \p values that mention the fewest parameters: a
/// guard that leaves values out gives others beside those of the loop.
std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
plainBounds(const isl::set &values) {
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>> best;
  size_t fewest = ~size_t{0};
  const std::vector<isl::set> all = poly::constraintsOf(values);
  for (const isl::set &one : all)
    for (const isl::set &other : all) {
      isl::set both = one.intersect(other);
      const size_t count =
          poly::paramNames(poly::dropUnusedParams(both).space()).size();
      auto bounds = poly::parameterBounds(both, 0);
      if (!bounds || count >= fewest)
        continue;
      best = std::move(bounds);
      fewest = count;
    }
  return best ? best : poly::parameterBounds(values, 0);
}

/// The values of loop \p dim, from the least one on.
llvm::Expected<IterationRange> rangeOf(const Program &program,
                                       const Statement &nest, unsigned dim) {
  isl::map value =
      poly::makeMap(nest.space(), "V", {nest.iterator(dim)}).as_map();
  isl::set values =
      nest.domain.apply(value).intersect_params(program.context).coalesce();
  auto bounds = plainBounds(values);
  if (!bounds)
    return refuse("loop '" + nest.iterators[dim] +
                  "' has no bounds in the parameters, so there is no array "
                  "with a count for each of its values");
  *bounds = orEmpty(program, *bounds);
  isl::pw_aff count = bounds->second.sub(bounds->first).add_constant(1);
  return IterationRange{bounds->first, count.coalesce()};
}

/// Whether loop \p dim runs through rows that follow each other, or positions
/// in them: of these there are no more than elements of an array.
bool isOfRows(const Program &program, const Statement &nest, unsigned dim) {
  return llvm::any_of(nest.calls, [&](const auto &entry) {
    const auto &[name, call] = entry;
    return !program.factsAbout(call.function, Fact::Kind::Monotonic).empty() &&
           (poly::isBoundBy(nest.constraints, dim, name) ||
            llvm::any_of(call.arguments, [&](const isl::pw_aff &argument) {
              return poly::involvesDim(argument, dim);
            }));
  });
}

/// Whether counts may be greater than an int, when an inspector runs through
/// the loops \p visited and counts for each value of \p counted.
bool mayExceedInt(const Program &program, const Statement &nest,
                  const std::vector<unsigned> &visited,
                  const std::vector<unsigned> &counted) {
  isl::set instances =
      nest.instances().intersect_params(program.callContext(nest));
  unsigned free = 0;
  for (unsigned dim : visited) {
    std::vector<unsigned> others = visited;
    llvm::erase(others, dim);
    free += !llvm::is_contained(counted, dim) &&
            !isOfRows(program, nest, dim) &&
            !isDetermined(nest, instances, others, dim);
  }
  return free > 1 || llvm::any_of(nest.calls, [&](const auto &entry) {
           return program.arrays.at(entry.second.function).type.bytes > 4;
         });
}

llvm::Expected<StepResult> count(const Program &program,
                                 const Arguments &args) {
  const std::string statement = args.statement(), name = args.text("name");
  llvm::Expected<LoopNest> found = nestOf(program, statement);
  if (!found)
    return found.takeError();
  Statement nest = std::move(found->statement);
  std::vector<unsigned> counted;
  std::vector<isl::pw_aff> extents, subscripts;
  for (const std::string &loop : args.texts("loops")) {
    unsigned dim =
        unsigned(llvm::find(nest.iterators, loop) - nest.iterators.begin());
    llvm::Expected<IterationRange> range = rangeOf(program, nest, dim);
    if (!range)
      return range.takeError();
    counted.push_back(dim);
    extents.push_back(range->count);
    subscripts.push_back(range->numberOf(nest.iterator(dim)));
  }
  std::vector<unsigned> loops = tellingLoops(nest, counted);
  if (loops.empty())
    return refuse("'" + statement + "' has as many instances for every value " +
                  "of the loops");
  loops = visitingOrder(nest, program.callContext(nest), loops);

  StepResult result = startStep(program);
  InspectorBuilder phases(result.program, name);
  const ElementType type = mayExceedInt(program, nest, loops, counted)
                               ? ElementType::int64()
                               : ElementType::int32();
  phases.addArray(name, type, Array::Owner::Plan, extents).isZeroed = true;
  Fact range = provedFact(Fact::Kind::Range, {name});
  range.lower = poly::constant(isl::space::unit(program.context.ctx()), 0);
  result.program.facts.push_back(range);
  nest.sharing.clear();
  nest.action.reset();
  nest.assignment = Assignment{Expr::access(name, subscripts, type),
                               Update::Add, Expr::constant("1", type)};
  phases.allocate(name);
  bool isParallel = llvm::is_contained(counted, loops.front());
  std::string counter = phases.visit(nest, loops, "count", isParallel);
  phases.insertBefore(statement);
  result.made = {{"executor", statement}, {"inspector", counter}};
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return count(program, args); });
}

} // namespace

extern const TransformSpec countSpec;
const TransformSpec countSpec = {
    .name = "count",
    .summary = "count a statement's instances for each value of loops",
    .before = "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .after = "for i, for j in 0..len(i): count[i]++    // inspector\n"
             "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .legality = "always: the instances and their order stay as they are",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
