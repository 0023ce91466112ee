//===- PermuteDigits.cpp - another order of all numbers -------------------===//
///
/// \file
/// `permute_digits` lets binary digit d of a loop's iterator be that at place
/// places[d] of the new one:
///
///     for s in [0, 2^n)                 for s in [0, 2^n)
///       .. (s >> e) & 1 ..       =>       .. (s >> places[e]) & 1 ..
///
/// { X[s'] -> S[s] : digit d of s is digit places[d] of s' } is a bijection of
/// [0, 2^n). The checker is told of it as a function that permutes these
/// numbers: all old iterations run, each once, in an order of which it knows no
/// more, so that the step is legal where the loop may run in any. The digit
/// that changes most often can so be the one that costs least.
///
/// An exponent that is an element of a bound array becomes one of an array that
/// holds the places, and exists at compile time only.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop over all numbers"},
    {"places", ParameterSpec::Kind::Integers,
     "the place of each digit, from the lowest one on: a permutation of 0 to "
     "n - 1"},
};

/// The digits of one statement's loop value.
class DigitRenamer {
public:
  DigitRenamer(Program &program, const isl::pw_aff &value,
               const std::vector<long> &places)
      : program(program), value(value), places(places) {}

  /// \p expr with its digits renamed. Errors: the loop's value elsewhere.
  llvm::Expected<Expr> renamed(const Expr &expr) {
    if (const Expr *shift = shiftOf(expr)) {
      if (involves(shift->operands[0])) {
        llvm::Expected<Expr> place = placeOf(shift->operands[1]);
        if (!place)
          return place.takeError();
        if (!isNumber(shift->operands[0]))
          return refuse("digits are taken of another number than the loop's, "
                        "but for multiples of 2^" +
                        llvm::Twine(places.size()));
        Expr result = expr;
        (isOne(expr.operands[1]) ? result.operands[0] : result.operands[1])
            .operands[1] = std::move(*place);
        return result;
      }
    }
    for (const isl::pw_aff &subscript : expr.subscripts)
      if (involvesValue(subscript))
        return refuse("the loop's number is used in another way than "
                      "(s >> k) & 1");
    Expr result = expr;
    for (Expr &operand : result.operands) {
      llvm::Expected<Expr> part = renamed(operand);
      if (!part)
        return part.takeError();
      operand = std::move(*part);
    }
    return result;
  }

  bool involvesValue(const isl::pw_aff &other) const {
    unsigned dims = value.domain().tuple_dim();
    for (unsigned pos = 0; pos < dims; ++pos)
      if (poly::involvesDim(value, pos) && poly::involvesDim(other, pos))
        return true;
    return false;
  }

private:
  static std::optional<long> constantOf(const Expr &expr) {
    if (expr.kind == Expr::Kind::Affine)
      return poly::constantValue(expr.subscripts[0]);
    long number = 0;
    bool isNumber =
        expr.kind == Expr::Kind::Constant &&
        !llvm::StringRef(expr.text).rtrim("lL").getAsInteger(0, number);
    return isNumber ? std::optional<long>(number) : std::nullopt;
  }
  static bool isOne(const Expr &expr) { return constantOf(expr) == 1; }

  /// The `value >> e` of `value >> e & 1`; null for others.
  static const Expr *shiftOf(const Expr &expr) {
    if (expr.kind != Expr::Kind::Binary || expr.op != Operator::BitAnd)
      return nullptr;
    for (unsigned side : {0u, 1u})
      if (isOne(expr.operands[1 - side]) &&
          expr.operands[side].kind == Expr::Kind::Binary &&
          expr.operands[side].op == Operator::ShiftRight)
        return &expr.operands[side];
    return nullptr;
  }

  bool involves(const Expr &expr) const {
    bool found = false;
    expr.walk([&](const Expr &part) {
      for (const isl::pw_aff &subscript : part.subscripts)
        found |= involvesValue(subscript);
    });
    return found;
  }

  /// Whether \p expr is the loop's value but for a multiple of 2^n.
  bool isNumber(const Expr &expr) const {
    std::optional<isl::pw_aff> number = sumOf(expr);
    if (!number)
      return false;
    isl::pw_aff rest = number->sub(value).intersect_params(program.context);
    isl::val least = poly::leastValue(rest);
    std::optional<long> change = poly::longValue(least);
    return change && least.eq(poly::greatestValue(rest)) &&
           *change % (1L << places.size()) == 0;
  }

  /// \p expr where it is a sum of affine values and their multiples.
  std::optional<isl::pw_aff> sumOf(const Expr &expr) const {
    if (std::optional<long> number = constantOf(expr))
      return poly::constant(value.domain().space(), *number);
    if (expr.kind == Expr::Kind::Affine)
      return expr.subscripts[0];
    if (expr.kind == Expr::Kind::Cast)
      return sumOf(expr.operands[0]);
    bool isKnown = expr.kind == Expr::Kind::Binary &&
                   (expr.op == Operator::Add || expr.op == Operator::Subtract ||
                    expr.op == Operator::Multiply);
    if (!isKnown)
      return std::nullopt;
    std::optional<isl::pw_aff> left = sumOf(expr.operands[0]),
                               right = sumOf(expr.operands[1]);
    if (!left || !right)
      return std::nullopt;
    if (expr.op != Operator::Multiply)
      return expr.op == Operator::Add ? left->add(*right) : left->sub(*right);
    bool isMultiple = poly::isConstant(*left) || poly::isConstant(*right);
    return isMultiple ? std::optional<isl::pw_aff>(left->mul(*right))
                      : std::nullopt;
  }

  /// Digits beyond the permuted ones stay.
  long placeOf(long digit) const {
    return digit >= 0 && digit < long(places.size()) ? places[size_t(digit)]
                                                     : digit;
  }

  llvm::Expected<Expr> placeOf(const Expr &digit) {
    if (std::optional<long> number = constantOf(digit))
      return Expr::constant(std::to_string(placeOf(*number)),
                            ElementType::int32());
    if (digit.kind == Expr::Kind::Affine)
      return Expr::access(table("", places), {digit.subscripts[0]},
                          ElementType::int32());
    auto array = program.arrays.find(digit.text);
    bool isBound = digit.kind == Expr::Kind::Access &&
                   array != program.arrays.end() && array->second.contents;
    if (!isBound)
      return refuse("a digit's number is known only when the program runs; "
                    "specialize the array that it comes from");
    std::vector<long> values;
    for (long element : array->second.contents->integers)
      values.push_back(placeOf(element));
    return Expr::access(table(digit.text, values), digit.subscripts,
                        ElementType::int32());
  }

  /// The array that holds the places of those in \p source, made once.
  std::string table(const std::string &source,
                    const std::vector<long> &values) {
    for (const auto &[name, array] : program.arrays)
      if (array.owner == Array::Owner::Constant && array.contents &&
          array.contents->integers == values)
        return name;
    Array made;
    made.name =
        program.freshName(source.empty() ? "places" : source + "_places");
    made.type = ElementType::int32();
    made.owner = Array::Owner::Constant;
    made.extents = {poly::constant(isl::space::unit(program.context.ctx()),
                                   long(values.size()))};
    made.isConst = true;
    made.contents = Contents{values, {}};
    std::string name = made.name;
    program.arrays.emplace(name, std::move(made));
    return name;
  }

  Program &program;
  const isl::pw_aff value;
  const std::vector<long> &places;
};

bool isPermutation(std::vector<long> places) {
  llvm::sort(places);
  for (size_t at = 0; at < places.size(); ++at)
    if (places[at] != long(at))
      return false;
  return true;
}

/// Whether the loop gives \p statement all of [0, 2^n), whatever the other
/// loops do, and nothing but its body depends on it.
bool isFullRange(const Program &program, const Statement &statement,
                 const isl::pw_aff &value, size_t count) {
  isl::set domain = statement.domain.intersect_params(program.context);
  std::vector<unsigned> own;
  for (unsigned pos = 0; pos < value.domain().tuple_dim(); ++pos)
    if (poly::involvesDim(value, pos))
      own.push_back(pos);
  if (own.size() != 1 ||
      !value.plain_is_equal(poly::dimension(statement.space(), own[0])) ||
      poly::involvesDim(statement.constraints, own[0]))
    return false;
  isl::pw_aff zero = poly::constant(statement.space(), 0);
  isl::pw_aff end = poly::constant(statement.space(), 1L << count);
  isl::set all = poly::eliminateDims(domain, own)
                     .intersect(value.ge_set(zero))
                     .intersect(value.lt_set(end));
  if (!all.is_equal(domain))
    return false;
  return llvm::none_of(statement.calls, [&](const auto &entry) {
    return llvm::any_of(entry.second.arguments, [&](const isl::pw_aff &each) {
      return poly::involvesDim(each, own[0]);
    });
  });
}

llvm::Error renameIn(Program &program, Statement &statement,
                     const isl::pw_aff &value,
                     const std::vector<long> &places) {
  if (!statement.assignment)
    return refuse("'" + statement.name + "' is no assignment");
  if (!isFullRange(program, statement, value, places.size()))
    return refuse("'" + statement.name +
                  "' does not run for all numbers from "
                  "0 to 2^" +
                  llvm::Twine(places.size()) +
                  " - 1 of the loop; specialize its bound, and permute "
                  "digits before other steps");
  DigitRenamer renamer(program, value, places);
  for (const isl::pw_aff &subscript : statement.assignment->target.subscripts)
    if (renamer.involvesValue(subscript))
      return refuse("'" + statement.name +
                    "' writes another element for each "
                    "number");
  llvm::Expected<Expr> body = renamer.renamed(statement.assignment->value);
  if (!body)
    return body.takeError();
  statement.assignment->value = std::move(*body);
  return llvm::Error::success();
}

/// { X[.., s', ..] -> S[.., digits(s'), ..] }: as sets, the sum of n digits
/// each times a power of two is more than isl proves anything about.
InstanceMap permutedMap(const Statement &statement, const isl::pw_aff &value,
                        const std::string &digits) {
  InstanceMap map{
      statement.name, statement.name,
      isl::pw_multi_aff(statement.space().identity_multi_aff_on_domain())};
  isl::pw_aff old = addCall(map.calls, {digits, {value}}, statement.iterators,
                            statement.space());
  std::vector<isl::pw_aff> values;
  for (unsigned pos = 0; pos < statement.iterators.size(); ++pos) {
    isl::pw_aff own = statement.iterator(pos);
    values.push_back(own.plain_is_equal(value) ? old : own);
  }
  map.map = poly::makeMap(statement.space(), statement.name, values);
  return map;
}

/// Numbers below \p count whose digits change places are the same numbers.
void addPermutationFacts(StepResult &result, const std::string &digits,
                         long count) {
  isl::space params = isl::space::unit(result.program.context.ctx());
  isl::pw_aff end = poly::constant(params, count);
  result.mapFacts = {provedRange(digits, poly::constant(params, 0), end),
                     provedFact(Fact::Kind::Permutation, {digits})};
  result.mapFacts.back().upper = end;
}

llvm::Expected<StepResult> permuteDigits(const Program &program,
                                         const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  const std::vector<long> places = args.integers("places");
  if (places.size() > 62 || !isPermutation(places))
    return refuse("`places` is no permutation of 0 to " +
                  llvm::Twine(places.size() - 1));
  auto loop = requireLoop(program, statement, name);
  if (!loop)
    return loop.takeError();
  const std::string digits = program.freshName(name + "_digits");
  for (const std::string &inside : (*loop)->statements()) {
    Statement &renamed = result.program.statement(inside);
    const isl::pw_aff &value = (*loop)->values.at(inside);
    if (llvm::Error unfit = renameIn(result.program, renamed, value, places))
      return unfit;
    result.instanceMaps.push_back(permutedMap(renamed, value, digits));
  }
  addPermutationFacts(result, digits, 1L << places.size());
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return permuteDigits(program, args); });
}

} // namespace

extern const TransformSpec permute_digitsSpec;
const TransformSpec permute_digitsSpec = {
    .name = "permute_digits",
    .summary = "run over all numbers with their binary digits in another order",
    .before = "for s in [0, 2^n)\n  .. (s >> e) & 1 ..",
    .after = "for s in [0, 2^n)\n  .. (s >> places[e]) & 1 ..",
    .legality = "when no dependence is carried by the loop, reductions apart "
                "(floating-point ones need allow_reassociation()); the body "
                "may use the iterator as (s >> e) & 1 only",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
