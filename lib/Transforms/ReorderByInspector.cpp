//===- ReorderByInspector.cpp - a loop in an order found at run time ------===//
///
/// \file
/// `reorder_by_inspector` runs the iterations of a loop in the order of a key
/// that the inspector computes for each of them:
///
///     for i                         for i: key[i] = ..; perm[i] = i
///       S(i, ..)             =>     sort perm by key
///                                   for p
///                                     S(perm[p], ..)
///
/// As a relation { X[.., p, ..] -> S[.., first + perm(p), ..] } for every
/// statement in the loop; perm is a permutation of [0, count), so that later
/// steps know that different p stand for different i.
///
/// A key is a value that index arrays give, as in C: `by = "place[i]"`, the
/// least first; or with `by = "length"` the number of instances that an
/// iteration has, the longest first. The sort is stable and may be confined to
/// windows (SELL-C-sigma: Kreutzer, Hager, Wellein, Fehske and
/// Bishop, SIAM J. Sci. Comput. 36(5), 2014).
///
//===----------------------------------------------------------------------===//

#include "Inspection/LoopKey.h"
#include "Inspection/NumberedLoop.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "the statement whose instances decide the order"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to reorder"},
    {"by", ParameterSpec::Kind::Text,
     "the key of an iteration: a value as in C of the loop, parameters and "
     "elements of integer arrays, such as \"place[i]\", least first; or "
     "length, "
     "the number of its instances of the statement, greatest first; length "
     "unless given",
     true},
    {"window", ParameterSpec::Kind::Count,
     "only iterations of one window, that many in a row, change places; all "
     "do unless given",
     true},
    {"name", ParameterSpec::Kind::NewName,
     "name of the new loop; that of the old one unless given", true},
};

constexpr llvm::StringLiteral byLength = "length";

using Inside = NumberedLoop::Inside;

class Reordering {
public:
  Reordering(const Program &program, const Arguments &args)
      : old(program), statement(args.statement()), loop(args.text("loop")),
        newLoop(args.text("name", loop)), window(args.integer("window")),
        by(args.text("by", byLength)), result(startStep(program)),
        next(result.program), phases(next, newLoop) {}

  llvm::Expected<StepResult> run();

private:
  llvm::Error findLoop();
  llvm::Error findKey();
  llvm::Error findLength();
  llvm::Error findValue();
  void nameParts();
  void addArrays();
  void replace(const Inside &inside);
  std::string addLengths();
  std::string addKeys();
  void addInspector();
  action::Call sorting() const;
  const Inside &leader() const { return numbered.inside(statement); }

  const Program &old;
  const std::string statement, loop, newLoop;
  const long window;
  const std::string by;
  StepResult result;
  Program &next;

  NumberedLoop numbered;
  const IterationRange &range = numbered.range;
  std::vector<unsigned> counted; ///< loops that decide the length
  std::optional<LoopKey> keyer;  ///< or gives an iteration its key
  std::string perm, key, lister;
  InspectorBuilder phases;
};

llvm::Error Reordering::findLoop() {
  llvm::Expected<NumberedLoop> found = numberedLoop(old, statement, loop);
  if (!found)
    return found.takeError();
  if (newLoop != loop)
    if (llvm::Error error = checkNewLoopName(
            old, *old.phaseOf(statement)->tree.findLoop(statement, loop),
            newLoop))
      return error;
  numbered = std::move(*found);
  return llvm::Error::success();
}

llvm::Error Reordering::findKey() {
  return by == byLength ? findLength() : findValue();
}

/// The key of an iteration counts those of loops that not all iterations run
/// through alike.
llvm::Error Reordering::findLength() {
  counted = tellingLoops(leader().nest.statement, leader().depth);
  if (!counted.empty())
    return llvm::Error::success();
  return refuse("every iteration of loop '" + loop +
                "' has as many instances of '" + statement +
                "' as any other; name a statement inside a loop whose bounds "
                "depend on '" +
                loop + "'");
}

/// The key is what index arrays say of an iteration.
llvm::Error Reordering::findValue() {
  llvm::Expected<LoopKey> found =
      findLoopKey(old, next, {statement, loop, by, newLoop}, range);
  if (!found)
    return found.takeError();
  keyer = std::move(*found);
  return llvm::Error::success();
}

void Reordering::nameParts() {
  perm = next.freshName(loop + "_perm");
  key = next.freshName(loop + (keyer ? "_key" : "_length"));
}

void Reordering::addArrays() {
  phases.addArray(perm, numbered.indexType, Array::Owner::Plan, {range.count});
  phases
      .addArray(key, ElementType::int64(), Array::Owner::Workspace,
                {range.count})
      .isZeroed = !keyer;
}

/// The statement over the positions: `{ X[.., p, ..] }` under its old name.
void Reordering::replace(const Inside &inside) {
  const Statement &nest = inside.nest.statement;
  std::vector<std::string> iterators = nest.iterators;
  iterators[inside.depth] = newLoop;
  isl::space space = poly::tupleSpace(old.context.ctx(), inside.name,
                                      unsigned(iterators.size()));
  CallTable calls;
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < iterators.size(); ++dim)
    values.push_back(poly::dimension(space, dim));
  isl::pw_aff position = values[inside.depth];
  isl::pw_aff found = addCall(calls, {perm, {position}}, iterators, space);
  values[inside.depth] = range.valueOf(found);
  isl::pw_multi_aff map = poly::makeMap(space, "R", values);
  Statement made = pullBack(nest, inside.name, iterators, map, calls,
                            range.numbers(position), isl::set::universe(space));
  dropListedBounds(made, range, found, next);
  InstanceMap from = permutedInstances(old, inside, loop, made, map, perm,
                                       inside.depth, lister);
  from.listed->members = range.numbers(made.iterator(inside.depth));
  result.instanceMaps.push_back(std::move(from));
  ScheduleTree &tree = next.phaseOf(inside.name)->tree;
  unsigned depth = 0;
  tree.walk([&](ScheduleTree &node) {
    if (node.isLoop() && node.values.count(inside.name))
      node.values[inside.name] = made.iterator(depth++);
  });
  next.statements.insert_or_assign(inside.name, std::move(made));
}

//===----------------------------------------------------------------------===//
// The inspector
//===----------------------------------------------------------------------===//

action::Call Reordering::sorting() const {
  using A = Argument;
  return callFor(numbered.indexType, runtime::sort_by_key,
                 {A::size(perm), A::array(perm), A::array(key),
                  window > 0 ? A::integer(window) : A::size(perm),
                  A::integer(/*descending=*/!keyer)});
}

std::string Reordering::addLengths() {
  const bool isOutermost = counted.front() == leader().depth;
  return phases.visit(
      instanceCount(range, leader().nest.statement, leader().depth, key),
      counted, "count", isOutermost);
}

std::string Reordering::addKeys() {
  keyer->writeTo(key, range);
  return phases.add(keyer->lister, /*parallel=*/true);
}

void Reordering::addInspector() {
  phases.allocate(perm);
  phases.add(numberListing(range, {lister, loop}, perm, numbered.indexType),
             /*parallel=*/true);
  phases.allocate(key);
  const std::string counter = keyer ? addKeys() : addLengths();
  phases.call("sort", sorting());
  phases.insertBefore(statement);
  result.made = {{"executor", statement}, {"inspector", counter}};
}

llvm::Expected<StepResult> Reordering::run() {
  for (auto step : {&Reordering::findLoop, &Reordering::findKey})
    if (llvm::Error error = (this->*step)())
      return error;
  nameParts();
  lister = next.freshName("list_" + newLoop);
  addArrays();
  addPermutationFacts(next, perm, numbered);
  for (const Inside &inside : numbered.insides)
    replace(inside);
  next.phaseOf(statement)->tree.findLoop(statement, loop)->name = newLoop;
  addInspector();
  return std::move(result);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return Reordering(program, args).run(); });
}

} // namespace

extern const TransformSpec reorder_by_inspectorSpec;
const TransformSpec reorder_by_inspectorSpec = {
    .name = "reorder_by_inspector",
    .summary = "run a loop in an order that the inspector computes",
    .before = "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .after = "perm = all i, those of greatest len(i) first  // inspector\n"
             "for p\n  for j in 0..len(perm[p])\n    S(perm[p], j)\n",
    .legality = "when the loop carries no dependence but those of reductions "
                "that may change their order",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
