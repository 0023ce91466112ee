//===- ModulePrinter.cpp - functions and structures as text ---------------===//

#include "sparsec/Target/C/ModulePrinter.h"

#include "sparsec/Target/C/LoopPrinter.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using Linkage = LoopFunction::Linkage;

static bool isOnGpu(const LoopFunction &function) {
  return function.linkage == Linkage::Kernel ||
         function.linkage == Linkage::Member;
}

std::string ModulePrinter::declaration(const LoopParameter &parameter) {
  const std::string text = parameter.declared.empty()
                               ? parameter.type.declare(parameter.name)
                               : parameter.declared;
  names.privatizeReductions(text);
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
  std::string before = function.result.spelling() + " ";
  if (function.linkage == Linkage::Static)
    before = "static " + before;
  if (function.linkage == Linkage::Member)
    before = "__device__ " + before;
  if (function.linkage == Linkage::Kernel) {
    const std::string blocks =
        function.blocksAtOnce ? ", " + std::to_string(function.blocksAtOnce)
                              : "";
    before = "static __global__ void __launch_bounds__(" +
             printExpr(function.threads, Dialect::Device, &names) + blocks +
             ") ";
  }
  names.privatizeReductions(before);
  names.addCall(function.name);
  return before + function.name + "(" + list + ")" +
         (function.linkage == Linkage::Member ? " const" : "");
}

std::string ModulePrinter::definition(const LoopFunction &function) {
  const std::string head = prototype(function);
  return function.comment + head + " {\n" +
         printLoops(LoopAst{function.body}, 1,
                    isOnGpu(function) ? Dialect::Device : Dialect::Host,
                    &names) +
         "}\n";
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
