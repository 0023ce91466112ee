//===- DigitTables.cpp - factors for all values of low digits -------------===//
///
/// \file
/// A factor that depends on the digit d and, besides, only on digits that
/// change much less often, is multiplied in each time d changes, though it goes
/// back and forth between two values. Such factors are multiplied for both
/// values of d where the others change, and the product picks one of the two:
///
///     x += a; .. rest * x * y               t0 = x * y; t1 = (x + a) * (y + b)
///     y += b; .. rest * x * y          =>   rest * t0 .. rest * t1
///
/// and likewise for all values of two or three digits. Matrix/DigitCost.h says
/// where that is cheaper.
///
//===----------------------------------------------------------------------===//

#include "DigitValues.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/DoubleDouble.h"
#include "sparsec/Matrix/DigitCost.h"

#include "llvm/ADT/STLExtras.h"

#include <bit>
#include <utility>

namespace sparsec {
namespace {

using Value = DigitValue;
using Operands = std::vector<unsigned>;

class TableMaker {
public:
  TableMaker(DigitBody &body, const BinaryDigits &digits, unsigned tabled)
      : body(body), digits(digits), tabled(tabled) {}

  void run() {
    const std::vector<unsigned> needed = body.needed();
    std::vector<unsigned> uses(body.values.size());
    for (unsigned number : needed)
      for (unsigned operand : body.values[number].operands)
        ++uses[operand];
    for (const DigitUpdate &update : body.updates)
      ++uses[update.value];
    for (unsigned number : needed)
      if (body.values[number].kind == Value::Kind::Product)
        tabulate(number, uses);
  }

private:
  /// A factor, and the digits of it that no table has yet.
  struct Factor {
    unsigned value;
    PlaceSet places;
  };
  using Factors = std::vector<Factor>;

  void tabulate(unsigned product, const std::vector<unsigned> &uses) {
    Factors factors;
    Operands others;
    for (unsigned operand : body.values[product].operands) {
      const Value &value = body.values[operand];
      bool isFactor = value.kind == Value::Kind::Carried && value.digits &&
                      uses[operand] == 1 && changesByNumbers(value);
      if (isFactor)
        factors.push_back({operand, value.digits});
      else
        others.push_back(operand);
    }
    llvm::append_range(others, versions(factors, {}).front());
    body.values[product].operands = std::move(others);
  }

  /// Whether what low digits change in the sum \p value is known.
  bool changesByNumbers(const Value &value) const {
    return llvm::all_of(value.operands, [&](unsigned operand) {
      const Value &leaf = body.values[operand];
      bool isLow =
          leaf.digits && unsigned(std::countr_zero(leaf.digits)) < tabled;
      return !isLow || changeOf(leaf);
    });
  }

  std::optional<Number> changeOf(const Value &leaf) const {
    LoopExpr clear = leafAt(leaf, digits, 0), set = leafAt(leaf, digits, 1);
    return numberOf(LoopExpr::binary(Operator::Subtract, set, clear));
  }

  /// What \p factors are as operands of a product, for each value of the digits
  /// \p fixed: bit i of the position is that of fixed[i].
  std::vector<Operands> versions(const Factors &factors,
                                 const std::vector<unsigned> &fixed) {
    const unsigned count = 1u << fixed.size();
    std::vector<Operands> result(count);
    Factors single;
    for (unsigned place = 0; place < digits.size(); ++place) {
      Factors group;
      for (const Factor &factor : factors)
        if (factor.places && unsigned(std::countr_zero(factor.places)) == place)
          group.push_back(factor);
      if (!pays(group, place, unsigned(fixed.size()))) {
        llvm::append_range(single, group);
        continue;
      }
      for (Factor &factor : group)
        factor.places &= ~(PlaceSet(1) << place);
      std::vector<unsigned> more = fixed;
      more.push_back(place);
      std::vector<Operands> tables = versions(group, more);
      for (unsigned version = 0; version < count; ++version)
        result[version].push_back(
            pick(place, tables[version], tables[version + count]));
    }
    for (const Factor &factor : factors)
      if (!factor.places)
        single.push_back(factor);
    for (const Factor &factor : single)
      for (unsigned version = 0; version < count; ++version)
        result[version].push_back(shifted(factor.value, fixed, version));
    return result;
  }

  bool pays(const Factors &group, unsigned place, unsigned depth) const {
    std::vector<PlaceSet> rows;
    for (const Factor &factor : group)
      rows.push_back(factor.places);
    return !rows.empty() && tablePays(rows, place, depth, tabled);
  }

  /// Which of two products, that of \p clear and that of \p set, \p place says.
  unsigned pick(unsigned place, const Operands &clear, const Operands &set) {
    Value value;
    value.kind = Value::Kind::Pick;
    value.operands = {productOf(clear), productOf(set)};
    value.digit = place;
    value.digits = uint64_t(1) << place;
    value.type = typeOf(clear);
    return add(std::move(value));
  }

  unsigned productOf(const Operands &operands) {
    bool isStored = body.values[operands.front()].kind == Value::Kind::Offset;
    if (operands.size() == 1 && !isStored)
      return operands.front();
    Value value;
    value.kind = Value::Kind::Product;
    value.operands = operands;
    value.type = typeOf(operands);
    value.stem = "table";
    return add(std::move(value));
  }

  /// The type of the product of \p operands: of two doubles if one of them is.
  ElementType typeOf(const Operands &operands) const {
    auto isPair = [&](unsigned operand) {
      return body.values[operand].type.isPair();
    };
    auto pair = llvm::find_if(operands, isPair);
    return body.values[pair == operands.end() ? operands.front() : *pair].type;
  }

  /// The sum \p value with the digits \p fixed as \p version says.
  unsigned shifted(unsigned value, const std::vector<unsigned> &fixed,
                   unsigned version) {
    if (fixed.empty())
      return value;
    unsigned result = withClear(value, fixed);
    std::optional<LoopExpr> by;
    for (unsigned operand : body.values[value].operands) {
      const Value &leaf = body.values[operand];
      auto place = llvm::find_if(fixed, [&](unsigned digit) {
        return leaf.digits == uint64_t(1) << digit;
      });
      if (place == fixed.end() || !(version >> (place - fixed.begin()) & 1))
        continue;
      // Twice the digits are more than the sum of two changes would have.
      if (by && body.values[value].type.isDoubleDouble())
        result = offset(result, *std::exchange(by, std::nullopt));
      LoopExpr change = expressionOf(*changeOf(leaf));
      by = by ? folded(LoopExpr::binary(Operator::Add, *by, change)) : change;
    }
    return by ? offset(result, *by) : result;
  }

  unsigned offset(unsigned base, LoopExpr by) {
    Value result;
    result.kind = Value::Kind::Offset;
    result.expr = std::move(by);
    result.operands = {base};
    result.type = body.values[base].type;
    return add(std::move(result));
  }

  /// The sum \p value with the digits \p fixed clear.
  unsigned withClear(unsigned value, const std::vector<unsigned> &fixed) {
    auto [known, isNew] = cleared.try_emplace(value, 0);
    if (!isNew)
      return known->second;
    Value result = body.values[value];
    result.digits = 0;
    for (unsigned &operand : result.operands) {
      const Value leaf = body.values[operand];
      bool isFixed = llvm::any_of(fixed, [&](unsigned digit) {
        return leaf.digits == uint64_t(1) << digit;
      });
      if (!isFixed)
        continue;
      Value constant = leaf;
      constant.expr = leafAt(leaf, digits, 0);
      constant.digits = 0;
      operand = add(std::move(constant));
    }
    return known->second = add(std::move(result));
  }

  unsigned add(Value value) {
    for (unsigned operand : value.operands)
      value.digits |= body.values[operand].digits;
    body.values.push_back(std::move(value));
    return unsigned(body.values.size() - 1);
  }

  DigitBody &body;
  const BinaryDigits &digits;
  const unsigned tabled;
  /// Factors => what they are with the digits of their tables clear.
  std::map<unsigned, unsigned> cleared;
};

} // namespace

void tabulateProducts(DigitBody &body, const BinaryDigits &digits,
                      unsigned tabled) {
  TableMaker(body, digits, tabled).run();
}

} // namespace sparsec
