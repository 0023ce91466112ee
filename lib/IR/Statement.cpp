//===- Statement.cpp - accesses and change of instances -------------------===//

#include "sparsec/IR/Statement.h"

#include <set>

namespace sparsec {

isl::pw_aff Statement::iterator(unsigned pos) const {
  return poly::dimension(space(), pos);
}

std::vector<Access> Statement::accesses() const {
  std::vector<Access> result;
  if (!assignment)
    return result;
  const Expr &target = assignment->target;
  result.push_back({target.text, target.subscripts, /*isWrite=*/true,
                    /*isRead=*/assignment->op != "="});
  assignment->value.walk([&](const Expr &node) {
    if (node.kind == Expr::Kind::Access)
      result.push_back({node.text, node.subscripts, false, true});
  });
  return result;
}

namespace {

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

  isl::pw_aff value(isl::pw_aff oldValue) const {
    for (const auto &entry : old.calls)
      oldValue = poly::renameParam(oldValue, entry.first, marked(entry.first));
    isl::pw_aff result = oldValue.pullback(map);
    for (const auto &entry : newNames)
      result = poly::renameParam(result, marked(entry.first), entry.second);
    return result.coalesce();
  }

  isl::set set(isl::set oldSet) const {
    for (const auto &entry : old.calls)
      oldSet = poly::renameParam(oldSet, entry.first, marked(entry.first));
    isl::set result = oldSet.preimage(map);
    for (const auto &entry : newNames)
      result = poly::renameParam(result, marked(entry.first), entry.second);
    return result;
  }

  CallTable takeCalls() { return std::move(calls); }

private:
  static std::string marked(const std::string &name) { return "old:" + name; }

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
    calls.emplace(newName, call);
    newNames[name] = newName;
  }

  const Statement &old;
  const std::vector<std::string> &iterators;
  const isl::pw_multi_aff &map;
  CallTable calls;
  std::map<std::string, std::string> newNames;
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

/// Drops the calls that neither sets nor body mention any more.
void dropUnusedCalls(Statement &statement) {
  std::set<std::string> used;
  std::function<void(const std::string &)> use = [&](const std::string &name) {
    if (!used.insert(name).second)
      return;
    for (const std::string &nested :
         nestedCalls(statement.calls.at(name), statement.calls))
      use(nested);
  };
  auto scan = [&](const isl::pw_aff &value) {
    for (const auto &entry : statement.calls)
      if (poly::involvesParam(value, entry.first))
        use(entry.first);
  };
  auto scanExpr = [&](const Expr &node) {
    for (const isl::pw_aff &subscript : node.subscripts)
      scan(subscript);
  };
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(statement.constraints, entry.first))
      use(entry.first);
  if (statement.assignment) {
    statement.assignment->target.walk(scanExpr);
    statement.assignment->value.walk(scanExpr);
  }
  if (statement.action) {
    for (const isl::pw_aff &value : statement.action->values)
      scan(value);
    for (const std::optional<isl::pw_aff> &value :
         {statement.action->outer, statement.action->key})
      if (value)
        scan(*value);
  }
  std::erase_if(statement.calls,
                [&](const auto &entry) { return !used.count(entry.first); });
}

} // namespace

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

  auto rewrite = [&](const isl::pw_aff &value) { return pull.value(value); };
  if (result.assignment) {
    result.assignment->target = old.assignment->target.mapAffine(rewrite);
    result.assignment->value = old.assignment->value.mapAffine(rewrite);
  }
  if (result.action) {
    for (isl::pw_aff &value : result.action->values)
      value = rewrite(value);
    if (result.action->outer)
      result.action->outer = rewrite(*result.action->outer);
    if (result.action->key)
      result.action->key = rewrite(*result.action->key);
  }
  result.calls = pull.takeCalls();
  result.domain = poly::withDimNames(
      withoutCalls(affine, result.calls).coalesce(), newIterators);
  result.constraints =
      poly::withDimNames(all.gist(result.domain).coalesce(), newIterators);
  dropUnusedCalls(result);
  return result;
}

} // namespace sparsec
