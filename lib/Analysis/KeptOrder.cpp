//===- KeptOrder.cpp - what a step leaves in its order --------------------===//

#include "KeptOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

Places::Places(const Program &program) {
  for (size_t phase = 0; phase < program.phases.size(); ++phase) {
    Place root{phase, {}};
    add(program.phases[phase].tree, root);
  }
}

void Places::add(const ScheduleTree &node, Place &above) {
  if (node.isLeaf())
    places.emplace(node.name, above);
  for (size_t child = 0; child < node.children.size(); ++child) {
    above.path.emplace_back(&node, child);
    add(node.children[child], above);
    above.path.pop_back();
  }
}

bool KeptOrder::sharePhase(const Successor &a, const Successor &b) const {
  return before.of(a.old->name).phase == before.of(b.old->name).phase;
}

static bool haveSameCalls(const Statement &old, const Statement &now) {
  return llvm::equal(old.calls, now.calls, [](const auto &a, const auto &b) {
    return a.first == b.first && a.second.function == b.second.function &&
           llvm::equal(a.second.arguments, b.second.arguments,
                       [](const isl::pw_aff &x, const isl::pw_aff &y) {
                         return x.plain_is_equal(y);
                       });
  });
}

bool KeptOrder::isSameLoop(const Successor &user, const ScheduleTree &old,
                           const ScheduleTree &now) const {
  return old.values.at(user.old->name)
      .plain_is_equal(now.values.at(user.now->name));
}

bool KeptOrder::keeps(const Successor &a, const Successor &b) const {
  if (a.map || b.map || !haveSameCalls(*a.old, *a.now) ||
      !haveSameCalls(*b.old, *b.now))
    return false;
  const Places::Place &oldA = before.of(a.old->name);
  const Places::Place &oldB = before.of(b.old->name);
  const Places::Place &nowA = after.of(a.now->name);
  const Places::Place &nowB = after.of(b.now->name);
  if (oldA.phase != oldB.phase || nowA.phase != nowB.phase)
    return false;
  for (size_t depth = 0;; ++depth) {
    bool isEnd = depth == oldA.path.size() || depth == nowA.path.size();
    if (isEnd)
      return oldA.path.size() == nowA.path.size();
    const auto &[old, oldChildA] = oldA.path[depth];
    const auto &[now, nowChildA] = nowA.path[depth];
    if (old->kind != now->kind)
      return false;
    if (old->isLoop()) {
      if (!isSameLoop(a, *old, *now) || !isSameLoop(b, *old, *now))
        return false;
      continue;
    }
    size_t oldChildB = oldB.path[depth].second;
    size_t nowChildB = nowB.path[depth].second;
    if ((oldChildA < oldChildB) != (nowChildA < nowChildB) ||
        (oldChildA > oldChildB) != (nowChildA > nowChildB))
      return false;
    if (oldChildA != oldChildB)
      return true;
  }
}

std::vector<std::vector<size_t>>
meetingSuccessors(const std::vector<Successor> &successors) {
  struct Users {
    std::vector<size_t> all, writing;
  };
  std::map<std::string, Users> usersOf;
  std::vector<std::map<std::string, bool>> arrays;
  for (size_t at = 0; at < successors.size(); ++at) {
    arrays.push_back(arraysOf(*successors[at].old));
    for (const auto &[array, isWritten] : arrays.back()) {
      usersOf[array].all.push_back(at);
      if (isWritten)
        usersOf[array].writing.push_back(at);
    }
  }
  std::vector<std::vector<size_t>> meeting;
  for (const auto &touched : arrays) {
    std::set<size_t> others;
    for (const auto &[array, isWritten] : touched) {
      const Users &users = usersOf.at(array);
      const std::vector<size_t> &met = isWritten ? users.all : users.writing;
      others.insert(met.begin(), met.end());
    }
    meeting.emplace_back(others.begin(), others.end());
  }
  return meeting;
}

} // namespace sparsec
