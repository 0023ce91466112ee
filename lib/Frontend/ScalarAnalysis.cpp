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
//===----------------------------------------------------------------------===//

#include "ScalarAnalysis.h"

#include <algorithm>

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
    for (auto &[name, array] : program.arrays) {
      if (array.owner != Array::Owner::Local || !array.isScalar())
        continue;
      const std::vector<Use> uses = usesOf(name);
      if (uses.empty())
        continue;
      const size_t shared = sharedLoops(uses);
      if (isOverwrittenFirst(uses, shared))
        array.privateDepth = static_cast<int>(shared);
      array.liveOut = isReadAfterNest(uses);
    }
  }

private:
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

  /// Whether the first use is a plain write directly in the shared loops whose
  /// instances cover those of every other use.
  bool isOverwrittenFirst(const std::vector<Use> &uses, size_t shared) const {
    const Statement &first = program.statement(uses.front().statement);
    if (!uses.front().isWrite || uses.front().isRead ||
        first.iterators.size() != shared)
      return false;
    for (const Use &use : uses) {
      const Statement &other = program.statement(use.statement);
      // { first[shared iterators] } for which `other` runs at least once.
      isl::set outer = poly::projectOutDims(
          other.instances(), static_cast<unsigned>(shared),
          static_cast<unsigned>(other.iterators.size() - shared), first.name);
      if (!outer.is_subset(first.instances()))
        return false;
    }
    return true;
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
