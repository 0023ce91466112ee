//===- RowPointers.cpp - arrays of pointers to rows -----------------------===//

#include "sparsec/IR/RowPointers.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool hasRowPointers(const Program &program, const std::string &array) {
  return llvm::any_of(program.function.arguments,
                      [&](const SourceFunction::Argument &argument) {
                        return argument.name == array && argument.hasRows;
                      });
}

bool areStatedApart(const Program &program, const std::string &first,
                    const std::string &second) {
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    const bool isOfRows = fact.arrays == std::vector<std::string>{first};
    return fact.kind == Fact::Kind::NoAlias &&
           (first == second ? isOfRows
                            : llvm::is_contained(fact.arrays, first) &&
                                  llvm::is_contained(fact.arrays, second));
  });
}

} // namespace sparsec
