//===- CallSafety.cpp - which index arrays may be read where --------------===//

#include "sparsec/IR/CallSafety.h"

#include "sparsec/IR/Mentioned.h"
#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// What facts say of the parameters, and which of these are the plan's.
struct KnownSizes {
  isl::set holds;
  std::set<std::string> lengths;
};

KnownSizes sizesWhere(const Program &program, isl::set holds) {
  std::set<std::string> lengths;
  for (const std::string &name : poly::paramNames(holds.space())) {
    const Parameter *parameter = program.findParameter(name);
    if (parameter && parameter->owner == Parameter::Owner::Plan)
      lengths.insert(name);
  }
  return {std::move(holds), std::move(lengths)};
}

/// `{ : }` what facts say of single elements at parameters: `fiber(n) = nf`.
void addEndValues(std::vector<KnownSizes> &sizes, const Program &program) {
  isl::space unit = isl::space::unit(program.context.ctx());
  for (const auto &[name, call] : program.calls)
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Boundary))
      if (fact->at && fact->upper && call.arguments.size() == 1 &&
          fact->at->plain_is_equal(call.arguments[0]))
        sizes.push_back(sizesWhere(
            program, poly::parameter(unit, name).eq_set(*fact->upper)));
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
    isl::set holds = fact.upper->gt_set(*fact.lower);
    for (const std::optional<isl::pw_aff> &extent : array->second.extents)
      holds = holds.unite(
          extent->le_set(poly::constant(extent->domain().space(), 0)));
    sizes.push_back(sizesWhere(program, std::move(holds)));
  }
}

/// `{ : }` what follows of the parameters of \p statements, and of the lengths
/// that facts connect with them: those of other inspectors stay out.
isl::set knownSizes(const Program &program,
                    const std::vector<const Statement *> &statements) {
  std::set<std::string> parameters;
  for (const Statement *statement : statements)
    parameters.merge(mentionedParameters(program, *statement));
  std::vector<KnownSizes> sizes;
  addEndValues(sizes, program);
  addNonEmptyRanges(sizes, program);
  auto isConnected = [&](const KnownSizes &size) {
    return size.lengths.empty() ||
           llvm::any_of(size.lengths, [&](const std::string &name) {
             return parameters.count(name) != 0;
           });
  };
  for (size_t before = 0; before != parameters.size();) {
    before = parameters.size();
    for (const KnownSizes &size : sizes)
      if (isConnected(size))
        parameters.insert(size.lengths.begin(), size.lengths.end());
  }
  isl::set known = contextOf(program, parameters);
  for (const KnownSizes &size : sizes)
    if (isConnected(size))
      known = known.intersect(size.holds).coalesce();
  return known;
}

/// `{ S[..] }` where \p subscripts are some of \p array; nothing when an extent
/// is not known.
std::optional<isl::set> loadable(const Array &array,
                                 const std::vector<isl::pw_aff> &subscripts,
                                 const isl::space &space) {
  isl::set result = isl::set::universe(space);
  isl::pw_aff zero = poly::constant(space, 0);
  for (size_t pos = 0; pos < subscripts.size(); ++pos) {
    if (pos >= array.extents.size() || !array.extents[pos])
      return std::nullopt;
    const isl::pw_aff &argument = subscripts[pos];
    isl::pw_aff extent = poly::onSpace(*array.extents[pos], space);
    // Behind the end of a row there is the next one, and behind the last row
    // there are the extra elements.
    if (pos + 1 == subscripts.size())
      extent = extent.add_constant(long(array.extraElements));
    result = result.intersect(argument.ge_set(zero))
                 .intersect(argument.lt_set(extent));
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
  isl::set readable =
      isl::set::universe(isl::space::unit(program.context.ctx()));
  for (const auto &entry : program.calls) {
    const Array &array = program.arrays.at(entry.second.function);
    const isl::pw_aff &position = entry.second.arguments[0];
    isl::pw_aff zero = poly::constant(position.domain().space(), 0);
    readable = readable.intersect(position.ge_set(zero));
    if (array.extents[0] &&
        !poly::involvesParam(*array.extents[0], entry.first))
      readable = readable.intersect(position.lt_set(*array.extents[0]));
  }
  return readable.coalesce();
}

CallSafety::CallSafety(const Program &program,
                       const std::vector<const Statement *> &statements)
    : program(program), nonEmpty(knownSizes(program, statements)),
      sizes(nonEmpty.intersect(readableEnds(program)).coalesce()) {}

/// \p known and what facts say of the values of \p calls.
isl::set CallSafety::withRanges(isl::set known, const CallTable &calls) const {
  isl::space unit = isl::space::unit(known.ctx());
  for (const auto &[name, call] : calls) {
    isl::pw_aff value = poly::parameter(unit, name);
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Range)) {
      if (fact->lower)
        known = known.intersect(value.ge_set(*fact->lower));
      if (fact->upper)
        known = known.intersect(value.lt_set(*fact->upper));
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
  return program.callContext(reader).intersect(withRanges(sizes, reader.calls));
}

bool isInside(const Program &program, const std::string &array,
              const std::vector<isl::pw_aff> &subscripts,
              const isl::set &places) {
  std::optional<isl::set> inside =
      loadable(program.arrays.at(array), subscripts, places.space());
  return inside && places.is_subset(*inside);
}

std::set<std::string> CallSafety::safeCalls(const Statement &statement,
                                            const isl::set &domain) const {
  std::set<std::string> safe;
  for (size_t before = ~size_t{0};
       before != safe.size() && safe.size() < statement.calls.size();) {
    before = safe.size();
    Statement known = knowing(statement, safe);
    isl::set runs = domain.intersect(known.constraints)
                        .intersect_params(program.callContext(known))
                        .intersect_params(withRanges(sizes, known.calls));
    for (const auto &[name, call] : statement.calls) {
      bool isNext = !safe.count(name) &&
                    llvm::all_of(nestedCalls(call, statement.calls),
                                 [&](const std::string &inner) {
                                   return known.calls.count(inner) != 0;
                                 });
      std::optional<isl::set> inside =
          isNext ? loadable(program.arrays.at(call.function), call.arguments,
                            domain.space())
                 : std::nullopt;
      if (inside && runs.is_subset(*inside))
        safe.insert(name);
    }
  }
  return safe;
}

} // namespace sparsec
