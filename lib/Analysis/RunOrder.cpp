//===- RunOrder.cpp - updates that never go back --------------------------===//
///
/// \file
/// Threads that add up runs of updates of one element (LoopMarks::Updates::
/// Segments) rely on it that a loop never comes back to an element that it has
/// left: the thread in which a run ends updates the element, others carry what
/// they have of it. So no update may be of an element that lies before that of
/// an earlier update, in the order of subscripts.
///
//===----------------------------------------------------------------------===//

#include "Conflicts.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class RunOrder {
public:
  RunOrder(const Program &program, const ScheduleTree &loop,
           const std::string &array, Record &record)
      : program(program), loop(loop), array(array), record(record) {}

  std::optional<Refusal> disorder() const {
    std::vector<Updating> updates;
    for (const std::string &name : loop.statements())
      for (Touch &touch : touchesOf(program.statement(name)))
        if (touch.isWrite && touch.array == array)
          updates.push_back({program.statement(name), std::move(touch)});
    for (const Updating &update : updates)
      if (const ScheduleTree *mixing = mixedBy(update.statement))
        return because("loop '" + mixing->name +
                           "' is marked jam, vectorize or incremental, which "
                           "mixes updates of elements of '" +
                           array + "'; leave that mark out",
                       update, update);
    for (const Updating &first : updates)
      for (const Updating &second : updates)
        if (!areInOrder(first, second))
          return because(reason(first, second), first, second);
    return std::nullopt;
  }

private:
  struct Updating {
    const Statement &statement;
    Touch touch;
  };

  Refusal because(std::string why, const Updating &first,
                  const Updating &second) const {
    Refusal refusal{std::move(why), array, loop.name, loop.span};
    refusal.accesses = {refusedAccess(first.statement, first.touch, ""),
                        refusedAccess(second.statement, second.touch, "'")};
    return refusal;
  }

  /// The loops around \p statement, the marked one first.
  std::vector<const ScheduleTree *> loopsOf(const Statement &statement) const {
    std::vector<const ScheduleTree *> loops =
        program.phaseOf(statement.name)->tree.loopsAround(statement.name);
    loops.erase(loops.begin(), llvm::find(loops, &loop));
    return loops;
  }

  /// The loop whose iterations do not run one after the other.
  const ScheduleTree *mixedBy(const Statement &statement) const {
    for (const ScheduleTree *around : loopsOf(statement))
      if (around->marks.jam || around->marks.lanes ||
          around->marks.digits.isSet)
        return around;
    return nullptr;
  }

  /// Whether \p second, where it runs later, is of the same element or of one
  /// behind it.
  bool areInOrder(const Updating &first, const Updating &second) const {
    if (!first.touch.subscripts || !second.touch.subscripts ||
        first.touch.subscripts->size() != second.touch.subscripts->size() ||
        mayBeDelayed(first, second))
      return false;
    return proves(program.context.ctx(), [&] {
      InstancePair pair(program, program, first.statement, second.statement);
      record.watch(pair.facts);
      record.comparesPairs(1);
      const isl::set points =
          pair.instances()
              .intersect(later(pair))
              .intersect(pair.sameElement(pair.first, ofAny(first.touch),
                                          pair.second, ofAny(second.touch)))
              .intersect(goesBack(pair, first, second));
      return pair.facts.provesEmpty(points);
    });
  }

  /// Whether what an inner loop gathers for one may be added behind the other.
  bool mayBeDelayed(const Updating &first, const Updating &second) const {
    const auto one = loopsOf(first.statement),
               other = loopsOf(second.statement);
    return first.statement.name != second.statement.name && one.size() > 1 &&
           other.size() > 1 && one[1] == other[1] &&
           elementText(first.statement, first.touch, "") !=
               elementText(second.statement, second.touch, "");
  }

  /// Any element of the owner's copy of the array.
  static Touch ofAny(Touch touch) {
    touch.subscripts.reset();
    return touch;
  }

  /// `{ [S -> T] }`: S runs before T in one iteration of the loops around.
  isl::set later(const InstancePair &pair) const {
    isl::set result = isl::set::empty(pair.facts.space());
    const std::vector<TimeStep> steps =
        timeSteps(pair.first.tree, pair.first.statement);
    const size_t own = size_t(
        llvm::find_if(
            steps, [&](const TimeStep &step) { return step.loop == &loop; }) -
        steps.begin());
    for (const OrderLevel &level : pair.orderLevels(pair.first, pair.second))
      if (level.depth >= own)
        result = result.unite(level.order);
    return result;
  }

  /// `{ [S -> T] }`: T's element lies before that of S.
  static isl::set goesBack(const InstancePair &pair, const Updating &first,
                           const Updating &second) {
    isl::set result = isl::set::empty(pair.facts.space()),
             equal = isl::set::universe(pair.facts.space());
    for (size_t pos = 0; pos < first.touch.subscripts->size(); ++pos) {
      const isl::pw_aff one =
          pair.first.import.value((*first.touch.subscripts)[pos]);
      const isl::pw_aff other =
          pair.second.import.value((*second.touch.subscripts)[pos]);
      result = result.unite(equal.intersect(other.lt_set(one)));
      equal = equal.intersect(one.eq_set(other));
    }
    return result;
  }

  /// An index array in the element's subscripts that is not known to be
  /// monotonic; "" if there is none.
  std::string unsortedIn(const Updating &update) const {
    if (update.touch.subscripts)
      for (const auto &[name, call] : update.statement.calls)
        for (const isl::pw_aff &subscript : *update.touch.subscripts)
          if (poly::involvesParam(subscript, name) &&
              program.factsAbout(call.function, Fact::Kind::Monotonic).empty())
            return call.function;
    return "";
  }

  std::string reason(const Updating &first, const Updating &second) const {
    return "loop '" + loop.name + "' may go back to an element of '" + array +
           "' that lies before " +
           elementText(first.statement, first.touch, "") + " of " +
           instanceText(first.statement, "") + ", by " +
           instanceText(second.statement, "'") + ": " + advice(first, second) +
           " updates = \"atomic\" or \"private\"";
  }

  std::string advice(const Updating &update, const Updating &other) const {
    // As of two components: each in a loop of its own has runs.
    const std::string &name = other.statement.name;
    if (update.statement.name != name && areInOrder(update, update) &&
        areInOrder(other, other))
      return "each by itself does not; put '" + name +
             "' into a loop of its own (distribute(" + update.statement.name +
             ", \"" + loop.name + "\")), or use";
    const std::string unsorted = unsortedIn(update);
    auto known = program.arrays.find(unsorted);
    if (known != program.arrays.end() &&
        known->second.owner != Array::Owner::Argument)
      return "the list '" + unsorted + "' falls, as far as is known; use";
    if (!unsorted.empty())
      return "the fact 'monotonic(" + unsorted +
             ")' would say that it does not; without it use";
    return loopsOf(update.statement).size() > 1
               ? "put the loop that moves the element back outside (permute), "
                 "or use"
               : "elements have to rise with the loop (reverse); if they do "
                 "not, use";
  }

  const Program &program;
  const ScheduleTree &loop;
  const std::string &array;
  Record &record;
};

} // namespace

std::optional<Refusal> disorderIn(const Program &program,
                                  const ScheduleTree &loop,
                                  const std::string &array, Record &record) {
  return RunOrder(program, loop, array, record).disorder();
}

} // namespace sparsec
