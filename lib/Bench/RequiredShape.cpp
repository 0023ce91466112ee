//===- RequiredShape.cpp - what facts ask of a matrix ---------------------===//

#include "sparsec/Bench/Inputs.h"

namespace sparsec::bench {
namespace {

bool isAbout(const Fact &fact, const std::string &column,
             const std::string &pointer) {
  return fact.arrays.size() > 1 && fact.arrays[0] == column &&
         fact.arrays[1] == pointer;
}

void require(const Fact &fact, MatrixShape &shape) {
  switch (fact.kind) {
  case Fact::Kind::Sorted:
    shape.sorted = true;
    shape.unique |= fact.strict;
    return;
  case Fact::Kind::Unique:
    shape.unique = true;
    return;
  case Fact::Kind::Triangular:
    shape.lower |= fact.which == "lower";
    shape.upper |= fact.which == "upper";
    shape.strict |= fact.strict;
    return;
  case Fact::Kind::HasDiagonal:
    shape.diagonal = true;
    return;
  case Fact::Kind::SymmetricPattern:
    shape.symmetric = true;
    return;
  default:
    return;
  }
}

} // namespace

MatrixShape requiredShape(const Program &program,
                          const SparseArgument &argument) {
  MatrixShape shape;
  // Row starts that rise by one at least.
  for (const Fact *fact :
       program.factsAbout(argument.pointer, Fact::Kind::Monotonic))
    shape.filled |= fact->strict;
  for (const Fact &fact : program.facts) {
    for (const std::string &column : argument.columns)
      if (isAbout(fact, column, argument.pointer))
        require(fact, shape);
    if (fact.kind == Fact::Kind::RowLength &&
        fact.arrays[0] == argument.pointer)
      if (std::optional<long> most = poly::constantValue(*fact.upper))
        shape.maxRowLength = *most;
  }
  shape.square =
      argument.columnCount &&
      poly::equalOn(*argument.rowCount, *argument.columnCount, program.context);
  return shape;
}

} // namespace sparsec::bench
