//===- ValueCheck.cpp - each value is read where it is stored -------------===//
///
/// \file
/// Steps rename scalars and give values new storage. What an instance stored
/// must be in the array in which a later one looks for it: in the same one, or
/// in one that new statements of the step fill from it. So must what the caller
/// gives and gets. Who may look for what follows from the dependences before
/// the step; which statements copy, from what the new statements access.
///
//===----------------------------------------------------------------------===//

#include "KeptOrder.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>

namespace sparsec {
namespace {

using Names = std::set<std::string>;

bool meet(const Names &first, const Names &second) {
  return llvm::any_of(
      first, [&](const std::string &name) { return second.count(name); });
}

/// The arrays in which statements of a step's program store and find values.
class Storage {
public:
  Storage(const StepResult &step, const std::vector<Successor> &successors)
      : step(step) {
    Names running;
    for (const Successor &successor : successors)
      running.insert(successor.now->name);
    for (const Phase &phase : step.program.phases)
      for (const std::string &name : phase.tree.statements())
        if (phase.role != Phase::Role::Execute || !running.count(name))
          copies.push_back(arraysOf(step.program.statement(name)));
    for (const auto &[array, storage] : step.storageMap)
      copies.push_back({{array, false}, {storage, true}});
  }

  /// \p stored and all arrays that new work fills from one of them.
  Names reachedFrom(Names stored) const {
    for (size_t before = 0; before != stored.size();) {
      before = stored.size();
      for (const std::map<std::string, bool> &copy : copies)
        if (llvm::any_of(copy, [&](const auto &entry) {
              return stored.count(entry.first);
            }))
          for (const auto &[array, isWritten] : copy)
            if (isWritten)
              stored.insert(array);
    }
    return stored;
  }

  /// Whether \p reader may find what is stored in one of \p stored. Of
  /// \p isUpdate it need not look: the two are joined where both arrive.
  bool arrives(const Names &stored, const Statement &reader,
               bool isUpdate) const {
    const Names found =
        isUpdate ? reachedFrom(writtenBy(reader)) : readBy(reader);
    return meet(stored, found) || meet(reachedFrom(stored), found);
  }

  static Names writtenBy(const Statement &statement) {
    Names result;
    for (const Access &access : statement.accesses())
      if (access.isWrite)
        result.insert(access.array);
    return result;
  }
  static Names readBy(const Statement &statement) {
    Names result;
    for (const Touch &touch : touchesOf(statement))
      if (touch.isRead)
        result.insert(touch.array);
    return result;
  }

private:
  const StepResult &step;
  /// Of each new statement, and of all that do not execute, the arrays =>
  /// whether it writes them.
  std::vector<std::map<std::string, bool>> copies;
};

/// Whether \p statement asks \p array where it runs and for nothing else.
bool isConditionOnly(const Statement &statement, const std::string &array) {
  const auto mentions = [&](const isl::pw_aff &value) {
    return llvm::any_of(statement.calls, [&](const auto &entry) {
      return entry.second.function == array &&
             poly::involvesParam(value, entry.first);
    });
  };
  return llvm::none_of(statement.accesses(),
                       [&](const Access &access) {
                         return access.array == array ||
                                llvm::any_of(access.subscripts, mentions);
                       }) &&
         llvm::none_of(statement.calls, [&](const auto &entry) {
           return llvm::any_of(entry.second.arguments, mentions);
         });
}

/// One statement that stores values, and another that reads some of the arrays.
class ValueFlow {
public:
  ValueFlow(const Program &before, const StepResult &step,
            const Successor &source, const Successor &sink, Record &record)
      : before(before), source(source), sink(sink),
        pair(step.program, before, *source.now, *sink.now),
        oldSource(seen(pair.first, source)), oldSink(seen(pair.second, sink)) {
    record.watch(pair.facts);
  }

  /// Whether an instance of the sink may read by \p read what an earlier one of
  /// the source has stored by \p write.
  bool mayHappen(const Touch &write, const Touch &read) const {
    isl::set touching = poly::meet(
        pair.instances(), oldSource.import.set(source.old->instances()));
    touching = poly::meet(touching, oldSink.import.set(sink.old->instances()));
    touching =
        poly::meet(touching, pair.sameElement(oldSource, write, oldSink, read));
    if (&oldSource.tree != &oldSink.tree)
      return !isImpossible(touching);
    return llvm::any_of(
        pair.orderLevels(oldSource, oldSink), [&](const OrderLevel &level) {
          return !isImpossible(poly::meet(touching, level.order));
        });
  }

private:
  View seen(const View &side, const Successor &successor) {
    return pair.seenAs(side, *successor.old,
                       before.phaseOf(successor.old->name)->tree, successor.map,
                       successor.ofMap());
  }
  bool isImpossible(const isl::set &points) const {
    return proves(before.context.ctx(),
                  [&] { return pair.facts.provesEmpty(points); });
  }

  const Program &before;
  const Successor &source, &sink;
  InstancePair pair;
  View oldSource, oldSink;
};

/// Looks at the arrays that a step has taken away from a statement.
class ValueCheck {
public:
  ValueCheck(const Program &before, const StepResult &step,
             const std::vector<Successor> &successors, Record &record)
      : before(before), step(step), successors(successors), record(record),
        storage(step, successors) {
    for (const Successor &successor : successors)
      if (successor.merged)
        vouched.insert(successor.now->name);
  }

  llvm::Error check() {
    for (const Successor &successor : successors)
      if (llvm::Error failure = checkCaller(successor))
        return failure;
    const std::vector<std::vector<size_t>> meeting =
        meetingSuccessors(successors);
    for (size_t at = 0; at < successors.size(); ++at)
      for (size_t other : meeting[at])
        if (llvm::Error failure = checkPair(successors[at], successors[other]))
          return failure;
    if (!moved.empty())
      record.note("values are found where they are stored now, of " +
                  llvm::join(moved, ", "));
    return llvm::Error::success();
  }

private:
  llvm::Error checkCaller(const Successor &successor) const;
  llvm::Error checkPair(const Successor &source, const Successor &sink);
  llvm::Error refuse(const Successor &source, const Touch &write,
                     const Successor &sink, const Touch &read) const;
  bool isEarlierPhase(const Successor &source, const Successor &sink) const {
    return before.phaseOf(source.old->name) <= before.phaseOf(sink.old->name);
  }

  const Program &before;
  const StepResult &step;
  const std::vector<Successor> &successors;
  Record &record;
  const Storage storage;
  /// Statements that have the sum of another, as the step says.
  Names vouched;
  Names moved;
};

/// What the caller has given is found, and what it looks for arrives there.
llvm::Error ValueCheck::checkCaller(const Successor &successor) const {
  const Statement &old = *successor.old, &now = *successor.now;
  for (const Access &access : old.accesses()) {
    auto array = before.arrays.find(access.array);
    if (vouched.count(now.name) || array == before.arrays.end() ||
        array->second.owner != Array::Owner::Argument ||
        touches(now, access.array, access.isWrite))
      continue;
    if (access.isWrite &&
        !storage.reachedFrom(Storage::writtenBy(now)).count(access.array))
      return refusal("'" + access.array + "', which '" + old.name +
                     "' writes, would not get what '" + now.name + "' stores");
    const bool isUpdate = access.reduction != Update::None;
    // Sets may know what an integer is, which is then not read.
    if (!access.isWrite && !array->second.type.isInteger() &&
        !storage.arrives({access.array}, now, isUpdate))
      return refusal("'" + now.name + "' would not find the values of '" +
                     access.array + "', which '" + old.name + "' reads");
  }
  return llvm::Error::success();
}

llvm::Error ValueCheck::checkPair(const Successor &source,
                                  const Successor &sink) {
  if (vouched.count(sink.now->name) || !isEarlierPhase(source, sink))
    return llvm::Error::success();
  const Names stored = Storage::writtenBy(*source.now);
  std::optional<ValueFlow> flow;
  for (const auto &[write, read] : conflictingTouches(*source.old, *sink.old)) {
    if (!write.isWrite || !read.isRead)
      continue;
    if (stored.count(write.array) && touches(*sink.now, write.array))
      continue;
    // What runs in any case need not ask where it did, nor what is listed.
    if ((sink.padded || sink.listed) && isConditionOnly(*sink.old, write.array))
      continue;
    moved.insert(write.array);
    if (storage.arrives(stored, *sink.now, read.reduction != Update::None))
      continue;
    if (!flow)
      flow.emplace(before, step, source, sink, record);
    if (flow->mayHappen(write, read))
      return refuse(source, write, sink, read);
  }
  return llvm::Error::success();
}

llvm::Error ValueCheck::refuse(const Successor &source, const Touch &write,
                               const Successor &sink, const Touch &read) const {
  const Names stored = Storage::writtenBy(*source.now);
  return illegal({"'" + write.array + "': " + instanceText(*sink.old, "'") +
                      " reads what an earlier " +
                      instanceText(*source.old, "") +
                      " writes, which the step would store in '" +
                      llvm::join(stored, "', '") +
                      "', where it is not looked "
                      "for",
                  write.array,
                  "",
                  {},
                  {refusedAccess(*source.old, write, ""),
                   refusedAccess(*sink.old, read, "'")}});
}

} // namespace

llvm::Error checkValues(const Program &before, const StepResult &step,
                        const std::vector<Successor> &successors,
                        Record &record) {
  return ValueCheck(before, step, successors, record).check();
}

} // namespace sparsec
