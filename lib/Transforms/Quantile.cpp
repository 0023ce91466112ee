//===- Quantile.cpp - a length that most counts stay within ---------------===//
///
/// \file
/// `quantile` lets the inspector find the least number K that at least a given
/// share of an array's elements do not exceed, counts of rows for instance, and
/// gives it a name:
///
///     order = all e, by len[e]          // inspector
///     K = len[order[n * 90 / 100 - 1]]  // inspector
///
/// The program stays as it is; conditions of split_by and sizes of tile mention
/// K.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"
#include "Inspection/IterationKeys.h"

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "a statement that runs after the array is known"},
    {"array", ParameterSpec::Kind::Text, "an array that `count` has made"},
    {"percent", ParameterSpec::Kind::Count,
     "at least so many percent of its elements are no greater; 1 to 100"},
    {"name", ParameterSpec::Kind::NewName, "name of the number"},
};

/// The counts that \p args name: a plan's array of one dimension.
llvm::Expected<const Array *> countsOf(const Program &program,
                                       const std::string &name) {
  auto found = program.arrays.find(name);
  if (found == program.arrays.end() ||
      found->second.owner != Array::Owner::Plan || !found->second.isZeroed ||
      found->second.extents.size() != 1)
    return refuse("'" + name +
                  "' is not an array that count has made for one loop");
  return &found->second;
}

/// Whether all but one of k elements are that share, as 9 of 10 are: n - n / k.
bool hasNoProduct(long percent) {
  return percent == 100 || 100 % (100 - percent) == 0;
}

/// That `percent * count` fits an int, which is checked.
Fact fewEnough(const isl::pw_aff &count, const std::string &values) {
  constexpr long most = 21'000'000;
  Fact fact;
  fact.kind = Fact::Kind::Condition;
  fact.condition =
      count.le_set(poly::constant(isl::space::unit(count.ctx()), most));
  fact.text = "quantile of no more than 21000000 elements of " + values;
  return fact;
}

/// `{ name[p] : p = count * percent / 100, rounded up, - 1 }`: raises \p length
/// to values[order[p]].
Statement reading(const isl::pw_aff &count, long percent,
                  const std::string &name, const std::string &order,
                  const std::string &values, const std::string &length) {
  Statement made;
  made.name = name;
  made.iterators = {"p"};
  isl::space space = poly::tupleSpace(count.ctx(), name, 1);
  isl::pw_aff place = poly::dimension(space, 0);
  isl::pw_aff all = poly::onSpace(count, space), most;
  if (hasNoProduct(percent))
    most = percent == 100 ? all
                          : all.sub(poly::floorDiv(all, 100 / (100 - percent)));
  else
    most = poly::floorDiv(
        all.scale(isl::val(count.ctx(), percent)).add_constant(99), 100);
  isl::pw_aff last = most.add_constant(-1);
  made.domain = poly::withDimNames(
      place.eq_set(last).intersect(place.ge_set(poly::constant(space, 0))),
      made.iterators);
  made.constraints = isl::set::universe(space);
  isl::pw_aff which =
      addCall(made.calls, {order, {place}}, made.iterators, space);
  isl::pw_aff value =
      addCall(made.calls, {values, {which}}, made.iterators, space);
  // A length is one more than the greatest value.
  made.action =
      Action{action::Measure{length, value.add_constant(-1)}, "quantile"};
  return made;
}

llvm::Expected<StepResult> quantile(const Program &program,
                                    const Arguments &args) {
  const std::string statement = args.statement(), values = args.text("array");
  const std::string length = args.text("name");
  const long percent = args.integer("percent");
  if (percent > 100)
    return refuse("there are no " + llvm::Twine(percent) + " percent");
  llvm::Expected<const Array *> counts = countsOf(program, values);
  if (!counts)
    return counts.takeError();
  StepResult result = startStep(program);
  Program &next = result.program;
  const isl::pw_aff zero =
      poly::constant(isl::space::unit(program.context.ctx()), 0);
  const IterationRange all{zero, *(*counts)->extents[0]};
  const ElementType type = (*counts)->type, wide = ElementType::int64();
  if (!hasNoProduct(percent))
    next.facts.push_back(fewEnough(all.count, values));
  const std::string order = next.freshName(values + "_order");
  addCount(next, length, type);
  InspectorBuilder phases(next, length);
  phases.addArray(order, type, Array::Owner::Plan, {all.count});
  next.facts.push_back(provedRange(order, zero, all.count));
  phases.allocate(order);
  phases.add(
      numberListing(all, {next.freshName("list_" + length), "e"}, order, type),
      /*parallel=*/true);
  // Keys of sorts have 64 bits.
  const std::string key = next.freshName(values + "_key");
  phases.addArray(key, wide, Array::Owner::Workspace, {all.count});
  phases.allocate(key);
  Statement copy =
      numberListing(all, {next.freshName("keys_" + length), "e"}, key, wide);
  copy.assignment->value =
      Expr::access(values, copy.assignment->target.subscripts, type);
  phases.add(copy, /*parallel=*/true);
  using A = Argument;
  phases.call("sort", callFor(type, runtime::sort_by_key,
                              {A::size(order), A::array(order), A::array(key),
                               A::size(order), A::integer(0)}));
  phases.add(reading(all.count, percent, next.freshName("quantile_" + length),
                     order, values, length),
             /*parallel=*/false);
  phases.insertBefore(statement);
  result.made = {{"executor", statement}};
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return quantile(program, args); });
}

} // namespace

extern const TransformSpec quantileSpec;
const TransformSpec quantileSpec = {
    .name = "quantile",
    .summary = "name a number that most counts do not exceed, found by the "
               "inspector",
    .before = "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .after = "K = the 90 % quantile of len    // inspector\n"
             "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .legality = "always: the instances and their order stay as they are",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
