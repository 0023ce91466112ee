//===- StorageCheck.cpp - arrays that a step relies on --------------------===//
///
/// \file
/// What must hold of arrays beyond the order of instances: inspected arrays
/// stay as they are, copies stand beside what they serve.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>

namespace sparsec {
namespace {

std::set<std::string> writtenIn(const Program &program, const Phase &phase) {
  std::set<std::string> written;
  for (const std::string &name : phase.tree.statements())
    for (const Touch &touch : touchesOf(program.statement(name)))
      if (touch.isWrite)
        written.insert(touch.array);
  return written;
}

} // namespace

llvm::Error checkFrozen(const Program &after, Record &record) {
  const Phase &execute = after.executePhase();
  std::set<std::string> written = writtenIn(after, execute);
  std::set<std::string> inspected;
  for (const Phase &phase : after.phases)
    for (const std::string &name : phase.tree.statements()) {
      const Statement &statement = after.statement(name);
      for (const auto &entry : statement.calls) {
        inspected.insert(entry.second.function);
        if (phase.role == Phase::Role::Execute &&
            written.count(entry.second.function))
          return refusal("'" + entry.first + "' is used as an index by '" +
                         name + "', but the loops write '" +
                         entry.second.function + "'");
      }
      if (phase.role == Phase::Role::Execute)
        continue;
      for (const Touch &touch : touchesOf(statement)) {
        auto found = after.arrays.find(touch.array);
        if (found == after.arrays.end())
          continue;
        const Array &array = found->second;
        bool outlives = array.owner == Array::Owner::Argument ||
                        array.owner == Array::Owner::Local;
        if (outlives && touch.isRead)
          inspected.insert(touch.array);
        if (outlives && touch.isRead && written.count(touch.array))
          return refusal("'" + touch.array +
                         "' would be copied by the inspector, but the loops "
                         "write it; its values at inspection are not those of "
                         "the execution");
      }
    }
  if (!inspected.empty())
    record.note("the loops write none of " + llvm::join(inspected, ", "));
  return llvm::Error::success();
}

namespace {

/// Positions of children from the root to \p statement.
std::vector<const ScheduleTree *> pathTo(const ScheduleTree &tree,
                                         const std::string &statement) {
  std::vector<const ScheduleTree *> path = {&tree};
  while (!path.back()->isLeaf()) {
    auto next =
        llvm::find_if(path.back()->children, [&](const ScheduleTree &child) {
          return child.contains(statement);
        });
    path.push_back(&*next);
  }
  return path;
}

/// Whether \p other runs between \p copy and \p served within one iteration
/// of the loops that the two share.
bool standsBetween(const ScheduleTree &tree, const std::string &copy,
                   const std::string &served, const std::string &other) {
  auto a = pathTo(tree, copy), b = pathTo(tree, served);
  auto c = pathTo(tree, other);
  size_t fork = 0;
  while (a[fork + 1] == b[fork + 1])
    ++fork;
  if (fork >= c.size() || c[fork] != a[fork])
    return false;
  const ScheduleTree *first = std::min(a[fork + 1], b[fork + 1]);
  const ScheduleTree *last = std::max(a[fork + 1], b[fork + 1]);
  const ScheduleTree *mine = c[fork + 1];
  assert(!a[fork]->children.empty() && "only sequences fork");
  return mine >= first && mine <= last;
}

bool readsElsewhere(const Statement &statement, const std::string &array) {
  return llvm::any_of(touchesOf(statement), [&](const Touch &touch) {
    return touch.array == array && !touch.isWrite;
  });
}

/// Statements whose reads of \p array, or all accesses to it, went to another
/// array in this step.
std::vector<std::string> redirected(const std::string &array,
                                    const std::vector<Successor> &successors) {
  std::vector<std::string> result;
  for (const Successor &successor : successors) {
    const Statement &old = *successor.old, &now = *successor.now;
    if ((touches(old, array) && !touches(now, array)) ||
        (readsElsewhere(old, array) && !readsElsewhere(now, array)))
      result.push_back(now.name);
  }
  return result;
}

/// Whether \p other may change or see the array between \p copy and
/// \p served. A served statement itself may not while loops of its own run
/// in between.
bool interferes(const ScheduleTree &tree, const std::string &copy,
                const std::string &served, const std::string &other) {
  if (other == served)
    return tree.loopsAround(copy) != tree.loopsAround(served);
  return standsBetween(tree, copy, served, other);
}

/// \p copy stands in for the accesses of the redirected statements to the old
/// arrays: whoever conflicts with it must run before or after both.
llvm::Error checkCopy(const Program &before, const ScheduleTree &tree,
                      const Statement &copy,
                      const std::vector<Successor> &successors) {
  for (const Touch &touch : touchesOf(copy)) {
    if (!before.arrays.count(touch.array))
      continue;
    std::vector<std::string> served = redirected(touch.array, successors);
    for (const Successor &successor : successors) {
      const Statement &other = *successor.now;
      if (!tree.contains(other.name) ||
          !touches(other, touch.array, /*onlyWrites=*/!touch.isWrite))
        continue;
      bool between = served.empty();
      for (const std::string &one : served)
        between |=
            tree.contains(one) && interferes(tree, copy.name, one, other.name);
      if (between)
        return refusal("'" + other.name + "' uses '" + touch.array +
                       "' while '" + copy.name +
                       "' holds its values elsewhere");
    }
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error checkNewWork(const Program &before, const Program &after,
                         const std::vector<Successor> &successors,
                         Record &record) {
  auto isSuccessor = [&](const std::string &name) {
    return llvm::any_of(successors, [&](const Successor &successor) {
      return successor.now->name == name;
    });
  };
  for (const Phase &phase : after.phases) {
    std::vector<std::string> statements = phase.tree.statements();
    // A phase of its own stands beside nobody.
    if (llvm::none_of(statements, isSuccessor))
      continue;
    for (const std::string &name : statements)
      if (!isSuccessor(name)) {
        if (llvm::Error failure = checkCopy(before, phase.tree,
                                            after.statement(name), successors))
          return failure;
        record.note("nothing uses what " + name +
                    " copies while the copy stands in for it");
      }
  }
  return llvm::Error::success();
}

} // namespace sparsec
