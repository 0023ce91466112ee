//===- ContractText.cpp - the contract's functions as text ----------------===//

#include "ContractText.h"

#include "AliasChecks.h"
#include "ContractCuda.h"
#include "ContractPlan.h"

#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// `double x[n][m]` as `double x[restrict n][m]`; C++ has no `x[restrict 8]`.
std::string withRestrict(const std::string &declaration) {
  size_t open = declaration.find('[');
  llvm::StringRef dimensions =
      llvm::StringRef(declaration).substr(open, declaration.size());
  bool isVariable = llvm::any_of(dimensions, llvm::isAlpha);
  if (open == std::string::npos || !isVariable ||
      dimensions.contains("restrict"))
    return declaration;
  return declaration.substr(0, open + 1) + "restrict " +
         declaration.substr(open + 1);
}

/// The declaration of a C parameter. Pointers get `restrict` when \p disjoint:
/// the function checks that what they point to does not overlap.
std::string declarationOf(const ContractModel &model, const std::string &name,
                          bool disjoint) {
  const SourceFunction::Argument &argument = *model.findArgument(name);
  llvm::StringRef text = argument.declaration;
  llvm::StringRef before = text;
  bool isPlain = before.consume_back(name) && before.rtrim().ends_with("*");
  if (!disjoint || !model.findArray(name))
    return text.str();
  if (!isPlain)
    return withRestrict(argument.declaration);
  return before.rtrim().str() + "restrict " + name;
}

std::string prototype(const ContractModel &model,
                      const ContractFunction &function,
                      const std::string &first, bool disjoint = false) {
  std::vector<std::string> parameters;
  if (!first.empty())
    parameters.push_back(first);
  for (const std::string &name : function.arguments)
    parameters.push_back(declarationOf(model, name, disjoint));
  if (model.takesStream(function))
    parameters.push_back("cudaStream_t stream");
  std::string list = parameters.empty() ? "void" : llvm::join(parameters, ", ");
  return "int " + function.name + "(" + list + ")";
}

std::string callText(const ContractFunction &function, const std::string &first,
                     bool onStream = false) {
  std::vector<std::string> operands = function.arguments;
  if (!first.empty())
    operands.insert(operands.begin(), first);
  if (onStream)
    operands.push_back("stream");
  return function.name + "(" + llvm::join(operands, ", ") + ")";
}

/// A plan's frozen arguments that the function takes as well must be the same.
std::vector<std::string> frozenGuards(const ContractModel &model,
                                      const ContractFunction &function) {
  std::vector<std::string> lines;
  for (const std::string &name : model.frozen) {
    if (!function.takes(name))
      continue;
    lines.push_back("if (" + name + " != plan->" + name + ")");
    lines.push_back("  return sparsec_fail(SPARSEC_BAD_ARGUMENT, \"" +
                    function.name + ": " + name +
                    " is not the one that was inspected\");");
  }
  return lines;
}

std::vector<std::string> nullPlanGuard(const ContractFunction &function) {
  return {"if (!plan)", "  return sparsec_fail(SPARSEC_BAD_ARGUMENT, \"" +
                            function.name + ": the plan is null\");"};
}

/// `const int n = plan->n;` for the frozen arguments that the phases use.
std::vector<std::string> frozenLocals(const ContractModel &model,
                                      const ContractFunction &function,
                                      const std::set<std::string> &names) {
  std::vector<std::string> lines;
  for (const std::string &name : model.frozen)
    if (names.count(name) && !function.takes(name))
      lines.push_back("const " +
                      model.program.findParameter(name)->type.spelling + " " +
                      name + " = plan->" + name + ";");
  return lines;
}

std::string indented(unsigned indent, const std::string &line) {
  return std::string(2 * indent, ' ') + line + "\n";
}

std::string linesText(unsigned indent, const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines) {
    unsigned deeper = llvm::StringRef(line).starts_with("  ") ? 1 : 0;
    text += indented(indent + deeper, llvm::StringRef(line).ltrim().str());
  }
  return text;
}

/// Allocation lines, each call followed by its check.
std::string allocationText(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines) {
    text += linesText(1, {line});
    if (llvm::StringRef(line).starts_with("status = "))
      text += "  if (status != SPARSEC_OK)\n    goto fail;\n";
  }
  return text;
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

/// Whether a `goto fail` can occur in the text.
bool canFail(const std::string &text) {
  return llvm::StringRef(text).contains("goto fail;");
}

/// \p text in braces, one level deeper, so that no `goto fail` jumps over its
/// locals.
std::string blockText(const std::string &text) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).rtrim().split(lines, '\n');
  std::string block = "  {\n";
  for (llvm::StringRef line : lines) {
    bool isDirective = line.empty() || line.starts_with("#");
    block += (isDirective ? "" : "  ") + line.str() + "\n";
  }
  return block + "  }\n";
}

/// The end of a function with a frame: stores, releases and the status.
std::string frameEnd(const Frame &frame, const std::string &body) {
  std::string text = linesText(1, frame.stores);
  if (canFail(body))
    text += "fail:\n";
  text += linesText(1, frame.releases);
  bool hasStatus = canFail(body);
  return text + (hasStatus ? "  return status;\n" : "  return SPARSEC_OK;\n");
}

/// The allocations and phases in turn; phases in blocks of their own if they
/// \p declare locals that a `goto fail` may not jump over.
std::string bodyText(const Frame &frame,
                     const std::vector<const PhaseCode *> &phases,
                     bool declare) {
  std::string text, inBlocks;
  for (size_t phase = 0; phase < frame.allocations.size(); phase++) {
    std::string allocations = allocationText(frame.allocations[phase]);
    std::string loops = phase < phases.size() ? phases[phase]->text : "";
    text += allocations + loops;
    inBlocks += allocations + (loops.empty() ? "" : blockText(loops));
  }
  return declare && canFail(text) ? inBlocks : text;
}

/// Temporary arrays of an inspector on the GPU share memory.
std::string poolText(const ContractModel &model,
                     const ContractFunction &function) {
  if (!model.inspectsOnGpu() || &function == &model.execute)
    return "";
  return "  const sparsec_gpu_pool " + model.program.freshName("pool") + ";\n";
}

/// A function that works on a finished plan: _update and _execute.
llvm::Expected<std::string>
planFunctionText(const ContractModel &model, const ContractFunction &function,
                 const std::vector<const PhaseCode *> &phases,
                 const std::vector<OverlapCheck> &checks) {
  llvm::Expected<Frame> frame = frameOf(model, phases, false);
  if (!frame)
    return frame.takeError();
  std::set<std::string> names = namesOf(phases);
  for (const OverlapCheck &check : checks)
    names.insert(check.names.begin(), check.names.end());
  for (const std::vector<std::string> &lines : frame->allocations)
    for (const std::string &line : lines)
      names.merge(identifiersOf(line));
  bool declares = llvm::any_of(
      phases, [](const PhaseCode *code) { return code->declares; });
  std::string body = bodyText(*frame, phases, declares);
  bool isExecute = &function == &model.execute;
  if (!isExecute)
    body += allocationText(copyUpdated(model));
  // Guards come before the locals, which read the plan.
  std::string text = linesText(1, nullPlanGuard(function));
  text += linesText(1, frozenGuards(model, function));
  if (isExecute) {
    text += linesText(1, model.executeConditions);
    text += linesText(1, alignmentGuards(model));
  }
  text += poolText(model, function);
  text += linesText(1, frozenLocals(model, function, names));
  for (const OverlapCheck &check : checks)
    text += linesText(1, overlapGuard(function, check));
  text += linesText(1, isExecute ? localsOnGpu(model, frame->locals)
                                 : frame->locals);
  if (canFail(body) || llvm::StringRef(body).contains("status = "))
    text += "  int status = SPARSEC_OK;\n";
  return text + body + frameEnd(*frame, body);
}

} // namespace

std::string inspectPrototype(const ContractModel &model) {
  return prototype(model, model.inspect, model.planType() + " **plan_out");
}
std::string updatePrototype(const ContractModel &model) {
  return prototype(model, model.update, model.planType() + " *plan");
}
std::string executePrototype(const ContractModel &model) {
  return prototype(model, model.execute, model.planType() + " *plan", true);
}
std::string destroyPrototype(const ContractModel &model) {
  return "void " + model.program.function.name + "_destroy(" +
         model.planType() + " *plan)";
}

std::string checkText(const ContractModel &model) {
  if (model.checkLines.empty())
    return model.gpuCheckTypes;
  std::string text = "/// Whether the arguments are as declared.\nstatic " +
                     prototype(model, model.check, "") + " {" + "\n" +
                     linesText(1, model.checkLines) + "}\n";
  if (!model.inspectsOnGpu())
    return text;
  return text + "\n" + model.gpuCheckTypes +
         "/// The same for arrays on the GPU.\nstatic " +
         prototype(model, model.gpuCheck, "") + " {" + "\n" +
         linesText(1, model.gpuCheckLines) + "}\n";
}

llvm::Expected<std::string> inspectText(const ContractModel &model) {
  std::vector<const PhaseCode *> phases = pointersTo(model.inspectPhases);
  llvm::Expected<Frame> frame = frameOf(model, phases, true);
  if (!frame)
    return frame.takeError();
  std::string body = bodyText(*frame, phases, false);
  body += linesText(1, frame->stores);
  frame->stores.clear();
  llvm::Expected<std::vector<std::string>> copies = copyInspected(model);
  if (!copies)
    return copies.takeError();
  body += allocationText(*copies);
  if (model.hasUpdate()) {
    body += indented(
        1, "status = " + callText(model.update, "plan", model.inspectsOnGpu()) +
               ";");
    body += "  if (status != SPARSEC_OK)\n    goto fail;\n";
  }
  if (model.inspectsOnGpu())
    body +=
        allocationText({"status = sparsec_cuda_status(\"" + model.inspect.name +
                        "\", cudaStreamSynchronize(stream));"});
  std::string text = inspectPrototype(model) + " {" + "\n";
  text += "  if (!plan_out)\n    return sparsec_fail(SPARSEC_BAD_ARGUMENT, \"" +
          model.inspect.name + ": there is no place for the plan\");\n";
  text += poolText(model, model.inspect);
  text += "  " + model.planType() + " *plan = NULL;\n";
  text += linesText(1, frame->locals);
  if (canFail(body) || !model.checkLines.empty())
    text += "  int status = SPARSEC_OK;\n";
  text += "  *plan_out = NULL;\n";
  if (!model.checkLines.empty()) {
    const ContractFunction &check =
        model.inspectsOnGpu() ? model.gpuCheck : model.check;
    text += indented(
        1, "status = " + callText(check, "", model.inspectsOnGpu()) + ";");
    text += "  if (status != SPARSEC_OK)\n    return status;\n";
  }
  if (identifiersOf(body).count("fill_limit")) {
    llvm::Expected<std::vector<std::string>> limit = fillLimitLines(model);
    if (!limit)
      return limit.takeError();
    text += linesText(1, *limit);
  }
  text += "  plan = (" + model.planType() + " *)calloc(1, sizeof *plan);\n";
  text += "  if (!plan)\n    return sparsec_fail(SPARSEC_NO_MEMORY, \"out of "
          "memory: a plan\");\n";
  for (const std::string &name : model.heldArguments())
    text += "  plan->" + name + " = " + name + ";\n";
  text += body;
  text += "  *plan_out = plan;\n";
  if (!canFail(body))
    return text + linesText(1, frame->releases) + "  return SPARSEC_OK;\n}\n";
  text += "fail:\n" + linesText(1, frame->releases);
  text += "  if (status != SPARSEC_OK)\n    " + model.program.function.name +
          "_destroy(plan);\n";
  return text + "  return status;\n}\n";
}

llvm::Expected<std::string> updateText(const ContractModel &model) {
  if (!model.hasUpdate())
    return std::string();
  llvm::Expected<std::string> body =
      planFunctionText(model, model.update, pointersTo(model.updatePhases), {});
  if (!body)
    return body.takeError();
  return updatePrototype(model) + " {" + "\n" + *body + "}\n";
}

llvm::Expected<std::string> executeText(const ContractModel &model) {
  llvm::Expected<std::string> body = planFunctionText(
      model, model.execute, {&model.executePhase}, model.executeChecks);
  if (!body)
    return body.takeError();
  return executePrototype(model) + " {" + "\n" + *body + "}\n";
}

std::string destroyText(const ContractModel &model) {
  std::string text = destroyPrototype(model) + " {\n";
  std::string releases;
  for (const PlanField &field : planFields(model))
    if (field.isArray)
      releases +=
          (field.isOnGpu ? "  (void)cudaFree(plan->" : "  free(plan->") +
          field.name + ");\n";
  if (releases.empty())
    return destroyPrototype(model) + " { free(plan); }\n";
  text += "  if (!plan)\n    return;\n" + releases;
  return text + "  free(plan);\n}\n";
}

std::string dropInText(const ContractModel &model,
                       const std::string &originalName) {
  const SourceFunction &function = model.program.function;
  ContractFunction original{originalName, {}};
  for (const SourceFunction::Argument &argument : function.arguments)
    original.arguments.push_back(argument.name);
  std::string text = signatureText(function) + "\n";
  text += "  " + model.planType() + " *plan = NULL;\n";
  text += indented(1, "int status = " + callText(model.inspect, "&plan") + ";");
  for (const OverlapCheck &check : model.dropInChecks) {
    text += indented(1, "if (status == SPARSEC_OK && " + conditionText(check) +
                            ")");
    text += indented(2, "status = sparsec_fail(SPARSEC_OVERLAP, \"arrays '" +
                            check.first + "' and '" + check.second +
                            "' overlap\");");
  }
  text += "  if (status == SPARSEC_OK)\n";
  text += indented(2, "status = " + callText(model.execute, "plan") + ";");
  text += "  " + function.name + "_destroy(plan);\n";
  text += "  if (status == SPARSEC_OK)\n    return;\n";
  text += indented(1, "fprintf(stderr, \"" + function.name +
                          ": %s; running the original loops\\n\", "
                          "sparsec_last_error());");
  return text + indented(1, callText(original, "") + ";") + "}\n";
}

std::string planText(const ContractModel &model) {
  std::string text = "struct " + model.planType() + " {\n";
  std::vector<PlanField> fields = planFields(model);
  size_t width = 0;
  for (const PlanField &field : fields)
    width = std::max(width, field.type.size() + field.name.size() +
                                (field.isArray ? 3 : 2));
  for (const PlanField &field : fields) {
    std::string line =
        field.type + (field.isArray ? " *" : " ") + field.name + ";";
    if (!field.comment.empty())
      line += " ///< " + field.comment;
    text += "  " + line + "\n";
  }
  if (fields.empty())
    text += "  char unused; ///< C has no empty structures\n";
  return text + "};\n";
}

} // namespace sparsec
