//===- Checker.cpp - the one legality check -------------------------------===//
///
/// \file
/// The list of proofs that a step must pass, and who follows whom.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

#ifdef SPARSEC_TEST_HOOKS
bool uncheckedForTests = false;
bool isUnchecked() { return uncheckedForTests; }
#else
bool isUnchecked() { return false; }
#endif

llvm::Error refusal(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

std::string instanceText(const Statement &statement, llvm::StringRef prime) {
  std::vector<std::string> names;
  for (const std::string &iterator : statement.iterators)
    names.push_back(iterator + prime.str());
  return statement.name + "[" + llvm::join(names, ", ") + "]";
}

/// The first call that a subscript of \p touch mentions; null if none does.
static const UninterpretedCall *subscriptCall(const Statement &statement,
                                              const Touch &touch) {
  if (touch.subscripts)
    for (const isl::pw_aff &subscript : *touch.subscripts)
      for (const auto &[name, call] : statement.calls)
        if (poly::involvesParam(subscript, name))
          return &call;
  return nullptr;
}

/// The pointer array whose last element is the extent of \p array; "".
static std::string pointerArrayOf(const Program &program,
                                  const std::string &array) {
  for (const Fact *fact : program.factsAbout(array, Fact::Kind::Extent))
    for (const auto &[name, end] : program.calls)
      if (poly::involvesParam(*fact->upper, name))
        return end.function;
  return "";
}

std::string suggestFact(const Program &program, const Statement &first,
                        const Touch &a, const Statement &second,
                        const Touch &b) {
  const UninterpretedCall *callA = subscriptCall(first, a);
  const UninterpretedCall *callB = subscriptCall(second, b);
  if (!callA && !callB)
    return "";
  const std::string &function = (callA ? callA : callB)->function;
  std::string index = pointerArrayOf(program, function);
  std::string fact = "injective(" + function + ")";
  if (!index.empty())
    fact = callA && callB
               ? "unique(" + function + ", " + index + ")"
               : "triangular(" + function + ", " + index + ", lower, strict)";
  return "; a fact such as known(\"" + fact + "\") may exclude it";
}

static bool areSame(const std::vector<isl::pw_aff> &first,
                    const std::vector<isl::pw_aff> &second) {
  return llvm::equal(first, second,
                     [](const isl::pw_aff &a, const isl::pw_aff &b) {
                       return a.plain_is_equal(b);
                     });
}

/// Whether two statements run the same instances and touch the same elements.
static bool isSameStatement(const Statement &first, const Statement &second) {
  if (!first.domain.is_equal(second.domain) ||
      !first.constraints.is_equal(second.constraints))
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

bool isSamePhase(const Program &before, const Program &after,
                 const Phase &phase) {
  std::vector<std::string> statements = phase.tree.statements();
  const Phase *old =
      statements.empty() ? nullptr : before.phaseOf(statements.front());
  return old && old->role == phase.role && isSameTree(old->tree, phase.tree) &&
         llvm::all_of(statements, [&](const std::string &name) {
           return isSameStatement(before.statement(name),
                                  after.statement(name));
         });
}

static bool haveSameInstances(const Program &before, const Statement &old,
                              const Program &after, const Statement &now) {
  return old.iterators.size() == now.iterators.size() &&
         old.instances()
             .intersect_params(before.context)
             .intersect_params(after.context)
             .is_equal(now.instances()
                           .intersect_params(before.context)
                           .intersect_params(after.context));
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
      if (found)
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

static llvm::Error checkAll(const Program &before, const StepResult &step) {
  const Program &after = step.program;
  if (std::string problem = verify(after); !problem.empty())
    return refusal("internal error: the step made an invalid program: " +
                   problem);
  llvm::Expected<std::vector<Successor>> successors =
      findSuccessors(before, step);
  if (!successors)
    return successors.takeError();
  if (isUnchecked())
    return checkBounds(before, after);
  if (llvm::Error failure = checkFrozen(after))
    return failure;
  if (llvm::Error failure = checkMakingOrder(after))
    return failure;
  if (llvm::Error failure = checkCoverage(before, after, *successors))
    return failure;
  if (!step.orderPreserved)
    if (llvm::Error failure = checkOrder(before, after, *successors))
      return failure;
  if (llvm::Error failure = checkNewWork(before, after, *successors))
    return failure;
  if (llvm::Error failure = checkPrivate(before, after, *successors))
    return failure;
  if (llvm::Error failure = checkParallelMarks(before, after))
    return failure;
  return checkBounds(before, after);
}

llvm::Error checkStep(const Program &before, const StepResult &step) {
  return poly::tryIsl([&] { return checkAll(before, step); });
}

} // namespace sparsec
