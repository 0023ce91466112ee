//===- LoopSplit.cpp - one loop into two by a condition -------------------===//
///
/// \file
/// New statements are old ones over part of their instances,
/// { X[i] -> S[i] }; the loop node is copied and each copy keeps the leaves
/// whose part is not empty. The order is unchanged when, for equal values of
/// the loops outside, no instance of the second part ran before one of the
/// first: the checker sees that.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopSplit.h"

#include "sparsec/Poly/Constraints.h"
#include "sparsec/Poly/LinearRows.h"
#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {

/// What sums that bound loops may add to a value. Loops have the type of the
/// source's, int mostly, and arrays have no elements for values near its ends.
static constexpr unsigned long largestAddend = 1 << 24;

static unsigned long magnitude(long value) {
  return value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
}

static bool involvesLoops(const isl::set &condition) {
  for (unsigned dim = 0; dim < unsigned(condition.tuple_dim()); ++dim)
    if (poly::involvesDim(condition, dim))
      return true;
  return false;
}

llvm::Error checkAddends(const isl::set &condition) {
  using Rows = std::vector<poly::LinearRow>;
  unsigned long largest = 0;
  condition.foreach_basic_set([&](const isl::basic_set &part) {
    for (const isl::set &one : poly::constraintsOf(isl::set(part)))
      for (const Rows &rows :
           poly::linearRowsOf(one).value_or(std::vector<Rows>()))
        for (const poly::LinearRow &row : rows)
          if (row.sum.factors.size() > 1 && involvesLoops(one))
            largest = std::max(largest, magnitude(row.sum.constant));
  });
  if (largest <= largestAddend)
    return llvm::Error::success();
  return refuse(
      "a loop would start or end at a sum with a number as large as " +
      std::to_string(largest) + ", which might not fit; numbers of up to " +
      std::to_string(largestAddend) +
      " may be added there: leave out a condition that always holds, "
      "or compare one value with the number");
}
namespace {

class LoopSplitter {
public:
  LoopSplitter(const Program &program, const LoopSplit &split)
      : program(program), split(split), result(startStep(program)) {}

  llvm::Expected<StepResult> run() {
    auto node = editLoop(result.program, split.statement, split.loop);
    if (!node)
      return node.takeError();
    below = (*node)->statements();
    for (const std::string &name : below) {
      isl::set all = knownInstances(program, name);
      firstPart[name] = all.intersect(split.first.at(name)).coalesce();
      secondPart[name] = all.subtract(split.first.at(name)).coalesce();
    }
    if (isEmpty(firstPart) || isEmpty(secondPart))
      return refuse("the part '" +
                    (isEmpty(firstPart) ? split.firstRole : split.secondRole) +
                    "' of loop '" + split.loop +
                    "' has no iterations: there is nothing to split");
    replace(**node);
    return std::move(result);
  }

private:
  using Parts = std::map<std::string, isl::set>;
  using Names = std::map<std::string, std::string>;

  static bool isEmpty(const Parts &parts) {
    return llvm::all_of(
        parts, [](const auto &part) { return part.second.is_empty(); });
  }

  /// Whether \p set mentions calls of \p statement.
  static bool mentionsCalls(const isl::set &set, const Statement &statement) {
    return llvm::any_of(statement.calls, [&](const auto &entry) {
      return poly::involvesParam(set, entry.first);
    });
  }

  /// Makes the statement for \p part of \p name, `{ S[..] : in it }`.
  std::string makePart(const std::string &name, const isl::set &condition,
                       const std::string &role) {
    const Statement &old = program.statement(name);
    std::string made = result.program.freshName(name + "_" + role);
    isl::space space =
        poly::tupleSpace(condition.ctx(), made, unsigned(old.iterators.size()));
    std::vector<isl::pw_aff> dims;
    for (unsigned pos = 0; pos < old.iterators.size(); ++pos)
      dims.push_back(poly::dimension(space, pos));
    // { X[i] -> S[i] }
    isl::pw_multi_aff map = poly::makeMap(space, name, dims);
    isl::set all = isl::set::universe(space);
    isl::set part = poly::dropUnusedParams(condition.preimage(map));
    bool uses = mentionsCalls(condition, old);
    Statement statement = pullBack(old, made, old.iterators, map, {},
                                   uses ? all : part, uses ? part : all);
    if (uses)
      boundByConditions(statement);
    result.program.statements.emplace(made, std::move(statement));
    derivations.insert_or_assign(made, Derivation{name, map});
    result.instanceMaps.push_back({made, name, map});
    bool isMain = name == split.statement;
    result.made.push_back({isMain ? role : role + "_" + name, made});
    return made;
  }

  /// Statement => its part, for the parts that have instances.
  Names makeParts(const Parts &parts, bool first, const std::string &role) {
    Names names;
    for (const std::string &name : below) {
      if (parts.at(name).is_empty())
        continue;
      isl::set condition = split.first.at(name);
      if (!first)
        condition = isl::set::universe(condition.space()).subtract(condition);
      names[name] = makePart(name, condition.coalesce(), role);
    }
    return names;
  }

  /// \p node with leaves renamed; those without a name are dropped, and so is
  /// what holds nothing then.
  static bool rename(ScheduleTree &node, const Names &names) {
    if (node.isLeaf()) {
      auto found = names.find(node.name);
      if (found == names.end())
        return false;
      node.name = found->second;
      return true;
    }
    std::vector<ScheduleTree> kept;
    for (ScheduleTree &child : node.children)
      if (rename(child, names))
        kept.push_back(std::move(child));
    node.children = std::move(kept);
    return !node.children.empty();
  }

  void replace(ScheduleTree &node) {
    ScheduleTree first = node, second = node;
    rename(first, makeParts(firstPart, true, split.firstRole));
    rename(second, makeParts(secondPart, false, split.secondRole));
    node = ScheduleTree::sequence({first, second});
    // The requested statement's parts come first among the handles.
    std::stable_partition(
        result.made.begin(), result.made.end(), [&](const auto &made) {
          return derivations.at(made.statement).oldStatement == split.statement;
        });
    for (Phase &phase : result.program.phases)
      if (phase.tree.contains(first.statements().front())) {
        rebindValues(phase.tree, derivations);
        phase.tree.normalize();
        for (const auto &[made, from] : derivations)
          keepScheduleCalls(phase.tree, program.statement(from.oldStatement),
                            from.map, result.program.statement(made));
      }
    for (const std::string &name : below)
      result.program.statements.erase(name);
  }

  const Program &program;
  const LoopSplit &split;
  StepResult result;
  std::vector<std::string> below;
  Parts firstPart, secondPart;
  std::map<std::string, Derivation> derivations;
};

} // namespace

llvm::Expected<LoopSplit> alignedSplit(const Program &program,
                                       const std::string &statement,
                                       const std::string &loop, long multiple) {
  auto lower = loopBound(program, statement, loop, Side::Lower);
  if (!lower)
    return lower.takeError();
  auto upper = loopBound(program, statement, loop, Side::Upper);
  if (!upper)
    return upper.takeError();
  LoopSplit split{statement, loop, {}, "main", "remainder"};
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  for (const auto &[below, value] : tree.findLoop(statement, loop)->values) {
    isl::pw_aff trips = upper->at(below).sub(lower->at(below)).add_constant(1);
    isl::pw_aff end =
        poly::floorDiv(trips, multiple).scale(multiple).add(lower->at(below));
    split.first.emplace(below, value.lt_set(end));
  }
  return split;
}

bool isAllFirst(const Program &program, const LoopSplit &split) {
  return llvm::all_of(split.first, [&](const auto &part) {
    return knownInstances(program, part.first).is_subset(part.second);
  });
}

llvm::Expected<StepResult> splitLoop(const Program &program,
                                     const LoopSplit &split) {
  return LoopSplitter(program, split).run();
}

} // namespace sparsec
