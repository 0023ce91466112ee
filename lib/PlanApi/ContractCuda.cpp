//===- ContractCuda.cpp - the contract where loops are on a GPU -----------===//
///
/// \file
/// The inspector runs on the host and works on the plan's host arrays; the
/// copies on the GPU are what `_execute` uses. Its arguments are device
/// pointers, of which nothing is read on the host. With inspector("cuda") this
/// holds for `_inspect` and `_update`, too, and the plan has no other arrays
/// than those that launches get by value: these come back to the host.
///
//===----------------------------------------------------------------------===//

#include "ContractCuda.h"

#include "AliasChecks.h"
#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/Target/Cuda/GpuLines.h"
#include "sparsec/Target/Cuda/KernelMaker.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "sparsec/Target/C/SourceRewrite.h"

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

/// The plan's host array that launches take the values of \p array from.
std::string valuesOf(const ContractModel &model, const Array &array) {
  return "plan->" + array.name + (model.inspectsOnGpu() ? "_on_host" : "");
}

/// \p array, which launches get by value, from the GPU to the plan's host
/// array.
std::string fetchLine(const Array &array) {
  const std::string field = "plan->" + array.name;
  return "status = sparsec_constant_from_gpu(&" + field + "_on_host, " + field +
         ", \"" + array.name + "\", " + field + "_bytes, stream);";
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

std::vector<const Array *> arraysByValue(const ContractModel &model) {
  std::vector<const Array *> arrays;
  if (model.isCuda())
    for (const auto &entry : model.program.arrays)
      if (entry.second.constantElements &&
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
  for (const Array *array : arraysByValue(model)) {
    llvm::Expected<std::string> bytes = bytesText(model.program, *array);
    if (!bytes)
      return bytes.takeError();
    const std::string field = "plan->" + array->name + "_bytes";
    lines.push_back(field + " = " + *bytes + ";");
    const long room = array->constantElements * long(array->type.bytes);
    long known = 0;
    if (llvm::StringRef(*bytes).getAsInteger(10, known) || known > room)
      lines.push_back("status = sparsec_check_constant(\"" + array->name +
                      "\", " + field + ", " + std::to_string(room) + ");");
    if (model.inspectsOnGpu() && !isUpdated(model, *array))
      lines.push_back(fetchLine(*array));
  }
  if (model.inspectsOnGpu())
    return linesForGpu(model.program, lines);
  return lines;
}

std::vector<std::string> copyUpdated(const ContractModel &model) {
  std::vector<std::string> lines;
  for (const Array *array : arraysOnGpu(model))
    if (isUpdated(model, *array))
      lines.push_back(copyLine(array->name));
  if (model.inspectsOnGpu())
    for (const Array *array : arraysByValue(model))
      if (isUpdated(model, *array))
        lines.push_back(fetchLine(*array));
  return lines;
}

std::vector<std::string> alignmentGuards(const ContractModel &model) {
  std::vector<std::string> lines;
  for (const auto &[name, bytes] : model.executePhase.alignments) {
    const std::string size = std::to_string(bytes);
    lines.push_back("if (!sparsec_is_aligned(" + name + ", " + size + "))");
    lines.push_back("  return sparsec_fail(SPARSEC_BAD_ARGUMENT, \"" +
                    model.execute.name + ": '" + name +
                    "' does not begin at a multiple of " + size +
                    " bytes, as vector loads need\");");
  }
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
  for (const auto &entry : model.program.arrays) {
    const std::string copy = hostCopy(model.program, entry.first);
    if (model.executePhase.names.count(copy))
      lines.push_back("const " + entry.second.type.spelling + " *" + copy +
                      " = plan->" + entry.first + ";");
  }
  for (const Array *array : arraysByValue(model)) {
    const std::string field = "plan->" + array->name;
    for (std::string &line : lines)
      if (llvm::StringRef(line).ends_with(" = " + field + ";"))
        line = "const " + constantType(*array) + " " + array->name + "(" +
               valuesOf(model, *array) + ", " + field + "_bytes);";
  }
  return lines;
}

namespace {

/// Writes the drop-in: copies in, calls, copies out.
class DropInWriter {
public:
  DropInWriter(const ContractModel &model, const std::string &originalName)
      : model(model), originalName(originalName) {}

  llvm::Expected<std::string> write();

private:
  using Names = std::vector<std::string>;

  static std::string call(const std::string &callee, const Names &operands) {
    return callee + "(" + llvm::join(operands, ", ") + ")";
  }
  /// The next step of the drop-in, if all went well so far.
  void step(const std::string &text) {
    body += "  if (status == SPARSEC_OK)\n    status = " + text + ";\n";
  }
  llvm::Error copyArray(const Array &array, const ContractFunction &function);
  llvm::Error copyForInspect();
  llvm::Error copyForExecute();
  std::string copyOf(const std::string &name) const;
  Names operands(const ContractFunction &function, const std::string &plan);
  void inspect();
  std::string original() const;

  const ContractModel &model;
  const std::string &originalName;
  std::string locals, body, out, released;
  /// Arrays that are on the GPU, and structures with such arrays.
  std::set<std::string> copied;
};

/// Copies \p array, unless it is on the GPU, before a call of \p function.
llvm::Error DropInWriter::copyArray(const Array &array,
                                    const ContractFunction &function) {
  if (!copied.insert(array.name).second)
    return llvm::Error::success();
  llvm::Expected<std::string> bytes = copiedBytesText(model.program, array);
  if (!bytes)
    return bytes.takeError();
  const std::string size = fromPlan(model, *bytes);
  if (&function == &model.inspect && size != *bytes)
    return unsupported("the length of '" + array.name +
                       "' is known after the inspection only; declare its "
                       "extent");
  const std::string copy = copyOf(array.name);
  locals += "  " + array.type.spelling + " *" + copy + " = NULL;\n";
  step(call("sparsec_to_gpu",
            {"&" + copy, array.name, "\"" + array.name + "\"", size}));
  if (model.executePhase.written.count(array.name))
    out += "  if (status == SPARSEC_OK)\n    status = " +
           call("sparsec_from_gpu", {array.name, copy, size}) + ";\n";
  released += "  (void)cudaFree(" + copy + ");\n";
  return llvm::Error::success();
}

/// Copies what `_inspect` takes; it takes no structures where it takes arrays
/// on the GPU.
llvm::Error DropInWriter::copyForInspect() {
  for (const std::string &argument : model.inspect.arguments) {
    const Array *array = model.findArray(argument);
    if (array && !array->isScalar())
      if (llvm::Error error = copyArray(*array, model.inspect))
        return error;
  }
  return llvm::Error::success();
}

/// Copies what `_execute` takes; structures get the copies of their arrays.
llvm::Error DropInWriter::copyForExecute() {
  std::string assigned;
  for (const auto &[array, holder] : model.executeArrays()) {
    if (llvm::Error error = copyArray(*array, model.execute))
      return error;
    if (array->name == holder)
      continue;
    llvm::StringRef path = llvm::StringRef(array->name).substr(holder.size());
    path = path.drop_front(path.starts_with("->") ? 2 : 1);
    if (path.contains("->"))
      return unsupported("'" + array->name +
                         "' is held by a structure behind a pointer in '" +
                         holder + "'; pass the array itself");
    const SourceFunction::Argument &argument = *model.findArgument(holder);
    if (copied.insert(holder).second)
      locals += "  " + argument.baseType + " " + copyOf(holder) + " = " +
                (argument.isPointer ? "*" : "") + holder + ";\n";
    assigned += "  " + copyOf(holder) + "." + path.str() + " = " +
                copyOf(array->name) + ";\n";
  }
  body += assigned;
  return llvm::Error::success();
}

/// The name of the copy on the GPU, or of the structure with such copies.
std::string DropInWriter::copyOf(const std::string &name) const {
  return model.program.freshName(identifierFor(name) + "_on_gpu");
}

DropInWriter::Names DropInWriter::operands(const ContractFunction &function,
                                           const std::string &plan) {
  Names result = {plan};
  bool onGpu = model.takesStream(function);
  for (const std::string &argument : function.arguments) {
    const bool isHolder =
        !model.findArray(argument) && model.findArgument(argument)->isPointer;
    result.push_back(onGpu && copied.count(argument)
                         ? (isHolder ? "&" : "") + copyOf(argument)
                         : argument);
  }
  if (onGpu)
    result.push_back("NULL");
  return result;
}

void DropInWriter::inspect() {
  step(call(model.inspect.name, operands(model.inspect, "&plan")));
  for (const OverlapCheck &check : model.dropInChecks)
    body += "  if (status == SPARSEC_OK && " + conditionText(check) +
            ")\n    status = sparsec_fail(SPARSEC_OVERLAP, \"arrays '" +
            check.first + "' and '" + check.second + "' overlap\");\n";
}

/// What happens when something went wrong.
std::string DropInWriter::original() const {
  Names all;
  for (const SourceFunction::Argument &argument :
       model.program.function.arguments)
    all.push_back(argument.name);
  return "  if (status == SPARSEC_OK)\n    return;\n  fprintf(stderr, \"" +
         model.program.function.name +
         ": %s; running the original loops\\n\", sparsec_last_error());\n  " +
         call(originalName, all) + ";\n";
}

llvm::Expected<std::string> DropInWriter::write() {
  const SourceFunction &function = model.program.function;
  if (model.inspectsOnGpu()) {
    // Lengths are read from arrays that were not looked at yet.
    if (!model.checkLines.empty())
      step(call(model.check.name, model.check.arguments));
    if (llvm::Error error = copyForInspect())
      return error;
  }
  inspect();
  if (llvm::Error error = copyForExecute())
    return error;
  step(call(model.execute.name, operands(model.execute, "plan")));
  llvm::StringRef rest = body;
  rest.consume_front("  if (status == SPARSEC_OK)\n    status = ");
  return "extern \"C\" " + signatureText(function) + "\n  " + model.planType() +
         " *plan = NULL;\n" + locals + "  int status = " + rest.str() + out +
         released + "  " + function.name + "_destroy(plan);\n" + original() +
         "}\n";
}

} // namespace

llvm::Expected<std::string> cudaDropIn(const ContractModel &model,
                                       const std::string &originalName) {
  return DropInWriter(model, originalName).write();
}

llvm::Error checkForCuda(const ContractModel &model) {
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
                         "' is a workspace of the executor; "
                         "scalar_expand and datacopy do not work on GPUs yet");
  return llvm::Error::success();
}

} // namespace sparsec
