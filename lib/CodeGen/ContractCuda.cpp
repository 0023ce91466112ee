//===- ContractCuda.cpp - the contract where loops are on a GPU -----------===//
///
/// \file
/// The inspector runs on the host and works on the plan's host arrays; the
/// copies on the GPU are what `_execute` uses. Its arguments are device
/// pointers, of which nothing is read on the host.
///
//===----------------------------------------------------------------------===//

#include "ContractCuda.h"

#include "AliasChecks.h"

#include "sparsec/CodeGen/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

bool isUpdated(const ContractModel &model, const Array &array) {
  return llvm::any_of(model.updatePhases, [&](const PhaseCode &code) {
    return code.written.count(array.name) != 0;
  });
}

std::string copyLine(const std::string &name) {
  return "status = sparsec_to_gpu(&plan->" + name + "_on_gpu, plan->" + name +
         ", \"" + name + "\", plan->" + name + "_bytes);";
}

/// \p text, of the host, with what the inspector counted read from the plan.
std::string fromPlan(const ContractModel &model, std::string text) {
  for (const Parameter &parameter : model.program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      text = replaceWord(text, parameter.name, "plan->" + parameter.name);
  return text;
}

llvm::Error unsupported(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "CUDA output: " + what);
}

} // namespace

std::vector<const Array *> arraysOnGpu(const ContractModel &model) {
  std::vector<const Array *> arrays;
  if (!model.isCuda())
    return arrays;
  for (const auto &entry : model.program.arrays)
    if (entry.second.owner == Array::Owner::Plan && !entry.second.isScalar() &&
        model.executePhase.names.count(entry.first))
      arrays.push_back(&entry.second);
  return arrays;
}

llvm::Expected<std::vector<std::string>>
copyInspected(const ContractModel &model) {
  std::vector<std::string> lines;
  for (const Array *array : arraysOnGpu(model)) {
    llvm::Expected<std::string> bytes = bytesText(model.program, *array);
    if (!bytes)
      return bytes.takeError();
    lines.push_back("plan->" + array->name + "_bytes = " + *bytes + ";");
    if (!isUpdated(model, *array))
      lines.push_back(copyLine(array->name));
  }
  return lines;
}

std::vector<std::string> copyUpdated(const ContractModel &model) {
  std::vector<std::string> lines;
  for (const Array *array : arraysOnGpu(model))
    if (isUpdated(model, *array))
      lines.push_back(copyLine(array->name));
  return lines;
}

std::vector<std::string> localsOnGpu(const ContractModel &model,
                                     std::vector<std::string> lines) {
  for (const Array *array : arraysOnGpu(model))
    for (std::string &line : lines) {
      llvm::StringRef head = line;
      if (head.consume_back(" = plan->" + array->name + ";"))
        line = head.str() + " = plan->" + array->name + "_on_gpu;";
    }
  return lines;
}

llvm::Expected<std::string> cudaDropIn(const ContractModel &model,
                                       const std::string &originalName) {
  const SourceFunction &function = model.program.function;
  const std::string name = function.name;
  auto call = [](const std::string &callee, std::vector<std::string> operands) {
    return callee + "(" + llvm::join(operands, ", ") + ")";
  };
  std::vector<std::string> inspected = {"&plan"}, executed = {"plan"}, all;
  llvm::append_range(inspected, model.inspect.arguments);
  std::string locals, in, out, released;
  const std::string ok = "  if (status == SPARSEC_OK)\n    status = ";
  for (const std::string &argument : model.execute.arguments) {
    const Array *array = model.findArray(argument);
    if (!array || array->isScalar()) {
      executed.push_back(argument);
      continue;
    }
    llvm::Expected<std::string> bytes = copiedBytesText(model.program, *array);
    if (!bytes)
      return bytes.takeError();
    const std::string size = fromPlan(model, *bytes);
    const std::string copy = argument + "_on_gpu";
    executed.push_back(copy);
    locals += "  " + array->type.spelling + " *" + copy + " = NULL;\n";
    in += ok +
          call("sparsec_to_gpu",
               {"&" + copy, argument, "\"" + argument + "\"", size}) +
          ";\n";
    if (model.executePhase.written.count(argument))
      out += ok + call("sparsec_from_gpu", {argument, copy, size}) + ";\n";
    released += "  (void)cudaFree(" + copy + ");\n";
  }
  executed.push_back("NULL");
  for (const SourceFunction::Argument &argument : function.arguments)
    all.push_back(argument.name);
  std::string text = "extern \"C\" " + signatureText(function) + "\n  " +
                     model.planType() + " *plan = NULL;\n" + locals +
                     "  int status = " + call(model.inspect.name, inspected) +
                     ";\n";
  for (const OverlapCheck &check : model.dropInChecks)
    text += "  if (status == SPARSEC_OK && " + conditionText(check) +
            ")\n    status = sparsec_fail(SPARSEC_OVERLAP, \"arrays '" +
            check.first + "' and '" + check.second + "' overlap\");\n";
  text += in + ok + call(model.execute.name, executed) + ";\n" + out +
          released + "  " + name + "_destroy(plan);\n";
  text += "  if (status == SPARSEC_OK)\n    return;\n";
  text += "  fprintf(stderr, \"" + name +
          ": %s; running the original "
          "loops\\n\", sparsec_last_error());\n";
  return text + "  " + call(originalName, all) + ";\n}\n";
}

llvm::Error checkForCuda(const ContractModel &model) {
  for (const SourceFunction::Argument &argument :
       model.program.function.arguments) {
    if (argument.declaration.find('[') != std::string::npos)
      return unsupported("parameter '" + argument.name +
                         "' is declared with [], which C++ has not; declare a "
                         "pointer");
    bool isStruct = argument.isPointer && !model.findArray(argument.name) &&
                    model.execute.takes(argument.name);
    if (isStruct)
      return unsupported("'" + argument.name +
                         "' points to a struct whose "
                         "arrays kernels would need; pass the arrays");
  }
  for (const auto &entry : model.program.arrays)
    if (entry.second.owner == Array::Owner::Workspace &&
        model.executePhase.names.count(entry.first))
      return unsupported("'" + entry.first +
                         "' is a workspace of the executor; "
                         "scalar_expand and datacopy do not work on GPUs yet");
  return llvm::Error::success();
}

} // namespace sparsec
