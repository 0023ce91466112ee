//===- KernelRaces.cpp - elements that several threads touch --------------===//
///
/// \file
/// For two accesses to one element, one of them a write, by different threads
/// of one launch: threads of different blocks are refused, unless the reader
/// awaits the value and the writer's iteration of the blocks' loop is earlier.
/// Threads of one block may wait for each other, unless the array is private to
/// each, and unless the loop or sequence that orders the two lies in a loop on
/// threads: not all threads would come to a barrier there.
///
/// An array in shared memory is private to an iteration of the loops outside
/// its copies in the program's sense, which is asked of blocks, but all
/// iterations that one block runs have one place for it: what a later iteration
/// writes waits for what an earlier one reads.
///
//===----------------------------------------------------------------------===//

#include "KernelThreads.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Level = GpuMark::Level;

/// `{ [S -> T] }`: run in one launch.
isl::set KernelThreads::sameLaunch(const InstancePair &pair) const {
  std::vector<TimeStep> first =
                            timeSteps(pair.first.tree, pair.first.statement),
                        second =
                            timeSteps(pair.second.tree, pair.second.statement);
  isl::set together = pair.instances();
  for (size_t k = 0; k < first.size() && first[k].loop != &root; ++k)
    if (first[k].loop)
      together = poly::meet(
          together, pair.first.import.value(first[k].value)
                        .eq_set(pair.second.import.value(second[k].value)));
  return together;
}

/// `{ [S -> T] }`: run by one block.
isl::set KernelThreads::sameBlock(const InstancePair &pair) const {
  isl::set same = isl::set::universe(pair.facts.space());
  for (const ScheduleTree *loop : mapped)
    if (loop->marks.gpu.level == Level::Block)
      same = poly::meet(
          same,
          pair.first.import.value(loop->values.at(pair.first.statement.name))
              .eq_set(pair.second.import.value(
                  loop->values.at(pair.second.statement.name))));
  return same;
}

/// Whether threads of \p loop, which may be null, do what \p touch does
/// together.
bool KernelThreads::isCombined(const ScheduleTree *loop,
                               const Touch &touch) const {
  return loop && touch.reduction != Update::None &&
         loop->marks.gpu.sharing == GpuMark::Sharing::Combined &&
         mayChangePlaces(program, touch, touch, program.allowReassociation);
}

/// Whether the threads of the loops may update one element as the loops' marks
/// say.
bool KernelThreads::mayShare(const ScheduleTree *own, const Touch &a,
                             const ScheduleTree *other, const Touch &b) const {
  if (!own || !other ||
      !mayChangePlaces(program, a, b, program.allowReassociation))
    return false;
  // A value and what goes along have no atomic update.
  auto isAtomic = [&](const ScheduleTree *loop) {
    return !hasTies(a.reduction) &&
           (loop->marks.gpu.sharing == GpuMark::Sharing::Atomic ||
            loop->marks.gpu.sharing == GpuMark::Sharing::Segments);
  };
  return (isAtomic(own) && isAtomic(other)) ||
         (own == other && isCombined(own, a));
}

/// Whether another thread of \p loop may do what \p touch does.
static bool isElsewhere(const ScheduleTree *loop, const Touch &touch) {
  return loop && touch.reduction != Update::None &&
         loop->marks.gpu.sharing == GpuMark::Sharing::Segments;
}

/// Which threads of a dimension do what \p touch does; \p loop is the one of
/// that dimension around the statement, or null.
KernelThreads::Threads
KernelThreads::threadsOf(const std::string &statement, const Touch &touch,
                         const ScheduleTree *loop) const {
  if (!loop)
    return repeated.count(statement) ? Threads::All : Threads::First;
  if (!isCombined(loop, touch))
    return Threads::Own;
  return touch.isWrite && gathered.count(statement) ? Threads::All
                                                    : Threads::First;
}

/// Whether a thread of a dimension may read its copy of the private array where
/// another one has set its own; \p own and \p other are different loops of that
/// dimension, or null.
bool KernelThreads::lacksCopy(const Meeting &meeting, const ScheduleTree *own,
                              const ScheduleTree *other) const {
  const Touch &a = meeting.a, &b = meeting.b;
  const Threads first = threadsOf(meeting.pair.first.statement.name, a, own),
                second =
                    threadsOf(meeting.pair.second.statement.name, b, other);
  auto misses = [](Threads writer, Threads reader) {
    return writer == Threads::Own ||
           (writer == Threads::First && reader != Threads::First);
  };
  if (!a.isRead && !b.isRead)
    return first != Threads::All && second != Threads::All &&
           misses(first, second);
  return (a.isWrite && b.isRead && misses(first, second)) ||
         (b.isWrite && a.isRead && misses(second, first));
}

/// `{ [S -> T] }`: touched by different blocks, or threads, as far as is known.
isl::set KernelThreads::apart(const Meeting &meeting, Level level) const {
  const InstancePair &pair = meeting.pair;
  const Touch &a = meeting.a, &b = meeting.b;
  const std::string &one = pair.first.statement.name,
                    &two = pair.second.statement.name;
  Loops first = mappedLoops(one), second = mappedLoops(two), all = first;
  llvm::append_range(all, second);
  isl::set result = isl::set::empty(pair.facts.space());
  const bool hasCopies = isPrivate(a.array);
  if (!hasCopies && level == Level::Thread &&
      (repeated.count(one) || repeated.count(two)))
    return isl::set::universe(pair.facts.space());
  for (const ScheduleTree *loop : all) {
    if (loop->marks.gpu.level != level)
      continue;
    const ScheduleTree *own = loopOf(first, loop->marks.gpu),
                       *other = loopOf(second, loop->marks.gpu);
    bool byFirst =
        (!own || isCombined(own, a)) && (!other || isCombined(other, b));
    // Loops of one dimension give equal values to one thread.
    const bool areOwn = level == Level::Thread && own && other &&
                        !isCombined(own, a) && !isCombined(other, b);
    if (hasCopies && own != other && !areOwn) {
      if (lacksCopy(meeting, own, other))
        return isl::set::universe(pair.facts.space());
      continue;
    }
    if (byFirst || mayShare(own, a, other, b))
      continue;
    if ((own != other && !areOwn) || isElsewhere(own, a) ||
        isElsewhere(other, b))
      return isl::set::universe(pair.facts.space());
    result = result.unite(
        pair.first.import.value(own->values.at(one))
            .ne_set(pair.second.import.value(other->values.at(two))));
  }
  return result;
}

/// What would let threads share the element of two updates; "" for others.
std::string KernelThreads::hint(const Statement &first, const Touch &a,
                                const Statement &second, const Touch &b) const {
  if (!areReductions(a, b))
    return "";
  if (!mayChangePlaces(program, a, b, program.allowReassociation))
    return "; threads may share the reduction after 'allow_reassociation()' "
           "and reduce(…) of their loop";
  Loops loops = mappedLoops(first.name);
  llvm::erase_if(loops, [](const ScheduleTree *loop) {
    return loop->marks.gpu.sharing != GpuMark::Sharing::None;
  });
  if (loops.empty())
    return "";
  return "; if they share the element, reduce(" + first.name + ", \"" +
         loops.back()->name + "\") before this step";
}

Refusal KernelThreads::race(const Meeting &meeting,
                            const std::string &remedy) const {
  const Statement &first = meeting.pair.first.statement,
                  &second = meeting.pair.second.statement;
  Refusal refusal = because("different threads would touch " +
                            elementText(first, meeting.a, "") + ": " +
                            instanceText(first, "") + " and " +
                            instanceText(second, "'") + remedy);
  refusal.array = meeting.a.array;
  refusal.accesses = {refusedAccess(first, meeting.a, ""),
                      refusedAccess(second, meeting.b, "'")};
  return refusal;
}

/// Whether one of \p points may exist, as far as is known.
bool KernelThreads::happens(const InstancePair &pair,
                            const isl::set &points) const {
  return !proves(program.context.ctx(),
                 [&] { return pair.facts.provesEmpty(points); });
}

/// The loop on threads that \p level of the order lies in, or is; null if none.
static const ScheduleTree *threadLoopOf(const InstancePair &pair,
                                        const OrderLevel &level) {
  std::vector<TimeStep> steps =
      timeSteps(pair.first.tree, pair.first.statement);
  for (size_t k = 0; k <= level.depth; ++k)
    if (steps[k].loop && steps[k].loop->marks.gpu.level == Level::Thread)
      return steps[k].loop;
  return nullptr;
}

const std::vector<OrderLevel> &KernelThreads::levelsOf(const Meeting &meeting) {
  const InstancePair &pair = meeting.pair;
  if (!meeting.both.levels)
    meeting.both.levels = pair.orderLevels(pair.first, pair.second);
  return *meeting.both.levels;
}

/// Whether that the meeting happens in the order of \p level says nothing new.
bool KernelThreads::isKnown(const Meeting &meeting,
                            const OrderLevel &level) const {
  const InstancePair &pair = meeting.pair;
  if (threadLoopOf(pair, level))
    return isAccepted;
  return llvm::is_contained(found, ThreadExchange{pair.first.statement.name,
                                                  pair.second.statement.name,
                                                  meeting.a.array,
                                                  level.loop != nullptr});
}

/// Whether order() has nothing to ask: an accepted kernel has one exchange for
/// all elements of an array.
bool KernelThreads::isOrderKnown(const Meeting &meeting) const {
  return isAccepted && !isPrivate(meeting.a.array) &&
         llvm::all_of(levelsOf(meeting), [&](const OrderLevel &level) {
           return isKnown(meeting, level);
         });
}

/// Takes down where the second thread of \p points, `{ [S -> T] }` in one
/// block, has to wait for the first, or refuses.
std::optional<Refusal> KernelThreads::order(const Meeting &meeting,
                                            const isl::set &points) {
  const InstancePair &pair = meeting.pair;
  const Statement &first = pair.first.statement,
                  &second = pair.second.statement;
  for (const OrderLevel &level : levelsOf(meeting)) {
    const ScheduleTree *loop = threadLoopOf(pair, level);
    if (isKnown(meeting, level) ||
        !happens(pair, poly::meet(points, level.order)))
      continue;
    if (loop) {
      std::string remedy = hint(first, meeting.a, second, meeting.b);
      if (remedy.empty() && first.name != second.name)
        remedy = "; threads cannot wait for each other inside loop '" +
                 loop->name +
                 "', which is mapped to them: permute and distribute it";
      Refusal refusal = race(meeting, remedy);
      refusal.loop = loop->name;
      refusal.loopSpan = loop->span;
      return refusal;
    }
    found.push_back(
        {first.name, second.name, meeting.a.array, level.loop != nullptr});
  }
  return std::nullopt;
}

/// Whether the kernel's blocks tell each other elements of \p array.
bool KernelThreads::isPublished(const std::string &array) const {
  auto found = program.arrays.find(array);
  return root.marks.takesTickets() && found != program.arrays.end() &&
         !found->second.publishedIn.empty();
}

/// Who reads what another iteration of the blocks' loop publishes is in a later
/// one: whoever goes through its iterations in order gets there.
std::optional<Refusal> KernelThreads::waitFor(const Meeting &meeting,
                                              const isl::set &same) const {
  const InstancePair &pair = meeting.pair;
  // Of both orders in which a pair is looked at one is enough.
  if (!meeting.a.isWrite)
    return std::nullopt;
  auto blockOf = [&](const View &side) {
    return side.import.value(root.values.at(side.statement.name));
  };
  isl::set isEarly = blockOf(pair.second).le_set(blockOf(pair.first));
  if (happens(pair, poly::meet(same, isEarly)))
    return race(meeting, "; a block waits for blocks before it only");
  return std::nullopt;
}

/// Whether two instances may write one element, \p same: `{ [S -> T] }`.
bool KernelThreads::isRepeatedWrite(const InstancePair &pair,
                                    const isl::set &same) const {
  return llvm::any_of(pair.orderLevels(pair.first, pair.second),
                      [&](const OrderLevel &level) {
                        return happens(pair, poly::meet(same, level.order));
                      });
}

/// Whether threads of one block may do both; the same is known of the meeting
/// seen from the other side.
bool KernelThreads::meetInBlock(const Meeting &meeting,
                                const isl::set &points) {
  const std::string &first = meeting.pair.first.statement.name,
                    &second = meeting.pair.second.statement.name;
  auto mirror = known.find({second, meeting.placeB, first, meeting.placeA});
  return known[{first, meeting.placeA, second, meeting.placeB}] =
             mirror != known.end() || happens(meeting.pair, points);
}

std::optional<Refusal> KernelThreads::meet(const Meeting &meeting) {
  const InstancePair &pair = meeting.pair;
  const Touch &a = meeting.a, &b = meeting.b;
  const Statement &first = pair.first.statement,
                  &second = pair.second.statement;
  record.comparesPairs(1);
  auto mirror =
      known.find({second.name, meeting.placeB, first.name, meeting.placeA});
  if (mirror != known.end() && !mirror->second)
    return std::nullopt;
  if (isOrderKnown(meeting))
    return std::nullopt;
  const isl::set same = poly::meet(
      meeting.both.instances, pair.sameElement(pair.first, a, pair.second, b));
  if (isPublished(a.array)) {
    if (a.isAwaited || b.isAwaited)
      return isAccepted ? std::nullopt : waitFor(meeting, same);
    if (!isAccepted && a.isWrite && b.isWrite && isRepeatedWrite(pair, same))
      return race(meeting, "; blocks wait for elements that are written once");
  }
  bool areBlocksApart = isAccepted || mirror != known.end();
  if (!areBlocksApart &&
      happens(pair, poly::meet(same, apart(meeting, Level::Block))))
    return race(meeting, hint(first, a, second, b));
  const isl::set place =
      isShared(a.array)
          ? poly::meet(meeting.both.instances,
                       pair.samePlace(pair.first, a, pair.second, b))
          : same;
  const isl::set points = poly::meet(poly::meet(place, meeting.both.ofOneBlock),
                                     apart(meeting, Level::Thread));
  if (!meetInBlock(meeting, points))
    return std::nullopt;
  if (isPrivate(a.array))
    return race(meeting, "; each of them has a copy of its own");
  return order(meeting, points);
}

/// Whether a statement of another kernel, or none, counts on what this one has
/// in shared memory, which lives as long as one launch.
std::optional<Refusal> KernelThreads::leak(const Statement &inside,
                                           const Statement &outside) const {
  for (const auto &[a, b] : conflictingTouches(inside, outside)) {
    if (!isShared(a.array))
      continue;
    InstancePair pair(program, program, inside, outside);
    record.watch(pair.facts);
    if (happens(pair,
                poly::meet(pair.instances(),
                           pair.sameElement(pair.first, a, pair.second, b))))
      return because("'" + outside.name + "', outside of it, uses '" + a.array +
                     "', which is in the shared memory of its blocks; map a "
                     "loop around all that use it");
  }
  return std::nullopt;
}

std::optional<Refusal> KernelThreads::conflict(const Statement &first,
                                               const Statement &second) {
  std::optional<Together> both;
  const std::vector<Touch> touches = touchesOf(first),
                           others = touchesOf(second);
  for (const auto &[a, b] : conflictingPlaces(touches, others)) {
    if (!both) {
      InstancePair pair(program, program, first, second);
      const isl::set launch = sameLaunch(pair), block = sameBlock(pair);
      both.emplace(Together{std::move(pair), launch, block});
      record.watch(both->pair.facts);
    }
    Meeting meeting{*both, both->pair, touches[a], others[b], a, b};
    if (std::optional<Refusal> refused = meet(meeting))
      return refused;
  }
  return std::nullopt;
}

} // namespace sparsec
