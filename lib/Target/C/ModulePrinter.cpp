//===- ModulePrinter.cpp - functions and structures as text ---------------===//

#include "sparsec/Target/C/ModulePrinter.h"

#include "sparsec/Target/C/LoopPrinter.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using Linkage = LoopFunction::Linkage;

static bool isOnGpu(const LoopFunction &function) {
  return function.linkage == Linkage::Kernel ||
         function.linkage == Linkage::Inlined ||
         function.linkage == Linkage::Member;
}

Dialect ModulePrinter::dialectOf(const LoopFunction &function) const {
  if (language == Language::C)
    return Dialect::C;
  return isOnGpu(function) ? Dialect::CudaDevice : Dialect::CudaHost;
}

std::string ModulePrinter::declaration(const LoopParameter &parameter) {
  const std::string text =
      parameter.declared.empty()
          ? parameter.type.declare(parameter.name, language)
          : parameter.declared;
  names.addWords(text);
  return text;
}

std::string ModulePrinter::prototype(const LoopFunction &function) {
  if (function.linkage == Linkage::Source)
    return function.declared;
  std::vector<std::string> parameters;
  for (const LoopParameter &parameter : function.parameters)
    parameters.push_back(declaration(parameter));
  const bool isC = !isOnGpu(function);
  const std::string list =
      parameters.empty() && isC ? "void" : llvm::join(parameters, ", ");
  std::string before = function.result.spelling(language) + " ";
  if (function.linkage == Linkage::Static)
    before = "static " + before;
  if (function.linkage == Linkage::Inlined)
    before = "static __device__ __forceinline__ " + before;
  if (function.linkage == Linkage::Member)
    before = "__device__ " + before;
  if (function.linkage == Linkage::Kernel) {
    const std::string blocks =
        function.blocksAtOnce ? ", " + std::to_string(function.blocksAtOnce)
                              : "";
    before = "static __global__ void __launch_bounds__(" +
             printExpr(function.threads, Dialect::CudaDevice, &names) + blocks +
             ") ";
  }
  names.addWords(before);
  names.addCall(function.name);
  return before + function.name + "(" + list + ")" +
         (function.linkage == Linkage::Member ? " const" : "");
}

PlacedText ModulePrinter::placedDefinition(const LoopFunction &function) {
  PlacedText text{function.comment + prototype(function) + " {\n", {}};
  text += printPlaced(LoopAst{function.body}, 1, dialectOf(function), &names);
  text += "}\n";
  return text;
}

std::string ModulePrinter::definition(const LoopStruct &structure) {
  names.add(structure.name);
  std::string text = structure.comment + "struct " + structure.name + " {\n";
  for (const LoopParameter &field : structure.fields)
    text += declaration(field) + ";" +
            (field.comment.empty() ? "" : " ///< " + field.comment) + "\n";
  for (const LoopFunction &member : structure.members)
    text += definition(member);
  return text + "};\n";
}

} // namespace sparsec
