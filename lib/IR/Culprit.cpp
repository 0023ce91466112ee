//===- Culprit.cpp - errors about what a step made ------------------------===//

#include "sparsec/IR/Culprit.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

CulpritError::Test loadsVectors(const std::string &loop,
                                const std::string &array) {
  return [loop, array](const Program &program) {
    bool found = false;
    program.executePhase().tree.walk([&](const ScheduleTree &node) {
      found |= node.isLoop() && node.name == loop &&
               llvm::is_contained(node.marks.vectors, array);
    });
    return found;
  };
}

llvm::Error aboutStatement(llvm::Error error, const std::string &statement) {
  if (!error || error.isA<CulpritError>())
    return error;
  return llvm::make_error<CulpritError>(
      llvm::toString(std::move(error)), [statement](const Program &program) {
        return program.statements.count(statement) != 0;
      });
}

} // namespace sparsec
