//===- AtomicUpdates.cpp - what OpenMP does atomically --------------------===//

#include "Conflicts.h"
#include "InstancePair.h"

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

namespace {

/// Values that are the same whenever statements of a program are run.
class OneValue {
public:
  explicit OneValue(const Program &program) : program(program) {}

  /// Whether both are written alike and of numbers, parameters and scalars that
  /// nothing writes: `-1`, `(char)~0`, `level + 1`.
  bool areSame(const Statement &ofFirst, const Expr &first,
               const Statement &ofSecond, const Expr &second) const;

private:
  std::optional<isl::set> valueOf(const Statement &statement,
                                  const isl::pw_aff &value) const;
  bool isFixed(const std::string &scalar) const;

  const Program &program;
};

/// `{ [value] }` where it is made of parameters alone.
std::optional<isl::set> OneValue::valueOf(const Statement &statement,
                                          const isl::pw_aff &value) const {
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (poly::involvesDim(value, dim))
      return std::nullopt;
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(value, entry.first))
      return std::nullopt;
  return value.as_map().range();
}

bool OneValue::isFixed(const std::string &scalar) const {
  auto array = program.arrays.find(scalar);
  return array != program.arrays.end() && array->second.isScalar() &&
         llvm::none_of(program.statements, [&](const auto &entry) {
           return touches(entry.second, scalar, /*onlyWrites=*/true);
         });
}

bool OneValue::areSame(const Statement &ofFirst, const Expr &first,
                       const Statement &ofSecond, const Expr &second) const {
  if (first.kind != second.kind || first.op != second.op ||
      first.text != second.text || !(first.type == second.type) ||
      first.operands.size() != second.operands.size())
    return false;
  switch (first.kind) {
  case Expr::Kind::Constant:
    return true;
  case Expr::Kind::Affine: {
    auto one = valueOf(ofFirst, first.subscripts[0]);
    auto other = valueOf(ofSecond, second.subscripts[0]);
    return one && other && one->is_equal(*other);
  }
  case Expr::Kind::Access:
    return isFixed(first.text);
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
  case Expr::Kind::Cast:
    for (size_t pos = 0; pos < first.operands.size(); ++pos)
      if (!areSame(ofFirst, first.operands[pos], ofSecond,
                   second.operands[pos]))
        return false;
    return true;
  default:
    return false;
  }
}

} // namespace

/// What \p statement stores in elements of \p array, whatever condition on data
/// it is under; null where it stores nothing, or updates them.
static const Expr *storedIn(const Statement &statement,
                            const std::string &array) {
  const std::optional<Assignment> &body = statement.assignment;
  if (!body || body->op != Update::Set || body->target.text != array ||
      body->target.type.isComplex())
    return nullptr;
  return &body->computed();
}

bool storeOneValue(const Program &program, const Statement &first,
                   const Statement &second, const std::string &array) {
  const Expr *one = storedIn(first, array), *other = storedIn(second, array);
  return one && other && OneValue(program).areSame(first, *one, second, *other);
}

} // namespace sparsec
