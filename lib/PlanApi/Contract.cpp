//===- Contract.cpp - the output file -------------------------------------===//
///
/// \file
/// The source with the function replaced by, in this order: the runtime that is
/// used, the plan, the original loops as a static function, the check of the
/// declared facts, `_destroy`, `_update`, `_inspect`, `_execute` and the
/// drop-in. See docs/generated-code.md.
///
//===----------------------------------------------------------------------===//

#include "ContractText.h"
#include "DropIn.h"
#include "sparsec/Target/C/TargetSource.h"

#include "sparsec/IR/TakenNames.h"
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
std::string withCLinkage(const std::string &text) {
  return "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" + text +
         "\n#ifdef __cplusplus\n} // extern \"C\"\n#endif\n";
}

/// A name for the static copy that the file does not use.
std::string originalName(const Program &program) {
  return freeFunctionName(program, program.function.name + "_original");
}

llvm::Expected<std::string> contractFunctions(const ContractModel &model) {
  llvm::Expected<std::string> inspect = inspectText(model);
  if (!inspect)
    return inspect.takeError();
  llvm::Expected<std::string> update = updateText(model);
  if (!update)
    return update.takeError();
  llvm::Expected<std::string> execute = executeText(model);
  if (!execute)
    return execute.takeError();
  std::string text = destroyComment(model) + destroyText(model) + "\n";
  if (model.hasUpdate())
    text += updateComment(model) + *update + "\n";
  text += inspectComment(model) + *inspect + "\n";
  return text + executeComment(model) + *execute;
}

} // namespace

/// The kernels of all phases.
static std::string kernelsOf(const ContractModel &model) {
  std::string kernels;
  for (const auto *phases : {&model.inspectPhases, &model.updatePhases})
    for (const PhaseCode &code : *phases)
      kernels += code.kernels;
  return kernels + model.executePhase.kernels;
}

/// \p text, which includes headers, as if the file had not the macros that
/// would change what these say: `#define abs(x) ((x) < 0 ? -(x) : (x))`. To
/// include them before all text of the file would be too early for
/// `_GNU_SOURCE`.
static std::string withoutMacros(const ContractModel &model,
                                 const std::string &text) {
  std::string before, behind;
  for (const std::string &name : macrosToHide(model.program, model.isCuda())) {
    before += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    behind += "#pragma pop_macro(\"" + name + "\")\n";
  }
  return before.empty() ? text : before + text + "\n" + behind;
}

/// What stands in place of the function.
static GeneratedText replacementText(const ContractModel &model,
                                     const std::string &functions,
                                     const std::string &dropIn) {
  const SourceFunction &function = model.program.function;
  const std::string original = originalName(model.program);
  const std::string kernels = kernelsOf(model);
  std::string check = checkText(model);
  GeneratedText code;
  code.append(
      "/// What " + model.inspect.name + " finds out for " +
      model.execute.name + ".\ntypedef struct " + model.planType() + " " +
      model.planType() + ";\n" + planText(model) +
      "\n/// The loops as they were: what runs when inspection fails.\n");
  code.append(originalCopy(function, original));
  code.append("\n" + (check.empty() ? "" : check + "\n") +
              (kernels.empty() ? "" : kernels + "\n") +
              withCLinkage(functions) + "\n" +
              llvm::StringRef(dropIn).rtrim().str());
  // Callers may use both messages, generated code needs only one.
  GeneratedText all;
  const std::string runtime =
      runtimeFor(code.text + " sparsec_strerror sparsec_last_error",
                 model.options.embedRuntime);
  all.append(withoutMacros(model, runtime) + "\n");
  if (llvm::StringRef(code.text).contains("restrict"))
    all.append(restrictText + std::string("\n"));
  all.append(code);
  return all;
}

/// What sparsec wrote of \p text.
static std::string writtenIn(const GeneratedText &text) {
  std::string written;
  for (const auto &[begin, end] : text.generated)
    written += text.text.substr(begin, end - begin) + "\n";
  return written;
}

/// Macros of the file would change what stands behind them: `#define count 4`.
/// Those that the function itself mentions, such as the type of a parameter,
/// are in generated code on purpose, but not in the runtime. Words of languages
/// and libraries have been looked at by the frontend.
static llvm::Error checkMacros(const Program &program,
                               const GeneratedText &replacement) {
  const auto macros = macrosAround(program);
  if (macros.empty())
    return llvm::Error::success();
  const ExpandedWords runtime = expandedWords(
                          runtimeFor(replacement.text, /*embed=*/true)),
                      written = expandedWords(writtenIn(replacement));
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

static llvm::Expected<GeneratedText> emitFile(const Program &program,
                                              const CodeGenOptions &options) {
  llvm::Expected<Program> source = withTargetSource(program, options);
  if (!source)
    return source.takeError();
  llvm::Expected<ContractModel> model = buildContract(*source, options);
  if (!model)
    return model.takeError();
  llvm::Expected<std::string> functions = contractFunctions(*model);
  if (!functions)
    return functions.takeError();
  const std::string original = originalName(program);
  llvm::Expected<std::string> dropIn = dropInText(*model, original);
  if (!dropIn)
    return dropIn.takeError();
  const FileParts parts = partsFor(program.function, options);
  GeneratedText replacement = replacementText(*model, *functions, *dropIn);
  if (llvm::Error failure = checkMacros(program, replacement))
    return failure;
  // Templates may not have the linkage that the source gives its functions.
  if (model->isCuda() && options.forms.opensLinkage) {
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
  return poly::tryIsl([&] { return emitFile(program, options); });
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
                   llvm::StringRef(signature).drop_back(1).rtrim().str() + ";");
  if (!options.forms.directives.empty())
    prototype.appendSource("\n" + options.forms.directives);
  GeneratedText file;
  file.append(bannerText(program, options));
  file.append(replaceFunction(options.forms.rest, prototype));
  return file;
}

} // namespace sparsec
