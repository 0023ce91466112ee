//===- AskedArrays.cpp - index arrays that a step's text reads ------------===//

#include "Support/AskedArrays.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/IR/Widths.h"
#include "sparsec/Transforms/LoopUtils.h"

#include <climits>

namespace sparsec {

llvm::Error askArray(Program &program, const std::string &statement,
                     const std::string &array, const std::string &reader) {
  const Phase *own = program.phaseOf(statement);
  for (const Phase &phase : program.phases) {
    if (phase.role != Phase::Role::Execute && &phase != own)
      continue;
    const std::string writer = writerIn(program, phase, array);
    if (!writer.empty())
      return refuse(reader + " reads '" + array + "', which '" + writer +
                    "' writes: it needs the same values whenever the loops "
                    "run");
  }
  program.arrays.at(array).isIndex = true;
  return llvm::Error::success();
}

llvm::Error checkAsked(const Program &program, const Statement &asking,
                       const CallTable &known, const std::string &reader) {
  const std::set<std::string> safe =
      CallSafety(program, {&asking}).safeCalls(asking, asking.domain);
  for (const auto &[name, call] : asking.calls)
    if (!known.count(name) && !safe.count(name))
      return refuse("'" + name + "' in " + reader + " may lie outside '" +
                    call.function + "' for some instances of '" + asking.name +
                    "'; say how long it is, with extent(" + call.function +
                    ", ..)");
  return llvm::Error::success();
}

/// `{ : }` the parameters of \p names are within their types, and those of 64
/// bits not at the ends, as those of 32 bits: `level[i] + 1` fits.
static isl::set typeRanges(const Program &program, const CallTable &calls,
                           const std::vector<std::string> &names) {
  const TypeOf typeOf = typesIn(program, calls);
  const isl::space unit = isl::space::unit(program.context.ctx());
  isl::set ranges = isl::set::universe(unit);
  for (const std::string &name : names) {
    const std::optional<ElementType> type = typeOf(name);
    if (!type || !type->isInteger())
      continue;
    const bool isLong = type->bytes > 4;
    const long most =
        isLong ? LONG_MAX - maxOffset
               : (1L << (8 * type->bytes - (type->isSigned ? 1 : 0))) - 1;
    const isl::pw_aff value = poly::parameter(unit, name);
    ranges = ranges.intersect(value.le_set(poly::constant(unit, most)))
                 .intersect(value.ge_set(
                     poly::constant(unit, type->isSigned ? -most - 1 : 0)));
  }
  return ranges;
}

llvm::Error checkFits(const Program &program, const Statement &asking,
                      const isl::pw_aff &value, const std::string &reader,
                      long more) {
  const isl::set places =
      asking.instances()
          .intersect_params(program.context)
          .intersect_params(
              CallSafety(program, {&asking}).rangesOf(asking.calls));
  std::vector<std::string> names = poly::paramNames(value.space());
  for (const std::string &name : poly::paramNames(places.space()))
    names.push_back(name);
  const isl::set within =
      places.intersect_params(typeRanges(program, asking.calls, names));
  const isl::space space = value.space().domain();
  const bool fits =
      within.intersect(value.gt_set(poly::constant(space, LONG_MAX - more)))
          .is_empty() &&
      within.intersect(value.lt_set(poly::constant(space, LONG_MIN)))
          .is_empty();
  if (fits)
    return llvm::Error::success();
  std::string fact = "known(\"n <= 1000000\")";
  for (const auto &[name, call] : asking.calls)
    if (poly::involvesParam(value, name))
      fact = "range(" + call.function + ", 0, 1000000)";
  return refuse(reader +
                " may not fit in 64 bits; say how large its parts "
                "are, as in " +
                fact);
}

} // namespace sparsec
