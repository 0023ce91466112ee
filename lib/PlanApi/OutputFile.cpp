//===- OutputFile.cpp - the output file -----------------------------------===//
///
/// \file
/// The source with the function replaced by, in this order: the runtime that is
/// used, the plan, the original loops as a static function, the check of the
/// declared facts, `_destroy`, `_update`, `_inspect`, `_execute` and the
/// drop-in. See docs/generated-code.md.
///
//===----------------------------------------------------------------------===//

#include "DropIn.h"
#include "PlanFunctions.h"
#include "sparsec/Target/C/TargetSource.h"

#include "sparsec/IR/TakenNames.h"
#include "sparsec/Target/C/ModulePrinter.h"
#include "sparsec/Target/C/RuntimeText.h"
#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// `restrict` is not a word of C++.
const char *const restrictText = "#if defined(__cplusplus) && "
                                 "!defined(restrict)\n"
                                 "#define restrict __restrict\n"
                                 "#endif\n";

/// \p text as `extern "C"`, which the header promises.
PlacedText withCLinkage(const PlacedText &text) {
  PlacedText whole{"#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", {}};
  whole += text;
  whole += "\n#ifdef __cplusplus\n} // extern \"C\"\n#endif\n";
  return whole;
}

/// A name for the static copy that the file does not use.
std::string originalName(const Program &program) {
  return freeFunctionName(program, program.function.name + "_original");
}

/// The functions that callers see, in order.
llvm::Expected<PlacedText> planFunctions(const PlanInterface &model,
                                         ModulePrinter &printer) {
  llvm::Expected<LoopFunction> inspect = inspectFunction(model);
  if (!inspect)
    return inspect.takeError();
  PlacedText text = printer.placedDefinition(destroyFunction(model));
  text += "\n";
  if (model.hasUpdate()) {
    llvm::Expected<LoopFunction> update = updateFunction(model);
    if (!update)
      return update.takeError();
    text += printer.placedDefinition(*update);
    text += "\n";
  }
  llvm::Expected<LoopFunction> execute = executeFunction(model);
  if (!execute)
    return execute.takeError();
  text += printer.placedDefinition(*inspect);
  text += "\n";
  text += printer.placedDefinition(*execute);
  return text;
}

/// The kernels of all phases.
PlacedText kernelsOf(const PlanInterface &model, ModulePrinter &printer) {
  PlacedText text;
  const auto add = [&](const PhaseCode &code) {
    for (const LoopFunction &kernel : code.kernels) {
      text += printer.placedDefinition(kernel);
      text += "\n";
    }
  };
  llvm::for_each(model.inspectPhases, add);
  llvm::for_each(model.updatePhases, add);
  add(model.executePhase);
  return text;
}

/// What checks the arguments.
std::string checksOf(const PlanInterface &model, ModulePrinter &printer) {
  std::string text;
  if (!model.checks.empty())
    text += printer.definition(checkFunction(model)) + "\n";
  for (const LoopStruct &type : model.gpuCheckTypes)
    text += printer.definition(type) + "\n";
  if (!model.checks.empty() && model.inspectsOnGpu())
    text += printer.definition(gpuCheckFunction(model)) + "\n";
  return text;
}

} // namespace

/// \p text, which includes headers, as if the file had not the macros that
/// would change what these say: `#define abs(x) ((x) < 0 ? -(x) : (x))`. To
/// include them before all text of the file would be too early for
/// `_GNU_SOURCE`.
static std::string withoutMacros(const PlanInterface &model,
                                 const std::string &text) {
  std::string before, behind;
  for (const std::string &name : macrosToHide(model.program, model.isCuda())) {
    before += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    behind += "#pragma pop_macro(\"" + name + "\")\n";
  }
  return before.empty() ? text : before + text + "\n" + behind;
}

/// What stands in place of the function, and its words.
struct Replacement {
  GeneratedText text;
  PrintedNames names; ///< of ours: those of the source are not in it
};

/// What the target's text needs of the runtime, as words.
static std::set<std::string> neededOf(const PlanInterface &model,
                                      const PrintedNames &names) {
  std::set<std::string> needed = names.all;
  if (model.isCuda())
    needed.insert(model.options.forms.runtimeNamesOfFunction.begin(),
                  model.options.forms.runtimeNamesOfFunction.end());
  // Callers may use both messages, generated code needs only one.
  needed.insert({runtime::strerror.name.str(), runtime::last_error.name.str()});
  return needed;
}

static llvm::Expected<Replacement> replacementFor(const PlanInterface &model) {
  const SourceFunction &function = model.program.function;
  const std::string original = originalName(model.program);
  ModulePrinter printer(model.isCuda() ? Language::Cxx : Language::C);
  llvm::Expected<PlacedText> functions = planFunctions(model, printer);
  if (!functions)
    return functions.takeError();
  llvm::Expected<LoopFunction> dropIn = dropInFunction(model, original);
  if (!dropIn)
    return dropIn.takeError();
  const std::string type = model.planType();
  GeneratedText code;
  code.append("/// What " + model.inspect.name + " finds out for " +
              model.execute.name + ".\ntypedef struct " + type + " " + type +
              ";\n" + printer.definition(planStruct(model)) +
              "\n/// The loops as they were: what runs when inspection "
              "fails.\n");
  printer.names.addCall(original);
  code.append(originalCopy(function, original));
  const std::string last =
      llvm::StringRef(printer.definition(*dropIn)).rtrim().str();
  code.append("\n" + checksOf(model, printer));
  code.append(kernelsOf(model, printer));
  // Under a new name it is what the header declares, not the source.
  if (isRenamed(function) && !model.isCuda()) {
    *functions += "\n" + last;
    code.append(withCLinkage(*functions));
  } else {
    code.append(withCLinkage(*functions));
    code.append("\n" + last);
  }
  Replacement result;
  const std::string runtime =
      runtimeFor(neededOf(model, printer.names), model.options.embedRuntime);
  result.text.append(withoutMacros(model, runtime) + "\n");
  if (printer.names.all.count("restrict"))
    result.text.append(restrictText + std::string("\n"));
  result.text.append(code);
  result.names = std::move(printer.names);
  return result;
}

/// Macros of the file would change what stands behind them: `#define count 4`.
/// Those that the function itself mentions, such as the type of a parameter,
/// are in generated code on purpose, but not in the runtime. Words of languages
/// and libraries have been looked at by the frontend.
static llvm::Error checkMacros(const PlanInterface &model,
                               const PrintedNames &written) {
  const auto macros = macrosAround(model.program);
  if (macros.empty())
    return llvm::Error::success();
  const PrintedNames runtime = wordsOfRuntime(neededOf(model, written));
  for (const auto &[name, macro] : macros) {
    const bool isCall = macro.hasParameters;
    const bool isHit = (isCall ? runtime.called : runtime.all).count(name) ||
                       (!macro.isInFunction &&
                        (isCall ? written.called : written.all).count(name));
    if (isHit && wordOfTargets(name).empty())
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "%s: the macro '%s' would change generated code; rename it, or write "
          "#undef %s before the function",
          macro.place.c_str(), name.c_str(), name.c_str());
  }
  return llvm::Error::success();
}

/// CUDA output is a file of its own, without the source's other functions.
static llvm::Error checkInspectors(const Program &program) {
  for (const Phase &phase : program.phases)
    for (const std::string &name : phase.tree.statements()) {
      const std::optional<Action> &action = program.statement(name).action;
      const auto *call = action ? action->as<action::Call>() : nullptr;
      if (call && call->function->isUsers)
        return llvm::createStringError(
            llvm::inconvertibleErrorCode(),
            "'%s' is a function of the C source, which CUDA output cannot "
            "call; let the caller call it and pass its results as arrays, or "
            "make C output",
            call->function->name.str().c_str());
    }
  return llvm::Error::success();
}

llvm::Expected<GeneratedText> outputFile(const PlanInterface &model,
                                         const Program &program,
                                         const CodeGenOptions &options) {
  if (model.isCuda())
    if (llvm::Error failure = checkInspectors(program))
      return failure;
  llvm::Expected<Replacement> made = replacementFor(model);
  if (!made)
    return made.takeError();
  if (llvm::Error failure = checkMacros(model, made->names))
    return failure;
  const FileParts parts = partsFor(program.function, options);
  GeneratedText replacement = std::move(made->text);
  // Templates may not have the linkage that the source gives its functions.
  if (model.isCuda() && options.forms.opensLinkage) {
    GeneratedText wrapped;
    wrapped.append("extern \"C++\" {\n\n");
    wrapped.append(replacement);
    wrapped.append("\n} // extern \"C++\"\n");
    replacement = std::move(wrapped);
  }
  GeneratedText file;
  file.append(bannerText(program, options));
  file.append(replaceFunction(parts, replacement));
  return file;
}

llvm::Expected<GeneratedText> emitC(const Program &program,
                                    const CodeGenOptions &options) {
  return poly::tryIsl([&]() -> llvm::Expected<GeneratedText> {
    llvm::Expected<PlanInterface> model = targetInterfaceOf(program, options);
    if (!model)
      return model.takeError();
    return outputFile(*model, program, options);
  });
}

llvm::Expected<GeneratedText> emitRest(const Program &program,
                                       const CodeGenOptions &options) {
  if (options.target != Target::Cuda)
    return llvm::createStringError(
        "-emit=rest goes with CUDA output; C output is the whole file");
  // There is a rest only of what can be written.
  llvm::Expected<GeneratedText> replaced = emitC(program, options);
  if (!replaced)
    return replaced.takeError();
  const std::string signature = signatureText(program.function);
  GeneratedText prototype;
  prototype.append("// In the CUDA output of sparsec.\n" +
                   llvm::StringRef(signature).rtrim().str() + ";");
  if (!options.forms.directives.empty())
    prototype.appendSource("\n" + options.forms.directives);
  GeneratedText file;
  file.append(bannerText(program, options));
  file.append(replaceFunction(options.forms.rest, prototype));
  return file;
}

} // namespace sparsec
