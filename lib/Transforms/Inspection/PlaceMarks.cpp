//===- PlaceMarks.cpp - marks where the inspector puts elements -----------===//

#include "Inspection/PlaceMarks.h"

#include "Inspection/InspectorBuilder.h"

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/Transforms/LoopUtils.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

bool isZero(const Expr &value) {
  return value.kind == Expr::Kind::Constant &&
         llvm::StringRef(value.text).find_first_not_of("0.fF") ==
             llvm::StringRef::npos;
}

/// \p tree without the leaves that \p names do not have; none if it has none.
std::optional<ScheduleTree>
onlyWith(ScheduleTree tree, const std::map<std::string, std::string> &names) {
  if (tree.isLeaf()) {
    auto name = names.find(tree.name);
    if (name == names.end())
      return std::nullopt;
    tree.name = name->second;
    return tree;
  }
  std::vector<ScheduleTree> kept;
  for (ScheduleTree &child : tree.children)
    if (std::optional<ScheduleTree> part = onlyWith(std::move(child), names))
      kept.push_back(std::move(*part));
  if (kept.empty())
    return std::nullopt;
  tree.children = std::move(kept);
  return tree;
}

/// \p statement uses \p to where it used \p from, as an index or otherwise.
void renameArray(Statement &statement, const std::string &from,
                 const std::string &to) {
  const CallTable calls = statement.calls;
  for (const auto &[name, call] : calls) {
    if (call.function != from)
      continue;
    const UninterpretedCall renamed{to, call.arguments, call.place};
    const std::string newName = callName(renamed, statement.iterators);
    statement.calls.erase(name);
    statement.calls.insert_or_assign(newName, renamed);
    renameCall(statement, name, newName);
  }
  if (auto known = statement.sharing.extract(from)) {
    known.key() = to;
    statement.sharing.insert(std::move(known));
  }
  auto rename = [&](Expr &node) {
    if (node.kind == Expr::Kind::Access && node.text == from)
      node.text = to;
  };
  if (statement.assignment) {
    statement.assignment->target =
        statement.assignment->target.mapNodes(rename);
    statement.assignment->value = statement.assignment->value.mapNodes(rename);
  }
}

/// The element that \p value is a copy of, rounded or not; null for others. A
/// copied zero is one.
const Expr *copiedElement(const Expr &value) {
  const Expr *from = &value;
  while (from->kind == Expr::Kind::Cast ||
         (from->kind == Expr::Kind::Call &&
          (from->text == runtime::half_of.name ||
           from->text == runtime::bfloat16_of.name)))
    from = &from->operands.front();
  return from->kind == Expr::Kind::Access && from->operands.empty() ? from
                                                                    : nullptr;
}

/// Whether \p part gives \p array its memory.
bool allocates(const Statement &part, const std::string &array) {
  const auto *memory =
      part.action ? part.action->as<action::Allocate>() : nullptr;
  return memory && memory->array == array;
}

} // namespace

/// Phases that put values there, which are run again for marks: assignments.
llvm::Error PlaceMarks::check() {
  for (const Phase &phase : old.phases) {
    bool fills = false;
    for (const std::string &name : phase.tree.statements()) {
      const Statement &part = old.statement(name);
      if (allocates(part, array))
        continue;
      for (const Access &access : part.accesses()) {
        if (!access.isWrite || access.array != array)
          continue;
        fills = true;
        if (access.isAtomic)
          markType = ElementType::int32();
        if (!part.assignment || part.assignment->mask() || access.isWhole ||
            !phase.onlyIf.empty())
          return refuse("'" + name + "' puts elements of '" + array +
                        "' where data says");
      }
      for (const auto &[call, of] : part.calls)
        if (old.arrays.at(of.function).type.bytes > 4)
          hasLongIndices = true;
    }
    if (fills)
      fillers.push_back(&phase);
  }
  return llvm::Error::success();
}

/// \p part, of a phase that fills the array, as \p made: it sets marks in place
/// of values, with workspace of its own.
Statement PlaceMarks::marking(const Statement &part, const std::string &made,
                              const isl::pw_multi_aff &map,
                              const ScheduleTree &tree, const Program &next,
                              const std::string &marks) const {
  const isl::set all = isl::set::universe(map.domain().space());
  Statement result = pullBack(part, made, part.iterators, map, {}, all, all);
  keepScheduleCalls(tree, part, map, result);
  for (const auto &[from, to] : workspace)
    renameArray(result, from, to);
  if (!result.assignment || result.assignment->target.text != array)
    return result;
  Assignment &body = *result.assignment;
  renameArray(result, array, marks);
  const Expr *from = copiedElement(body.value);
  const auto source = from ? sources.find(from->text) : sources.end();
  body.target.type = markType;
  if (source != sources.end()) {
    Expr mark = *from;
    mark.text = source->second;
    mark.type = next.arrays.at(source->second).type;
    body.value = std::move(mark);
    body.op = Update::Or;
    return result;
  }
  body.op = markType == ElementType::byte() ? Update::Set : Update::Or;
  body.value = Expr::constant("1", ElementType::int32());
  return result;
}

/// A copy, for marks, of each workspace that \p tree makes.
void PlaceMarks::copyWorkspace(Program &next, const ScheduleTree &tree,
                               const std::string &suffix) {
  for (const std::string &name : tree.statements())
    for (const Access &access : old.statement(name).accesses()) {
      const Array &made = old.arrays.at(access.array);
      if (!access.isWrite || made.owner != Array::Owner::Workspace ||
          workspace.count(made.name))
        continue;
      Array copy = made;
      copy.name = next.freshName(made.name + "_" + suffix);
      workspace[made.name] = copy.name;
      next.arrays.insert_or_assign(copy.name, std::move(copy));
    }
}

/// Marks the arrays of the plan that \p filler copies elements of: a copy has
/// only what was put into them.
void PlaceMarks::markSources(Program &next, const Phase &filler,
                             const std::string &marks,
                             InspectorBuilder &phases) {
  for (const std::string &name : filler.tree.statements()) {
    const Statement &part = old.statement(name);
    if (!part.assignment || part.assignment->target.text != array)
      continue;
    const Expr *from = copiedElement(part.assignment->value);
    if (!from || from->text == array || sources.count(from->text))
      continue;
    const Array source = old.arrays.at(from->text);
    if (source.owner != Array::Owner::Plan ||
        !executedWriter(old, source.name).empty())
      continue;
    PlaceMarks places(old, source.name);
    if (llvm::Error error = places.check()) {
      llvm::consumeError(std::move(error)); // All of it counts as put there.
      continue;
    }
    std::vector<isl::pw_aff> extents;
    for (const auto &extent : source.extents)
      extents.push_back(*extent);
    const std::string made = next.freshName(marks + "_" + source.name);
    Array &bytes = phases.addArray(made, places.typeOfMark(),
                                   Array::Owner::Workspace, extents);
    bytes.extraElements = source.extraElements;
    bytes.isZeroed = true;
    phases.allocate(made);
    places.mark(next, made, phases);
    sources[source.name] = made;
  }
}

/// Whether \p part of a filler puts values there, or makes workspace for what
/// does. Marks begin as 0: they need not be cleared.
bool PlaceMarks::isRunAgain(const Statement &part) const {
  const bool clears = part.assignment && part.assignment->op == Update::Set &&
                      isZero(part.assignment->value);
  return llvm::any_of(part.accesses(), [&](const Access &access) {
    return access.isWrite && ((access.array == array && !clears) ||
                              workspace.count(access.array));
  });
}

/// The phases that fill the blocks once more, for marks.
void PlaceMarks::mark(Program &next, const std::string &marks,
                      InspectorBuilder &phases) {
  for (const Phase *filler : fillers) {
    copyWorkspace(next, filler->tree, marks);
    markSources(next, *filler, marks, phases);
    std::map<std::string, std::string> names;
    std::map<std::string, Derivation> derivations;
    for (const std::string &name : filler->tree.statements()) {
      const Statement &part = old.statement(name);
      if (!isRunAgain(part))
        continue;
      const std::string made = next.freshName("mark_" + name);
      const isl::space space = poly::tupleSpace(
          old.context.ctx(), made, unsigned(part.iterators.size()));
      std::vector<isl::pw_aff> values;
      for (unsigned dim = 0; dim < part.iterators.size(); ++dim)
        values.push_back(poly::dimension(space, dim));
      const isl::pw_multi_aff map = poly::makeMap(space, name, values);
      next.statements.insert_or_assign(
          made, marking(part, made, map, filler->tree, next, marks));
      names[name] = made;
      derivations[made] = {name, map};
    }
    std::optional<ScheduleTree> tree = onlyWith(filler->tree, names);
    if (!tree)
      continue;
    rebindValues(*tree, derivations);
    tree->normalize();
    phases.add(Phase::Role::Inspect, std::move(*tree));
  }
}

} // namespace sparsec
