//===- PlanFrame.cpp - fields, locals and allocation -------------------===//

#include "PlanFrame.h"

#include "PlanOnGpu.h"
#include "sparsec/IR/ThreadParts.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ActionLowering.h"
#include "sparsec/Target/Cuda/GpuFetch.h"
#include "sparsec/Target/Cuda/GpuTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;

bool isPlanArray(const Array &array) {
  return array.owner == Array::Owner::Plan;
}

/// `element *name = NULL`
LoopNode nullPointer(const LoopType &element, const std::string &name) {
  return stmt::variable(LoopType::pointerTo(element), name,
                        LoopExpr::literal("NULL"));
}

/// Whether \p nodes do more with the scalar \p name than to set it.
bool reads(const Nodes &nodes, const std::string &name) {
  bool found = false;
  LoopAst{nodes}.walk([&](const LoopNode &node) {
    const bool isSet =
        node.kind == LoopNode::Kind::Assign && node.op == Update::Set;
    node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
      if (!isTarget || !isSet || !expr.operands.empty())
        found |= namesIn(expr).count(name) != 0;
    });
  });
  return found;
}

class FrameBuilder {
public:
  FrameBuilder(const PlanInterface &model,
               const std::vector<const PhaseCode *> &phases, bool building)
      : model(model), phases(phases), building(building) {
    frame.allocations.resize(phases.size() + 1);
  }

  llvm::Expected<Frame> build();

private:
  bool uses(const std::string &name) const {
    return llvm::any_of(phases, [&](const PhaseCode *code) {
      return code->names.count(name) != 0;
    });
  }
  bool writes(const std::string &name) const {
    return llvm::any_of(phases, [&](const PhaseCode *code) {
      return code->written.count(name) != 0;
    });
  }
  /// Whether a phase does more with the scalar \p name than to set it.
  bool isRead(const std::string &name) const {
    return llvm::any_of(phases, [&](const PhaseCode *code) {
      return code->onlyIf == name || reads(code->body, name);
    });
  }
  /// Whether a phase gives \p array its memory.
  bool makes(const Array &array) const {
    return llvm::any_of(phases, [&](const PhaseCode *code) {
      return code->made.count(array.name) != 0;
    });
  }
  llvm::Expected<Allocation *> allocationFor(const std::string &name,
                                             const LoopExpr &elements);
  llvm::Error addGpuArray(const Array &array);
  llvm::Error addPlanArray(const Array &array);
  llvm::Error addWorkspace(const Array &array);
  void addScalar(const std::string &name, const ElementType &type);
  void addAllocation(Nodes &nodes, const Array &array, const LoopExpr &target,
                     const LoopExpr &elements, const LoopExpr &limit) const;
  LoopExpr copiesOf(const Array &array) const;
  LoopNode zeroLoop(const Array &array, const LoopExpr &name,
                    const LoopExpr &all) const;

  const PlanInterface &model;
  const std::vector<const PhaseCode *> &phases;
  bool building;
  Frame frame;
};

void FrameBuilder::addAllocation(Nodes &nodes, const Array &array,
                                 const LoopExpr &target,
                                 const LoopExpr &elements,
                                 const LoopExpr &limit) const {
  nodes.push_back(
      allocation(array, target, elements, limit, model.inspectsOnGpu()));
  nodes.push_back(stmt::check());
}

/// What stands before the first phase that uses \p name; all that \p elements
/// names has its value there.
llvm::Expected<Allocation *>
FrameBuilder::allocationFor(const std::string &name, const LoopExpr &elements) {
  auto first = llvm::find_if(phases, [&](const PhaseCode *code) {
    return code->names.count(name) != 0;
  });
  for (auto later = first; later != phases.end(); ++later)
    for (const std::string &extent : namesIn(elements))
      if ((*later)->written.count(extent))
        return llvm::createStringError(
            llvm::inconvertibleErrorCode(),
            "array '%s' needs its extent '%s' before the inspector has counted "
            "'%s'; apply the step that makes the array later in the recipe",
            name.c_str(), printExpr(elements).c_str(), extent.c_str());
  // Memory that is used in two phases outlives the first one's branches.
  const bool isTemporary =
      !building && first == phases.begin() && first != phases.end() &&
      llvm::none_of(
          llvm::make_range(first + 1, phases.end()),
          [&](const PhaseCode *code) { return code->names.count(name) != 0; });
  std::vector<Allocation> &before = frame.allocations[first - phases.begin()];
  before.push_back({name, {}, isTemporary});
  return &before.back();
}

/// What the executor's kernels keep on the GPU, between executions, too.
llvm::Error FrameBuilder::addGpuArray(const Array &array) {
  if (!model.keepsOnGpu(array))
    return llvm::Error::success();
  const LoopExpr field = expr::arrow("plan", array.name);
  const LoopType element = gpuElementType(array);
  const LoopType type = LoopType::pointerTo(element);
  if (!building) {
    if (uses(array.name))
      frame.locals.push_back(
          stmt::variable(type, array.name, expr::cast(type, field)));
    return llvm::Error::success();
  }
  auto kept = model.executePhase.threadArrays.find(array.name);
  llvm::Expected<LoopExpr> elements =
      kept != model.executePhase.threadArrays.end()
          ? llvm::Expected<LoopExpr>(kept->second.second)
          : elementsOf(model.program, array);
  if (!elements)
    return elements.takeError();
  frame.allocations.back().push_back({array.name, {}});
  Nodes &nodes = frame.allocations.back().back().nodes;
  nodes.push_back(stmt::tryCall(
      runtime::zeroed_on_gpu, {expr::addressOf(field), expr::string(array.name),
                               *elements, expr::sizeOf(element)}));
  nodes.push_back(stmt::check());
  return llvm::Error::success();
}

llvm::Error FrameBuilder::addPlanArray(const Array &array) {
  const LoopExpr field = expr::arrow("plan", array.name);
  const bool used = uses(array.name);
  if (!building) {
    if (used)
      frame.locals.push_back(
          stmt::variable(LoopType::pointerTo(array.type, !writes(array.name),
                                             LoopType::Pointer::Restrict),
                         array.name, field));
    return llvm::Error::success();
  }
  if (used)
    frame.locals.push_back(nullPointer(array.type, array.name));
  if (makes(array))
    return llvm::Error::success();
  llvm::Expected<LoopExpr> elements = elementsOf(model.program, array);
  if (!elements)
    return elements.takeError();
  llvm::Expected<Allocation *> made = allocationFor(array.name, *elements);
  if (!made)
    return made.takeError();
  addAllocation((*made)->nodes, array, field, *elements,
                LoopExpr::variable("fill_limit"));
  if (used)
    (*made)->nodes.push_back(
        stmt::assign(LoopExpr::variable(array.name), field));
  return llvm::Error::success();
}

/// Thread by thread, so that each has its part in its own memory.
LoopNode FrameBuilder::zeroLoop(const Array &array, const LoopExpr &name,
                                const LoopExpr &all) const {
  const LoopExpr e = LoopExpr::variable(model.program.freshName("e"));
  LoopNode loop = stmt::countedLoop(
      LoopType::int64(), e.name, LoopExpr::integer(0), all,
      {stmt::assign(LoopExpr::load(name.name, {e}), LoopExpr::integer(0))});
  loop.marks.parallel = true;
  if (!array.perThread)
    loop.parallelIf =
        expr::binary(all, Operator::Greater, LoopExpr::integer(65536));
  return loop;
}

/// How many threads have a copy of \p array.
LoopExpr FrameBuilder::copiesOf(const Array &array) const {
  LoopExpr threads = expr::call(runtime::threads, {});
  return updatesInPlace(model.program, array)
             ? expr::binary(threads, Operator::Subtract, LoopExpr::integer(1))
             : threads;
}

llvm::Error FrameBuilder::addWorkspace(const Array &array) {
  // Threads cut their part from one array for all of them.
  const LoopExpr name = LoopExpr::variable(
      array.perThread ? model.program.arrayOfThreads(array.name) : array.name);
  if (!uses(name.name))
    return llvm::Error::success();
  const bool onGpu = model.inspectsOnGpu(), isTable = onGpu && array.perThread;
  frame.locals.push_back(
      nullPointer(isTable ? LoopType::ofTemplate("sparsec_entry", array.type)
                          : LoopType(array.type),
                  name.name));
  frame.releases.push_back(
      onGpu
          ? stmt::call(runtime::gpu_drop, {name, LoopExpr::variable("stream")})
          : stmt::call("free", {name}));
  // Tables are made for the workers of each launch.
  if (makes(array) || isTable)
    return llvm::Error::success();
  llvm::Expected<LoopExpr> elements = elementsOf(model.program, array);
  if (!elements)
    return elements.takeError();
  LoopExpr all = *elements;
  if (array.perThread)
    all = expr::call(runtime::product, {copiesOf(array), all});
  llvm::Expected<Allocation *> made = allocationFor(name.name, *elements);
  if (!made)
    return made.takeError();
  addAllocation((*made)->nodes, array, name, all,
                LoopExpr::literal("LLONG_MAX"));
  if (array.isZeroed && !onGpu)
    (*made)->nodes.push_back(zeroLoop(array, name, all));
  return llvm::Error::success();
}

void FrameBuilder::addScalar(const std::string &name, const ElementType &type) {
  bool isUsed = llvm::any_of(phases, [&](const PhaseCode *code) {
    return model.usesValue(*code, name);
  });
  if (!isUsed)
    return;
  const LoopExpr field = expr::arrow("plan", name),
                 local = LoopExpr::variable(name);
  if (!building) {
    frame.locals.push_back(writes(name) ? stmt::variable(type, name, field)
                                        : stmt::constant(type, name, field));
    return;
  }
  frame.locals.push_back(stmt::variable(type, name, LoopExpr::integer(0)));
  if (writes(name) && model.keeps(name))
    frame.stores.push_back(stmt::assign(field, local));
  else if (!isRead(name))
    frame.stores.push_back(stmt::call(expr::cast(LoopType::nothing(), local)));
}

llvm::Expected<Frame> FrameBuilder::build() {
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    if (array.isScalar()) {
      if (isPlanArray(array) && !model.program.findParameter(array.name))
        addScalar(array.name, array.type);
      continue;
    }
    if (isPlanArray(array))
      if (llvm::Error failure = array.onGpu == Array::OnGpu::No
                                    ? addPlanArray(array)
                                    : addGpuArray(array))
        return failure;
    if (array.owner == Array::Owner::Workspace)
      if (llvm::Error failure = addWorkspace(array))
        return failure;
  }
  for (const Parameter &parameter : model.program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      addScalar(parameter.name, parameter.type);
  return std::move(frame);
}

} // namespace

std::vector<PlanField> planFields(const PlanInterface &model) {
  std::vector<PlanField> fields;
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    bool isParameter = model.program.findParameter(array.name) != nullptr;
    bool isUsed = !array.isScalar() || model.keeps(array.name);
    if (array.onGpu != Array::OnGpu::No) {
      if (model.keepsOnGpu(array))
        // The header is C.
        fields.push_back({array.name, LoopType::pointerTo(LoopType::nothing()),
                          gpuElementType(array).spelling(Language::Cxx), true});
      continue;
    }
    if (isPlanArray(array) && !isParameter && isUsed)
      fields.push_back({array.name,
                        array.isScalar() ? LoopType(array.type)
                                         : LoopType::pointerTo(array.type),
                        "", model.inspectsOnGpu()});
  }
  for (const Array *array : arraysOnGpu(model)) {
    fields.push_back(
        {array->name + "_on_gpu", LoopType::pointerTo(array->type), "", true});
    fields.push_back({array->name + "_bytes", LoopType::int64(), ""});
  }
  for (const Array *array : arraysByValue(model)) {
    if (model.inspectsOnGpu())
      fields.push_back(
          {array->name + "_on_host", LoopType::pointerTo(array->type), ""});
    fields.push_back({array->name + "_bytes", LoopType::int64(), ""});
  }
  for (const Parameter &parameter : model.program.parameters)
    if (parameter.owner == Parameter::Owner::Plan &&
        model.keeps(parameter.name))
      fields.push_back({parameter.name, parameter.type, ""});
  for (const std::string &name : model.heldArguments())
    fields.push_back(
        {name, model.program.findParameter(name)->type, "as inspected"});
  return fields;
}

/// Where in \p nodes the one branch is that uses \p array, of a condition that
/// does not: plans of one task need no memory for several. \p nodes themselves
/// where all that is there may use it, or something runs before the branch: a
/// call that finds no memory leaves the caller's arrays as they were.
static Nodes &branchThatUses(Nodes &nodes, const std::string &array) {
  auto uses = [&](const Nodes &some) {
    return namesIn(some).count(array) != 0;
  };
  auto isUser = [&](const LoopNode &node) { return uses({node}); };
  auto user = llvm::find_if(nodes, isUser);
  auto declares = [](const LoopNode &node) {
    return node.kind == LoopNode::Kind::Local ||
           node.kind == LoopNode::Kind::Declare;
  };
  if (llvm::count_if(nodes, isUser) != 1 ||
      !std::all_of(nodes.begin(), user, declares))
    return nodes;
  if (user->kind == LoopNode::Kind::Block) {
    Nodes &inside = branchThatUses(user->body, array);
    return &inside == &user->body ? nodes : inside; // a block is no branch
  }
  if (user->kind != LoopNode::Kind::If ||
      namesIn(user->condition).count(array) ||
      uses(user->body) == uses(user->otherwise))
    return nodes;
  return branchThatUses(uses(user->body) ? user->body : user->otherwise, array);
}

Nodes withAllocations(Nodes phase, const std::vector<Allocation> &made,
                      Nodes &before) {
  const size_t old = before.size();
  // The last one first, each in front of those behind it.
  for (const Allocation &one : llvm::reverse(made)) {
    Nodes *place = one.isTemporary ? &branchThatUses(phase, one.array) : &phase;
    Nodes &all = place == &phase ? before : *place;
    const size_t at = place == &phase ? old : 0;
    all.insert(all.begin() + long(at), one.nodes.begin(), one.nodes.end());
  }
  return phase;
}

llvm::Expected<Frame> frameOf(const PlanInterface &model,
                              const std::vector<const PhaseCode *> &phases,
                              bool building) {
  llvm::Expected<Frame> frame = FrameBuilder(model, phases, building).build();
  if (!frame || !model.inspectsOnGpu())
    return frame;
  for (std::vector<Allocation> &before : frame->allocations)
    for (Allocation &made : before) {
      llvm::Expected<Nodes> fetched = withFetches(model.program, made.nodes);
      if (!fetched)
        return fetched.takeError();
      made.nodes = std::move(*fetched);
    }
  return frame;
}

} // namespace sparsec
