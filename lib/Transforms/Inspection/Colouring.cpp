//===- Colouring.cpp - iterations that share no element -------------------===//

#include "Inspection/Colouring.h"

#include "Inspection/DependenceSchedule.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/IR/CallSafety.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class Colouring : DependenceSchedule {
public:
  Colouring(const Program &program, const Arguments &args)
      : DependenceSchedule(program, args) {
    segments = {{"", "colour", "_colours", "_places"}};
    keepsOrder = false;
  }

  llvm::Expected<StepResult> run(const std::string &schedule);

private:
  /// Elements of one statement that iterations may update together.
  struct Updates {
    const Inside *inside;
    isl::pw_aff element; ///< `{ R[..] }`, its number among those of all arrays
    std::vector<unsigned> dims; ///< that it depends on, and the loop
  };

  void findUpdated(const ScheduleTree &node);
  llvm::Error findUpdates();
  std::vector<unsigned> dimsOf(const Inside &inside,
                               const isl::pw_aff &element) const;
  void visitAll(bool appends);
  void inspect();

  std::vector<Updates> updates;
  std::map<std::string, isl::pw_aff> begins; ///< of each array's elements
  std::optional<isl::pw_aff> elements;       ///< of all of them
  bool hasParts = false;
};

/// The arrays of which two iterations may update one element, but not all the
/// same: of those threads have parts.
void Colouring::findUpdated(const ScheduleTree &node) {
  const std::set<std::string> parts = sharedBy(PartOwners::Threads, old, node);
  const auto around = old.phaseOf(statement)->tree.loopsAround(statement);
  const long depth = llvm::find(around, &node) - around.begin();
  hasParts = llvm::any_of(parts, [&](const std::string &array) {
    return old.arrays.at(array).privateDepth <= depth;
  });
  for (const std::string &array :
       updatedTogether(old, node, LoopMarks::Updates::Atomic))
    if (!parts.count(array))
      updated.insert(array);
}

/// The loops that \p element depends on, through its calls too, and the one
/// that is coloured.
std::vector<unsigned> Colouring::dimsOf(const Inside &inside,
                                        const isl::pw_aff &element) const {
  const Statement &nest = inside.nest.statement;
  std::set<unsigned> needed = {inside.depth};
  std::vector<isl::pw_aff> open = {element};
  std::set<std::string> seen;
  while (!open.empty()) {
    const isl::pw_aff value = open.back();
    open.pop_back();
    for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
      if (poly::involvesDim(value, dim))
        needed.insert(dim);
    for (const auto &[name, call] : nest.calls)
      if (poly::involvesParam(value, name) && seen.insert(name).second)
        llvm::append_range(open, call.arguments);
  }
  return {needed.begin(), needed.end()};
}

/// What each statement updates. Of arrays with more dimensions the first
/// subscript is enough: rows are not told apart within.
llvm::Error Colouring::findUpdates() {
  const isl::pw_aff none =
      poly::constant(isl::space::unit(old.context.ctx()), 0);
  elements = none;
  for (const std::string &name : updated) {
    const Array &array = old.arrays.at(name);
    if (array.extents.empty() || !array.extents[0])
      return refuse("how many elements '" + name +
                    "' has is not known; add 'extent(" + name + ", ..)'");
    begins.insert_or_assign(name, *elements);
    elements = elements->add(array.extents[0]->max(none)).coalesce();
  }
  for (const Inside &inside : numbered.insides) {
    const Statement &nest = inside.nest.statement;
    if (!nest.assignment || !updated.count(nest.assignment->target.text))
      continue;
    const Expr &target = nest.assignment->target;
    if (target.isOfData())
      return refuse("data subscripts '" + target.text + "' in '" + inside.name +
                    "': no inspector can tell which elements iterations "
                    "share; use updates = \"atomic\" or \"private\"");
    isl::set places = nest.instances().intersect_params(
        CallSafety(old, {&nest}).rangesOf(nest.calls));
    if (!isInside(old, target.text, target.subscripts, places))
      return refuse("that '" + inside.name + "' updates elements of '" +
                    target.text +
                    "' follows from no fact; state the range of the index "
                    "arrays that name them");
    const isl::pw_aff element = target.subscripts[0].add(
        poly::onSpace(begins.at(target.text), nest.space()));
    updates.push_back({&inside, element, dimsOf(inside, element)});
  }
  return llvm::Error::success();
}

/// Counts the elements of each iteration, or lists them.
void Colouring::visitAll(bool appends) {
  for (const Updates &one : updates) {
    Statement body = one.inside->nest.statement;
    const isl::pw_aff own =
        numbered.range.numberOf(body.iterator(one.inside->depth));
    body.assignment.reset();
    if (appends) {
      action::Append append = lists().appending({own});
      append.lists = {{other, Expr::affine(one.element, ElementType::int64())}};
      body.sharing[other].segment = {own};
      body.action = Action{std::move(append), "append"};
    } else {
      body.action = Action{lists().counting({own}), "count"};
    }
    const std::string name =
        phases.visit(std::move(body), one.dims, appends ? "touch" : "count",
                     /*parallel=*/one.dims.front() == one.inside->depth);
    if (appends)
      result.made.push_back({"inspector", name});
  }
}

void Colouring::inspect() {
  using A = Argument;
  const std::string colour = fresh("_colour");
  phases.addArray(colour, numbered.indexType, Array::Owner::Workspace,
                  {numbered.range.count});
  phases.allocate(perm);
  phases.add(
      numberListing(numbered.range, {lister, loop}, perm, numbered.indexType),
      /*parallel=*/true);
  phases.allocate(first);
  visitAll(/*appends=*/false);
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  isl::pw_aff last = numbered.range.count.add_constant(-1);
  phases.call("scan", lists().scan(edges, {poly::onSpace(last, none)}));
  phases.allocate(other);
  visitAll(/*appends=*/true);
  phases.allocate(colour);
  const Segments &colours = segments.front();
  phases.call("colour",
              calling(runtime::colour,
                      {A::size(perm), A::array(first), A::array(other),
                       A::of(Expr::affine(poly::onSpace(*elements, none),
                                          ElementType::int64())),
                       A::result(colours.count), A::array(colour)}));
  phases.allocate(colours.pointer);
  phases.call("places", calling(runtime::list_colours,
                                {A::size(perm), A::scalar(colours.count),
                                 A::array(colour), A::array(perm),
                                 A::array(colours.pointer)}));
}

llvm::Expected<StepResult> Colouring::run(const std::string &schedule) {
  const Phase *phase = old.phaseOf(statement);
  const ScheduleTree *node =
      phase ? phase->tree.findLoop(statement, loop) : nullptr;
  if (node)
    findUpdated(*node);
  if (llvm::Error error = prepare())
    return error;
  if (updated.empty())
    return refuse("no two iterations of loop '" + loop +
                  "' update one element; leave `updates` out");
  if (llvm::Error error = findUpdates())
    return error;
  LoopMarks &marks = DependenceSchedule::schedule().children.front().marks;
  marks.parallel = true;
  marks.schedule = schedule;
  if (hasParts)
    marks.updates = LoopMarks::Updates::Parts;
  next.arrays.at(other).type = ElementType::int64();
  inspect();
  numbersToRows();
  return finish();
}

} // namespace

llvm::Expected<StepResult> colouredLoop(const Program &program,
                                        const Arguments &args,
                                        const std::string &schedule) {
  std::vector<std::string> written;
  for (const std::string &name :
       program.phaseOf(args.statement())->tree.statements())
    for (const Access &access : program.statement(name).accesses())
      if (access.isWrite)
        written.push_back(access.array);
  const Program told = withLengths(program, written);
  return Colouring(told, args).run(schedule);
}

} // namespace sparsec
