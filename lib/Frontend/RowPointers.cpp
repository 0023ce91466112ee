//===- RowPointers.cpp - arrays of pointers to rows -----------------------===//
///
/// \file
/// `double **a` is an array of two dimensions whose rows lie anywhere. C says
/// nothing of their length: a fact `extent(a, n, m)` does.
///
//===----------------------------------------------------------------------===//

#include "RowPointers.h"

#include "sparsec/IR/RowPointers.h"

namespace sparsec {
namespace {

bool isUsed(const Program &program, const std::string &array) {
  for (const auto &[name, statement] : program.statements) {
    for (const Access &access : statement.accesses())
      if (access.array == array)
        return true;
    for (const auto &[text, call] : statement.calls)
      if (call.function == array)
        return true;
  }
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    return llvm::is_contained(fact.arrays, array);
  });
}

} // namespace

void settleRowPointers(Kernel &kernel) {
  std::vector<std::string> unused;
  for (const auto &[name, array] : kernel.program.arrays) {
    if (!hasRowPointers(kernel.program, name))
      continue;
    if (!isUsed(kernel.program, name)) {
      unused.push_back(name);
      continue;
    }
    bool isKnown = true;
    std::string sizes;
    for (size_t dim = 0; dim < array.extents.size(); ++dim) {
      isKnown &= dim == 0 || array.extents[dim];
      sizes += ", n" + std::to_string(dim + 1);
    }
    if (!isKnown)
      kernel.diagnoser.refuse(
          kernel.scan.objects.at(name).variable->getSourceRange(),
          "the rows of '" + name +
              "', an array of pointers, have no known "
              "length",
          "state its sizes: #pragma sparsec extent(" + name + sizes + ")");
  }
  for (const std::string &name : unused)
    kernel.program.arrays.erase(name);
}

} // namespace sparsec
