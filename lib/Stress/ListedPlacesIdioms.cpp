//===- ListedPlacesIdioms.cpp - entries at places that a list has ---------===//

#include "IdiomParts.h"

namespace sparsec::stress {
namespace {

/// The statement inside loop \p loop whose target is \p target, or any if that
/// is empty; "" for none.
std::string statementIn(const Program &program, const std::string &loop,
                        const std::string &target) {
  const ScheduleTree &tree = program.executePhase().tree;
  for (const std::string &name : tree.statements()) {
    const auto &assignment = program.statement(name).assignment;
    if (tree.findLoop(name, loop) && assignment &&
        (target.empty() || assignment->target.text == target))
      return name;
  }
  return "";
}

/// `NAME(S, ..)` for the statement inside \p loop.
Later inLoop(const std::string &loop, const std::string &name,
             const std::vector<std::string> &arguments) {
  return [=](const Program &program) {
    const std::string statement = statementIn(program, loop, "");
    return statement.empty() ? "" : call(name, statement, arguments);
  };
}

} // namespace

namespace {

/// A value whose column an index array has.
struct ValueInColumn {
  std::string index, values;
  isl::pw_aff place; ///< `{ S[..] -> [subscript of both] }`
};

std::vector<ValueInColumn> valuesInColumns(const Place &place) {
  std::vector<ValueInColumn> found;
  const Statement &old = place.program.statement(place.statement);
  for (const Access &access : old.accesses())
    for (const auto &[name, call] : old.calls)
      if (access.isRead && !access.isWrite && access.subscripts.size() == 1 &&
          call.arguments.size() == 1 &&
          access.subscripts[0].plain_is_equal(call.arguments[0]))
        found.push_back({call.function, access.array, access.subscripts[0]});
  return found;
}

} // namespace

std::vector<Later> speculated(const Place &place) {
  const auto found = valuesInColumns(place);
  if (found.empty())
    return {};
  const auto [index, values, at] = place.random.pick(found);
  const std::string column = place.freshName(), block = place.freshName(),
                    term = place.freshName();
  const std::string options = "{outer = " + quoted(block) + "}";
  const Later last = [column, term](const Program &program) -> std::string {
    const std::string statement = statementIn(program, column, term);
    if (statement.empty())
      return "";
    const Statement &value = program.statement(statement);
    for (const auto &[name, asked] : value.calls)
      if (poly::involvesParam(value.constraints, name) &&
          program.arrays.at(asked.function).owner == Array::Owner::Plan &&
          asked.arguments.size() > 1)
        return call("speculate", statement, {quoted(asked.function)});
    return "";
  };
  return {always(call("make_dense", place.statement,
                      {quoted(index), quoted(column)})),
          inLoop(column, "tile", {quoted(column), "2", options}),
          inLoop(block, "compact_and_pad", {quoted(block), quoted(values)}),
          inLoop(block, "scalar_expand",
                 {"{" + quoted(column) + "}", quoted("rhs"),
                  "{name = " + quoted(term) + "}"}),
          last};
}

std::vector<Later> kept(const Place &place) {
  const auto found = valuesInColumns(place);
  if (found.empty() || place.random.chance(40))
    return {};
  const auto [index, values, at] = place.random.pick(found);
  const Statement &old = place.program.statement(place.statement);
  const auto entries = llvm::find_if(place.loops, [&](const LoopTraits &loop) {
    return llvm::any_of(loop.iterators,
                        [&](unsigned pos) { return movesWith(old, at, pos); });
  });
  if (entries == place.loops.end())
    return {};
  const std::string column = place.freshName(), block = place.freshName();
  const std::string options = "{keep = {" + quoted(entries->name) + "}}";
  std::vector<Later> steps = {always(
      call("make_dense", place.statement, {quoted(index), quoted(column)}))};
  const bool isTiled = place.random.chance(60);
  if (isTiled)
    steps.push_back(
        inLoop(column, "tile",
               {quoted(column), "2", "{outer = " + quoted(block) + "}"}));
  const std::string &listed = isTiled ? block : column;
  std::vector<std::string> arguments = {quoted(listed)};
  if (place.random.chance(30))
    arguments.push_back(quoted(values));
  arguments.push_back(options);
  steps.push_back(inLoop(listed, "compact_and_pad", arguments));
  return steps;
}

} // namespace sparsec::stress
