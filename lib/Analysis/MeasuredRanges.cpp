//===- MeasuredRanges.cpp - how far values of index arrays go -------------===//
///
/// \file
///     #pragma sparsec range(row, 0, ?)       for q < nnz              // once
///     for e < nnz                       =>     row_end = max(row_end,
///       y[row[e]] += v[e]                                    row[q] + 1)
///
/// `y` has `row_end` elements then. All elements of the index array count, as
/// in a fact: its values stay below the end wherever a step reads them.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/MeasuredRanges.h"

#include "sparsec/IR/ArrayLengths.h"
#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

/// `[n] -> { [value] }`: no element of \p array is less; the base of rows that
/// do not decrease is such a value.
std::optional<isl::pw_aff> leastElement(const Program &program,
                                        const std::string &array) {
  for (const Fact *fact : program.factsAbout(array, Fact::Kind::Range))
    if (fact->lower)
      return fact->lower;
  if (program.factsAbout(array, Fact::Kind::Monotonic).empty())
    return std::nullopt;
  for (const Fact *fact : program.factsAbout(array, Fact::Kind::Boundary))
    if (poly::constantValue(*fact->at) == 0L)
      return fact->upper;
  return std::nullopt;
}

bool hasUpperEnd(const Program &program, const std::string &array) {
  return llvm::any_of(program.factsAbout(array, Fact::Kind::Range),
                      [](const Fact *fact) { return fact->upper.has_value(); });
}

/// Whether facts tell the least element of \p array and not the greatest.
bool isOpen(const Program &program, const Array &array) {
  return array.owner == Array::Owner::Argument && !array.isScalar() &&
         array.type.isInteger() && !hasUpperEnd(program, array.name) &&
         leastElement(program, array.name);
}

bool isNegative(const isl::pw_aff &least, const Program &program) {
  const isl::pw_aff zero =
      poly::constant(isl::space::unit(program.context.ctx()), 0);
  return !least.lt_set(zero).intersect(program.context).is_empty();
}

/// The extents of \p array; nothing where one is not known.
std::optional<std::vector<isl::pw_aff>> extentsOf(const Program &program,
                                                  const Array &array) {
  std::vector<isl::pw_aff> extents;
  for (size_t dim = 0; dim < array.extents.size(); ++dim) {
    if (array.extents[dim]) {
      extents.push_back(*array.extents[dim]);
      continue;
    }
    llvm::Expected<isl::pw_aff> first = firstExtent(program, array);
    if (!first) {
      llvm::consumeError(first.takeError());
      return std::nullopt;
    }
    extents.push_back(std::move(*first));
  }
  return extents;
}

/// `{ name[q..] : all elements of array }`: raises \p end above the element.
Statement measuring(const Program &program, const std::string &array,
                    const std::vector<isl::pw_aff> &extents,
                    const std::string &end) {
  Statement made;
  made.name = program.freshName("measure_" + end);
  const isl::space space = poly::tupleSpace(program.context.ctx(), made.name,
                                            unsigned(extents.size()));
  made.domain = made.constraints = isl::set::universe(space);
  std::vector<isl::pw_aff> place;
  for (unsigned dim = 0; dim < extents.size(); ++dim) {
    made.iterators.push_back("q" + (dim ? std::to_string(dim) : ""));
    place.push_back(poly::dimension(space, dim));
    made.domain =
        made.domain.intersect(place.back().ge_set(poly::constant(space, 0)))
            .intersect(place.back().lt_set(poly::onSpace(extents[dim], space)));
  }
  made.domain = poly::withDimNames(made.domain, made.iterators);
  const isl::pw_aff value =
      addCall(made.calls, {array, place}, made.iterators, space);
  made.action = Action{action::Measure{end, value}, "measure"};
  return made;
}

/// Whether \p phase measures what \p made needs.
bool isNeeded(const Program &program, const Phase &phase,
              const Statement &made) {
  return llvm::any_of(phase.tree.statements(), [&](const std::string &name) {
    const auto &action = program.statement(name).action;
    const auto *measure = action ? action->as<action::Measure>() : nullptr;
    return measure && poly::involvesParam(made.domain, measure->length);
  });
}

/// Before all other inspectors, which may need it, but for those that it needs.
void addInspector(Program &program, Statement made) {
  ScheduleTree tree = ScheduleTree::leaf(made.name);
  for (size_t pos = made.iterators.size(); pos-- > 0;)
    tree = ScheduleTree::loop(made.iterators[pos],
                              {{made.name, made.iterator(unsigned(pos))}},
                              std::move(tree));
  auto place = program.phases.end();
  while (place != program.phases.begin() &&
         !isNeeded(program, *(place - 1), made))
    --place;
  program.phases.insert(place, {Phase::Role::Inspect, std::move(tree)});
  const std::string name = made.name;
  program.statements.insert_or_assign(name, std::move(made));
}

/// Of one array, and of those whose values tell how long others are.
class LengthMeasurement {
public:
  explicit LengthMeasurement(const Program &program) : next(program) {}

  bool measure(const std::string &array);

  Program next;

private:
  bool close(const std::string &index);
  std::optional<isl::pw_aff> lengthOf(const std::string &array) const;

  std::set<std::string> visited;
  /// `{ : }` an end is 0 where there are no elements.
  isl::set ends = isl::set::universe(next.context.space());
};

/// Not negative.
std::optional<isl::pw_aff>
LengthMeasurement::lengthOf(const std::string &array) const {
  Program known = next;
  known.context = known.context.intersect(ends);
  llvm::Expected<isl::pw_aff> length =
      firstExtent(known, known.arrays.at(array));
  if (!length) {
    llvm::consumeError(length.takeError());
    return std::nullopt;
  }
  const isl::pw_aff zero =
      poly::constant(isl::space::unit(next.context.ctx()), 0);
  return known.context.is_subset(length->ge_set(zero))
             ? *length
             : length->max(zero).coalesce();
}

/// Measures the values of \p index, once it is known how many there are.
bool LengthMeasurement::close(const std::string &index) {
  if (hasUpperEnd(next, index) || (!lengthOf(index) && !measure(index)))
    return false;
  std::optional<Program> measured = withMeasuredRange(next, index);
  if (!measured)
    return false;
  const isl::space unit = isl::space::unit(next.context.ctx());
  const isl::pw_aff end =
      poly::parameter(unit, measured->parameters.back().name);
  isl::set hasSome = next.context;
  const auto extents = extentsOf(next, next.arrays.at(index));
  for (const isl::pw_aff &extent : *extents)
    hasSome = hasSome.intersect(extent.ge_set(poly::constant(unit, 1)));
  ends = ends.intersect(hasSome.unite(end.le_set(poly::constant(unit, 0))));
  next = std::move(*measured);
  return true;
}

bool LengthMeasurement::measure(const std::string &array) {
  if (!visited.insert(array).second)
    return false;
  for (const std::string &index : tellingArrays(next, next.arrays.at(array))) {
    if (!close(index))
      continue;
    if (const std::optional<isl::pw_aff> length = lengthOf(array)) {
      next.arrays.at(array).extents[0] = *length;
      return true;
    }
  }
  return false;
}

/// Whether some access to \p array is under a condition on data: elements that
/// no iteration touches may not be there.
bool isTouchedUnderMask(const Program &program, const std::string &array) {
  return llvm::any_of(program.statements, [&](const auto &entry) {
    const Statement &statement = entry.second;
    return statement.assignment && statement.assignment->mask() &&
           llvm::any_of(statement.accesses(), [&](const Access &access) {
             return access.array == array;
           });
  });
}

} // namespace

bool hasOpenRange(const Program &program) {
  return llvm::any_of(program.arrays, [&](const auto &entry) {
    return isOpen(program, entry.second);
  });
}

std::optional<Program> withMeasuredRange(const Program &program,
                                         const std::string &array) {
  auto found = program.arrays.find(array);
  if (found == program.arrays.end() || !isOpen(program, found->second) ||
      program.presenceOf(holderOf(array)) || program.presenceOf(array))
    return std::nullopt;
  const std::optional<isl::pw_aff> least = leastElement(program, array);
  if (isNegative(*least, program))
    return std::nullopt;
  const auto extents = extentsOf(program, found->second);
  if (!extents)
    return std::nullopt;
  Program next = program;
  const std::string end = next.freshName(array + "_end");
  const isl::pw_aff value =
      poly::parameter(isl::space::unit(next.context.ctx()), end);
  // Elements may be as great as their type allows.
  next.parameters.push_back(
      {end, ElementType::int64(), Parameter::Owner::Plan});
  next.context = next.context.intersect(
      value.ge_set(poly::constant(isl::space::unit(next.context.ctx()), 0)));
  addInspector(next, measuring(next, array, *extents, end));
  Fact range;
  range.kind = Fact::Kind::Range;
  range.origin = Fact::Origin::Proved;
  range.arrays = {array};
  range.lower = least;
  range.upper = value;
  next.facts.push_back(std::move(range));
  return next;
}

std::optional<Program> withMeasuredLength(const Program &program,
                                          const std::string &array) {
  LengthMeasurement measurement(program);
  if (!measurement.measure(array))
    return std::nullopt;
  return std::move(measurement.next);
}

Program withLengths(Program program, const std::vector<std::string> &arrays) {
  for (const std::string &name : arrays) {
    auto found = program.arrays.find(name);
    if (found == program.arrays.end() || found->second.isScalar() ||
        found->second.owner != Array::Owner::Argument ||
        found->second.extents[0] || isTouchedUnderMask(program, name))
      continue;
    llvm::Expected<isl::pw_aff> length = firstExtent(program, found->second);
    if (length) {
      found->second.extents[0] = *length;
      continue;
    }
    llvm::consumeError(length.takeError());
    if (std::optional<Program> measured = withMeasuredLength(program, name))
      program = std::move(*measured);
  }
  return program;
}

} // namespace sparsec
