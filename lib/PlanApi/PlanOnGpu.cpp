//===- PlanOnGpu.cpp - the contract where loops are on a GPU -----------===//
///
/// \file
/// The inspector runs on the host and works on the plan's host arrays; the
/// copies on the GPU are what `_execute` uses. Its arguments are device
/// pointers, of which nothing is read on the host. With inspector("cuda") this
/// holds for `_inspect` and `_update`, too, and the plan has no other arrays
/// than those that launches get by value: these come back to the host.
///
//===----------------------------------------------------------------------===//

#include "PlanOnGpu.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/Target/Cuda/GpuFetch.h"
#include "sparsec/Target/Cuda/GridMapper.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using Nodes = std::vector<LoopNode>;

namespace {

bool isUpdated(const PlanInterface &model, const Array &array) {
  return llvm::any_of(model.updatePhases, [&](const PhaseCode &code) {
    return code.written.count(array.name) != 0;
  });
}

LoopExpr bytesField(const Array &array) {
  return expr::arrow("plan", array.name + "_bytes");
}

/// Copies \p array of the plan to the GPU.
void addCopy(Nodes &nodes, const Array &array) {
  const std::string &name = array.name;
  nodes.push_back(stmt::tryCall(
      runtime::to_gpu,
      {expr::addressOf(expr::arrow("plan", name + "_on_gpu")),
       expr::arrow("plan", name), expr::string(name), bytesField(array)}));
  nodes.push_back(stmt::check());
}

/// The plan's host array that launches take the values of \p array from.
LoopExpr valuesOf(const PlanInterface &model, const Array &array) {
  return expr::arrow("plan",
                     array.name + (model.inspectsOnGpu() ? "_on_host" : ""));
}

/// Brings \p array, which launches get by value, from the GPU to the plan's
/// host array.
void addFetch(Nodes &nodes, const Array &array) {
  nodes.push_back(stmt::tryCall(
      runtime::constant_from_gpu,
      {expr::addressOf(expr::arrow("plan", array.name + "_on_host")),
       expr::arrow("plan", array.name), expr::string(array.name),
       bytesField(array), LoopExpr::variable("stream")}));
  nodes.push_back(stmt::check());
}

llvm::Error unsupported(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "CUDA output: " + what);
}

} // namespace

std::vector<const Array *> arraysOnGpu(const PlanInterface &model) {
  std::vector<const Array *> arrays;
  if (!model.isCuda() || model.inspectsOnGpu())
    return arrays;
  for (const auto &entry : model.program.arrays)
    if (entry.second.owner == Array::Owner::Plan && !entry.second.isScalar() &&
        !entry.second.constantElements &&
        entry.second.onGpu == Array::OnGpu::No &&
        model.executePhase.names.count(entry.first))
      arrays.push_back(&entry.second);
  return arrays;
}

std::vector<const Array *> arraysByValue(const PlanInterface &model) {
  std::vector<const Array *> arrays;
  if (model.isCuda())
    for (const auto &entry : model.program.arrays)
      if (entry.second.constantElements &&
          model.executePhase.names.count(entry.first))
        arrays.push_back(&entry.second);
  return arrays;
}

llvm::Expected<Nodes> copyInspected(const PlanInterface &model) {
  Nodes nodes;
  for (const Array *array : arraysOnGpu(model)) {
    llvm::Expected<LoopExpr> bytes = bytesOf(model.program, *array);
    if (!bytes)
      return bytes.takeError();
    nodes.push_back(stmt::assign(bytesField(*array), *bytes));
    if (!isUpdated(model, *array))
      addCopy(nodes, *array);
  }
  for (const Array *array : arraysByValue(model)) {
    llvm::Expected<LoopExpr> bytes = bytesOf(model.program, *array);
    if (!bytes)
      return bytes.takeError();
    nodes.push_back(stmt::assign(bytesField(*array), *bytes));
    const long room = array->constantElements * long(array->type.bytes);
    if (!bytes->isInteger() || bytes->value > room) {
      nodes.push_back(
          stmt::tryCall(runtime::check_constant,
                        {expr::string(array->name), bytesField(*array),
                         LoopExpr::integer(room)}));
      nodes.push_back(stmt::check());
    }
    if (model.inspectsOnGpu() && !isUpdated(model, *array))
      addFetch(nodes, *array);
  }
  if (model.inspectsOnGpu())
    return withFetches(model.program, nodes);
  return nodes;
}

Nodes copyUpdated(const PlanInterface &model) {
  Nodes nodes;
  for (const Array *array : arraysOnGpu(model))
    if (isUpdated(model, *array))
      addCopy(nodes, *array);
  if (model.inspectsOnGpu())
    for (const Array *array : arraysByValue(model))
      if (isUpdated(model, *array))
        addFetch(nodes, *array);
  return nodes;
}

void keepWorkspaceOnGpu(Program &program) {
  for (const Phase &phase : program.phases) {
    if (phase.role != Phase::Role::Execute)
      continue;
    for (const std::string &name : phase.tree.statements())
      for (const Access &access : program.statement(name).accesses()) {
        auto array = program.arrays.find(access.array);
        if (array == program.arrays.end() || array->second.perThread ||
            array->second.owner != Array::Owner::Workspace)
          continue;
        array->second.owner = Array::Owner::Plan;
        array->second.onGpu = Array::OnGpu::Elements;
      }
  }
}

std::set<std::string> workspaceOnGpu(const PlanInterface &model) {
  std::set<std::string> names;
  for (const auto &[name, array] : model.program.arrays)
    if (array.onGpu == Array::OnGpu::Elements && model.keepsOnGpu(array) &&
        !model.executePhase.threadArrays.count(name))
      names.insert(name);
  return names;
}

Nodes alignmentGuards(const PlanInterface &model) {
  Nodes guards;
  for (const auto &[name, bytes] : model.executePhase.alignments) {
    auto array = model.program.arrays.find(name);
    const bool isRead =
        array == model.program.arrays.end() || array->second.isConst;
    // Kernels may load and store what they are given to write.
    const std::string moved = isRead ? "loads" : "accesses";
    LoopExpr isAligned =
        expr::call(runtime::is_aligned,
                   {LoopExpr::variable(name), LoopExpr::integer(long(bytes))});
    guards.push_back(LoopNode::ifThen(
        expr::unary(Operator::Not, std::move(isAligned)),
        {stmt::returns(stmt::failure(
            "BAD_ARGUMENT", model.execute.name + ": '" + name +
                                "' does not begin at a multiple of " +
                                std::to_string(bytes) + " bytes, as vector " +
                                moved + " need"))}));
  }
  return guards;
}

Nodes localsOnGpu(const PlanInterface &model, Nodes locals) {
  for (const Array *array : arraysOnGpu(model))
    for (LoopNode &local : locals)
      if (local.value == expr::arrow("plan", array->name))
        local.value = expr::arrow("plan", array->name + "_on_gpu");
  for (const auto &[name, array] : model.program.arrays) {
    const std::string copy = hostCopy(model.program, name);
    if (model.executePhase.names.count(copy))
      locals.push_back(
          stmt::variable(LoopType::pointerTo(array.type, /*isConstant=*/true),
                         copy, expr::arrow("plan", name)));
  }
  for (const Array *array : arraysByValue(model))
    for (LoopNode &local : locals)
      if (local.value == expr::arrow("plan", array->name))
        local = stmt::declare(constantType(*array).constant(), array->name,
                              {valuesOf(model, *array), bytesField(*array)});
  return locals;
}

llvm::Error checkForCuda(const PlanInterface &model) {
  for (const SourceFunction::Argument &argument :
       model.program.function.arguments)
    if (argument.isGlobal) // of another file than the CUDA output
      return unsupported("'" + argument.name +
                         "' is a variable outside the function; pass it as a "
                         "parameter");
  for (const std::string &name : model.inspect.arguments)
    if (model.inspectsOnGpu() && !model.findArray(name) &&
        !model.program.findParameter(name))
      return unsupported("inspector(\"cuda\") cannot read '" + name +
                         "', a structure; pass its arrays and sizes, or leave "
                         "the inspector on the host, inspector(\"host\")");
  for (const auto &entry : model.program.arrays)
    if (entry.second.owner == Array::Owner::Workspace &&
        model.executePhase.names.count(entry.first))
      return unsupported("'" + entry.first +
                         "' is a copy for each thread of the host, and the "
                         "executor runs on a GPU: map the loops to its blocks "
                         "and threads instead of making them parallel");
  return llvm::Error::success();
}

} // namespace sparsec
