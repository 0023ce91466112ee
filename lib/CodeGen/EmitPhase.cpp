//===- EmitPhase.cpp - the loops of one phase as text ---------------------===//

#include "InspectorCalls.h"

#include "sparsec/CodeGen/CodeGen.h"
#include "sparsec/CodeGen/LoopPrinter.h"
#include "sparsec/CodeGen/Lowering.h"

namespace sparsec {

llvm::Expected<std::string> emitPhase(const Program &program,
                                      const Phase &phase) {
  llvm::Expected<Program> stored = withStorage(program);
  if (!stored)
    return stored.takeError();
  llvm::Expected<LoopAst> ast = lowerPhase(*stored, phase);
  if (!ast)
    return ast.takeError();
  return printLoops(*ast, 0);
}

} // namespace sparsec
