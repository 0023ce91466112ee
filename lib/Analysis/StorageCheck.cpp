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

/// Whether the loops that all statements of one private scalar share fix the
/// iteration that owns it.
class PrivateScalar {
public:
  PrivateScalar(const Program &program, const Array &array,
                std::vector<std::string> users)
      : program(program), array(array), users(std::move(users)) {}

  llvm::Error check() const {
    const ScheduleTree &tree = program.executePhase().tree;
    std::vector<const ScheduleTree *> shared = tree.loopsAround(users.front());
    for (const std::string &user : users)
      std::erase_if(shared, [&](const ScheduleTree *loop) {
        return !loop->contains(user);
      });
    for (const std::string &name : users)
      if (!owns(program.statement(name), shared))
        return refusal("'" + array.name +
                       "' is one scalar, but iterations that each own it "
                       "would be mixed; scalar_expand it first");
    return llvm::Error::success();
  }

private:
  /// Two instances with equal values of \p shared have equal owners.
  bool owns(const Statement &statement,
            const std::vector<const ScheduleTree *> &shared) const {
    InstancePair pair(program, program, statement, statement);
    isl::set together = pair.instances();
    for (const ScheduleTree *loop : shared) {
      const isl::pw_aff &value = loop->values.at(statement.name);
      together = together.intersect(pair.first.import.value(value).eq_set(
          pair.second.import.value(value)));
    }
    unsigned depth = std::min<unsigned>(unsigned(array.privateDepth),
                                        unsigned(statement.iterators.size()));
    for (unsigned pos = 0; pos < depth; ++pos) {
      isl::pw_aff a = pair.first.import.value(statement.iterator(pos));
      isl::pw_aff b = pair.second.import.value(statement.iterator(pos));
      isl::set apart = together.intersect(a.lt_set(b).unite(a.gt_set(b)));
      if (!proves(program.context.ctx(),
                  [&] { return pair.facts.provesEmpty(apart); }))
        return false;
    }
    return true;
  }

  const Program &program;
  const Array &array;
  std::vector<std::string> users;
};

/// The outermost \p depth dimensions are the old ones.
bool keepsOuterDims(const Successor &successor, unsigned depth) {
  if (!successor.map)
    return true;
  depth = std::min<unsigned>(depth, successor.map->size());
  if (successor.now->iterators.size() < depth)
    return false;
  isl::set context = successor.now->instances();
  for (unsigned pos = 0; pos < depth; ++pos)
    if (!poly::equalOn(successor.map->at(int(pos)),
                       successor.now->iterator(pos), context))
      return false;
  return true;
}

} // namespace

llvm::Error checkPrivate(const Program &after,
                         const std::vector<Successor> &successors) {
  std::vector<std::string> statements = after.executePhase().tree.statements();
  for (const auto &[name, array] : after.arrays) {
    if (array.privateDepth <= 0)
      continue;
    std::vector<std::string> users;
    for (const std::string &statement : statements)
      if (touches(after.statement(statement), name))
        users.push_back(statement);
    if (users.empty())
      continue;
    for (const Successor &successor : successors)
      if (llvm::is_contained(users, successor.now->name) &&
          !keepsOuterDims(successor, unsigned(array.privateDepth)))
        return refusal("'" + name + "' is private to an iteration that '" +
                       successor.now->name +
                       "' does not run as one any more; scalar_expand it "
                       "first");
    if (llvm::Error failure = PrivateScalar(after, array, users).check())
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

/// Statements whose accesses to \p array went to another array in this step.
std::vector<std::string> redirected(const std::string &array,
                                    const std::vector<Successor> &successors) {
  std::vector<std::string> result;
  for (const Successor &successor : successors)
    if (touches(*successor.old, array) && !touches(*successor.now, array))
      result.push_back(successor.now->name);
  return result;
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
        between |= tree.contains(one) && one != other.name &&
                   standsBetween(tree, copy.name, one, other.name);
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
