//===- Terms.cpp - rules of products and quotients ------------------------===//

#include "Terms.h"

#include "sparsec/Gradient/Gradient.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = Expr::Kind;

llvm::Error refuse(const llvm::Twine &what, const std::string &array) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "'" + array + "' stands in " + what +
                                     ", so it is no sum of products");
}

/// Goes from a value down to the reads, and gathers factors on its way.
class TermFinder {
public:
  explicit TermFinder(const std::string &array) : array(array) {}

  llvm::Error visit(const Expr &expr);
  std::vector<Term> take() { return std::move(found); }

private:
  llvm::Error visitBinary(const Expr &expr);
  llvm::Error below(const Expr &operand, const Expr &factor, bool divides);
  llvm::Error belowQuotient(const Expr &dividend, const Expr &divisor);
  llvm::Error where(const Expr &condition, const Expr &operand);

  const std::string &array;
  std::vector<Term::Factor> factors;
  std::vector<Expr> conditions;
  bool isNegative = false;
  std::vector<Term> found;
};

/// \p operand, which is multiplied or divided by \p factor.
llvm::Error TermFinder::below(const Expr &operand, const Expr &factor,
                              bool divides) {
  factors.push_back({factor, divides});
  llvm::Error error = visit(operand);
  factors.pop_back();
  return error;
}

/// \p divisor, of a quotient: it becomes -dividend / divisor / divisor times
/// what its own derivative is.
llvm::Error TermFinder::belowQuotient(const Expr &dividend,
                                      const Expr &divisor) {
  factors.push_back({dividend, false});
  factors.push_back({divisor, true});
  factors.push_back({divisor, true});
  isNegative ^= true;
  llvm::Error error = visit(divisor);
  isNegative ^= true;
  factors.resize(factors.size() - 3);
  return error;
}

/// \p operand, which counts where \p condition holds.
llvm::Error TermFinder::where(const Expr &condition, const Expr &operand) {
  if (reads(condition, array))
    return refuse("a condition", array);
  conditions.push_back(condition);
  llvm::Error error = visit(operand);
  conditions.pop_back();
  return error;
}

Expr negated(const Expr &condition) {
  Expr result;
  result.kind = Kind::Unary;
  result.op = Operator::Not;
  result.type = ElementType::int32();
  result.operands = {condition};
  return result;
}

llvm::Error TermFinder::visitBinary(const Expr &expr) {
  const Expr &left = expr.operands[0], &right = expr.operands[1];
  switch (expr.op) {
  case Operator::Add:
  case Operator::Subtract: {
    if (llvm::Error error = visit(left))
      return error;
    const bool outer = isNegative;
    isNegative ^= expr.op == Operator::Subtract;
    llvm::Error error = visit(right);
    isNegative = outer;
    return error;
  }
  case Operator::Multiply:
    if (llvm::Error error = below(left, right, false))
      return error;
    return below(right, left, false);
  case Operator::Divide:
    if (llvm::Error error = below(left, right, true))
      return error;
    return belowQuotient(left, right);
  default:
    return refuse(llvm::Twine("an operand of '") + spellingOf(expr.op) + "'",
                  array);
  }
}

llvm::Error TermFinder::visit(const Expr &expr) {
  if (!reads(expr, array))
    return llvm::Error::success();
  switch (expr.kind) {
  case Kind::Access:
    if (expr.isOfData())
      return refuse("a place that data tells", array);
    found.push_back({expr, factors, conditions, isNegative});
    return llvm::Error::success();
  case Kind::Unary: {
    if (expr.op != Operator::Negate && expr.op != Operator::Plus)
      return refuse(llvm::Twine("the operand of '") + spellingOf(expr.op) + "'",
                    array);
    isNegative ^= expr.op == Operator::Negate;
    llvm::Error error = visit(expr.operands[0]);
    isNegative ^= expr.op == Operator::Negate;
    return error;
  }
  case Kind::Binary:
    return visitBinary(expr);
  case Kind::Cast:
    if (expr.type.kind != ElementType::Kind::Floating)
      return refuse("what is converted to " + expr.type.spelling, array);
    return visit(expr.operands[0]);
  case Kind::Call:
    return refuse("an argument of '" + expr.text + "'", array);
  case Kind::Select:
    if (llvm::Error error = where(expr.operands[0], expr.operands[1]))
      return error;
    return where(negated(expr.operands[0]), expr.operands[2]);
  case Kind::Masked:
    return where(expr.operands[0], expr.operands[1]);
  default:
    return refuse("what is no number", array);
  }
}

} // namespace

bool reads(const Expr &value, const std::string &array) {
  bool result = false;
  value.walk([&](const Expr &node) {
    result |= node.kind == Kind::Access && node.text == array;
  });
  return result;
}

llvm::Expected<std::vector<Term>> termsOf(const Expr &value,
                                          const std::string &array) {
  TermFinder finder(array);
  if (llvm::Error error = finder.visit(value))
    return error;
  return finder.take();
}

char GradientError::ID = 0;

void GradientError::log(llvm::raw_ostream &out) const {
  out << (location.empty() ? "" : location + ": ") << text;
}

llvm::Error refuseGradient(const Statement &statement, const llvm::Twine &why) {
  return llvm::make_error<GradientError>(statement.span, statement.location,
                                         ("gradient: " + why).str());
}

} // namespace sparsec
