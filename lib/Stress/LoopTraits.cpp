//===- LoopTraits.cpp - what a loop offers to random steps ----------------===//

#include "sparsec/Stress/LoopTraits.h"

#include "sparsec/Transforms/LoopBounds.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::stress {

bool movesWith(const Statement &where, const isl::pw_aff &value, unsigned pos) {
  if (poly::involvesDim(value, pos))
    return true;
  return llvm::any_of(where.calls, [&](const auto &entry) {
    return poly::involvesParam(value, entry.first) &&
           llvm::any_of(entry.second.arguments, [&](const auto &argument) {
             return movesWith(where, argument, pos);
           });
  });
}

namespace {

/// Whether a call in the guard or bounds of \p where has iterator \p pos in its
/// arguments.
bool isArgument(const Statement &where, unsigned pos) {
  return llvm::any_of(where.calls, [&](const auto &entry) {
    return poly::involvesParam(where.constraints, entry.first) &&
           llvm::any_of(entry.second.arguments, [&](const auto &argument) {
             return poly::involvesDim(argument, pos);
           });
  });
}

/// What \p find gives, or nothing where isl gives up.
template <typename Value, typename Find>
Value found(Find find) {
  llvm::Expected<Value> value =
      poly::tryIsl([&]() -> llvm::Expected<Value> { return find(); });
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return Value();
}

/// The statement and its program, which traits that come late look at; the
/// program that they were asked of has other steps by then.
class TraitsFinder {
public:
  TraitsFinder(const Program &program, const std::string &statement)
      : program(std::make_shared<const Program>(program)),
        where(this->program->statement(statement)) {}

  /// \p outer are the loops around, outermost first.
  LoopTraits find(const ScheduleTree &node,
                  const std::vector<LoopTraits> &outer) const;

private:
  using Bound = std::optional<isl::pw_aff>;

  void addBounds(LoopTraits &loop) const;
  Late<Bound> bound(const std::string &loop, Side side) const;
  static bool moves(const Statement &where, const isl::pw_aff &value);
  Late<std::set<std::string>>
  bindersOf(const LoopTraits &inner,
            const std::vector<LoopTraits> &outer) const;

  const std::shared_ptr<const Program> program;
  const Statement &where;
};

Late<TraitsFinder::Bound> TraitsFinder::bound(const std::string &loop,
                                              Side side) const {
  return Late<Bound>([own = program, name = where.name, loop, side] {
    auto bounds =
        poly::tryIsl([&] { return loopBound(*own, name, loop, side); });
    if (bounds)
      return Bound(bounds->at(name));
    llvm::consumeError(bounds.takeError());
    return Bound();
  });
}

bool TraitsFinder::moves(const Statement &where, const isl::pw_aff &value) {
  for (unsigned pos = 0; pos < where.iterators.size(); ++pos)
    if (poly::involvesDim(value, pos))
      return true;
  return llvm::any_of(where.calls, [&](const auto &entry) {
    return poly::involvesParam(value, entry.first);
  });
}

void TraitsFinder::addBounds(LoopTraits &loop) const {
  loop.lower = bound(loop.name, Side::Lower);
  loop.upper = bound(loop.name, Side::Upper);
  loop.trips = Late<std::optional<long>>(
      [own = program, name = where.name, loop = loop.name] {
        return found<std::optional<long>>(
            [&] { return constantTrips(*own, name, loop); });
      });
  loop.startsPlainly =
      Late<bool>([own = program, &where = where, lower = loop.lower] {
        return lower() && !moves(where, *lower());
      });
  for (unsigned pos : loop.iterators) {
    loop.isGuarded |=
        poly::involvesDim(where.constraints, pos) || isArgument(where, pos);
    loop.isParametric &= poly::parameterBounds(where.domain, pos).has_value();
  }
}

LoopTraits TraitsFinder::find(const ScheduleTree &node,
                              const std::vector<LoopTraits> &outer) const {
  LoopTraits loop;
  loop.name = node.name;
  const isl::pw_aff &value = node.values.at(where.name);
  for (unsigned pos = 0; pos < where.iterators.size(); ++pos)
    if (poly::involvesDim(value, pos))
      loop.iterators.insert(pos);
  loop.holdsSequence = node.children[0].isSequence();
  loop.isAlone = node.statements().size() == 1;
  loop.hasPragma = !node.marks.pragmas.empty();
  loop.isInnermost = true;
  node.children[0].walk(
      [&](const ScheduleTree &inner) { loop.isInnermost &= !inner.isLoop(); });
  addBounds(loop);
  loop.binders = bindersOf(loop, outer);
  return loop;
}

Late<std::set<std::string>>
TraitsFinder::bindersOf(const LoopTraits &inner,
                        const std::vector<LoopTraits> &outer) const {
  std::vector<std::pair<std::string, std::set<unsigned>>> around;
  for (const LoopTraits &loop : outer)
    around.emplace_back(loop.name, loop.iterators);
  return Late<std::set<std::string>>([own = program, &where = where, around,
                                      lower = inner.lower, upper = inner.upper,
                                      isFree = inner.isParametric] {
    std::set<std::string> binders;
    for (const auto &[name, iterators] : around) {
      auto isFixedBy = [&, &iterators = iterators](const Bound &bound) {
        return !bound || llvm::any_of(iterators, [&](unsigned pos) {
          return movesWith(where, *bound, pos);
        });
      };
      if (!isFree && (isFixedBy(lower()) || isFixedBy(upper())))
        binders.insert(name);
    }
    return binders;
  });
}

} // namespace

std::vector<LoopTraits> loopTraits(const Program &program,
                                   const std::string &statement) {
  std::vector<LoopTraits> loops;
  TraitsFinder finder(program, statement);
  for (const ScheduleTree *node :
       program.phaseOf(statement)->tree.loopsAround(statement))
    loops.push_back(finder.find(*node, loops));
  return loops;
}

} // namespace sparsec::stress
