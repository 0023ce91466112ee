//===- ModulePrinter.h - functions and structures as text -------*- C++ -*-===//
#ifndef SPARSEC_TARGET_C_MODULEPRINTER_H
#define SPARSEC_TARGET_C_MODULEPRINTER_H

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Module.h"
#include "sparsec/LoopIR/PrintedNames.h"
#include "sparsec/Support/GeneratedText.h"

#include <string>

namespace sparsec {

/// Prints in C and CUDA C++; what is printed for a GPU has other names for the
/// runtime's functions. Notes the words of all that it prints.
class ModulePrinter {
public:
  explicit ModulePrinter(Language language) : language(language) {}

  /// A definition, with its comment.
  PlacedText placedDefinition(const LoopFunction &function);
  std::string definition(const LoopFunction &function) {
    return placedDefinition(function).text;
  }
  std::string definition(const LoopStruct &structure);
  /// "int spmv_inspect(spmv_plan **plan_out, int n)"
  std::string prototype(const LoopFunction &function);

  PrintedNames names;

private:
  std::string declaration(const LoopParameter &parameter);
  Dialect dialectOf(const LoopFunction &function) const;

  const Language language;
};

} // namespace sparsec

#endif // SPARSEC_TARGET_C_MODULEPRINTER_H
