//===- Statement.cpp - accesses and change of instances -------------------===//

#include "sparsec/IR/Statement.h"

#include <set>

namespace sparsec {

isl::pw_aff Statement::iterator(unsigned pos) const {
  return poly::dimension(space(), pos);
}

std::vector<Access> Statement::accesses() const {
  std::vector<Access> result;
  auto addReads = [&](const Expr &value) {
    value.walk([&](const Expr &node) {
      if (node.kind == Expr::Kind::Access)
        result.push_back({node.text, node.subscripts, false, true});
    });
  };
  if (action)
    for (const Expr &operand : action->operands)
      addReads(operand);
  if (!assignment)
    return result;
  const Expr &target = assignment->target;
  result.push_back({target.text, target.subscripts, /*isWrite=*/true,
                    /*isRead=*/assignment->op != "="});
  addReads(assignment->value);
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
    for (const Expr &operand : statement.action->operands)
      operand.walk(scanExpr);
  }
  for (const auto &entry : statement.calls)
    if (!used.count(entry.first))
      statement.constraints =
          poly::dropParam(statement.constraints, entry.first);
  std::erase_if(statement.calls,
                [&](const auto &entry) { return !used.count(entry.first); });
}

} // namespace

void renameCall(Statement &statement, const std::string &from,
                const std::string &to) {
  auto rename = [&](const isl::pw_aff &value) {
    return poly::renameParam(value, from, to);
  };
  statement.constraints = poly::renameParam(statement.constraints, from, to);
  for (auto &entry : statement.calls)
    for (isl::pw_aff &argument : entry.second.arguments)
      argument = rename(argument);
  if (!statement.assignment)
    return;
  statement.assignment->target = statement.assignment->target.mapAffine(rename);
  statement.assignment->value = statement.assignment->value.mapAffine(rename);
}

void substituteCall(Statement &statement, const std::string &name,
                    const isl::pw_aff &value) {
  isl::set defined = poly::parameter(statement.space(), name).eq_set(value);
  auto rewrite = [&](const isl::pw_aff &old) {
    return poly::substituteParam(old, name, value);
  };
  Statement result = statement;
  result.constraints =
      poly::substituteParam(statement.constraints, name, value);
  if (result.assignment) {
    result.assignment->target = result.assignment->target.mapAffine(rewrite);
    result.assignment->value = result.assignment->value.mapAffine(rewrite);
  }
  // Calls whose arguments mention the call get new names.
  for (const auto &entry : statement.calls) {
    if (entry.first == name)
      continue;
    UninterpretedCall call = result.calls.at(entry.first);
    for (isl::pw_aff &argument : call.arguments)
      argument = rewrite(argument);
    std::string newName = callName(call, statement.iterators);
    result.calls.erase(entry.first);
    result.calls.insert_or_assign(newName, call);
    renameCall(result, entry.first, newName);
  }
  result.constraints = poly::withDimNames(result.constraints.intersect(defined),
                                          statement.iterators);
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

  auto rewrite = [&](const isl::pw_aff &value) { return pull.value(value); };
  if (result.assignment) {
    result.assignment->target = old.assignment->target.mapAffine(rewrite);
    result.assignment->value = old.assignment->value.mapAffine(rewrite);
  }
  if (result.action) {
    for (isl::pw_aff &value : result.action->values)
      value = rewrite(value);
    for (Expr &operand : result.action->operands)
      operand = operand.mapAffine(rewrite);
  }
  result.calls = pull.takeCalls();
  result.domain = poly::withDimNames(
      withoutCalls(affine, result.calls).coalesce(), newIterators);
  result.constraints = poly::withDimNames(
      poly::dropUnusedParams(all.gist(result.domain).coalesce()),
      newIterators);
  dropUnusedCalls(result);
  return result;
}

} // namespace sparsec
