//===- LoopUtils.cpp - what the loop transformations share ----------------===//
///
/// \file
/// Finding and naming loops, bounds of loops as functions of the loops around
/// them, and re-attaching loop values after statements were replaced.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>

namespace sparsec {
namespace {

bool findPath(ScheduleTree &node, const std::string &statement,
              TreePath &path) {
  path.push_back(&node);
  if (node.isLeaf() && node.name == statement)
    return true;
  for (ScheduleTree &child : node.children)
    if (findPath(child, statement, path))
      return true;
  path.pop_back();
  return false;
}

bool isIdentifier(const std::string &name) {
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Names of the loops around and below \p node in the tree that holds it.
std::set<std::string> namesNear(const Program &program,
                                const ScheduleTree &node) {
  std::set<std::string> names;
  node.walk([&](const ScheduleTree &inner) {
    if (inner.isLoop())
      names.insert(inner.name);
  });
  for (const std::string &statement : node.statements())
    if (const Phase *phase = program.phaseOf(statement))
      for (const ScheduleTree *loop : phase->tree.loopsAround(statement))
        names.insert(loop->name);
  return names;
}

/// Whether \p name is one of a loop, here or in other nests, and of nothing
/// else: loops of the source share names, too.
bool isFreeButForLoops(const Program &program, const std::string &name) {
  Program bare = program;
  for (Phase &phase : bare.phases)
    phase.tree = ScheduleTree();
  return bare.freshName(name) == name;
}

/// "" when \p name may name a new loop near \p node, else why not.
std::string whyNotNewName(const Program &program, const ScheduleTree &node,
                          const std::string &name) {
  if (!isIdentifier(name))
    return "'" + name + "' cannot name a loop: use letters, digits and _";
  if (namesNear(program, node).count(name))
    return "a loop around or inside is already called '" + name +
           "'; give the new loop another name";
  if (!isFreeButForLoops(program, name))
    return "'" + name +
           "' already names an array, parameter, statement or local; "
           "give the new loop another name";
  return "";
}

} // namespace

StepResult startStep(const Program &program) {
  return {program, {}, {}, {}, std::nullopt, {}};
}

std::string writerIn(const Program &program, const Phase &phase,
                     const std::string &array) {
  for (const std::string &name : phase.tree.statements())
    for (const Access &access : program.statement(name).accesses())
      if (access.isWrite && access.array == array)
        return name;
  return "";
}

std::string executedWriter(const Program &program, const std::string &array) {
  return writerIn(program, program.executePhase(), array);
}

std::string loopsText(const Program &program, const std::string &statement) {
  const Phase *phase = program.phaseOf(statement);
  std::vector<std::string> names;
  if (phase)
    for (const ScheduleTree *loop : phase->tree.loopsAround(statement))
      names.push_back(loop->name);
  return names.empty() ? "none" : llvm::join(names, ", ");
}

TreePath pathTo(Program &program, const std::string &statement) {
  TreePath path;
  if (Phase *phase = program.phaseOf(statement))
    findPath(phase->tree, statement, path);
  return path;
}

llvm::Expected<const ScheduleTree *> requireLoop(const Program &program,
                                                 const std::string &statement,
                                                 const std::string &loop) {
  const Phase *phase = program.phaseOf(statement);
  if (!phase)
    return refuse("no statement '" + statement + "'");
  if (const ScheduleTree *found = phase->tree.findLoop(statement, loop))
    return found;
  return refuse("no loop '" + loop + "' around '" + statement +
                "'; the loops are: " + loopsText(program, statement));
}

llvm::Expected<ScheduleTree *> editLoop(Program &program,
                                        const std::string &statement,
                                        const std::string &loop) {
  auto found = requireLoop(program, statement, loop);
  if (!found)
    return found.takeError();
  return program.phaseOf(statement)->tree.findLoop(statement, loop);
}

void boundByConditions(Statement &statement) {
  isl::set bare = statement.constraints;
  for (const auto &entry : statement.calls)
    bare = poly::dropParam(bare, entry.first);
  if (bare.n_basic_set() == 1)
    statement.domain = poly::withDimNames(statement.domain.intersect(bare),
                                          statement.iterators);
}

isl::pw_aff writtenValue(const ScheduleTree &loop, const Statement &statement) {
  const isl::pw_aff &value = loop.values.at(statement.name);
  isl::pw_aff turned = value.neg();
  for (unsigned pos = 0; pos < statement.iterators.size(); ++pos)
    if (turned.plain_is_equal(statement.iterator(pos)))
      return turned;
  return value;
}

llvm::Expected<TreePath> perfectChain(Program &program,
                                      const std::string &statement,
                                      const std::vector<std::string> &names) {
  std::set<std::string> wanted(names.begin(), names.end());
  if (wanted.size() != names.size())
    return refuse("a loop is listed twice");
  for (const std::string &name : names)
    if (auto loop = requireLoop(program, statement, name); !loop)
      return loop.takeError();

  TreePath path = pathTo(program, statement);
  auto isWanted = [&](const ScheduleTree *node) {
    return node->isLoop() && wanted.count(node->name);
  };
  auto first = std::find_if(path.begin(), path.end(), isWanted);
  auto last = std::find_if(path.rbegin(), path.rend(), isWanted).base();
  TreePath chain(first, last);
  for (size_t at = 0; at < chain.size(); ++at)
    if (chain[at]->isSequence())
      return refuse("loops '" + chain.front()->name + "' and '" +
                    chain.back()->name + "' are not perfectly nested: loop '" +
                    chain[at - 1]->name + "' holds " +
                    llvm::Twine(chain[at]->children.size()) +
                    " statements or loops in sequence");
  return chain;
}

llvm::Error checkNewLoopName(const Program &program, const ScheduleTree &node,
                             const std::string &name) {
  if (std::string why = whyNotNewName(program, node, name); !why.empty())
    return refuse(why);
  return llvm::Error::success();
}

std::string defaultLoopName(const Program &program, const ScheduleTree &loop,
                            const std::set<std::string> &taken) {
  assert(!loop.name.empty() && "a loop has a name");
  bool oneLetter = llvm::all_of(
      loop.name, [&](char letter) { return letter == loop.name[0]; });
  std::string suffix = oneLetter ? loop.name.substr(0, 1) : "_t";
  std::string name = loop.name + suffix;
  while (taken.count(name) || !whyNotNewName(program, loop, name).empty())
    name += suffix;
  return name;
}

void rebindValues(ScheduleTree &tree,
                  const std::map<std::string, Derivation> &derivations) {
  tree.walk([&](ScheduleTree &node) {
    if (!node.isLoop())
      return;
    std::map<std::string, isl::pw_aff> values;
    for (const std::string &statement : node.statements()) {
      auto derivation = derivations.find(statement);
      if (derivation == derivations.end())
        values[statement] = node.values.at(statement);
      else
        values[statement] = node.values.at(derivation->second.oldStatement)
                                .pullback(derivation->second.map);
    }
    node.values = std::move(values);
  });
}

void keepScheduleCalls(const ScheduleTree &tree, const Statement &old,
                       const isl::pw_multi_aff &map, Statement &statement) {
  std::function<void(const std::string &)> keep = [&](const std::string &name) {
    if (statement.calls.count(name))
      return;
    UninterpretedCall call = old.calls.at(name);
    for (const std::string &nested : nestedCalls(call, old.calls))
      keep(nested);
    for (isl::pw_aff &argument : call.arguments)
      argument = argument.pullback(map);
    statement.calls.emplace(name, std::move(call));
  };
  for (const ScheduleTree *loop : tree.loopsAround(statement.name))
    for (const auto &entry : old.calls)
      if (poly::involvesParam(loop->values.at(statement.name), entry.first))
        keep(entry.first);
}

void putBefore(ScheduleTree &node, const std::string &statement,
               const std::string &made) {
  for (ScheduleTree &child : node.children) {
    if (child.isLeaf() && child.name == statement) {
      child = ScheduleTree::sequence(
          {ScheduleTree::leaf(made), ScheduleTree::leaf(statement)});
      return;
    }
    putBefore(child, statement, made);
  }
}

} // namespace sparsec
