//===- RescaledTerms.cpp - sums held relative to a maximum ----------------===//
///
/// \file
/// Sums of products, each of which has one factor g(a - M): the sum so far that
/// of the old maximum, a term that of its score. Where a and M are both
/// -infinity g(a - M) is no number; a factor that is said to be something else
/// there, `a == M ? 1 : expf(a - M)`, has no such hole.
///
//===----------------------------------------------------------------------===//

#include "RescaledTerms.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace sparsec {
namespace {

using Kind = Expr::Kind;

/// Functions g of <math.h> with g(a) * g(b) = g(a + b), g(0) = 1, g(-inf) = 0.
constexpr const char *exponentials[] = {"exp",  "expf",  "expl",
                                        "exp2", "exp2f", "exp2l"};

/// Without casts between floating types, which only round.
const Expr &plain(const Expr &value) {
  return value.kind == Kind::Cast && value.type.isFloating() &&
                 value.operands[0].type.isFloating()
             ? plain(value.operands[0])
             : value;
}

/// Whether \p to is a real floating type that holds all values of \p from.
bool holds(const ElementType &to, const ElementType &from) {
  return to.kind == ElementType::Kind::Floating && from.kind == to.kind &&
         (to == from || to.bytes > from.bytes);
}

/// Without casts that change no number.
const Expr &exact(const Expr &value) {
  return value.kind == Kind::Cast && holds(value.type, value.operands[0].type)
             ? exact(value.operands[0])
             : value;
}

bool isSame(const Expr &first, const Expr &second) {
  return exact(first).isSame(exact(second));
}

bool isNumber(const Expr &value, double number) {
  const Expr &constant = value.kind == Kind::Cast ? value.operands[0] : value;
  if (constant.kind == Kind::Affine) {
    const std::optional<long> known =
        poly::constantValue(constant.subscripts[0]);
    return known && double(*known) == number;
  }
  char *end = nullptr;
  const double found = std::strtod(constant.text.c_str(), &end);
  return constant.kind == Kind::Constant && end != constant.text.c_str() &&
         found == number;
}

bool isMinusInfinity(const Expr &value) {
  const Expr &inner = plain(value);
  return inner.kind == Kind::Unary && inner.op == Operator::Negate &&
         llvm::StringRef(plain(inner.operands[0]).text)
             .starts_with("__builtin_inf");
}

bool isBinary(const Expr &value, Operator op) {
  return value.kind == Kind::Binary && value.op == op;
}

/// The one of the two operands of \p value that is not \p other.
const Expr *besides(const Expr &value, const Expr &other) {
  for (size_t pos : {0u, 1u})
    if (isSame(value.operands[pos], other))
      return &value.operands[1 - pos];
  return nullptr;
}

/// The greater value of `a > b ? a : b`; null for others.
const Expr *chosenWhere(const Expr &value) {
  const Expr &condition = value.operands[0];
  if (condition.kind != Kind::Binary)
    return nullptr;
  const bool isGreater = condition.op == Operator::Greater ||
                         condition.op == Operator::GreaterEqual,
             isLess = condition.op == Operator::Less ||
                      condition.op == Operator::LessEqual;
  if (!isGreater && !isLess)
    return nullptr;
  const Expr &greater = condition.operands[isGreater ? 0 : 1],
             &lesser = condition.operands[isGreater ? 1 : 0];
  return isSame(value.operands[1], greater) && isSame(value.operands[2], lesser)
             ? &greater
             : nullptr;
}

} // namespace

std::string chosenBy(Update op) {
  const std::string function = functionOf(op);
  return function.empty() ? spellingOf(op) : function;
}

std::optional<RunningMaximum> maximumOf(const Expr &value, const Expr &before) {
  RunningMaximum result{before, {}};
  const Expr &inner = plain(value);
  const Expr *score = nullptr;
  if (inner.kind == Kind::Call && inner.operands.size() == 2) {
    score = besides(inner, before);
    result.join = inner.text == spellingOf(Update::Greatest)
                      ? Update::Greatest
                      : updateByFunction(inner.text);
    if (result.join == Update::None || isLeast(result.join))
      return std::nullopt;
  } else if (const Expr *greater =
                 inner.kind == Kind::Select ? chosenWhere(inner) : nullptr) {
    score = besides(inner.operands[0], before);
    result.join = Update::Greatest;
    // `m > s ? m : s` takes an s that is no number, and gives it up again.
    result.isTotal = score && isSame(*greater, *score);
  }
  for (const ElementType &by : {inner.type, value.type})
    if (!score || !holds(by, before.type) || !holds(by, score->type))
      return std::nullopt;
  result.score = *score;
  return result;
}

/// Whether \p value is M.
bool RescaledTerms::isMaximum(const Expr &value) const {
  const auto found = maximumOf(value, maximum.before);
  return found && found->join == maximum.join &&
         found->isTotal == maximum.isTotal &&
         isSame(found->score, maximum.score);
}

/// Whether \p value is g(from - M), by the g that all have.
bool RescaledTerms::isPower(const Expr &value, const Expr &from) {
  const Expr &inner = plain(value);
  if (inner.kind != Kind::Call || inner.operands.size() != 1 ||
      !llvm::is_contained(exponentials, inner.text))
    return false;
  const Expr &difference = plain(inner.operands[0]);
  if (!isBinary(difference, Operator::Subtract) ||
      !isSame(difference.operands[0], from) ||
      !isMaximum(difference.operands[1]))
    return false;
  if (name.empty())
    name = inner.text;
  if (type.bytes < inner.type.bytes)
    type = inner.type;
  return name == inner.text;
}

/// What \p value, g(from - M), or that but where M is -infinity or `from`, is
/// there; nothing for others. Only what is 1 wherever the two are one has the
/// same sums for all scores.
std::optional<RescaledTerms::AtLowest> RescaledTerms::factor(const Expr &value,
                                                             const Expr &from) {
  const Expr &inner = plain(value);
  if (isPower(inner, from)) {
    areTotal = false;
    isMet |= mayBeInfinite(maximum.score);
    return AtLowest::Computed;
  }
  if (inner.kind != Kind::Select)
    return std::nullopt;
  const Expr &condition = inner.operands[0];
  const bool isEqual = isBinary(condition, Operator::Equal);
  if (!isEqual && !isBinary(condition, Operator::NotEqual))
    return std::nullopt;
  const Expr &there = inner.operands[isEqual ? 1 : 2],
             &elsewhere = inner.operands[isEqual ? 2 : 1];
  const bool isSecond = isMaximum(condition.operands[1]);
  if (!isSecond && !isMaximum(condition.operands[0]))
    return std::nullopt;
  const Expr &other = condition.operands[isSecond ? 0 : 1];
  const bool isOne = isNumber(there, 1);
  if (!isPower(elsewhere, from))
    return std::nullopt;
  if (isSame(other, from) && isOne)
    return AtLowest::One;
  areTotal = false;
  if (!isMinusInfinity(other) || (!isOne && !isNumber(there, 0)))
    return std::nullopt;
  return isOne ? AtLowest::One : AtLowest::Zero;
}

/// The factors of \p value, a product; what it is divided by has to be free.
bool RescaledTerms::addFactors(const Expr &value, Term &into) const {
  const Expr &inner = plain(value);
  if (isBinary(inner, Operator::Multiply))
    return addFactors(inner.operands[0], into) &&
           addFactors(inner.operands[1], into);
  if (isBinary(inner, Operator::Divide)) {
    into.isDivided = true;
    return isFree(inner.operands[1]) && addFactors(inner.operands[0], into);
  }
  into.factors.push_back(inner);
  return true;
}

bool RescaledTerms::addTerms(const Expr &value, bool isNegated,
                             std::vector<Term> &into) const {
  const Expr &inner = plain(value);
  const bool isDifference = isBinary(inner, Operator::Subtract);
  if (isDifference || isBinary(inner, Operator::Add))
    return addTerms(inner.operands[0], isNegated, into) &&
           addTerms(inner.operands[1], isNegated != isDifference, into);
  into.push_back({{}, isNegated});
  return addFactors(inner, into.back());
}

/// Whether \p term is one of the iteration's own: free but for g(s - M). Where
/// that is 0 a factor that is infinite makes no number of it, elsewhere it may
/// make infinity. \p isCounted: gets true if it is added where M is -infinity.
bool RescaledTerms::takeTerm(const Term &term, bool &isCounted) {
  bool found = false;
  for (const Expr &one : term.factors) {
    const std::optional<AtLowest> own =
        found ? std::nullopt : factor(one, maximum.score);
    if (!own && !isFree(one))
      return false;
    found |= own.has_value();
    isCounted |= own == AtLowest::One;
    areTotal &= own || isNumber(one, 1);
    isMet |= !own && mayBeInfinite(one);
  }
  areTotal &= !term.isDivided;
  return found;
}

bool RescaledTerms::isSum(const Expr &before, const Expr &after) {
  std::vector<Term> terms;
  if (!before.type.isFloating() || !addTerms(after, false, terms))
    return false;
  std::optional<AtLowest> rescaled;
  bool isAdded = false, isCounted = false;
  for (const Term &term : terms) {
    const auto isOwn = [&](const Expr &one) {
      return plain(one).isSame(before);
    };
    if (llvm::none_of(term.factors, isOwn)) {
      if (!takeTerm(term, isCounted))
        return false;
      isAdded = true;
      continue;
    }
    // The sum so far, once, by nothing but its factor.
    if (rescaled || term.isNegated || term.isDivided ||
        term.factors.size() != 2)
      return false;
    rescaled =
        factor(term.factors[isOwn(term.factors[0]) ? 1 : 0], maximum.before);
    if (!rescaled)
      return false;
  }
  // Of terms of -infinity all count, or none, not only the last one.
  return rescaled && isAdded && !(isCounted && *rescaled == AtLowest::Zero);
}

} // namespace sparsec
