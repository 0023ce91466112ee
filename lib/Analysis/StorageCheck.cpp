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
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <memory>
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

/// A private array and its users. Every owner of a copy (an iteration of the
/// loops that it is private to) must find the array for itself alone: its uses
/// all lie in one iteration of some loops that hold uses of no other owner.
class PrivateArray {
public:
  PrivateArray(const Program &before, const Program &after,
               const ScheduleTree &tree, const Array &array,
               const std::vector<Successor> &users, Record &record)
      : before(before), after(after), tree(tree), array(array), users(users) {
    for (const Successor &first : users)
      for (const Successor &second : users)
        if (&first <= &second) {
          pairs.emplace_back(std::make_unique<Owners>(*this, first, second));
          record.watch(pairs.back()->pair.facts);
        }
  }

  llvm::Error check() const {
    bool alone = proves(after.context.ctx(), [&] {
      return keepOwners() &&
             (isAlone(tree, {}, By::Equality) || isAlone(tree, {}, By::Facts));
    });
    if (alone)
      return llvm::Error::success();
    std::string why = "'" + array.name +
                      "' is one copy, but iterations that each own it would be "
                      "mixed";
    if (array.owner == Array::Owner::Workspace)
      why += "; the loops that number its segments must stay outside";
    return illegal(
        {why, array.name, "", {}, {firstUse(true), firstUse(false)}});
  }

private:
  /// Values that are the same expressions, or equal where the facts hold.
  enum class By { Equality, Facts };

  /// Two users and who owns their instances, before the step if they used the
  /// array then.
  struct Owners {
    Owners(const PrivateArray &of, const Successor &a, const Successor &b)
        : pair(of.after, of.after, *a.now, *b.now),
          first(of.ownerView(pair, pair.first, a)),
          second(of.ownerView(pair, pair.second, b)), all(pair.instances()),
          symmetric(&a == &b) {
      std::vector<isl::pw_aff> ownerA =
          ownerOf(of.array, first.statement, first.tree);
      std::vector<isl::pw_aff> ownerB =
          ownerOf(of.array, second.statement, second.tree);
      for (size_t pos = 0; pos < std::min(ownerA.size(), ownerB.size()); ++pos)
        owner.emplace_back(first.import.value(ownerA[pos]),
                           second.import.value(ownerB[pos]));
    }

    using Values = std::vector<std::pair<isl::pw_aff, isl::pw_aff>>;
    isl::set equal(const Values &values) const {
      isl::set result = all;
      for (const auto &[a, b] : values)
        result = result.intersect(a.eq_set(b));
      return result;
    }
    /// Whether equal \p these imply equal \p those.
    bool implies(const Values &these, const Values &those, By by) const {
      isl::set points = equal(these);
      auto isGiven = [&](const auto &value) {
        return llvm::any_of(these, [&](const auto &other) {
          return value.first.plain_is_equal(other.first) &&
                 value.second.plain_is_equal(other.second);
        });
      };
      for (const auto &[a, b] : those)
        if (isGiven(std::pair(a, b)))
          continue;
        else if (by == By::Equality ||
                 !pair.facts.provesEmpty(points.intersect(a.lt_set(b))) ||
                 !(symmetric ||
                   pair.facts.provesEmpty(points.intersect(a.gt_set(b)))))
          return false;
      return true;
    }
    Values valuesOf(const std::vector<const ScheduleTree *> &loops) const {
      Values values;
      for (const ScheduleTree *loop : loops)
        values.emplace_back(
            pair.first.import.value(loop->values.at(pair.first.statement.name)),
            pair.second.import.value(
                loop->values.at(pair.second.statement.name)));
      return values;
    }

    InstancePair pair;
    View first, second;
    isl::set all;
    /// Two instances of one statement: exchanged, they are a pair as well.
    bool symmetric;
    Values owner;
  };

  /// The first write or read in textual order; any use when there is none.
  RefusedAccess firstUse(bool isWrite) const {
    std::optional<RefusedAccess> any;
    for (const Successor &user : users)
      for (const Touch &touch : touchesOf(*user.now)) {
        if (touch.array != array.name)
          continue;
        RefusedAccess use = refusedAccess(*user.now, touch, "");
        if (isWrite ? touch.isWrite : touch.isRead)
          return use;
        any = any ? any : use;
      }
    return *any;
  }

  View ownerView(InstancePair &pair, const View &side,
                 const Successor &user) const {
    if (!user.old || !touches(*user.old, array.name))
      return side;
    const Phase *phase = before.phaseOf(user.old->name);
    return pair.seenAs(side, *user.old, phase->tree, user.map, user.ofMap());
  }

  /// What had one owner before has one now: the outermost loops or iterators
  /// that the array is private to may have become others.
  bool keepOwners() const {
    return llvm::all_of(pairs, [&](const auto &one) {
      Owners::Values now;
      const View &a = one->pair.first, &b = one->pair.second;
      auto ownerA = ownerOf(array, a.statement, a.tree);
      auto ownerB = ownerOf(array, b.statement, b.tree);
      for (size_t pos = 0; pos < std::min(ownerA.size(), ownerB.size()); ++pos)
        now.emplace_back(a.import.value(ownerA[pos]),
                         b.import.value(ownerB[pos]));
      return one->implies(one->owner, now, By::Facts);
    });
  }

  /// The pairs whose users both lie below \p node.
  std::vector<const Owners *> pairsBelow(const ScheduleTree &node) const {
    std::vector<const Owners *> result;
    for (const auto &one : pairs)
      if (node.contains(one->pair.first.statement.name) &&
          node.contains(one->pair.second.statement.name))
        result.push_back(one.get());
    return result;
  }

  /// \p by: how the loops outside show the owner. Its own loops mostly do, and
  /// to try the facts at each loop before takes long.
  bool isAlone(const ScheduleTree &node,
               std::vector<const ScheduleTree *> outside, By by) const {
    std::vector<const Owners *> below = pairsBelow(node);
    bool fixed = llvm::all_of(below, [&](const Owners *one) {
      return one->implies(one->valuesOf(outside), one->owner, by);
    });
    if (fixed)
      return llvm::all_of(below, [&](const Owners *one) {
        return one->implies(one->owner, one->valuesOf(outside), By::Facts);
      });
    if (node.isLeaf())
      return false;
    if (node.isLoop())
      outside.push_back(&node);
    // No owner has uses in two parts of a sequence.
    for (const Owners *one : below)
      for (const ScheduleTree &child : node.children)
        if (child.contains(one->pair.first.statement.name) !=
                child.contains(one->pair.second.statement.name) &&
            !one->pair.facts.provesEmpty(one->equal(one->owner)))
          return false;
    return llvm::all_of(node.children, [&](const ScheduleTree &child) {
      return pairsBelow(child).empty() || isAlone(child, outside, by);
    });
  }

  const Program &before, &after;
  const ScheduleTree &tree;
  const Array &array;
  const std::vector<Successor> &users;
  std::vector<std::unique_ptr<Owners>> pairs;
};

/// Whether \p user is as it was, at the time it was.
bool isUnchanged(const Program &before, const Program &after,
                 const Successor &user) {
  if (user.map || !user.old)
    return false;
  const Phase *oldPhase = before.phaseOf(user.old->name);
  const Phase *newPhase = after.phaseOf(user.now->name);
  std::vector<TimeStep> old = timeSteps(oldPhase->tree, *user.old);
  std::vector<TimeStep> now = timeSteps(newPhase->tree, *user.now);
  if (old.size() != now.size())
    return false;
  for (size_t pos = 0; pos < old.size(); ++pos)
    if (bool(old[pos].loop) != bool(now[pos].loop) ||
        !old[pos].value.plain_is_equal(now[pos].value))
      return false;
  return true;
}

} // namespace

/// The statements of \p phase that touch \p array.
static std::vector<Successor>
usersIn(const Program &after, const Phase &phase, const std::string &array,
        const std::vector<Successor> &successors) {
  std::vector<Successor> users;
  for (const std::string &statement : phase.tree.statements()) {
    if (!touches(after.statement(statement), array))
      continue;
    auto known = llvm::find_if(successors, [&](const Successor &successor) {
      return successor.now->name == statement;
    });
    if (known != successors.end())
      users.push_back(*known);
    else
      users.push_back({nullptr, &after.statement(statement), std::nullopt});
  }
  return users;
}

/// Whether some instances have a copy of \p array of their own.
static bool hasOwners(const Array &array, const std::vector<Successor> &users) {
  if (array.privateDepth > 0 && !array.liveOut)
    return !users.empty();
  return llvm::any_of(users, [&](const Successor &user) {
    auto known = user.now->sharing.find(array.name);
    return known != user.now->sharing.end() && !known->second.owner.empty();
  });
}

llvm::Error checkPrivate(const Program &before, const Program &after,
                         const std::vector<Successor> &successors,
                         Record &record) {
  std::set<std::string> kept;
  for (const Phase &phase : after.phases)
    for (const auto &[name, array] : after.arrays) {
      std::vector<Successor> users = usersIn(after, phase, name, successors);
      if (!hasOwners(array, users))
        continue;
      bool unchanged = llvm::all_of(users, [&](const Successor &user) {
        return isUnchanged(before, after, user) && touches(*user.old, name);
      });
      if (unchanged)
        continue;
      if (llvm::Error failure =
              PrivateArray(before, after, phase.tree, array, users, record)
                  .check())
        return failure;
      kept.insert(name);
    }
  if (!kept.empty())
    record.note("no values of two owners are mixed in " +
                llvm::join(kept, ", "));
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
