//===- Conflicts.cpp - the conflicts that really occur --------------------===//

#include "Conflicts.h"

#include "InstancePair.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::test {

using Fate = CarriedRelation::Fate;

/// Pairs of a kept relation that are looked up in its set.
static constexpr size_t lookUps = 20;

std::optional<LoopUnderTest> LoopUnderTest::make(const Program &program,
                                                 const ScheduleTree &loop) {
  LoopUnderTest result(program, loop);
  for (const std::string &name : loop.statements())
    if (!result.addSide(name))
      return std::nullopt;
  result.carried = relationsCarriedBy(program, program.executePhase(), loop,
                                      /*witnesses=*/false);
  for (const CarriedRelation &relation : result.carried)
    result.refined.push_back(result.refine(relation));
  return result;
}

/// A kept relation with all that isl derives from the facts, the other half of
/// the axioms (CallAxioms.cpp).
LoopUnderTest::Refined
LoopUnderTest::refine(const CarriedRelation &relation) const {
  Refined refined;
  if (relation.fate != Fate::Kept)
    return refined;
  InstancePair pair(program, program, program.statement(relation.source),
                    program.statement(relation.sink));
  refined.calls = placed(pair.facts.calls());
  refined.set = pair.facts.refine(relation.relation.wrap());
  refined.parts = poly::differencesOf(*refined.set);
  isl::set points = relation.relation.wrap();
  isl::pw_aff source = pair.first.import.value(loop.values.at(relation.source));
  isl::pw_aff sink = pair.second.import.value(loop.values.at(relation.sink));
  std::vector<bool> fixed;
  for (unsigned dim = 0; dim < unsigned(points.tuple_dim()); ++dim)
    fixed.push_back(poly::involvesDim(source, dim) ||
                    poly::involvesDim(sink, dim));
  refined.representatives =
      poly::differencesOf(pair.facts.representatives(points, fixed));
  return refined;
}

bool LoopUnderTest::addSide(const std::string &name) {
  const Statement &statement = program.statement(name);
  Side side;
  side.statement = ConcreteStatement::make(statement);
  std::optional<Reading> time = Reading::of(loop.values.at(name));
  if (!side.statement || !time)
    return false;
  side.time = *time;
  for (const Access &access : statement.accesses()) {
    const Array &array = program.arrays.at(access.array);
    Touching touch{access.array,
                   access.isWrite,
                   array.privateDepth > 0 && !array.liveOut,
                   {}};
    for (const isl::pw_aff &subscript : access.subscripts) {
      std::optional<Reading> reading = Reading::of(subscript);
      if (!reading)
        return false;
      touch.subscripts.push_back(*reading);
    }
    side.touches.push_back(std::move(touch));
  }
  sides.emplace(name, std::move(side));
  return true;
}

LoopUnderTest::Events LoopUnderTest::eventsOf(const Side &side,
                                              const Numbers &numbers) const {
  Events events;
  for (const Point &instance : side.statement->instances(numbers)) {
    Values values = side.statement->at(instance, numbers);
    Event event{instance, side.time.in(values), {}};
    for (const Touching &touch : side.touches) {
      Point element;
      for (const Reading &subscript : touch.subscripts)
        element.push_back(subscript.in(values));
      event.elements.push_back(std::move(element));
    }
    events.push_back(std::move(event));
  }
  return events;
}

/// Appends what each pair of accesses has in common, in the order of the
/// relations.
void LoopUnderTest::compare(const std::string &source, const std::string &sink,
                            const std::map<std::string, Events> &events,
                            std::vector<Found> &found) const {
  const std::vector<Touching> &earlier = sides.at(source).touches;
  const std::vector<Touching> &later = sides.at(sink).touches;
  for (size_t a = 0; a < earlier.size(); ++a)
    for (size_t b = 0; b < later.size(); ++b) {
      if (earlier[a].array != later[b].array ||
          (!earlier[a].isWrite && !later[b].isWrite))
        continue;
      Found &pairs = found.emplace_back();
      if (earlier[a].isPrivate)
        continue;
      for (const Event &first : events.at(source))
        for (const Event &second : events.at(sink))
          if (first.time < second.time &&
              first.elements[a] == second.elements[b]) {
            pairs.instances.insert({first.instance, second.instance});
            pairs.iterations[{first.time, second.time}].push_back(
                {first.instance, second.instance});
          }
    }
}

static bool contains(isl::set set, const Values &values) {
  isl::space space = set.space();
  for (unsigned pos = 0; pos < unsigned(set.tuple_dim()); ++pos)
    set =
        set.intersect(poly::dimension(space, pos)
                          .eq_set(poly::constant(
                              space, values.at(poly::dimensionVariable(pos)))));
  for (const std::string &name : poly::paramNames(space))
    if (values.count(name))
      set = set.intersect(poly::parameter(space, name)
                              .eq_set(poly::constant(space, values.at(name))));
  return !set.is_empty();
}

/// All that is known at a pair of instances.
static Values valuesAt(const std::pair<Point, Point> &pair,
                       const PlacedCalls &calls, const Numbers &numbers) {
  Values values = {{"", 0}};
  values.insert(numbers.sizes.begin(), numbers.sizes.end());
  unsigned dim = 0;
  for (const Point &point : {pair.first, pair.second})
    for (long value : point)
      values[poly::dimensionVariable(dim++)] = value;
  calls.evaluate(numbers, values);
  return values;
}

static bool isInOne(const std::vector<poly::Differences> &parts,
                    const Values &values) {
  return llvm::any_of(parts, [&](const poly::Differences &part) {
    return holds(part, values);
  });
}

/// Whether pairs lie in the relation's own set, its calls evaluated.
bool LoopUnderTest::isWithin(const Refined &refined, const Found &found,
                             const Numbers &numbers) {
  size_t left = lookUps;
  for (const auto &pair : found.instances) {
    if (!refined.calls || left-- == 0)
      return true;
    Values values = valuesAt(pair, *refined.calls, numbers);
    // Sums of more than two variables are isl's to look at; it takes longer.
    bool isSampled = left + 1 == lookUps;
    if (!isInOne(refined.parts, values) ||
        (isSampled && !contains(*refined.set, values)))
      return false;
  }
  return true;
}

/// Whether visiting the representatives alone finds all pairs of iterations.
bool LoopUnderTest::isRepresented(const Refined &refined, const Found &found,
                                  const Numbers &numbers) {
  size_t left = lookUps;
  for (const auto &[iterations, pairs] : found.iterations) {
    if (!refined.calls || left-- == 0)
      return true;
    if (llvm::none_of(pairs, [&](const std::pair<Point, Point> &pair) {
          return isInOne(refined.representatives,
                         valuesAt(pair, *refined.calls, numbers));
        }))
      return false;
  }
  return true;
}

std::string LoopUnderTest::complaint(const std::vector<Found> &found,
                                     size_t number,
                                     const Numbers &numbers) const {
  const CarriedRelation &relation = carried[number];
  const Found &pairs = found[number], &other = found[relation.other];
  bool isRight = true;
  switch (relation.fate) {
  case Fate::Affine:
  case Fate::Refuted:
    isRight = pairs.instances.empty();
    break;
  case Fate::Same:
    isRight = pairs.instances == other.instances;
    break;
  case Fate::Implied:
    isRight = carried[relation.other].fate == Fate::Kept &&
              llvm::all_of(pairs.iterations, [&](const auto &entry) {
                return other.iterations.count(entry.first) > 0;
              });
    break;
  case Fate::Kept:
    isRight = isWithin(refined[number], pairs, numbers) &&
              isRepresented(refined[number], pairs, numbers);
    break;
  }
  return isRight ? "" : describe(relation, carried);
}

std::vector<LoopUnderTest::Found>
LoopUnderTest::conflictsOf(const Numbers &numbers) const {
  std::map<std::string, Events> events;
  for (const auto &[name, side] : sides)
    events[name] = eventsOf(side, numbers);
  std::vector<Found> found;
  for (const std::string &source : loop.statements())
    for (const std::string &sink : loop.statements())
      compare(source, sink, events, found);
  return found;
}

std::set<std::pair<long, long>>
LoopUnderTest::conflicting(const Numbers &numbers) const {
  std::set<std::pair<long, long>> pairs;
  for (const Found &found : conflictsOf(numbers))
    for (const auto &entry : found.iterations)
      pairs.insert(entry.first);
  return pairs;
}

std::string LoopUnderTest::contradiction(const Numbers &numbers) {
  std::vector<Found> found = conflictsOf(numbers);
  if (found.size() != carried.size())
    return "relations are missing";
  for (size_t number = 0; number < found.size(); ++number) {
    conflicts += found[number].instances.size();
    std::string text = complaint(found, number, numbers);
    if (!text.empty())
      return text;
  }
  return "";
}

} // namespace sparsec::test
