//===- DependenceSchedule.cpp - segments within segments of iterations ----===//

#include "Inspection/DependenceSchedule.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// What lets this loop and \p made start at one value: `shift` adds numbers
/// only, so loops that start at parameters both count from 0.
std::string
DependenceSchedule::shiftsTogether(const SegmentedLoop &made) const {
  auto command = [](const char *step, const SegmentedLoop &one, long value) {
    return std::string(step) + "(" + one.statement + ", \"" + one.loop +
           "\", " + std::to_string(value) + ")";
  };
  const isl::pw_aff apart =
      numbered.range.first.sub(made.numbered.range.first).coalesce();
  if (const auto by = poly::constantValue(apart); by && !isMirrored(made))
    return command("shift", made, *by);
  std::string commands;
  const SegmentedLoop &own = *this;
  for (const SegmentedLoop *one : {&own, &made})
    if (one->base)
      commands += (commands.empty() ? "" : ", ") + command("shift_to", *one, 0);
  return commands.empty() ? "shift it" : commands;
}

/// The loop around \p other that is as deep as the first one. Fails where it
/// does not run through as many iterations.
llvm::Error DependenceSchedule::addOther(const std::string &other) {
  const Phase *phase = old.phaseOf(other);
  if (!phase)
    return refuse("no statement '" + other + "'");
  const auto around = old.phaseOf(statement)->tree.loopsAround(statement);
  const size_t depth = size_t(
      llvm::find_if(around, [&](auto *one) { return one->name == loop; }) -
      around.begin());
  const auto loops = phase->tree.loopsAround(other);
  if (loops.size() <= depth)
    return refuse("'" + other + "' is in no loop as deep as loop '" + loop +
                  "'");
  if (loops[depth]->contains(statement))
    return refuse("'" + other + "' is in loop '" + loop +
                  "', which has the schedule anyway");
  for (const SegmentedLoop &one : others)
    if (loops[depth]->contains(one.statement))
      return refuse("'" + other + "' is in the loop of '" + one.statement +
                    "', which has the schedule already");
  const std::string &name = loops[depth]->name;
  SegmentedLoop made(old, other, name, name);
  for (const Segments &one : segments)
    made.segments.push_back({"", one.stem, one.count, one.pointer});
  if (llvm::Error error = made.find())
    return error;
  auto differ = [&](const isl::pw_aff &one, const isl::pw_aff &two) {
    return !one.ne_set(two).intersect_params(old.context).is_empty();
  };
  const IterationRange &own = numbered.range, &its = made.numbered.range;
  const std::string loops2 = "loop '" + name + "' around '" + other + "'";
  if (own.step != 1 || its.step != 1)
    return refuse("loops with a step have schedules of their own; leave '" +
                  other + "' out of 'also'");
  if (differ(own.count, its.count) ||
      made.numbered.indexType != numbered.indexType)
    return refuse(loops2 + " does not run through as many iterations as '" +
                  loop + "', so that no schedule serves both");
  const bool startsApart = isMirrored(made)
                               ? base.has_value() != made.base.has_value() ||
                                     (base && differ(*base, *made.base))
                               : differ(own.first, its.first);
  if (startsApart)
    return refuse(loops2 + " starts at another value than '" + loop + "'; " +
                  shiftsTogether(made) +
                  " first, or take this step before the one that changed "
                  "its values");
  others.push_back(std::move(made));
  return llvm::Error::success();
}

llvm::Error DependenceSchedule::prepare(const std::vector<std::string> &also) {
  if (llvm::Error error = find())
    return error;
  for (const std::string &other : also)
    if (llvm::Error error = addOther(other))
      return error;
  nameArrays(next);
  first = fresh("_first");
  other = fresh("_neighbours");
  edges = fresh("_edges");
  gatherVisits();
  return findTables();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

void DependenceSchedule::addParameter(const std::string &name,
                                      ElementType type) {
  next.parameters.push_back({name, type, Parameter::Owner::Plan});
}

std::string DependenceSchedule::addTickets() {
  Array tickets;
  tickets.name = fresh("_tickets");
  tickets.type = ElementType::int64();
  tickets.owner = Array::Owner::Plan;
  tickets.extents = {poly::constant(isl::space::unit(old.context.ctx()), 1)};
  tickets.onGpu = Array::OnGpu::Tickets;
  next.arrays.emplace(tickets.name, tickets);
  return tickets.name;
}

ScheduleTree &DependenceSchedule::schedule() {
  const ElementType type = numbered.indexType;
  const isl::pw_aff n = numbered.range.count;
  phases.addArray(perm, type, Array::Owner::Plan, {n});
  for (const Segments &one : segments) {
    addCount(next, one.count, type);
    phases.addArray(one.pointer, type, Array::Owner::Plan, {count(one.count)})
        .extraElements = 1;
  }
  addParameter(edges, type);
  Array &offsets = phases.addArray(first, type, Array::Owner::Workspace, {n});
  offsets.extraElements = 2;
  offsets.isZeroed = true;
  phases.addArray(other, type, Array::Owner::Workspace, {count(edges)});
  addArrayFacts(next);
  addOrderFacts(next);
  result.made = {{"executor", statement}};
  return replaceLoops(result);
}

/// The permutation lists numbers; the source loop may count down, and start at
/// any value.
void DependenceSchedule::numbersToRows() {
  if (isDescending)
    phases.call("flip", calling(runtime::flip,
                                {Argument::size(perm), Argument::array(perm)}));
  if (!base)
    return;
  Statement adding = numberListing(numbered.range, {fresh("_from"), loop}, perm,
                                   numbered.indexType);
  adding.assignment->op = Update::Add;
  adding.assignment->value =
      Expr::affine(poly::onSpace(*base, adding.space()), numbered.indexType);
  phases.add(std::move(adding), /*parallel=*/true);
}

llvm::Expected<StepResult> DependenceSchedule::finish() {
  phases.insertBefore(statement);
  return std::move(result);
}

} // namespace sparsec
