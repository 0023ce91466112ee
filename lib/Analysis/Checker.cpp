//===- Checker.cpp - the one legality check -------------------------------===//
///
/// \file
/// The list of proofs that a step must pass, and who follows whom.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"

#include "StepCheck.h"

#include "sparsec/Analysis/WholeIterations.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace sparsec {

#ifdef SPARSEC_TEST_HOOKS
bool uncheckedForTests = false;
bool isUnchecked() { return uncheckedForTests; }
#else
bool isUnchecked() { return false; }
#endif

/// Mostly both are one object, of which isl's own comparison knows nothing.
static bool areSame(const isl::set &first, const isl::set &second) {
  return first.get() == second.get() || first.is_equal(second);
}

/// Whether two statements run the same instances and touch the same elements.
static bool isSameStatement(const Statement &first, const Statement &second) {
  if (!areSame(first.domain, second.domain) ||
      !areSame(first.constraints, second.constraints))
    return false;
  return llvm::equal(
      touchesOf(first), touchesOf(second), [](const Touch &a, const Touch &b) {
        bool known = a.subscripts && b.subscripts;
        return a.array == b.array && a.isWrite == b.isWrite &&
               a.isRead == b.isRead && a.reduction == b.reduction &&
               a.isAtomic == b.isAtomic &&
               bool(a.subscripts) == bool(b.subscripts) &&
               (!known || areSame(*a.subscripts, *b.subscripts));
      });
}

static bool isSameTree(const ScheduleTree &first, const ScheduleTree &second) {
  return first.kind == second.kind && first.name == second.name &&
         first.marks == second.marks &&
         llvm::equal(first.values, second.values,
                     [](const auto &a, const auto &b) {
                       return a.first == b.first &&
                              a.second.plain_is_equal(b.second);
                     }) &&
         llvm::equal(first.children, second.children, isSameTree);
}

bool haveSameTimes(const ScheduleTree &first, const ScheduleTree &second) {
  if (first.isLeaf() && first.name != second.name)
    return false;
  return first.kind == second.kind &&
         llvm::equal(first.values, second.values,
                     [](const auto &a, const auto &b) {
                       return a.first == b.first &&
                              a.second.plain_is_equal(b.second);
                     }) &&
         llvm::equal(first.children, second.children, haveSameTimes);
}

/// Whether all instances of \p before run, at the same times: then they keep
/// their order, whatever \p step marks or adds.
static bool keepsTimes(const Program &before, const StepResult &step) {
  auto runsAsBefore = [&](const std::string &name) {
    const Statement &old = before.statement(name);
    const Statement &now = step.program.statement(name);
    return areSame(old.domain, now.domain) &&
           areSame(old.constraints, now.constraints);
  };
  return step.instanceMaps.empty() &&
         llvm::all_of(before.phases, [&](const Phase &phase) {
           const std::vector<std::string> statements = phase.tree.statements();
           const Phase *now = statements.empty()
                                  ? nullptr
                                  : step.program.phaseOf(statements.front());
           return now && now->role == phase.role &&
                  haveSameTimes(phase.tree, now->tree) &&
                  llvm::all_of(statements, runsAsBefore);
         });
}

bool isSameNest(const Program &before, const Program &after, const Phase &phase,
                const std::string &name) {
  const Phase *old = before.phaseOf(name);
  return old && old->role == phase.role &&
         llvm::equal(old->tree.loopsAround(name), phase.tree.loopsAround(name),
                     [&](const ScheduleTree *a, const ScheduleTree *b) {
                       return a->name == b->name &&
                              a->values.at(name).plain_is_equal(
                                  b->values.at(name));
                     }) &&
         isSameStatement(before.statement(name), after.statement(name));
}

bool isSamePhase(const Program &before, const Program &after,
                 const Phase &phase) {
  std::vector<std::string> statements = phase.tree.statements();
  const Phase *old =
      statements.empty() ? nullptr : before.phaseOf(statements.front());
  return old && old->role == phase.role && old->onlyIf == phase.onlyIf &&
         isSameTree(old->tree, phase.tree) &&
         llvm::all_of(statements, [&](const std::string &name) {
           return isSameStatement(before.statement(name),
                                  after.statement(name));
         });
}

/// Whether what \p statement works on belongs to whom it belonged to.
static bool haveSameOwners(const Program &before, const Program &after,
                           const Statement &statement) {
  return llvm::all_of(statement.accesses(), [&](const Access &access) {
    const auto old = before.arrays.find(access.array),
               now = after.arrays.find(access.array);
    if (old == before.arrays.end() || now == after.arrays.end())
      return old == before.arrays.end() && now == after.arrays.end();
    return old->second.owner == now->second.owner &&
           old->second.privateDepth == now->second.privateDepth &&
           old->second.isShared == now->second.isShared &&
           old->second.liveOut == now->second.liveOut;
  });
}

/// \p marks as they are in a kernel called \p kernel.
static LoopMarks inKernel(LoopMarks marks, const std::string &kernel) {
  if (marks.gpu.isMapped())
    marks.gpu.kernel = kernel;
  return marks;
}

bool isSameInKernel(const Program &before, const Program &after,
                    const Phase &phase, const std::string &name,
                    const std::string &kernel) {
  return isSameNest(before, after, phase, name) &&
         llvm::equal(before.phaseOf(name)->tree.loopsAround(name),
                     phase.tree.loopsAround(name),
                     [&](const ScheduleTree *a, const ScheduleTree *b) {
                       return inKernel(a->marks, kernel) ==
                              inKernel(b->marks, kernel);
                     }) &&
         haveSameOwners(before, after, after.statement(name));
}

bool isSameKernel(const Program &before, const Program &after,
                  const Phase &phase, const ScheduleTree &root) {
  const std::vector<std::string> statements = root.statements();
  const Phase *old =
      statements.empty() ? nullptr : before.phaseOf(statements.front());
  const ScheduleTree *was =
      old ? old->tree.findLoop(statements.front(), root.name) : nullptr;
  if (!was || old->role != phase.role)
    return false;
  // What the kernel is called changes nothing that its threads do.
  const std::string &kernel = root.marks.gpu.kernel;
  ScheduleTree renamed = *was;
  renamed.walk([&](ScheduleTree &node) {
    node.marks = inKernel(std::move(node.marks), kernel);
  });
  if (!isSameTree(renamed, root))
    return false;
  return llvm::all_of(statements, [&](const std::string &name) {
    return isSameInKernel(before, after, phase, name, kernel);
  });
}

static bool haveSameInstances(const Program &before, const Statement &old,
                              const Program &after, const Statement &now) {
  if (old.iterators.size() != now.iterators.size())
    return false;
  if (areSame(old.domain, now.domain) &&
      areSame(old.constraints, now.constraints))
    return true;
  isl::set known = before.context.intersect(after.context);
  return old.instances().intersect_params(known).is_equal(
      now.instances().intersect_params(known));
}

/// Whether \p old stored a scalar in an array that holds its values from the
/// start now (StepResult::storageMap), or a constant in that scalar.
static bool isCarriedOver(const Statement &old, const StepResult &step) {
  if (!old.assignment || old.assignment->mask() ||
      step.program.phaseOf(old.name))
    return false;
  auto nowIn = [&](const Expr &scalar) -> std::string {
    auto moved = step.storageMap.find(scalar.text);
    bool isMoved = scalar.kind == Expr::Kind::Access &&
                   scalar.subscripts.empty() && !scalar.isOfData() &&
                   moved != step.storageMap.end() &&
                   !step.program.arrays.count(scalar.text);
    return isMoved ? moved->second : "";
  };
  const Expr &target = old.assignment->target, &value = old.assignment->value;
  const std::string from = nowIn(value);
  if (!from.empty())
    return from == target.text;
  bool readsNothing = true;
  value.walk([&](const Expr &node) {
    readsNothing &= node.kind != Expr::Kind::Access;
  });
  return readsNothing && !nowIn(target).empty();
}

llvm::Expected<std::vector<Successor>> findSuccessors(const Program &before,
                                                      const StepResult &step) {
  std::vector<Successor> result;
  for (const Phase &phase : before.phases)
    for (const std::string &name : phase.tree.statements()) {
      const Statement &old = before.statement(name);
      bool found = false;
      for (const InstanceMap &map : step.instanceMaps) {
        const Phase *home = step.program.phaseOf(map.newStatement);
        // An inspector walks the same instances to look at them only.
        if (map.oldStatement != name || !home || home->role != phase.role)
          continue;
        result.push_back({&old, &step.program.statement(map.newStatement),
                          map.map, map.padded, map.merged,
                          map.listed ? &*map.listed : nullptr, &map.calls});
        found = true;
      }
      if (found || isCarriedOver(old, step))
        continue;
      if (!step.program.phaseOf(name))
        return refusal("the step drops the instances of statement '" + name +
                       "'");
      const Statement &now = step.program.statement(name);
      if (!haveSameInstances(before, old, step.program, now))
        return refusal("the step changes the instances of statement '" + name +
                       "' without saying how");
      result.push_back({&old, &now, std::nullopt});
    }
  return result;
}

namespace {

using Check = std::function<llvm::Error(Record &)>;
using Checks = std::vector<std::pair<std::string, Check>>;

} // namespace

/// The facts that make the coverage what it is: its sets are built from them.
static FactTexts coverageFacts(const Program &before, const StepResult &step) {
  return neededFacts(step.program, [&](const FactTexts &leftOut) {
    Program old = without(before, leftOut);
    StepResult rest = step;
    rest.program = without(step.program, leftOut);
    Record unread(nullptr, "");
    llvm::Expected<std::vector<Successor>> successors =
        findSuccessors(old, rest);
    llvm::Error failure =
        successors ? checkCoverage(old, rest.program, *successors, unread)
                   : successors.takeError();
    bool suffices = !failure;
    llvm::consumeError(std::move(failure));
    return suffices;
  });
}

/// By the names that docs/legality.md gives them.
static Checks checksOf(const Program &before, const StepResult &step,
                       const std::vector<Successor> &successors) {
  const Program &after = step.program;
  Check bounds = [&](Record &record) {
    return checkBounds(before, after, record);
  };
  if (isUnchecked())
    return {{"bounds", bounds}};
  Check order = [&](Record &record) -> llvm::Error {
    if (!keepsTimes(before, step))
      return checkOrder(before, step, successors, record);
    record.note("the step keeps all instances in their order");
    return llvm::Error::success();
  };
  return {{"inspected arrays",
           [&](Record &record) { return checkFrozen(after, record); }},
          {"making order", [&](Record &) { return checkMakingOrder(after); }},
          {"coverage",
           [&](Record &record) -> llvm::Error {
             if (llvm::Error failure =
                     checkCoverage(before, after, successors, record))
               return failure;
             record.relies([&] { return coverageFacts(before, step); });
             return llvm::Error::success();
           }},
          {"order", order},
          {"copies",
           [&](Record &record) {
             return checkNewWork(before, after, successors, record);
           }},
          {"values",
           [&](Record &record) {
             return checkValues(before, step, successors, record);
           }},
          {"private arrays",
           [&](Record &record) {
             return checkPrivate(before, after, successors, record);
           }},
          {"parallel loops",
           [&](Record &record) {
             if (llvm::Error failure =
                     checkParallelMarks(before, after, successors, record))
               return failure;
             if (llvm::Error failure = checkKernels(before, after, record))
               return failure;
             return checkSharedLaunches(before, after, record);
           }},
          {"bounds", bounds}};
}

static llvm::Error checkAll(const Program &before, const StepResult &step,
                            StepReport *report) {
  if (std::string problem = verify(step.program); !problem.empty())
    return refusal("internal error: the step made an invalid program: " +
                   problem);
  llvm::Expected<std::vector<Successor>> successors =
      findSuccessors(before, step);
  if (!successors)
    return successors.takeError();
  for (const auto &[name, check] : checksOf(before, step, *successors)) {
    Record record(report, name);
    if (llvm::Error failure = check(record))
      return failure;
    record.finish();
  }
  return llvm::Error::success();
}

bool mayRun(const Program &program, const Statement &statement) {
  return !proves(program.context.ctx(), [&] {
    UninterpretedFunctionSolver facts(program, statement.space());
    isl::pw_multi_aff same(facts.space().identity_multi_aff_on_domain());
    isl::set instances =
        facts.import(statement.calls, same).set(statement.instances());
    return facts.provesEmpty(instances.intersect_params(program.context));
  });
}

llvm::Error checkStep(const Program &before, const StepResult &step,
                      StepReport *report) {
  return poly::tryIsl([&] {
    if (step.mapFacts.empty())
      return checkAll(before, step, report);
    StepResult known = step;
    llvm::append_range(known.program.facts, step.mapFacts);
    return checkAll(before, known, report);
  });
}

} // namespace sparsec
