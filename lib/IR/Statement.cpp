//===- Statement.cpp - accesses and change of instances -------------------===//

#include "sparsec/IR/Statement.h"

#include "sparsec/Poly/PullBack.h"

#include <functional>
#include <set>

namespace sparsec {

isl::pw_aff Statement::iterator(unsigned pos) const {
  return poly::dimension(space(), pos);
}

Access Access::read(std::string array, std::vector<isl::pw_aff> subscripts) {
  Access access{std::move(array), std::move(subscripts)};
  access.isRead = true;
  return access;
}

Access Access::update(std::string array, std::vector<isl::pw_aff> subscripts,
                      Update reduction) {
  Access access{std::move(array), std::move(subscripts)};
  access.isRead = access.isWrite = true;
  access.reduction = reduction;
  return access;
}

Access Access::whole(std::string array, bool isWrite) {
  Access access{std::move(array), {}};
  access.isRead = access.isWhole = true;
  access.isWrite = isWrite;
  return access;
}

/// What the assignment or the action of \p statement touches.
static std::vector<Access> bodyAccesses(const Statement &statement) {
  if (statement.action)
    return statement.action->accesses();
  std::vector<Access> result;
  auto addReads = [&](const Expr &value) {
    value.walk([&](const Expr &node) {
      if (node.kind == Expr::Kind::Access) {
        result.push_back(Access::read(node.text, node.subscripts));
        result.back().isWhole = node.isOfData();
        result.back().span = node.span;
        result.back().isAwaited = node.isAwaited;
      }
    });
  };
  const std::optional<Assignment> &assignment = statement.assignment;
  if (!assignment)
    return result;
  const bool isReduced =
      assignment->isReduction() || assignment->isTupleReduction();
  auto addWrite = [&](const Expr &target) {
    Access write{target.text, target.subscripts, /*isWrite=*/true,
                 /*isRead=*/!assignment->overwrites()};
    if (isReduced)
      write.reduction = joinOf(assignment->op);
    auto shared = statement.sharing.find(target.text);
    write.isAtomic =
        shared != statement.sharing.end() && shared->second.isAtomic;
    write.span = target.span;
    write.isWhole = target.isOfData();
    result.push_back(std::move(write));
    for (const Expr &subscript : target.operands)
      addReads(subscript);
  };
  addWrite(assignment->target);
  if (const Expr *mask = assignment->mask())
    addReads(*mask);
  addReads(assignment->offered());
  for (const Companion &companion : assignment->companions()) {
    addWrite(*companion.cell);
    addReads(*companion.value);
  }
  return result;
}

const UninterpretedCall &Statement::loadOf(const std::string &name) const {
  auto copy = copies.find(name);
  return copy == copies.end() ? calls.at(name) : copy->second;
}

std::vector<Access> Statement::accesses() const {
  std::vector<Access> result = bodyAccesses(*this);
  for (const auto &[name, copy] : copies)
    if (calls.count(name))
      result.push_back(Access::read(copy.function, copy.arguments));
  return result;
}

namespace {

using Rewrite = std::function<isl::pw_aff(const isl::pw_aff &)>;

void rewriteAll(std::vector<isl::pw_aff> &values, const Rewrite &rewrite) {
  for (isl::pw_aff &value : values)
    value = rewrite(value);
}

/// \p copies of calls that have new \p names. Calls that are one now are read
/// in the copy if all of them were.
CallTable renamed(const CallTable &copies, const poly::Renaming &names) {
  CallTable result;
  for (const auto &[from, to] : names)
    if (auto copy = copies.find(from); copy != copies.end())
      result.emplace(to, copy->second);
  for (const auto &[from, to] : names)
    if (!copies.count(from))
      result.erase(to);
  return result;
}

/// Applies \p rewrite to every value of the body, not to sets and calls.
void rewriteBody(Statement &statement, const Rewrite &rewrite) {
  if (std::optional<Assignment> &assignment = statement.assignment) {
    assignment->target = assignment->target.mapAffine(rewrite);
    assignment->value = assignment->value.mapAffine(rewrite);
  }
  for (auto &entry : statement.sharing) {
    rewriteAll(entry.second.segment, rewrite);
    rewriteAll(entry.second.owner, rewrite);
  }
  if (statement.action)
    statement.action->mapAffine(rewrite);
}

/// Applies \p rewrite to the elements that are read for values of calls.
void rewriteCopies(Statement &statement, const Rewrite &rewrite) {
  for (auto &entry : statement.copies)
    rewriteAll(entry.second.arguments, rewrite);
}

/// Where the source first reads the element of the call \p name: at \p place,
/// or where the one of that name in \p table is read.
unsigned firstPlace(const CallTable &table, const std::string &name,
                    unsigned place) {
  auto same = table.find(name);
  return same == table.end() ? place : std::min(place, same->second.place);
}

/// Pulls the parts of one statement back through a map, renaming its calls.
/// Old names may equal new ones although the calls differ (`index(i)` before
/// and after a tiling of i), so every old name first gets a mark.
class PullBack {
public:
  PullBack(const Statement &old, const std::vector<std::string> &iterators,
           const isl::pw_multi_aff &map, const CallTable &newCalls)
      : old(old), iterators(iterators), map(map), calls(newCalls) {
    for (const auto &entry : old.calls)
      convert(entry.first);
  }

  isl::pw_aff value(const isl::pw_aff &oldValue) const {
    return poly::pullBack(oldValue, map, newNames);
  }

  isl::set set(const isl::set &oldSet) const {
    return poly::pullBack(oldSet, map, newNames);
  }

  CallTable takeCalls() { return std::move(calls); }
  /// Of the calls that are read in copies.
  CallTable copies() const { return renamed(old.copies, newNames); }

private:
  /// Converts call \p name after the calls in its arguments.
  void convert(const std::string &name) {
    if (newNames.count(name))
      return;
    UninterpretedCall call = old.calls.at(name);
    for (const std::string &nested : nestedCalls(call, old.calls))
      convert(nested);
    for (isl::pw_aff &argument : call.arguments)
      argument = value(argument);
    std::string newName = callName(call, iterators);
    call.place = firstPlace(calls, newName, call.place);
    calls.emplace(newName, call).first->second.place = call.place;
    newNames[name] = newName;
  }

  const Statement &old;
  const std::vector<std::string> &iterators;
  const isl::pw_multi_aff &map;
  CallTable calls;
  poly::Renaming newNames;
};

/// The affine part of \p set: without the parameters named in \p calls.
isl::set withoutCalls(isl::set set, const CallTable &calls) {
  for (const auto &entry : calls)
    if (poly::involvesParam(set, entry.first))
      set = set.project_out_param(poly::makeId(set.ctx(), entry.first));
  std::vector<std::string> keep;
  for (const std::string &name : poly::paramNames(set.space()))
    if (!calls.count(name))
      keep.push_back(name);
  return poly::keepParams(set, keep);
}

} // namespace

void dropUnusedCalls(Statement &statement) {
  std::set<std::string> used;
  std::function<void(const std::string &)> use = [&](const std::string &name) {
    if (!used.insert(name).second)
      return;
    for (const UninterpretedCall &call :
         {statement.calls.at(name), statement.loadOf(name)})
      for (const std::string &nested : nestedCalls(call, statement.calls))
        use(nested);
  };
  auto scan = [&](const isl::pw_aff &value) {
    for (const auto &entry : statement.calls)
      if (poly::involvesParam(value, entry.first))
        use(entry.first);
  };
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(statement.constraints, entry.first))
      use(entry.first);
  rewriteBody(statement, [&](const isl::pw_aff &value) {
    scan(value);
    return value;
  });
  for (const auto &entry : statement.calls)
    if (!used.count(entry.first))
      statement.constraints =
          poly::dropParam(statement.constraints, entry.first);
  for (CallTable *table : {&statement.calls, &statement.copies})
    std::erase_if(*table,
                  [&](const auto &entry) { return !used.count(entry.first); });
}

void renameCall(Statement &statement, const std::string &from,
                const std::string &to) {
  auto rename = [&](const isl::pw_aff &value) {
    return poly::renameParam(value, from, to);
  };
  statement.constraints = poly::renameParam(statement.constraints, from, to);
  for (auto &entry : statement.calls)
    for (isl::pw_aff &argument : entry.second.arguments)
      argument = rename(argument);
  rewriteBody(statement, rename);
  rewriteCopies(statement, rename);
  if (auto copy = statement.copies.extract(from); !copy.empty()) {
    copy.key() = to;
    statement.copies.insert(std::move(copy));
  }
}

namespace {

/// Gives calls whose arguments have changed the name that their arguments
/// tell. A new name changes the arguments of the calls around it.
void nameAfterArguments(Statement &statement) {
  for (auto entry = statement.calls.begin(); entry != statement.calls.end();) {
    std::string oldName = entry->first;
    std::string newName = callName(entry->second, statement.iterators);
    if (newName == oldName) {
      ++entry;
      continue;
    }
    UninterpretedCall call = entry->second;
    statement.calls.erase(entry);
    call.place = firstPlace(statement.calls, newName, call.place);
    statement.calls.insert_or_assign(newName, std::move(call));
    renameCall(statement, oldName, newName);
    entry = statement.calls.begin();
  }
}

} // namespace

void substituteCalls(Statement &statement,
                     const std::map<std::string, isl::pw_aff> &values) {
  auto rewrite = [&](isl::pw_aff result) {
    for (const auto &[name, value] : values)
      result = poly::substituteParam(result, name, value);
    return result;
  };
  Statement result = statement;
  for (const auto &[name, value] : values)
    result.constraints = poly::substituteParam(result.constraints, name, value);
  rewriteBody(result, rewrite);
  rewriteCopies(result, rewrite);
  for (auto &entry : result.calls)
    rewriteAll(entry.second.arguments, rewrite);
  nameAfterArguments(result);
  // The values are those of the calls as they were: in terms of each other
  // they would no longer be functions of the other iterators.
  result.calls.insert(statement.calls.begin(), statement.calls.end());
  for (const auto &[name, value] : values)
    result.constraints = result.constraints.intersect(
        poly::parameter(statement.space(), name).eq_set(value));
  result.constraints =
      poly::withDimNames(result.constraints, statement.iterators);
  dropUnusedCalls(result);
  statement = std::move(result);
}

Statement pullBack(const Statement &old, const std::string &newName,
                   const std::vector<std::string> &newIterators,
                   const isl::pw_multi_aff &instanceMap,
                   const CallTable &newCalls, const isl::set &newDomain,
                   const isl::set &newConstraints) {
  PullBack pull(old, newIterators, instanceMap, newCalls);
  Statement result = old;
  result.name = newName;
  result.iterators = newIterators;

  // { X[new] : the old instance exists and the new constraints hold }
  isl::set all =
      pull.set(old.instances()).intersect(newDomain).intersect(newConstraints);
  isl::set affine = pull.set(old.domain).intersect(newDomain);

  rewriteBody(result,
              [&](const isl::pw_aff &value) { return pull.value(value); });
  result.copies = pull.copies();
  rewriteCopies(result,
                [&](const isl::pw_aff &value) { return pull.value(value); });
  result.calls = pull.takeCalls();
  result.domain = poly::withDimNames(
      withoutCalls(affine, result.calls).coalesce(), newIterators);
  result.constraints = poly::withDimNames(
      poly::dropUnusedParams(all.gist(result.domain).coalesce()), newIterators);
  dropUnusedCalls(result);
  return result;
}

} // namespace sparsec
