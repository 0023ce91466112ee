//===- AtomicUpdates.cpp - what OpenMP does atomically --------------------===//

#include "Conflicts.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool hasAtomicUpdate(const Program &program, const std::string &array,
                     Update update) {
  const ElementType &type = program.arrays.at(array).type;
  const bool isReal = (type.isInteger() || type.isFloating()) &&
                      !type.isComplex() && !type.isDoubleDouble();
  return isReal && operatorOf(update) != Operator::None && commutes(update);
}

/// Whether both are written alike and of numbers alone: `-1`, `(char)~0`.
static bool isSameConstant(const Expr &first, const Expr &second) {
  if (first.kind != second.kind || first.op != second.op ||
      first.text != second.text || !(first.type == second.type) ||
      first.operands.size() != second.operands.size())
    return false;
  switch (first.kind) {
  case Expr::Kind::Constant:
    return true;
  case Expr::Kind::Affine: {
    const std::optional<long> value = poly::constantValue(first.subscripts[0]);
    return value && value == poly::constantValue(second.subscripts[0]);
  }
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
  case Expr::Kind::Cast:
    return llvm::equal(first.operands, second.operands, isSameConstant);
  default:
    return false;
  }
}

/// What \p statement stores in elements of \p array, whatever condition on data
/// it is under; null where that may differ in its instances.
static const Expr *constantStoredIn(const Statement &statement,
                                    const std::string &array) {
  const std::optional<Assignment> &body = statement.assignment;
  if (!body || body->op != Update::Set || body->target.text != array ||
      body->target.type.isComplex())
    return nullptr;
  const Expr &value = body->computed();
  return isSameConstant(value, value) ? &value : nullptr;
}

bool storeOneValue(const Statement &first, const Statement &second,
                   const std::string &array) {
  const Expr *one = constantStoredIn(first, array);
  const Expr *other = constantStoredIn(second, array);
  return one && other && isSameConstant(*one, *other);
}

} // namespace sparsec
