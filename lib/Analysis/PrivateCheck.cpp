//===- PrivateCheck.cpp - every owner has its private array alone ---------===//
///
/// \file
/// Private scalars, temporaries and workspaces: uses by two owners of a copy
/// are never mixed.
///
//===----------------------------------------------------------------------===//

#include "Cover.h"
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
    const std::vector<const Successor *> asked = uncovered();
    for (const Successor *first : asked)
      for (const Successor *second : asked)
        if (first <= second) {
          pairs.emplace_back(std::make_unique<Owners>(*this, *first, *second));
          record.watch(pairs.back()->pair.facts);
        }
  }

  llvm::Error check() const {
    bool alone = proves(after.context.ctx(),
                        [&] { return keepOwners() && isAlone(tree, {}); });
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
  /// Two users and who owns their instances, before the step if they used the
  /// array then.
  struct Owners {
    Owners(const PrivateArray &of, const Successor &a, const Successor &b)
        : pair(of.after, of.after, *a.now, *b.now),
          first(of.ownerView(pair, pair.first, a)),
          second(of.ownerView(pair, pair.second, b)), all(existing(a, b)),
          symmetric(&a == &b) {
      if (of.isSeenBefore(a) && of.isSeenBefore(b))
        list = sharedList(pair, a, first, b, second);
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
             depth < loopsB.size() && !implies(outside, owner);
    }

    /// Where both exist: a list need not show what the old instances asked.
    /// Without a map these are the same instances.
    isl::set existing(const Successor &a, const Successor &b) const {
      isl::set both = pair.instances();
      for (const auto &[user, view] :
           {std::pair(&a, &first), std::pair(&b, &second)})
        if (user->map && &view->statement == user->old)
          both =
              poly::meet(both, view->import.set(view->statement.instances()));
      return both;
    }

    using Values = std::vector<std::pair<isl::pw_aff, isl::pw_aff>>;
    isl::set equal(const Values &values) const {
      isl::set result = isl::set::universe(pair.facts.space());
      for (const auto &[a, b] : values)
        result = poly::meet(result, a.eq_set(b));
      if (list)
        result = list->within(result, all, pair.facts);
      return poly::meet(all, result);
    }
    /// Whether equal \p these imply equal \p those: the same expressions, or
    /// where the facts hold. \p points: equal(these), once it was asked for.
    bool implies(const Values &these, const Values &those,
                 std::optional<isl::set> &points) const {
      auto isGiven = [&](const auto &value) {
        return llvm::any_of(these, [&](const auto &other) {
          return value.first.plain_is_equal(other.first) &&
                 value.second.plain_is_equal(other.second);
        });
      };
      auto isImpossible = [&](const isl::set &where) {
        return pair.facts.provesEmpty(poly::meet(*points, where));
      };
      for (const auto &[a, b] : those) {
        if (isGiven(std::pair(a, b)))
          continue;
        if (!points)
          points = equal(these);
        if (!isImpossible(a.lt_set(b)) ||
            !(symmetric || isImpossible(a.gt_set(b))))
          return false;
      }
      return true;
    }
    bool implies(const Values &these, const Values &those) const {
      std::optional<isl::set> points;
      return implies(these, those, points);
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
    bool showsOwner(const Values &these) const {
      return implies(these, owner) ||
             (areApart && pair.facts.provesEmpty(equal(these)));
    }
    /// Whether one owner means equal \p those.
    bool isShownBy(const Values &those) const {
      return areApart || implies(owner, those, ofOneOwner);
    }
    bool haveNone() const {
      return areApart || pair.facts.provesEmpty(equal(owner));
    }

    InstancePair pair;
    View first, second;
    isl::set all;
    std::optional<SharedList> list;
    /// No owner has uses by both: they were in different loops before, and
    /// numbers that count different things may be equal.
    bool areApart = false;
    /// Two instances of one statement: exchanged, they are a pair as well.
    bool symmetric;
    Values owner;
    /// Where owners are equal, once it was asked for.
    mutable std::optional<isl::set> ofOneOwner = std::nullopt;
  };

  /// Owners before and now, and all loops around \p other, which stands in the
  /// innermost of them, too.
  std::optional<Visits> visitsOfUser(const Successor &user,
                                     const Successor &other) const {
    std::vector<isl::pw_aff> old, now = ownerOf(array, *user.now, tree);
    if (isSeenBefore(user))
      old = ownerOf(arrayOf(user), *user.old,
                    before.phaseOf(user.old->name)->tree);
    for (const ScheduleTree *loop : tree.loopsAround(other.now->name)) {
      if (!loop->values.count(user.now->name))
        return std::nullopt;
      now.push_back(loop->values.at(user.now->name));
    }
    return visitsOf(after, user, old, now);
  }

  /// Users that find the array where others find it, too, are not asked about.
  std::vector<const Successor *> uncovered() const {
    std::vector<const Successor *> kept;
    for (const Successor &user : users)
      kept.push_back(&user);
    llvm::stable_sort(kept, [](const auto *a, const auto *b) {
      return a->now->iterators.size() < b->now->iterators.size();
    });
    for (size_t at = 0; at < kept.size(); ++at)
      for (size_t other = kept.size() - 1; other > at; --other)
        if (isCovered(*kept[at], *kept[other]))
          kept.erase(kept.begin() + long(other));
    llvm::sort(kept);
    return kept;
  }
  bool isCovered(const Successor &first, const Successor &other) const {
    if (!first.old || !other.old || isSeenBefore(first) != isSeenBefore(other))
      return false;
    const std::optional<Visits> visits = visitsOfUser(first, first),
                                others = visitsOfUser(other, first);
    return visits && others && covers(*visits, *others);
  }

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

  /// Whether uses below \p node are alone. \p outside has one value of each
  /// loop for each owner; the more of them, the better they show it.
  bool isAlone(const ScheduleTree &node,
               std::vector<const ScheduleTree *> outside) const {
    const std::vector<const Owners *> below = pairsBelow(node);
    const bool isOfOwner =
        node.isLoop() && llvm::all_of(below, [&](const Owners *one) {
          return one->isShownBy(one->valuesOf({&node}));
        });
    if (isOfOwner) {
      outside.push_back(&node);
      return isAlone(node.children[0], std::move(outside));
    }
    if (llvm::all_of(below, [&](const Owners *one) {
          return one->showsOwner(one->valuesOf(outside));
        }))
      return true;
    if (!node.isSequence())
      return false;
    // No owner has uses in two parts of a sequence.
    for (const Owners *one : below)
      for (const ScheduleTree &child : node.children)
        if (child.contains(one->pair.first.statement.name) !=
                child.contains(one->pair.second.statement.name) &&
            !one->haveNone())
          return false;
    return llvm::all_of(node.children, [&](const ScheduleTree &child) {
      return pairsBelow(child).empty() || isAlone(child, outside);
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
