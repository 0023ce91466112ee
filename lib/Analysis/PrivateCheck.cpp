//===- PrivateCheck.cpp - every owner has its private array alone ---------===//
///
/// \file
/// Private scalars, temporaries and workspaces: uses by two owners of a copy
/// are never mixed.
///
//===----------------------------------------------------------------------===//

#include "KeptOrder.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <memory>
#include <set>

namespace sparsec {
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
          second(of.ownerView(pair, pair.second, b)), all(existing(pair)),
          symmetric(&a == &b) {
      if (of.isSeenBefore(a) && of.isSeenBefore(b))
        all = poly::meet(all, whereListed(pair, a, first, b, second));
      std::vector<isl::pw_aff> ownerA =
          ownerOf(of.arrayOf(a), first.statement, first.tree);
      std::vector<isl::pw_aff> ownerB =
          ownerOf(of.arrayOf(b), second.statement, second.tree);
      for (size_t pos = 0; pos < std::min(ownerA.size(), ownerB.size()); ++pos)
        owner.emplace_back(first.import.value(ownerA[pos]),
                           second.import.value(ownerB[pos]));
      areApart = of.isSeenBefore(a) && of.isSeenBefore(b) && wereApart();
    }
    /// What the program before was accepted for: in different members of a
    /// sequence, whose loops outside do not tell the owner, no owner has uses.
    bool wereApart() const {
      const auto loopsA = first.tree.loopsAround(first.statement.name),
                 loopsB = second.tree.loopsAround(second.statement.name);
      Values outside;
      size_t depth = 0;
      for (; depth < std::min(loopsA.size(), loopsB.size()) &&
             loopsA[depth] == loopsB[depth];
           ++depth)
        outside.emplace_back(
            first.import.value(loopsA[depth]->values.at(first.statement.name)),
            second.import.value(
                loopsB[depth]->values.at(second.statement.name)));
      return &first.tree == &second.tree && depth < loopsA.size() &&
             depth < loopsB.size() && !implies(outside, owner, By::Facts);
    }

    /// Where both exist: a list need not show what the old instances asked.
    isl::set existing(const InstancePair &pair) const {
      isl::set both = pair.instances();
      for (const View *view : {&first, &second})
        if (&view->statement != &pair.first.statement &&
            &view->statement != &pair.second.statement)
          both =
              poly::meet(both, view->import.set(view->statement.instances()));
      return both;
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

    /// Whether equal \p these mean one owner.
    bool showsOwner(const Values &these, By by) const {
      return implies(these, owner, by) ||
             (areApart && pair.facts.provesEmpty(equal(these)));
    }
    /// Whether one owner means equal \p those.
    bool isShownBy(const Values &those) const {
      return areApart || implies(owner, those, By::Facts);
    }
    bool haveNone() const {
      return areApart || pair.facts.provesEmpty(equal(owner));
    }

    InstancePair pair;
    View first, second;
    isl::set all;
    /// No owner has uses by both: they were in different loops before, and
    /// numbers that count different things may be equal.
    bool areApart = false;
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
    if (!isSeenBefore(user))
      return side;
    const Phase *phase = before.phaseOf(user.old->name);
    return pair.seenAs(side, *user.old, phase->tree, user.map, user.ofMap());
  }

  /// Whether \p user had the array before the step: its owners are those.
  bool isSeenBefore(const Successor &user) const {
    return user.old && touches(*user.old, array.name);
  }
  /// The array as ownerView sees it: more loops may own it now.
  const Array &arrayOf(const Successor &user) const {
    return isSeenBefore(user) ? before.arrays.at(array.name) : array;
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
      return one->isShownBy(now);
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
      return one->showsOwner(one->valuesOf(outside), by);
    });
    if (fixed)
      return llvm::all_of(below, [&](const Owners *one) {
        return one->isShownBy(one->valuesOf(outside));
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
            !one->haveNone())
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

} // namespace

/// Array => the statements of \p phase that touch it, in their order.
static std::map<std::string, std::vector<Successor>>
usersIn(const Program &after, const Phase &phase,
        const std::vector<Successor> &successors) {
  std::map<std::string, const Successor *> known;
  for (const Successor &successor : successors)
    known.emplace(successor.now->name, &successor);
  std::map<std::string, std::vector<Successor>> users;
  for (const std::string &name : phase.tree.statements()) {
    const Statement &statement = after.statement(name);
    auto found = known.find(name);
    for (const auto &entry : arraysOf(statement))
      users[entry.first].push_back(
          found != known.end() ? *found->second
                               : Successor{nullptr, &statement, std::nullopt});
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

/// Whether the copies of \p now belong to whom those of \p old did.
static bool haveSameOwners(const Array &old, const Array &now,
                           const std::vector<Successor> &users) {
  auto ownerIn = [&](const Statement &user) {
    auto known = user.sharing.find(now.name);
    return known == user.sharing.end() ? std::vector<isl::pw_aff>()
                                       : known->second.owner;
  };
  return old.privateDepth == now.privateDepth && old.liveOut == now.liveOut &&
         llvm::all_of(users, [&](const Successor &user) {
           return user.old &&
                  llvm::equal(ownerIn(*user.old), ownerIn(*user.now),
                              [](const isl::pw_aff &a, const isl::pw_aff &b) {
                                return a.plain_is_equal(b);
                              });
         });
}

/// Whether all of \p users used \p array before, in the same order.
static bool areUnchanged(const KeptOrder &kept, const std::string &array,
                         const std::vector<Successor> &users) {
  return llvm::all_of(users, [&](const Successor &a) {
    return a.old && touches(*a.old, array) &&
           llvm::all_of(users, [&](const Successor &b) {
             return b.old && kept.keeps(a, b);
           });
  });
}

llvm::Error checkPrivate(const Program &before, const Program &after,
                         const std::vector<Successor> &successors,
                         Record &record) {
  const KeptOrder order(before, after);
  std::set<std::string> kept;
  for (const Phase &phase : after.phases)
    for (const auto &[name, users] : usersIn(after, phase, successors)) {
      auto array = after.arrays.find(name), old = before.arrays.find(name);
      if (array == after.arrays.end() || !hasOwners(array->second, users))
        continue;
      if (old != before.arrays.end() &&
          haveSameOwners(old->second, array->second, users) &&
          areUnchanged(order, name, users))
        continue;
      if (llvm::Error failure = PrivateArray(before, after, phase.tree,
                                             array->second, users, record)
                                    .check())
        return failure;
      kept.insert(name);
    }
  if (!kept.empty())
    record.note("no values of two owners are mixed in " +
                llvm::join(kept, ", "));
  return llvm::Error::success();
}

} // namespace sparsec
