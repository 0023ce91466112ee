//===- Parallelism.cpp - which loops may run in parallel ------------------===//
///
/// \file
/// A loop may run in parallel when no two of its iterations, within one
/// iteration of the loops around it, touch one element that one of them
/// writes. That holds for reductions too: two threads must not update one
/// element at once. Lanes may, in parts that are joined after the loop: in
/// another order.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/FiniteValues.h"
#include "sparsec/Analysis/Scans.h"
#include "sparsec/IR/LoopSpace.h"

#include "Conflicts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

class ParallelLoop {
public:
  /// \p isDecided: touches of a statement whose conflicts with each other need
  /// not be looked at.
  ParallelLoop(const Program &program, const ScheduleTree &loop,
               Runners runners, Record &record, IsDecided isDecided = nullptr,
               Rounding rounding = Rounding::AsProgram)
      : program(program), loop(loop),
        lanes(runners == Runners::Lanes || runners == Runners::Parts ||
              runners == Runners::ThreadParts),
        updates((runners == Runners::Updaters || runners == Runners::Owners ||
                 runners == Runners::Gatherers) &&
                !holdsAction(program, loop)),
        copies(runners == Runners::Owners || runners == Runners::Gatherers),
        gathers(runners == Runners::Gatherers),
        threadParts(runners == Runners::ThreadParts || updates),
        sharesReductions(runners == Runners::Parts ||
                         runners == Runners::ThreadParts ||
                         (lanes && isInnermost(loop))),
        mayRound(rounding == Rounding::MayDiffer || program.allowReassociation),
        scan(runners == Runners::Scanners ? scanOf(program, loop) : Scan()),
        record(record), isDecided(std::move(isDecided)) {}

  std::optional<Refusal> conflict() const {
    if (!scan.problem.empty())
      return because(scan.problem + ": threads cannot count before they run");
    for (const std::string &name : loop.statements())
      if (lanes && program.statement(name).action)
        return because("'" + name +
                       "' is no assignment: a vector has no lanes for '" +
                       program.statement(name).action->label + "'");
    for (const std::string &first : loop.statements())
      for (const std::string &second : loop.statements())
        if (std::optional<Refusal> found =
                conflict(program.statement(first), program.statement(second)))
          return found;
    if (gathers)
      for (const std::string &array : updated())
        if (std::optional<Refusal> found =
                disorderIn(program, loop, array, record))
          return found;
    return std::nullopt;
  }

  /// The arrays of which different iterations may update one element; those of
  /// which all update the same elements need no copies.
  std::set<std::string> updated() const {
    std::set<std::string> arrays;
    for (const std::string &one : loop.statements())
      for (const std::string &other : loop.statements()) {
        const Statement &first = program.statement(one),
                        &second = program.statement(other);
        forEachMeeting(
            first, second,
            [&](const Touch &a, const Touch &b) {
              const bool isOne =
                  isInvariant(first, a) && isInvariant(second, b);
              return !areStores(first, a, second, b) &&
                     (!areUpdates(a, b) ||
                      (copies && isOne && !isGathered(a.array)));
            },
            [&](const Touch &a, const Touch &) { arrays.insert(a.array); });
      }
    return arrays;
  }

  /// The arrays of which all iterations may update one element.
  std::set<std::string> shared() const {
    std::set<std::string> arrays;
    for (const std::string &name : loop.statements())
      for (const Touch &touch : touchesOf(program.statement(name)))
        if (const Statement &own = program.statement(name);
            isShared(own, touch, own, touch))
          arrays.insert(touch.array);
    return arrays;
  }

private:
  Refusal because(std::string why) const {
    return {std::move(why), "", loop.name, loop.span};
  }

  std::optional<Refusal> conflict(const Statement &first,
                                  const Statement &second) const {
    std::optional<Refusal> found;
    forEachMeeting(
        first, second,
        [&](const Touch &a, const Touch &b) {
          return found || areAtomic(a, b) ||
                 (areUpdates(a, b) && mayReorder(a, b)) ||
                 areScanned(a.array) || areStores(first, a, second, b) ||
                 isSharedReduction(first, a, second, b) ||
                 (isDecided && isDecided(first, a) && isDecided(second, b));
        },
        [&](const Touch &a, const Touch &b) {
          found = conflict(first, a, second, b);
        });
    return found;
  }

  using OfPair = llvm::function_ref<void(const Touch &, const Touch &)>;
  using IsPair = llvm::function_ref<bool(const Touch &, const Touch &)>;

  /// Touches by which different iterations may meet at an element, but for
  /// those that \p skips.
  void forEachMeeting(const Statement &first, const Statement &second,
                      IsPair skips, OfPair visit) const {
    std::optional<InstancePair> pair;
    std::optional<isl::set> crossing;
    for (const auto &[a, b] : conflictingTouches(first, second)) {
      if (skips(a, b))
        continue;
      if (!pair) {
        pair.emplace(program, program, first, second);
        record.watch(pair->facts);
        crossing = iterations(*pair);
      }
      record.comparesPairs(1);
      isl::set points = crossing->intersect(
          pair->sameElement(pair->first, a, pair->second, b));
      if (!proves(program.context.ctx(),
                  [&] { return pair->facts.provesEmpty(points); }))
        visit(a, b);
    }
  }

  /// Whether both are updates by one operator that threads have atomically, or
  /// make in copies.
  bool areUpdates(const Touch &a, const Touch &b) const {
    if (!updates || !areReductions(a, b))
      return false;
    return copies ? hasCopies(a.array, a.reduction)
                  : hasAtomicUpdate(program, a.array, a.reduction);
  }

  /// Whether copies of \p array can begin with 0 and be added to it, or sums of
  /// runs with the identity: nothing in the loop sees its elements, but for
  /// updates.
  bool hasCopies(const std::string &array, Update update) const {
    return (gathers ? hasRuns(array, update)
                    : hasAtomicUpdate(program, array, update) &&
                          llvm::StringRef(identityOf(update, false)) == "0") &&
           llvm::all_of(loop.statements(), [&](const std::string &name) {
             return llvm::all_of(
                 touchesOf(program.statement(name)), [&](const Touch &touch) {
                   return touch.array != array || touch.reduction == update;
                 });
           });
  }

  /// Whether threads can add up runs in a scalar: as atomically, and of complex
  /// elements.
  bool hasRuns(const std::string &array, Update update) const {
    return hasAtomicUpdate(program, array, update) ||
           (program.arrays.at(array).type.isComplex() && isGathered(array) &&
            commutes(update) && operatorOf(update) != Operator::None);
  }
  /// Of scalars threads have parts.
  bool isGathered(const std::string &array) const {
    const Array &whole = program.arrays.at(array);
    return gathers && !whole.isScalar() && !whole.type.isDoubleDouble();
  }

  /// Whether both store one value, which threads may do atomically.
  bool areStores(const Statement &first, const Touch &a,
                 const Statement &second, const Touch &b) const {
    return updates && !copies && a.isWrite && b.isWrite &&
           storeOneValue(program, first, second, a.array);
  }

  /// Whether threads, unlike lanes, may do both at once.
  bool areAtomic(const Touch &a, const Touch &b) const {
    return !lanes && a.isAtomic && b.isAtomic && mayReorder(a, b);
  }

  bool mayReorder(const Touch &a, const Touch &b) const {
    return mayChangePlaces(program, a, b, mayRound);
  }

  /// Whether threads count in \p array, or touch it at places that counters
  /// tell apart.
  bool areScanned(const std::string &array) const {
    const bool isCounter =
        scan.counters.count(array) &&
        (mayRound || program.isExactReduction(array, Update::Add));
    return isCounter || scan.places.count(array);
  }

  /// What an action does, OpenMP's atomic updates do not.
  static bool holdsAction(const Program &program, const ScheduleTree &loop) {
    return llvm::any_of(loop.statements(), [&](const std::string &name) {
      return program.statement(name).action.has_value();
    });
  }

  /// Whether both update the one element of a reduction that all iterations
  /// of the loop share, in lanes, or of which threads have parts.
  bool isShared(const Statement &first, const Touch &a, const Statement &second,
                const Touch &b) const {
    const bool hasParts =
        hasTies(a.reduction)
            ? threadParts
            : sharesReductions || (updates && isChoice(a.reduction));
    return hasParts && areReductions(a, b) && isInvariant(first, a) &&
           isInvariant(second, b);
  }

  bool isSharedReduction(const Statement &first, const Touch &a,
                         const Statement &second, const Touch &b) const {
    return isShared(first, a, second, b) && mayReorder(a, b) &&
           !mayMeetNaN(first, a) && !mayMeetNaN(second, b);
  }

  /// Vector lanes take minima and maxima in a way that C leaves open where an
  /// element is NaN: sqrt(-1) is, also of finite inputs.
  bool mayMeetNaN(const Statement &statement, const Touch &touch) const {
    auto array = program.arrays.find(touch.array);
    bool isInteger =
        array != program.arrays.end() && array->second.type.isInteger();
    if (!isChoice(touch.reduction) || isInteger)
      return false;
    // Parts of threads begin with an infinity and are compared as the source
    // does: a NaN is never less. Of fmin it would be what is left.
    if (threadParts && llvm::StringRef(functionOf(touch.reduction)).empty())
      return false;
    return !program.assumeFinite || !statement.assignment ||
           !FiniteValues(program, /*readsUnset=*/false)
                .doubtIn(statement.assignment->value)
                .empty();
  }

  /// Whether the loops outside determine the element of \p touch and can name
  /// it: where `col(j) == i` holds, the lanes still see `y[col[j]]`.
  bool isInvariant(const Statement &statement, const Touch &touch) const {
    if (!touch.subscripts)
      return false;
    LoopSpace space(program, statement, program.phaseOf(statement.name)->tree);
    auto position = llvm::find(space.loops(), loop.name);
    unsigned depth = unsigned(position - space.loops().begin());
    std::vector<std::string> known = space.availableCalls(depth);
    return llvm::all_of(*touch.subscripts, [&](const isl::pw_aff &subscript) {
      bool isNamed = llvm::all_of(statement.calls, [&](const auto &entry) {
        return !poly::involvesParam(subscript, entry.first) ||
               llvm::is_contained(known, entry.first);
      });
      return isNamed && space.isDetermined(subscript, depth, known);
    });
  }

  /// Both exist, in different iterations of the loop, the first one earlier.
  isl::set iterations(const InstancePair &pair) const {
    isl::set result = pair.instances();
    for (const OrderLevel &level : pair.orderLevels(pair.first, pair.second))
      if (level.loop == &loop)
        return result.intersect(level.order);
    // A loop around both, of which no two iterations meet: it has one.
    const auto &[statement, tree, import] = pair.first;
    if (llvm::is_contained(tree.loopsAround(statement.name), &loop))
      return isl::set::empty(result.space());
    return result; // A loop of another tree: nothing is known of its order.
  }

  Refusal conflict(const Statement &first, const Touch &a,
                   const Statement &second, const Touch &b) const {
    Refusal refusal = because(reason(first, a, second, b));
    refusal.array = a.array;
    refusal.accesses = {refusedAccess(first, a, ""),
                        refusedAccess(second, b, "'")};
    return refusal;
  }

  std::string reason(const Statement &first, const Touch &a,
                     const Statement &second, const Touch &b) const {
    std::string element = elementText(first, a, "");
    std::string instance = instanceText(first, "");
    if (areReductions(a, b) && hasTies(a.reduction))
      return sharedTuple(loop, element + " of " + instance,
                         lanes && !threadParts);
    if (areReductions(a, b) && sharesReductions &&
        (mayMeetNaN(first, a) || mayMeetNaN(second, b)))
      return "lanes of loop '" + loop.name + "' would share " + element +
             " of " + instance +
             ", whose minimum or maximum differs where an element is NaN";
    if (isShared(first, a, second, b) && !mayReorder(a, b))
      return "lanes of loop '" + loop.name + "' would share " + element +
             " of " + instance +
             " and join their parts of it in another order, which rounds "
             "differently; 'allow_reassociation()' before this step permits it";
    if (updates && areReductions(a, b) && !areUpdates(a, b))
      return "loop '" + loop.name + "' updates " + element + " of " + instance +
             " by `" + spellingOf(a.reduction) + "`: " +
             (gathers ? "threads add up runs of elements that the loop "
                        "updates by one operator of C, and touches otherwise "
                        "nowhere"
              : copies
                  ? "threads have copies of real numbers that the loop adds "
                    "to (or joins bits of), and touches otherwise nowhere"
                  : "OpenMP's atomic updates are sums, products and "
                    "operations on bits of real numbers, and those that "
                    "colours keep apart have to be such updates, too");
    if (areUpdates(a, b))
      return "threads of loop '" + loop.name + "' would update " + element +
             " of " + instance +
             " in no fixed order, which rounds differently; "
             "'allow_reassociation()' before this step permits it";
    if (areReductions(a, b))
      return "loop '" + loop.name + "' carries the reduction into " + element +
             " of " + instance +
             ": different iterations may update one element" +
             (lanes && !threadParts
                  ? ""
                  : ", which `updates` of parallel lets threads share");
    std::string verb = a.isWrite && b.isRead ? "reads"
                       : b.isWrite           ? "overwrites"
                                             : "touches";
    return "iterations of loop '" + loop.name + "' share '" + a.array +
           "': " + instanceText(second, "'") + " " + verb + " " + element +
           " that an earlier " + instance + (a.isWrite ? " writes" : " reads") +
           ownResults({&first, &second}, a.array);
  }

  const Program &program;
  const ScheduleTree &loop;
  bool lanes, updates, copies, gathers, threadParts, sharesReductions, mayRound;
  const Scan scan;
  Record &record;
  IsDecided isDecided;
};

} // namespace

bool isInnermost(const ScheduleTree &loop) {
  bool innermost = true;
  loop.children.front().walk(
      [&](const ScheduleTree &node) { innermost &= !node.isLoop(); });
  return innermost;
}

std::optional<Refusal> conflictIn(const Program &program,
                                  const ScheduleTree &loop, Runners runners,
                                  Record &record, const IsDecided &isDecided,
                                  Rounding rounding) {
  if (isUnchecked())
    return std::nullopt;
  try {
    return ParallelLoop(program, loop, runners, record, isDecided, rounding)
        .conflict();
  } catch (const isl::exception &failure) {
    return Refusal{std::string("isl cannot decide it: ") + failure.what(), "",
                   loop.name, loop.span};
  }
}

std::set<std::string> updatedTogether(const Program &program,
                                      const ScheduleTree &loop,
                                      LoopMarks::Updates updates) {
  Record unread(nullptr, "");
  // Lowering has a tree of its own.
  const std::string statement = loop.statements().front();
  const ScheduleTree *own =
      program.phaseOf(statement)->tree.findLoop(statement, loop.name);
  return ParallelLoop(program, own ? *own : loop, runnersOf(updates), unread)
      .updated();
}

std::set<std::string> sharedBy(PartOwners owners, const Program &program,
                               const ScheduleTree &loop) {
  Record unread(nullptr, "");
  const Runners runners =
      owners == PartOwners::Lanes ? Runners::Lanes : Runners::ThreadParts;
  return ParallelLoop(program, loop, runners, unread).shared();
}

} // namespace sparsec
