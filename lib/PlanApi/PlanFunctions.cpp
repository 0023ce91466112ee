//===- PlanFunctions.cpp - the contract's functions -----------------------===//

#include "PlanFunctions.h"

#include "AliasChecks.h"
#include "PlanFrame.h"
#include "PlanOnGpu.h"
#include "Presence.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;

/// The declaration of a C parameter. Pointers get `restrict` when \p disjoint:
/// the function checks that what they point to does not overlap.
std::string declarationOf(const PlanInterface &model, const std::string &name,
                          bool disjoint) {
  const SourceFunction::Argument &argument = *model.findArgument(name);
  return disjoint && model.findArray(name) ? argument.declarator.restrictText
                                           : argument.declarator.text;
}

LoopType planPointer(const PlanInterface &model) {
  return LoopType::pointerTo(ElementType::opaque(model.planType()));
}

/// \p function without its body; it takes \p plan first, unless that is none.
LoopFunction functionOf(const PlanInterface &model,
                        const PlanFunction &function,
                        const std::optional<LoopParameter> &plan,
                        bool disjoint = false) {
  LoopFunction result;
  result.linkage = LoopFunction::Linkage::Contract;
  result.result = LoopType::int32();
  result.name = function.name;
  if (plan)
    result.parameters.push_back(*plan);
  for (const std::string &name : function.arguments)
    result.parameters.push_back(
        {{}, name, declarationOf(model, name, disjoint)});
  if (model.takesStream(function))
    result.parameters.push_back({LoopType::opaque("cudaStream_t"), "stream"});
  return result;
}

LoopExpr isNull(const std::string &name) {
  return expr::unary(Operator::Not, LoopExpr::variable(name));
}

std::vector<const PhaseCode *> pointersTo(const std::vector<PhaseCode> &codes) {
  std::vector<const PhaseCode *> result;
  for (const PhaseCode &code : codes)
    result.push_back(&code);
  return result;
}

std::set<std::string> namesOf(const std::vector<const PhaseCode *> &phases) {
  std::set<std::string> names;
  for (const PhaseCode *code : phases)
    names.insert(code->names.begin(), code->names.end());
  return names;
}

/// The end of a function with a frame: stores, releases and the status.
Nodes frameEnd(const Frame &frame, const Nodes &body) {
  Nodes end = frame.stores;
  const bool hasStatus = mayLeave(body);
  if (hasStatus)
    end.push_back(stmt::label("fail"));
  llvm::append_range(end, frame.releases);
  end.push_back(stmt::returns(hasStatus ? expr::status()
                                        : LoopExpr::literal("SPARSEC_OK")));
  return end;
}

/// The allocations and phases in turn; phases with one condition, and what is
/// allocated between them, stand in one `if`; phases have blocks of their own
/// if \p inBlocks.
Nodes phasesIn(const Frame &frame, const std::vector<const PhaseCode *> &phases,
               bool inBlocks) {
  Nodes all;
  std::string condition;
  for (size_t at = 0; at < frame.allocations.size(); at++) {
    const std::string own = at < phases.size() ? phases[at]->onlyIf : "";
    const bool goesOn = !own.empty() && own == condition;
    const Nodes phase =
        withAllocations(at < phases.size() ? phases[at]->body : Nodes(),
                        frame.allocations[at], goesOn ? all.back().body : all);
    if (phase.empty())
      continue;
    if (!own.empty() && !goesOn)
      all.push_back(LoopNode::ifThen(LoopExpr::variable(own), {}));
    condition = own;
    Nodes &place = own.empty() ? all : all.back().body;
    if (inBlocks)
      place.push_back(stmt::scope(phase));
    else
      llvm::append_range(place, phase);
  }
  return all;
}

/// The same; phases that \p declare locals are in blocks where a jump to
/// `fail` would pass these by.
Nodes bodyOf(const Frame &frame, const std::vector<const PhaseCode *> &phases,
             bool declare) {
  Nodes body = phasesIn(frame, phases, /*inBlocks=*/false);
  return declare && mayLeave(body) ? phasesIn(frame, phases, /*inBlocks=*/true)
                                   : body;
}

/// Temporary arrays of an inspector on the GPU share memory.
Nodes poolOf(const PlanInterface &model, const PlanFunction &function) {
  if (!model.inspectsOnGpu() || &function == &model.execute)
    return {};
  return {stmt::declare(LoopType::opaque("sparsec_gpu_pool").constant(),
                        model.program.freshName("pool"))};
}

LoopNode statusLocal() {
  return stmt::variable(LoopType::int32(), "status",
                        LoopExpr::literal("SPARSEC_OK"));
}

/// A function that works on a finished plan: _update and _execute.
llvm::Expected<Nodes> planFunction(const PlanInterface &model,
                                   const PlanFunction &function,
                                   const std::vector<const PhaseCode *> &phases,
                                   const std::vector<OverlapCheck> &checks) {
  llvm::Expected<Frame> frame = frameOf(model, phases, false);
  if (!frame)
    return frame.takeError();
  std::set<std::string> names = namesOf(phases);
  for (const OverlapCheck &check : checks)
    names.insert(check.names.begin(), check.names.end());
  for (const std::vector<Allocation> &before : frame->allocations)
    for (const Allocation &made : before)
      names.merge(namesIn(made.nodes));
  bool declares = llvm::any_of(
      phases, [](const PhaseCode *code) { return code->declares; });
  Nodes body = bodyOf(*frame, phases, declares);
  const bool isExecute = &function == &model.execute;
  if (!isExecute)
    llvm::append_range(body, copyUpdated(model));
  // Guards come before the locals, which read the plan.
  Nodes all = {guard(isNull("plan"), "BAD_ARGUMENT",
                     function.name + ": the plan is null")};
  llvm::append_range(all, frozenGuards(model, function));
  if (isExecute) {
    llvm::append_range(all, model.executeConditions);
    llvm::append_range(all, alignmentGuards(model));
  }
  llvm::append_range(all, poolOf(model, function));
  llvm::append_range(all, frozenLocals(model, function, names));
  for (const OverlapCheck &check : checks)
    llvm::append_range(all, overlapGuard(function, check));
  llvm::append_range(all, isExecute ? localsOnGpu(model, frame->locals)
                                    : frame->locals);
  if (usesStatus(body))
    all.push_back(statusLocal());
  llvm::append_range(all, body);
  llvm::append_range(all, frameEnd(*frame, body));
  definePresences(model, &function, all, 1);
  return all;
}

} // namespace

LoopExpr callOf(const PlanFunction &function, std::vector<LoopExpr> operands,
                bool onStream) {
  for (const std::string &argument : function.arguments)
    operands.push_back(LoopExpr::variable(argument));
  if (onStream)
    operands.push_back(LoopExpr::variable("stream"));
  return expr::call(function.name, std::move(operands));
}

/// A static function that looks at the arguments.
static LoopFunction checkOf(const PlanInterface &model,
                            const PlanFunction &function, std::string comment,
                            const Nodes &body) {
  LoopFunction result = functionOf(model, function, std::nullopt);
  result.linkage = LoopFunction::Linkage::Static;
  result.comment = std::move(comment);
  result.body = body;
  definePresences(model, &function, result.body, 0);
  return result;
}

LoopFunction checkFunction(const PlanInterface &model) {
  return checkOf(model, model.check,
                 "/// Whether the arguments are as declared.\n", model.checks);
}

LoopFunction gpuCheckFunction(const PlanInterface &model) {
  return checkOf(model, model.gpuCheck, "/// The same for arrays on the GPU.\n",
                 model.gpuChecks);
}

/// What `_inspect` does once it has a plan.
static llvm::Expected<Nodes>
inspectBody(const PlanInterface &model,
            const std::vector<const PhaseCode *> &phases, const Frame &frame) {
  Nodes body = bodyOf(frame, phases, false);
  llvm::append_range(body, frame.stores);
  llvm::Expected<Nodes> copies = copyInspected(model);
  if (!copies)
    return copies.takeError();
  llvm::append_range(body, *copies);
  if (model.hasUpdate()) {
    body.push_back(stmt::assign(
        expr::status(), callOf(model.update, {LoopExpr::variable("plan")},
                               model.inspectsOnGpu())));
    body.push_back(stmt::check());
  }
  if (model.inspectsOnGpu()) {
    body.push_back(stmt::tryCall(
        runtime::cuda_status,
        {expr::string(model.inspect.name),
         expr::call("cudaStreamSynchronize", {LoopExpr::variable("stream")})}));
    body.push_back(stmt::check());
  }
  return body;
}

/// What `_inspect` does before it has a plan: its locals, and the checks.
static llvm::Expected<Nodes> inspectBegin(const PlanInterface &model,
                                          const Nodes &locals,
                                          const Nodes &body) {
  const LoopExpr null = LoopExpr::literal("NULL"),
                 plan = LoopExpr::variable("plan");
  const LoopType type = planPointer(model);
  Nodes begin = {
      guard(isNull("plan_out"), "BAD_ARGUMENT",
            model.inspect.name + ": there is no place for the plan")};
  llvm::append_range(begin, poolOf(model, model.inspect));
  begin.push_back(stmt::variable(type, "plan", null));
  llvm::append_range(begin, locals);
  if (mayLeave(body) || !model.checks.empty())
    begin.push_back(statusLocal());
  begin.push_back(stmt::assign(
      expr::unary(Operator::Dereference, LoopExpr::variable("plan_out")),
      null));
  if (!model.checks.empty()) {
    const bool onGpu = model.inspectsOnGpu();
    begin.push_back(
        stmt::assign(expr::status(),
                     callOf(onGpu ? model.gpuCheck : model.check, {}, onGpu)));
    begin.push_back(stmt::check(LoopNode::Leave::Return));
  }
  if (namesIn(body).count("fill_limit")) {
    llvm::Expected<Nodes> limit = fillLimit(model);
    if (!limit)
      return limit.takeError();
    llvm::append_range(begin, *limit);
  }
  begin.push_back(stmt::assign(
      plan, expr::cast(
                type, expr::call("calloc",
                                 {LoopExpr::integer(1),
                                  expr::unary(Operator::SizeOf,
                                              expr::unary(Operator::Dereference,
                                                          plan))}))));
  begin.push_back(guard(isNull("plan"), "NO_MEMORY", "out of memory: a plan"));
  for (const std::string &name : model.heldArguments())
    begin.push_back(
        stmt::assign(expr::arrow("plan", name), LoopExpr::variable(name)));
  return begin;
}

llvm::Expected<LoopFunction> inspectFunction(const PlanInterface &model) {
  std::vector<const PhaseCode *> phases = pointersTo(model.inspectPhases);
  llvm::Expected<Frame> frame = frameOf(model, phases, true);
  if (!frame)
    return frame.takeError();
  llvm::Expected<Nodes> body = inspectBody(model, phases, *frame);
  if (!body)
    return body.takeError();
  llvm::Expected<Nodes> all = inspectBegin(model, frame->locals, *body);
  if (!all)
    return all.takeError();
  const LoopExpr plan = LoopExpr::variable("plan");
  llvm::append_range(*all, *body);
  all->push_back(stmt::assign(
      expr::unary(Operator::Dereference, LoopExpr::variable("plan_out")),
      plan));
  if (mayLeave(*body))
    all->push_back(stmt::label("fail"));
  llvm::append_range(*all, frame->releases);
  if (mayLeave(*body)) {
    LoopExpr failed = expr::binary(expr::status(), Operator::NotEqual,
                                   LoopExpr::literal("SPARSEC_OK"));
    all->push_back(LoopNode::ifThen(
        std::move(failed),
        {stmt::call(model.program.function.name + "_destroy", {plan})}));
  }
  all->push_back(stmt::returns(
      mayLeave(*body) ? expr::status() : LoopExpr::literal("SPARSEC_OK")));
  definePresences(model, &model.inspect, *all, 1);
  LoopParameter out = {planPointer(model), "plan_out"};
  out.declared = model.planType() + " **plan_out";
  LoopFunction function = functionOf(model, model.inspect, out);
  function.comment = inspectComment(model);
  function.body = std::move(*all);
  return function;
}

llvm::Expected<LoopFunction> updateFunction(const PlanInterface &model) {
  llvm::Expected<Nodes> body =
      planFunction(model, model.update, pointersTo(model.updatePhases), {});
  if (!body)
    return body.takeError();
  LoopFunction function = functionOf(model, model.update,
                                     LoopParameter{planPointer(model), "plan"});
  function.comment = updateComment(model);
  function.body = std::move(*body);
  return function;
}

llvm::Expected<LoopFunction> executeFunction(const PlanInterface &model) {
  llvm::Expected<Nodes> body = planFunction(
      model, model.execute, {&model.executePhase}, model.executeChecks);
  if (!body)
    return body.takeError();
  LoopFunction function =
      functionOf(model, model.execute,
                 LoopParameter{planPointer(model), "plan"}, /*disjoint=*/true);
  function.comment = executeComment(model);
  function.body = std::move(*body);
  return function;
}

LoopFunction destroyFunction(const PlanInterface &model) {
  LoopFunction function;
  function.linkage = LoopFunction::Linkage::Contract;
  function.comment = destroyComment(model);
  function.result = LoopType::nothing();
  function.name = model.program.function.name + "_destroy";
  function.parameters = {{planPointer(model), "plan"}};
  Nodes &body = function.body;
  for (const PlanField &field : planFields(model)) {
    const LoopExpr memory = expr::arrow("plan", field.name);
    if (field.type.isPointer() && field.isOnGpu)
      body.push_back(stmt::call(
          expr::cast(LoopType::nothing(), expr::call("cudaFree", {memory}))));
    else if (field.type.isPointer())
      body.push_back(stmt::call("free", {memory}));
  }
  if (!body.empty())
    body.insert(body.begin(),
                LoopNode::ifThen(isNull("plan"), {stmt::returns()}));
  body.push_back(stmt::call("free", {LoopExpr::variable("plan")}));
  return function;
}

LoopStruct planStruct(const PlanInterface &model) {
  LoopStruct plan;
  plan.name = model.planType();
  for (const PlanField &field : planFields(model))
    plan.fields.push_back({field.type, field.name, "", field.comment});
  if (plan.fields.empty())
    plan.fields.push_back({*ElementType::named("char"), "unused", "",
                           "C has no empty structures"});
  return plan;
}

} // namespace sparsec
