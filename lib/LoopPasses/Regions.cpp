//===- Regions.cpp - parallel regions with workspace ----------------------===//
///
/// \file
/// Loops that need an array per thread run in an OpenMP region: each thread
/// sets its array up before its share of the loop. So do waves of tasks: one
/// team runs through all of them, each thread its slots, and waits between
/// tasks rather than forking and joining for every wave.
///
//===----------------------------------------------------------------------===//

#include "PartsJoin.h"
#include "TouchedParts.h"

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

llvm::Error otherNumbers(const std::string &loop) {
  return llvm::createStringError(
      "the tasks of loop '%s' wait by their numbers, and a step after "
      "sparse_wavefront has given waves or tasks other numbers; leave these "
      "loops as they are, or use sync = \"barrier\" if one loop over tasks is "
      "all that a wave holds",
      loop.c_str());
}

/// Whether a call of \p array in \p statement has \p value as its argument.
bool hasArgument(const Statement &statement, const std::string &array,
                 const isl::pw_aff &value) {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    const UninterpretedCall &call = entry.second;
    return call.function == array && call.arguments.size() == 1 &&
           poly::constantValue(
               poly::dropUnusedParams(call.arguments[0].sub(value))) == 0;
  });
}

/// Whether \p value is the number of a segment of \p array in \p statement,
/// `array(value)` to `array(value + 1)`.
bool isSegment(const Statement &statement, const std::string &array,
               const isl::pw_aff &value) {
  return hasArgument(statement, array, value) &&
         hasArgument(statement, array, value.add_constant(1));
}

/// Gives each thread its copy of the per-thread arrays that it uses.
class RegionMaker {
public:
  explicit RegionMaker(const Program &program)
      : program(program), team(program.freshName("team")) {}

  /// Puts each outermost parallel loop in \p nodes, under whatever guards and
  /// loops, into a parallel region. Where work is left over, all of it is in a
  /// plain one.
  llvm::Error run(std::vector<LoopNode> &nodes) {
    countUsers(nodes);
    for (LoopNode &node : nodes)
      if (llvm::Error failure = makeParallel(node))
        return failure;
    LoopNode all = LoopNode::block(std::move(nodes));
    if (llvm::Error failure = enclose(all, /*isParallel=*/false))
      return failure;
    if (all.kind == LoopNode::Kind::Region)
      nodes = {std::move(all)};
    else
      nodes = std::move(all.body);
    return llvm::Error::success();
  }

private:
  /// \p loop with no parallel loops in it: a team shares its work once.
  static LoopNode withOneTeam(LoopNode loop) {
    for (auto *children : {&loop.body, &loop.otherwise})
      for (LoopNode &child : *children) {
        child.marks.parallel = false;
        child = withOneTeam(std::move(child));
      }
    return loop;
  }

  void countUsers(const std::vector<LoopNode> &nodes) {
    for (const LoopNode &node : nodes) {
      if (node.isFor() && (node.marks.wave.isSet() || node.marks.parallel)) {
        for (const std::string &name : arraysOf(node))
          ++users[name];
        continue;
      }
      countUsers(node.body);
      countUsers(node.otherwise);
    }
  }

  /// \p isRepeated: in a loop.
  llvm::Error makeParallel(LoopNode &node, bool isRepeated = false) const {
    if (node.kind == LoopNode::Kind::Region && node.isParallel)
      return llvm::Error::success(); // scan-updates has made it
    if (node.isFor() && node.marks.wave.isSet())
      return encloseWaves(node);
    if (node.isFor() && node.marks.parallel)
      return enclose(node, /*isParallel=*/true, isRepeated);
    for (auto *children : {&node.body, &node.otherwise})
      for (LoopNode &child : *children)
        if (llvm::Error failure =
                makeParallel(child, isRepeated || node.isFor()))
          return failure;
    return llvm::Error::success();
  }

  /// The one parallel loop in \p wave; null when it holds more than that.
  static LoopNode *tasksOf(LoopNode &wave) {
    LoopNode *tasks = nullptr;
    for (LoopNode &child : wave.body) {
      if (child.kind == LoopNode::Kind::Local)
        continue;
      if (tasks || !child.isFor() || !child.marks.parallel)
        return nullptr;
      tasks = &child;
    }
    return tasks;
  }

  /// What \p bound of a loop in \p wave is: locals may hold its value.
  static const LoopExpr &valueOf(const LoopNode &wave, const LoopExpr &bound) {
    auto local = llvm::find_if(wave.body, [&](const LoopNode &node) {
      return node.kind == LoopNode::Kind::Local && bound.isVariable() &&
             node.name == bound.name;
    });
    return local == wave.body.end() ? bound : local->value;
  }

  /// Whether \p bound of a loop in \p wave is an element, at the wave +
  /// \p offset, of the array that holds where the tasks of waves begin.
  bool isBoundOf(const LoopNode &wave, const LoopExpr &bound,
                 long offset) const {
    const LoopExpr &value = valueOf(wave, bound);
    if (value.kind != LoopExpr::Kind::Load || value.operands.size() != 1)
      return false;
    const LoopExpr &subscript = value.operands[0];
    bool isAtWave = false;
    for (bool isWide : {false, true})
      isAtWave |=
          (subscript - LoopExpr::variable(wave.name, isWide)).isInteger(offset);
    return isAtWave && llvm::any_of(program.facts, [&](const Fact &fact) {
             return fact.kind == Fact::Kind::Order && fact.rule &&
                    fact.arrays.size() == 3 && fact.arrays[2] == value.name;
           });
  }

  /// Whether \p wave starts at the first wave, ends at a parameter, and
  /// \p tasks are those of a wave, as far as their bounds tell: who waits for
  /// one that another part of the loops runs waits for ever.
  bool hasAllTasks(const LoopNode &wave, const LoopNode &tasks) const {
    return wave.lower.isInteger(0) && wave.step == 1 && tasks.step == 1 &&
           wave.upper.size() == 1 && wave.upper[0].isVariable() &&
           tasks.upper.size() == 1 && isBoundOf(wave, tasks.lower, 0) &&
           isBoundOf(wave, tasks.upper[0], 1);
  }

  /// One team for all iterations of \p wave.
  llvm::Error encloseWaves(LoopNode &wave) const {
    LoopNode *tasks = tasksOf(wave);
    if (!tasks)
      return llvm::createStringError(
          "loop '%s' of sparse_wavefront holds more than the loop over its "
          "tasks; move what else is in it out (distribute), or apply "
          "sparse_wavefront after the steps that put it there",
          wave.name.c_str());
    const std::set<std::string> arrays = arraysOf(*tasks);
    for (const std::string &name : arrays)
      if (const std::string &whole = program.arrays.at(name).partsOf;
          !whole.empty())
        return llvm::createStringError(
            "tasks of waves cannot have copies of '%s': the next wave would "
            "not see what they add up; use updates = \"atomic\"",
            whole.c_str());
    LoopNode region;
    region.kind = LoopNode::Kind::Region;
    const WaveMark mark = wave.marks.wave;
    region.team = LoopExpr::variable(team);
    if (llvm::Error failure = addPrologue(region, arrays))
      return failure;
    for (LoopNode &child : tasks->body)
      child = withOneTeam(std::move(child));
    // Slot s of every wave belongs to one thread.
    tasks->marks.schedule = "static, 1";
    if (mark.sync == WaveMark::Sync::Points) {
      if (!hasAllTasks(wave, *tasks))
        return otherNumbers(wave.name);
      waitForTasks(*tasks, mark, wave);
    }
    region.body.push_back(std::move(wave));
    // Without OpenMP nobody else asks how large the team is.
    wave = LoopNode();
    wave.kind = LoopNode::Kind::Region;
    wave.isParallel = false;
    const LoopExpr slots = LoopExpr::variable(mark.slots);
    wave.prologue = {
        stmt::constant(LoopType::int32(), team,
                       expr::call(runtime::team, {slots})),
        stmt::call(expr::cast(LoopType::nothing(), LoopExpr::variable(team)))};
    if (mark.sync == WaveMark::Sync::Points)
      wave.prologue.push_back(stmt::call(
          "memset",
          {LoopExpr::variable(mark.waits.progress), LoopExpr::integer(0),
           expr::binary(LoopExpr::integer(64), Operator::Multiply,
                        expr::cast(*ElementType::named("size_t"), slots))}));
    wave.body.push_back(std::move(region));
    return llvm::Error::success();
  }

  /// Each of \p tasks waits for those that it needs, and says when it is done.
  void waitForTasks(LoopNode &tasks, const WaveMark &mark,
                    const LoopNode &wave) const {
    tasks.nowait = true;
    const LoopExpr at = LoopExpr::variable(tasks.name, tasks.type.isWide()),
                   number = LoopExpr::variable(wave.name, wave.type.isWide()),
                   progress = LoopExpr::variable(mark.waits.progress);
    const bool isLong = program.arrays.at(mark.waits.wave).type.bytes > 4;
    auto boundAt = [&](const LoopExpr &task) {
      return LoopExpr::load(mark.waits.first, {task});
    };
    tasks.body.insert(
        tasks.body.begin(),
        stmt::call(isLong ? runtime::wait_for_long : runtime::wait_for_int,
                   {progress, LoopExpr::variable(mark.waits.slot),
                    LoopExpr::variable(mark.waits.wave), boundAt(at),
                    boundAt(at + LoopExpr::integer(1))}));
    const LoopExpr slot =
        tasks.lower.isInteger(0)
            ? at
            : expr::binary(at, Operator::Subtract, tasks.lower);
    tasks.body.push_back(stmt::call(
        runtime::task_done, {progress, expr::cast(LoopType::int32(), slot),
                             number + LoopExpr::integer(1)}));
  }

  llvm::Error enclose(LoopNode &node, bool isParallel,
                      bool isRepeated = false) const {
    if (llvm::Error failure = touchIn(node, isParallel, program))
      return failure;
    const std::set<std::string> arrays = arraysOf(node);
    if (arrays.empty())
      return llvm::Error::success();
    LoopNode region;
    region.kind = LoopNode::Kind::Region;
    region.isParallel = isParallel;
    if (llvm::Error failure = addPrologue(region, arrays))
      return failure;
    region.body.push_back(isParallel ? withOneTeam(std::move(node))
                                     : std::move(node));
    node = std::move(region);
    return joinCopies(node, arrays, isRepeated);
  }

  /// Puts behind \p region what adds the threads' parts of \p arrays up.
  llvm::Error joinCopies(LoopNode &region, const std::set<std::string> &arrays,
                         bool isRepeated) const {
    std::vector<LoopNode> nodes = {std::move(region)};
    for (const std::string &name : arrays) {
      const Array &parts = program.arrays.at(name);
      if (parts.partsOf.empty())
        continue;
      if (!program.arrays.at(parts.partsOf).partsOf.empty()) {
        llvm::Expected<LoopNode> clear = clearMarks(parts, program);
        if (!clear)
          return clear.takeError();
        nodes.insert(nodes.begin(), std::move(*clear));
        continue;
      }
      // Who comes next, this loop again or another one, finds zeros.
      auto counted = users.find(name);
      const bool isShared = counted != users.end() && counted->second > 1;
      llvm::Expected<LoopNode> join =
          joinParts(parts, isRepeated || isShared, program);
      if (!join)
        return join.takeError();
      nodes.push_back(std::move(*join));
    }
    region = nodes.size() == 1 ? std::move(nodes.front())
                               : LoopNode::block(std::move(nodes));
    return llvm::Error::success();
  }

  llvm::Error addPrologue(LoopNode &region,
                          const std::set<std::string> &arrays) const {
    // The frame allocates them for all threads.
    for (const std::string &name : arrays) {
      llvm::Expected<LoopNode> copy =
          copyOfThread(program.arrays.at(name), program);
      if (!copy)
        return copy.takeError();
      region.prologue.push_back(std::move(*copy));
    }
    return llvm::Error::success();
  }

  std::set<std::string> arraysOf(const LoopNode &node) const {
    std::set<std::string> arrays;
    collect(node, arrays);
    return arrays;
  }

  /// The per-thread arrays that \p node uses outside the regions in it.
  void collect(const LoopNode &node, std::set<std::string> &arrays) const {
    if (node.kind == LoopNode::Kind::Region)
      return;
    auto add = [&](const std::string &name) {
      auto found = program.arrays.find(name);
      if (found != program.arrays.end() && found->second.perThread)
        arrays.insert(name);
    };
    if (node.kind == LoopNode::Kind::Action)
      for (const Access &access : program.statement(node.name).accesses())
        add(access.array);
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) {
        if (part.kind == LoopExpr::Kind::Load)
          add(part.name);
      });
    });
    for (const auto *children : {&node.body, &node.otherwise})
      for (const LoopNode &child : *children)
        collect(child, arrays);
  }

  const Program &program;
  const std::string team; ///< the local with a wavefront's threads
  /// How many parallel loops use a per-thread array.
  std::map<std::string, unsigned> users;
};

} // namespace

llvm::Error requireNumberedWaves(const Program &program, const Phase &phase) {
  std::string unnumbered;
  phase.tree.walk([&](const ScheduleTree &wave) {
    if (!wave.isLoop() || wave.marks.wave.sync != WaveMark::Sync::Points)
      return;
    const ScheduleTree &task = wave.children.front();
    for (const std::string &name : wave.statements()) {
      const Statement &statement = program.statement(name);
      bool isNumbered = llvm::any_of(program.facts, [&](const Fact &fact) {
        return fact.kind == Fact::Kind::Order && fact.rule &&
               fact.arrays.size() == 3 && task.isLoop() &&
               isSegment(statement, fact.arrays[1], task.values.at(name)) &&
               isSegment(statement, fact.arrays[2], wave.values.at(name));
      });
      if (!isNumbered)
        unnumbered = wave.name;
    }
  });
  return unnumbered.empty() ? llvm::Error::success() : otherNumbers(unnumbered);
}

llvm::Error addRegions(LoopAst &ast, const Program &program) {
  return RegionMaker(program).run(ast.body);
}

} // namespace sparsec
