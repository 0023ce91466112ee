//===- LegalizeIntegers.cpp - values that an int cannot hold --------------===//

#include "sparsec/IR/Widths.h"

#include <climits>

namespace sparsec {

bool isTruth(const ElementType &type) { return type.spelling == "_Bool"; }

bool holdsAll(const ElementType &to, const ElementType &from) {
  if (isTruth(to) || isTruth(from))
    return isTruth(from);
  return to.isSigned == from.isSigned ? to.bytes >= from.bytes
                                      : to.isSigned && to.bytes > from.bytes;
}

TypeOf typesIn(const Program &program, const CallTable &calls) {
  return [&program,
          &calls](const std::string &name) -> std::optional<ElementType> {
    auto call = calls.find(name);
    if (call != calls.end())
      return program.arrays.at(call->second.function).type;
    if (const Parameter *parameter = program.findParameter(name))
      return parameter->type;
    return std::nullopt;
  };
}

bool mayExceedInt(const isl::set &set, unsigned pos, const TypeOf &typeOf) {
  isl::space unit = isl::space::unit(set.ctx());
  isl::set ranges = isl::set::universe(unit);
  for (const std::string &name : poly::paramNames(set.space())) {
    std::optional<ElementType> type = typeOf(name);
    if (!type || !type->isInteger() || type->bytes > 4)
      continue;
    long count = 1L << (8 * type->bytes);
    long least = type->isSigned ? -count / 2 : 0, most = least + count - 1;
    if (type->bytes == 4) {
      least += maxOffset;
      most -= maxOffset;
    }
    isl::pw_aff value = poly::parameter(unit, name);
    ranges = ranges.intersect(value.ge_set(poly::constant(unit, least)))
                 .intersect(value.le_set(poly::constant(unit, most)));
  }
  isl::set values = set.intersect_params(ranges);
  isl::pw_aff value = poly::dimension(values.space(), pos);
  isl::pw_aff most = poly::constant(values.space(), INT_MAX);
  isl::pw_aff least = poly::constant(values.space(), INT_MIN);
  return !values.intersect(value.gt_set(most)).is_empty() ||
         !values.intersect(value.lt_set(least)).is_empty();
}

} // namespace sparsec
