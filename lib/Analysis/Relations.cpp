//===- Relations.cpp - what orders the iterations of one loop -------------===//

#include "sparsec/Analysis/Relations.h"

#include "RelationCost.h"
#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <memory>

namespace sparsec {
namespace {

using Fate = CarriedRelation::Fate;

/// "a[diag(col(k)')]": the sink's iterators and calls have primes.
std::string elementText(const InstancePair &pair, const View &side,
                        const Touch &touch) {
  std::vector<std::string> names = pair.first.statement.iterators;
  for (const std::string &iterator : pair.second.statement.iterators)
    names.push_back(iterator + "'");
  std::string text = touch.array;
  if (!touch.subscripts)
    return text + "[?]";
  for (const isl::pw_aff &subscript : *touch.subscripts)
    text += "[" + affineText(side.import.value(subscript), names) + "]";
  return text;
}

/// A relation while its fate is open.
struct Candidate {
  CarriedRelation relation;
  /// Shared by the relations between two statements.
  std::shared_ptr<InstancePair> pair;
  isl::set points; ///< `{ [S -> T] }`
  Cost cost;
};

class CarriedRelations {
public:
  CarriedRelations(const Program &program, const ScheduleTree &loop,
                   bool wantsWitnesses)
      : program(program), loop(loop), wantsWitnesses(wantsWitnesses) {}

  std::vector<CarriedRelation> run();

private:
  void collect(const Statement &source, const Statement &sink);
  isl::set alike(const InstancePair &pair) const;
  void decide(Candidate &candidate);
  std::vector<std::string> witnessesOf(const Candidate &candidate) const;
  bool isRefuted(const Program &facts, const Candidate &candidate) const;
  void dropImplied();
  Cost costOf(const Candidate &candidate) const;
  bool implies(const Candidate &whole, const Candidate &part) const;
  bool impliesByName(const Candidate &whole, const Candidate &part) const;
  isl::pw_aff timeOf(const InstancePair &pair, bool ofSink) const;
  isl::pw_aff timeOf(const Candidate &candidate, bool ofSink) const {
    return timeOf(*candidate.pair, ofSink);
  }

  const Program &program;
  const ScheduleTree &loop;
  bool wantsWitnesses;
  std::vector<Candidate> candidates;
};

/// Both exist, in one iteration of the loops around the loop.
isl::set CarriedRelations::alike(const InstancePair &pair) const {
  isl::set result = pair.instances();
  for (const ScheduleTree *around :
       pair.first.tree.loopsAround(pair.first.statement.name)) {
    if (around == &loop)
      break;
    auto value = [&](const View &side) {
      return side.import.value(around->values.at(side.statement.name));
    };
    result = result.intersect(value(pair.first).eq_set(value(pair.second)));
  }
  return result;
}

void CarriedRelations::collect(const Statement &source, const Statement &sink) {
  std::shared_ptr<InstancePair> pair;
  std::optional<isl::set> crossing, together;
  const std::vector<Touch> touches = touchesOf(source),
                           others = touchesOf(sink);
  for (const auto &[place, other] : conflictingPlaces(touches, others)) {
    const Touch &first = touches[place], &second = others[other];
    if (!pair) {
      pair = std::make_shared<InstancePair>(program, program, source, sink);
      isl::set order = isl::set::empty(pair->facts.space());
      for (const OrderLevel &level :
           pair->orderLevels(pair->first, pair->second))
        if (level.loop == &loop)
          order = level.order;
      together = alike(*pair);
      crossing = order;
    }
    isl::set meetings =
        pair->sameElement(pair->first, first, pair->second, second)
            .intersect(*together);
    isl::set points = crossing->intersect(meetings);
    CarriedRelation made{kindOf(first, second),
                         source.name,
                         sink.name,
                         first.array,
                         elementText(*pair, pair->first, first),
                         elementText(*pair, pair->second, second),
                         areReductions(first, second),
                         points.unwrap(),
                         {},
                         meetings,
                         timeOf(*pair, false),
                         timeOf(*pair, true),
                         Fate::Kept,
                         {},
                         0,
                         ""};
    candidates.push_back({std::move(made), pair, points, Cost()});
  }
}

/// Whether the facts of \p facts, some of the program's, leave no point.
bool CarriedRelations::isRefuted(const Program &facts,
                                 const Candidate &candidate) const {
  return proves(program.context.ctx(), [&] {
    InstancePair pair(facts, facts, candidate.pair->first.statement,
                      candidate.pair->second.statement);
    return pair.facts.provesEmpty(candidate.points);
  });
}

/// Those that the proof names; else one fact after the other is left out, where
/// the rest refutes too. The facts of one pragma stand and fall together.
std::vector<std::string>
CarriedRelations::witnessesOf(const Candidate &candidate) const {
  if (auto named = candidate.pair->facts.differenceWitnesses(candidate.points))
    return *named;
  Program rest = program;
  std::vector<std::string> needed, tried;
  for (const Fact &fact : program.facts) {
    if (fact.kind == Fact::Kind::Extent || fact.kind == Fact::Kind::NoAlias ||
        fact.kind == Fact::Kind::Rounded ||
        llvm::is_contained(tried, fact.text))
      continue;
    tried.push_back(fact.text);
    Program without = rest;
    llvm::erase_if(without.facts,
                   [&](const Fact &other) { return other.text == fact.text; });
    if (isRefuted(without, candidate))
      rest = std::move(without);
    else
      needed.push_back(fact.text);
  }
  return needed;
}

void CarriedRelations::decide(Candidate &candidate) {
  CarriedRelation &relation = candidate.relation;
  if (candidate.points.is_empty()) {
    relation.fate = Fate::Affine;
    return;
  }
  for (size_t other = 0; &candidates[other] != &candidate; ++other) {
    const Candidate &earlier = candidates[other];
    bool sameKind = earlier.relation.isReduction == relation.isReduction &&
                    (earlier.relation.fate == Fate::Kept ||
                     earlier.relation.fate == Fate::Refuted);
    if (sameKind && earlier.pair == candidate.pair &&
        earlier.points.is_equal(candidate.points)) {
      relation.fate = Fate::Same;
      relation.other = other;
      return;
    }
  }
  bool refuted = proves(program.context.ctx(), [&] {
    return candidate.pair->facts.provesEmpty(candidate.points);
  });
  if (!refuted)
    return;
  relation.fate = Fate::Refuted;
  if (wantsWitnesses)
    relation.witnesses = witnessesOf(candidate);
}

/// The value of the loop for the source or the sink, `{ [S -> T] -> [v] }`.
isl::pw_aff CarriedRelations::timeOf(const InstancePair &pair,
                                     bool ofSink) const {
  const View &side = ofSink ? pair.second : pair.first;
  return side.import.value(loop.values.at(side.statement.name));
}

/// Of visiting all pairs of iterations of the loop.
Cost CarriedRelations::costOf(const Candidate &candidate) const {
  isl::pw_aff source = timeOf(candidate, false), sink = timeOf(candidate, true);
  std::vector<bool> fixed;
  for (unsigned dim = 0; dim < unsigned(candidate.points.tuple_dim()); ++dim)
    fixed.push_back(poly::involvesDim(source, dim) ||
                    poly::involvesDim(sink, dim));
  return visitingCost(*candidate.pair, candidate.pair->facts.representatives(
                                           candidate.points, fixed));
}

/// `{ [S -> T] -> wanted[..] }` from the pairs of \p part: each iterator takes
/// the value of the one of \p given, whose dimensions start at \p offset, that
/// has its name.
std::optional<isl::pw_multi_aff> byName(const Candidate &part, unsigned offset,
                                        const Statement &given,
                                        const Statement &wanted) {
  isl::space from = part.points.space();
  std::vector<isl::pw_aff> values;
  for (const std::string &iterator : wanted.iterators) {
    auto found = llvm::find(given.iterators, iterator);
    if (found == given.iterators.end())
      return std::nullopt;
    unsigned pos = unsigned(found - given.iterators.begin());
    values.push_back(poly::dimension(from, offset + pos));
  }
  return poly::makeMap(from, wanted.name, values);
}

/// Whether for each pair of instances of \p part there is one of \p whole in
/// the same iterations of the loop.
bool CarriedRelations::implies(const Candidate &whole,
                               const Candidate &part) const {
  Pattern pattern{whole.pair->facts.calls(), whole.points, {}};
  for (bool ofSink : {false, true})
    pattern.same.push_back({timeOf(whole, ofSink), timeOf(part, ofSink)});
  return part.pair->facts.contains(part.points, pattern) ||
         impliesByName(whole, part);
}

/// The same with isl, which sees all of the sets, where iterators of \p whole
/// are those of \p part with their names.
bool CarriedRelations::impliesByName(const Candidate &whole,
                                     const Candidate &part) const {
  std::optional<isl::pw_multi_aff> sources =
      byName(part, 0, part.pair->first.statement, whole.pair->first.statement);
  std::optional<isl::pw_multi_aff> sinks =
      byName(part, unsigned(part.pair->first.statement.iterators.size()),
             part.pair->second.statement, whole.pair->second.statement);
  if (!sources || !sinks)
    return false;
  // The calls of both, over the points of `part`.
  InstancePair pair(program, program, part.pair->first.statement,
                    part.pair->second.statement);
  UninterpretedFunctionSolver::Import import = pair.facts.import(
      whole.pair->facts.calls(), sources->range_product(*sinks));
  for (bool ofSink : {false, true}) {
    isl::set same =
        import.value(timeOf(whole, ofSink)).eq_set(timeOf(part, ofSink));
    if (!part.points.is_subset(same))
      return false;
  }
  isl::set claimed = import.set(whole.points);
  isl::set missing = part.points.subtract(claimed);
  return proves(program.context.ctx(), [&] {
    bool empty = true;
    missing.foreach_basic_set([&](isl::basic_set piece) {
      empty = empty && pair.facts.provesEmpty(isl::set(piece));
    });
    return empty;
  });
}

/// Drops what costlier relations repeat of cheaper ones.
void CarriedRelations::dropImplied() {
  std::vector<size_t> kept;
  for (size_t pos = 0; pos < candidates.size(); ++pos)
    if (candidates[pos].relation.fate == Fate::Kept)
      kept.push_back(pos);
  llvm::stable_sort(kept, [&](size_t a, size_t b) {
    return candidates[a].cost < candidates[b].cost;
  });
  for (size_t pos = 1; pos < kept.size(); ++pos)
    for (size_t cheaper = 0; cheaper < pos; ++cheaper) {
      const Candidate &whole = candidates[kept[cheaper]];
      Candidate &part = candidates[kept[pos]];
      // An update that may change places orders nothing for others.
      bool comparable =
          whole.relation.fate == Fate::Kept &&
          (!whole.relation.isReduction || part.relation.isReduction);
      if (!comparable || !implies(whole, part))
        continue;
      part.relation.fate = Fate::Implied;
      part.relation.other = kept[cheaper];
      break;
    }
}

std::vector<CarriedRelation> CarriedRelations::run() {
  for (const std::string &source : loop.statements())
    for (const std::string &sink : loop.statements())
      collect(program.statement(source), program.statement(sink));
  for (Candidate &candidate : candidates) {
    decide(candidate);
    if (candidate.relation.fate == Fate::Kept)
      candidate.cost = costOf(candidate);
  }
  dropImplied();
  std::vector<CarriedRelation> relations;
  for (Candidate &candidate : candidates) {
    if (candidate.relation.fate == Fate::Kept)
      candidate.relation.cost = candidate.cost.text();
    candidate.relation.calls = candidate.pair->facts.calls();
    relations.push_back(std::move(candidate.relation));
  }
  return relations;
}

} // namespace

static std::string fateOf(const CarriedRelation &relation,
                          const std::vector<CarriedRelation> &all) {
  auto name = [&] {
    const CarriedRelation &other = all[relation.other];
    return other.source + " " + other.sourceElement + " -> " + other.sink +
           " " + other.sinkElement;
  };
  switch (relation.fate) {
  case Fate::Same:
    return "the same instances as " + name();
  case Fate::Affine:
    return "impossible whatever the index arrays hold";
  case Fate::Refuted:
    return relation.witnesses.empty()
               ? "impossible by the facts"
               : "impossible by " + llvm::join(relation.witnesses, " and ");
  case Fate::Implied:
    return "implied by " + name();
  case Fate::Kept:
    break;
  }
  return "kept, " + relation.cost + " pairs to visit";
}

std::string describe(const CarriedRelation &relation,
                     const std::vector<CarriedRelation> &all) {
  static const char *const kinds[] = {"flow", "anti", "output"};
  static const char *const verbs[][2] = {
      {"writes", "reads"}, {"reads", "writes"}, {"writes", "writes"}};
  unsigned kind = unsigned(relation.kind);
  std::string text =
      relation.isReduction
          ? "reduction: " + relation.source + " updates " +
                relation.sourceElement + ", " + relation.sink + " updates "
          : std::string(kinds[kind]) + ": " + relation.source + " " +
                verbs[kind][0] + " " + relation.sourceElement + ", " +
                relation.sink + " " + verbs[kind][1] + " ";
  return text + relation.sinkElement + ": " + fateOf(relation, all);
}

std::string summaryOf(const std::vector<CarriedRelation> &relations) {
  unsigned counts[5] = {};
  for (const CarriedRelation &relation : relations)
    ++counts[unsigned(relation.fate)];
  static const char *const names[] = {" the same as others", " affine",
                                      " refuted", " implied", " kept"};
  std::string text = std::to_string(relations.size()) + " relations: ";
  for (unsigned fate = 0; fate < 5; ++fate)
    text += (fate ? ", " : "") + std::to_string(counts[fate]) + names[fate];
  return text;
}

std::vector<CarriedRelation> relationsCarriedBy(const Program &program,
                                                const Phase &phase,
                                                const ScheduleTree &loop,
                                                bool witnesses) {
  return CarriedRelations(program, loop, witnesses).run();
}

} // namespace sparsec
