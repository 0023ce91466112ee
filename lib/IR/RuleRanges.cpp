//===- RuleRanges.cpp - ranges that rules imply ---------------------------===//

#include "RuleRanges.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::facts {
namespace {

class RuleRanges {
public:
  RuleRanges(Program &program, const Fact::Rule &rule)
      : program(program), rule(rule),
        space(poly::tupleSpace(rule.premise.ctx(), "", 1)) {}

  void add() {
    if (rule.premise.tuple_dim() != 1)
      return;
    for (const auto &[name, call] : rule.calls)
      if (call.arguments.size() == 1 && !hasRange(call.function) &&
          poly::constantValue(
              call.arguments[0].sub(poly::dimension(space, 0))) == 0)
        addRange(name, call.function);
  }

private:
  bool hasRange(const std::string &array) const {
    return llvm::any_of(program.factsAbout(array, Fact::Kind::Range),
                        [](const Fact *fact) { return fact->upper; });
  }

  /// `{ [v] : array[argument] exists }`; nothing where no length is known.
  std::optional<isl::set> inside(const std::string &array,
                                 const isl::pw_aff &argument) const {
    const Array &read = program.arrays.at(array);
    if (read.extents.size() != 1 || !read.extents[0])
      return std::nullopt;
    isl::pw_aff extent = poly::onSpace(*read.extents[0], space);
    return argument.ge_set(poly::constant(space, 0))
        .intersect(argument.lt_set(extent));
  }

  void addRange(const std::string &name, const std::string &array) {
    std::optional<isl::set> elements = inside(array, poly::dimension(space, 0));
    if (!elements)
      return;
    isl::set where = elements->intersect_params(program.context);
    if (!where.is_subset(rule.premise))
      return;
    where = where.intersect(rule.conclusion);
    std::vector<isl::pw_aff> ends = boundCalls(where);
    isl::pw_aff value = poly::parameter(space, name);
    auto isAlways = [&](const isl::set &holds) {
      return where.is_subset(holds);
    };
    auto end = llvm::find_if(ends, [&](const isl::pw_aff &end) {
      return isAlways(value.le_set(poly::onSpace(end, space)));
    });
    if (end == ends.end() || !isAlways(value.ge_set(poly::constant(space, 0))))
      return;
    bool isStrict = isAlways(value.lt_set(poly::onSpace(*end, space)));
    Fact made;
    made.kind = Fact::Kind::Range;
    made.origin = Fact::Origin::Proved;
    made.arrays = {array};
    made.lower = poly::constant(isl::space::unit(space.ctx()), 0);
    made.upper = isStrict ? *end : end->add_constant(1);
    program.facts.push_back(std::move(made));
  }

  /// Says of the calls in \p where that they are no less than 0 and, of arrays
  /// that do not decrease, no greater than the last element. Returns the last
  /// elements, which are calls of the program.
  std::vector<isl::pw_aff> boundCalls(isl::set &where) {
    std::vector<isl::pw_aff> ends;
    isl::space unit = isl::space::unit(space.ctx());
    for (const auto &[name, call] : rule.calls) {
      const std::string &function = call.function;
      if (program.factsAbout(function, Fact::Kind::Monotonic).empty())
        continue;
      std::optional<isl::set> exists = inside(function, call.arguments[0]);
      if (!exists || !where.is_subset(*exists))
        continue;
      isl::pw_aff last =
          program.arrays.at(function).extents[0]->add_constant(-1);
      isl::pw_aff end =
          addCall(program.calls, {function, {last.coalesce()}}, {}, unit);
      isl::pw_aff value = poly::parameter(space, name);
      where = where.intersect(value.le_set(poly::onSpace(end, space)));
      if (startsAtZero(function))
        where = where.intersect(value.ge_set(poly::constant(space, 0)));
      ends.push_back(end);
    }
    return ends;
  }

  /// Whether the elements of \p array, which does not decrease, begin with 0 or
  /// more.
  bool startsAtZero(const std::string &array) const {
    auto isZero = [](const std::optional<isl::pw_aff> &value) {
      return value && poly::constantValue(*value).value_or(-1) >= 0;
    };
    return llvm::any_of(program.factsAbout(array, Fact::Kind::Boundary),
                        [&](const Fact *fact) {
                          return isZero(fact->at) && isZero(fact->upper) &&
                                 poly::constantValue(*fact->at) == 0;
                        }) ||
           llvm::any_of(program.factsAbout(array, Fact::Kind::Range),
                        [&](const Fact *fact) { return isZero(fact->lower); });
  }

  Program &program;
  const Fact::Rule &rule;
  isl::space space;
};

} // namespace

void addRuleRanges(Program &program) {
  std::vector<Fact::Rule> rules;
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Rule && fact.rule)
      rules.push_back(*fact.rule);
  for (const Fact::Rule &rule : rules)
    RuleRanges(program, rule).add();
}

} // namespace sparsec::facts
