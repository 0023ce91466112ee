//===- SerialFallback.cpp - waves of a plan that has one task -------------===//
///
/// \file
/// Where waves do not pay, an inspector makes a plan of one task: the loop in
/// its own order. In waves it would still start a team and read every iteration
/// from a list, so such plans have loops of their own:
///
///     for wave in [0, waves)               if (tasks == 1)
///       for task in tasks of wave     =>     for i in [0, n)
///         for p in rows of task                S(i)
///           S(perm[p])                     else for wave ..
///
/// Nothing but loads changes in the copy: `perm[p]` is `p`, or `n - 1 - p`,
/// from the loop's least value on, and rows and tasks begin and end where facts
/// say. So what later steps did to these loops stays as they did it.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// One loop over waves, for the one task of a plan.
class OneTask {
public:
  OneTask(const Program &program, const WaveMark &mark)
      : program(program), mark(mark) {
    findValues();
    permutations.insert(mark.permutation);
    // Both forms are their own inverse, unless values start elsewhere.
    for (const Fact *fact :
         program.factsAbout(mark.permutation, Fact::Kind::Inverse))
      if (least.isInteger(0))
        permutations.insert(fact->arrays.begin(), fact->arrays.end());
  }

  /// `tasks == 1`
  LoopExpr condition() const {
    return equal(LoopExpr::variable(mark.tasks), LoopExpr::integer(1));
  }

  /// The loops in \p wave for one task; none when the facts do not say enough.
  std::optional<Nodes> run(const LoopNode &wave) {
    if (!greatest)
      return std::nullopt;
    Nodes nodes = {withOne(wave)};
    onOneThread(nodes);
    do {
      hasClosed = false;
      close(nodes);
      flatten(nodes);
    } while (hasClosed);
    inferWidths(nodes);
    return nodes;
  }

private:
  std::optional<LoopExpr>
  lowered(const std::optional<isl::pw_aff> &value) const {
    if (!value)
      return std::nullopt;
    llvm::Expected<LoopExpr> result = lowerParameterValue(program, *value);
    if (result)
      return withOne(*result);
    llvm::consumeError(result.takeError());
    return std::nullopt;
  }

  /// The array lists all values from its least one on: it is a permutation of
  /// the first numbers, or has no more values between its bounds than elements,
  /// all different.
  void findValues() {
    const std::string &array = mark.permutation;
    for (const Fact *fact : program.factsAbout(array, Fact::Kind::Permutation))
      setValues(LoopExpr::integer(0), lowered(fact->upper),
                lowered(fact->upper));
    if (program.factsAbout(array, Fact::Kind::Injective).empty())
      return;
    const std::optional<isl::pw_aff> &size =
        program.arrays.at(array).extents.front();
    for (const Fact *fact : program.factsAbout(array, Fact::Kind::Range))
      if (size && fact->lower && fact->upper &&
          fact->upper->sub(*fact->lower)
              .gt_set(*size)
              .params()
              .intersect(program.context)
              .is_empty())
        setValues(lowered(fact->lower), lowered(fact->upper), lowered(size));
  }

  void setValues(const std::optional<LoopExpr> &from,
                 const std::optional<LoopExpr> &end,
                 const std::optional<LoopExpr> &size) {
    if (!from || !end || !size)
      return;
    least = *from;
    greatest = *end - LoopExpr::integer(1);
    count = *size;
  }

  /// \p part, a node or an expression, with the plan's counts.
  template <typename Part>
  Part withOne(const Part &part) const {
    const LoopExpr one = LoopExpr::integer(1);
    return part.substitute(mark.waves, one).substitute(mark.tasks, one);
  }

  static void onOneThread(Nodes &nodes) {
    for (LoopNode &node : nodes) {
      node.marks.parallel = false;
      node.marks.wave = WaveMark();
      onOneThread(node.body);
      onOneThread(node.otherwise);
    }
  }

  /// What \p load is when there is one task; \p load where nobody says.
  LoopExpr closed(const LoopExpr &load) {
    if (load.kind != LoopExpr::Kind::Load || load.operands.size() != 1)
      return load;
    const LoopExpr &at = load.operands[0];
    if (permutations.count(load.name)) {
      hasClosed = true;
      return mark.isReversed ? *greatest - at : least + at;
    }
    for (const Fact *fact :
         program.factsAbout(load.name, Fact::Kind::Boundary)) {
      std::optional<LoopExpr> place = lowered(fact->at),
                              value = lowered(fact->upper);
      if (fact->origin != Fact::Origin::Proved || !place || !value ||
          *place != at)
        continue;
      hasClosed = true;
      // Without the case of no iterations: loops find that themselves.
      return *value == count ? *greatest + LoopExpr::integer(1) - least
                             : *value;
    }
    return load;
  }

  /// Replaces loads in \p nodes and below; locals that held them are gone.
  void close(Nodes &nodes) {
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      LoopNode &node = nodes[pos];
      const bool hadLoad = node.value.kind == LoopExpr::Kind::Load;
      node.rewriteExprs([&](const LoopExpr &expr) {
        return expr.map([&](const LoopExpr &part) { return closed(part); });
      });
      if (node.kind == Kind::Local && node.isConst && hadLoad &&
          !node.value.hasLoad()) {
        LoopExpr value = node.value;
        substituteIn(nodes, pos + 1, node.name, value);
        nodes.erase(nodes.begin() + long(pos--));
        continue;
      }
      if (node.isFor())
        shift(node);
      close(node.body);
      close(node.otherwise);
    }
  }

  /// Lets \p loop run over values instead of places where all that is asked for
  /// is an element of a permutation: `least + p` becomes `p`, and `greatest -
  /// p` becomes `-p`, as it is in a loop of the source that counts down.
  void shift(LoopNode &loop) const {
    const LoopExpr by =
        mark.isReversed ? *greatest : LoopExpr::integer(0) - least;
    if (by == LoopExpr::integer(0))
      return;
    unsigned uses = 0, inLoads = 0;
    const LoopExpr iterator = LoopExpr::variable(loop.name);
    auto visit = [&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) {
        uses += part.isVariable() && part.name == loop.name;
        inLoads += part.kind == LoopExpr::Kind::Load &&
                   permutations.count(part.name) && part.operands.size() == 1 &&
                   part.operands[0].isVariable() &&
                   part.operands[0].name == loop.name;
      });
    };
    for (const LoopNode &child : loop.body)
      child.walk([&](const LoopNode &node) { node.visitExprs(visit); });
    if (inLoads == 0 || inLoads != uses)
      return;
    loop.lower = loop.lower - by;
    for (LoopExpr &upper : loop.upper)
      upper = upper - by;
    for (LoopNode &child : loop.body)
      child = child.substitute(
          loop.name, LoopExpr::variable(loop.name, loop.type.isWide()) + by);
  }

  const Program &program;
  const WaveMark mark;
  /// Nothing where the facts do not say enough.
  std::optional<LoopExpr> greatest;
  LoopExpr least = LoopExpr::integer(0), count = least;
  std::set<std::string> permutations;
  bool hasClosed = false;
};

void addVersions(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    if (!node.isFor() || !node.marks.wave.isSet()) {
      addVersions(node.body, program);
      addVersions(node.otherwise, program);
      continue;
    }
    if (node.marks.wave.permutation.empty())
      continue;
    OneTask task(program, node.marks.wave);
    std::optional<Nodes> loops = task.run(node);
    if (loops)
      node = LoopNode::ifThen(task.condition(), std::move(*loops),
                              {std::move(node)});
  }
}

} // namespace

void versionSerialFallbacks(LoopAst &ast, const Program &program) {
  addVersions(ast.body, program);
}

} // namespace sparsec
