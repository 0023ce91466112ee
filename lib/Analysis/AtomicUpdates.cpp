//===- AtomicUpdates.cpp - what OpenMP does atomically --------------------===//

#include "Conflicts.h"

#include "sparsec/Analysis/Checker.h"

namespace sparsec {

bool hasAtomicUpdate(const Program &program, const std::string &array,
                     Update update) {
  const ElementType &type = program.arrays.at(array).type;
  const bool isReal = (type.isInteger() || type.isFloating()) &&
                      !type.isComplex() && !type.isDoubleDouble();
  return isReal && operatorOf(update) != Operator::None && commutes(update);
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
  return value.kind == Expr::Kind::Constant ? &value : nullptr;
}

bool storeOneValue(const Statement &first, const Statement &second,
                   const std::string &array) {
  const Expr *one = constantStoredIn(first, array);
  const Expr *other = constantStoredIn(second, array);
  return one && other && one->text == other->text && one->type == other->type;
}

} // namespace sparsec
