//===- CallSafety.cpp - which index arrays may be read where --------------===//

#include "sparsec/IR/CallSafety.h"

#include "sparsec/IR/ArrayLengths.h"
#include "sparsec/IR/Mentioned.h"
#include "sparsec/Poly/Constraints.h"
#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace sparsec {
namespace {

using Names = std::set<std::string>;

/// Adds the lengths among the parameters of \p value that are the plan's.
void addLengths(Names &lengths, const Program &program,
                const isl::pw_aff &value) {
  for (const std::string &name : poly::paramNames(value.space())) {
    const Parameter *parameter = program.findParameter(name);
    if (parameter && parameter->owner == Parameter::Owner::Plan)
      lengths.insert(name);
  }
}

/// Lengths that a fact speaks of, and `{ : }` what it says of parameters: made
/// only for those who ask, as there are facts of each inspector.
struct KnownSizes {
  Names lengths;
  std::function<isl::set()> holds;

  /// Whether it speaks of one of \p parameters, or of no inspector's lengths.
  bool isAbout(const Names &parameters) const {
    return lengths.empty() ||
           llvm::any_of(lengths, [&](const std::string &name) {
             return parameters.count(name) != 0;
           });
  }
};

/// `{ : }` what facts say of single elements at parameters: `fiber(n) = nf`.
void addEndValues(std::vector<KnownSizes> &sizes, const Program &program) {
  for (const auto &[name, call] : program.calls)
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Boundary))
      if (fact->at && fact->upper && call.arguments.size() == 1 &&
          fact->at->plain_is_equal(call.arguments[0])) {
        isl::space unit = isl::space::unit(program.context.ctx());
        isl::pw_aff value = poly::parameter(unit, name);
        sizes.push_back(
            {{}, [value, fact] { return value.eq_set(*fact->upper); }});
        addLengths(sizes.back().lengths, program, *fact->upper);
      }
}

/// `{ : }` where there are values for the elements of each array, if it has
/// any.
void addNonEmptyRanges(std::vector<KnownSizes> &sizes, const Program &program) {
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::Range || !fact.lower || !fact.upper)
      continue;
    auto array = program.arrays.find(fact.arrays[0]);
    if (array == program.arrays.end() ||
        llvm::any_of(array->second.extents,
                     [](const auto &extent) { return !extent; }))
      continue;
    const auto &extents = array->second.extents;
    sizes.push_back({{}, [&fact, &extents] {
                       isl::set holds = fact.upper->gt_set(*fact.lower);
                       for (const auto &extent : extents)
                         holds = holds.unite(extent->le_set(
                             poly::constant(extent->domain().space(), 0)));
                       return holds;
                     }});
    addLengths(sizes.back().lengths, program, *fact.lower);
    addLengths(sizes.back().lengths, program, *fact.upper);
    for (const auto &extent : extents)
      addLengths(sizes.back().lengths, program, *extent);
  }
}

/// `{ : }` what is known of the ends of \p program: lengths that facts connect
/// with \p parameters are added to these, and those of other inspectors stay
/// out.
isl::set knownSizes(const Program &program, Names &parameters) {
  std::vector<KnownSizes> sizes;
  addEndValues(sizes, program);
  addNonEmptyRanges(sizes, program);
  for (size_t before = 0; before != parameters.size();) {
    before = parameters.size();
    for (const KnownSizes &size : sizes)
      if (size.isAbout(parameters))
        parameters.insert(size.lengths.begin(), size.lengths.end());
  }
  isl::set known = contextOf(program, parameters);
  for (const KnownSizes &size : sizes)
    if (size.isAbout(parameters))
      known = poly::meet(known, size.holds()).coalesce();
  return known;
}

/// readableEnds of the calls at positions that \p isAsked accepts.
isl::set
readableEndsAt(const Program &program,
               const std::function<bool(const isl::pw_aff &)> &isAsked) {
  isl::set readable =
      isl::set::universe(isl::space::unit(program.context.ctx()));
  for (const auto &entry : program.calls) {
    const Array &array = program.arrays.at(entry.second.function);
    const isl::pw_aff &position = entry.second.arguments[0];
    if (!isAsked(position))
      continue;
    isl::pw_aff zero = poly::constant(position.domain().space(), 0);
    readable = poly::meet(readable, position.ge_set(zero));
    const bool isNamed =
        !isLengthDeclared(program, array) &&
        llvm::any_of(program.factsAbout(array.name, Fact::Kind::Boundary),
                     [&](const Fact *fact) {
                       return fact->at && fact->at->plain_is_equal(position);
                     });
    if (array.extents[0] && !isNamed &&
        !poly::involvesParam(*array.extents[0], entry.first))
      readable = poly::meet(readable, position.lt_set(*array.extents[0]));
  }
  return readable.coalesce();
}

/// `{ S[..] }` where \p subscripts are some of \p array; nothing when an extent
/// is not known. An array that may be null has elements where it is not.
std::optional<isl::set> loadable(const Program &program, const Array &array,
                                 const std::vector<isl::pw_aff> &subscripts,
                                 const isl::space &space) {
  isl::set result = isl::set::universe(space);
  isl::pw_aff zero = poly::constant(space, 0);
  if (const Parameter *presence = program.presenceOf(array.name))
    result = poly::parameter(space, presence->name).gt_set(zero);
  for (size_t pos = 0; pos < subscripts.size(); ++pos) {
    if (pos >= array.extents.size() || !array.extents[pos])
      return std::nullopt;
    const isl::pw_aff &argument = subscripts[pos];
    isl::pw_aff extent = poly::onSpace(*array.extents[pos], space);
    // Behind the end of a row there is the next one, and behind the last row
    // there are the extra elements.
    if (pos + 1 == subscripts.size())
      extent = extent.add_constant(long(array.extraElements));
    result = poly::meet(result, argument.ge_set(zero));
    result = poly::meet(result, argument.lt_set(extent));
  }
  return result;
}

/// \p statement with the calls \p known only; what depends on others is left
/// open. That `0 <= perm(i) < n` is asked says that n > 0 only once perm(i) was
/// looked at.
Statement knowing(const Statement &statement,
                  const std::set<std::string> &known) {
  Statement result = statement;
  for (const auto &[name, call] : statement.calls)
    if (!known.count(name)) {
      result.calls.erase(name);
      result.constraints = poly::withoutConstraintsOn(result.constraints, name);
    }
  return result;
}

} // namespace

isl::set readableEnds(const Program &program) {
  return readableEndsAt(program, [](const isl::pw_aff &) { return true; });
}

CallSafety::CallSafety(const Program &program,
                       const std::vector<const Statement *> &statements)
    : program(program), nonEmpty(program.context), sizes(program.context) {
  Names parameters;
  for (const Statement *statement : statements)
    parameters.merge(mentionedParameters(program, *statement));
  nonEmpty = knownSizes(program, parameters);
  isl::set readable = readableEndsAt(program, [&](const isl::pw_aff &position) {
    Names lengths;
    addLengths(lengths, program, position);
    return KnownSizes{lengths, nullptr}.isAbout(parameters);
  });
  sizes = poly::meet(nonEmpty, readable).coalesce();
}

/// \p known and what facts say of the values of \p calls.
isl::set CallSafety::withRanges(isl::set known, const CallTable &calls) const {
  isl::space unit = isl::space::unit(known.ctx());
  for (const auto &[name, call] : calls) {
    isl::pw_aff value = poly::parameter(unit, name);
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Range)) {
      if (fact->lower)
        known = poly::meet(known, value.ge_set(*fact->lower));
      if (fact->upper)
        known = poly::meet(known, value.lt_set(*fact->upper));
    }
  }
  return known;
}

isl::set CallSafety::rangesOf(const CallTable &calls) const {
  return withRanges(nonEmpty, calls);
}

isl::set CallSafety::knownOf(const Statement &statement,
                             const std::set<std::string> &known) const {
  Statement reader = knowing(statement, known);
  return poly::meet(program.callContext(reader),
                    withRanges(sizes, reader.calls));
}

bool isInside(const Program &program, const std::string &array,
              const std::vector<isl::pw_aff> &subscripts,
              const isl::set &places) {
  std::optional<isl::set> inside =
      loadable(program, program.arrays.at(array), subscripts, places.space());
  return inside && places.is_subset(*inside);
}

std::set<std::string> CallSafety::safeCalls(const Statement &statement,
                                            const isl::set &domain) const {
  std::set<std::string> safe;
  for (size_t before = ~size_t{0};
       before != safe.size() && safe.size() < statement.calls.size();) {
    before = safe.size();
    Statement known = knowing(statement, safe);
    isl::set runs = poly::meet(domain, known.constraints);
    runs = poly::meetParams(runs, program.callContext(known));
    runs = poly::meetParams(runs, withRanges(sizes, known.calls));
    for (const auto &[name, call] : statement.calls) {
      bool isNext = !safe.count(name) &&
                    llvm::all_of(nestedCalls(call, statement.calls),
                                 [&](const std::string &inner) {
                                   return known.calls.count(inner) != 0;
                                 });
      std::optional<isl::set> inside =
          isNext ? loadable(program, program.arrays.at(call.function),
                            call.arguments, domain.space())
                 : std::nullopt;
      if (inside && runs.is_subset(*inside))
        safe.insert(name);
    }
  }
  return safe;
}

} // namespace sparsec
