//===- RuledArrays.cpp - integer arrays that rules speak of ---------------===//
///
/// \file
/// `forall i: index[i] <= diag[i] && diag[i] < index[i + 1] && col[diag[i]] ==
/// i`: each element is chosen when those before it have been, from the
/// intervals that the instances of rules leave to it. Rules that take it for a
/// position, as the last part does, say of one value after the other whether it
/// fits.
///
//===----------------------------------------------------------------------===//
#include "RuledArrays.h"

#include "Rules.h"

#include "sparsec/Bench/Inputs.h"
#include "sparsec/IR/Widths.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace sparsec::bench {
namespace {

/// Of rules and of values, for one array.
constexpr int64_t mostWork = int64_t{1} << 30;

class RuledArrayMaker {
public:
  RuledArrayMaker(const Program &program, const Array &array, uint64_t count,
                  Environment &environment, Random &random)
      : program(program), array(array), environment(environment),
        random(random) {
    making.name = array.name;
    making.count = count;
  }

  llvm::Expected<std::vector<int64_t>> run(llvm::ArrayRef<const Fact *> facts);

private:
  /// Values of a rule's leading variables.
  struct Instance {
    uint64_t element;
    unsigned rule;
    Rule::Values values;
  };

  llvm::Error error(const std::string &message) const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                   message.c_str());
  }
  llvm::Error wrongRule(const Fact &fact, const std::string &what) const {
    return error(what + ": " + fact.text + " (" + fact.location +
                 "); give sparsec-bench -array " + array.name + "=FILE");
  }
  llvm::Error collect();
  void findPlaces(llvm::ArrayRef<const Fact *> facts);
  void readOtherFacts();
  Intervals ofOtherFacts() const;
  llvm::Error makeElement(llvm::ArrayRef<Instance> instances);
  bool narrow(const Instance &instance, Intervals &values);
  bool fits(llvm::ArrayRef<Instance> instances, int64_t value);
  int64_t firstTried(const Intervals &values);
  std::optional<int64_t> choose(llvm::ArrayRef<Instance> instances,
                                const Intervals &values);

  const Program &program;
  const Array &array;
  Environment &environment;
  Random &random;
  ArrayInMaking making;
  std::vector<Rule> rules;
  std::vector<Instance> all;   ///< by element
  std::vector<int64_t> places; ///< what to try first
  std::set<int64_t> used;
  Intervals base = Intervals::all();
  std::map<int64_t, int64_t> given; ///< element => value
  bool isDistinct = false, isRising = false, isStrict = false;
  int64_t budget = mostWork;
};

/// Finds which elements the rules' instances are about.
llvm::Error RuledArrayMaker::collect() {
  for (unsigned number = 0; number < rules.size(); ++number) {
    const Rule &rule = rules[number];
    Rule::Values values(variablesOf(rule.fact()));
    const bool isWhole = rule.forEach(
        values, rule.leading(), Intervals::all(), budget,
        [&](Rule::Values &at) {
          if (const std::optional<uint64_t> element = rule.element(at))
            all.push_back({*element, number, at});
          return false;
        });
    if (!isWhole)
      return wrongRule(rule.fact(), "too many elements are related by");
  }
  llvm::stable_sort(all, [](const Instance &a, const Instance &b) {
    return a.element < b.element;
  });
  return llvm::Error::success();
}

/// Where rules are about the rows of a matrix, the place in each row where its
/// columns reach the diagonal.
void RuledArrayMaker::findPlaces(llvm::ArrayRef<const Fact *> facts) {
  auto isNamed = [&](const std::string &name) {
    return llvm::any_of(facts, [&](const Fact *fact) {
      return llvm::is_contained(fact->arrays, name);
    });
  };
  for (const SparseArgument &argument : sparseArguments(program)) {
    auto column = llvm::find_if(argument.columns, isNamed);
    if (column == argument.columns.end() && !isNamed(argument.pointer))
      continue;
    const std::string &name =
        column == argument.columns.end() ? argument.columns[0] : *column;
    const std::vector<int64_t> &starts = environment.integers[argument.pointer];
    const std::vector<int64_t> &columns = environment.integers[name];
    int64_t base = 0;
    for (const Fact *fact : program.factsAbout(name, Fact::Kind::Range))
      if (fact->lower)
        base = environment.evaluate(*fact->lower).value_or(0);
    for (size_t row = 0; row + 1 < starts.size(); ++row) {
      int64_t at = starts[row];
      while (at < starts[row + 1] &&
             columns[at - argument.base] - base < int64_t(row))
        ++at;
      places.push_back(at);
    }
    return;
  }
}

/// What the type and facts of one array leave to all elements, and the elements
/// that a fact gives.
void RuledArrayMaker::readOtherFacts() {
  const int bits = 8 * array.type.bytes;
  if (isTruth(array.type))
    base = Intervals::between(0, 1);
  else if (!array.type.isSigned)
    base = Intervals::between(0, bits < 62 ? (int64_t{1} << bits) - 1
                                           : Intervals::most);
  else if (bits < 62)
    base = Intervals::between(-(int64_t{1} << (bits - 1)),
                              (int64_t{1} << (bits - 1)) - 1);
  for (const Fact &fact : program.facts) {
    if (fact.arrays.empty() || fact.arrays[0] != array.name)
      continue;
    auto number = [&](const std::optional<isl::pw_aff> &value) {
      return value ? environment.evaluate(*value) : std::nullopt;
    };
    const std::optional<int64_t> low = number(fact.lower),
                                 high = number(fact.upper),
                                 at = number(fact.at);
    if (fact.kind == Fact::Kind::Range)
      base = base.intersect(Intervals::between(
          low.value_or(Intervals::least), high ? *high - 1 : Intervals::most));
    else if (fact.kind == Fact::Kind::Boundary && at && high)
      given[*at] = *high;
    else if (fact.kind == Fact::Kind::Permutation && high)
      base = base.intersect(Intervals::between(0, *high - 1));
    else if (fact.kind == Fact::Kind::Monotonic)
      isRising = true, isStrict |= fact.strict;
    isDistinct |= fact.kind == Fact::Kind::Permutation ||
                  fact.kind == Fact::Kind::Injective;
  }
}

/// What they leave to the open element.
Intervals RuledArrayMaker::ofOtherFacts() const {
  const int64_t element = int64_t(making.made.size()),
                left = int64_t(making.count) - 1 - element;
  if (auto value = given.find(element); value != given.end())
    return base.intersect(Intervals::between(value->second, value->second));
  if (!isRising || base.isEmpty())
    return base;
  int64_t low = base.lowest(), high = base.highest();
  if (isStrict && high != Intervals::most)
    high -= left;
  if (auto next = given.upper_bound(element); next != given.end())
    high =
        std::min(high, next->second - (isStrict ? next->first - element : 0));
  if (!making.made.empty())
    low = std::max(low, making.made.back() + (isStrict ? 1 : 0));
  return base.intersect(Intervals::between(low, high));
}

/// Leaves of \p values what the instances of one rule with the leading values
/// allow; false where there are too many.
bool RuledArrayMaker::narrow(const Instance &instance, Intervals &values) {
  const Rule &rule = rules[instance.rule];
  Rule::Values at = instance.values;
  return rule.forEach(at, unsigned(at.size()), values, budget,
                      [&](Rule::Values &now) {
                        values = values.intersect(rule.allowed(now));
                        return values.isEmpty();
                      });
}

/// Whether \p value does for the rules that take it for a position.
bool RuledArrayMaker::fits(llvm::ArrayRef<Instance> instances, int64_t value) {
  if (isDistinct && used.count(value))
    return false;
  making.tried = value;
  bool does = true;
  for (const Instance &instance : instances) {
    if (!rules[instance.rule].isThroughElement())
      continue;
    Intervals one = Intervals::between(value, value);
    does &= narrow(instance, one) && !one.isEmpty();
    if (!does)
      break;
  }
  making.tried = std::nullopt;
  return does;
}

/// A number near those of \p values, which has one.
int64_t RuledArrayMaker::firstTried(const Intervals &values) {
  if (making.made.size() < places.size())
    return places[making.made.size()];
  if (isRising && !making.made.empty())
    return making.made.back() + random.below(isStrict ? 4 : 3);
  int64_t low = values.lowest(), high = values.highest();
  if (low == Intervals::least)
    low = std::min<int64_t>(high, 100) - 200;
  if (high == Intervals::most)
    high = low + 200;
  return low + random.below(high - low + 1);
}

std::optional<int64_t>
RuledArrayMaker::choose(llvm::ArrayRef<Instance> instances,
                        const Intervals &values) {
  // What is no position of an array is as good as any other such number.
  Intervals positions = Intervals::all();
  for (const Instance &instance : instances)
    positions = positions.intersect(rules[instance.rule].positions());
  const Intervals likely = values.intersect(positions);
  const int64_t start = firstTried(values);
  auto up = likely.next(start), down = likely.previous(start - 1);
  while ((up || down) && --budget > 0) {
    if (up && fits(instances, *up))
      return up;
    if (down && fits(instances, *down))
      return down;
    up = up ? likely.next(*up + 1) : up;
    down = down ? likely.previous(*down - 1) : down;
  }
  const Intervals others = values.intersect(positions.complement());
  for (auto value : {others.next(start), others.previous(start - 1)})
    if (value && fits(instances, *value))
      return value;
  return std::nullopt;
}

llvm::Error RuledArrayMaker::makeElement(llvm::ArrayRef<Instance> instances) {
  const std::string element =
      array.name + "[" + std::to_string(making.made.size()) + "]";
  Intervals values = ofOtherFacts();
  const Fact *last = nullptr;
  // Instances with variables of their own go through what the others leave.
  for (bool hasVariables : {false, true})
    for (const Instance &instance : instances) {
      const Rule &rule = rules[instance.rule];
      if (values.isEmpty())
        break;
      last = &rule.fact();
      if (hasVariables != (rule.leading() < instance.values.size()))
        continue;
      if (!narrow(instance, values))
        return wrongRule(rule.fact(), "too many elements are related by");
    }
  std::optional<int64_t> value;
  if (!values.isEmpty())
    value = choose(instances, values);
  if (!value && last)
    return wrongRule(*last, budget > 0 ? "no value of " + element + " satisfies"
                                       : "it takes too long to find '" +
                                             element + "' for");
  if (!value)
    return error("no value of " + element + " satisfies the facts about '" +
                 array.name + "'");
  making.made.push_back(*value);
  if (isDistinct)
    used.insert(*value);
  return llvm::Error::success();
}

llvm::Expected<std::vector<int64_t>>
RuledArrayMaker::run(llvm::ArrayRef<const Fact *> facts) {
  for (const Fact *fact : facts) {
    std::optional<Rule> rule = Rule::read(*fact, environment, &making);
    if (!rule)
      return wrongRule(*fact, "'" + array.name +
                                  "' is not made for what is no sum in");
    rules.push_back(std::move(*rule));
  }
  readOtherFacts();
  if (llvm::Error failure = collect())
    return failure;
  findPlaces(facts);
  making.made.reserve(making.count);
  auto from = all.begin();
  while (making.made.size() < making.count) {
    auto to = from;
    while (to != all.end() && to->element == making.made.size())
      ++to;
    if (llvm::Error failure = makeElement(
            llvm::ArrayRef(all).slice(from - all.begin(), to - from)))
      return failure;
    from = to;
  }
  return std::move(making.made);
}

} // namespace

std::vector<const Fact *> rulesAbout(const Program &program,
                                     const std::string &array,
                                     const Environment &environment,
                                     std::string &missing) {
  std::vector<const Fact *> rules;
  for (const Fact &fact : program.facts) {
    if (fact.kind != Fact::Kind::Rule || !fact.rule ||
        !llvm::is_contained(fact.arrays, array))
      continue;
    auto other = llvm::find_if(fact.arrays, [&](const std::string &name) {
      return name != array && !environment.integers.count(name);
    });
    if (other == fact.arrays.end())
      rules.push_back(&fact);
    else
      missing = *other;
  }
  return rules;
}

llvm::Expected<std::vector<int64_t>>
makeRuled(const Program &program, const Array &array, uint64_t count,
          llvm::ArrayRef<const Fact *> rules, Environment &environment,
          Random &random) {
  return RuledArrayMaker(program, array, count, environment, random).run(rules);
}

} // namespace sparsec::bench
