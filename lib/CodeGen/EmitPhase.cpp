//===- EmitPhase.cpp - the loops of one phase as text ---------------------===//

#include "sparsec/CodeGen/CodeGen.h"
#include "sparsec/CodeGen/LoopPrinter.h"
#include "sparsec/CodeGen/Lowering.h"

namespace sparsec {

llvm::Expected<std::string> emitPhase(const Program &program,
                                      const Phase &phase) {
  llvm::Expected<LoopAst> ast = lowerPhase(program, phase);
  if (!ast)
    return ast.takeError();
  return printLoops(*ast, 0);
}

} // namespace sparsec
