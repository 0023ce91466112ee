//===- ContractPlan.cpp - fields, locals and allocation -------------------===//

#include "ContractPlan.h"

#include "ContractCuda.h"
#include "sparsec/Lowering/ActionText.h"
#include "sparsec/Target/Cuda/GpuLines.h"
#include "sparsec/Target/Cuda/GpuTypes.h"

#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

bool isPlanArray(const Array &array) {
  return array.owner == Array::Owner::Plan;
}

class FrameBuilder {
public:
  FrameBuilder(const ContractModel &model,
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
      llvm::StringRef text = code->text;
      for (size_t at = text.find(name); at != llvm::StringRef::npos;
           at = text.find(name, at + 1)) {
        llvm::StringRef after = text.drop_front(at + name.size());
        bool isWhole =
            (at == 0 ||
             !(llvm::isAlnum(text[at - 1]) || text[at - 1] == '_')) &&
            (after.empty() ||
             !(llvm::isAlnum(after.front()) || after.front() == '_'));
        if (isWhole && !after.starts_with(" = "))
          return true;
      }
      return false;
    });
  }
  /// Whether a phase gives \p array its memory.
  bool makes(const Array &array) const {
    return llvm::any_of(phases, [&](const PhaseCode *code) {
      return code->made.count(array.name) != 0;
    });
  }
  llvm::Expected<std::vector<std::string> *>
  allocationsFor(const std::string &name, const std::string &elements);
  llvm::Error addGpuArray(const Array &array);
  llvm::Error addPlanArray(const Array &array);
  llvm::Error addWorkspace(const Array &array);
  void addScalar(const std::string &name, const std::string &type);
  std::string allocation(const Array &array, const std::string &target,
                         const std::string &elements,
                         const std::string &limit) const;

  const ContractModel &model;
  const std::vector<const PhaseCode *> &phases;
  bool building;
  Frame frame;
};

std::string FrameBuilder::allocation(const Array &array,
                                     const std::string &target,
                                     const std::string &elements,
                                     const std::string &limit) const {
  if (model.inspectsOnGpu())
    return "status = " + gpuAllocation(array, target, elements, limit);
  return "status = sparsec_allocate(&" + target + ", \"" + array.name + "\", " +
         elements + ", sizeof(" + array.type.spelling + "), " + limit + ");";
}

/// The lines before the first phase that uses \p name; all that \p elements
/// names has its value there.
llvm::Expected<std::vector<std::string> *>
FrameBuilder::allocationsFor(const std::string &name,
                             const std::string &elements) {
  auto first = llvm::find_if(phases, [&](const PhaseCode *code) {
    return code->names.count(name) != 0;
  });
  for (auto later = first; later != phases.end(); ++later)
    for (const std::string &extent : identifiersOf(elements))
      if ((*later)->written.count(extent))
        return llvm::createStringError(
            llvm::inconvertibleErrorCode(),
            "array '%s' needs its extent '%s' before the inspector has counted "
            "'%s'; apply the step that makes the array later in the recipe",
            name.c_str(), elements.c_str(), extent.c_str());
  return &frame.allocations[first - phases.begin()];
}

/// What the executor's kernels keep on the GPU, between executions, too.
llvm::Error FrameBuilder::addGpuArray(const Array &array) {
  if (!model.keepsOnGpu(array))
    return llvm::Error::success();
  const std::string field = "plan->" + array.name;
  if (!building) {
    if (uses(array.name))
      frame.locals.push_back(gpuElementType(array) + " *" + array.name +
                             " = (" + gpuElementType(array) + " *)" + field +
                             ";");
    return llvm::Error::success();
  }
  auto kept = model.executePhase.threadArrays.find(array.name);
  llvm::Expected<std::string> elements =
      kept != model.executePhase.threadArrays.end()
          ? llvm::Expected<std::string>(kept->second.second)
          : elementsText(model.program, array);
  if (!elements)
    return elements.takeError();
  frame.allocations.back().push_back(
      "status = sparsec_zeroed_on_gpu(&" + field + ", \"" + array.name +
      "\", " + *elements + ", sizeof(" + gpuElementType(array) + "));");
  return llvm::Error::success();
}

llvm::Error FrameBuilder::addPlanArray(const Array &array) {
  const std::string field = "plan->" + array.name;
  bool used = uses(array.name);
  const std::string constant = building || writes(array.name) ? "" : "const ";
  if (!building) {
    if (used)
      frame.locals.push_back(constant + array.type.spelling + " *restrict " +
                             array.name + " = " + field + ";");
    return llvm::Error::success();
  }
  if (used)
    frame.locals.push_back(array.type.spelling + " *" + array.name +
                           " = NULL;");
  if (makes(array))
    return llvm::Error::success();
  llvm::Expected<std::string> elements = elementsText(model.program, array);
  if (!elements)
    return elements.takeError();
  llvm::Expected<std::vector<std::string> *> lines =
      allocationsFor(array.name, *elements);
  if (!lines)
    return lines.takeError();
  (*lines)->push_back(allocation(array, field, *elements, "fill_limit"));
  if (used)
    (*lines)->push_back(array.name + " = " + field + ";");
  return llvm::Error::success();
}

llvm::Error FrameBuilder::addWorkspace(const Array &array) {
  // Threads cut their part from one array for all of them.
  const std::string name =
      array.perThread ? model.program.arrayOfThreads(array.name) : array.name;
  if (!uses(name))
    return llvm::Error::success();
  const std::string &element = array.type.spelling;
  bool isTable = model.inspectsOnGpu() && array.perThread;
  frame.locals.push_back(
      (isTable ? "sparsec_entry<" + element + ">" : element) + " *" + name +
      " = NULL;");
  frame.releases.push_back(model.inspectsOnGpu()
                               ? "sparsec_gpu_drop(" + name + ", stream);"
                               : "free(" + name + ");");
  // Tables are made for the workers of each launch.
  if (makes(array) || isTable)
    return llvm::Error::success();
  llvm::Expected<std::string> elements = elementsText(model.program, array);
  if (!elements)
    return elements.takeError();
  std::string all = *elements;
  if (array.perThread)
    all = "sparsec_product(sparsec_threads(), " + all + ")";
  llvm::Expected<std::vector<std::string> *> lines =
      allocationsFor(name, *elements);
  if (!lines)
    return lines.takeError();
  (*lines)->push_back(allocation(array, name, all, "LLONG_MAX"));
  if (!array.isZeroed || model.inspectsOnGpu())
    return llvm::Error::success();
  // Thread by thread, so that each has its part in its own memory.
  const std::string e = model.program.freshName("e");
  llvm::append_range(
      **lines,
      std::vector<std::string>{
          "#ifdef _OPENMP",
          std::string("#pragma omp parallel for") +
              (array.perThread ? "" : " if (" + all + " > 65536)"),
          "#endif",
          "for (long long " + e + " = 0; " + e + " < " + all + "; " + e + "++)",
          "  " + name + "[" + e + "] = 0;"});
  return llvm::Error::success();
}

void FrameBuilder::addScalar(const std::string &name, const std::string &type) {
  bool isUsed = llvm::any_of(phases, [&](const PhaseCode *code) {
    return model.usesValue(*code, name);
  });
  if (!isUsed)
    return;
  if (!building) {
    std::string constant = writes(name) ? "" : "const ";
    frame.locals.push_back(constant + type + " " + name + " = plan->" + name +
                           ";");
    return;
  }
  frame.locals.push_back(type + " " + name + " = 0;");
  if (writes(name) && model.keeps(name))
    frame.stores.push_back("plan->" + name + " = " + name + ";");
  else if (!isRead(name))
    frame.stores.push_back("(void)" + name + ";");
}

llvm::Expected<Frame> FrameBuilder::build() {
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    if (array.isScalar()) {
      if (isPlanArray(array) && !model.program.findParameter(array.name))
        addScalar(array.name, array.type.spelling);
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
      addScalar(parameter.name, parameter.type.spelling);
  return std::move(frame);
}

} // namespace

std::vector<PlanField> planFields(const ContractModel &model) {
  std::vector<PlanField> fields;
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    bool isParameter = model.program.findParameter(array.name) != nullptr;
    bool isUsed = !array.isScalar() || model.keeps(array.name);
    if (array.onGpu != Array::OnGpu::No) {
      if (model.keepsOnGpu(array))
        // The header is C.
        fields.push_back(
            {array.name, "void", true, gpuElementType(array), true});
      continue;
    }
    if (isPlanArray(array) && !isParameter && isUsed)
      fields.push_back({array.name, array.type.spelling, !array.isScalar(), "",
                        model.inspectsOnGpu()});
  }
  for (const Array *array : arraysOnGpu(model)) {
    fields.push_back(
        {array->name + "_on_gpu", array->type.spelling, true, "", true});
    fields.push_back({array->name + "_bytes", "long long", false, ""});
  }
  for (const Array *array : arraysByValue(model)) {
    if (model.inspectsOnGpu())
      fields.push_back(
          {array->name + "_on_host", array->type.spelling, true, ""});
    fields.push_back({array->name + "_bytes", "long long", false, ""});
  }
  for (const Parameter &parameter : model.program.parameters)
    if (parameter.owner == Parameter::Owner::Plan &&
        model.keeps(parameter.name))
      fields.push_back({parameter.name, parameter.type.spelling, false, ""});
  for (const std::string &name : model.heldArguments())
    fields.push_back({name, model.program.findParameter(name)->type.spelling,
                      false, "as inspected"});
  return fields;
}

llvm::Expected<Frame> frameOf(const ContractModel &model,
                              const std::vector<const PhaseCode *> &phases,
                              bool building) {
  llvm::Expected<Frame> frame = FrameBuilder(model, phases, building).build();
  if (!frame || !model.inspectsOnGpu())
    return frame;
  for (std::vector<std::string> &lines : frame->allocations) {
    llvm::Expected<std::vector<std::string>> onGpu =
        linesForGpu(model.program, lines);
    if (!onGpu)
      return onGpu.takeError();
    lines = std::move(*onGpu);
  }
  return frame;
}

} // namespace sparsec
