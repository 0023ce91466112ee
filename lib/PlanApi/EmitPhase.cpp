//===- EmitPhase.cpp - the loops of one phase as text ---------------------===//

#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Target/C/LoopPrinter.h"

namespace sparsec {

llvm::Expected<std::string> emitPhase(const Program &program,
                                      const Phase &phase, PrintedNames *names) {
  llvm::Expected<LoopAst> ast = lowerPhase(program, phase);
  if (!ast)
    return ast.takeError();
  return printLoops(*ast, 0, Dialect::C, names);
}

} // namespace sparsec
