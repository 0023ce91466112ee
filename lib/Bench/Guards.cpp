//===- Guards.cpp - arguments that a kernel does not turn away ------------===//
///
/// \file
/// Where a guard, `if (h <= 0) return 2;`, holds the original only returns, and
/// the plan, which is for other calls, computes: there is nothing to compare.
/// What the context says of guards on integers is part of that; others, of real
/// numbers, `||`, `%` and `&`, are asked here with numbers drawn from what
/// stands in them.
///
//===----------------------------------------------------------------------===//

#include "Guards.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstdlib>
#include <iterator>

namespace sparsec::bench {
namespace {

/// A value of C: an integer, or a real number.
struct Number {
  bool isReal = false;
  int64_t whole = 0;
  double real = 0;

  static Number of(int64_t whole) { return {false, whole, double(whole)}; }
  static Number of(double real) { return {true, 0, real}; }
  bool isTrue() const { return isReal ? real != 0 : whole != 0; }
};
using Value = std::optional<Number>;

Value constantOf(const Expr &expr) {
  if (expr.text == "NULL")
    return Number::of(int64_t(0));
  char *end = nullptr;
  const bool isReal = expr.type.isFloating();
  const double real = std::strtod(expr.text.c_str(), &end);
  const int64_t whole =
      isReal ? 0 : int64_t(std::strtoull(expr.text.c_str(), &end, 0));
  if (end == expr.text.c_str() ||
      llvm::StringRef(end).find_first_not_of("uUlLfF") != llvm::StringRef::npos)
    return std::nullopt;
  return isReal ? Number::of(real) : Number::of(whole);
}

template <typename T>
Value compared(Operator op, T left, T right) {
  switch (op) {
  case Operator::Equal:
    return Number::of(int64_t(left == right));
  case Operator::NotEqual:
    return Number::of(int64_t(left != right));
  case Operator::Less:
    return Number::of(int64_t(left < right));
  case Operator::LessEqual:
    return Number::of(int64_t(left <= right));
  case Operator::Greater:
    return Number::of(int64_t(left > right));
  case Operator::GreaterEqual:
    return Number::of(int64_t(left >= right));
  case Operator::Add:
    return Number::of(left + right);
  case Operator::Subtract:
    return Number::of(left - right);
  case Operator::Multiply:
    return Number::of(left * right);
  default:
    return std::nullopt;
  }
}

/// What only integers have, and division, which numbers may fail.
Value computed(Operator op, int64_t left, int64_t right) {
  const bool divides = right != 0 && right != -1;
  switch (op) {
  case Operator::BitAnd:
    return Number::of(left & right);
  case Operator::BitOr:
    return Number::of(left | right);
  case Operator::BitXor:
    return Number::of(left ^ right);
  case Operator::Divide:
    return divides ? Value(Number::of(left / right)) : std::nullopt;
  case Operator::Remainder:
    return divides ? Value(Number::of(left % right)) : std::nullopt;
  case Operator::ShiftLeft:
    return right >= 0 && right < 32 ? Value(Number::of(left * (1L << right)))
                                    : std::nullopt;
  case Operator::ShiftRight:
    return right >= 0 && right < 32 ? Value(Number::of(left >> right))
                                    : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Small integers only: larger ones may wrap around, or overflow.
bool isSmall(const Number &number) {
  return number.isReal || std::abs(number.whole) < (1L << 31);
}

class GuardAvoider {
public:
  GuardAvoider(const Program &program, const Kernel &kernel,
               const std::map<std::string, int64_t> &fixed,
               ArgumentValues &known)
      : program(program), kernel(kernel), known(known) {
    for (const Expr &guard : program.guards)
      guard.walk([&](const Expr &part) { note(part); });
    for (const Slot &slot : kernel.slots) {
      const bool isOpen = slot.isScalar && named.count(slot.name);
      if (isOpen && slot.type.isInteger() && !fixed.count(slot.name))
        integers.push_back(slot.name);
      if (isOpen && slot.type.isFloating() && !slot.type.isComplex() &&
          !known.floats.count(slot.name))
        reals.push_back(slot.name);
    }
  }

  llvm::Error run() {
    for (const std::string &name : reals)
      known.floats[name] = {random.value()};
    const std::map<std::string, int64_t> first = known.environment.parameters;
    // Each integer alone, then all: sizes stay what they are where they can.
    const size_t alone = 100 * integers.size();
    const size_t most = integers.empty() && reals.empty() ? 0 : alone + 2000;
    for (size_t tries = 0; tries < most && turnsAway(); ++tries) {
      known.environment.parameters = first;
      for (size_t pos = 0; pos < integers.size(); ++pos)
        if (tries < alone ? pos == tries / 100 : random.below(2) != 0)
          known.environment.parameters[integers[pos]] =
              int64_t(std::floor(candidate()));
      for (const std::string &name : reals)
        known.floats[name] = {random.below(2) ? random.value() : candidate()};
    }
    return turnsAway() ? failure() : llvm::Error::success();
  }

private:
  /// What \p part, of a guard, is about.
  void note(const Expr &part) {
    if (part.kind == Expr::Kind::Access)
      named.insert(part.text);
    if (const Value number =
            part.kind == Expr::Kind::Constant ? constantOf(part) : std::nullopt)
      constants.push_back(number->real);
    if (part.kind != Expr::Kind::Affine)
      return;
    const isl::pw_aff &value = part.subscripts[0];
    for (const std::string &name : poly::paramNames(value.space()))
      if (poly::involvesParam(value, name))
        named.insert(name);
    if (const std::optional<long> constant = poly::constantValue(value))
      constants.push_back(double(*constant));
  }

  /// A number near one that a guard has, or a small one.
  double candidate() {
    const auto pos = size_t(random.below(int64_t(constants.size()) + 1));
    if (pos == constants.size())
      return double(random.below(9));
    return constants[pos] + 0.5 * double(random.below(5) - 2);
  }

  bool turnsAway() {
    return llvm::any_of(program.guards,
                        [&](const Expr &guard) {
                          const Value value = valueOf(guard);
                          return value && value->isTrue();
                        }) ||
           !known.environment.satisfiesContext();
  }

  Value valueOf(const Expr &expr) {
    const Value value = plainValueOf(expr);
    return value && isSmall(*value) ? value : std::nullopt;
  }

  Value plainValueOf(const Expr &expr) {
    switch (expr.kind) {
    case Expr::Kind::Constant:
      return constantOf(expr);
    case Expr::Kind::Affine: {
      const auto number = known.environment.evaluate(expr.subscripts[0]);
      return number ? Value(Number::of(*number)) : std::nullopt;
    }
    case Expr::Kind::Access:
      return scalar(expr);
    case Expr::Kind::Unary:
      return unary(expr);
    case Expr::Kind::Binary:
      return binary(expr);
    case Expr::Kind::Cast: {
      const Value value = valueOf(expr.operands[0]);
      if (!value || value->isReal || !expr.type.isFloating())
        return value && value->isReal == expr.type.isFloating() ? value
                                                                : std::nullopt;
      return Number::of(double(value->whole));
    }
    default:
      return std::nullopt;
    }
  }

  Value scalar(const Expr &expr) {
    // No argument is null, and no two are the same.
    if (expr.type.kind == ElementType::Kind::Opaque)
      return Number::of(
          int64_t(1 + std::distance(named.begin(), named.find(expr.text))));
    const auto real = known.floats.find(expr.text);
    if (real != known.floats.end() && real->second.size() == 1)
      return Number::of(kernel.needsPositive ? std::fabs(real->second[0])
                                             : real->second[0]);
    const auto whole = known.environment.parameters.find(expr.text);
    return whole != known.environment.parameters.end()
               ? Value(Number::of(whole->second))
               : std::nullopt;
  }

  Value unary(const Expr &expr) {
    const Value value = valueOf(expr.operands[0]);
    if (!value)
      return std::nullopt;
    if (expr.op == Operator::Not)
      return Number::of(int64_t(!value->isTrue()));
    if (expr.op == Operator::Negate)
      return value->isReal ? Number::of(-value->real)
                           : Number::of(-value->whole);
    return expr.op == Operator::Plus ? value : std::nullopt;
  }

  Value binary(const Expr &expr) {
    const Value left = valueOf(expr.operands[0]),
                right = valueOf(expr.operands[1]);
    if (isLogical(expr.op)) {
      const bool decides = expr.op == Operator::LogicalOr;
      for (const Value &side : {left, right})
        if (side && side->isTrue() == decides)
          return Number::of(int64_t(decides));
      return left && right ? Value(Number::of(int64_t(!decides)))
                           : std::nullopt;
    }
    if (!left || !right)
      return std::nullopt;
    if (left->isReal || right->isReal)
      return expr.op == Operator::Divide
                 ? Value(Number::of(left->real / right->real))
                 : compared(expr.op, left->real, right->real);
    const Value result = compared(expr.op, left->whole, right->whole);
    return result ? result : computed(expr.op, left->whole, right->whole);
  }

  llvm::Error failure() const {
    std::string values;
    for (const std::string &name : named) {
      const auto whole = known.environment.parameters.find(name);
      const auto real = known.floats.find(name);
      if (whole != known.environment.parameters.end())
        values += (values.empty() ? "" : ", ") + name + " = " +
                  std::to_string(whole->second);
      else if (real != known.floats.end() && real->second.size() == 1)
        values += (values.empty() ? "" : ", ") + name + " = " +
                  llvm::formatv("{0}", real->second[0]).str();
    }
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(), "%s",
        ("'" + kernel.name + "' returns before its loops, by a condition at " +
         "its top, where " + values +
         ": nothing of the plan can be compared; give others with -arg, or "
         "another matrix")
            .c_str());
  }

  const Program &program;
  const Kernel &kernel;
  ArgumentValues &known;
  std::set<std::string> named;
  std::vector<double> constants;
  std::vector<std::string> integers, reals;
  Random random{21};
};

} // namespace

llvm::Error avoidGuards(const Program &program, const Kernel &kernel,
                        const std::map<std::string, int64_t> &fixed,
                        ArgumentValues &known) {
  if (program.guards.empty())
    return llvm::Error::success();
  return GuardAvoider(program, kernel, fixed, known).run();
}

} // namespace sparsec::bench
