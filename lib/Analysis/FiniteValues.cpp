//===- FiniteValues.cpp - values that finite inputs keep finite -----------===//

#include "sparsec/Analysis/FiniteValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cfloat>
#include <cmath>
#include <cstdlib>

namespace sparsec {
namespace {

using Kind = Expr::Kind;

/// Bytes of a real number, or of the parts of a complex one.
unsigned partBytes(const ElementType &type) {
  return type.isComplex() ? type.bytes / 2 : type.bytes;
}

/// Whether a finite number of type \p from may be too large for \p to.
bool mayOverflow(const ElementType &from, const ElementType &to) {
  return from.isFloating() && to.isFloating() &&
         partBytes(to) < partBytes(from);
}

/// The number that a literal spells: "1.0f", "2U"; nothing for
/// "__builtin_inf()".
std::optional<long double> numberIn(const std::string &literal) {
  char *end = nullptr;
  long double value = std::strtold(literal.c_str(), &end);
  if (end == literal.c_str())
    return std::nullopt;
  return value;
}

bool isFiniteIn(const ElementType &type, long double value) {
  const long double most = partBytes(type) == 4   ? FLT_MAX
                           : partBytes(type) == 8 ? DBL_MAX
                                                  : LDBL_MAX;
  return std::fabs(value) <= most;
}

/// The value of \p node where it is known now.
std::optional<long double> valueOf(const Expr &node) {
  if (node.kind == Kind::Constant)
    return numberIn(node.text);
  if (node.kind == Kind::Affine && poly::isConstant(node.subscripts[0])) {
    std::optional<long> value = poly::constantValue(node.subscripts[0]);
    return value ? std::optional<long double>(*value) : std::nullopt;
  }
  if (node.kind != Kind::Unary ||
      (node.op != Operator::Negate && node.op != Operator::Plus))
    return std::nullopt;
  std::optional<long double> inner = valueOf(node.operands[0]);
  return inner && node.op == Operator::Negate ? -*inner : inner;
}

/// Whether \p name, of <math.h> or <stdlib.h>, is finite for all finite
/// numbers. Not so: sqrt(-1), acos(2), log(0), exp(1e9), pow(0, -1), fmod(1,
/// 0).
bool isFiniteFunction(llvm::StringRef name) {
  static const llvm::StringSet<> finite = {
      "abs",      "asinh", "atan",  "atan2", "cbrt", "ceil",  "cos",
      "copysign", "erf",   "erfc",  "fabs",  "fdim", "fma",   "floor",
      "fmax",     "fmin",  "hypot", "labs",  "rint", "llabs", "nearbyint",
      "round",    "sin",   "tan",   "tanh",  "trunc"};
  return finite.contains(name) ||
         ((name.ends_with("f") || name.ends_with("l")) &&
          finite.contains(name.drop_back()));
}

bool isDivision(Operator op) {
  return op == Operator::Divide || op == Operator::Remainder;
}

} // namespace

std::string doubtOfQuotient(const Expr &quotient) {
  std::optional<long double> divisor = valueOf(quotient.operands[1]);
  // INT_MIN / -1 is no int.
  const bool isSafe = divisor && *divisor != 0 &&
                      (!quotient.type.isInteger() || *divisor != -1);
  return isSafe ? ""
                : "the quotient '" + std::string(spellingOf(quotient.op)) + "'";
}

/// Statements and arrays are asked about again until no array joins the
/// doubtful ones.
FiniteValues::FiniteValues(const Program &program, bool readsUnset)
    : program(program) {
  for (const auto &[name, array] : program.arrays) {
    const bool isOwn = array.owner == Array::Owner::Local ||
                       array.owner == Array::Owner::Workspace;
    const bool isOdd = array.contents &&
                       !llvm::all_of(array.contents->numbers, [](double value) {
                         return std::isfinite(value);
                       });
    if (array.type.isFloating() &&
        ((readsUnset && isOwn && !array.isZeroed) || isOdd))
      doubtful.insert(name);
  }
  for (size_t before = ~size_t{0}; before != doubtful.size();) {
    before = doubtful.size();
    for (const Phase &phase : program.phases)
      for (const std::string &name : phase.tree.statements()) {
        const Statement &statement = program.statement(name);
        for (const Access &access : statement.accesses())
          if (access.isWrite && holdsOthers(statement, access.array))
            doubtful.insert(access.array);
      }
  }
}

/// Whether \p statement may put others than finite numbers into \p array.
bool FiniteValues::holdsOthers(const Statement &statement,
                               const std::string &array) const {
  auto found = program.arrays.find(array);
  if (doubtful.count(array) || found == program.arrays.end() ||
      !found->second.type.isFloating())
    return false;
  if (!statement.assignment)
    return true;
  const Assignment &body = *statement.assignment;
  const bool isSum = body.op == Update::Set || body.op == Update::Add ||
                     body.op == Update::Subtract ||
                     body.op == Update::Multiply || isChoice(body.op);
  for (const Companion &companion : body.companions())
    if (companion.cell->text == array)
      return mayOverflow(companion.value->type, companion.cell->type) ||
             !doubtIn(*companion.value).empty();
  return !isSum || mayOverflow(body.value.type, body.target.type) ||
         !doubtIn(body.value).empty();
}

std::string FiniteValues::doubtIn(const Expr &value) const {
  std::string doubt;
  value.walk([&](const Expr &node) {
    if (doubt.empty())
      doubt = doubtOf(node);
  });
  return doubt;
}

std::string FiniteValues::doubtOf(const Expr &node) const {
  switch (node.kind) {
  case Kind::Constant: {
    std::optional<long double> value = numberIn(node.text);
    const bool isFinite =
        node.type.isInteger() || (value && isFiniteIn(node.type, *value));
    return isFinite ? "" : "the constant '" + node.text + "'";
  }
  case Kind::Access:
    return doubtful.count(node.text)
               ? "'" + node.text + "', which the loops compute,"
               : "";
  case Kind::Cast:
    return mayOverflow(node.operands[0].type, node.type)
               ? "the cast to '" + node.type.spelling + "'"
               : "";
  case Kind::Call: {
    const bool isFinite =
        isFiniteFunction(node.text) &&
        llvm::none_of(node.operands, [&](const Expr &operand) {
          return mayOverflow(operand.type, node.type);
        });
    return isFinite ? "" : "'" + node.text + "'";
  }
  case Kind::Binary:
    return isDivision(node.op) ? doubtOfQuotient(node) : "";
  case Kind::Affine:
  case Kind::Unary:
  case Kind::Select:
  case Kind::Masked:
  case Kind::Carrying:
    return "";
  }
  return "";
}

} // namespace sparsec
