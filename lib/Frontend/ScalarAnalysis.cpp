//===- ScalarAnalysis.cpp - private and live-out local scalars ------------===//
///
/// \file
/// A local scalar is private to an iteration of the loops that all its uses
/// share when the first use in the body overwrites it whenever any later one
/// runs:
///
///     for i { sum = 0; for j sum += a[j]; y[i] = sum; }
///
/// Here `sum = 0` runs for every i for which another use does, so no iteration
/// of i sees the value of an earlier one.
///
/// A scalar that serves several nests, each of which overwrites it first, is
/// split into one scalar per nest before.
///
//===----------------------------------------------------------------------===//

#include "ScalarAnalysis.h"

#include <algorithm>
#include <iterator>

namespace sparsec {
namespace {

struct Use {
  std::string statement;
  bool isRead = false, isWrite = false;
};

class ScalarAnalysis {
public:
  explicit ScalarAnalysis(Program &program)
      : program(program), tree(program.executePhase().tree) {}

  void run() {
    for (const std::string &name : localScalars())
      splitLiveRanges(name);
    for (const std::string &name : localScalars()) {
      Array &array = program.arrays.at(name);
      const std::vector<Use> uses = usesOf(name);
      if (uses.empty())
        continue;
      if (isOverwrittenFirst(uses))
        array.privateDepth = static_cast<int>(sharedLoops(uses));
      array.liveOut = isReadAfterNest(uses);
    }
  }

private:
  std::vector<std::string> localScalars() const {
    std::vector<std::string> names;
    for (const auto &[name, array] : program.arrays)
      if (array.owner == Array::Owner::Local && array.isScalar())
        names.push_back(name);
    return names;
  }

  /// Gives each part of the innermost sequence around all uses of \p name a
  /// scalar of its own when each part overwrites it before reading it.
  void splitLiveRanges(const std::string &name) {
    const std::vector<std::vector<Use>> groups = groupUses(name);
    for (const std::vector<Use> &group : groups)
      if (!isOverwrittenFirst(group))
        return;
    for (size_t number = 1; number < groups.size(); ++number) {
      Array copy = program.arrays.at(name);
      copy.name = program.freshName(name);
      for (const Use &use : groups[number])
        renameScalar(program.statement(use.statement), name, copy.name);
      program.arrays.emplace(copy.name, copy);
    }
  }

  static void renameScalar(Statement &statement, const std::string &from,
                           const std::string &to) {
    auto rename = [&](Expr &node) {
      if (node.kind == Expr::Kind::Access && node.text == from)
        node.text = to;
    };
    statement.assignment->target =
        statement.assignment->target.mapNodes(rename);
    statement.assignment->value = statement.assignment->value.mapNodes(rename);
  }

  /// The uses by the child of the innermost sequence that holds them all.
  std::vector<std::vector<Use>> groupUses(const std::string &name) const {
    const std::vector<Use> uses = usesOf(name);
    auto holdsAll = [&](const ScheduleTree &node) {
      return std::all_of(uses.begin(), uses.end(), [&](const Use &use) {
        return node.contains(use.statement);
      });
    };
    const ScheduleTree *node = &tree;
    while (!node->isLeaf()) {
      auto inner =
          std::find_if(node->children.begin(), node->children.end(), holdsAll);
      if (inner == node->children.end())
        break;
      node = &*inner;
    }
    std::vector<std::vector<Use>> groups;
    for (const ScheduleTree &child : node->children) {
      std::vector<Use> group;
      std::copy_if(
          uses.begin(), uses.end(), std::back_inserter(group),
          [&](const Use &use) { return child.contains(use.statement); });
      if (!group.empty())
        groups.push_back(group);
    }
    return groups;
  }

  /// In textual order.
  std::vector<Use> usesOf(const std::string &array) const {
    std::vector<Use> uses;
    for (const std::string &name : tree.statements()) {
      Use use{name};
      for (const Access &access : program.statement(name).accesses())
        if (access.array == array) {
          use.isRead |= access.isRead;
          use.isWrite |= access.isWrite;
        }
      if (use.isRead || use.isWrite)
        uses.push_back(use);
    }
    return uses;
  }

  size_t sharedLoops(const Use &first, const Use &second) const {
    const auto a = tree.loopsAround(first.statement);
    const auto b = tree.loopsAround(second.statement);
    return static_cast<size_t>(
        std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
        a.begin());
  }

  size_t sharedLoops(const std::vector<Use> &uses) const {
    size_t shared = tree.loopsAround(uses.front().statement).size();
    for (const Use &use : uses)
      shared = std::min(shared, sharedLoops(uses.front(), use));
    return shared;
  }

  /// Whether plain writes directly in the shared loops cover the instances of
  /// all uses, and come before those that read. Variants under conditions of
  /// their own may do so together.
  bool isOverwrittenFirst(const std::vector<Use> &uses) const {
    const size_t shared = sharedLoops(uses);
    const std::string &name = uses.front().statement;
    std::optional<isl::set> overwritten;
    for (const Use &use : uses) {
      const Statement &statement = program.statement(use.statement);
      const isl::set more = outerOf(statement, shared, name);
      const bool isPlain =
          use.isWrite && !use.isRead && statement.iterators.size() == shared;
      if (use.isRead &&
          !(overwritten &&
            more.intersect_params(program.context).is_subset(*overwritten)))
        return false;
      if (!isPlain)
        continue;
      overwritten = overwritten ? overwritten->unite(more) : more;
    }
    return overwritten && std::all_of(uses.begin(), uses.end(), [&](auto &use) {
             return outerOf(program.statement(use.statement), shared, name)
                 .intersect_params(program.context)
                 .is_subset(*overwritten);
           });
  }

  /// `{ name[shared iterators] }` for which \p statement runs at least once.
  static isl::set outerOf(const Statement &statement, size_t shared,
                          const std::string &name) {
    return poly::projectOutDims(
        statement.instances(), static_cast<unsigned>(shared),
        static_cast<unsigned>(statement.iterators.size() - shared), name);
  }

  /// Whether some use reads what an earlier nest, which it is not in, wrote.
  bool isReadAfterNest(const std::vector<Use> &uses) const {
    for (size_t writer = 0; writer < uses.size(); ++writer)
      for (size_t reader = writer + 1; reader < uses.size(); ++reader)
        if (uses[writer].isWrite && uses[reader].isRead &&
            !tree.loopsAround(uses[writer].statement).empty() &&
            sharedLoops(uses[writer], uses[reader]) == 0)
          return true;
    return false;
  }

  Program &program;
  const ScheduleTree &tree;
};

} // namespace

void analyzeScalars(Program &program) { ScalarAnalysis(program).run(); }

} // namespace sparsec
