//===- Header.cpp - the header of the contract ----------------------------===//
///
/// \file
/// The header stands alone: typedefs are resolved, structures declared. Arrays
/// are as they were declared in C, where their lengths may vary, and pointers
/// to elements in C++; both are passed alike.
///
//===----------------------------------------------------------------------===//

#include "PlanFunctions.h"

#include "sparsec/Target/C/ModulePrinter.h"
#include "sparsec/Target/C/RuntimeText.h"
#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Argument = SourceFunction::Argument;

/// The extent \p dim of \p array, which was written as \p length: "[m]", "[3]",
/// or "[*]" for what \p function does not know.
std::string extentOf(const Array &array, size_t dim, const ArrayLength &length,
                     const PlanFunction &function) {
  const std::optional<isl::pw_aff> &extent = array.extents[dim];
  if (dim > 0)
    if (std::optional<long> constant = poly::constantValue(*extent))
      return "[" + std::to_string(*constant) + "]";
  const bool isKnown =
      llvm::all_of(length.parameters, [&](const std::string &name) {
        return function.takes(name);
      });
  return "[" + (isKnown ? length.text : "*") + "]";
}

/// In C, as it was declared, since compilers warn where two declarations differ
/// in that: `a[n][m]` or `(*a)[m]`.
std::string declaratorOf(const Argument &argument, const Array &array,
                         const PlanFunction &function) {
  const size_t rank = array.extents.size();
  const std::vector<ArrayLength> &lengths = argument.declarator.lengths;
  const bool isBracketed = lengths.size() == rank;
  std::string text = isBracketed ? argument.name : "(*" + argument.name + ")";
  for (size_t dim = isBracketed ? 0 : 1; dim < rank; ++dim) {
    const size_t missing = rank - std::min(rank, lengths.size());
    const ArrayLength unknown{"*", {}};
    text += extentOf(
        array, dim, dim < missing ? unknown : lengths[dim - missing], function);
  }
  return text;
}

/// Whether C and C++ know the type without the source.
bool isBuiltin(llvm::StringRef type) {
  llvm::SmallVector<llvm::StringRef> words;
  type.split(words, ' ');
  return llvm::all_of(words, [](llvm::StringRef word) {
    return llvm::is_contained({"char", "short", "int", "long", "float",
                               "double", "_Float16", "__bf16", "_Complex",
                               "_Bool", "signed", "unsigned", "void"},
                              word);
  });
}

llvm::Error checkType(const Argument &argument) {
  llvm::StringRef type = argument.baseType;
  bool isTagged = type.starts_with("struct ") || type.starts_with("union ");
  if (isBuiltin(type) || (isTagged && argument.isPointer))
    return llvm::Error::success();
  return llvm::createStringError(
      "-emit=header: parameter '%s' is of type '%s', which the header cannot "
      "declare; pass a pointer to a structure with a tag (struct NAME)",
      argument.name.c_str(), argument.baseType.c_str());
}

/// Those of the source.
PlanFunction allArguments(const SourceFunction &function) {
  PlanFunction all{function.name, {}};
  for (const Argument &argument : function.arguments)
    if (function.isInSource(argument))
      all.arguments.push_back(argument.name);
  return all;
}

std::string declarationOf(const PlanInterface &model, const Argument &argument,
                          const PlanFunction &function, bool isCxx) {
  const bool isTruth = isCxx && argument.baseType == "_Bool";
  std::string type = (argument.isConst && argument.isPointer ? "const " : "") +
                     (isTruth ? "bool" : argument.baseType);
  const Array *array = model.findArray(argument.name);
  const bool isArray =
      array && !array->isFlat && !array->isScalar() &&
      (array->extents.size() > 1 || !argument.declarator.lengths.empty());
  if (isArray && !isCxx)
    return type + " " + declaratorOf(argument, *array, function);
  return type + (argument.isPointer ? " *" : " ") + argument.name;
}

std::string prototype(const PlanInterface &model, const PlanFunction &function,
                      const std::string &plan, bool isCxx) {
  std::vector<std::string> parameters = {model.planType() + " " + plan};
  for (const std::string &name : function.arguments)
    parameters.push_back(
        declarationOf(model, *model.findArgument(name), function, isCxx));
  if (model.takesStream(function))
    parameters.push_back("struct CUstream_st *stream");
  return "int " + function.name + "(" + llvm::join(parameters, ", ") + ");\n";
}

/// What the source declares itself where the function has the source's name.
std::string dropInPrototype(const PlanInterface &model, bool isCxx) {
  const SourceFunction &function = model.program.function;
  std::vector<std::string> parameters;
  const PlanFunction all = allArguments(function);
  for (const std::string &name : all.arguments)
    parameters.push_back(
        declarationOf(model, *model.findArgument(name), all, isCxx));
  const std::string list = llvm::join(parameters, ", ");
  std::string type = function.result ? function.result->type : "void";
  if (isCxx && type == "_Bool")
    type = "bool";
  return type + " " + function.name + "(" + (list.empty() ? "void" : list) +
         ");\n";
}

/// For both languages where they differ.
std::string inBoth(const std::string &c, const std::string &cxx) {
  if (c == cxx)
    return c;
  return "#ifdef __cplusplus\n" + cxx + "#else\n" + c + "#endif\n";
}

std::string declaration(const PlanInterface &model,
                        const PlanFunction &function, const std::string &plan) {
  return inBoth(prototype(model, function, plan, false),
                prototype(model, function, plan, true));
}

/// Forward declarations of the structures that the functions take.
std::string structures(const PlanInterface &model) {
  std::set<std::string> lines;
  for (const Argument &argument : model.program.function.arguments)
    if (!isBuiltin(argument.baseType))
      lines.insert(argument.baseType + ";\n");
  if (model.isCuda())
    lines.insert("struct CUstream_st; // cudaStream_t points to one\n");
  return lines.empty() ? "" : llvm::join(lines, "") + "\n";
}

std::string headerText(const PlanInterface &model, const std::string &guard) {
  std::string text =
      "// Generated by sparsec " SPARSEC_VERSION "; do not edit.\n#ifndef " +
      guard + "\n#define " + guard + "\n\n" + runtimeItem("SPARSEC_OK") + "\n" +
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  text += "/// One sentence for a status.\n"
          "const char *sparsec_strerror(int status);\n\n"
          "/// The message of this thread's last failure.\n"
          "const char *sparsec_last_error(void);\n\n";
  text += structures(model) + "/// What " + model.inspect.name +
          " finds out for " + model.execute.name + ".\ntypedef struct " +
          model.planType() + " " + model.planType() + ";\n\n";
  text += inspectComment(model) +
          declaration(model, model.inspect, "**plan_out") + "\n";
  if (model.hasUpdate())
    text +=
        updateComment(model) + declaration(model, model.update, "*plan") + "\n";
  text += executeComment(model) + declaration(model, model.execute, "*plan") +
          "\n" + destroyComment(model) +
          ModulePrinter(Language::C).prototype(destroyFunction(model)) + ";\n";
  if (isRenamed(model.program.function))
    text += "\n/// Inspects, executes and destroys.\n" +
            inBoth(dropInPrototype(model, false), dropInPrototype(model, true));
  return text +
         "\n#ifdef __cplusplus\n} // extern \"C\"\n#endif\n\n#endif // " +
         guard + "\n";
}

} // namespace

llvm::Expected<GeneratedText> emitHeader(const Program &program,
                                         const CodeGenOptions &options) {
  llvm::Expected<PlanInterface> model = targetInterfaceOf(program, options);
  if (!model)
    return model.takeError();
  // C has the types and arrays as they were declared.
  model->program.function = program.function;
  model->program.arrays = program.arrays;
  PlanFunction dropIn;
  if (isRenamed(program.function))
    dropIn = allArguments(program.function);
  for (const PlanFunction *function :
       {&model->inspect, &model->update, &model->execute, &dropIn})
    for (const std::string &name : function->arguments)
      if (llvm::Error failure = checkType(*model->findArgument(name)))
        return failure;
  GeneratedText file;
  file.append(headerText(
      *model, "SPARSEC_GENERATED_" +
                  llvm::StringRef(program.function.name).upper() + "_H"));
  return file;
}

} // namespace sparsec
