//===- StorageCheck.cpp - arrays that a step relies on --------------------===//
///
/// \file
/// What must hold of arrays beyond the order of instances: inspected arrays
/// stay as they are, private scalars stay private, copies stand beside what
/// they serve.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"

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

bool touches(const Statement &statement, const std::string &array,
             bool onlyWrites = false) {
  return llvm::any_of(touchesOf(statement), [&](const Touch &touch) {
    return touch.array == array && (touch.isWrite || !onlyWrites);
  });
}

} // namespace

llvm::Error checkFrozen(const Program &after) {
  const Phase &execute = after.executePhase();
  std::set<std::string> written = writtenIn(after, execute);
  for (const Phase &phase : after.phases)
    for (const std::string &name : phase.tree.statements()) {
      const Statement &statement = after.statement(name);
      for (const auto &entry : statement.calls)
        if (phase.role == Phase::Role::Execute &&
            written.count(entry.second.function))
          return refusal("'" + entry.first + "' is used as an index by '" +
                         name + "', but the loops write '" +
                         entry.second.function + "'");
      if (phase.role == Phase::Role::Execute)
        continue;
      for (const Touch &touch : touchesOf(statement)) {
        auto found = after.arrays.find(touch.array);
        if (found == after.arrays.end())
          continue;
        const Array &array = found->second;
        bool outlives = array.owner == Array::Owner::Argument ||
                        array.owner == Array::Owner::Local;
        if (outlives && touch.isRead && written.count(touch.array))
          return refusal("'" + touch.array +
                         "' would be copied by the inspector, but the loops "
                         "write it; its values at inspection are not those of "
                         "the execution");
      }
    }
  return llvm::Error::success();
}

namespace {

/// Instances that own one copy of a private array: before the step as seen
/// through the instance map, and after it.
class PrivateArray {
public:
  PrivateArray(const Program &before, const Program &after, const Array &array,
               std::vector<Successor> users)
      : before(before), after(after), array(array), users(std::move(users)) {}

  llvm::Error check() const {
    const ScheduleTree &tree = after.executePhase().tree;
    std::vector<const ScheduleTree *> shared =
        tree.loopsAround(users.front().now->name);
    for (const Successor &user : users)
      std::erase_if(shared, [&](const ScheduleTree *loop) {
        return !loop->contains(user.now->name);
      });
    for (const Successor &user : users)
      if (!proves(after.context.ctx(), [&] { return staysOne(user, shared); }))
        return refusal("'" + array.name +
                       "' is one copy, but iterations that each own it would "
                       "be mixed; " +
                       (array.isScalar() ? "scalar_expand it first"
                                         : "copy the array after this step"));
    return llvm::Error::success();
  }

private:
  /// Instances within one iteration of the loops that all users share have one
  /// owner, and what had one owner before has one now.
  bool staysOne(const Successor &user,
                const std::vector<const ScheduleTree *> &shared) const {
    InstancePair pair(after, after, *user.now, *user.now);
    isl::set together = pair.instances();
    for (const ScheduleTree *loop : shared) {
      const isl::pw_aff &value = loop->values.at(user.now->name);
      together = together.intersect(pair.first.import.value(value).eq_set(
          pair.second.import.value(value)));
    }
    const Phase *oldPhase = user.old ? before.phaseOf(user.old->name) : nullptr;
    bool wasUser = oldPhase && touches(*user.old, array.name);
    if (!wasUser)
      return isOneOwner(pair, together, pair.first, pair.second);
    View first = pair.seenAs(pair.first, *user.old, oldPhase->tree, user.map);
    View second = pair.seenAs(pair.second, *user.old, oldPhase->tree, user.map);
    isl::set one = pair.instances();
    std::vector<isl::pw_aff> owner = ownerOf(array, *user.old, oldPhase->tree);
    for (const isl::pw_aff &value : owner)
      one = one.intersect(
          first.import.value(value).eq_set(second.import.value(value)));
    return isOneOwner(pair, together, first, second) &&
           isOneOwner(pair, one, pair.first, pair.second);
  }

  /// Whether all pairs in \p points have one owner as \p a and \p b see them.
  bool isOneOwner(const InstancePair &pair, const isl::set &points,
                  const View &a, const View &b) const {
    for (const isl::pw_aff &value : ownerOf(array, a.statement, a.tree)) {
      isl::pw_aff first = a.import.value(value), second = b.import.value(value);
      if (!pair.facts.provesEmpty(points.intersect(first.lt_set(second))) ||
          !pair.facts.provesEmpty(points.intersect(first.gt_set(second))))
        return false;
    }
    return true;
  }

  const Program &before, &after;
  const Array &array;
  std::vector<Successor> users;
};

} // namespace

llvm::Error checkPrivate(const Program &before, const Program &after,
                         const std::vector<Successor> &successors) {
  std::vector<std::string> statements = after.executePhase().tree.statements();
  for (const auto &[name, array] : after.arrays) {
    if (array.privateDepth <= 0 || array.liveOut)
      continue;
    std::vector<Successor> users;
    for (const std::string &statement : statements) {
      if (!touches(after.statement(statement), name))
        continue;
      auto known = llvm::find_if(successors, [&](const Successor &successor) {
        return successor.now->name == statement;
      });
      if (known != successors.end())
        users.push_back(*known);
      else
        users.push_back({nullptr, &after.statement(statement), {}});
    }
    if (users.empty())
      continue;
    if (llvm::Error failure = PrivateArray(before, after, array, users).check())
      return failure;
  }
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
  const std::vector<ScheduleTree> &children = a[fork]->children;
  const ScheduleTree *first = std::min(a[fork + 1], b[fork + 1]);
  const ScheduleTree *last = std::max(a[fork + 1], b[fork + 1]);
  const ScheduleTree *mine = c[fork + 1];
  assert(!children.empty() && "only sequences fork");
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
llvm::Error checkCopy(const Program &before, const Program &after,
                      const Statement &copy,
                      const std::vector<Successor> &successors) {
  const ScheduleTree &tree = after.executePhase().tree;
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
                       "' holds its values elsewhere; distribute the loop "
                       "first");
    }
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error checkNewWork(const Program &before, const Program &after,
                         const std::vector<Successor> &successors) {
  for (const std::string &name : after.executePhase().tree.statements()) {
    bool isSuccessor =
        llvm::any_of(successors, [&](const Successor &successor) {
          return successor.now->name == name;
        });
    if (isSuccessor)
      continue;
    if (llvm::Error failure =
            checkCopy(before, after, after.statement(name), successors))
      return failure;
  }
  return llvm::Error::success();
}

} // namespace sparsec
