//===- PlanInterface.cpp - what each contract function uses ---------------===//

#include "sparsec/PlanApi/PlanInterface.h"

#include "sparsec/IR/StructureMember.h"

#include "AliasChecks.h"
#include "AskedLengths.h"
#include "FactChecks.h"
#include "IntSums.h"
#include "PlanOnGpu.h"
#include "PlanPhases.h"
#include "Presence.h"
#include "sparsec/LoopIR/Statements.h"

#include "sparsec/IR/TakenNames.h"
#include "sparsec/Target/C/SourceRewrite.h"
#include "sparsec/Target/C/TargetSource.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

namespace {

using Names = std::set<std::string>;
using Nodes = std::vector<LoopNode>;

class PlanBuilder {
public:
  PlanBuilder(const Program &program, const CodeGenOptions &options)
      : model(program, options) {}

  llvm::Expected<PlanInterface> build() {
    if (llvm::Error failure = checkTarget(model))
      return failure;
    if (llvm::Error failure = lower())
      return failure;
    if (llvm::Error failure = addChecks())
      return failure;
    if (llvm::Error failure = nameFunctions())
      return failure;
    if (model.isCuda()) {
      if (llvm::Error failure = checkForCuda(model))
        return failure;
      if (llvm::Error failure = keepLengths())
        return failure;
    }
    return std::move(model);
  }

private:
  llvm::Error lower();
  llvm::Error addChecks();
  llvm::Error nameFunctions();
  Names namesInSums() const;
  isl::set conditionsOn(const isl::set &context, const Names &names) const;
  Names closure(Names names) const;
  std::vector<std::string> argumentsIn(const Names &names) const;
  Names inspectNames() const;
  Names executeNames() const;
  void readFromPlan(OverlapCheck &check);
  llvm::Error keepLengths();
  void placeOverlapChecks(std::vector<OverlapCheck> checks);

  PlanInterface model;
};

llvm::Error PlanBuilder::lower() {
  if (model.isCuda())
    keepWorkspaceOnGpu(model.program);
  llvm::Expected<LoweredPhases> phases =
      lowerPhases(model.program, model.options);
  if (!phases)
    return phases.takeError();
  model.inspectPhases = std::move(phases->inspect);
  model.updatePhases = std::move(phases->update);
  model.executePhase = std::move(phases->execute);
  model.gpuCheckTypes = std::move(phases->checkTypes);
  for (const auto &[name, kept] : model.executePhase.threadArrays) {
    Array array;
    array.name = name;
    array.type = kept.first;
    array.owner = Array::Owner::Plan;
    array.onGpu = Array::OnGpu::Elements;
    array.extents.emplace_back(); // PhaseCode::threadArrays has it
    model.program.arrays[name] = std::move(array);
  }
  return llvm::Error::success();
}

/// The conditions on parameters are checked by the function that uses them:
/// one that only `_execute` needs is not inspected.
llvm::Error PlanBuilder::addChecks() {
  if (!model.options.checkFacts)
    return llvm::Error::success();
  const Program limited = withIntLimits(model.program, namesInSums());
  Program checked = limited;
  checked.context = isl::set::universe(checked.context.space());
  llvm::Expected<Nodes> facts = factChecks(checked);
  if (!facts)
    return facts.takeError();
  model.checks = std::move(*facts);
  checked.context = conditionsOn(limited.context, inspectNames());
  facts = factChecks(checked);
  if (!facts)
    return facts.takeError();
  model.checks = std::move(*facts);
  if (model.inspectsOnGpu()) {
    facts = gpuFactChecks(checked, model.gpuCheckTypes);
    if (!facts)
      return facts.takeError();
    model.gpuChecks = std::move(*facts);
  }
  checked.facts.clear();
  checked.calls.clear();
  checked.context =
      conditionsOn(limited.context, executeNames()).gist(checked.context);
  facts = conditionGuards(checked);
  if (!facts)
    return facts.takeError();
  model.executeConditions = std::move(*facts);
  return llvm::Error::success();
}

/// What the phases add to constants in int.
Names PlanBuilder::namesInSums() const {
  Names names = model.executePhase.inIntSums;
  for (const auto *phases : {&model.inspectPhases, &model.updatePhases})
    for (const PhaseCode &code : *phases)
      names.insert(code.inIntSums.begin(), code.inIntSums.end());
  return names;
}

/// What \p context, `{ : }`, says of the function's parameters in \p names.
isl::set PlanBuilder::conditionsOn(const isl::set &context,
                                   const Names &names) const {
  std::vector<std::string> kept;
  for (const std::string &name : poly::paramNames(context.space()))
    if (!model.findArgument(name) || names.count(name))
      kept.push_back(name);
  return poly::keepParams(context, kept);
}

/// \p names with the pointers that they ask about, and with what the
/// declarations of the C parameters in it mention.
Names PlanBuilder::closure(Names names) const {
  for (const Parameter &parameter : model.program.parameters)
    if (!parameter.pointer.empty() && names.count(parameter.name))
      names.insert(holderOf(parameter.pointer));
  const std::vector<SourceFunction::Argument> &arguments =
      model.program.function.arguments;
  for (auto at = arguments.rbegin(); at != arguments.rend(); ++at)
    if (names.count(at->name))
      names.insert(at->declarator.reads.begin(), at->declarator.reads.end());
  return names;
}

std::vector<std::string> PlanBuilder::argumentsIn(const Names &names) const {
  std::vector<std::string> result;
  for (const SourceFunction::Argument &argument :
       model.program.function.arguments)
    if (names.count(argument.name))
      result.push_back(argument.name);
  return result;
}

/// Identifiers in the extents of the arrays in \p names that a function
/// allocates: those of \p owners.
static Names allocationNames(const Program &program, const Names &names,
                             std::initializer_list<Array::Owner> owners) {
  Names result;
  for (const auto &entry : program.arrays) {
    bool made = llvm::is_contained(owners, entry.second.owner);
    if (!made || !names.count(entry.first) || entry.second.isScalar())
      continue;
    llvm::Expected<LoopExpr> elements = elementsOf(program, entry.second);
    if (!elements) {
      llvm::consumeError(elements.takeError()); // frameOf refuses it
      continue;
    }
    result.merge(namesIn(*elements));
  }
  return result;
}

Names PlanBuilder::inspectNames() const {
  Names names = namesIn(model.checks);
  for (const auto *phases : {&model.inspectPhases, &model.updatePhases})
    for (const PhaseCode &code : *phases) {
      names.insert(code.names.begin(), code.names.end());
      Names more =
          allocationNames(model.program, code.names,
                          {Array::Owner::Plan, Array::Owner::Workspace});
      names.insert(more.begin(), more.end());
    }
  for (const auto &entry : model.executePhase.threadArrays)
    names.merge(namesIn(entry.second.second));
  names.merge(allocationNames(model.program, workspaceOnGpu(model),
                              {Array::Owner::Plan}));
  return closure(names);
}

/// Identifiers of the execute phase and its checks, less those that come from
/// the plan.
Names PlanBuilder::executeNames() const {
  Names names = model.executePhase.names;
  // Arrays of the plan are there already.
  Names more = allocationNames(model.program, names, {Array::Owner::Workspace});
  names.insert(more.begin(), more.end());
  for (const std::string &frozen : model.frozen)
    names.erase(frozen);
  return closure(names);
}

void PlanBuilder::readFromPlan(OverlapCheck &check) {
  for (LoopExpr *bytes : {&check.firstBytes, &check.secondBytes})
    *bytes = fromPlan(model.program, *bytes);
  for (const Parameter &parameter : model.program.parameters)
    if (parameter.owner == Parameter::Owner::Plan &&
        check.names.erase(parameter.name))
      model.checkedScalars.insert(parameter.name);
}

/// What the inspector counted stays in the plan where the CUDA drop-in needs it
/// for the length of an array that it copies.
llvm::Error PlanBuilder::keepLengths() {
  for (const auto &[array, argument] : model.executeArrays()) {
    llvm::Expected<LoopExpr> bytes = copiedBytesOf(model.program, *array);
    if (!bytes)
      return bytes.takeError();
    const Names names = namesIn(*bytes);
    for (const Parameter &parameter : model.program.parameters)
      if (parameter.owner == Parameter::Owner::Plan &&
          names.count(parameter.name))
        model.checkedScalars.insert(parameter.name);
  }
  return llvm::Error::success();
}

static bool readsElement(const LoopExpr &value) {
  bool found = false;
  value.walk([&](const LoopExpr &part) {
    found |= part.kind == LoopExpr::Kind::Load && !part.operands.empty();
  });
  return found;
}

/// A check belongs to `_execute` when that has all the names in it, else to the
/// drop-in; with CUDA to that in any case, whose copies on the GPU lie apart
/// where the caller's arrays overlap.
void PlanBuilder::placeOverlapChecks(std::vector<OverlapCheck> checks) {
  for (OverlapCheck &check : checks) {
    readFromPlan(check);
    bool known = llvm::all_of(check.names, [&](const std::string &name) {
      const Parameter *asked = model.program.findParameter(name);
      const bool isPresence = asked && !asked->pointer.empty();
      return (!isPresence && !model.findArgument(name)) ||
             isTold(model, model.execute, name) ||
             llvm::is_contained(model.frozen, name);
    });
    // Arrays that lengths are read from are on the GPU.
    bool reads =
        readsElement(check.firstBytes) || readsElement(check.secondBytes);
    known &= !(model.isCuda() && reads);
    if (!known || model.isCuda())
      model.dropInChecks.push_back(check);
    if (known)
      model.executeChecks.push_back(std::move(check));
  }
}

llvm::Error PlanBuilder::nameFunctions() {
  const Program &program = model.program;
  const std::string &name = program.function.name;
  for (const char *suffix :
       {"_plan", "_inspect", "_update", "_execute", "_destroy"}) {
    const std::string word = functionOfTargets(name + suffix);
    if (!useOfFunction(program, name + suffix).empty())
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "'" + name + suffix + "' " +
              (word.empty() ? "exists already in " + program.function.file
                            : "is " + word) +
              "; it is a name of the generated code");
  }
  // Nobody else sees the check: it makes way for what the file has.
  model.check.name = freeFunctionName(program, name + "_check");
  model.check.arguments = argumentsIn(closure(namesIn(model.checks)));
  model.gpuCheck = {freeFunctionName(program, model.check.name + "_on_gpu"),
                    model.check.arguments};
  model.inspect.name = name + "_inspect";
  const Names inspected = inspectNames();
  model.inspect.arguments = argumentsIn(inspected);
  for (const Parameter &parameter : program.parameters) {
    bool isArgument = parameter.owner == Parameter::Owner::Argument &&
                      model.findArgument(parameter.name);
    const bool isAsked =
        !parameter.pointer.empty() && inspected.count(parameter.name);
    if (isAsked || (isArgument && model.inspect.takes(parameter.name)))
      model.frozen.push_back(parameter.name);
  }
  Names updateNames;
  for (const PhaseCode &code : model.updatePhases)
    updateNames.insert(code.names.begin(), code.names.end());
  for (const std::string &frozen : model.frozen)
    updateNames.erase(frozen);
  model.update.name = name + "_update";
  model.update.arguments = argumentsIn(closure(updateNames));
  model.execute.name = name + "_execute";
  model.execute.arguments = argumentsIn(executeNames());
  llvm::Expected<std::vector<OverlapCheck>> checks = overlapChecks(program);
  if (!checks)
    return checks.takeError();
  placeOverlapChecks(std::move(*checks));
  return llvm::Error::success();
}

} // namespace

bool PlanInterface::usesValue(const PhaseCode &code,
                              const std::string &name) const {
  if (code.names.count(name))
    return true;
  return llvm::any_of(code.names, [&](const std::string &used) {
    const Array *array = findArray(used);
    if (!array || array->owner != Array::Owner::Workspace)
      return false;
    auto [words, isNew] = lengthWords.try_emplace(used);
    if (isNew)
      words->second =
          allocationNames(program, {used}, {Array::Owner::Workspace});
    return words->second.count(name) != 0;
  });
}

bool PlanInterface::keeps(const std::string &name) const {
  auto uses = [&](const PhaseCode &code) { return usesValue(code, name); };
  return checkedScalars.count(name) || uses(executePhase) ||
         llvm::any_of(updatePhases, uses);
}

bool PlanInterface::isForOneExecution() const {
  return !executePhase.threadArrays.empty() || !workspaceOnGpu(*this).empty();
}

std::vector<std::string> PlanInterface::heldArguments() const {
  std::vector<std::string> held;
  for (const std::string &name : frozen) {
    bool isChecked =
        llvm::any_of(executeChecks, [&](const OverlapCheck &check) {
          return check.names.count(name) != 0;
        });
    if (isChecked || keeps(name) || isTold(*this, update, name) ||
        isTold(*this, execute, name))
      held.push_back(name);
  }
  return held;
}

llvm::Expected<PlanInterface> planInterfaceOf(const Program &program,
                                              const CodeGenOptions &options) {
  const Program measured = withAskedLengths(program, options);
  llvm::Expected<PlanInterface> made = PlanBuilder(measured, options).build();
  if (!made)
    return withAllUnknown(made.takeError(), measured, options);
  return made;
}

llvm::Expected<PlanInterface> targetInterfaceOf(const Program &program,
                                                const CodeGenOptions &options) {
  llvm::Expected<Program> source = withTargetSource(program, options);
  if (!source)
    return source.takeError();
  return planInterfaceOf(*source, options);
}

} // namespace sparsec
